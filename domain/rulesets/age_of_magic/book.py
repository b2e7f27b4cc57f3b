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

from .afar import AFAR
from .allowed import able
from .figures import RIDES
from .manoeuvres import MANOEUVRES
from .rolls import SORTS
from .sheet import sheet
from .tables import SCALE

PHASE = Stretch("turn", "turn", next="poll", idle="spent", acts=True)
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
    ConditionKind("tired", "tired", "7.8"),
    ConditionKind("set", "set to aim", "7.10"),
    ConditionKind("agitated", "agitated, as a mount", "6.11"),
    ConditionKind("resistance", "resists damage by an enchantment", "8.6"),
    ConditionKind("locked", "a weapon is locked by a block", "3.6", Until(span="act")),
)

POOLS = (
    Pool("ap", "action points", "3.1", SCALE),
    Pool("magic", "a counter of magic, for a referee who wants one", "8.1"),
)

YES_NO = ("yes", "no")
FACTS = (
    FactKind("adjacent", "side by side", "3.5", YES_NO, "no", symmetric=True),
    FactKind("stands", "in which arc of the other", "6.1", ("front", "side", "rear"), "front"),
    FactKind("bears", "has a weapon ready", "7.10", YES_NO),
    FactKind("loaded", "has a weapon loaded", "3.8", YES_NO),
    FactKind(RIDES, "rides a mount", "3.2"),
    FactKind("aware", "is aware of the other", "5.1", YES_NO, "yes"),
)

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
        "defence-against-shots", ("any", "dodge", "none"), "any", "3.8",
        "which defences there are against what is thrown or shot",
    ),
    OpenPoint(
        "shot-against", ("both", "defence"), "both", "3.8",
        "whether a shot that is defended against must reach its difficulty as well",
    ),
    OpenPoint(
        "aim-of-shots", ("modifier", "size"), "modifier", "3.8",
        "whether a shot at a part of the body has its aim modifier, or only the size of the target",
    ),
    OpenPoint(
        "aim-mounted", ("printed", "none"), "printed", "6.4",
        "which aim modifiers there are between mounted and foot",
    ),
    OpenPoint(
        "set-ends", ("any defence", "movement"), "any defence", "7.10",
        "what of one's own ends being set: any defence, or only what moves",
    ),
    OpenPoint(
        "aimed-fire-ends", ("aim", "set"), "aim", "3.8",
        "whether aimed fire ends the aim, or being set as well",
    ),
    OpenPoint("mounting-ap", ("1", "2", "3", "4", "5"), "2", "3.5", "what mounting costs"),
    OpenPoint("control-ap", ("0", "1", "2", "3"), "1", "3.2", "what controlling a mount costs"),
    OpenPoint(
        "height-counts", ("always", "on foot"), "always", "6.11",
        "whether the height of the saddle counts against another rider",
    ),
    OpenPoint(
        "ap-if-prepared-before", ("0", "1", "2", "3", "5"), "2", "8.3",
        "what it costs in combat to cast what was prepared before",
    ),
    OpenPoint(
        "wound-interrupts", ("no", "yes"), "no", "8.3",
        "whether a wound interrupts casting for 5 AP",
    ),
    OpenPoint(
        "defence-against-spells", ("any", "dodge", "none"), "any", "8.5",
        "which defences there are against an attack enchantment",
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
    "age-of-magic", "Age of Magic", edition="1", revision="1",
    words={"round": "combat turn", "turn": "phase"}, sequence=COMBAT_TURN,
    pools=POOLS, conditions=CONDITIONS, facts=FACTS,
    points=POINTS, manoeuvres=(*MANOEUVRES, *AFAR), sorts=SORTS, sheet=sheet, able=able, rank=rank,
    scale=SCALE, triggers={"FactSet": "apart", "ConditionBegan": "shaken"},
)  # fmt: skip
