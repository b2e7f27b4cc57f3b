"""The table beside the tree: seats are given, changed and taken; commitments bind."""

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from domain import commands as c
from domain import events as e
from domain.log.codec import Entry, Meta
from domain.ruleset.ruleset import Refused
from domain.state.viewer import TABLE, Viewer
from domain.table.table import Seat, Table, commitment_of, sit, talk

ANA = Viewer("p1", "player", ("ana",))


def after(table: Table, command: c.Command, viewer: Viewer = TABLE) -> Table:
    """The table after a command, as the log would have it."""
    event = talk(table, command, viewer)
    return sit(table, [Entry(Meta(seq=1, step=1, number=1, at=0), event)])


def opened(**changes: Any) -> Table:
    return after(Table(), c.SeatOpen(person="p1", role="player", combatants=("ana",)))


def test_a_seat_speaks_for_its_combatants() -> None:
    seat = opened().seats["s1"]
    assert seat == Seat("s1", "p1", "player", ("ana",))
    assert seat.viewer == ANA


def test_a_seat_can_get_another_role_and_other_combatants() -> None:
    table = after(opened(), c.SeatChange(seat="s1", role="spectator"))
    assert table.seats["s1"].viewer == Viewer("p1", "spectator", ())


def test_renewing_a_seat_changes_nothing_but_its_secret() -> None:
    event = talk(opened(), c.SeatRenew(seat="s1"), TABLE)
    assert event == e.SeatChanged(seat="s1", role="player", combatants=("ana",), renewed=True)
    assert after(opened(), c.SeatRenew(seat="s1")) == opened()


def test_what_a_seat_played_is_known_for_every_entry() -> None:
    given = [
        e.SeatOpened(seat="s1", person="p1", role="player", combatants=("ana",)),
        e.SeatOpened(seat="s2", person="p2", role="spectator"),
        e.SeatChanged(seat="s1", role="player", combatants=("ana", "bo")),
    ]
    seqs = (3, 4, 40)
    metas = [Meta(seq=seq, step=seq, number=seq, at=0) for seq in seqs]
    table = sit(Table(), map(Entry, metas, given))
    then = [table.seat_then("p1", seq) for seq in (2, 3, 39, 40, 99)]
    played = [seat.combatants if seat else None for seat in then]
    assert played == [None, ("ana",), ("ana",), ("ana", "bo"), ("ana", "bo")]
    assert table.seat_then("p3", 99) is None


def test_a_closed_seat_stays_closed_and_cannot_be_changed() -> None:
    table = after(opened(), c.SeatClose(seat="s1"))
    assert not table.seats["s1"].is_open
    with pytest.raises(Refused, match="no open seat 's1'") as refused:
        talk(table, c.SeatChange(seat="s1", role="player"), TABLE)
    assert refused.value.pointer == "/seat"


def test_a_commitment_is_opened_only_with_what_was_committed() -> None:
    bound = commitment_of("oath", "seven swans")
    table = after(Table(), c.Commit(what="oath", commitment=bound), ANA)
    with pytest.raises(Refused, match="not what was committed"):
        talk(table, c.Reveal(what="oath", value="eight swans"), ANA)
    shown = after(table, c.Reveal(what="oath", value="seven swans"), ANA)
    assert list(shown.revealed.values()) == ["p1 oath"]


def test_a_bookmark_is_for_an_entry() -> None:
    words = e.TextRef(id="t1", digest="0" * 64)
    with pytest.raises(Refused, match="say which entry the bookmark is for") as refused:
        talk(Table(), c.Note(note=words, bookmark=True), ANA)
    assert refused.value.pointer == "/about"
    noted = talk(Table(), c.Note(note=words, about=4, bookmark=True), ANA)
    assert noted == e.Noted(about=4, text=words, bookmark=True)
    fits = Draft202012Validator(c.Note.model_json_schema()).is_valid
    said: tuple[dict[str, Any], ...] = (
        {"bookmark": True},
        {"bookmark": True, "about": None},
        {"about": None},
        {},
    )
    assert [fits({"note": "here", **each}) for each in said] == [False, False, True, True]
    assert fits({"note": "here", "bookmark": True, "about": "4"})


def test_nobody_commits_twice_to_the_same_thing_or_reveals_what_he_never_committed() -> None:
    table = after(Table(), c.Commit(what="oath", commitment="0" * 64), ANA)
    with pytest.raises(Refused, match="committed already"):
        talk(table, c.Commit(what="oath", commitment="1" * 64), ANA)
    with pytest.raises(Refused, match="nothing called 'pepper'"):
        talk(table, c.Reveal(what="pepper", value="x"), ANA)


def test_words_are_entered_as_a_reference_alone() -> None:
    text = e.TextRef(id="t1", digest="0" * 64)
    assert talk(Table(), c.Note(note=text, about=3), ANA) == e.Noted(about=3, text=text)


def test_events_of_unknown_seats_change_nothing() -> None:
    metas = Meta(seq=1, step=1, number=1, at=0)
    strangers = [
        e.SeatChanged(seat="s9", role="player"),
        e.SeatClosed(seat="s9"),
        e.Noted(text=e.TextRef(id="t1", digest="")),
    ]
    assert sit(Table(), [Entry(metas, event) for event in strangers]) == Table()


def test_nothing_is_revealed_twice() -> None:
    bound = commitment_of("oath", "seven swans")
    table = after(Table(), c.Commit(what="oath", commitment=bound), ANA)
    table = after(table, c.Reveal(what="oath", value="seven swans"), ANA)
    with pytest.raises(Refused, match="revealed already"):
        talk(table, c.Reveal(what="oath", value="seven swans"), ANA)


def test_play_is_no_business_of_the_table() -> None:
    play = Entry(Meta(seq=1, step=1, number=1, at=0, parent=0), e.CombatEnded())
    assert sit(Table(), [play]) == Table()
