"""Contesting an entry: what it says, its clause, earlier rulings, and the form that contests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Response, request
from pydantic import Field as Checked
from werkzeug.wrappers import Response as Answer

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.handlers.dispute_contests import facts_of, possible_rulers
from api.pages.forms.fields import Field, Pairs
from api.pages.forms.options import Form, press
from api.pages.layout.render import Trouble, combat_page, page_query
from api.pages.review.clauses import RuleText, rule_text
from api.pages.review.moments import told_of
from api.pages.review.remedies import LET_STAND, Picker, picker
from api.pages.table.submit import submit_form
from api.read.disputes import cases, own_rulings
from api.web.moments import place_of
from api.web.route_table import Call
from api.web.routes.disputes import earlier_rulings
from api.web.validation import Query
from projections.changes.replay_frames import Frame, Reader
from projections.disputes.dispute_evidence import Earlier
from projections.wording.game_words import capital

SAID = "Everybody at the table reads this."
WHY = Field("text:note", "words", "Why", hint=SAID)
_RULERS = (("referee", "the referee"), ("vote", "the table, by vote: everybody but the parties"))
_MOST = 2**31
_PAUSE = Field("flag:pause", "flag", "Play waits for the ruling")


class Which(Query):
    """Which entry: its public number. What else the address says chooses a remedy."""

    entry: int = Checked(ge=1, le=_MOST)


class Contested(NamedTuple):
    """The entry with its step, what it says, its rule, and what was ruled on that before."""

    entry: int
    frame: Frame
    says: str
    rule: RuleText | None
    earlier: tuple[Earlier, ...]


def get_contest(call: Call, trouble: Trouble | None = None) -> Response:
    """The form that contests an entry, with what was ruled before and the claim chosen so far."""
    entry = page_query(Which, "entry").entry
    may = call.caller.viewer.role in ("player", "referee")
    with call.lock_combat() as (combat, sight):
        found = _contested_entry(call, combat, sight, entry)
        chosen = picker(call, combat, sight, entry, (LET_STAND,)) if may else None
        by = _rulers(call, combat, entry, chosen)
        form = _form(call, combat, sight, found, chosen, by) if chosen else None
        heard = [one for one in combat.table.disputes if one.stage != "withdrawn"]
        known = tuple(one for one in heard if one.entry <= entry <= one.upto)
    return combat_page(
        "contest",
        call,
        scripted=True,
        contested=found,
        form=form,
        picker=chosen,
        only_votes="referee" not in by,
        known=known,
        trouble=trouble,
        asks={"entry": entry},
        query=request.query_string.decode("ascii", "replace"),
    )


def post_contest(call: Call) -> Answer:
    """Contest it; the dispute is shown, or why nothing came of it."""
    return submit_form(
        call, get_contest, lambda said: f"{call.combat}/docket/{said['entries'][0]['number']}"
    )


def _contested_entry(call: Call, combat: OpenCombat, sight: Sight, entry: int) -> Contested:
    place = place_of(sight, str(entry))
    reader = Reader(sight, "step", through=True)
    frame = reader.frame(reader.stop(place), combat.rules)
    step = sight.line.step_of(place)
    entries = sight.of_own_steps([step])
    cited = [sight.entry(place).entry.meta.clause, *(seen.entry.meta.clause for seen in entries)]
    clause = next(filter(None, cited), "")
    own = own_rulings(combat, cases(call.service, combat, sight))
    earlier = earlier_rulings(call, own, [clause] if clause else [])
    rule = rule_text(clause, combat.rules, entries) if clause else None
    return Contested(entry, frame, told_of(frame.shots, str(entry)), rule, earlier)


def _rulers(call: Call, combat: OpenCombat, entry: int, picker: Picker | None) -> tuple[str, ...]:
    """Who may rule on it with the claim chosen so far."""
    claim = picker.chosen.parsed if picker and picker.chosen else None
    return possible_rulers(combat, entry, call.caller.viewer, claim)


def _form(
    call: Call,
    combat: OpenCombat,
    sight: Sight,
    found: Contested,
    chosen: Picker,
    by: tuple[str, ...],
) -> Form | None:
    """The form that contests, with the claim chosen before.

    None where a vote needs a claim yet, and while a claim is being filled in: it would get lost.
    """
    command: dict[str, Any] = {"type": "contest", "entry": found.entry}
    claim = chosen.chosen
    if claim and claim.remedy:
        command["claim"] = claim.remedy
    if "claim" not in command and (claim or "referee" not in by):
        return None
    claims = f" and claim: {claim.says}" if claim and claim.says else ""
    button = f"Contest entry {found.entry}{claims}"
    seen = sight.entry(sight.place(str(found.entry)))
    facts = tuple((name, capital(name)) for name in dict.fromkeys(facts_of(seen.event)))
    more = tuple(_more(found, facts))
    fields = WHY, _who_rules(by)
    return press(call, combat, sight).form(command, button, head="", fields=fields, more=more)


def _who_rules(by: tuple[str, ...]) -> Field:
    rulers = tuple((who, says) for who, says in _RULERS if who in by)
    return Field("one:by", "one", "Who rules", rulers, given=by[0])


def _more(found: Contested, facts: Pairs) -> Iterator[Field]:
    """What may be said of it beyond why, and who rules."""
    hint = "The clause; by default that of the entry."
    ruled = Field("one:clause", "text", "Rule in question", optional=True, hint=hint)
    yield ruled._replace(given=found.rule.clause if found.rule else "")
    hint = "If more than this one entry is contested."
    yield Field("number:upto", "number", "Up to entry", (), found.entry, _MOST, True, hint)
    if facts:
        hint = "If only a declared fact is in question."
        yield Field("one:fact", "one", "What was declared", facts, optional=True, hint=hint)
    yield _PAUSE
