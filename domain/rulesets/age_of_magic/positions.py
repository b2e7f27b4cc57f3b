"""Positions and posture: who stands beside whom, who lies or is held, and what that forbids.

Positions are declared by the table, never computed.

Ranges, front hexes and shield sides are for the eyes at the table. What is refused is only what
the recorded facts contradict.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from domain.ruleset.params import names
from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Modifier, Need, Refused, by_name, free_of
from domain.ruleset.scene import Doing, Scene
from domain.step.step import Step

from .riding import mount_of, partner, throw_from_mount, whole
from .rolls import parts
from .tables import AFAR, DODGES, MISSILES, SCALE
from .unarmed import blows
from .weapons import weapons

NEAR = ("beside", "behind", "back", "within")
"""Parameters that say beside whom, or with whom, the doer comes to stand."""
STRIKING = ("advance and attack", "advance and throw")
"""The steps that end in a blow."""
ONE_HEX = (*STRIKING, *DODGES, "parry", "rolling dodge")
"""Steps of a single hex: out of a shared hex they end in a neighbouring one."""
FACING = ("block", "parry", "jump back", "side step")
"""Defences that need the attack from the front: who executes one has turned to face it."""
FACING_TARGET = ("stand and attack", "advance and attack", "stand and attack back")
"""Attacks that need the target in front: who executes one has turned to face it."""


def others(scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody present but one combatant and the other half of that figure."""
    own = (who, partner(scene, who))
    return scene.once(("others", who), lambda: tuple(w for w in scene.present() if w not in own))


def adjacent(scene: Scene, one: str, other: str) -> bool:
    """True while two stand side by side."""
    return scene.fact("adjacent", one, other) == "yes"


def close(scene: Scene, one: str, other: str) -> bool:
    """True while two are in one hex."""
    return scene.fact("close", one, other) == "yes"


def neighbours(scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody present who is adjacent to somebody, in the order in which they joined."""
    return scene.once(
        ("beside", who), lambda: tuple(w for w in others(scene, who) if adjacent(scene, who, w))
    )


def sharing_hex(scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody present who is in one hex with somebody, in the order in which they joined."""
    return tuple(w for w in others(scene, who) if close(scene, who, w))


def at_the_back(scene: Scene, who: str, target: str) -> bool:
    """True while somebody stands in a rear hex of another."""
    return scene.fact("stands", who, target) == "rear"


def steps_back(scene: Scene, on: str) -> frozenset[str]:
    """The attacker from whom a step back leads away."""
    attack = scene.doing(on)
    return frozenset({attack.who}) if attack is not None else frozenset()


def rolls_up_to(scene: Scene, act: Doing | Deed) -> frozenset[str]:
    """To whom a roll toward the attack leads: not up to somebody who strikes from afar."""
    attack = scene.doing(act.on)
    afar = attack is not None and attack.manoeuvre in AFAR
    return frozenset() if afar else steps_back(scene, act.on)


def stepped_away_from(scene: Scene, act: Doing | Deed) -> frozenset[str]:
    """The attacker out of whose reach a step back leads; nobody if it leads out of their hex."""
    return whole(scene, steps_back(scene, act.on)).difference(sharing_hex(scene, act.who))


def beside_after(scene: Scene, act: Doing | Deed) -> frozenset[str]:
    """The combatants adjacent after an act: as the table says, and as the manoeuvre must end.

    Those at a back then, or in one hex, are adjacent, whether that is said as well or not. So are
    those whose hex is left by a step of one hex.
    """
    stood = neighbours(scene, act.who) if "beside" not in act.params else ()
    said = (name for near in NEAR for name in names(act.params, near))
    beside = frozenset(stood) | whole(scene, frozenset(said))
    if act.manoeuvre in ONE_HEX:
        beside |= {*sharing_hex(scene, act.who)}
    match act.manoeuvre:
        case "advance and attack" if not _keeps_off(scene, act):
            return beside | whole(scene, act.targets)
        case "rolling dodge":
            return beside | whole(scene, rolls_up_to(scene, act))
        case "jump back" | "parry":
            return beside - stepped_away_from(scene, act)
    return beside


def _keeps_off(scene: Scene, act: Doing | Deed) -> bool:
    """True where the table says whom one steps up to, and a polearm reaches beyond them."""
    return "beside" in act.params and weapons.is_polearm(scene, act.who, act.using)


def faced(scene: Scene, act: Doing) -> tuple[str, ...]:
    """Whom the doer of an attack or defence has turned to face."""
    if act.manoeuvre in FACING_TARGET:
        return act.targets
    return tuple(steps_back(scene, act.on)) if act.manoeuvre in FACING else ()


# --- what is left open in a deed -----------------------------------------------------------


def footing(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where a step ends: beside whom, at whose back, and with whom at the doer's back.

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
    away = stepped_away_from(scene, deed)
    return _standing(scene, deed, tuple(w for w in others(scene, deed.who) if w not in away))


def _standing(scene: Scene, deed: Deed, near: tuple[str, ...]) -> tuple[Blank, ...]:
    """The blanks of a step; of a blow, who is at the doer's back once the target is known."""
    known = bool(deed.targets) or deed.manoeuvre not in STRIKING
    return (
        Blank("beside", "some", near, optional=True, says="adjacent to whom then"),
        Blank("behind", "some", near, optional=True, says="in whose rear hexes then"),
        _back(scene, deed, near if known else ()),
    )


def facing(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """The neighbours that a turn on the spot leaves in the doer's rear hexes."""
    return (_back(scene, deed, neighbours(scene, deed.who)),)


def facing_target(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """The neighbours that a blow leaves in the rear hexes; none until the target is known."""
    return facing(scene, deed) if deed.targets else (_back(scene, deed, ()),)


def _back(scene: Scene, deed: Deed, near: tuple[str, ...]) -> Blank:
    """The blank for the doer's rear hexes; never the target, nor the attacker."""
    faced = frozenset(deed.targets)
    if deed.manoeuvre in FACING:
        faced |= steps_back(scene, deed.on)
    faced = whole(scene, faced)
    rear = tuple(w for w in near if w not in faced)
    return Blank("back", "some", rear, optional=True, says="who is in your rear hexes then")


# --- posture and holds ---------------------------------------------------------------------

FOOTWORK = ("move", "follow", *STRIKING, *DODGES, "parry", "mount", "dismount", "rolling dodge")
"""Manoeuvres that leave the hex, and may be answered with a shot."""
WITH_WEAPONS = (*MISSILES, "stand and attack", "stand and attack back", "set and aim")
ON_FOOT = {*FOOTWORK, *WITH_WEAPONS, *blows.BLOWS, "trample"} - {"martial kick"}
"""Manoeuvres that a prone figure cannot do, unless the table says otherwise."""
WITH_ARMS = ("martial strike", *blows.HOLDS, "forearm block")
SIDES = ("right", "left")
WEIGHT = -2 * SCALE
"""The penalty on attacks for being held, or for holding a lock."""


def holds_on(scene: Scene, who: str) -> tuple[Any, ...]:
    """The holds somebody is in, of holders who are here."""
    held = scene.combat.conditions.on(who, "held")
    return tuple(c for c in held if c.toward in scene.present())


def holds_of(scene: Scene, who: str) -> tuple[Any, ...]:
    """The holds that somebody has on others who are here."""
    held = (c for c in scene.combat.conditions.all.values() if c.name == "held")
    return tuple(c for c in held if c.toward == who and c.subject in scene.present())


def held_sides(scene: Scene, who: str) -> frozenset[str]:
    """Which arms of somebody are held."""
    return scene.once(("held sides", who), lambda: _held_sides(scene, who))


def _held_sides(scene: Scene, who: str) -> frozenset[str]:
    held = [blows.held_part(c) for c in holds_on(scene, who)]
    return frozenset(s for s in SIDES if f"{s} arm" in held or "both arms" in held)


def attack_penalties(scene: Scene, who: str) -> tuple[Modifier, ...]:
    """The penalties on an attack for being held, holding a lock and lying down."""
    held = bool(holds_on(scene, who))
    lock = scene.has(who, "locking") and scene.setting("lock weighs") == "attacks"
    return (*parts(held=WEIGHT * held, **{"holds a lock": WEIGHT * lock}), *prone(scene, who))


def prone(scene: Scene, who: str) -> tuple[Modifier, ...]:
    """The penalty on attack and defence for lying down, as the table plays it."""
    down = scene.has(who, "prone")
    return parts(prone=int(scene.setting("prone rolls")) * SCALE) if down else ()


# --- legality ------------------------------------------------------------------------------


def fits(scene: Scene, deed: Deed) -> None:
    """Refuse deeds that posture or a hold prevents; raises Refused."""
    _upright(scene, deed)
    _free_to_go(scene, deed)
    _free_hands(scene, deed)


def _upright(scene: Scene, deed: Deed) -> None:
    may = scene.setting("prone may")
    if deed.manoeuvre in ON_FOOT and may == "kick" and scene.has(deed.who, "prone"):
        why = f"{by_name(deed.who)} is prone: stand up first"
        raise Refused("7.4", why, missing=[free_of("prone", deed.who)])


def _free_to_go(scene: Scene, deed: Deed) -> None:
    if deed.manoeuvre not in FOOTWORK:
        return
    _carried(scene, deed)
    for who in (deed.who, partner(scene, deed.who)):
        for hold in holds_on(scene, who):
            why = f"{by_name(who)} is held by {by_name(hold.toward)} and cannot leave the hex"
            raise Refused("7.9", why, None, "/who", hold.id, [free_of("held", who)])
        if scene.has(who, "locking"):
            why = f"{by_name(who)} holds a lock and cannot move: let go first"
            raise Refused("7.9", why, None, "/who", missing=[free_of("locking", who)])


def _carried(scene: Scene, deed: Deed) -> None:
    """3.2: The steps of a rider are those of the mount, which must be able; raises Refused."""
    mount = mount_of(scene, deed.who)
    if mount and deed.manoeuvre != "dismount" and scene.rules.able(scene, mount):
        why = f"{by_name(deed.who)} rides {by_name(mount)}, which can no longer move: get off first"
        need = Need("fact", "rides", deed.who, "", mount)
        raise Refused("3.2", why, None, "/who", missing=[need])


def _free_hands(scene: Scene, deed: Deed) -> None:
    """No held arm is used, nor one that is of no use; raises Refused."""
    lacks = held_sides(scene, deed.who) | weapons.useless(scene, deed.who)
    if not lacks or deed.manoeuvre == "drop weapon":
        return
    hand = weapons.text(scene, deed.who, deed.using, "hand") if deed.using else ""
    needs = lacks & (set(SIDES) if hand == "both" else {hand})
    if needs or (deed.manoeuvre in WITH_ARMS and lacks.issuperset(SIDES)):
        arm = " and ".join(sorted(needs or lacks))
        clause = "7.9" if held_sides(scene, deed.who) & (needs or lacks) else "7.6"
        why = f"{by_name(deed.who)} cannot use the {arm} arm"
        free = (Need("item", f"{side} arm", deed.who) for side in sorted(needs or lacks))
        raise Refused(clause, why, missing=free)


def with_posture_check(manoeuvre: Manoeuvre) -> Manoeuvre:
    """A manoeuvre that is judged by posture and holds before anything else of its own."""

    def allows(scene: Scene, deed: Deed) -> None:
        fits(scene, deed)
        manoeuvre.allows(scene, deed)

    return replace(manoeuvre, allows=allows)


def begin_once(step: Step, who: str, name: str, act: str, **said: Any) -> None:
    """Begin a condition, unless the combatant is under it already."""
    if not step.has(who, name):
        step.begin_condition(who, name, act=act, **said)


def fall(step: Step, who: str, act: str, **said: Any) -> None:
    """7.4: Make somebody lie prone; nobody does so in the saddle: a rider is thrown (7.3)."""
    throw_from_mount(step, who)
    begin_once(step, who, "prone", act, **said)
