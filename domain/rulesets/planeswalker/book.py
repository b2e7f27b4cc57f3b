"""Planeswalker: its words, sequence of play, pools, conditions, facts and open points."""

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

from .allowed import able
from .manoeuvres import MANOEUVRES
from .sheet import sheet
from .tables import COLORS
from .zones import ZONES

TURN = Stretch(
    "turn", "turn", opens=("escape",), next="turns",
    inside=(
        Stretch("phase", "channeling", ("begin-channeling",), idle="channeled", acts=True),
        Stretch("phase", "upkeep", ("begin-upkeep",), ("let-go",), idle="upheld", acts=True),
        Stretch("phase", "main", ("begin-main",), idle="main-over", acts=True),
        Stretch("phase", "combat", ("fights",)),
        Stretch("phase", "end", closes=("burn", "forget"), idle="last-moment", acts=True),
    ),
)  # fmt: skip
ROTATION = Stretch("round", "rotation", opens=("order",), closes=("surplus",), inside=(TURN,))

UNTIL_TURN_ENDS = Until(span="turn")

CONDITIONS = (
    ConditionKind("ignited", "the pool is ignited", "4.1"),
    ConditionKind("off-guard", "off guard", "6.7"),
    ConditionKind("spent", "has acted and wants refreshing", "4.2"),
    ConditionKind("summoned", "summoned this turn", "4.3", UNTIL_TURN_ENDS),
    ConditionKind(
        "broken", "Toughness is broken", "6.5", UNTIL_TURN_ENDS,
        (Mod(trait="Toughness", how="set", value=0),),
    ),
    ConditionKind("shrunk", "reduced", "4.5", UNTIL_TURN_ENDS),
    ConditionKind("grown", "raised", "4.5", UNTIL_TURN_ENDS),
    ConditionKind("pervasive", "a pervasive effect", "4.2"),
    ConditionKind("enchanted", "under a pervasive effect", "4.2"),
    ConditionKind("discarding", "has lost hold of spells", "5.1", Until(span="round")),
    ConditionKind("engaging", "has engaged", "4.4", Until(span="phase", name="combat")),
    ConditionKind("delaying", "delays", "3.3"),
    ConditionKind("fleeing", "flees", "7.1"),
    ConditionKind("lost", "has lost", "7.3"),
)  # fmt: skip

POINTS = (
    OpenPoint("start-zone", ("ranged", "close"), "ranged", "2", "how near pairs start"),
    OpenPoint(
        "combat-timing", ("immediate", "after-main"), "immediate", "4.4",
        "when an engagement is fought: at once, or in the Combat phase",
    ),
    OpenPoint(
        "toughness-break", ("zero", "none"), "zero", "6.5",
        "what a breach leaves of Toughness until the turn ends",
    ),
    OpenPoint(
        "killed-strike-back", ("yes", "no"), "yes", "6.4",
        "whether a defender killed by the attack still strikes back",
    ),
    OpenPoint(
        "spell-damage", ("straight", "toughness"), "straight", "5.8",
        "whether damage of spells goes straight to Life, or a Toughness roll withstands it",
    ),
    OpenPoint(
        "forgotten-go", ("library", "graveyard"), "library", "4.5",
        "where forgotten spells go: to the bottom of the library, or away for the day",
    ),
)  # fmt: skip

RULES = Ruleset(
    "planeswalker", "Magic: the Gathering RPG", edition="1", revision="1",
    words={
        "round": "rotation", "end": "end phase", "main": "main phase", "combat": "combat phase",
        "restore": "mana to restore", "actions": "actions", "initiative": "order",
        "does cast": "casts {using}", "does instant": "casts {using}",
        "does answer": "answers with {using}", "does use": "uses {using}",
        "does channel": "channels {using} mana", "does memorize": "studies",
        "does maintain": "gives Focus", "does command": "gives commands",
        "does move": "moves", "does fast flee": "makes a run for it",
    },
    sequence=ROTATION,
    pools=(
        Pool("mana", "mana", "4.1", keys=COLORS), Pool("life", "Life", "7.3", least=None),
        Pool("restore", "mana that may be restored in this turn", "4.1"),
        Pool("focus", "Focus left in this turn", "4.2"),
        Pool("actions", "actions left in this turn", "4.3"),
    ),
    conditions=CONDITIONS, facts=(FactKind("zone", "zone", "2", ZONES, "", symmetric=True),),
    points=POINTS, manoeuvres=MANOEUVRES,
    sorts=("loose", "order", "speed", "power", "toughness"), sheet=sheet, able=able,
    triggers={
        "Joined": "arrives", "TurnEnded": "offer", "PoolChanged": "harmed",
        "CombatEnded": "disperse",
    },
)  # fmt: skip
