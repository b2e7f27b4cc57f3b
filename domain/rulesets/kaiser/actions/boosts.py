"""3.5 and 5: what Stamina buys, at any time: an AP more, a second wind, other reserves."""

from __future__ import annotations

from domain.ruleset.ruleset import Deed
from domain.ruleset.scene import Scene
from domain.rulesets.kaiser.checks import end_state, refuse
from domain.rulesets.kaiser.costs import points
from domain.rulesets.kaiser.legality import once, swift_action
from domain.step.step import Step

BOOSTS = 2
"""3.5: so much Stamina goes into boosts in a round at most."""

POWERS = {"second wind": 15, "reserve power": 20, "hidden power": 10}
"""5: what these draw from Stamina."""


def _boosts(scene: Scene, deed: Deed) -> None:
    """3.5: each once a round; two Stamina of boosts at most."""
    once(scene, deed)
    if scene.balance_of(deed.who, "boosts") >= BOOSTS:
        raise refuse("3.5", "two Stamina of boosts a round at most", boosts=BOOSTS, most=BOOSTS)


def increase_action(step: Step) -> None:
    """3.5: One AP more; Flat-Footed ends, but the movement stays lost."""
    who = step.act.who
    step.set_pool(who, "boosts", step.balance_of(who, "boosts") + 1)
    step.shift(who, "ap", 1)
    end_state(step, who, "flat-footed", "increase action")


def use_stamina(step: Step) -> None:
    """5: Second Wind gives back half of the life points; the others are powers of their own."""
    if step.act.manoeuvre == "second wind":
        who = step.act.who
        missing = step.trait(who, "lp") - step.balance_of(who, "lp")
        step.shift(who, "lp", max(0, min(missing, step.trait(who, "lp") // 2)))


MANOEUVRES = (
    swift_action(
        "increase action",
        "one AP more, for Stamina",
        "3.5",
        "increase-action",
        cost=points("stamina", 1),
        allows=_boosts,
    ),
    *(
        swift_action(name, name, "5", "use-stamina", cost=points("stamina", n))
        for name, n in POWERS.items()
    ),
)

STAGES = (increase_action, use_stamina)
