"""The clock, held against a stack of plain lists."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain.state.combat import EMPTY, evolve
from domain.state.course.clock import Clock
from tests.support.logs.any_event import IDS

whom = st.lists(IDS, max_size=2, unique=True).map(tuple)
phases = st.sampled_from(["move", "shoot"])
ticks = st.lists(
    st.one_of(
        st.builds(e.RoundBegan, n=st.integers(1, 3)),
        st.builds(e.RoundEnded, n=st.integers(1, 3)),
        st.builds(e.TurnBegan, who=whom, resumes=st.booleans()),
        st.builds(e.TurnEnded, who=whom, held=st.booleans()),
        st.builds(e.TurnBegan, who=whom, extra=st.booleans()),
        st.builds(e.TurnEnded, who=whom, held=st.booleans()),
        st.builds(e.PhaseBegan, phase=phases),
        st.builds(e.PhaseEnded, phase=phases),
    ),
    max_size=40,
)


def after(events: list[Any]) -> Clock:
    combat = EMPTY
    for event in events:
        combat = evolve(combat, event)
    return combat.clock


class Open(NamedTuple):
    """A stretch that is open."""

    kind: str
    name: str
    who: tuple[str, ...]
    done: list[str]
    held: list[str]
    extra: bool = False


def walked(events: list[Any]) -> list[Open]:
    """The open stretches, outermost first."""
    stack: list[Open] = []
    for event in events:
        match event:
            case e.RoundBegan(n=n) | e.RoundEnded(n=n):
                kind, name, who = "round", str(n), ()
            case e.PhaseBegan(phase=phase) | e.PhaseEnded(phase=phase):
                kind, name, who = "phase", phase, ()
            case _:
                kind, name, who = "turn", "turn", event.who
        if isinstance(event, e.TurnBegan) and event.resumes and stack:
            not_over(stack[-1], who)
        if isinstance(event, e.RoundBegan | e.TurnBegan | e.PhaseBegan):
            stack.append(Open(kind, name, who, [], [], getattr(event, "extra", False)))
        elif stack and stack[-1].kind == kind:
            over = stack.pop()
            if stack and not over.extra:
                ended(stack[-1], who if kind == "turn" else (name,), getattr(event, "held", False))
    return stack


def not_over(outer: Open, who: tuple[str, ...]) -> None:
    """A turn that was over goes on: what followed was taken back."""
    if not set(who) & set(outer.held) and set(who) <= set(outer.done):
        for each in who:
            outer.done.reverse()
            outer.done.remove(each)
            outer.done.reverse()


def ended(outer: Open, inner: tuple[str, ...], held: bool) -> None:
    """What the stretch around another remembers of it."""
    outer.held[:] = [who for who in outer.held if who not in inner]
    (outer.held if held else outer.done).extend(inner)


@given(ticks)
def test_stretches_open_and_close_like_brackets(events):
    open_now = [
        (s.kind, s.name, s.who, list(s.done), list(s.held), s.extra) for s in after(events).path
    ]
    assert open_now == [tuple(stretch) for stretch in walked(events)]


@given(ticks)
def test_rounds_are_counted_as_they_begin(events):
    assert after(events).rounds == sum(isinstance(event, e.RoundBegan) for event in events)


@given(ticks)
def test_whose_turn_it_is_is_told_by_the_innermost_turn(events):
    turns = [stretch.who for stretch in walked(events) if stretch.kind == "turn"]
    assert after(events).actors == (turns[-1] if turns else ())


@given(ticks)
def test_the_clock_is_the_same_whatever_else_happens_in_between(events):
    noise = e.PoolChanged(subject="ana", pool="ap", delta=1, balance=1, how="fill")
    mixed = [x for event in events for x in (noise, event)]
    assert after(mixed) == after(events)


ROUND = e.RoundBegan(n=1)
ANA = e.TurnBegan(who=("ana",))


def test_a_turn_that_is_over_is_done_in_its_round():
    clock = after([ROUND, ANA, e.TurnEnded(who=("ana",))])
    assert (clock.path[-1].done, clock.path[-1].held) == (("ana",), ())


def test_a_held_turn_is_not_done_until_it_was_resumed_and_ended():
    held = [ROUND, ANA, e.TurnEnded(who=("ana",), held=True)]
    assert (after(held).path[-1].done, after(held).path[-1].held) == ((), ("ana",))
    over = [*held, e.TurnBegan(who=("ana",), resumes=True), e.TurnEnded(who=("ana",))]
    assert (after(over).path[-1].done, after(over).path[-1].held) == (("ana",), ())


def test_an_extra_turn_uses_up_none_that_is_to_come():
    extra = e.TurnBegan(who=("ana",), extra=True)
    assert after([ROUND, extra, e.TurnEnded(who=("ana",))]).path[-1].done == ()
    assert after([ROUND, extra]).actors == ("ana",)


def test_a_turn_held_twice_is_held_once():
    hold = [ANA, e.TurnEnded(who=("ana",), held=True)]
    assert after([ROUND, *hold, *hold]).path[-1].held == ("ana",)


def test_a_stretch_that_is_not_the_innermost_does_not_end():
    clock = after([ROUND, ANA, e.RoundEnded(n=1)])
    assert [span.kind for span in clock.path] == ["round", "turn"]


def test_where_nothing_is_open_nothing_ends():
    assert after([e.RoundEnded(n=1), e.TurnEnded(who=("ana",)), e.PhaseEnded(phase="x")]) == Clock()


def test_phases_nest_and_each_remembers_what_was_done_in_it():
    nested = [e.PhaseBegan(phase="magic"), e.PhaseBegan(phase="cast"), e.PhaseEnded(phase="cast")]
    clock = after([ROUND, ANA, *nested])
    assert [span.name for span in clock.path] == ["1", "turn", "magic"]
    assert clock.span("phase") == clock.path[-1]
    assert clock.path[-1].done == ("cast",)
    assert clock.actors == ("ana",)


def test_an_order_stands_until_it_is_set_anew_for_its_scope():
    first = e.OrderSet(
        scope="round", order=(("bert",), ("ana", "cleo")), scores={"bert": 9}, why="speed"
    )
    clock = after([first, e.OrderSet(scope="other", order=())])
    assert clock.order("round") == ("bert", "ana", "cleo")
    assert (clock.orders["round"].scores, clock.orders["round"].why) == ({"bert": 9}, "speed")
    assert clock.order("other") == clock.order("never") == ()
    assert after([first, e.OrderSet(scope="round", order=(("ana",),))]).order("round") == ("ana",)
