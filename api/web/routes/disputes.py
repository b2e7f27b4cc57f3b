"""Disputes: the docket, the evidence in a case, and earlier rulings."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from api.handlers.absent_players import is_away
from api.handlers.dispute_procedure import may_be_appealed
from api.read.disputes import OwnRulings, case_evidence, cases, own_rulings, precedents
from api.web.problems import Problem, legal_values
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.json_schema import EntryNumber, plain, shape
from api.web.schemas.request_bodies import AnyRemedy
from api.web.schemas.response_bodies import Listing, Shape
from api.web.validation import At, Paged, page_of
from projections.disputes.dispute_evidence import Earlier, Evidence
from projections.disputes.dispute_list import Case, Decision

ROUTES = Routes("disputes")


class Which(At, Paged):
    """Which page of the disputes."""


class OnClause(At, Paged):
    """On which clause."""

    example = "clause=3.3"
    clause: str = Field(min_length=1, max_length=200)


class Ruling(shape(Decision)):  # type: ignore[misc]
    """A ruling: by the referee or a vote, which remedy and under which clause, with its reason.

    `stands`: an appeal was heard, and what was ruled before stays as it is.
    """

    remedy: AnyRemedy


class Dispute(shape(Case)):  # type: ignore[misc]
    """A dispute: what is contested, what is claimed, who said what, and how it was ruled."""

    claim: AnyRemedy | None
    rulings: list[Ruling]


class Docket(Listing):
    """Every dispute of a combat, in the order in which they came.

    For those parties who are `away`, whom only the referee sees, the referee may appeal;
    `appealable` are the disputes in which somebody is left who could hear an appeal.
    """

    items: list[Dispute]
    away: list[str] = []
    appealable: list[EntryNumber] = []


class Precedents(Listing):
    """Earlier rulings, the latest first."""

    items: list[shape(Earlier)]  # type: ignore[valid-type]


@ROUTES.get("disputes", "reader", query=Which, answers=Docket)
def get_disputes(call: Call) -> Answer:
    """Every dispute: what is contested, who said what to it, and what was ruled.

    When: somebody contests what happened.

    Something is contested by the command `contest` and answered by `answer-dispute`; the referee
    rules by `rule-dispute`, which carries the remedy out at once.
    """
    with call.lock_combat() as (combat, sight):
        found = cases(call.service, combat, sight)
        mine = found if call.caller.viewer.is_referee else []
        parties = dict.fromkeys(who for one in mine for who in one.parties)
        away = [who for who in parties if is_away(combat, call.service.presence, who)]
        appealable = [
            str(one.number) for one in combat.table.disputes if may_be_appealed(combat, one)
        ]
    items, cursor = page_of(call.query, found)
    rest = {"next": cursor, "away": away, "appealable": appealable}
    return Answer({"items": plain(items), **rest})


class DisputeWithEvidence(Shape):
    """A dispute, with its evidence."""

    case: Dispute
    evidence: shape(Evidence)  # type: ignore[valid-type]


class AtDispute(At):
    """When: after it was contested."""

    example = "at=31"


@ROUTES.get("disputes/<number>", "reader", query=AtDispute, answers=DisputeWithEvidence)
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
        found, rulings = case_evidence(combat, sight, case), own_rulings(combat, own)
    clauses = [case.clause] if case.clause else [one.clause for one in found.clauses]
    earlier = earlier_rulings(call, rulings, clauses)
    others = tuple(one for one in earlier if not (one.here and one.number == case.number))
    return Answer({"case": plain(case), "evidence": plain(found._replace(earlier=others))})


@ROUTES.get("precedents", "reader", query=OnClause, answers=Precedents)
def get_precedents(call: Call) -> Answer:
    """Earlier rulings of this game on a clause, here and at other tables.

    When: a ruling should fit earlier ones.

    Of other tables it is told what was ruled, and when.
    """
    with call.lock_combat() as (combat, sight):
        own = own_rulings(combat, cases(call.service, combat, sight))
    found = earlier_rulings(call, own, [call.query.clause])
    items, cursor = page_of(call.query, found)
    return Answer({"items": plain(items), "next": cursor})


def earlier_rulings(call: Call, own: OwnRulings, clauses: Sequence[str]) -> tuple[Earlier, ...]:
    """Return earlier rulings on some clauses, as far as the caller is told of them."""
    return precedents(call.service, own, clauses, tells=call.caller.is_operator)
