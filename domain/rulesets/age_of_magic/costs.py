"""AP costs of manoeuvres: as printed, or as the table sets them."""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset.ruleset import Deed
from domain.ruleset.scene import Scene

from .rolls import number, word
from .tables import CASTINGS, SCALE
from .weapons import weapons

MOST_AP = 10
"""The most that the referee may name."""

Cost = Callable[[Scene, Deed], dict[str, int]]


def ap(points: int) -> Cost:
    """A cost of so many whole AP."""
    return lambda scene, deed: {"ap": points * SCALE}


def as_set(key: str) -> Cost:
    """A cost that is the table's to say."""
    return lambda scene, deed: {"ap": int(scene.setting(key)) * SCALE}


def as_ruled(scene: Scene, deed: Deed) -> dict[str, int]:
    """A cost that the referee names with the deed."""
    return {"ap": SCALE * number(deed, "ap", MOST_AP)}


def paid_when_declared(scene: Scene) -> bool:
    """True where the table has reactions paid as they are declared."""
    return scene.setting("ap paid") == "declared"


def spendable_ap(scene: Scene, deed: Deed) -> int:
    """The half-points of AP for a deed: those left, and what was paid as just this was declared.

    What was paid for other words is lost with them.
    """
    left, manoeuvre = scene.balance_of(deed.who, "ap"), scene.rules.manoeuvre(deed.manoeuvre)
    acts = scene.combat.exchange.declared_answers(deed.on) if paid_when_declared(scene) else ()
    said = (deed.who, deed.manoeuvre, deed.params)
    if manoeuvre is None or said not in [(a.who, a.manoeuvre, a.params) for a in acts]:
        return left
    return left + manoeuvre.cost(scene, deed).get("ap", 0)


def attack_speed(scene: Scene, deed: Deed) -> dict[str, int]:
    """An attack costs what the weapon is slow."""
    return {"ap": weapons.value(scene, deed.who, deed.using, "ap")}


def throwing_speed(scene: Scene, deed: Deed) -> dict[str, int]:
    """A throw costs what the weapon is slow to throw."""
    return {
        "ap": weapons.value(scene, deed.who, weapons.as_thrown(scene, deed.who, deed.using), "ap")
    }


def speech(scene: Scene, deed: Deed) -> dict[str, int]:
    """An AP for every three words begun."""
    said = deed.params.get("words", 1)
    return {"ap": SCALE * max(1, -(-said // 3) if isinstance(said, int) else 1)}


# --- bare hands and fast hands -------------------------------------------------------------

UNARMED = {
    "martial strike": 1,
    "martial kick": 2,
    "leg sweep": 2,
    "grapple": 3,
    "rolling dodge": 1,
    "drop dodge": 1,
}
"""The AP that the book prints; for the rest there is a setting."""


def unarmed_cost(scene: Scene, deed: Deed) -> dict[str, int]:
    """The AP of an unarmed manoeuvre: as printed, or as the table sets it."""
    said = scene.setting(f"{deed.manoeuvre} ap")
    return {"ap": int(said or UNARMED[deed.manoeuvre]) * SCALE}


FUMBLED_DRAW = 3 * SCALE
"""The most that a fast draw can cost; with fewer AP a fumble could not be paid."""


# --- magic ---------------------------------------------------------------------------------


def of_casting(scene: Scene, mode: str) -> int:
    """The AP of casting in half-points; prepared before the combat, as the table sets it."""
    return CASTINGS[mode].ap or int(scene.setting("ap if prepared before")) * SCALE


def casting(scene: Scene, deed: Deed) -> dict[str, int]:
    """The AP of the way of casting that is chosen."""
    return {"ap": of_casting(scene, word(deed, "mode", CASTINGS, "normal"))}
