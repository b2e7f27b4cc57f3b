"""The docket: every dispute, and one of them with its evidence and what may be said to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Response, request
from werkzeug.wrappers import Response as Answer

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.pages.forms.fields import Field
from api.pages.forms.options import Form, Press, press
from api.pages.forms.past_options import Kind
from api.pages.layout.api_client import answer
from api.pages.layout.render import Trouble, combat_page, display_name
from api.pages.review.clauses import RuleText, rule_text
from api.pages.review.contest import SAID, WHY
from api.pages.review.moments import told_at
from api.pages.review.remedies import LET_STAND, Picker, picker
from api.pages.table.submit import submit_form
from api.pages.table.undo import may_speak
from api.read.entries import people_of
from api.web.route_table import Call
from api.web.routes.disputes import get_dispute, get_disputes
from domain.state.viewer import REFEREE
from domain.table.dispute_procedure import PATIENCE
from domain.table.undo_requests import name_of
from projections.wording.game_words import capital, join_with_and

Json = dict[str, Any]
STAGES = {"open": "being heard", "settled": "settled", "withdrawn": "withdrawn"}
_LONG = PATIENCE // 1000
_CASE = Field("text:note", "words", "How you saw it", hint=SAID)


class Desk(NamedTuple):
    """What the viewer may do about a dispute.

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
    """A dispute as it is heard: who looks and speaks, the case, and who may appeal."""

    drawn: Press
    case: Json
    me: str
    appeals: tuple[str, ...]

    @property
    def speaks_for(self) -> tuple[str, ...]:
        """The parties as whom the caller may speak; the referee may for each."""
        is_referee = self.drawn.call.caller.viewer.is_referee
        return tuple(who for who in self.case["parties"] if is_referee or who == self.me)


def get_docket(call: Call) -> Response:
    """Every dispute of the combat, the latest first."""
    found = answer(call, get_disputes).value["items"]
    with call.lock_combat() as (combat, sight):
        names = people_of(call.service, combat)
        told = {it["entry"]: told_at(sight, combat.rules, it["entry"], names) for it in found}
    return combat_page("docket", call, cases=found[::-1], told=told, stages=STAGES)


def post_case(call: Call) -> Answer:
    """Say something to a dispute; it is shown again, with what came of it."""
    return submit_form(call, get_case, lambda _: f"{call.combat}/docket/{call.path['dispute']}")


def get_case(call: Call, trouble: Trouble | None = None) -> Response:
    """One dispute with its evidence, and what may be said to it."""
    found = answer(call, get_dispute, path={"number": call.path["dispute"]}).value
    docket, case = answer(call, get_disputes).value, found["case"]
    with call.lock_combat() as (combat, sight):
        drawn, me = press(call, combat, sight), name_of(call.caller.viewer)
        able = case["parties"] if case["number"] in docket["appealable"] else ()
        desk = _desk(Hearing(drawn, case, me, tuple(w for w in able if may_speak(drawn, w))))
        rules_cited = _rules_cited(combat, sight, found["evidence"])
        says = told_at(sight, combat.rules, case["entry"], people_of(call.service, combat))
        _in_words_of_the_story(combat, sight, found["evidence"]["lines"])
    return combat_page(
        "dispute",
        call,
        scripted=True,
        case=case,
        says=says,
        rules_cited=rules_cited,
        evidence=found["evidence"],
        desk=desk,
        trouble=trouble,
        stages=STAGES,
        query=request.query_string.decode("ascii", "replace"),
        asks={},
    )


def _in_words_of_the_story(combat: OpenCombat, sight: Sight, lines: list[Json]) -> None:
    """Write the lines as the story tells them, without what was left empty in an act.

    The end of an act has no line of its own in the story: the act is not told twice.
    """
    told = set[str]()
    for line in lines:
        says = told_at(sight, combat.rules, line["number"])
        line["text"] = says if says and says not in told else line["text"]
        told.add(says)


def _rules_cited(combat: OpenCombat, sight: Sight, evidence: Json) -> tuple[RuleText, ...]:
    """Return the rules that are cited, with what the contested lines used of them."""
    seen = [sight.entry(sight.place(line["number"])) for line in evidence["lines"]]
    clauses = [each["clause"] for each in evidence["clauses"]]
    return tuple(rule_text(clause, combat.rules, seen) for clause in clauses)


# --- what may be done about it -------------------------------------------------------------


def _desk(hearing: Hearing) -> Desk:
    """Return what the caller may do; a spectator only reads."""
    drawn, case, may_appeal = hearing.drawn, hearing.case, hearing.appeals
    waits, viewer = _waits(hearing), drawn.call.caller.viewer
    if viewer.role not in (REFEREE, "player"):
        return Desk(waits)
    may_rule = viewer.is_referee and case["stage"] == "open" and case["by"] == "referee"
    firsts, chosen = tuple(_firsts(case)), None
    default = firsts[0].key if firsts else ""
    if may_rule or may_appeal:
        place = drawn.combat, drawn.sight, int(case["entry"])
        chosen = picker(drawn.call, *place, firsts, default)
    answers = tuple(_answers(hearing)) if case["stage"] == "open" else ()
    others = tuple(form for form in answers if '"who"' in form.command)
    return Desk(
        waits,
        tuple(form for form in answers if form not in others),
        others,
        _ruling(hearing, chosen) if chosen and may_rule else None,
        tuple(_appeal(hearing, who, chosen) for who in may_appeal) if chosen else (),
        chosen,
    )


def _firsts(case: Json) -> Iterator[Kind]:
    """Yield the remedies that come first: what is claimed, and to leave or take back a ruling."""
    ruling = case["rulings"][-1] if case["rulings"] else None
    if ruling and case["stage"] == "settled" and ruling["remedy"] != LET_STAND.base:
        back = {"remedy": "go-back", "to": ruling["number"]}
        yield Kind("take-back", "Take back what the ruling did", "As it was played", back)
    elif case["claim"]:
        yield Kind("claim", capital(case["claims"]), "As it is claimed", case["claim"])
    if case["stage"] == "open":
        yield LET_STAND._replace(says="Let the ruling stand") if ruling else LET_STAND


def _waits(hearing: Hearing) -> str:
    """Return what is waited for, or how it ended, in words."""
    case, call = hearing.case, hearing.drawn.call
    if case["stage"] != "open":
        return f"Settled: {case['rulings'][-1]['says']}." if case["rulings"] else "Withdrawn."
    if case["by"] == "referee" and hearing.me in case["waits_for"]:
        return "You rule on it below."
    todo = "to vote" if case["by"] == "vote" else "to rule"
    return (
        f"Waiting for {join_with_and(display_name(call, who) for who in case['waits_for'])} {todo}."
    )


def _answers(hearing: Hearing) -> Iterator[Form]:
    """Yield what is answered by a button, or by a button and a sentence."""
    case = hearing.case
    if case["by"] == "vote":
        yield from _votes(hearing)
    for who in hearing.speaks_for:
        yield _say(hearing, "state", "State the case", who, _CASE)
    no_votes = len(case["waits_for"]) == len(case["deciders"])
    if hearing.me == (case["appeal"] or case["asker"]) and no_votes:
        button = "Withdraw the appeal" if case["appeal"] else "Contest it no longer"
        yield _say(hearing, "withdraw", button)
    if case["pause"] and hearing.drawn.call.caller.viewer.is_referee:
        yield _say(hearing, "play-on", "Let play go on meanwhile")


def _votes(hearing: Hearing) -> Iterator[Form]:
    case, me = hearing.case, hearing.me
    if me in case["waits_for"]:
        yield _say(hearing, "uphold", f"Uphold: {case['claims']}")
        yield _say(hearing, "dismiss", "Dismiss it")
    if hearing.drawn.call.caller.viewer.is_referee or me in case["parties"]:
        says = f"Once {_LONG} seconds have passed, silence counts as a vote to dismiss it."
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
    command = {
        "type": "answer-dispute",
        "dispute": hearing.case["number"],
        "choice": choice,
        **more,
    }
    if who and who != hearing.me:
        command["who"] = who
        button = f"{button} for {display_name(hearing.drawn.call, who)}"
    loud = choice in ("uphold", "state") and "who" not in command
    return hearing.drawn.form(command, button, head="", fields=fields, says=says, quiet=not loud)


def _ruling(hearing: Hearing, picker: Picker) -> Form | None:
    """Return the ruling with the remedy that was chosen; it takes effect where play stands now."""
    chosen, case = picker.chosen, hearing.case
    if chosen is None or chosen.remedy is None:
        return None
    command = {"type": "rule-dispute", "dispute": case["number"], "remedy": chosen.remedy}
    clause = Field("one:clause", "text", "Under which rule", optional=True, given=case["clause"])
    return hearing.drawn.form(command, f"Rule: {chosen.says}", fields=(WHY,), more=(clause,))


def _appeal(hearing: Hearing, who: str, picker: Picker) -> Form:
    """Return an appeal, with the remedy that is claimed where one was chosen."""
    chosen = picker.chosen
    if chosen is None or chosen.remedy is None:
        return _say(hearing, "appeal", "Appeal", who, WHY)
    form = _say(hearing, "appeal", "Appeal", who, WHY, claim=chosen.remedy)
    return form._replace(button=f"{form.button}, and claim: {chosen.says}")
