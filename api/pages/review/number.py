"""Correct one number of an entry: which numbers were entered, what follows from another, do it.

The number is chosen and seen by a form that only reads; what it would do stands beside the button
that does it.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from flask import Response, request
from pydantic import Field as Checked
from pydantic import TypeAdapter
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.handlers.number_correction import Shown, numbers_at
from api.pages.forms.fields import Field, command_from_form
from api.pages.forms.options import Form, press
from api.pages.layout.render import Trouble, combat_page, page_query
from api.pages.review.moments import told_of
from api.pages.review.preview_steps import UPTO, stop_trouble, upto_field, with_told_numbers
from api.pages.table.submit import submit_form
from api.service.dry_run import dry_run, of_command
from api.web import validation
from api.web.error_mapping import as_problem, refusal
from api.web.moments import place_of
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.validation import Query
from domain import commands as c
from domain.ruleset.ruleset import Refused, Ruleset
from projections.changes.preview import Preview
from projections.changes.replay_frames import Frame, Reader
from projections.wording.game_words import pool_word

_COMMAND: TypeAdapter[c.CorrectNumber] = TypeAdapter(c.CorrectNumber)
_WHY = Field("one:note", "text", "Why", optional=True, hint="Else it says what was corrected.")


class Which(Query):
    """Which entry: its public number. What else the address says is the number, and the new one."""

    entry: int = Checked(ge=1, le=2**31)


class Chosen(NamedTuple):
    """A number that is looked at: what was typed, and what that would do, or why it cannot be."""

    given: MultiDict[str, str]
    form: Form | None = None
    changes: Preview | None = None
    trouble: Trouble | None = None
    upto: Field | None = None


def get_number(call: Call, trouble: Trouble | None = None) -> Response:
    """The numbers that were entered at an entry, and what another one in a place would do."""
    entry = page_query(Which, "entry").entry
    with call.lock_combat() as (combat, sight):
        frame = _frame(combat, sight, entry)
        fields, untold = _fields(call, combat, entry)
        chosen = (
            _chosen(call, combat, sight, entry) if fields and "filled" in request.args else None
        )
    return combat_page(
        "number",
        call,
        entry=entry,
        frame=frame,
        says=told_of(frame.shots, str(entry)),
        fields=fields,
        untold=untold,
        chosen=chosen,
        trouble=trouble,
        query=request.query_string.decode("ascii", "replace"),
    )


def post_number(call: Call) -> Answer:
    """Correct it; the table is shown, or why nothing came of it."""
    return submit_form(call, get_number, lambda _: call.combat)


def _frame(combat: OpenCombat, sight: Sight, entry: int) -> Frame:
    """The step of the entry, in words."""
    reader = Reader(sight, "step", through=True)
    return reader.frame(reader.stop(place_of(sight, str(entry))), combat.rules)


def _fields(call: Call, combat: OpenCombat, entry: int) -> tuple[tuple[Field, ...], Trouble | None]:
    """What is asked where there are numbers to correct; else why there are none."""
    try:
        shown, rules = numbers_at(combat, entry, call.caller.viewer), combat.rules
    except Refused as refused:
        return (), Trouble(refusal(refused, call))
    value = Field("points:value", "text", "The right number")
    return (_which(shown, rules), value), None


def _which(shown: Shown, rules: Ruleset) -> Field:
    """The numbers to choose from: those that the entry shows come first."""
    there = (*shown.numbers, *shown.others)
    values = tuple((one.called, _number_words(rules, one.called, one.value)) for one in there)
    return Field("one:which", "one", "Which number", values)


def _number_words(rules: Ruleset, called: str, value: int | str, stands: str = ": ") -> str:
    """Return a number as the story says it: `6 hit points`, or `die: 6`."""
    first, _, rest = called.partition(" ")
    told = rules.words.get(f"given {first} *") if rest else None
    if told is None:
        return f"{called}{stands}{value}"
    return told.format(value=value, rest=pool_word(rules, rest))


def _chosen(call: Call, combat: OpenCombat, sight: Sight, entry: int) -> Chosen:
    """What the number that was typed would do."""
    given: MultiDict[str, str] = MultiDict(request.args)
    try:
        command = _command(entry, given)
        body = json.dumps(command).encode()
        parsed = validation.body(_COMMAND, body, "application/json", "")
        found = dry_run(call.service, combat, sight, call.caller.viewer, of_command(parsed))
    except Refused as refused:
        return Chosen(given, trouble=Trouble(refusal(refused, call)))
    except Problem as problem:
        return Chosen(given, trouble=Trouble(problem))
    except ValueError as error:
        return Chosen(given, trouble=Trouble(_problem_of(error)))
    told = with_told_numbers(found, sight)
    if found.of("stopped"):
        asks = upto_field(found) if UPTO.name not in given else None
        return Chosen(given, None, told, stop_trouble(found), asks)
    words = _number_words(combat.rules, command["which"], command["value"], " was ")
    button = f"Correct it: {words}"
    form = press(call, combat, sight).form(command, button, more=(_WHY,))
    return Chosen(given, form, told)


def _command(entry: int, given: MultiDict[str, str]) -> dict[str, Any]:
    opened = json.dumps({"type": "correct-number", "entry": entry})
    fields = [(name, said) for name, said in given.items(multi=True) if ":" in name]
    return command_from_form(MultiDict([("command", opened), *fields]))


def _problem_of(error: ValueError) -> Problem:
    found = as_problem(error)
    return found if isinstance(found, Problem) else Problem("invalid", "This is no number.")
