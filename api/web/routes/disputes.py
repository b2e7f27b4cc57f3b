"""Disputes: the docket, the evidence in a case, and earlier rulings."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from api.handlers.absent_players import is_away
from api.handlers.dispute_procedure import may_be_appealed
from api.read.disputes import case_evidence, cases, precedents
from api.web.problems import Problem, legal_values
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.json_schema import EntryNumber, plain, shape
from api.web.schemas.request_bodies import AnyRemedy
from api.web.schemas.response_bodies import Shape
from api.web.validation import Query
from projections.disputes.dispute_evidence import Earlier, Evidence
from projections.disputes.dispute_list import Case, Decision

ROUTES = Routes("disputes")


class OnClause(Query):
    """On which clause."""

    example = "clause=3.3"
    clause: str = Field(min_length=1, max_length=200)


class Ruling(shape(Decision)):  # type: ignore[misc]
    """A ruling: by the referee or a vote, which remedy and under which clause, with its reason."""

    remedy: AnyRemedy


class Dispute(shape(Case)):  # type: ignore[misc]
    """A dispute: what is contested, what is claimed, who said what, and how it was ruled."""

    claim: AnyRemedy | None
    rulings: list[Ruling]


class Docket(Shape):
    """Every dispute of a combat, in the order in which they came.

    For those parties who are `away` the referee may appeal; `appealable` are the disputes in which
    somebody is left who could hear an appeal.
    """

    items: list[Dispute]
    away: list[str] = []
    appealable: list[EntryNumber] = []


class Precedents(Shape):
    """Earlier rulings, the latest first."""

    items: list[shape(Earlier)]  # type: ignore[valid-type]


@ROUTES.get("disputes", "reader", answers=Docket)
def get_disputes(call: Call) -> Answer:
    """Every dispute: what is contested, who said what to it, and what was ruled.

    When: somebody contests what happened.

    Something is contested by the command `contest` and answered by `answer-dispute`; the referee
    rules by `rule-dispute`, which carries the remedy out at once.
    """
    with call.lock_combat() as (combat, sight):
        found = cases(call.service, combat, sight)
        parties = dict.fromkeys(who for one in found for who in one.parties)
        away = [who for who in parties if is_away(combat, call.service.presence, who)]
        appealable = [
            str(one.number) for one in combat.table.disputes if may_be_appealed(combat, one)
        ]
    return Answer({"items": plain(found), "away": away, "appealable": appealable})


class DisputeWithEvidence(Shape):
    """A dispute, with its evidence."""

    case: Dispute
    evidence: shape(Evidence)  # type: ignore[valid-type]


@ROUTES.get("disputes/<number>", "reader", answers=DisputeWithEvidence)
def get_dispute(call: Call) -> Answer:
    """A dispute with its evidence, collected from what the caller sees.

    When: a dispute is to be answered or ruled.

    It goes by the number of the entry that contests. The evidence is the lines of the contested
    steps and who saw them, the clauses with what of the game stands under them, the dice with what
    vouches for them, the postings, and earlier rulings on the same clause.
    """
    with call.lock_combat() as (combat, sight):
        own = cases(call.service, combat, sight)
        case = next((one for one in own if str(one.number) == call.path["number"]), None)
        if case is None:
            legal = legal_values(str(one.number) for one in own)
            raise Problem("not-found", "There is no such dispute.", legal=legal)
        found, ruleset = case_evidence(combat, sight, case), combat.rules.key
    clauses = [case.clause] if case.clause else [one.clause for one in found.clauses]
    earlier = earlier_rulings(call, ruleset, clauses, own)
    others = tuple(one for one in earlier if not (one.here and one.number == case.number))
    return Answer({"case": plain(case), "evidence": plain(found._replace(earlier=others))})


@ROUTES.get("precedents", "reader", query=OnClause, answers=Precedents)
def get_precedents(call: Call) -> Answer:
    """Earlier rulings of this game on a clause, here and at other tables.

    When: a ruling should fit earlier ones.

    Of other tables it is told what was ruled, and when.
    """
    with call.lock_combat() as (combat, sight):
        own, ruleset = cases(call.service, combat, sight), combat.rules.key
    found = earlier_rulings(call, ruleset, [call.query.clause], own)
    return Answer({"items": plain(found)})


def earlier_rulings(
    call: Call, ruleset: str, clauses: Sequence[str], own: Sequence[Case]
) -> tuple[Earlier, ...]:
    """Return earlier rulings on some clauses, with the cases of this combat as the caller sees."""
    tells = call.caller.is_operator
    return precedents(call.service, ruleset, clauses, (call.combat, own), tells=tells)
