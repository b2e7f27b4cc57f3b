"""Where somebody may do something now, and what fits there: shared by options and decisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.legality.checks import breach
from domain.ruleset.ruleset import Asking, Choice, Deed, Manoeuvre, Refused, Slot
from domain.ruleset.scene import Scene
from domain.ruleset.sequence import innermost_stretch, more_rounds
from domain.ruleset.windows import REACT, window_in
from domain.state.exchange import Doing, Question

PROMISED = ("risk", "faces", "rolls", "results")
"""What an act says of its rolls and of what comes of it, beside its parameters."""


class Opening(NamedTuple):
    """A place where somebody may do a deed of a kind now: on empty ground, or in a window.

    Out of turn only what may be done at any time fits; on top of a question, what is swift.
    """

    who: str
    kind: str
    on: str = ""
    question: str = ""
    slot: Slot | None = None
    declares: bool = False
    out_of_turn: bool = False
    only: frozenset[str] = frozenset()

    def fits(self, manoeuvre: Manoeuvre) -> bool:
        """True for what may be done here; in another's go only what may be done at any time."""
        in_time = manoeuvre.any_time or manoeuvre.swift or not self.out_of_turn
        listed = not self.only or manoeuvre.name in self.only
        return in_time and listed and self.kind in manoeuvre.kinds


def openings(scene: Scene, who: str) -> tuple[Opening, ...]:
    """Where somebody may do a deed now."""
    question = scene.question()
    if question is None:
        out_of_turn = not has_the_go(scene, who)
        able = who in may_act(scene)
        return (Opening(who, "action", out_of_turn=out_of_turn),) if able else ()
    asked = tuple(
        opening
        for slot in question.open()
        if who in scene.doers(slot.who)
        for opening in _in_window(scene, question, slot, who)
    )
    return (*asked, *_on_top(scene, who, asked))


def _on_top(scene: Scene, who: str, asked: tuple[Opening, ...]) -> Iterator[Opening]:
    """Where somebody may do what is swift: on top of the open question, unless it asks for that.

    On top of one that waits while nothing is under way, whatever may be done at any time.
    """
    if is_idle_question(scene) and who in scene.acting():
        yield Opening(who, "action", out_of_turn=True)
        return
    if who not in scene.present() or not scene.combat.clock.path:
        return
    swift = (m for m in scene.rules.manoeuvres if m.swift)
    free = frozenset(m.name for m in swift if not any(o.fits(m) for o in asked))
    if free:
        yield Opening(who, "action", out_of_turn=True, only=free)


def is_idle_question(scene: Scene) -> bool:
    """True where free acts may come before the open question is answered."""
    question = scene.question()
    return scene.rules.free_acts and question is not None and window_in(scene, question).idle


def has_the_go(scene: Scene, who: str) -> bool:
    """True where the clock waits for this actor, with nothing open on the stack."""
    return who in scene.actors() and _is_idle(scene)


def _is_idle(scene: Scene) -> bool:
    """True where a turn, or another stretch in which they act, waits for somebody to act."""
    path = scene.combat.clock.path
    nothing_asked = scene.question() is None and bool(path)
    return nothing_asked and innermost_stretch(scene.rules.sequence, path).acts


def may_act(scene: Scene) -> tuple[str, ...]:
    """Who may do something while nothing is asked: the actors, then those who can at any time."""
    if not _is_idle(scene):
        free = scene.rules.free_acts and scene.question() is None
        return scene.acting() if free else ()
    more = scene.acting() if any(m.any_time or m.swift for m in scene.rules.manoeuvres) else ()
    return tuple(dict.fromkeys((*scene.actors(), *more)))


def _in_window(scene: Scene, question: Question, slot: Slot, who: str) -> Iterator[Opening]:
    window = window_in(scene, question)
    parent = scene.doing(question.on)
    for kind in window.takes:
        if parent is None or (kind == "follow on") == (parent.who == who):
            on = question.on if parent else ""
            yield Opening(who, kind, on, question.id, slot, window.declares, only=window.only)


def may_begin_round(scene: Scene) -> bool:
    """True between rounds, while somebody is there to act and the limit is not reached."""
    clock = scene.combat.clock
    return not clock.path and more_rounds(scene.rules.sequence, clock) and bool(scene.present())


def as_deed(scene: Scene, act: Doing) -> Deed:
    """A declared act as the deed that legality is asked of."""
    parent = scene.doing(act.on)
    own = parent is not None and parent.who == act.who
    kind = act.kind or ("action" if parent is None else "follow on" if own else "reaction")
    params = {k: v for k, v in act.params.items() if k not in PROMISED}
    return Deed(act.who, act.manoeuvre, kind, act.on, act.targets, act.using, params)


def breach_of(scene: Scene, act: Doing) -> Refused | None:
    """What a declared act would break if it were begun now."""
    return breach(scene, as_deed(scene, act), declared=True)


def asking(question: Question) -> Asking:
    """A question as its window's functions see it."""
    return Asking(question.on, question.about, question.params)


def open_choices(scene: Scene, question: Question, slot: Slot) -> tuple[Choice, ...]:
    """The choices of a slot; a declared act that has become illegal can only be withdrawn."""
    window = window_in(scene, question)
    act = scene.doing(slot.about) if question.about == REACT else None
    if act is not None and not act.against and breach_of(scene, act):
        return ()
    return window.choices(scene, asking(question), slot)


def answers_to(scene: Scene, question: Question, slot: Slot) -> tuple[str, ...]:
    """The choices by which a slot can be filled now, those of its dice and cards first."""
    window = window_in(scene, question)
    chance = (("roll", window.throw), ("draw", window.draw))
    return (
        *(word for word, asked in chance if asked is not None),
        *(choice.name for choice in open_choices(scene, question, slot)),
        *(("pass",) if window.passes else ()),
    )


# --- telling slots apart -------------------------------------------------------------------


def names_of(scene: Scene, slot: Slot) -> tuple[str, ...]:
    """By what a slot may be told from another of the same person: never the id of an act."""
    act = scene.doing(slot.about)
    return (act.manoeuvre, *act.targets, act.who) if act else (slot.about,) if slot.about else ()


def toward(scene: Scene, question: Question, slot: Slot) -> str:
    """The word that tells this slot from the others of its holder; empty where none need or can."""
    mine = set(slot.holders)
    others = [s for s in question.slots if mine & set(s.holders) and s.id != slot.id]
    taken = {name for other in others for name in names_of(scene, other)}
    return next((n for n in names_of(scene, slot) if n not in taken), "") if others else ""


def told_apart(scene: Scene, slot: Slot, word: str) -> bool:
    """True where a command's `toward` may mean this slot."""
    return not word or word in names_of(scene, slot)


# --- taking back ---------------------------------------------------------------------------


def taken_back(scene: Scene, question: Question, slot: Slot) -> tuple[str, str] | None:
    """What would be taken back in a slot: an act (empty for an answer), and the slot it is in.

    None where nothing can be: dice fell, what was paid when it was declared stays, and so does
    what a later rank has answered knowing it.
    """
    if any(_has_answered(scene, question, s) for s in question.slots if s.rank > slot.rank):
        return None
    reply = question.replies.get(slot.id)
    if reply is not None and reply.how == "answered":
        return "", slot.id
    if question.about == REACT:
        return (slot.about, slot.id) if slot in question.open() else None
    declared = [a for a in scene.combat.exchange.agenda(question.id) if _is_in(scene, a, slot)]
    manoeuvre = scene.rules.manoeuvre(declared[-1].manoeuvre) if declared else None
    free = manoeuvre is not None and not manoeuvre.prepaid(scene)
    return (declared[-1].id, declared[-1].slot[1]) if free else None


def _is_in(scene: Scene, act: Doing, slot: Slot) -> bool:
    return act.slot[1] == slot.id or (not act.slot[1] and act.who in scene.doers(slot.who))


def _has_answered(scene: Scene, question: Question, slot: Slot) -> bool:
    """True where a slot has been filled, or something declared in it, while its turn lasts."""
    declared = scene.combat.exchange.agenda(question.id)
    said = any(a.slot[1] == "" and a.who in scene.doers(slot.who) for a in declared)
    return question.about != REACT and (slot.id in question.replies or said)
