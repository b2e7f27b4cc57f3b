"""3.5, 5: special attacks, aiming, held attacks, what Stamina buys, and other Active actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain.ruleset.params import text
from domain.ruleset.ruleset import (
    Asking,
    Blank,
    Choice,
    Deed,
    Manoeuvre,
    Need,
    Slot,
    Window,
    by_name,
    free_of,
    not_yet,
)
from domain.ruleset.scene import Scene
from domain.ruleset.windows import the_referee
from domain.rulesets.kaiser import checks, costs, legality, weapons
from domain.rulesets.kaiser.attacks import attack
from domain.step.step import Step

AIMED_AT_MOST = 3
PLACES = ("head", "heart", "neck", "arm", "leg", "body")

BOOSTS = 2
"""3.5: so much Stamina goes into boosts in a round at most."""

POWERS = {"second wind": 15, "reserve power": 20, "hidden power": 10}
"""5: what these draw from Stamina."""

# --- special attacks -------------------------------------------------------------------------


def _special(name: str) -> Manoeuvre:
    """A special attack replaces an attack; sweeping is a Complete Attack."""
    special = costs.SPECIAL_ATTACKS[name]
    given = {"allows": attack.check_attack, **PARTICULAR.get(name, {})}
    made = attack.striking_action(name, special.says, "5", cost=costs.special_attack(name), **given)
    complete = special.state or special.harms
    return made if complete else replace(made, stages=(*made.stages, "ruling"))


def _sweep_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """8.4: the others, in the order in which they are struck at; nobody is struck at twice."""
    others, most = weapons.engaged_with(scene, deed.who), scene.setting("sweep most")
    more, says = 0 if most == "everybody" else int(most) - 1, "and then at whom, in order"
    then = Blank("then", "some", others, most=more, optional=True, says=says)
    return (then, *attack.circumstances(scene, deed))


def _check_sunder(scene: Scene, deed: Deed) -> None:
    """12: a special attack of a later edition, where the table has it."""
    if scene.setting("sunder") == "no":
        why = "no weapons are sundered at this table"
        need = Need("setting", "sunder", "", "yes", "no")
        raise checks.refuse("12", why, need, legal=["disarm"])
    legality.check_active(scene, deed)


def _check_missile_weapon(scene: Scene, deed: Deed) -> None:
    """5: this wants a missile weapon in hand."""
    legality.check_active(scene, deed)
    if not attack.missile_weapons(scene, deed):
        why = f"{by_name(deed.who)} has no missile weapon in hand"
        raise checks.refuse("5", why, Need("item", "missile weapon", deed.who))


def _place_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return (Blank("place", "one", PLACES), *attack.circumstances(scene, deed))


PARTICULAR: dict[str, dict[str, Any]] = {
    "sweeping": {"allows": attack.check_complete_attack, "blanks": _sweep_blanks},
    "directed": {"blanks": _place_blanks},
    "sunder": {"moment": _check_sunder},
    "multiple missiles": {"moment": _check_missile_weapon, "usings": attack.missile_weapons},
}
"""5, 8.4, 12: in what a special attack differs from a plain one."""


def ruling(step: Step) -> str | None:
    """5: What it brings is the referee's word; of an attack only where that has hit."""
    struck = step.combat.exchange.outcome(step.on, "struck")
    return step.ask("ruling") if struck is None or struck.outcome == "hit" else None


def apply_ruling(step: Step) -> None:
    """5: The table's word, said of the act."""
    for _, reply in step.replies():
        step.resolve(text(reply.params, "what", reply.value), stage="ruled", basis="ruled")


# --- aiming and holding --------------------------------------------------------------


def _check_aim(scene: Scene, deed: Deed) -> None:
    """5: once, and not in a round with an Attack."""
    legality.check_once(scene, deed)
    if made := legality.attacks_of_any_kind(scene, deed.who):
        why = f"{by_name(deed.who)} has attacked: no aim in the same round"
        raise checks.refuse("5", why, Need("limit", "attacks", deed.who, 0, made, "<="))


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


def _check_hold(scene: Scene, deed: Deed) -> None:
    """5: one attack is held at a time, and there must be one to hold."""
    left = scene.balance_of(deed.who, "attacks")
    if scene.has(deed.who, "holding") or not left:
        why = f"{by_name(deed.who)} has no attack to hold"
        need = legality.attack_left(scene, deed.who)
        held = [free_of("holding", deed.who)] if scene.has(deed.who, "holding") else []
        raise checks.refuse("5", why, *(held or [need]))


def _until_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return (Blank("until", "text", says="what you wait for"),)


def _words_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return (Blank("words", "text", says="what you say"),)


def hold_attack(step: Step) -> None:
    """5: An attack is held until its condition."""
    step.begin_condition(step.act.who, "holding", detail={"until": step.act.params.get("until")})


def _check_release(scene: Scene, deed: Deed) -> None:
    """5: a held attack is let go at any time, by a combatant who may still attack."""
    legality.check_swift_attack(scene, deed)
    if not scene.has(deed.who, "holding"):
        why, need = f"{by_name(deed.who)} holds no attack", Need("condition", "holding", deed.who)
        raise checks.refuse("5", why, need, legal=["prepare"])
    legality.check_attack_left(scene, deed.who)
    left = scene.balance_of(deed.who, "attacks")
    if scene.has(deed.who, "flat footed") or not left:
        why = f"{by_name(deed.who)} cannot attack now"
        if not left:
            raise checks.refuse("4", why, legality.attack_left(scene, deed.who))
        raise checks.refuse("3.4", why, free_of("flat footed", deed.who))


def release_attack(step: Step) -> None:
    """5: The held attack is let go."""
    checks.end_state(step, step.act.who, "holding", "let go")


def by_ruling(*choices: str) -> Callable[[Scene, Asking, Slot], tuple[Choice, ...]]:
    """The choices of a ruling, each with room for words."""
    return lambda scene, asking, slot: tuple(
        Choice(c, "the table's word", (Blank("what", "text", optional=True),)) for c in choices
    )


# --- boosts ----------------------------------------------------------------------------


def _check_boost(scene: Scene, deed: Deed) -> None:
    """3.5: each once a round; two Stamina of boosts at most."""
    legality.check_once(scene, deed)
    if scene.balance_of(deed.who, "boosts") >= BOOSTS:
        why = "two Stamina of boosts a round at most"
        raise checks.refuse("3.5", why, not_yet("boosts", deed.who, BOOSTS, BOOSTS))


def increase_action(step: Step) -> None:
    """3.5: One AP more; Flat-Footed ends, but the movement stays lost."""
    who = step.act.who
    step.set_pool(who, "boosts", step.balance_of(who, "boosts") + 1)
    step.shift(who, "ap", 1)
    checks.end_state(step, who, "flat footed", "increase action")


def use_stamina(step: Step) -> None:
    """5: Second Wind gives back half of the life points; the others are powers of their own."""
    if step.act.manoeuvre == "second wind":
        who, most = step.act.who, step.trait(step.act.who, "lp")
        step.shift(who, "lp", max(0, min(most - step.balance_of(who, "lp"), most // 2)))


MANOEUVRES = (
    *map(_special, costs.SPECIAL_ATTACKS),
    legality.active_action(
        "aim",
        "take aim",
        "5",
        "take aim",
        target=True,
        allows=_check_aim,
        targets=lambda scene, deed: scene.foes(deed.who),
        target_is="a foe",
    ),
    legality.active_action(
        "reload", "reload", "5", usings=attack.missile_weapons, moment=_check_missile_weapon
    ),
    legality.active_action(
        "prepare",
        "hold an attack until something happens",
        "5",
        "hold attack",
        blanks=_until_blanks,
        allows=_check_hold,
    ),
    legality.active_action("use power", "use another power", "5", blanks=_until_blanks),
    attack.striking_action(
        "release",
        "let the held attack go",
        "5",
        "release attack",
        cost=costs.points("attacks", 1),
        moment=_check_release,
        any_time=True,
        swift=True,
    ),
    legality.swift_action("talk", "say something", "5", blanks=_words_blanks),
    legality.swift_action(
        "increase action",
        "one AP more, for Stamina",
        "3.5",
        "increase action",
        cost=costs.points("stamina", 1),
        allows=_check_boost,
    ),
    *(
        legality.swift_action(name, name, "5", "use stamina", cost=costs.points("stamina", n))
        for name, n in POWERS.items()
    ),
)

WINDOWS = (
    Window(
        "ruling", "what comes of it?", "5", the_referee, by_ruling("as ruled"), then="apply ruling"
    ),
)

STAGES = (ruling, apply_ruling, take_aim, hold_attack, release_attack, increase_action, use_stamina)
