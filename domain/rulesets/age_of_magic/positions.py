"""Who stands beside whom and at whose back: declared by the table, never computed.

Ranges, front hexes and shield sides are for the eyes at the table. What is refused is only what
the recorded facts contradict.
"""

from __future__ import annotations

from domain.ruleset import Blank, Deed
from domain.scene import Doing, Scene

from . import arms
from .figures import partner, whole
from .tables import AFAR

NEAR = ("beside", "behind", "back", "within")
"""What the table says of whom one comes to stand with."""
STRIKING = ("advance and attack", "advance and throw")
"""The steps that end in a blow."""
FACING = ("block", "parry", "jump back", "side-step")
"""Defences that need the attack from the front: who executes one has turned to face it."""


def others(scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody present but one, and the other half of his figure."""
    own = (who, partner(scene, who))
    return scene.once(("others", who), lambda: tuple(w for w in scene.present() if w not in own))


def adjacent(scene: Scene, one: str, other: str) -> bool:
    """True while two stand side by side."""
    return scene.fact("adjacent", one, other) == "yes"


def close(scene: Scene, one: str, other: str) -> bool:
    """True while two are in one hex."""
    return scene.fact("close", one, other) == "yes"


def neighbours(scene: Scene, who: str) -> frozenset[str]:
    """Everybody present who is adjacent to somebody."""
    return frozenset(_beside(scene, who))


def _beside(scene: Scene, who: str) -> tuple[str, ...]:
    """The same in the order in which they joined."""
    return scene.once(
        ("beside", who), lambda: tuple(w for w in others(scene, who) if adjacent(scene, who, w))
    )


def at_the_back(scene: Scene, who: str, target: str) -> bool:
    """True while somebody stands in a rear hex of another."""
    return scene.fact("stands", who, target) == "rear"


def steps_back(scene: Scene, who: str, on: str) -> frozenset[str]:
    """From whom a step back leads away: whoever made the attack that it answers."""
    attack = scene.doing(on)
    return frozenset({attack.who}) if attack is not None else frozenset()


def rolls_up_to(scene: Scene, act: Doing | Deed) -> frozenset[str]:
    """To whom a roll toward the attack leads: not up to somebody who strikes from afar."""
    attack = scene.doing(act.on)
    afar = attack is not None and attack.manoeuvre in AFAR
    return frozenset() if afar else steps_back(scene, act.who, act.on)


def beside_after(scene: Scene, act: Doing | Deed) -> frozenset[str]:
    """Who is adjacent after an act: as the table says, and as the manoeuvre must end.

    Whoever is at a back then, or in one hex, is adjacent, whether that is said as well or not.
    """
    stood = neighbours(scene, act.who) if "beside" not in act.params else frozenset()
    said = (name for near in NEAR for name in _names(act, near))
    beside = stood | whole(scene, frozenset(said))
    match act.manoeuvre:
        case "advance and attack" if not _keeps_off(scene, act):
            return beside | whole(scene, act.targets)
        case "rolling dodge":
            return beside | whole(scene, rolls_up_to(scene, act))
        case "jump back" | "parry":
            return beside - whole(scene, steps_back(scene, act.who, act.on))
    return beside


def _keeps_off(scene: Scene, act: Doing | Deed) -> bool:
    """True where the table says whom one steps up to, and a polearm reaches beyond them."""
    return "beside" in act.params and arms.is_polearm(scene, act.who, act.using)


def _names(act: Doing | Deed, param: str) -> tuple[str, ...]:
    said = act.params.get(param)
    return tuple(map(str, said)) if isinstance(said, list | tuple) else ()


# --- what is left open in a deed -----------------------------------------------------------


def footing(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where one comes to stand: beside whom, at whose back, and with whom at one's own.

    To be at a back is to be beside, so that no two of these contradict each other.
    """
    return _standing(scene, deed, others(scene, deed.who))


def footing_into(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where one comes to stand, which may be in the hex of another."""
    blanks = footing(scene, deed)
    rest = others(scene, deed.who)
    return *blanks, Blank("within", "some", rest, optional=True, says="in whose hex then")


def footing_back(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where one comes to stand by stepping away from an attacker."""
    away = whole(scene, steps_back(scene, deed.who, deed.on))
    return _standing(scene, deed, tuple(w for w in others(scene, deed.who) if w not in away))


def _standing(scene: Scene, deed: Deed, near: tuple[str, ...]) -> tuple[Blank, ...]:
    """The blanks of a step; of a blow, who is at one's back once it is known whom one faces."""
    known = bool(deed.targets) or deed.manoeuvre not in STRIKING
    return (
        Blank("beside", "some", near, optional=True, says="adjacent to whom then"),
        Blank("behind", "some", near, optional=True, says="in whose rear hexes then"),
        _back(scene, deed, near if known else ()),
    )


def facing(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Whom a turn on the spot leaves in one's rear hexes: of those adjacent."""
    return (_back(scene, deed, _beside(scene, deed.who)),)


def facing_target(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Whom a blow leaves in one's rear hexes; nobody, until it is known whom one faces."""
    return facing(scene, deed) if deed.targets else (_back(scene, deed, ()),)


def _back(scene: Scene, deed: Deed, near: tuple[str, ...]) -> Blank:
    """Who is in one's rear hexes: never one's target, nor whose attack one defends against."""
    faced = frozenset(deed.targets)
    if deed.manoeuvre in FACING:
        faced |= steps_back(scene, deed.who, deed.on)
    faced = whole(scene, faced)
    rear = tuple(w for w in near if w not in faced)
    return Blank("back", "some", rear, optional=True, says="who is in one's rear hexes then")
