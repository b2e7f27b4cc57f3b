"""Remedies as forms: which there are in a game, what each leaves open, and what one would do.

A remedy is chosen and filled in by a form that only reads, so that what it would do is seen before
anybody claims it or rules so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import request
from pydantic import TypeAdapter
from werkzeug.datastructures import MultiDict

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.handlers.dispute_remedies import remedy_params
from api.handlers.undo_requests import number_of
from api.pages.forms.changes import WHOSE, changes
from api.pages.forms.fields import Field, command_from_form
from api.pages.forms.past_options import Kind, otherwise
from api.pages.layout.render import Trouble
from api.pages.review.moments import told_at
from api.pages.review.preview_steps import (
    UPTO,
    last_before_stop,
    stop_trouble,
    upto_field,
    with_told_numbers,
    with_upto,
)
from api.read.entries import people_of
from api.service.dry_run import dry_run, of_remedy
from api.web import validation
from api.web.error_mapping import as_problem, refusal
from api.web.moments import place_of
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.schemas.request_bodies import AnyRemedy, remedy_of
from domain import commands as c
from domain.ruleset.ruleset import Refused, Ruleset
from domain.state.combat import Combat
from projections.changes.preview import Preview
from projections.wording.disputes import remedy_words
from projections.wording.game_words import name_of

_REMEDY: TypeAdapter[Any] = TypeAdapter(AnyRemedy)
_PLACES = (("before", "before it"), ("after", "after it"))
_MOST = 2**31
_MOST_USUAL = 5


class Chosen(NamedTuple):
    """A remedy that is looked at: its kind, and filled in what it is and would do.

    `remedy` is nothing until it is filled in and can be carried out, `parsed` is the same as it is
    read, and `says` is that in words; `given` is what was typed.
    """

    kind: Kind
    given: MultiDict[str, str]
    remedy: dict[str, Any] | None = None
    says: str = ""
    changes: Preview | None = None
    trouble: Trouble | None = None
    parsed: c.Remedy | None = None


class Picker(NamedTuple):
    """The remedies to choose from, in their groups, and the one that is looked at."""

    groups: dict[str, dict[str, Kind]]
    chosen: Chosen | None


LET_STAND = Kind("let-stand", "Let it stand", "As it was played", {"remedy": "let-stand"})


def picker(
    call: Call,
    combat: OpenCombat,
    sight: Sight,
    entry: int,
    firsts: tuple[Kind, ...],
    default: str = "",
) -> Picker:
    """Return the remedies for a contested entry, and the one chosen by the address, or by default.

    `firsts` come before those that can be filled in.
    """
    view, said = combat.view(call.caller.viewer), _said_there(call, combat, entry)
    offered = _kinds(view, combat.rules, entry, _back(call, combat, sight, entry))
    whose = _whose(sight, entry)
    kinds = (
        *firsts,
        *(_about(kind, whose) for kind in offered if _can_be_done(call, combat, sight, kind)),
        *otherwise(combat, sight, place_of(sight, str(entry)), entry, said),
        *_as_programs(entry, said),
    )
    wanted = request.args.get("remedy", default)
    found = next((kind for kind in kinds if kind.key == wanted), None)
    groups = _grouped(_usual(firsts, kinds), kinds)
    return Picker(groups, _chosen(call, combat, sight, found) if found else None)


# --- which there are -----------------------------------------------------------------------


def _usual(firsts: tuple[Kind, ...], kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Return the few that are chosen most: those that come first, the past, points, a condition."""
    points = [kind for kind in kinds if kind.group == "Pools"][:1]
    often = [kind for kind in kinds if kind.key in ("annul", "go-back", "condition")]
    return (*firsts, *often[:2], *points, *often[2:])[:_MOST_USUAL]


def _grouped(usual: tuple[Kind, ...], kinds: tuple[Kind, ...]) -> dict[str, dict[str, Kind]]:
    """Return the usual ones, then the others by their groups, each only once."""
    groups = {"Usual": {kind.key: kind for kind in usual}}
    for kind in kinds:
        group = groups.setdefault(kind.group, {})
        if all(kind.says != other.says for other in (*usual, *group.values())):
            group[kind.key] = kind
    return {name: group for name, group in groups.items() if group}


def _before(combat: OpenCombat, entry: int) -> str:
    """Return the entry that ends the step before that of another, as everybody counts them."""
    numbers, line = combat.numbers, combat.line
    if entry <= numbers.number(line.entries):
        step = line.step_of(numbers.seq(entry))
        if line.is_play(step) and line.parent(step):
            return str(number_of(combat, line.last(line.parent(step))))
    return str(max(entry - 1, 1))


def _back(call: Call, combat: OpenCombat, sight: Sight, entry: int) -> Field:
    """Return the question back to which entry play goes, and what happened there."""
    before = _before(combat, entry)
    to = Field("number:to", "number", "Back to right after entry", least=1, most=_MOST)
    asked = request.args.get(to.name, "").strip() or before
    told = told_at(sight, combat.rules, asked, people_of(call.service, combat))
    return to._replace(given=before, hint=f"Entry {asked}: {told}" if told else "")


def _kinds(view: Combat, rules: Ruleset, entry: int, to: Field) -> Iterator[Kind]:
    says, never = "Go back to an earlier moment", {"remedy": "amend", "how": "annul"}
    yield Kind("go-back", says, "The past", {"remedy": "go-back"}, (to,))
    yield Kind("annul", "Annul it: it never was", "The past", {**never, "entry": entry})
    for each in changes(view, rules, lambda condition: condition.name):
        base = {"remedy": "compensate", "change": each.change}
        yield Kind(each.key, each.says, each.group, base, each.fields)


def _whose(sight: Sight, entry: int) -> str:
    """Return whom an entry is about: whose points, who was struck, or who did it."""
    event = sight.entry(place_of(sight, str(entry))).event
    targets: tuple[str, ...] = getattr(event, "targets", ())
    return getattr(event, "subject", "") or next(iter(targets), getattr(event, "who", ""))


def _about(kind: Kind, whose: str) -> Kind:
    """Return a kind of remedy, filled in for somebody where it asks whose."""
    return kind._replace(
        fields=tuple(
            field._replace(given=whose)
            if field.name == WHOSE.name and whose in dict(field.values)
            else field
            for field in kind.fields
        )
    )


def _step(entry: int) -> Field:
    return Field("number:entry", "number", "Entry", least=1, most=_MOST, given=str(entry))


def _as_programs(entry: int, said: dict[str, Any] | None) -> Iterator[Kind]:
    """Whatever no form offers: the command itself, to be altered or written."""
    instead = Field(
        "traits:command",
        "sheet",
        "What was said instead",
        given=json.dumps(said, ensure_ascii=False) if said else "",
        hint="The command as programs say it; what is changed here is decided again.",
    )
    group, where = "As programs say it", Field("one:where", "one", "Where", _PLACES, given="before")
    yield Kind(
        "amend",
        "Amend it: it was said otherwise",
        group,
        {"remedy": "amend", "how": "amend"},
        (_step(entry), instead),
    )
    yield Kind(
        "insert",
        "Insert what was left out",
        group,
        {"remedy": "amend", "how": "insert"},
        (where, _step(entry), instead),
    )


def _said_there(call: Call, combat: OpenCombat, entry: int) -> dict[str, Any] | None:
    """Return the command of the contested step, for the referee and the person who gave it."""
    numbers, viewer = combat.numbers, call.caller.viewer
    if entry > numbers.number(combat.line.entries):
        return None
    first = combat.line.first(combat.line.step_of(numbers.seq(entry)))
    [found] = combat.entries(first, first, kept=True)
    said = found.kept.command if found.kept is not None else None
    if said is None or not (viewer.is_referee or found.meta.by == viewer.person):
        return None
    told = said.model_dump(mode="json", exclude_defaults=True, exclude={"note", "cites"})
    return {**told, "type": said.model_dump()["type"]}


# --- trying one ----------------------------------------------------------------------------


def _can_be_done(call: Call, combat: OpenCombat, sight: Sight, kind: Kind) -> bool:
    """Return whether a remedy can be carried out, as it is offered or up to some entry.

    One with blanks that nothing stands in is tried once they are filled in.
    """
    if any(not field.given and not field.optional for field in kind.fields):
        return True
    given = MultiDict((field.name, field.given) for field in kind.fields if field.given)
    try:
        found = _try_out(call, combat, sight, kind, given)[2]
    except (Refused, Problem, ValueError):
        return False
    return not found.of("stopped") or bool(last_before_stop(found))


def _try_out(
    call: Call, combat: OpenCombat, sight: Sight, kind: Kind, given: MultiDict[str, str]
) -> tuple[dict[str, Any], Any, Preview]:
    """Return a remedy as it is sent, as it is read, and what it would do; raises Refused."""
    remedy = _remedy_from_form(kind, given)
    body = json.dumps(remedy).encode()
    parsed = remedy_of(validation.body(_REMEDY, body, "application/json", ""))
    found = dry_run(call.service, combat, sight, call.caller.viewer, of_remedy(parsed))
    return remedy, parsed, found


# --- the one that is looked at -------------------------------------------------------------


def _chosen(call: Call, combat: OpenCombat, sight: Sight, kind: Kind) -> Chosen:
    """What a remedy would do, once everything it leaves open is filled in."""
    given: MultiDict[str, str] = MultiDict(request.args)
    untouched = not any(field.name in given for field in kind.fields)
    if kind.fields and untouched and "filled" not in given:
        return Chosen(kind, MultiDict(kind.given))
    if UPTO.name in given:
        kind = kind._replace(fields=(*kind.fields, UPTO))
    try:
        remedy, parsed, found = _try_out(call, combat, sight, kind, given)
        if found.of("stopped"):
            asks = upto_field(found) if UPTO.name not in given else None
            kind = kind._replace(fields=(*kind.fields, *([asks] if asks else [])))
            return Chosen(kind, with_upto(given, asks), trouble=stop_trouble(found))
        name = name_of(sight.moment(sight.node).combat)
        says = remedy_words(remedy_params(parsed), combat.rules, name)
        told = with_told_numbers(found, sight)
        return Chosen(kind, given, remedy, says, told, parsed=parsed)
    except Refused as refused:
        return Chosen(kind, given, trouble=Trouble(refusal(refused, call)))
    except Problem as problem:
        return Chosen(kind, given, trouble=Trouble(problem))
    except ValueError as error:
        return Chosen(kind, given, trouble=Trouble(_problem_of(error)))


def _remedy_from_form(kind: Kind, given: MultiDict[str, str]) -> dict[str, Any]:
    """A remedy with its blanks filled in, or those of the command that it puts in."""
    opened = json.dumps(kind.base if kind.said is None else kind.said)
    fields = [(name, said) for name, said in given.items(multi=True) if name != UPTO.name]
    found = command_from_form(MultiDict([("command", opened), *fields]))
    remedy = found if kind.said is None else {**kind.base, "command": found}
    upto = given.get(UPTO.name, "").strip()
    return {**remedy, "upto": int(upto)} if upto else remedy


def _problem_of(error: ValueError) -> Problem:
    found, said = as_problem(error), "This remedy cannot be read. Look at each of its fields."
    return found if isinstance(found, Problem) else Problem("invalid", said)
