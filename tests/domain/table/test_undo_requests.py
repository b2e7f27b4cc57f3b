"""Asking to go back: requests, answers, how often one may ask, and who takes no more of them."""

from __future__ import annotations

from typing import Literal

import pytest

from domain import events as e
from domain.dice.shown_faces import Shown
from domain.log.codec import Entry, Meta
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.roster import Member, Roster
from domain.state.viewer import Viewer
from domain.table.table import Seat, Table, sit
from domain.table.undo_consent import receipt
from domain.table.undo_impact import Company, Crossing, News, accounts, deciders
from domain.table.undo_requests import (
    BACK_OFF,
    PATIENCE,
    Requests,
    Undoing,
    cause_of,
    granted_entry,
)
from tests.support.goldens.play import LABEL
from tests.support.refusals import lacks, legal

ANA, BEN, RITA = Viewer("p1", "player", ("ana",)), Viewer("p2", "player"), Viewer("p4", "referee")


def entries(*events: e.Event, at: int = 0) -> list[Entry]:
    """Entries beside play, numbered from 1."""
    return [Entry(Meta(seq=n, step=n, number=n, at=at), x) for n, x in enumerate(events, start=1)]


def table(*events: e.Event, at: int = 0) -> Undoing:
    """What comes of entries beside play."""
    return sit(Table(), entries(*events, at=at)).undoing


def request(at: int = 0, must: tuple[str, ...] = ("p2", "referee")) -> e.UndoRequested:
    return e.UndoRequested(asker="p1", must=must, until=at + PATIENCE, how="undo", was=20, to=17)


def said(who: str, choice: Literal["agree", "refuse", "withdraw", "block", "allow"]) -> e.Event:
    return e.UndoAnswered(who=who, choice=choice)


def test_a_request_waits_for_everybody_who_must_agree():
    found = table(request(at=5), said("p2", "agree"), at=5).requests.request
    assert found is not None
    assert (found.number, cause_of(found.number), found.agreed) == (1, "request 1", ("p2",))
    assert found.open_slots() == ("referee",)


def test_whose_seat_was_closed_is_asked_no_more_and_the_referee_is_in_his_place():
    gone = Seat("s2", "p2", "player", ("bert",), is_open=False)
    members = {n: Member(n, "combatant", n, "a", "", 1, {}) for n in ("ana", "bert")}
    company = Company((Seat("s1", "p1", "player", ("ana",)), gone), Roster(members=members))
    dodge = e.Answered(who="bert", choice="dodge")
    step = [Entry(Meta(seq=1, step=1, nth=0, number=1, by="p2", at=0), dodge)]
    assert deciders(step, company) == ("referee",)


def test_silence_is_no():
    undoing = table(request())
    assert undoing.waiting(PATIENCE - 1) and undoing.waiting(PATIENCE) is None
    with pytest.raises(Refused, match="nobody asks to go back"):
        undoing.requests.slot_of("to go back", BEN, "", PATIENCE)


def test_only_who_is_asked_answers_and_the_referee_for_another():
    requests = table(request()).requests
    assert requests.slot_of("", BEN, "", 0) == requests.slot_of("", RITA, "p2", 0) == "p2"
    assert requests.slot_of("", RITA, "", 0) == "referee"
    with pytest.raises(Refused, match="p1 is not asked") as refused:
        requests.slot_of("", ANA, "", 0)
    assert (refused.value.pointer, refused.value.legal) == ("", None)
    assert [need.who for need in refused.value.missing] == ["p2", "referee"]
    with pytest.raises(Refused, match="p1 is not asked") as refused:
        requests.slot_of("", RITA, "p1", 0)
    assert (refused.value.pointer, legal(refused.value)) == ("/who", "p2; referee")
    with pytest.raises(Forbidden, match="only the referee"):
        requests.slot_of("", BEN, "referee", 0)


def test_each_refusal_lengthens_the_wait_by_the_square_of_their_number():
    refusals: list[e.Event] = []
    for times, factor in ((1, 1), (2, 4), (3, 9)):
        refusals += [request(), said("p2", "refuse")]
        requests = table(*refusals, at=1000).requests
        with pytest.raises(Refused, match="wait") as refused:
            requests.check_wait("p1", 1000 + BACK_OFF * factor - 1)
        assert refused.value.numbers == {"refused": times, "seconds": 1}
        requests.check_wait("p1", 1000 + BACK_OFF * factor)
        requests.check_wait("p2", 1000)
    agreed = said("p2", "agree"), said("referee", "agree")
    table(*refusals, request(), *agreed, at=1000).requests.check_wait("p1", 1000)


@pytest.mark.parametrize(
    ("ends", "at"),
    [(said("p1", "withdraw"), 1000), (said("p2", "block"), 1000), (request(), PATIENCE + 500)],
)
def test_withdrawing_a_request_blocking_it_and_silence_count_as_a_refusal(ends: e.Event, at: int):
    first, last = entries(request(), ends)
    last = last._replace(meta=last.meta.model_copy(update={"at": at}))
    requests = sit(Table(), [first, last]).undoing.requests._replace(request=None)
    ended = min(at, PATIENCE)
    with pytest.raises(Refused, match="wait") as refused:
        requests.check_wait("p1", ended + BACK_OFF - 1)
    said = refused.value
    assert said.numbers == {"refused": 1, "seconds": 1}
    requests.check_wait("p1", ended + BACK_OFF)


def test_a_request_whose_time_is_over_is_a_refusal_before_anything_else_happens():
    requests = table(request()).requests
    with pytest.raises(Refused, match="wait"):
        requests.check_wait("p1", PATIENCE + BACK_OFF - 1)
    requests.check_wait("p2", PATIENCE)
    requests.check_wait("p1", PATIENCE + BACK_OFF)


def test_who_takes_no_more_requests_is_asked_no_more_until_he_does():
    blocked = table(said("p2", "block"))
    with pytest.raises(Refused, match="no more requests") as refused:
        blocked.check_takers(("p2", "referee"))
    assert lacks(refused.value) == "fact open to undo requests of p2: no = yes"
    blocked.check_takers(("referee",))
    table(said("p2", "block"), said("p2", "allow")).check_takers(("p2",))


def test_the_policy_is_changed_by_a_ruling_and_free_moves_are_counted():
    ruling = e.UndoPolicySet(policy="strict", allowance=2)
    assert table(ruling).policy == "strict"
    undoing = table(ruling, request(must=()))
    assert (undoing.moves_left("p1"), undoing.moves_left("p2")) == (1, 2) and undoing.waiting(
        0
    ) is None


def test_fresh_dice_are_granted_by_the_last_who_agrees_or_at_once_where_nobody_must():
    asks = e.RerollRequested(asker="p1", must=("p2", "referee"), until=PATIENCE, entry=20)
    answers = [e.RerollAnswered(who=who, choice="agree") for who in ("referee", "p2")]
    rerolls, found = Requests[e.RerollRequested](), []
    for entry in entries(asks, said("p2", "agree"), *answers, answers[0]):
        found.append(granted_entry(rerolls, entry))
        rerolls = rerolls.after(entry, e.RerollRequested)
    assert found == [0, 0, 0, 20, 0]
    [alone] = entries(asks.model_copy(update={"must": ()}))
    assert granted_entry(Requests(), alone) == 20


def test_fresh_dice_are_of_dice_cards_and_who_came_in():
    with pytest.raises(ValueError, match="Acted shows neither dice nor cards"):
        Shown().consent(e.Acted(act="#2.1", who="ana", manoeuvre="move"))


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
