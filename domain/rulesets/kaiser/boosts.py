"""3.5 and 5: what Stamina buys, at any time: an AP more, a second wind, other reserves."""

from __future__ import annotations

from domain.ruleset import Deed, Manoeuvre, Stage
from domain.scene import Scene
from domain.step import Step

from .allowed import once, swift
from .checks import refuse

BOOSTS = 2
"""3.5: so much Stamina goes into boosts in a round at most."""

POWERS = {"second wind": 15, "reserve power": 20, "hidden power": 10}
"""5: what these draw from Stamina."""


def _boosts(scene: Scene, deed: Deed) -> None:
    """3.5: each once a round; two Stamina of boosts at most."""
    once(scene, deed)
    if scene.left(deed.who, "boosts") >= BOOSTS:
        raise refuse("3.5", "two Stamina of boosts a round at most", boosts=BOOSTS, most=BOOSTS)


def boosted(step: Step) -> None:
    """3.5: One AP more; Flat-Footed ends, but the movement stays lost."""
    who = step.act.who
    step.set_pool(who, "boosts", step.left(who, "boosts") + 1)
    step.shift(who, "ap", 1)
    for condition in step.combat.conditions.on(who, "flat-footed"):
        step.end_condition(condition, "increase action")


def drawn(step: Step) -> None:
    """5: Second Wind gives back half of the life points; the others are powers of their own."""
    if step.act.manoeuvre == "second wind":
        who = step.act.who
        missing = step.trait(who, "lp") - step.left(who, "lp")
        step.shift(who, "lp", max(0, min(missing, step.trait(who, "lp") // 2)))


def _drawing(name: str, stamina: int) -> Manoeuvre:
    return Manoeuvre(
        name,
        name,
        "5",
        ("action",),
        ("drawn",),
        moment=swift,
        any_time=True,
        swift=True,
        cost=lambda scene, deed: {"stamina": stamina},
    )


MANOEUVRES = (
    Manoeuvre(
        "increase action",
        "one AP more, for Stamina",
        "3.5",
        ("action",),
        ("boosted",),
        cost=lambda scene, deed: {"stamina": 1},
        moment=swift,
        allows=_boosts,
        any_time=True,
        swift=True,
    ),
    *(_drawing(name, stamina) for name, stamina in POWERS.items()),
)

STAGES: dict[str, Stage] = {"boosted": boosted, "drawn": drawn}
