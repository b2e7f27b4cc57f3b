"""The sheet of a unit: what the army list says, with what each part of it means."""

from __future__ import annotations

from functools import lru_cache

from domain.ruleset.ruleset import Mod, Traits
from domain.ruleset.scene import Doing, Scene
from domain.ruleset.sheets.names import LISTED_NAME, THING_NAME, line
from domain.ruleset.sheets.records import Other, Parts, Record, When, fields
from domain.ruleset.sheets.sheet import NOTED, Sheet
from domain.ruleset.sheets.values import Flag, OneOf, Text, Value

_PROFILE = fields("""
9 | Models | 1..100 [=1] | models | the models of the unit as the battle begins
9 | HP | 1..20 [=1] | Health Points | the Health Points of each model
9 | Files | 1..30 [5] | models | the models abreast in its first rank
6 | Advance | 0..20 | inches | Advance Rate: its move, and what is added to a charge
6 | March | 0..40 | inches | March Rate
10 | Discipline | 0..10 | points | what its tests with 2D6 must not exceed
9 | Agility | -10..10 | points | the step of the Initiative Order at which it strikes
9 | Attacks | 0..20 [1] | attacks | the attacks of each model in melee
8 | Aim | 2..7 | points | what a die needs to hit when it shoots
8 | Shots | 0..10 | shots | the shots of each model
8 | Range | 0..72 | inches | how far it shoots
13 | Points | 0..5000 | points | what it costs in the army list
7 | Channel | 0..5 | tokens | the Veil Tokens that it channels
7 | Magic Resistance | 0..5 | points | taken off casting rolls at it
7 | Miscast | -3..3 | points | moves the rows of its miscasts
9 | Impact Hits | 0..30 | hits | hits of its charge, at Initiative step 10
9 | Stomp | 0..30 | hits | hits at Initiative step 0
9 | Crush Attack | 0..5 | attacks | attacks at Initiative step 0, without other attacks
9 | Grinding Attacks | 0..30 | hits | hits at its own Agility
6 | Random Movement | 0..5 | dice | the dice of its random moves
""")
_MARKS = fields(
    """
9 | Champion | flag [false] | | whether it has a Champion
9 | Standard | flag [false] | | whether it has a Standard Bearer
10 | General | flag [false] | | whether the General of the army is in it
10 | BSB | flag [false] | | whether the Battle Standard Bearer is in it
9 | Character | flag [false] | | whether it is a Character
5 | War Machine | flag [false] | | whether it is a War Machine, which cannot flee from a charge
5 | Undead | flag [false] | | whether it may only hold when it is charged
5 | Fearless | flag [false] | | whether it does not flee from a charge
5 | Frenzy | flag [false] | | whether it tests to hold back from charges
5 | Terror | flag [false] | | whether the targets of its charges test against panic
9 | Fear | flag [false] | | whether enemies in contact take a Fear Test
9 | Stubborn | flag [false] | | whether its Break Tests ignore the difference
9 | Unbreakable | flag [false] | | whether it passes every Break Test
9 | Unstable | flag [false] | | whether it loses Health Points in place of Break Tests
5 | Swiftstride | flag [false] | | whether its charge rolls are Maximised
4 | Scout | flag [false] | | whether it may deploy as a Scout
4 | Vanguard | flag [false] | | whether it moves before the battle
4 | Ambush | flag [false] | | whether it may arrive from ambush
10 | Scoring | flag [false] | | whether it counts for objectives
6 | Feigned Flight | flag [false] | | whether it rallies unshaken from a flight it chose
""",
    {"flag": Flag()},
)

WIZARDS = {"Apprentice": 0, "Adept": 1, "Master": 1}
"""7: The tokens that each grade of Wizard channels."""

DEPLOYMENT = "deployment"
STAGES_OF_DEPLOYMENT = (
    "start of the deployment phase",
    "first army deployed",
    "both armies deployed",
)
"""2: As deployment begins, when one has finished normal deployment, and before Scouts come."""

PHASES = ("charge", "movement", "magic", "shooting", "melee")
UNDECLARED = ("first hit", "start of game turn 1")
"""3: The trigger and the fixed time at which abilities come about without a declaration."""

POINTS_OF_USE = (
    DEPLOYMENT,
    *STAGES_OF_DEPLOYMENT,
    "before the battle",
    *(f"start of the {phase} phase" for phase in PHASES),
    "start of the round of combat",
    *UNDECLARED,
)
MODES = ("optional", "mandatory", "automatic")
ENDS = ("phase", "turn", "round")
AIMS = ("self", "friend", "enemy")


_FEW_WORDS = Text("a few words, up to 80 signs", line(80))
_KINDS: dict[str, Value] = {
    "flag": Flag(),
    "words": _FEW_WORDS,
    "aim": OneOf(AIMS),
    "end": OneOf(ENDS),
    "mode": OneOf(MODES),
    "point": OneOf(POINTS_OF_USE),
    "hits": OneOf(("none", "1", "2", "3", "4", "5", "6", "D6", "2D6")),
}
_ALTERED = "\n".join(f"10 | {field.name} | -10..10 | points | added to it" for field in _PROFILE)
_GIVES = Record(
    fields(f"{_ALTERED}\n9 | to hit | -10..10 | points | added to its rolls to hit in melee"),
    says="What is added to traits while it lasts.",
)
_OF_SPELL = """
7 | casting | 2..30 | points | the casting value
7 | replicable | flag [false] | | whether each Wizard may attempt it once a phase
7 | at | aim [self] | | at whom it is cast
7 | hits | hits [none] | | how many hits it causes
7 | lasts | end [turn] | | how long what it gives lasts
7 | says | words | | its effect in words
7 | gives | gives | points | what it adds to traits
"""
_OF_EFFECT = """
2 | at | point | | the moment at which it comes about
3 | mode | mode [optional] | | whether it may be used, must be, or comes by itself
3 | once | flag [false] | | whether it is One Use Only
2 | to | aim [self] | | for whom it is
2 | lasts | end [turn] | | how long what it gives lasts
2 | loses | 0..20 [0] | Health Points | the Health Points that it takes off
3 | cap | words | | the kind of item of which one may be used in a phase
2 | says | words | | its effect in words
7 | tokens | 0..12 [0] | tokens | the Veil Tokens that it costs
2 | gives | gives | points | what it adds to traits
"""
_VERSION = Record(
    fields(_OF_SPELL, {**_KINDS, "gives": _GIVES}),
    title="Spell version",
    says="What is other than in the basic version.",
    clause="7",
)
_SPELL = Record(
    fields(
        f"{_OF_SPELL}7 | versions | versions | | other versions by their names",
        {
            **_KINDS,
            "gives": _GIVES,
            "versions": Record(other=Other(_VERSION, "a version", THING_NAME, clause="7")),
        },
    ),
    needed=("casting",),
    title="Spell",
    says="A spell that a Wizard knows.",
    clause="7",
)
_EFFECT = Record(
    fields(_OF_EFFECT, {**_KINDS, "gives": _GIVES}),
    needed=("at",),
    cases=(
        When("mode", "mandatory", allowed={"at": UNDECLARED}, clause="3"),
        When("mode", "automatic", allowed={"at": UNDECLARED}, clause="3"),
    ),
    title="Effect",
    says="An ability or item that comes about at a moment of the game.",
    clause="2",
)
_WEAPON = Record(
    fields(
        "9 | gives | gives | points | what it adds to traits while it is used", {"gives": _GIVES}
    ),
    title="Weapon",
    says="A weapon for melee.",
)
_GROUPS = """
7 | Wizard | wizard | | the grade of a Wizard
7 | Attribute | words | | the Attribute Spell of its Path, in words
7 | spells | spells | | spells by their names
2 | effects | effects | | abilities and items by their names
9 | weapons | weapons | | weapons for melee by their names
"""
UNIT = Sheet(
    Record(
        (
            *_PROFILE,
            *_MARKS,
            *fields(
                _GROUPS,
                {
                    "wizard": OneOf(tuple(WIZARDS)),
                    "words": _FEW_WORDS,
                    "spells": Record(other=Other(_SPELL, "a spell", LISTED_NAME, clause="7")),
                    "effects": Record(other=Other(_EFFECT, "an ability", THING_NAME, clause="2")),
                    "weapons": Record(other=Other(_WEAPON, "a weapon", LISTED_NAME, clause="9")),
                },
                {"spells": "spell", "effects": "effect", "arms": "weapon"},
            ),
        ),
        title="Unit",
        says="A unit, or a Character. Nothing has to be given.",
    ),
    completed=lambda parts: _complete(parts),
)
SIDE = Sheet(
    Record(
        fields(
            "7 | Veil Tokens kept | 0..30 [3] | tokens | the Veil Tokens it may keep after Siphon"
        ),
        NOTED.record.other,
        title="Side",
        says="A player's army. What else is noted of it is kept and shown, and no rule reads it.",
    )
)


def opening(traits: Traits) -> dict[str, int]:
    """A unit comes in with all its Health Points; a side has none."""
    return {"hp": int(traits["Models"]) * int(traits["HP"])} if "Models" in traits else {}


def _complete(parts: Parts) -> Parts:
    """Name weapons in their order, and each version of a spell with what is not other in it."""
    found = {name: part for name, part in parts.items() if name not in ("spells", "weapons")}
    for name, spell in parts.get("spells", {}).items():
        basic = {field: value for field, value in spell.items() if field != "versions"}
        found[f"spell {name}"] = basic
        for version, changed in spell.get("versions", {}).items():
            found[f"version {name}, {version}"] = basic | changed
    if "weapons" in parts:
        found["weapons"] = tuple(parts["weapons"])
        found |= {f"weapon {name}": weapon for name, weapon in parts["weapons"].items()}
    return found


# --- what is asked of a sheet --------------------------------------------------------------

_MARK = {"spell": " casting", "version": " casting", "effect": " at"}
"""The field that every spell, every version of one, or every effect has."""


def names(scene: Scene, unit: str, kind: str) -> tuple[str, ...]:
    """The names of a unit's spells (or effects), in the order of the sheet."""
    member = scene.member(unit)
    return _names(tuple(member.traits), kind) if member else ()


@lru_cache(maxsize=512)
def _names(traits: tuple[str, ...], kind: str) -> tuple[str, ...]:
    start, end = f"{kind} ", _MARK[kind]
    return tuple(
        t[len(start) : -len(end)] for t in traits if t.startswith(start) and t.endswith(end)
    )


def versions(scene: Scene, unit: str, spell: str) -> tuple[str, ...]:
    """7: The versions of a unit's spell besides the basic one, in the order of the sheet."""
    start = f"{spell}, "
    known = (n for n in names(scene, unit, "version") if n.startswith(start))
    return tuple(name.removeprefix(start) for name in known)


def as_cast(scene: Scene, act: Doing) -> tuple[str, str]:
    """7: The kind and name under which the version that is cast stands; unsaid, the basic one."""
    name = f"{act.using}, {act.params.get('version', '')}"
    known = name in names(scene, act.who, "version")
    return ("version", name) if known else ("spell", act.using)


def weapons(scene: Scene, unit: str) -> tuple[str, ...]:
    """The weapons of a unit for melee, in the order of the sheet."""
    named = scene.word(unit, "weapons")
    return tuple(named.split(", ")) if named else ()


def word(scene: Scene, unit: str, kind: str, name: str, field: str, default: str = "") -> str:
    """A word of a spell or effect."""
    return scene.word(unit, f"{kind} {name} {field}", default)


def number(scene: Scene, unit: str, kind: str, name: str, field: str) -> int:
    """A number, or a mark, of a spell or effect."""
    return scene.trait(unit, f"{kind} {name} {field}")


def gives(scene: Scene, unit: str, kind: str, name: str) -> tuple[Mod, ...]:
    """How a spell or effect alters traits while it lasts."""
    member, start = scene.member(unit), f"{kind} {name} gives "
    given = [each for each in member.traits.items() if each[0].startswith(start)] if member else []
    return tuple(Mod(trait=key.removeprefix(start), value=int(value)) for key, value in given)
