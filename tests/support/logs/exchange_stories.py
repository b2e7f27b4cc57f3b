"""Stories of acts, questions and answers, at random."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from domain import events as e
from domain.state.combat import EMPTY, evolve
from domain.state.exchange import Exchange
from domain.state.fold import Answers
from tests.support.logs.any_event import IDS, made

Said = tuple[Any, Answers]

ACTS = st.sampled_from(["a1", "a2", "a3"])
QUESTIONS = st.sampled_from(["q1", "q2"])
SLOT_IDS = st.sampled_from(["s1", "s2"])
MANOEUVRES = st.sampled_from(["strike", "parry"])
deed: dict[str, Any] = {"act": ACTS, "who": IDS, "manoeuvre": MANOEUVRES, "on": ACTS | st.just("")}
dice: dict[str, Any] = {
    "who": st.just("ana"),
    "key": st.sampled_from(["open", "hidden"]),
    "label": st.builds(
        e.DieLabel,
        round=st.just(1),
        roller=st.integers(0, 1),
        sort=st.just("x"),
        r=st.just(0),
        reroll=st.integers(0, 1),
    ),
    "sort": st.sampled_from(["attempt", "loose"]),
    "own_r": st.just(0),
}
rolled = made(e.DiceRolled, **dice).filter(lambda roll: roll.own != roll.key)
slots = st.lists(
    st.builds(
        e.Slot, id=SLOT_IDS, who=IDS, rank=st.integers(0, 1), barred=st.sampled_from(["", "used"])
    ),
    max_size=2,
    unique_by=lambda slot: slot.id,
).map(tuple)
asked = made(e.Asked, question=QUESTIONS, slots=slots)
acted = made(e.Acted, **deed) | made(e.Reacted, **deed)


def after(story: list[Said]) -> Exchange:
    combat = EMPTY
    for event, answers in story:
        combat = evolve(combat, event, answers)
    return combat.exchange


def stack(story: list[Said]) -> list[str]:
    frames: list[str] = []
    for event, _ in story:
        match event:
            case e.Asked(question=frame) | e.Acted(act=frame) | e.Reacted(act=frame):
                frames += [frame] if frame not in frames else []
            case e.Closed(frame=frame) if frame in frames:
                frames.remove(frame)
    return frames


def declared(story: list[Said]) -> list[str]:
    """Acts that are said and not done, the oldest first."""
    waiting: list[str] = []
    for event, _ in story:
        match event:
            case e.Declared(act=act):
                waiting += [act] if act not in waiting else []
            case e.Acted(act=act) | e.Reacted(act=act) | e.Withdrawn(act=act) if act in waiting:
                waiting.remove(act)
    return waiting


def replies(story: list[Said], question: str) -> dict[str, tuple[str, str]]:
    """How the slots of a question were filled since it was asked; nothing if it is not open."""
    filled: dict[str, tuple[str, str]] = {}
    for upto, (event, answers) in enumerate(story):
        if isinstance(event, e.Asked) and event.question == question:
            anew = [slot.id for slot in event.slots if not slot.barred]
            filled = {slot: how for slot, how in filled.items() if slot not in anew}
        if question not in stack(story[: upto + 1]):
            filled = {}
        elif answers and answers[0] == question:
            refill(filled, answers[1], event)
    return filled


def refill(filled: dict[str, tuple[str, str]], slot: str, event: Any) -> None:
    match event:
        case e.Answered(choice=choice):
            filled[slot] = ("answered", choice)
        case e.Declared(act=act):
            filled[slot] = ("declared", act)
        case e.Acted(act=act) | e.Reacted(act=act):
            filled[slot] = ("acted", act)
        case e.DiceRolled(purpose=purpose):
            filled[slot] = ("rolled", purpose)
        case e.CardDrawn(card=card):
            filled[slot] = ("drawn", card)
        case e.Withdrawn(act=act) if slot in filled and act in ("", filled[slot][1]):
            del filled[slot]
        case e.Withdrawn(instead=instead):
            filled[slot] = ("withdrawn", instead or "pass")


def answered(slot: str, choice: str = "pass") -> Said:
    return e.Answered(who="x", choice=choice), ("q1", slot)
