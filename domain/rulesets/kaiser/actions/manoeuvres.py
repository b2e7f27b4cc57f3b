"""5: special attacks, aiming, held attacks, and the other Active actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain.ruleset.ruleset import Asking, Blank, Choice, Deed, Manoeuvre, Slot, Window, by_name
from domain.ruleset.scene import Scene
from domain.ruleset.sheet_readers import text
from domain.ruleset.windows import the_referee
from domain.rulesets.kaiser import checks, costs, legality, weapons
from domain.rulesets.kaiser.attacks.attack import (
    circumstances,
    completely,
    missile_weapons,
    striking,
    striking_action,
)
from domain.step.step import Step

AIMED_AT_MOST = 3
UNTIL = Blank("until", "text", says="what you wait for")
WORDS = Blank("words", "text", says="what you say")
PLACES = ("head", "heart", "neck", "arm", "leg", "body")

# --- special attacks -------------------------------------------------------------------------


def _special(name: str) -> Manoeuvre:
    """A special attack replaces an attack; sweeping is a Complete Attack."""
    special = costs.SPECIAL_ATTACKS[name]
    then = () if special.state or special.harms else ("ruling",)
    attack = striking_action(
        name,
        special.says,
        "5",
        cost=costs.special_attack(name),
        **{"allows": striking, **PARTICULAR.get(name, {})},
    )
    return replace(attack, stages=(*attack.stages, *then))


def _sweep(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """8.4: the others, in the order in which they are struck at; nobody is struck at twice."""
    others, most = weapons.engaged_with(scene, deed.who), scene.setting("sweep-most")
    more, says = 0 if most == "everybody" else int(most) - 1, "and then at whom, in order"
    then = Blank("then", "some", others, most=more, optional=True, says=says)
    return (then, *circumstances(scene, deed))


def _sunders(scene: Scene, deed: Deed) -> None:
    """12: a special attack of a later edition, where the table has it."""
    if scene.setting("sunder") == "no":
        raise checks.refuse("12", "no weapons are sundered at this table", legal="disarm")
    legality.active(scene, deed)


def _shoots(scene: Scene, deed: Deed) -> None:
    """5: this wants a missile weapon in hand."""
    legality.active(scene, deed)
    if not missile_weapons(scene, deed):
        why = f"{by_name(deed.who)} has no missile weapon in hand"
        legal = "the Attack intention with one that shoots or is thrown"
        raise checks.refuse("5", why, legal=legal)


def _place(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return (Blank("place", "one", PLACES), *circumstances(scene, deed))


PARTICULAR: dict[str, dict[str, Any]] = {
    "sweeping": {"allows": completely, "blanks": _sweep},
    "directed": {"blanks": _place},
    "sunder": {"moment": _sunders},
    "multiple missiles": {"moment": _shoots, "usings": missile_weapons},
}
"""5, 8.4, 12: in what a special attack differs from a plain one."""


def ruling(step: Step) -> str | None:
    """5: What a special attack that hit brings, if no state, is the referee's word."""
    hit = step.combat.exchange.outcome(step.on, "struck")
    return step.ask("ruling") if hit is not None and hit.outcome == "hit" else None


def apply_ruling(step: Step) -> None:
    """5: The table's word, said of the act."""
    for _, reply in step.replies():
        step.resolve(text(reply.params, "what", reply.value), stage="ruled", basis="ruled")


# --- aiming and holding --------------------------------------------------------------


def _aims(scene: Scene, deed: Deed) -> None:
    """5: once, and not in a round with an Attack."""
    legality.once(scene, deed)
    if made := legality.attacks_made(scene, deed.who):
        raise checks.refuse(
            "5", "who has attacked does not take aim in the same round", attacks=made
        )


def take_aim(step: Step) -> None:
    """5: One advantage more against the target, up to three."""
    who, target = step.act.who, step.act.targets[0]
    standing = step.combat.conditions.on(who, "aiming")
    same = [c for c in standing if c.toward == target]
    for other in standing:
        if other not in same:
            step.end_condition(other, "another target")
    if same:
        step.change_condition(same[0], min(AIMED_AT_MOST, same[0].level + 1), 0)
    else:
        step.begin_condition(who, "aiming", toward=target, level=1)


def _holds(scene: Scene, deed: Deed) -> None:
    """5: one attack is held at a time, and there must be one to hold."""
    left = scene.balance_of(deed.who, "attacks")
    if scene.has(deed.who, "holding") or not left:
        raise checks.refuse("5", f"{by_name(deed.who)} has no attack to hold", attacks=left)


def hold_attack(step: Step) -> None:
    """5: An attack is held until its condition."""
    step.begin_condition(step.act.who, "holding", detail={"until": step.act.params.get("until")})


def _releases(scene: Scene, deed: Deed) -> None:
    """5: a held attack is let go at any time, by who may still attack."""
    legality.swift_attack(scene, deed)
    if not scene.has(deed.who, "holding"):
        raise checks.refuse("5", f"{by_name(deed.who)} holds no attack", legal="prepare")
    legality.attacking(scene, deed.who)
    left = scene.balance_of(deed.who, "attacks")
    if scene.has(deed.who, "flat-footed") or not left:
        raise checks.refuse("3.4", f"{by_name(deed.who)} cannot attack now", attacks=left)


def release_attack(step: Step) -> None:
    """5: The held attack is let go."""
    checks.end_state(step, step.act.who, "holding", "let go")


def by_ruling(*choices: str) -> Callable[[Scene, Asking, Slot], tuple[Choice, ...]]:
    """The choices of a ruling, each with room for words."""
    return lambda scene, asking, slot: tuple(
        Choice(c, "the table's word", (Blank("what", "text", optional=True),)) for c in choices
    )


def leave_to_table(step: Step) -> None:
    """5: It is done; the rest is the table's word."""


def ruling_of(step: Step) -> str | None:
    """5: What comes of it is the referee's word."""
    return step.ask("ruling")


MANOEUVRES = (
    *map(_special, costs.SPECIAL_ATTACKS),
    legality.active_action(
        "aim",
        "take aim",
        "5",
        "take-aim",
        target=True,
        allows=_aims,
        targets=lambda scene, deed: scene.foes(deed.who),
    ),
    legality.active_action(
        "reload", "reload", "5", "leave-to-table", usings=missile_weapons, moment=_shoots
    ),
    legality.active_action(
        "prepare",
        "hold an attack until something happens",
        "5",
        "hold-attack",
        blanks=checks.filled_in(UNTIL),
        allows=_holds,
    ),
    legality.active_action(
        "use power", "use another power", "5", "leave-to-table", blanks=checks.filled_in(UNTIL)
    ),
    striking_action(
        "release",
        "let the held attack go",
        "5",
        "release-attack",
        cost=costs.points("attacks", 1),
        moment=_releases,
        any_time=True,
        swift=True,
    ),
    legality.swift_action(
        "talk", "say something", "5", "leave-to-table", blanks=checks.filled_in(WORDS)
    ),
)

WINDOWS = (
    Window(
        "ruling", "what comes of it?", "5", the_referee, by_ruling("as ruled"), then="apply-ruling"
    ),
)

STAGES = (ruling, apply_ruling, take_aim, hold_attack, release_attack, leave_to_table, ruling_of)
