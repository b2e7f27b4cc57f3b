"""Any other game: what the table says is so. Every name of a pool, state or deed is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from domain.ruleset.ruleset import (
    ConditionKind,
    FactKind,
    Manoeuvre,
    OpenPoint,
    Params,
    Pool,
    Refused,
    Ruleset,
    Stretch,
    read_glossary,
    stages_named,
)
from domain.ruleset.scene import Scene

from . import facts, manoeuvres, names_said, pools
from .order import changes, scores, settings, turns, waiting
from .presets.preset import NO_PRESET, Preset
from .presets.read import read_preset
from .sheet import limits, opening, sheet_of

KINDS = ("combatant", "creature", "unit", "side", "thing", "field")
"""Who and what has a sheet, and may do something; a card has none."""


@dataclass(frozen=True)
class AnyGame(Ruleset):
    """A game whose words are the table's own: what it has never heard of is what it is called.

    A preset gives it the words, sheet, usual conditions and initiative of a known game.
    """

    preset: Preset = NO_PRESET

    def with_preset(self, given: Params) -> Ruleset:
        """The game as a preset alters it; raises Refused with the pointer to what is wrong."""
        if not given:
            return self
        try:
            preset = read_preset(given)
        except Refused as refused:
            raise refused.but(pointer=f"/preset{refused.pointer}") from refused
        usual = tuple(usual.kind for usual in preset.conditions.values())
        return replace(
            self,
            preset=preset,
            title=preset.title,
            words={**self.words, **preset.story_words},
            points=tuple(_as_usual(point, preset) for point in self.points),
            conditions=(*self.conditions, *usual),
            sheets=dict.fromkeys(KINDS, sheet_of(preset)),
        )

    def fact(self, name: str) -> FactKind | None:
        """A fact of any name."""
        return self.preset.fact(name) or facts.fact_kind(name)

    def manoeuvre(self, name: str) -> Manoeuvre | None:
        """A deed of any name, with any cost, at anybody."""
        return super().manoeuvre(name) or replace(
            manoeuvres.FREE, name=name, blanks=manoeuvres.costs
        )

    def pool(self, name: str) -> Pool | None:
        """A pool of any name; it may go below nothing, but where the table limits it."""
        return super().pool(name) or _pool(name, self.preset.pool_words.get(name, name))

    def condition(self, name: str) -> ConditionKind | None:
        """A state of any name."""
        return super().condition(name) or _condition(name)

    def pool_meant(self, scene: Scene, who: str, pool: str, key: str) -> tuple[str, str]:
        """The pool that a preset calls so; `temporary hit points` are a key of theirs."""
        return pools.pool_meant(scene, who, pool, key)

    def check_pool(self, scene: Scene, who: str, pool: str, key: str) -> None:
        """Refuse to change as a pool what the preset calls a number or a word."""
        pools.check_pool(scene, who, pool, key)

    def fact_meant(self, name: str) -> str:
        """The fact that a preset calls so."""
        return self.preset.own_name(name)

    def condition_meant(self, name: str) -> str:
        """The usual condition that a preset calls so."""
        return self.preset.own_condition(name)

    def params_meant(self, scene: Scene, who: str, manoeuvre: str, params: Params) -> Params:
        """What a deed says with the names of pools and states that a preset calls so."""
        return names_said.params_meant(scene, who, manoeuvre, params)


@lru_cache(1024)
def _pool(name: str, says: str) -> Pool:
    return Pool(name, says, "", least=None)


@lru_cache(1024)
def _condition(name: str) -> ConditionKind:
    return ConditionKind(name, name, "")


def _as_usual(point: OpenPoint, preset: Preset) -> OpenPoint:
    """A table option with the default that a preset gives it."""
    return point._replace(default=preset.settings.get(point.key, point.default))


POINTS = (
    *settings.POINTS,
    OpenPoint("answers", ("when said", "always"), "when said", "", "when others may answer a deed"),
    OpenPoint("budgets", ("kept", "loose"), "kept", "", "spending no more than one has"),
)

CONDITIONS = (
    ConditionKind(waiting.DELAYING, "delaying: goes later than their place", "order"),
    ConditionKind(waiting.INTERRUPTED, "interrupted: the turn goes on later", "order"),
    ConditionKind(waiting.READY, "ready to act on a trigger", "order"),
)
"""The states that the order itself puts people in; all others are the table's own."""

ROUND = Stretch(
    "round",
    "round",
    opens=("begins",),
    closes=("round closes",),
    clause="order",
    inside=(Stretch("turn", "turn", opens=("turn begins",), next="turns", acts=True),),
)
"""No book says whose turn it is: the table's own setting does, and is cited as the clause."""

WORDS = {
    "says turn": "gives the turn to {whose}",
    "says order": "sets the order: {order}",
    "does deed": "{what} ",
    "does lose": "takes a loss",
    "does gain": "gains something",
    "does set": "sets {pool}",
    "does set of": "sets {pool} of {of}",
    "does fact": "notes what is so",
    "does fact of": "notes what is so about {of}",
    "does begin": "is in a new state",
    "does begin bearer": "puts {bearer} in a new state",
    "does change": "changes a state",
    "does end": "ends a state",
    "does go": "moves on",
    "does delay": "delays",
    "does come in": "comes in",
    "does ready": "gets ready: {what}",
    "does readied": "does what was ready",
    "does extra turn": "has one more turn",
    "does initiative": "has another initiative",
    "says take": "gives the turn",
    "says skip": "passes over the turn",
    "follows lose": "by",
    "follows gain": "by",
    "follows set": "to, least, most, temporary",
    "follows fact": "value",
    "follows *": "cost *",
    "follows begin": "rounds, turns, level",
    "follows change": "level, by, rounds, turns",
    "given cost *": "{value} {rest} spent",
    "given their *": "{value} {rest}",
    "given rounds": "for {value} rounds",
    "given turns": "for {value} turns",
    "button deed": "Log it",
    "button lose": "Hurt or spend",
    "button gain": "Gain or heal",
    "button set": "Set a pool",
    "button fact": "Set a fact",
    "button begin": "New state",
    "button change": "Change a state",
    "button end": "End a state",
    "button go": "Move",
    "button delay": "Delay",
    "button come in": "Come in",
    "button ready": "Get ready",
    "button readied": "Do what was ready",
    "button extra turn": "Take one more turn",
    "button initiative": "Change initiative",
}

CARDS = tuple(
    f"{rank} of {suit}"
    for suit in ("clubs", "diamonds", "hearts", "spades")
    for rank in ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
)
"""A pack of cards, for games that draw some."""

GLOSSARY = read_glossary("""
cost <pool> | their <pool> = the amount paid by the doer, or lost by each target
least | most | temporary = the least and the most that a pool may hold; points that are lost first
whose = the next to have a turn, or the fighter whose turns are counted
name = the name of the state or the fact
bearer = the fighter, side or thing in the state
turns = the number of turns
edge = the beginning or the end of the turns or rounds
level = the level of the state, such as 3 for exhaustion 3
source = the one who caused the state
concentration = yes for a state that ends when its bearer concentrates on another
while = the state with which this one ends
toward = the target of the state
lands = the effect on the targets, and what else was said
is no longer there = it has left before it happened to it
has no <pool> = it has none of it to lose
is not <state> = it is not in that state, or no more
is not <state>: what it came with is over = the state that it was to end with has ended
nobody has any <pool> = none of the targets has any of it to lose
initiative = the roll for the order
late = who joined after the order was made
order = the turn came by the order
rolled = dice made the order
rolled, ties by dice = dice made the order, and more dice decided its ties
as said, ties by dice = the scores were said, and dice decided their ties
one more = a turn beyond those of the order
down = 0 hp, or a condition called down, dead, dying, unconscious, defeated or destroyed
skipped = who is down had no turn
delayed = the turn comes later in the round
came in = who delayed takes their turn
interrupted = the turn goes on after that of somebody else
the turn goes on = a delayed or interrupted turn begins or goes on
another initiative = a new score moved somebody in the order
its moment came = what was ready was done
ready for something else = something else was made ready instead
as said = the referee said so
ended = an act ended it
down to 0 = its level fell to 0 as turns of its bearer ended
""")
"""The words of events that no other table declares."""

RULES = AnyGame(
    "open",
    "Any game",
    edition="1",
    revision="7",
    words=WORDS,
    glossary=GLOSSARY,
    clauses=settings.CLAUSES,
    sequence=ROUND,
    points=POINTS,
    conditions=CONDITIONS,
    manoeuvres=(*manoeuvres.MANOEUVRES, *changes.MANOEUVRES),
    sorts=("loose", "order"),
    sheets=dict.fromkeys(KINDS, sheet_of()),
    down=settings.DOWN,
    opening=opening,
    limits=limits,
    stages=stages_named(*manoeuvres.STAGES, *turns.STAGES, *changes.STAGES),
    decks={"cards": CARDS},
    queue=waiting.queue,
    reported=settings.is_reported,
    orders={settings.ORDER: turns.order_members},
    scored={settings.ORDER: scores.tie_rule},
    edited=scores.follow_sheet,
    life=("hp", "lp", "life", "health", "hit points", "life points", "health points"),
    less_and_more=("lose", "gain"),
    takes=pools.THEIR,
    free_acts=True,
    any_condition=True,
)
RULES.asks(*manoeuvres.WINDOWS, *turns.WINDOWS)
