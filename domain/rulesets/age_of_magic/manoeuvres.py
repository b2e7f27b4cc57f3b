"""The table of manoeuvres: when, at what cost, with what, at whom, and what follows."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from domain.ruleset.ruleset import Deed, Manoeuvre, Need, Refused
from domain.ruleset.scene import Scene

from . import legality
from .costs import ap, as_set, attack_speed, paid_when_declared, speech
from .magic.enchantments import SPELLS
from .mounted.manoeuvres import MOUNTED
from .positions import facing, footing, footing_back, footing_into, others, with_posture_check
from .ranged.manoeuvres import RANGED
from .tables import ACTION, ANSWERED, ANY, DEFENDING, FOLLOW_ON, REACTION, SEEN, STRUCK, SUFFERED
from .unarmed.manoeuvres import HOLDING, UNARMED
from .weapons import weapons
from .weapons.handling import HANDLING, OTHERWISE, impaled_targets, stuck, wounds_without

# --- the basic manoeuvres ------------------------------------------------------------------

_step = partial(
    Manoeuvre,
    clause="3.5",
    stages=(*SEEN, "ridden"),
    blanks=footing_into,
    allows=legality.check_not_riding,
)
_still = partial(Manoeuvre, clause="3.5", allows=legality.in_place)
_attack = partial(
    Manoeuvre,
    clause="3.5",
    stages=STRUCK,
    target=True,
    cost=attack_speed,
    blanks=legality.aim_blanks,
    usings=weapons.strikes_with,
    allows=legality.attack,
)
_defence = partial(
    Manoeuvre, clause="3.5", kinds=REACTION, stages=DEFENDING, stands=True, cost=ap(1)
)
_armed = partial(_defence, answers=legality.DEFENDED, allows=legality.armed_defence)
_dodge = partial(_defence, answers=legality.DODGED, allows=legality.defence)

BASIC = (
    _step("move", "move up to 2 hexes forward or 1 back", kinds=ACTION, cost=ap(1)),
    _step(
        "follow",
        "move along with the mover",
        kinds=REACTION,
        answers=("move",),
        cost=as_set("follow ap"),
        allows=legality.follow,
    ),
    _still(
        "turn", "turn in place", kinds=ACTION + REACTION, stages=SEEN, cost=ap(1), blanks=facing
    ),
    _still(
        "speak",
        "speak, three words for each AP",
        kinds=ANY,
        stages=ANSWERED,
        cost=speech,
        blanks=legality.words,
    ),
    _attack(
        "stand and attack",
        "strike from where one stands",
        kinds=ANY,
        targets=legality.beside,
        target_is="adjacent",
    ),
    _attack(
        "advance and attack",
        "step up and strike at +1/2",
        kinds=ACTION + FOLLOW_ON,
        blanks=legality.aimed_advancing,
        targets=legality.attackable,
        target_is="alive; in an answer, the opponent",
    ),
    _attack(
        "stand and attack back",
        "answer the attack with an attack",
        clause="6.5",
        kinds=REACTION,
        stages=(*SEEN, "stand", "counter", *SUFFERED),
        answers=legality.ATTACKS,
        stands=True,
        targets=legality.attacker_beside,
        target_is="the attacker, alive and adjacent",
        allows=legality.armed_defence,
    ),
    _armed(
        "block",
        "block, which locks both weapons",
        stages=(*SEEN, "stand", "lock", "riposte"),
        blanks=facing,
        usings=weapons.blocks_with,
    ),
    _armed(
        "parry",
        "parry, stepping back a hex, at +3",
        cost=as_set("parry ap"),
        blanks=footing_back,
        usings=weapons.parries_with,
    ),
    _dodge("jump back", "dodge a hex away, at +3", stages=(*SEEN, "stand"), blanks=footing_back),
    _dodge("side step", "dodge a hex sideways, at +2", blanks=footing),
    Manoeuvre(
        "soak",
        "take the wound more lightly",
        "3.5",
        REACTION + FOLLOW_ON,
        ("soak", "soaked"),
        cost=ap(1),
        allows=legality.soak,
    ),
)

# --- when the fight is over ----------------------------------------------------------------


def check_fight_over(scene: Scene, deed: Deed) -> None:
    """Only once the referee has said that the fight is over; raises Refused."""
    if scene.setting("fight") != "is over":
        why = "that has its time when the fight is over"
        need = Need("setting", "fight", "", "is over", scene.setting("fight"))
        raise Refused("7.7", why, missing=[need])


def wounds_before_shock(scene: Scene, who: str) -> tuple[Any, ...]:
    """The wounds of somebody, at first worse than a scratch, whose shock is still to come."""
    return wounds_without(scene, who, "borne")


def shaken(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Living combatants, the doer among them, whose shock of a wound is still to come."""
    if scene.setting("fight") != "is over":
        return ()
    alive = [w for w in (deed.who, *others(scene, deed.who)) if not scene.has(w, "dead")]
    return tuple(w for w in alive if wounds_before_shock(scene, w))


_later = partial(Manoeuvre, kinds=ACTION, target=True, allows=check_fight_over)

LATER = (
    _later(
        "await the shock",
        "an hour later: roll against the shock of every wound",
        "7.7",
        stages=("hour later", "shock", "shocked"),
        targets=shaken,
        target_is="alive, with a shock to come",
    ),
    _later(
        "keep going",
        "roll to keep going in spite of the wounds",
        "7.2",
        stages=("keep going", "kept going"),
        target=False,
    ),
    _later(
        "pull out with care",
        "take a weapon out of a wound with care",
        "7.5",
        stages=("careful hands", "taken out"),
        usings=stuck,
        targets=impaled_targets,
        target_is="impaled",
    ),
)

BOOK = (*BASIC, *HANDLING, *UNARMED, *HOLDING, *OTHERWISE, *LATER, *RANGED, *MOUNTED, *SPELLS)
MANOEUVRES = tuple(replace(with_posture_check(m), prepaid=paid_when_declared) for m in BOOK)
