"""The tree of branches, and the landmarks and courses that a replay shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.log.codec import Entry, Meta
from domain.log.undo_tree import Line
from domain.ruleset.ruleset import ConditionKind, Pool
from projections.changes.branches import Stretch, branches
from projections.story.landmarks import by_round, course_words, courses, landmarks
from projections.visibility.visible_log import SeenEntry
from tests.support.logs.recorded_playouts import RULES

GAME = replace(
    RULES,
    pools=(Pool("ap", "action points", "P1", scale=2), Pool("hp", "health", "P2")),
    conditions=(ConditionKind("hurt", "hurt", "C1"), ConditionKind("tally", "t", "", quiet=True)),
)


def every(row: tuple[Stretch, ...]) -> Iterator[Stretch]:
    """All stretches of a tree."""
    for stretch in row:
        yield stretch
        for side in stretch.sides:
            yield from every(side)


def test_what_was_undone_hangs_where_play_went_another_way():
    line = Line()
    for _ in range(3):
        line.play(2)
    line.rewind(1)
    line.play(1)
    first, second = branches(line)
    assert (first.first, first.last, first.steps, first.standing) == (1, 2, 1, True)
    [[undone]] = first.sides
    assert (undone.first, undone.last, undone.steps, undone.standing) == (3, 6, 2, False)
    assert (second.first, second.last, second.head, second.sides) == (8, 8, True, ())


def test_everything_undone_hangs_below_the_beginning():
    line = Line()
    line.play(1)
    line.rewind(0)
    [root] = branches(line)
    assert (root.steps, root.head) == (0, True)
    assert [[one.first for one in side] for side in root.sides] == [[1]]
    assert branches(Line()) == ()


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 50)), max_size=60))
@settings(deadline=None)
def test_every_step_of_play_is_in_the_tree_once(moves: list[tuple[bool, int]]):
    line = Line()
    for plays, pick in moves:
        nodes = [0, *(n for n in range(1, line.steps + 1) if line.is_play(n))]
        if plays:
            line.play(1 + pick % 3)
        else:
            line.rewind(nodes[pick % len(nodes)])
    played = [n for n in range(1, line.steps + 1) if line.is_play(n)]
    found = [one for one in every(branches(line)) if one.steps]
    assert sum(one.steps for one in found) == len(played)
    steps = [line.step_of(seq) for one in found for seq in (one.first, one.last)]
    assert all(line.is_play(step) for step in steps)
    heads = [one for one in every(branches(line)) if one.head]
    assert len(heads) == (1 if played else 0)


def told_of(*events: tuple[str, e.Event]) -> list[SeenEntry]:
    """Entries of play, each in the course of something."""
    return [
        SeenEntry(
            f"{n}",
            f"{n - 1}",
            Entry(Meta(seq=n, step=n, number=n, parent=n - 1, at=0, cause=cause), event),
        )
        for n, (cause, event) in enumerate(events, 1)
    ]


def posted(who: str, pool: str, balance: int, how: str = "fill") -> e.Event:
    said = {"subject": who, "pool": pool, "delta": 0, "balance": balance, "how": how}
    return e.PoolChanged.model_validate(said)


def began(id: str, who: str, name: str) -> e.Event:
    return e.ConditionBegan(id=id, subject=who, name=name)


LOG = told_of(
    ("", e.RoundBegan(n=1)),
    ("", posted("ann", "ap", 6)),
    ("", posted("bo", "hp", 5)),
    ("", e.TurnBegan(who=("ann",), why="chose")),
    ("", e.Acted(act="a1", who="ann", manoeuvre="strike", targets=("bo",))),
    ("a1", posted("ann", "ap", 3, "pay")),
    ("a1", posted("bo", "hp", 2, "lose")),
    ("a1", began("k1", "bo", "hurt")),
    ("a1", began("k2", "ann", "hurt")),
    ("a1", began("k3", "bo", "tally")),
    ("", posted("bo", "hp", 1, "lose")),
    ("", e.RoundBegan(n=2)),
    ("", posted("ann", "ap", 6)),
)


def test_landmarks_are_turns_and_the_harm_that_acts_do_to_others():
    found = [(m.number, m.kind, m.says) for m in landmarks(LOG, GAME, str)]
    assert found == [("4", "turn", "Ann"), ("7", "wound", "Bo, HP"), ("8", "wound", "Bo, hurt")]


def test_courses_follow_every_pool_and_count_the_harm():
    marks = landmarks(LOG, GAME, str)
    ap, hp, harm = courses(LOG, set(range(1, 14)), marks, GAME, str)
    assert (ap.says, ap.rounds, ap.last) == ("AP", (1, 12), 13)
    assert ap.curves[0].points == ((2, 6), (6, 3), (13, 6))
    assert course_words(ap, GAME) == "Ann: 3 at first, 1 1/2 to 3, 3 in the end"
    assert by_round(ap, GAME) == (("Ann", "1 1/2", "3"),)
    assert by_round(hp, GAME) == (("Bo", "1", "1"),)
    assert harm.curves[0].points == ((1, 0), (7, 1), (8, 2))


def test_what_was_undone_is_in_no_course():
    marks = landmarks(LOG, GAME, str)
    found = courses(LOG, set(range(1, 7)), marks, GAME, str)
    assert [course.key for course in found] == ["ap"]
