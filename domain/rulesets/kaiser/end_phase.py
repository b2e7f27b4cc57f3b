"""2.5: the End phase: effects, gathering, maintenance, fading and expiries, in that order."""

from __future__ import annotations

from collections.abc import Iterable

from domain.ruleset.params import number
from domain.ruleset.ruleset import REFEREE, Asking, Blank, Choice, Slot, Until, Window
from domain.ruleset.scene import Scene
from domain.step.step import Step

from . import checks, tables
from .wounds import harm, weigh_wound

ENDS = (
    "complete",
    "resolve whole round",
    "accumulate mana",
    "overdue",
    "maintenance",
    "straits",
    "resolve free try",
    "fading",
)
"""2.5.4: the stages before the countdowns, in this order."""

AFTER = ("expiries", "clear")
"""2.5.4: the stages after the countdowns and rechecks, in this order."""

COUNTED = {
    **dict.fromkeys(("boosts", "fanned", "innate cast", "prepared cast"), ("",)),
    "transferred": ("mana", "ki"),
}
"""Pools that count for one round, with their keys."""

CRUSHED = 5
"""4: damage by a degree of a Crush; twice that from the sixth on."""


def _whole_round(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot of the referee for each power that took the whole round."""
    return _one_by_one(w for w in scene.present() if scene.has(w, "whole round"))


def _one_by_one(members: Iterable[str]) -> tuple[Slot, ...]:
    """A slot of the referee for each, in that order."""
    return tuple(
        Slot(id=f"referee {w}", who=REFEREE, about=w, rank=n)
        for n, w in enumerate(dict.fromkeys(members))
    )


def _outcomes(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    creature = (Blank("creature", "one", scene.present()),)
    return (
        Choice("takes effect", "it comes about", (Blank("what", "text", optional=True),)),
        Choice("partial", "a creature comes, but not wholly", creature),
        Choice("crushes", "by so many degrees", (Blank("degrees", "number", (), 0, 40),)),
        Choice("fails", "nothing comes of it"),
    )


def resolve_whole_round(step: Step) -> None:
    """2.5.3, 3.6: Apply each outcome; a creature partly called has 1 AP fewer next round."""
    for slot, reply in step.replies():
        if reply.value == "partial":
            creature, until = str(reply.params.get("creature")), Until(span="round", left=2)
            step.begin_condition(creature, "half called", until=until)
        elif reply.value == "crushes":
            _crush(step, slot.about, number(reply.params, "degrees"))


def _crush(step: Step, who: str, dos: int) -> None:
    """4: 5 damage by a degree, 10 if there are more than five; 6.5: it may be critical."""
    damage = dos * (CRUSHED if dos <= 5 else 2 * CRUSHED)
    for busy in step.combat.conditions.on(who, "whole round"):
        if busy.key == "crush" and busy.toward in step.present() and damage:
            wounded = harm(step, busy.toward, damage)
            step.lose(busy.toward, "ap", 1)
            if wounded:
                weigh_wound(step, busy.toward, damage, by=who)


def straits(step: Step) -> str | None:
    """2.5.3: Ask for a free try of each captive whom nobody holds any more."""
    return step.ask("free try")


def _caught(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    return _one_by_one(_loose_traps(scene).values())


def _loose_traps(scene: Scene) -> dict[str, str]:
    """2.5.3: The traps that no captor has maintained, by their ids, with the captive of each."""
    standing = scene.combat.conditions.all.values()
    kept = {(c.subject, c.toward) for c in standing if (c.name, c.key) == ("kept", "trap")}
    traps = (c for c in standing if c.name == "trapped")
    return {t.id: t.subject for t in traps if (t.toward, t.subject) not in kept}


def _free_or_held(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    return Choice("free", "at +10, it gets free"), Choice("held", "it does not")


def resolve_free_try(step: Step) -> None:
    """2.5.3: Free the captives by the referee's ruling: the checks are the table's."""
    freed = [slot.about for slot, reply in step.replies() if reply.value == "free"]
    for trap, captive in _loose_traps(step).items():
        if captive in freed:
            step.end_condition(step.combat.conditions.all[trap], "free")


def fading(step: Step) -> None:
    """6.5: Pain of a critical fades by one a round, unless it lasts; a spell's counts down."""
    for pain in tuple(step.combat.conditions.all.values()):
        fades = pain.key != "lasting" and tables.ON_ZERO not in pain.detail
        if pain.name == "pain" and fades:
            if pain.level > 1:
                step.change_condition(pain, pain.level - 1, 0)
            else:
                step.end_condition(pain, "it has faded")


def expiries(step: Step) -> None:
    """2.5.2: Guard, the stances and all else that lasts until the End phase ends."""
    for held in tuple(step.combat.conditions.all.values()):
        lasts = held.until is not None and (held.until.span, held.until.edge) == ("round", "end")
        if lasts and held.left <= 1 and tables.ON_ZERO not in held.detail:
            step.end_condition(held, "until the end of the round")


def clear(step: Step) -> None:
    """2.5.2, 2.5.4: Unused AP are lost, and with them attacks and movement; surprise is over."""
    for who in step.present():
        for pool in ("ap", "attacks", "movement", "potential"):
            step.lose(who, pool, step.balance_of(who, pool))
        for pool, key in ((pool, key) for pool, keys in COUNTED.items() for key in keys):
            if step.balance_of(who, pool, key):
                step.set_pool(who, pool, 0, key)
        checks.end_state(step, who, "surprised", "the round is over")
        for foe in step.foes(who):
            step.set_fact("met", who, "no", foe)


WINDOWS = (
    Window(
        "complete",
        "what comes of it?",
        "2.5.3",
        _whole_round,
        _outcomes,
        then="resolve whole round",
    ),
    Window(
        "free try", "does it get free?", "2.5.3", _caught, _free_or_held, then="resolve free try"
    ),
)

STAGES = (resolve_whole_round, straits, resolve_free_try, fading, expiries, clear)
