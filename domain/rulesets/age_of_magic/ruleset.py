"""Age of Magic: its words, sequence of play, pools, conditions, facts and open points."""

from __future__ import annotations

from domain.ruleset.ruleset import (
    ConditionKind,
    FactKind,
    Mod,
    Pool,
    Ruleset,
    Stretch,
    Until,
    of_all_able,
)
from domain.ruleset.scene import Doing, Scene

from .disabilities import NAMES as DISABILITIES
from .legality import able
from .manoeuvres import MANOEUVRES
from .riding import RIDES
from .rolls import SORTS
from .settings import CLAUSES, POINTS
from .sheet import SHEET
from .tables import SCALE
from .words import GLOSSARY, WORDS

PHASE = Stretch(
    "turn", "turn", opens=("locks",), next="poll", idle="spent", acts=True, clause="2.3"
)
COMBAT_TURN = Stretch(
    "round",
    "combat turn",
    opens=("initiative", "order", "ties", "action points", "fill"),
    inside=(PHASE,),
    clause="2.5",
    seconds=5,
)

ON_ROLLS = "rolls"
"""The trait that penalties on all rolls of a combatant alter."""


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
    ConditionKind("locked", "has a weapon locked by a block", "3.6", Until(span="act")),
    ConditionKind("held", "held", "7.9"),
    ConditionKind("locking", "holds a lock", "7.9"),
    ConditionKind("impaled", "has a weapon stuck in a wound", "7.5"),
    ConditionKind("dying", "dies unless treated", "7.6", on_zero="dies"),
    ConditionKind("treated", "has had first aid for a wound", "7.7"),
    ConditionKind("borne", "has borne the shock of a wound", "7.7"),
    *(ConditionKind(name, name, "7.6") for name in DISABILITIES),
)

POOLS = (
    Pool("ap", "action points", "3.1", SCALE, spending="3.3"),
    Pool("magic", "a counter of magic, for a referee who wants one", "8.1"),
)

YES_NO = ("yes", "no")
FACTS = (
    FactKind("adjacent", "side by side", "3.5", YES_NO, "no", symmetric=True, toward="somebody"),
    FactKind("close", "in one hex", "3.7", YES_NO, "no", symmetric=True, toward="somebody"),
    FactKind(
        "stands",
        "in which arc of the other",
        "6.1",
        ("front", "side", "rear"),
        "front",
        toward="somebody",
    ),
    FactKind("bears", "has a weapon ready", "7.10", YES_NO, toward="something"),
    FactKind("loaded", "has a weapon loaded", "3.8", YES_NO, toward="something"),
    FactKind(RIDES, "rides a mount", "3.2", holds="somebody", toward="nobody"),
    FactKind("aware", "is aware of the other", "5.1", YES_NO, "yes", toward="somebody"),
)


def rank(scene: Scene, act: Doing) -> int:
    """Follow moves first and together, then by initiative; who has none yet comes last."""
    if act.manoeuvre == "follow":
        return -1
    order = scene.combat.clock.order("initiative")
    late = (w for w in scene.present() if w not in order)
    return (*order, *late).index(act.who)


RULES = Ruleset(
    "age-of-magic",
    "Age of Magic",
    edition="1",
    revision="6",
    words=WORDS,
    glossary=GLOSSARY,
    clauses=CLAUSES,
    sequence=COMBAT_TURN,
    pools=POOLS,
    renewed=("ap",),
    conditions=CONDITIONS,
    facts=FACTS,
    points=POINTS,
    manoeuvres=MANOEUVRES,
    sorts=SORTS,
    sheets=of_all_able(SHEET),
    able=able,
    rank=rank,
    scale=SCALE,
    triggers={"FactSet": "apart", "ConditionBegan": "shaken", "Left": "gone"},
)
