"""Age of Magic: its words, sequence of play, pools, conditions, facts and open points."""

from __future__ import annotations

from domain.ruleset import (
    ConditionKind,
    FactKind,
    Mod,
    OpenPoint,
    Pool,
    Ruleset,
    Stretch,
    Until,
)
from domain.scene import Doing, Scene

from .allowed import able
from .disabilities import NAMES as DISABILITIES
from .manoeuvres import MANOEUVRES
from .rolls import SORTS
from .sheet import sheet
from .tables import SCALE

PHASE = Stretch("turn", "turn", opens=("locks",), next="poll", idle="spent", acts=True)
COMBAT_TURN = Stretch(
    "round", "combat turn", opens=("initiative", "order", "ties", "action-points", "fill"),
    inside=(PHASE,),
)  # fmt: skip

ON_ROLLS = "rolls"
"""The trait that is altered by whatever weighs on all of somebody's rolls."""


def _on_all_rolls(points: int) -> tuple[Mod, ...]:
    return (Mod(trait=ON_ROLLS, value=points * SCALE),)


CONDITIONS = (
    ConditionKind("wound", "wounded", "7.2"),
    ConditionKind("stunned", "stunned", "7.1", Until(span="round"), _on_all_rolls(-3)),
    ConditionKind("staggered", "staggered", "7.1", Until(span="round"), _on_all_rolls(-1)),
    ConditionKind("unconscious", "unconscious", "7.1"),
    ConditionKind("dead", "dead", "7.7"),
    ConditionKind("prone", "prone", "7.4"),
    ConditionKind("locked", "a weapon is locked by a block", "3.6", Until(span="act")),
    ConditionKind("held", "is held", "7.9"),
    ConditionKind("locking", "holds a lock", "7.9"),
    ConditionKind("impaled", "has a weapon stuck in a wound", "7.5"),
    ConditionKind("dying", "dies unless treated", "7.6", on_zero="dies"),
    ConditionKind("treated", "has had first aid for a wound", "7.7"),
    ConditionKind("borne", "has borne the shock of a wound", "7.7"),
    *(ConditionKind(name, name, "7.6") for name in DISABILITIES),
)

YES_NO = ("yes", "no")
FACTS = (
    FactKind("adjacent", "side by side", "3.5", YES_NO, "no", symmetric=True),
    FactKind("close", "in one hex", "3.7", YES_NO, "no", symmetric=True),
    FactKind("stands", "in which arc of the other", "6.1", ("front", "side", "rear"), "front"),
    FactKind("bears", "has a weapon ready", "7.10", YES_NO),
    FactKind("aware", "is aware of the other", "5.1", YES_NO, "yes"),
)


def _ap(key: str, default: str, clause: str, what: str) -> OpenPoint:
    """An open point of a cost in AP that the book does not print."""
    return OpenPoint(key, ("1", "2", "3", "4", "5"), default, clause, f"the AP of {what}")


POINTS = (
    OpenPoint("points-per-die", ("3", "3 1/2"), "3", "1.3", "what each risked die takes off"),
    OpenPoint(
        "most-dice", tuple(str(n) for n in range(1, 21)), "20", "1.5",
        "how many dice may be risked on a roll",
    ),
    OpenPoint("tie", ("attack", "defence"), "attack", "6.3", "who wins attack against defence"),
    OpenPoint("parry-ap", ("1", "2", "3"), "1", "3.5", "what a parry costs"),
    OpenPoint(
        "lock-lasts", ("blows", "turn"), "blows", "3.6",
        "a block locks weapons until the blows are over, or the combat turn",
    ),
    OpenPoint("hit-by-half", ("down", "up"), "down", "6.6", "how half of an odd margin is rounded"),
    OpenPoint(
        "pain-gap", ("worse", "better"), "worse", "7.1",
        "which band a pain reaction of 1/2, 3 1/2 or 6 1/2 belongs to",
    ),
    OpenPoint(
        "knock-back-gap", ("better", "worse"), "better", "7.3",
        "which band a knock-back failed by 6 or 6 1/2 belongs to",
    ),
    OpenPoint(
        "first-suffered", ("pain", "knock-back"), "pain", "6.9",
        "whether the pain reaction or the knock-back comes first",
    ),
    OpenPoint(
        "disabled-actor", ("void", "continues"), "void", "5.13",
        "what becomes of the manoeuvre of somebody whom a reaction to it disables",
    ),
    OpenPoint(
        "fast-draw-otherwise", ("no", "-4", "-3", "-2", "-1", "0", "1"), "no", "3.5",
        "what a fast draw adds for a size and place that are not printed, if it may be tried",
    ),
    OpenPoint(
        "fast-draw-fumble", ("not drawn", "dropped"), "not drawn", "3.5",
        "what becomes of the weapon when a fast draw is fumbled",
    ),
    OpenPoint(
        "initially", ("after soak", "before soak"), "after soak", "7.6",
        "which level of a wound says whether it disables",
    ),
    OpenPoint(
        "useless-limb", ("fails", "serves"), "fails", "7.6",
        "whether a broken or disabled limb lets go, lets fall and is of no use",
    ),
    OpenPoint(
        "impaled-otherwise", ("-2", "0", "-1", "-3", "-4", "-5"), "-2", "7.5",
        "what a stuck weapon that is not in the list takes off CO rolls",
    ),
    OpenPoint(
        "fight", ("goes on", "is over"), "goes on", "7.7",
        "whether the fight is over: then shock, keeping going and careful hands have their place",
    ),
    _ap("treat-ap", "3", "7.7", "first aid"), _ap("stand-up-ap", "2", "7.4", "standing up"),
    OpenPoint(
        "prone-may", ("kick", "anything"), "kick", "7.4",
        "what the prone may do: no footwork and no attack but kicks, or anything",
    ),
    OpenPoint(
        "prone-rolls", ("0", "-1", "-2", "-3", "-4"), "0", "7.4",
        "what lying down takes off attack and defence",
    ),
    OpenPoint(
        "unarmed", ("trained", "everybody", "no"), "trained", "3.7",
        "who uses the unarmed manoeuvres: whose sheet has Martial arts, everybody, or nobody",
    ),
    _ap("arm-grab-ap", "1", "3.7", "an arm grab"), _ap("arm-lock-ap", "1", "3.7", "an arm lock"),
    _ap("head-lock-ap", "1", "3.7", "a head lock"),
    _ap("forearm-block-ap", "1", "3.7", "a forearm block"),
    _ap("break-hold-ap", "2", "7.9", "breaking a hold"),
    OpenPoint(
        "break-hold", ("rolls", "referee"), "rolls", "7.9",
        "a hold is broken by the higher roll of Martial arts and ST, or as the referee rules",
    ),
    OpenPoint(
        "late-joiner", ("waits", "joins in"), "waits", "I-4",
        "whether who comes in mid-turn waits for the next, or rolls and has a phase in this one",
    ),
    OpenPoint(
        "lock-weighs", ("attacks", "all rolls"), "attacks", "7.9",
        "on what the owner of a lock has 2 less",
    ),
    OpenPoint("carry-over", ("no", "yes"), "no", "3.3", "whether unspent AP are kept"),
)  # fmt: skip


def rank(scene: Scene, act: Doing) -> int:
    """Follow moves first and together, then by initiative; who has none yet comes last."""
    if act.manoeuvre == "follow":
        return -1
    order = scene.combat.clock.order("initiative")
    late = (w for w in scene.present() if w not in order)
    return (*order, *late).index(act.who)


RULES = Ruleset(
    "age-of-magic", "Age of Magic", edition="1", revision="2",
    words={"round": "combat turn", "turn": "phase"}, sequence=COMBAT_TURN,
    pools=(Pool("ap", "action points", "3.1", SCALE),), conditions=CONDITIONS, facts=FACTS,
    points=POINTS, manoeuvres=MANOEUVRES, sorts=SORTS, sheet=sheet, able=able, rank=rank,
    scale=SCALE, triggers={"FactSet": "apart", "ConditionBegan": "slackens", "Left": "gone"},
)  # fmt: skip
