"""Where things are, held against plain lists: one place each, in order."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from domain.events import CardDrawn, Moved
from domain.state.combat import EMPTY, evolve
from domain.state.places import Places, card_name, drawn_pile
from tests.support.logs.any_event import IDS

SPOTS = ("", "ford", "bank", "drawn fate")
moves = st.lists(
    st.builds(
        Moved,
        subject=IDS | st.just("drawn fate: Queen#0"),
        place=st.sampled_from(SPOTS),
        index=st.none() | st.integers(-4, 4),
    )
    | st.builds(
        CardDrawn,
        who=IDS,
        purpose=st.just("fate"),
        deck=st.just("fate"),
        card=st.sampled_from(["Queen", "King"]),
        copy_no=st.integers(0, 1),
        provenance=st.just("service"),
    ),
    max_size=30,
)


def after(events) -> Places:
    combat = EMPTY
    for event in events:
        combat = evolve(combat, event)
    return combat.places


def walked(events) -> dict[str, list[str]]:
    """The same, with lists that are changed in place."""
    lists: dict[str, list[str]] = {spot: [] for spot in SPOTS}
    for event in events:
        drawn = isinstance(event, CardDrawn)
        who = f"drawn fate: {event.card}#{event.copy_no}" if drawn else event.subject
        for spot in lists.values():
            if who in spot:
                spot.remove(who)
        there = lists["drawn fate" if drawn else event.place]
        there.insert(len(there) if drawn or event.index is None else event.index, who)
    return lists


@given(moves)
def test_every_place_holds_who_was_moved_there_in_order(events):
    places, lists = after(events), walked(events)
    assert {spot: list(places.who(spot)) for spot in SPOTS} == lists


@given(moves)
def test_every_subject_is_in_exactly_one_place(events):
    places = after(events)
    held = Counter(who for spot in places.holds.values() for who in spot)
    assert held == Counter(places.at.keys())
    assert all(who in places.who(places.of(who)) for who in places.at)


@given(moves)
def test_no_place_is_remembered_that_holds_nobody(events):
    assert all(after(events).holds.values())


def test_who_was_never_put_anywhere_is_nowhere():
    assert after([]).of("ana") == ""
    assert after([]).who("ford") == ()


def test_a_move_within_a_place_changes_the_order_alone():
    events = [Moved(subject=who, place="ford") for who in ("ana", "bert", "cleo")]
    places = after([*events, Moved(subject="cleo", place="ford", index=0)])
    assert places.who("ford") == ("cleo", "ana", "bert")
    assert after([*events, Moved(subject="ana", place="ford")]).who("ford")[-1] == "ana"


def test_where_a_move_says_somebody_was_does_not_matter():
    events = [Moved(subject="ana", place="ford"), Moved(subject="ana", was="moon", place="bank")]
    places = after(events)
    assert (places.who("ford"), places.who("bank"), places.who("moon")) == ((), ("ana",), ())


def test_a_drawn_card_lies_on_the_pile_of_its_deck_until_it_is_put_back():
    drawn = CardDrawn(
        who="ana", purpose="p", deck="fate", card="Queen", copy_no=1, provenance="typed"
    )
    queen = "drawn fate: Queen#1"
    assert after([drawn]).who(drawn_pile("fate")) == (queen,)
    assert after([drawn]).cards_drawn("fate") == (card_name("Queen", 1),)
    assert after([drawn, Moved(subject=queen, place="")]).who(drawn_pile("fate")) == ()


def test_the_same_card_of_another_deck_or_shuffle_is_another_card():
    queens = [
        CardDrawn(
            who="ana", purpose="p", deck=deck, card="Queen", shuffle=nth, provenance="service"
        )
        for deck, nth in (("fate", 0), ("fate", 1), ("luck", 0))
    ]
    places = after(queens)
    piles = [places.cards_drawn(queen.deck, queen.shuffle) for queen in queens]
    assert piles == [("Queen#0",)] * 3
