"""Costs: what intentions, actions and attacks take of AP, attacks, movement and Potential."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from domain.ruleset.params import names, number
from domain.ruleset.ruleset import Deed, Params
from domain.ruleset.scene import Scene

from . import weapons

Cost = Callable[[Scene, Deed], dict[str, int]]

KEEPS_SPELLS = "maintain spells"
MAINTAINED = (KEEPS_SPELLS, "maintain ki", "maintain phenom")
"""5: what keeps a power of each kind up for a round."""

AP = {
    1: ("spirit", "anticipate surprise", "alert to danger", "withdraw", "reload", *MAINTAINED),
    2: ("magic", "wake", "escape", "maintain trap", "strangle"),
    3: ("run", "manifest", "dash", "aim"),
}
"""4, 5, 7: the AP of what always costs the same; anything else that is not below costs none."""


class SpecialAttack(NamedTuple):
    """AP on top of the attack it replaces, the penalty, and the state it puts the target in.

    Without a state the rules' text is at the table: the referee says what came of it.
    """

    ap: int = 1
    penalty: int = 0
    state: str = ""
    says: str = ""
    harms: bool = False


SPECIAL_ATTACKS = {
    "secondary damage": SpecialAttack(0, says="strike with the other kind of damage", harms=True),
    "upper hand": SpecialAttack(says="gain the upper hand"),
    "feint": SpecialAttack(says="feint"),
    "barrier break": SpecialAttack(says="break a barrier"),
    "multiple missiles": SpecialAttack(says="several missiles at once", harms=True),
    "directed": SpecialAttack(says="strike at a chosen place", harms=True),
    "disable": SpecialAttack(says="disable"),
    "knock out": SpecialAttack(says="knock out"),
    "weapon's point": SpecialAttack(1, -10, "at weapon's point", "hold at weapon's point"),
    "take down": SpecialAttack(1, -3, "prone", "throw to the ground"),
    "disarm": SpecialAttack(1, -4, "disarmed", "disarm"),
    "impact": SpecialAttack(says="push away"),
    "trap": SpecialAttack(1, -4, "trapped", "catch and hold"),
    "sunder": SpecialAttack(says="break a weapon"),
    "sweeping": SpecialAttack(1, -5, "", "one blow at several", True),
}
"""5: the manoeuvres that replace an attack. `harms`: it is a blow like any other as well."""


# --- AP --------------------------------------------------------------------------------------


def printed_cost(name: str) -> Cost:
    """The AP that the book prints for a manoeuvre."""
    return points("ap", next((ap for ap, named in AP.items() if name in named), 0))


def points(pool: str, amount: int) -> Cost:
    """A cost of so many points of a pool; nothing is posted where it is none."""
    return lambda scene, deed: {pool: amount} if amount else {}


def everything(scene: Scene, deed: Deed) -> dict[str, int]:
    """3.2: a Complete cost takes all AP that there are."""
    return {"ap": scene.balance_of(deed.who, "ap")}


def by_weapon(more: int) -> Cost:
    """4: the highest cost among the weapons, and something on top."""

    def cost(scene: Scene, deed: Deed) -> dict[str, int]:
        chosen = (deed.using, *names(deed.params, "others"))
        costs = [weapons.value(scene, deed.who, w, "cost") for w in chosen if w]
        return {"ap": max(costs, default=0) + more}

    return cost


def by_ward(scene: Scene, deed: Deed) -> dict[str, int]:
    """4: one for each creature guarded."""
    return {"ap": len(wards(deed.params))}


def wards(params: Params) -> tuple[str, ...]:
    """The combatants that somebody guards, each once."""
    guarded = (str(v) for name, v in params.items() if name.startswith("ward"))
    return tuple(dict.fromkeys(guarded))


# --- attacks, and what a blank says -----------------------------------------------------------


def all_attacks(scene: Scene, deed: Deed) -> dict[str, int]:
    """5: a Complete Attack uses up all attacks of the round."""
    return {"attacks": scene.balance_of(deed.who, "attacks")}


def special_attack(name: str) -> Cost:
    """5: its AP, and one attack; sweeping is a Complete Attack."""
    ap = points("ap", SPECIAL_ATTACKS[name].ap)
    attacks = all_attacks if name == "sweeping" else points("attacks", 1)
    return lambda scene, deed: {**ap(scene, deed), **attacks(scene, deed)}


def against_opening(scene: Scene, deed: Deed) -> dict[str, int]:
    """6.3, 8: a Counter, and an attack at an opening: 1 AP, and an attack where 8.2 wants one."""
    return {"ap": 1, "attacks": 1} if needs_intention(scene) else {"ap": 1}


def needs_intention(scene: Scene) -> bool:
    """8.2: True where the table wants the Attack intention for it, and one of its attacks."""
    return scene.setting("counter needs intention") == "yes"


def thrust(scene: Scene, deed: Deed) -> dict[str, int]:
    """8.5: the Swift attack at weapon's point, where it is one of the round's attacks."""
    return {"attacks": 1} if thrust_counts(scene) else {}


def thrust_counts(scene: Scene) -> bool:
    """8.5: True where the Swift attack at weapon's point is one of the round's attacks."""
    return scene.setting("thrust is an attack") == "yes"


def as_said(pool: str, blank: str) -> Cost:
    """So many points of a pool as the deed says, such as feet of movement."""

    def cost(scene: Scene, deed: Deed) -> dict[str, int]:
        amount = number(deed.params, blank)
        return {pool: amount} if amount else {}

    return cost
