"""The docket: every dispute, and one of them with its evidence and what may be said to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from api.contract import Call
from api.docketing import cases
from api.hearing import appeal_to
from api.open_combat import OpenCombat
from api.pages.contest import SAID, WHY
from api.pages.fields import Field
from api.pages.forms import Form, Press, press
from api.pages.kinds import Kind
from api.pages.leaves import asked, called, leaf
from api.pages.play import said, trouble, wanted
from api.pages.remedies import LET_STAND, Picker, picker
from api.pages.requests import may_speak
from api.pages.scripts import checker
from api.pages.sheets import Trouble
from api.problems import Problem
from api.routes import disputes
from api.sight import Sight
from domain.disputes import Dispute
from domain.hearing import PATIENCE
from domain.ruleset import Refused
from domain.seats import REFEREE
from domain.undoing import name_of
from projections.docket import Case
from projections.words import capital, listed
from projections.words import name_of as subject_name

STAGES = {"open": "being heard", "settled": "settled", "withdrawn": "withdrawn"}
_LONG = PATIENCE // 1000
_CASE = Field("text:note", "words", "How you saw it", hint=SAID)


class Desk(NamedTuple):
    """What whoever looks may do about a dispute.

    `waits` says what is waited for; `others` are answers for others. `rules` and `appeals` take the
    chosen remedy; there is a `picker` where either may be sent.
    """

    waits: str
    forms: tuple[Form, ...] = ()
    others: tuple[Form, ...] = ()
    rules: Form | None = None
    appeals: tuple[Form, ...] = ()
    picker: Picker | None = None


class Hearing(NamedTuple):
    """A dispute as it is heard: who looks and speaks, and the case."""

    drawn: Press
    case: Case
    kept: Dispute
    me: str

    @property
    def speaks_for(self) -> tuple[str, ...]:
        """The parties as whom the caller may speak; the referee may for each."""
        viewer = self.drawn.call.caller.viewer
        if viewer.is_referee:
            return self.case.parties
        return tuple(who for who in self.case.parties if who == self.me)


def get_docket(call: Call) -> Response:
    """Every dispute of the combat, the latest first."""
    with call.held() as (combat, sight):
        found = cases(call.service, combat, sight)
    words = _words(call) | {"checker": checker()}
    return leaf("docket", call, cases=found[::-1], stages=STAGES, **words)


def get_case(call: Call) -> Response:
    """One dispute."""
    return _shown(call)


def post_case(call: Call) -> Answer:
    """Say something to a dispute; it is shown again, with what came of it."""
    try:
        said(call, wanted(call))
    except Problem as problem:
        return _shown(call, trouble(call, problem))
    return redirect(f"/combats/{call.combat}/docket/{call.path['dispute']}", 303)


def _words(call: Call) -> dict[str, Any]:
    """How people are called on these pages."""
    return {
        "called": lambda who: called(call, who),
        "several": lambda people: capital(listed(called(call, who) for who in people)),
    }


def _shown(call: Call, wrong: Trouble | None = None) -> Response:
    which = asked(disputes.Which, {"dispute": call.path["dispute"]})
    evidence = disputes.get_evidence(call._replace(query=which)).value
    with call.held() as (combat, sight):
        found = cases(call.service, combat, sight)
        case = next(one for one in found if one.number == which.dispute)
        kept = next(one for one in combat.table.disputes if one.number == which.dispute)
        hearing = Hearing(press(call, combat, sight), case, kept, name_of(call.caller.viewer))
        desk, named = _desk(hearing, combat, sight), subject_name(sight.moment(sight.node).combat)
    return leaf(
        "dispute",
        call,
        case=case,
        evidence=evidence,
        desk=desk,
        trouble=wrong,
        stages=STAGES,
        named=named,
        query=request.query_string.decode("ascii", "replace"),
        asks={},
        **_words(call),
    )


# --- what may be done about it -------------------------------------------------------------


def _desk(hearing: Hearing, combat: OpenCombat, sight: Sight) -> Desk:
    """Return what the caller may do; a spectator only reads."""
    call, case = hearing.drawn.call, hearing.case
    waits, viewer = _waits(call, hearing), call.caller.viewer
    if viewer.role not in (REFEREE, "player"):
        return Desk(waits)
    may_rule = viewer.is_referee and case.stage == "open" and case.by == "referee"
    may_appeal, firsts = _may_appeal(hearing, combat), tuple(_firsts(case))
    default = firsts[0].key if firsts else ""
    chosen = (
        picker(call, combat, sight, case.entry, firsts, default) if may_rule or may_appeal else None
    )
    answers = tuple(_answers(hearing)) if case.stage == "open" else ()
    others = tuple(form for form in answers if '"who"' in form.command)
    return Desk(
        waits,
        tuple(form for form in answers if form not in others),
        others,
        _ruling(hearing, chosen) if chosen and may_rule else None,
        tuple(_appeal(hearing, who, chosen) for who in may_appeal) if chosen else (),
        chosen,
    )


def _firsts(case: Case) -> Iterator[Kind]:
    """Yield the remedies that come first: what is claimed, and to leave or take back a ruling."""
    ruling = case.rulings[-1] if case.rulings else None
    if ruling and case.stage == "settled" and ruling.remedy != LET_STAND.base:
        back = {"remedy": "go-back", "to": int(ruling.number)}
        yield Kind("take-back", "Take back what the ruling did", "As it was played", back)
    elif case.claim:
        yield Kind("claim", capital(case.claims), "As it is claimed", case.claim)
    if case.stage == "open":
        yield LET_STAND._replace(says="Let the ruling stand") if ruling else LET_STAND


def _waits(call: Call, hearing: Hearing) -> str:
    """Return what is waited for, or how it ended, in words."""
    case = hearing.case
    if case.stage != "open":
        return f"Settled: {case.rulings[-1].says}." if case.rulings else "Withdrawn."
    silent = [who for who in case.deciders if who not in hearing.kept.votes]
    todo = "to vote" if case.by == "vote" else "to rule"
    return f"Waiting for {listed(called(call, who) for who in silent)} {todo}."


def _may_appeal(hearing: Hearing, combat: OpenCombat) -> tuple[str, ...]:
    """Return the parties for which the caller may appeal."""
    if hearing.case.stage != "settled":
        return ()
    try:
        appeal_to(combat, hearing.kept)
    except Refused:
        return ()
    return tuple(who for who in hearing.speaks_for if may_speak(hearing.drawn, who))


def _answers(hearing: Hearing) -> Iterator[Form]:
    """Yield what is answered by a button, or by a button and a sentence."""
    case = hearing.case
    if case.by == "vote":
        yield from _votes(hearing)
    for who in hearing.speaks_for:
        yield _say(hearing, "state", "State the case", who, _CASE)
    if hearing.me == (case.appeal or case.asker):
        button = "Withdraw the appeal" if case.appeal else "Contest it no longer"
        yield _say(hearing, "withdraw", button)
    if case.pause and hearing.drawn.call.caller.viewer.is_referee:
        yield _say(hearing, "play-on", "Let play go on meanwhile")


def _votes(hearing: Hearing) -> Iterator[Form]:
    case, me = hearing.case, hearing.me
    if me in case.deciders and me not in hearing.kept.votes:
        yield _say(hearing, "uphold", f"Uphold: {case.claims}")
        yield _say(hearing, "dismiss", "Dismiss it")
    if hearing.drawn.call.caller.viewer.is_referee or me in case.parties:
        says = f"Once {_LONG} seconds have passed, whoever has not voted abstains."
        yield _say(hearing, "count", "Count the votes", says=says)


def _say(
    hearing: Hearing,
    choice: str,
    button: str,
    who: str = "",
    *fields: Field,
    says: str = "",
    **more: Any,
) -> Form:
    """Return an answer; for somebody else where the referee gives it for them."""
    command = {"type": "answer-dispute", "dispute": hearing.case.number, "choice": choice, **more}
    if who and who != hearing.me:
        command["who"] = who
        button = f"{button} for {called(hearing.drawn.call, who)}"
    loud = choice in ("uphold", "state") and "who" not in command
    return hearing.drawn.form(command, button, head="", fields=fields, says=says, quiet=not loud)


def _ruling(hearing: Hearing, picker: Picker) -> Form | None:
    """Return the ruling with the remedy that was chosen; it takes effect where play stands now."""
    chosen, case = picker.chosen, hearing.case
    if chosen is None or chosen.remedy is None:
        return None
    command = {"type": "rule-dispute", "dispute": case.number, "remedy": chosen.remedy}
    clause = Field("one:clause", "text", "Under which rule", optional=True, given=case.clause)
    return hearing.drawn.form(command, f"Rule: {chosen.says}", fields=(WHY,), more=(clause,))


def _appeal(hearing: Hearing, who: str, picker: Picker) -> Form:
    """Return an appeal, with the remedy that is claimed where one was chosen."""
    chosen = picker.chosen
    if chosen is None or chosen.remedy is None:
        return _say(hearing, "appeal", "Appeal", who, WHY)
    form = _say(hearing, "appeal", "Appeal", who, WHY, claim=chosen.remedy)
    return form._replace(button=f"{form.button}, and claim: {chosen.says}")
