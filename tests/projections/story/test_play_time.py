"""Play time: the time between the entries of a turn, without the breaks between evenings."""

from __future__ import annotations

from domain import events as e
from domain.log.codec import Entry, Meta
from domain.state.viewer import PUBLIC
from projections.story.play_time import BREAK, TurnTime, played_seconds, step_times, turn_times
from projections.visibility.visible_log import SeenEntry
from tests.support.logs.whole_logs import seen_entries

NAMES = {"ana": "Ana", "bert": "Bert"}


def played(*timed: tuple[int, e.Event]) -> list[SeenEntry]:
    """Entries at those seconds, one below the other."""
    log = [
        Entry(Meta(seq=n, step=n, nth=0, number=n, parent=n - 1, at=1000 * at, id=f"c{n}"), event)
        for n, (at, event) in enumerate(timed, start=1)
    ]
    return seen_entries(log, PUBLIC)


def begins(who: str) -> e.Event:
    return e.TurnBegan(who=(who,))


def ends(who: str) -> e.Event:
    return e.TurnEnded(who=(who,))


def test_a_turn_takes_from_its_first_entry_to_its_last():
    told = played(
        (0, e.RoundBegan(n=1)),
        (5, begins("ana")),
        (95, ends("ana")),
        (100, begins("bert")),
        (470, ends("bert")),
    )
    assert list(turn_times(told, NAMES, step_times(told))) == [
        TurnTime("2", "Ana", 1, 90),
        TurnTime("4", "Bert", 1, 370),
    ]
    assert played_seconds(told, step_times(told)) == 470


def test_a_turn_that_was_held_and_resumed_is_one():
    told = played(
        (0, begins("ana")),
        (20, e.TurnEnded(who=("ana",), held=True)),
        (20, begins("bert")),
        (50, ends("bert")),
        (50, e.TurnBegan(who=("ana",), resumes=True)),
        (150, ends("ana")),
    )
    assert list(turn_times(told, NAMES, step_times(told))) == [
        TurnTime("1", "Ana", 0, 120),
        TurnTime("3", "Bert", 0, 30),
    ]


def test_a_week_between_two_evenings_is_nobodys_turn():
    week = 7 * 24 * 3600
    told = played(
        (0, e.RoundBegan(n=3)),
        (0, begins("ana")),
        (30, e.Moved(subject="ana", place="ford")),
        (week, e.Moved(subject="ana", place="bank")),
        (week + 20, ends("ana")),
    )
    assert list(turn_times(told, NAMES, step_times(told))) == [TurnTime("2", "Ana", 3, 50)]
    assert played_seconds(told, step_times(told)) == 50


def test_just_under_a_break_counts_and_a_turn_that_goes_on_as_well():
    told = played((0, begins("ana")), (BREAK - 1, e.Moved(subject="ana", place="ford")))
    assert [turn.seconds for turn in turn_times(told, NAMES, step_times(told))] == [BREAK - 1]


def test_what_a_correction_decided_again_took_as_long_as_when_it_was_played():
    told = played((0, begins("ana")), (50, ends("ana")))
    again = [
        replace_meta(seen, step=n, origin=n - 2, at=900_000) for n, seen in enumerate(told, start=3)
    ]
    whole = step_times([*told, *again])
    assert [turn.seconds for turn in turn_times(again, NAMES, whole)] == [50]


def replace_meta(seen: SeenEntry, **said: int) -> SeenEntry:
    """An entry with something else in its envelope."""
    meta = seen.entry.meta.model_copy(update=said)
    return seen._replace(entry=seen.entry._replace(meta=meta))
