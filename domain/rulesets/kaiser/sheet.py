"""The sheet: skills, weapons, spells and chakras, with what each of them means."""

from __future__ import annotations

from dataclasses import replace

from domain.events.measures import MOST_POINTS
from domain.ruleset.params import number
from domain.ruleset.ruleset import Traits
from domain.ruleset.sheets.names import LISTED_NAME, THING_NAME
from domain.ruleset.sheets.records import Field, Other, Parts, Record, When, fields
from domain.ruleset.sheets.sheet import NOTED, Sheet
from domain.ruleset.sheets.values import Flag, OneOf, Text, Value, Whole

from .tables import ABSORPTION, ARMS, INTERVALS, REPEATED, RESISTANCES, SIZES, WORST

MOST = 10_000
_NUMBER = Whole((-MOST, MOST))
_NAME = Text("a name of up to 40 signs", THING_NAME)


def opening(traits: Traits) -> dict[str, int]:
    """Return the pools that one starts with; AP come in the Intention phase."""
    stamina = number(traits, "constitution") + number(traits, "willpower")
    body = {"lp": number(traits, "lp"), "stamina": stamina} if "lp" in traits else {}
    return body | {p: number(traits, p) for p in ("mana", "ki") if p in traits}


_KINDS: dict[str, Value] = {
    "number": _NUMBER,
    "flag": Flag(),
    "name": _NAME,
    "size": OneOf(tuple(SIZES)),
    "repeated": OneOf(tuple(REPEATED)),
    "resistance": OneOf(RESISTANCES),
    "ending": OneOf(("end", "recheck")),
    "interval": OneOf(tuple(INTERVALS)),
}
_OF_COMBATANT = f"""
6.1 | strike | number [0] | points | the skill of attacks with weapons
6.1 | block | number [0] | points | the skill of warding off with a weapon or shield
6.1 | dodge | number [0] | points | the skill of evading
5 | acrobatics | number [0] | points | the skill of leaving foes, and of landing
7 | withstand pain | number [0] | points | the skill of holding on to mana when hurt
6.1 | spell projection | number [0] | points | the skill of striking with a spell
6.1 | phenom projection | number [0] | points | the skill of phenom
5 | escape | number [0] | points | the skill of getting out of a trap
1.1 | strength | number [0] | points | a characteristic, for checks of strength
5 | agility | number [0] | points | a characteristic; it is the Movement Value as well
3.5 | constitution | number [0] | points | a characteristic: half of the Stamina
3.5 | willpower | number [0] | points | a characteristic: half of the Stamina
2.2 | dexterity modifier | number [0] | points | added to initiative
2.2 | agility modifier | number [0] | points | added to initiative
2.2 | class bonus | number [0] | points | added to initiative
2.2 | initiative traits | number [0] | points | what traits and features add to initiative
6.2 | strength modifier | number [0] | points | added to the damage of weapons, twice for two hands
9.1 | PhR | number [0] | points | resistance to what strikes the body
9.1 | IR | number [0] | points | resistance to disease and poison
9.1 | SR | number [0] | points | resistance to spirits and to what strikes the mind
9.1 | MR | number [0] | points | resistance to magic
9.1 | PrR | number [0] | points | resistance by presence
6.6 | lp | number | life points | life points, as many as one has unhurt
7 | mana | number [0] | mana | the mana in the pool as the fight begins
7 | MA | number [0] | mana | Mana Accumulation: the mana that is gathered in a round
7 | ki | number [0] | ki | the ki in the pool as the fight begins
7 | focus | number [0] | rounds | how long a prepared spell is held
7 | presence | number [0] | points | a chakra holds at most five times as much ki
7 | potential | number [0] | points | Potential, for phenom
6.2 | av | number [0] | degrees | armour value: taken off the degrees of a hit
6.2 | absorption | number [={ABSORPTION}] | degrees | taken off the degrees of a hit
5 | dash | number | feet | how far a Dash goes; unless said, by the table of agility
5 | run | number | feet | how far a Run goes; unless said, by the table of agility
5 | sprint | number | feet | how far a Sprint goes; unless said, by the table of agility
2.3 | danger sense | flag [false] | | only initiative surprises them
3.3 | ludus | flag [false] | | a creature of ludus or rex, which loses no AP from hits
2.2 | size | size [=medium] | | the base of initiative
"""
_OF_WEAPON = """
4 | cost | number [0] | AP | what the Attack intention with it costs, beside its own AP
2.2 | penalty | number [0] | points | what it takes off initiative
6.2 | damage | number | life points | base damage
6.2 | hands | number [1] | hands | the hands that it takes
6.7 | range | number [0] | feet | how far it reaches; 0 is hand to hand
2.2 | shield | flag [false] | | whether it is a shield
6.7 | thrown | flag [false] | | whether it is thrown, not shot
5 | size | repeated [same] | | how large it is to its bearer
"""
_OF_SPELL = """
7 | mana | number | mana | what it costs
9.1 | projectile | flag [false] | | whether it has to hit first
8.4 | area | flag [false] | | whether it strikes all in an area
6.2 | damage | number [0] | life points | base damage
9 | condition | name | | the state that it puts its target in
9 | intensity | 1..10000 | points | how strong pain, weakness, a daze or unalignment by it is
9.1 | resist | resistance | | the resistance against it
9.1 | difficulty | number [0] | points | what the resistance must reach
9.1 | rounds | number [0] | rounds | how long it lasts; 0 is by degrees
9.1 | above | number [0] | rounds | with so many left, or fewer, the state turns into another
9.1 | then | name | | the state that it turns into
9.2 | on zero | ending [=end] | | whether it ends when it has counted down, or is checked again
9.4 | trigger | flag [false] | | whether those who resist it are immune for a time
7 | maintain | interval | | how often it is paid for again
7 | upkeep | number [0] | mana | what that costs
"""
_WEAPON = Record(
    fields(_OF_WEAPON, _KINDS), title="Weapon", says="A weapon or a shield.", clause="4"
)
_WEAPONS = Record(
    tuple(
        Field(
            name,
            _WEAPON,
            f"cost {a.cost}, penalty {a.penalty}, damage {a.damage}, unless said",
            "4",
        )
        for name, a in ARMS.items()
    ),
    Other(replace(_WEAPON, needed=("damage",)), "a weapon of no table", LISTED_NAME, clause="4"),
)
_SPELL = Record(
    fields(_OF_SPELL, _KINDS),
    needed=("mana",),
    cases=tuple(
        When(field, state, needs=("intensity",))
        for field in ("condition", "then")
        for state in ("pain", *WORST)
    ),
    title="Spell",
    says="A spell that one knows.",
    clause="7",
)
_SPELLS = Record(other=Other(_SPELL, "a spell", THING_NAME, clause="7"))
_CHAKRA = Other(_NUMBER, "the ki that it takes in a round", THING_NAME, clause="7", unit="ki")
_GROUPS = """
4 | weapons | weapons | | weapons by their names
7 | spells | spells | | spells by their names
7 | chakras | chakras | | chakras by their names
"""
UNLISTED = {"size": "same", "hands": 1, "cost": 0, "penalty": 0}
"""What a weapon has that is in no table, if the sheet says nothing else."""


def _armed(weapons: Parts) -> Parts:
    """Weapons with what they have where the sheet says nothing: by the table, or as usual."""
    usual = {name: UNLISTED | (ARMS[name]._asdict() if name in ARMS else {}) for name in weapons}
    return {name: usual[name] | values for name, values in weapons.items()}


COMBATANT = Sheet(
    Record(
        (
            *fields(_OF_COMBATANT, _KINDS),
            *fields(
                _GROUPS,
                {"weapons": _WEAPONS, "spells": _SPELLS, "chakras": Record(other=_CHAKRA)},
                {"weapons": "weapon", "spells": "spell", "chakras": "chakra"},
            ),
        ),
        needed=("lp",),
        title="Combatant",
        says="Somebody who fights. Only life points have to be given.",
        clause="6.6",
    ),
    completed=lambda parts: {**parts, "weapons": _armed(parts.get("weapons", {}))},
)
_OF_THING = """
7 | mana | held | mana | the mana that it holds, for a transfer
7 | ki | held | ki | the ki that it holds, for a transfer
"""
THING = Sheet(
    Record(
        fields(_OF_THING, {"held": Whole((0, MOST_POINTS), "7")}),
        NOTED.record.other,
        title="Thing",
        says="A thing. What else is noted of it is kept and shown, and no rule reads it.",
    )
)
