"""Asking to go back: requests, answers, how often one may ask, and who takes no more of them."""

from __future__ import annotations

import pytest

from domain import events as e
from domain.facets.roster import Member, Roster
from domain.learned import Company, Crossing, News, accounts, deciders
from domain.receipt import receipt
from domain.ruleset import Forbidden, Refused
from domain.seats import Viewer
from domain.table import Seat, Table, sit
from domain.undoing import BACK_OFF, PATIENCE, POLICY, Undoing, asked, may_ask, slot_of, taken_by
from domain.wire import Entry, Meta
from tests.domain.golden_play import LABEL

ANA, BEN, RITA = Viewer("p1", "player", ("ana",)), Viewer("p2", "player"), Viewer("p4", "referee")


def table(*events: e.Event, answers: str = "#9.1", at: int = 0) -> Undoing:
    """What comes of entries beside play, each answering the same frame."""
    entries = (
        Entry(Meta(seq=n, step=n, number=n, at=at, answers=(answers, "x")), event)
        for n, event in enumerate(events, start=1)
    )
    return sit(Table(), entries).undoing


def request(at: int = 0, question: str = "#9.1") -> e.Asked:
    return asked(question, ANA, ("p2", "referee"), (20, 17), "undo", at)


def said(who: str, choice: str) -> e.Answered:
    return e.Answered(who=who, choice=choice)


def test_a_request_names_its_path_and_waits_for_everybody_who_must_agree():
    found = table(request(at=5), said("p2", "agree")).request
    assert found is not None
    assert (found.asker, found.was, found.to, found.how) == ("p1", 20, 17, "undo")
    assert (found.until, found.open_slots()) == (5 + PATIENCE, ("referee",))


def test_whose_seat_was_closed_is_asked_no_more_and_the_referee_is_in_his_place():
    gone = Seat("s2", "p2", "player", ("bert",), is_open=False)
    members = {n: Member(n, "combatant", n, "a", "", 1, {}) for n in ("ana", "bert")}
    company = Company((Seat("s1", "p1", "player", ("ana",)), gone), Roster(members=members))
    step = [Entry(Meta(seq=1, step=1, nth=0, number=1, by="p2", at=0), said("bert", "dodge"))]
    assert deciders(step, company) == ("referee",)


def test_silence_is_no():
    undoing = table(request())
    assert undoing.waiting(PATIENCE - 1) and undoing.waiting(PATIENCE) is None
    with pytest.raises(Refused, match="nobody asks"):
        slot_of(undoing, BEN, "", PATIENCE)


def test_only_who_is_asked_answers_and_the_referee_for_another():
    undoing = table(request())
    assert slot_of(undoing, BEN, "", 0)[1] == "p2"
    assert slot_of(undoing, RITA, "p2", 0)[1] == "p2" and slot_of(undoing, RITA, "", 0)[1]
    with pytest.raises(Refused, match="is not asked"):
        slot_of(undoing, ANA, "", 0)
    with pytest.raises(Forbidden, match="only the referee"):
        slot_of(undoing, BEN, "referee", 0)


def test_each_refusal_lengthens_the_wait_by_the_square_of_their_number():
    refusals: list[e.Event] = []
    for times, factor in ((1, 1), (2, 4), (3, 9)):
        refusals += [request(), e.Closed(frame="#9.1", how="refused")]
        undoing = table(*refusals, at=1000)
        with pytest.raises(Refused, match="wait") as refused:
            may_ask(undoing, ANA, 1000 + BACK_OFF * factor - 1)
        assert refused.value.numbers == {"refused": times, "seconds": 1}
        may_ask(undoing, ANA, 1000 + BACK_OFF * factor)
        may_ask(undoing, BEN, 1000)
    may_ask(table(*refusals, request(), e.Closed(frame="#9.1", how="agreed"), at=1000), ANA, 1000)


@pytest.mark.parametrize(("how", "ended"), [("withdrawn", 1000), ("expired", PATIENCE)])
def test_withdrawing_a_request_and_silence_count_as_a_refusal(how: str, ended: int):
    recorded = ended + 500 * (how == "expired")
    undoing = table(request(), e.Closed(frame="#9.1", how=how), at=recorded)
    assert undoing.request is None
    with pytest.raises(Refused, match="wait") as refused:
        may_ask(undoing, ANA, ended + BACK_OFF - 1)
    assert refused.value.numbers == {"refused": 1, "seconds": 1}
    may_ask(undoing, ANA, ended + BACK_OFF)


def test_a_request_whose_time_is_over_is_a_refusal_before_anybody_records_it():
    undoing = table(request())
    with pytest.raises(Refused, match="wait"):
        may_ask(undoing, ANA, PATIENCE + BACK_OFF - 1)
    may_ask(undoing, BEN, PATIENCE)
    may_ask(undoing, ANA, PATIENCE + BACK_OFF)


def test_who_takes_no_more_requests_is_asked_no_more_until_he_does():
    blocked = table(said("p2", "block"))
    with pytest.raises(Refused, match="no more requests") as refused:
        taken_by(blocked, ("p2", "referee"))
    assert refused.value.numbers == {"who": "p2"}
    taken_by(blocked, ("referee",))
    taken_by(table(said("p2", "block"), said("p2", "allow")), ("p2",))


def test_the_policy_is_changed_by_a_ruling_and_free_moves_are_counted():
    ruling = e.Answered(who="referee", choice="strict", params={"allowance": 2})
    assert table(ruling, answers=POLICY).policy == "strict"
    used = [request(), e.Closed(frame="#9.1", how="allowed")]
    entries = [Entry(Meta(seq=1, step=1, number=1, at=0, answers=(POLICY, "referee")), ruling)]
    entries += [Entry(Meta(seq=2, step=2, number=2, at=0), event) for event in used]
    undoing = sit(Table(), entries).undoing
    assert (undoing.left("p1"), undoing.left("p2")) == (1, 2)


# --- what was learned ----------------------------------------------------------------------


def _member(who: str) -> Member:
    return Member(who, "combatant", who, "", "", 1, {})


ALONE = Company((), Roster(members={"ana": _member("ana")}))
"""The referee, who plays Ana himself."""


def rolled(*faces: int, source: str = "might") -> e.DiceRolled:
    return e.DiceRolled(
        who="ana",
        purpose="strike",
        sort="attempt",
        sides=20,
        faces=faces,
        kept=faces,
        total=9,
        modifiers=(e.Modifier(source=source, value=1),),
        provenance="service",
        label=LABEL,
    )


def played(event: e.Event, answers: tuple[str, str] | None = None) -> Entry:
    return Entry(Meta(seq=4, step=2, number=4, parent=3, at=0, answers=answers), event)


@pytest.mark.parametrize(
    ("event", "decided", "dice"),
    [(rolled(17, 4), 0, 2), (rolled(17, source="risk"), 1, 1), (rolled(), 1, 0)],
)
def test_dice_are_learned_and_only_the_risk_is_a_decision(event: e.Event, decided: int, dice: int):
    found = receipt(Crossing([played(event, ("#2.1", "ana"))]), ALONE, "p1", "consent")
    assert (found.cost.decisions, found.cost.dice) == (decided, dice)


@pytest.mark.parametrize(("asked_for", "decided"), [(("#2.1", "ana"), 0), (None, 1)])
def test_a_card_is_learned_and_drawing_one_that_was_asked_for_is_no_decision(
    asked_for: tuple[str, str] | None, decided: int
):
    card = e.CardDrawn(who="ana", purpose="luck", deck="fate", card="Fool", provenance="service")
    found = receipt(Crossing([played(card, asked_for)]), ALONE, "p1", "consent")
    assert (found.cost.decisions, found.cost.dice, found.cost.learned) == (decided, 1, 1)
    assert found.people[0].learned == (News("card", 4, "ana"),)


@pytest.mark.parametrize(
    "said", [e.Revealed(who="p1", what="salt", value="y"), e.SeatClosed(seat="s1")]
)
def test_a_salt_that_is_shown_is_no_news_nor_is_talk(said: e.Event):
    beside = Entry(Meta(seq=5, step=3, number=5, at=0), said)
    left = played(e.Acted(act="#2.1", who="ana", manoeuvre="move"))
    found = accounts(Crossing([left], beside=[beside]), ALONE)
    assert [one.learned for one in found] == [()]


def test_what_was_revealed_beside_play_is_learned_by_all_but_its_owner():
    shown = Entry(Meta(seq=5, step=3, number=5, at=0), e.Revealed(who="p1", what="x", value="y"))
    seats = tuple(Seat(p, p, "player", (who,)) for p, who in (("p1", "ana"), ("p2", "bert")))
    roster = Roster(members={who: _member(who) for who in ("ana", "bert")})
    left = played(e.Acted(act="#2.1", who="ana", manoeuvre="move"))
    found = accounts(Crossing([left], beside=[shown]), Company(seats, roster))
    reveal = News("reveal", 5, "x", of=("p1",))
    assert [(one.who, one.learned) for one in found] == [("p1", ()), ("p2", (reveal,))]
