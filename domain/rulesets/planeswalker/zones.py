"""Who is whose, and how near: one zone for each pair, kept as a symmetric fact."""

from __future__ import annotations

from domain.ruleset.scene import Scene
from domain.step.step import Step

from .squares import apart, beside, square

RANGED, CLOSE, LOCKED = "ranged", "close", "locked"
ZONES = (RANGED, CLOSE, LOCKED)


def is_mage(scene: Scene, who: str) -> bool:
    """True for a character; creatures are all others."""
    return scene.word(who, "kind") == "mage"


def master(scene: Scene, who: str) -> str:
    """The mage who controls a creature; all others are their own masters."""
    member = scene.member(who)
    owner = member.controller if member else ""
    return owner if owner and is_mage(scene, owner) else who


def is_in(scene: Scene, who: str) -> bool:
    """True for combatants who are here and have not lost."""
    member = scene.member(who)
    return member is not None and member.here and not member.hidden and not scene.has(who, "lost")


def has_life(scene: Scene, who: str) -> bool:
    """True for combatants with Life on their sheet; others die of any damage."""
    member = scene.member(who)
    return member is not None and "Life" in member.traits


def has_own_turn(scene: Scene, who: str) -> bool:
    """True for combatants who are here, have not lost, and are nobody's creature."""
    return is_in(scene, who) and master(scene, who) == who


def fighting(scene: Scene) -> tuple[str, ...]:
    """Everybody who is here and has not lost."""
    return tuple(who for who in scene.present() if not scene.has(who, "lost"))


def mages(scene: Scene) -> tuple[str, ...]:
    """Every character who is here and has not lost."""
    return tuple(who for who in fighting(scene) if is_mage(scene, who))


def own_creatures(scene: Scene, who: str) -> tuple[str, ...]:
    """The creatures that a mage controls."""
    return tuple(w for w in scene.present() if w != who and master(scene, w) == who)


def is_summoned(scene: Scene, who: str) -> bool:
    """True for creatures that a mage, or a free creature, controls."""
    member = scene.member(who)
    return member is not None and bool(member.controller) and not is_mage(scene, who)


def enemies(scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody of another leader on another side; without sides, of any other leader."""
    mine, side = _leader(scene, who), _side(scene, who)
    others = (w for w in fighting(scene) if _leader(scene, w) != mine)
    return tuple(w for w in others if not (side and _side(scene, w) == side))


def _leader(scene: Scene, who: str, seen: tuple[str, ...] = ()) -> str:
    """The mage who controls somebody, else the free creature that summoned it, if any.

    A creature taken over leads those whom it summoned no less, and is led by its mage.
    """
    mage, member = master(scene, who), scene.member(who)
    summoner = member.controller if member and mage == who else ""
    if not summoner or summoner in seen:
        return mage
    free = master(scene, summoner) == summoner
    return _leader(scene, summoner, (*seen, who)) if free else summoner


def _side(scene: Scene, who: str) -> str:
    member = scene.member(master(scene, who))
    return member.side if member else ""


def zone(scene: Scene, one: str, other: str) -> str:
    """How near two are: by their squares or as set, else as the table says that pairs start."""
    as_set = (scene.fact("zone", one, other), scene.setting("start zone"))
    said = next((str(word) for word in as_set if word in ZONES), RANGED)
    far = apart(scene, one, other)
    return said if far is None or said == LOCKED else CLOSE if far <= 1 else RANGED


def is_close(scene: Scene, one: str, other: str) -> bool:
    """True for Close, for Locked, which counts as Close, and among those of one master."""
    return master(scene, one) == master(scene, other) or zone(scene, one, other) != RANGED


def drawn_zone(scene: Scene, one: str, other: str) -> str:
    """How near two are who still fight: those of one master count as Close to each other."""
    if not (is_in(scene, one) and is_in(scene, other)):
        return ""
    said = zone(scene, one, other)
    return CLOSE if said == RANGED and is_close(scene, one, other) else said


def close_enemies(scene: Scene, who: str) -> tuple[str, ...]:
    """The enemies to whom somebody is Close."""
    return tuple(w for w in enemies(scene, who) if is_close(scene, who, w))


def locked_with(scene: Scene, who: str) -> tuple[str, ...]:
    """With whom somebody is in a Locked combat."""
    return tuple(w for w in scene.present() if w != who and zone(scene, who, w) == LOCKED)


def stand_like(step: Step, creature: str, summoner: str) -> None:
    """A new creature is Close to its summoner, and has the summoner's zones to everybody else.

    Where the summoner is Locked it is Close: it is not in that fight. A zone that is set stays.
    """
    for other in step.present():
        if other not in (creature, summoner):
            near = zone(step, summoner, other)
            _begin_zone(step, creature, CLOSE if near == LOCKED else near, other)
    _begin_zone(step, creature, CLOSE, summoner)
    if not square(step, creature) and (free := beside(step, summoner)):
        step.move(creature, free)


def _begin_zone(step: Step, creature: str, near: str, other: str) -> None:
    if step.fact("zone", creature, other) not in ZONES:
        step.set_fact("zone", creature, near, other, clause="2", basis="default")
