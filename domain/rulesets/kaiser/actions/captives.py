"""5, 8.5: captives and sleepers: woken, freed, held on to, strangled, struck at weapon's point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.ruleset.ruleset import Deed, Need, Until, Window, by_name, free_of
from domain.ruleset.scene import Scene
from domain.ruleset.windows import the_referee
from domain.rulesets.kaiser import checks, costs, legality, tables, weapons
from domain.rulesets.kaiser.attacks.attack import striking_action
from domain.step.step import Step

from .manoeuvres import by_ruling


def _sleepers(scene: Scene, deed: Deed) -> tuple[str, ...]:
    return tuple(w for w in scene.present() if scene.has(w, "asleep") and w != deed.who)


def _check_trapped(scene: Scene, deed: Deed) -> None:
    if not scene.has(deed.who, "trapped"):
        need = Need("condition", "trapped", deed.who)
        raise checks.refuse("5", f"{by_name(deed.who)} is in no trap", need)


def woken(step: Step) -> None:
    """5: The sleeper wakes."""
    checks.end_state(step, step.act.targets[0], "asleep", "woken")


def resolve_escape(step: Step) -> None:
    """5: The table rules whether the trap gives way."""
    for _, reply in step.replies():
        step.resolve(reply.value, stage="escape", basis="ruled")
        if reply.value == "free":
            checks.end_state(step, step.act.who, "trapped", "free")


def hold_trap(step: Step) -> None:
    """5: The trap of one captive is held for the round."""
    [captive] = step.act.targets
    step.begin_condition(
        step.act.who, "kept", key="trap", toward=captive, until=Until(span="round")
    )


# --- at weapon's point -----------------------------------------------------------------------


def _check_thrust(scene: Scene, deed: Deed) -> None:
    """8.5: a Swift action; a foe that has surprised the holder acts first."""
    legality.check_attack_left(scene, deed.who)
    if costs.thrust_counts(scene) and not scene.balance_of(deed.who, "attacks"):
        why = f"{by_name(deed.who)} has no attack left"
        raise checks.refuse("8.5", why, legality.attack_left(scene, deed.who))
    if first := [c.toward for c in scene.combat.conditions.on(deed.who, "surprised")]:
        why = f"{by_name(first[0])} has surprised {by_name(deed.who)} and acts first"
        raise checks.refuse("8.5", why, free_of("surprised", deed.who))


def _thrust_weapons(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8.5: the weapons in hand; where it is no attack of the round, any for hand to hand."""
    ready = weapons.ready(scene, deed.who)
    return (
        ready if ready or costs.thrust_counts(scene) else weapons.for_hand_to_hand(scene, deed.who)
    )


def _at_point(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8.5: the captives at the doer's point, but for one who is being struck at already."""
    acts = scene.combat.exchange.acts.values()
    struck = {t for a in acts if (a.who, a.manoeuvre) == (deed.who, "thrust") for t in a.targets}
    return tuple(w for w in weapons.held_by(scene, deed.who, tables.POINT) if w not in struck)


def holder_falls(step: Step) -> None:
    """8.5, 9.6: End what a fighter holds at weapon's point who cannot act any more."""
    event: Any = step.event
    if event.name in tables.MINDLESS:
        _lower_point(step, lambda captive, holder: holder == event.subject)


def one_leaves(step: Step) -> None:
    """8.5: End a hold at weapon's point when one of the two leaves the fight."""
    event: Any = step.event
    _lower_point(step, lambda captive, holder: event.subject in (captive, holder))


def two_part(step: Step) -> None:
    """8.5: End a hold at weapon's point of two who are not hand to hand any more."""
    event: Any = step.event
    if (event.name, event.value) == (weapons.ENGAGED, "no"):
        apart = {event.of, event.toward}
        _lower_point(step, lambda captive, holder: {captive, holder} == apart)


def _lower_point(step: Step, is_over: Callable[[str, str], bool]) -> None:
    for held in tuple(step.combat.conditions.all.values()):
        if held.name == tables.POINT and is_over(held.subject, held.toward):
            step.end_condition(held, "the point is down")


CAUGHT = {
    "target": True,
    "targets": lambda scene, deed: weapons.held_by(scene, deed.who, "trapped"),
    "target_is": "trapped by the doer",
}

MANOEUVRES = (
    legality.active_action(
        "wake", "wake a sleeper", "5", "woken", target=True, targets=_sleepers, target_is="asleep"
    ),
    legality.active_action(
        "escape", "try to get out of a trap", "5", "escape", "resolve escape", allows=_check_trapped
    ),
    legality.active_action(
        "maintain trap", "hold a captive in the trap", "5", "hold trap", **CAUGHT
    ),
    legality.active_action("strangle", "strangle a captive", "5", "ruling", **CAUGHT),
    striking_action(
        "thrust",
        "strike a captive held at weapon's point",
        "8.5",
        targets=_at_point,
        target_is="held at weapon's point",
        usings=_thrust_weapons,
        cost=costs.thrust,
        moment=legality.check_swift_attack,
        allows=_check_thrust,
        any_time=True,
        swift=True,
    ),
)

WINDOWS = (
    Window("escape", "does the trap give way?", "5", the_referee, by_ruling("free", "held")),
)

STAGES = (woken, resolve_escape, hold_trap, holder_falls, one_leaves, two_part)
