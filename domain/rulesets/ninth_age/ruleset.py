"""The Ninth Age, second edition: its words, clock, pools, states, facts and open points.

Clauses are sections of the rules as we have them; C and M are steps of the first two phases.
"""

from __future__ import annotations

from functools import partial

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

from . import rolls, settings, sheet
from .battle import deployment_queue
from .legality import able, why_not_joined
from .manoeuvres import MANOEUVRES
from .tables import ARCS, CLAUSES, GLOSSARY, HALVES

PHASES = (
    Stretch(
        "phase", "charge", ("automatic", "start", "frenzy", "charges", "charge moves"), clause="5"
    ),
    Stretch(
        "phase", "movement", ("start", "rally", "random movement", "ambush", "moves"), clause="6"
    ),
    Stretch("phase", "magic", ("start", "flux", "siphon", "casts"), ("discard",), clause="7"),
    Stretch("phase", "shooting", ("start", "shots"), clause="8"),
    Stretch("phase", "melee", ("start", "no more foes", "combats"), clause="9"),
)
"""1: The phases of a Player Turn, in order; an edition with other phases has another list."""

DEPLOYMENT = Stretch(
    "phase", "deployment", ("armies", "objective", "before battle"), once=True, clause="4"
)
PLAYER_TURN = Stretch("turn", "turn", inside=PHASES, next="next player", clause="1")
GAME_TURN = Stretch(
    "round",
    "game turn",
    closes=("hold the ground", "last game turn"),
    inside=(DEPLOYMENT, PLAYER_TURN),
    limit=6,
    clause="1",
)

TURN, PHASE, ACT = Until(span="turn"), Until(span="phase"), Until(span="act")

NO_DISCIPLINE = (Mod(trait="Discipline", how="set", value=0),)
CONDITIONS = (
    ConditionKind("charging", "charging", "10", None, (Mod(trait="Agility", value=1),)),
    ConditionKind("shaken", "shaken", "10", TURN),
    ConditionKind("fleeing", "fleeing", "10"),
    ConditionKind("broken", "broken", "10"),
    ConditionKind("decimated", "decimated", "10"),
    ConditionKind("destroyed", "destroyed", "10"),
    ConditionKind("not scoring", "out of the scoring", "10"),
    ConditionKind("held back", "kept from charging in the first player turn", "4", TURN),
    ConditionKind("must charge", "must charge if it can", "C1", PHASE),
    ConditionKind("terrified", "must flee if it can", "C3", ACT),
    ConditionKind("moved", "has moved", "M3", TURN, quiet=True),
    ConditionKind("rolled", "has rolled its Charge Range", "C6", PHASE, quiet=True),
    ConditionKind("feigned", "has rallied from a feigned flight", "M2", TURN, quiet=True),
    ConditionKind("no march", "may not march", "M3", PHASE),
    ConditionKind("has fought", "has been engaged in this turn", "8", TURN, quiet=True),
    ConditionKind("volley", "shoots with its unit", "8", PHASE, quiet=True),
    ConditionKind("steady", "steady against panic", "10", PHASE, quiet=True),
    ConditionKind("losses", "losses of this phase, not engaged", "10", PHASE, quiet=True),
    ConditionKind("melee", "in this combat", "9", PHASE, quiet=True),
    ConditionKind("afraid", "afraid", "9", ACT),
    ConditionKind("wields", "fights with", "9", ACT),
    ConditionKind("duel", "in a duel", "9", ACT),
    ConditionKind("crushes", "uses its Crush Attack", "9", ACT),
    ConditionKind("shamed", "refused a duel", "9", None, NO_DISCIPLINE),
    ConditionKind("pursues", "pursues", "9", ACT),
    ConditionKind("pursued", "has pursued", "9", ACT, quiet=True),
    ConditionKind("restrained", "holds back from pursuit", "9", ACT),
    ConditionKind("attempted", "spell attempted", "7", PHASE, quiet=True),
    ConditionKind("forgotten", "spell forgotten", "7"),
    ConditionKind("under", "under an effect", "2"),
    ConditionKind("spent", "used up for the game", "3"),
    ConditionKind("paid", "has paid veil tokens", "7", PHASE, quiet=True),
    ConditionKind("expired", "lost unused", "3"),
)

YES_NO = ("yes", "no")
_of_one = partial(FactKind, toward="nobody")
_between_two = partial(FactKind, toward="somebody")
_number = partial(_of_one, holds="number")

FACTS = (
    _of_one("objective", "the objective", "13"),
    _of_one("deployment type", "the deployment", "4"),
    _of_one("chose", "chose the deployment zone", "4", YES_NO, "no"),
    _of_one("zone", "what comes with the zone", "4"),
    _of_one("deploys", "how it deploys", "4", ("normally", "scout", "ambush"), "normally"),
    _of_one(
        "place", "where it is", "4", ("not deployed", "on the table", "in ambush"), "not deployed"
    ),
    _of_one("finished", "finished deploying", "4", ("no", "first", "last"), "no"),
    _of_one("vanguard", "vanguard moves", "4", ("open", "done"), "open"),
    _between_two("engaged", "in base contact", "10", YES_NO, "no", symmetric=True),
    _of_one("joined", "the unit that the Character stands in", "9", holds="somebody"),
    _between_two("facing", "the arc it charges", "C3", ARCS, "front"),
    _between_two("distance", "inches between them", "C2", holds="number", scale=HALVES),
    _number("files", "models in a rank", "M3"),
    _number("models", "models left", "10"),
    _number("carried", "Health Points lost of the next model", "10"),
    FactKind("drawn", "has drawn this flux card", "7", YES_NO, "no", toward="something"),
    _of_one("contested", "contested", "12", default="no"),
)

WORDS = {
    "tells *": "arc, room, range, cover, on, version",
    "given distance": "inches",
    "given nearest": "inches to the nearest enemy",
    "round": "game turn",
    "turn": "player turn",
    "deployment": "deployment phase",
    "charge": "charge phase",
    "movement": "movement phase",
    "magic": "magic phase",
    "shooting": "shooting phase",
    "melee": "melee phase",
    "hp": "HP",
    "dice": "magic dice",
    "one dice": "magic die",
    "veil": "veil tokens",
    "counters": "objective counters",
    "noun use": "{using}",
    "models whom": "{of}: {whom} models left",
    "models 1": "{of}: 1 model left",
    "models 0": "{of}: no model left",
    "carried whom": "{of}: HP lost of the next model: {whom}",
    "carried 0": "{of}: no HP lost of the next model",
    "joined": "{of} stands in no unit",
    "joined whom": "{of} stands in {whom}",
    "does charge move": "moves its charge",
    "does stand and shoot": "stands and shoots",
    "does impact hits": "strikes with impact",
    "using advance": "",
    "using cast": "",
    "using use": "",
    "noun fight": "round of combat",
    "noun shoot": "volley",
    "noun stand and shoot": "volley",
    "noun cast": "spell",
    "noun flee": "flight",
    "noun charge move": "charge",
    "noun strike": "blow",
    "noun redirect": "redirection",
    "says draw": "draws flux card {which}",
    "says convert": "buys magic dice: {dice}",
    "says deploy": "deploys {unit}",
    "says vanguard": "makes a vanguard move with {unit}",
    "says declare": "names who deploys specially",
    "says scout": "places the scouts of {unit}",
    "says zone": "lets {chooser} choose the deployment zone",
    "says other": "names {name}",
    "says first turn": "gives the first turn to {of}",
    "says near": "tells who is near: {units}",
    "says numbers": "tells the numbers needed",
    "says straight ahead": "tells the way of the flight: straight ahead",
    "says pursue": "pursues {whom}",
    "says away from": "has {about} flee away from {foe}",
    "says dispel": "tries to dispel it, dice: {dice}",
    "says overkill": "tells the overkill: {overkill}",
    "says issue": "issues a duel with {challenger}",
    "says accept": "accepts the duel with {with}",
    "says order": "sets the order: {units}",
    "says shame": "shames {whom}",
    "says contest": "contests the {which}",
    "says crush": "uses its Crush Attack, models: {models}",
    "says make way": "makes way, into contact with {foe}",
    "says wield": "fights with {weapon}",
}

RULES = Ruleset(
    "ninth-age-2e",
    "The 9th Age: Fantasy Battles",
    edition="2",
    revision="7",
    words=WORDS,
    glossary=GLOSSARY,
    clauses=CLAUSES,
    sequence=GAME_TURN,
    pools=(
        Pool("hp", "Health Points", "10"),
        Pool("dice", "magic dice", "7"),
        Pool("veil", "veil tokens", "7"),
        Pool("counters", "objective counters", "13"),
    ),
    conditions=CONDITIONS,
    facts=FACTS,
    points=settings.POINTS,
    manoeuvres=MANOEUVRES,
    sorts=rolls.SORTS,
    sheets={**of_all_able(sheet.UNIT), "side": sheet.SIDE},
    opening=sheet.opening,
    able=able,
    queue=deployment_queue.queue,
    barred={"joined": why_not_joined},
    triggers={
        "Declared": "declared use",
        "Withdrawn": "taken back",
        "PoolChanged": "models counted",
    },
)
