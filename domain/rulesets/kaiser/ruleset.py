"""Kaiser RPG: its sequence of play, pools and facts, and its chapters joined."""

from __future__ import annotations

from dataclasses import replace

from domain.ruleset.ruleset import FactKind, Pool, Ruleset, Stretch, of_all_able, stages_named
from domain.step.step import Step

from . import checks, end_phase, initiative, turn, wounds
from .actions import captives, manoeuvres, movement, withdrawal
from .attacks import attack, counter, defence, outcome
from .clauses import CLAUSES
from .intentions import effects
from .intentions import manoeuvres as intentions_manoeuvres
from .legality import able
from .powers import conditions, mana, phenom, spells, transfers
from .settings import POINTS
from .sheet import COMBATANT, THING, opening
from .tables import CONDITIONS, ROUND_AP
from .weapons import ENGAGED
from .words import GLOSSARY, WORDS

TURN = Stretch("turn", "turn", next="turns", idle="hold turn", acts=True, clause="2.4.1")
ROUND = Stretch(
    "round",
    "round",
    inside=(
        Stretch(
            "phase",
            "intention",
            ("renew", "intentions", "held over", "initiative", "order", "ties", "surprises"),
        ),
        Stretch(
            "phase",
            "action",
            closes=("last call", "repeat last call"),
            inside=(TURN,),
            clause="2.4.4",
            seconds=6,
        ),
        Stretch("phase", "end", end_phase.ENDS, after=end_phase.AFTER),
    ),
    clause="2",
)

POOLS = (
    Pool("ap", "action points", "3", spending="3.1"),
    Pool("attacks", "attacks", "4"),
    Pool("movement", "feet to move", "5"),
    Pool("lp", "life points", "6.6", least=None),
    Pool("stamina", "Stamina", "3.5"),
    Pool("boosts", "Stamina in boosts", "3.5"),
    Pool("mana", "mana", "7", mana=True),
    Pool("mass", "mass of mana", "7", mana=True),
    Pool("prepared", "prepared mana", "7", mana=True),
    Pool("innate cast", "innate spells cast", "7"),
    Pool("prepared cast", "prepared spells cast", "7"),
    Pool("transferred", "mana and ki passed on", "7"),
    Pool("ki", "ki", "7", mana=True),
    Pool("chakra", "ki in chakras", "7", mana=True),
    Pool("potential", "Potential", "7"),
    Pool("fanned", "defences by the fan", "4"),
)

YES_NO = ("yes", "no")
FACTS = (
    FactKind(ENGAGED, "hand to hand", "6.7", YES_NO, "no", symmetric=True, toward="somebody"),
    FactKind(
        checks.ROLLS_ON,
        "rolls more dice",
        "1.3",
        ("no", checks.OPEN_ROLL, checks.FUMBLE),
        "no",
        toward="something",
    ),
    FactKind("met", "met in an opposed check", "4", YES_NO, "no", toward="somebody"),
)


def renew(step: Step) -> None:
    """2.1.1: 6 AP for everybody; one fewer for a creature that was not wholly called."""
    for who in step.present():
        step.fill(who, "ap", ROUND_AP - step.has(who, "half called"))


INTENTIONS = (intentions_manoeuvres, effects, initiative, turn)
ATTACKS = (attack, defence, outcome, counter, wounds)
ACTIONS = (movement, withdrawal, manoeuvres, captives)
POWERS = (phenom, mana, transfers, conditions, spells)
PARTS = (*INTENTIONS, *ATTACKS, *ACTIONS, *POWERS, end_phase, checks)
"""The chapters, in the order in which options are listed."""

MANOEUVRES = tuple(m for part in PARTS for m in getattr(part, "MANOEUVRES", ()))
WINDOWS = tuple(w for part in PARTS for w in getattr(part, "WINDOWS", ()))


RULES = Ruleset(
    "kaiser",
    "Kaiser RPG",
    edition="2019-07-11",
    revision="9",
    words=WORDS,
    glossary=GLOSSARY,
    clauses=CLAUSES,
    sequence=ROUND,
    pools=POOLS,
    renewed=("ap", "attacks", "movement", "potential", *end_phase.COUNTED),
    conditions=CONDITIONS,
    facts=FACTS,
    points=POINTS,
    manoeuvres=MANOEUVRES,
    sorts=checks.SORTS,
    sheets={**of_all_able(COMBATANT), "thing": THING},
    opening=opening,
    able=able,
    stages=stages_named(renew, *(s for part in PARTS for s in getattr(part, "STAGES", ()))),
    triggers={
        "DiceRolled": "note double",
        "PoolChanged": "apply loss effects",
        "TurnEnded": "turn over",
        "ConditionBegan": "holder falls",
        "Left": "one leaves",
        "FactSet": "two part",
    },
    orders={"initiative": turn.initiative_members},
)
# 2.4.1: what may be done at any time is all that the last call is for.
RULES.asks(*(replace(w, only=RULES.swift) if w.about == "swift" else w for w in WINDOWS))
