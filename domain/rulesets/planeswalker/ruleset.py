"""Planeswalker: its words, sequence of play, pools, conditions, facts and open points."""

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
    open_points,
)

from .clauses import CLAUSES
from .counters import carried_counters
from .legality import able
from .manoeuvres import MANOEUVRES
from .sheet import SHEET, budgets, opening
from .squares import where
from .tables import COLORS, COUNTERS, GLOSSARY, UNASKED
from .zones import ZONES, drawn_zone

TURN = Stretch(
    "turn",
    "turn",
    opens=("escape", "overdue"),
    next="turns",
    clause="3.2",
    inside=(
        Stretch(
            "phase",
            "channeling",
            ("begin channeling",),
            ("absent",),
            idle="check channeling",
            acts=True,
        ),
        Stretch(
            "phase",
            "upkeep",
            ("begin upkeep",),
            ("let go", "instants", "after instants", "absent"),
            idle="upheld",
            acts=True,
        ),
        Stretch("phase", "main", ("begin main",), ("absent",), idle="main over", acts=True),
        Stretch("phase", "combat phase", ("fights",), ("instants", "after instants", "absent")),
        Stretch("phase", "end", closes=("instants", "after instants", "burn", "forget")),
    ),
)
ROTATION = Stretch(
    "round", "rotation", opens=("order",), closes=("surplus",), inside=(TURN,), clause="3.1"
)

UNTIL_TURN_ENDS = Until(span="turn")

CONDITIONS = (
    ConditionKind("ignited", "with the pool ignited", "4.1"),
    ConditionKind("off guard", "off guard", "6.7"),
    ConditionKind("spent", "in want of refreshing", "4.2"),
    ConditionKind("summoned", "newly summoned", "4.3", UNTIL_TURN_ENDS),
    ConditionKind(
        "broken",
        "Toughness is broken",
        "6.5",
        UNTIL_TURN_ENDS,
        (Mod(trait="Toughness", how="set", value=0),),
    ),
    ConditionKind("offset", "without effect on broken Toughness", "6.5", quiet=True),
    ConditionKind("shrunk", "reduced", "4.5", UNTIL_TURN_ENDS),
    ConditionKind("grown", "raised", "4.5", UNTIL_TURN_ENDS),
    ConditionKind("regenerating", "ready to regenerate", "4.5", UNTIL_TURN_ENDS),
    ConditionKind(COUNTERS, "altered by counters", "7.4"),
    ConditionKind("pervasive", "upholding a pervasive effect", "4.2"),
    ConditionKind("enchanted", "under a pervasive effect", "4.2"),
    ConditionKind("taken over", "taken over", "5.8"),
    ConditionKind("discarding", "unable to hold all spells", "5.1", Until(span="round")),
    ConditionKind("engaging", "has engaged", "4.4", Until(span="phase", name="combat phase")),
    ConditionKind("delaying", "waiting to act", "3.3"),
    ConditionKind("resumed", "going on after a delay", "3.3", UNTIL_TURN_ENDS, quiet=True),
    ConditionKind("fleeing", "in flight", "7.1"),
    ConditionKind(UNASKED, "not asked until something is cast", "5.3", quiet=True),
    ConditionKind("lost", "has lost", "7.3"),
)

FACTS = (
    FactKind("zone", "zone", "2", ZONES, "", symmetric=True, toward="somebody"),
    FactKind("owner", "its first master", "5.8", toward="nobody"),
    FactKind("first side", "its first side", "5.8", toward="nobody"),
)

POINTS = open_points("""
3.3 delay: [at any time] | before anything is done
    whether what is left of a turn may be delayed, or a whole turn alone
5.3 ask for instants: [mages able to cast] | every mage
    whom to ask for instants before phases pass: mages able to cast one by their Memory and mana,
    which are open to everybody; or every mage, for tables that keep them on paper
2 start zone: [ranged] | close
    how near pairs start
4.4 combat timing: [immediate] | after main
    when an engagement is fought: at once, or in the Combat phase
6.5 toughness break: [zero] | none
    what a breach leaves of Toughness until the turn ends
6.4 fallen strike back: [yes] | no
    whether a creature killed, or a character defeated, by the attack still strikes back
4.5 regeneration: [instead of destruction] | at once | ruled
    whether a regenerated creature regains its Life instead of being destroyed, once until the turn
    ends; regains it at once; or as the referee rules
5.8 spell damage: [straight] | toughness
    whether damage of spells goes straight to Life, or a Toughness roll withstands it
5.8 taken until: [the combat ends] | the turn ends
    how long a creature stays taken over by a spell that does not pervade
4.3 haste: [second command] | commands first
    whether creatures with Haste that were summoned since the first Command may get a second one,
    which costs an action, or every Command comes before any other action
4.3 move covers: [one] | several
    which enemies a move changes the distance to: one, or as many as are named
2 flee from: [ranged] | anywhere
    from where a character flees: only while every enemy is Ranged, or from anywhere
6.9 combat mod: [none] | 2015
    the modification of 2015: blows by full dice, squares, reach, bosses
5.2 beyond channeling: [refused] | costs Life
    whether a spell may cost more than Channeling, and the difference is paid with Life
4.5 forgotten go: [library] | graveyard
    where forgotten spells go: to the bottom of the library, or away for the day
""")

WORDS = {
    "round": "rotation",
    "end": "end phase",
    "main": "main phase",
    "initiative": "order",
    "restore": "Channeling",
    "actions": "Speed",
    "focus": "Focus",
    "life": "Life",
    "does cast": "casts {using}",
    "noun cast": "{using}",
    "does instant": "casts {using}",
    "noun instant": "{using}",
    "does answer": "casts {using}",
    "noun answer": "{using}",
    "means answer": "tries to answer with {using}",
    "does use": "uses {using}",
    "noun use": "{using}",
    "does channel": "channels {using} mana",
    "follows channel": "amount",
    "does memorize": "studies",
    "does maintain": "gives Focus",
    "does command": "gives commands",
    "does move": "changes the distance to {targets}",
    "does fast flee": "makes a run for it",
    "says not until something is cast": "passes, until something is cast",
    "pervasive 1": "upholding a pervasive effect, 1 Focus bound",
    "does be asked again": "wants to be asked again",
    "does strike back": "strikes back",
    "noun strike back": "blow",
    "noun engage": "blow",
    "noun fight": "blow",
    "does fight": "fights",
}
"""The game's own words, and how its deeds are told."""

RULES = Ruleset(
    "planeswalker",
    "Magic: the Gathering RPG",
    edition="1",
    revision="6",
    words=WORDS,
    glossary=GLOSSARY,
    clauses=CLAUSES,
    sequence=ROTATION,
    pools=(
        Pool("mana", "mana", "4.1", keys=COLORS),
        Pool("life", "Life", "7.3", least=None),
        Pool("restore", "Channeling left in this turn; 2 less while an enemy is Close", "4.1"),
        Pool("focus", "Focus left in this turn", "4.2"),
        Pool("actions", "actions left in this turn", "4.3"),
        Pool(COUNTERS, "counters", "7.4", any_key=True),
    ),
    renewed=("restore", "focus", "actions"),
    budgets=budgets,
    conditions=CONDITIONS,
    facts=FACTS,
    points=POINTS,
    manoeuvres=MANOEUVRES,
    sorts=("loose", "order", "speed", "power", "toughness", "focus"),
    sheets=of_all_able(SHEET),
    opening=opening,
    able=able,
    triggers={
        "Joined": "arrives",
        "Edited": "sheet changed",
        "TurnEnded": "offer",
        "PoolChanged": "check life",
        "ConditionEnded": "given back",
        "CombatEnded": "disperse",
    },
    where=where,
    between={"zone": drawn_zone},
    carried=carried_counters,
)
