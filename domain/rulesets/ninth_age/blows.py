"""Legality of fighting: who strikes when, at whom, and what is said of it."""

from __future__ import annotations

from domain.ruleset import Blank, Deed, Refused, by_name
from domain.scene import Scene

from .allowed import in_window
from .numbers import attackers, numbers
from .units import army, engaged_with, is_engaged, side_of, stands

SPECIAL = {
    "impact hits": "Impact Hits",
    "stomp": "Stomp",
    "crush attack": "Crush Attack",
    "grinding attacks": "Grinding Attacks",
}
"""The blows besides ordinary ones, each with the trait that says how many they are."""

FIXED = {"impact hits": 10, "stomp": 0, "crush attack": 0}
"""9: The steps of Impact Hits, Stomps and Crush Attacks; what grinds does it at its own Agility."""

NO_ROLL = ("impact hits", "stomp", "grinding attacks")
"""9: What hits without a roll."""


def unfought(scene: Scene, side: str) -> tuple[str, ...]:
    """9: The Engaged units of a side whose Combat has not been fought in this phase."""
    return tuple(u for u in army(scene, side) if is_engaged(scene, u) and not scene.has(u, "melee"))


def fight(scene: Scene, deed: Deed) -> None:
    """9: A Combat that was not fought yet, named by one of one's units in it; raises Refused."""
    in_window(scene, deed, "9", "combats")
    legal = ", ".join(unfought(scene, side_of(scene, deed.who))) or "nobody"
    if not is_engaged(scene, deed.who):
        raise Refused(
            "9",
            f"{by_name(deed.who)} is in no combat",
            {"state": "not engaged", "legal": legal},
            "/who",
        )
    if scene.has(deed.who, "melee"):
        raise Refused(
            "9",
            f"{by_name(deed.who)} has fought in this phase",
            {"rounds": 1, "most": 1, "legal": legal},
            "/who",
        )


def blows_of(scene: Scene, unit: str) -> dict[str, int]:
    """9: The steps in which a unit strikes: with what, by step, as the order was fixed."""
    order = scene.combat.clock.orders.get("initiative")
    own = min(10, max(0, order.scores.get(unit, 0))) if order else 0
    found = {"strike": own} if order else {}
    for blow, trait in SPECIAL.items():
        if scene.trait(unit, trait) and (blow != "impact hits" or scene.has(unit, "charging")):
            found[blow] = FIXED.get(blow, own)
    return found


def now(scene: Scene) -> int:
    """The step that is being fought."""
    question = scene.question()
    at = question.params.get("at") if question and question.about == "strikes" else -1
    return at if isinstance(at, int) else -1


def in_step(scene: Scene, deed: Deed) -> None:
    """9: Blows fall in the step of the striker's Agility, once; raises Refused."""
    in_window(scene, deed, "9", "strikes")
    blows = blows_of(scene, deed.who)
    if deed.manoeuvre not in blows:
        has = {"legal": ", ".join(blows) or "nothing"}
        raise Refused("9", f"{by_name(deed.who)} has no {deed.manoeuvre} now", has, "/manoeuvre")
    if (own := blows[deed.manoeuvre]) != now(scene):
        raise Refused(
            "9",
            f"{by_name(deed.who)} does not strike in this step",
            {"step": now(scene), "its own": own},
        )
    question = scene.question()
    said = scene.combat.exchange.agenda(question.id) if question and question.open() else ()
    if any((a.who, a.manoeuvre) == (deed.who, deed.manoeuvre) for a in said):
        raise Refused("9", f"{by_name(deed.who)} has declared its blows", {"done": 1, "most": 1})


def touched(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Whom a unit is in base contact with."""
    return tuple(foe for foe in engaged_with(scene, deed.who) if stands(scene, foe))


def struck_with(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How many attacks, and what they need by the tables; a Stomp or Impact Hit needs no hit."""
    most = max(1, scene.trait(deed.who, "Attacks", 1) * attackers(scene, deed.who))
    hits: tuple[Blank, ...] = (Blank("hits on", "number", least=2, most=6),)
    if deed.manoeuvre in SPECIAL:
        most = max(1, scene.trait(deed.who, SPECIAL[deed.manoeuvre]))
    if deed.manoeuvre in NO_ROLL:
        hits = ()
    return (Blank("attacks", "number", least=1, most=most, says="attacks"), *hits, *numbers())
