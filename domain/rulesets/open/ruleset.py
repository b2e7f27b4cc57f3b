"""Any other game: what the table says is so. Every name of a pool, state or deed is known."""

from __future__ import annotations

from dataclasses import dataclass, replace

from domain.ruleset.ruleset import (
    ConditionKind,
    FactKind,
    Manoeuvre,
    OpenPoint,
    Pool,
    Ruleset,
    Stretch,
    read_glossary,
    stages_named,
)

from . import facts, manoeuvres, turn
from .sheet import limits, opening, sheet


@dataclass(frozen=True)
class AnyGame(Ruleset):
    """A game whose words are the table's own: what it has never heard of is what it is called."""

    def fact(self, name: str) -> FactKind | None:
        """A fact of any name."""
        return facts.fact_kind(name)

    def manoeuvre(self, name: str) -> Manoeuvre | None:
        """A deed of any name, with any cost, at anybody."""
        return super().manoeuvre(name) or replace(
            manoeuvres.FREE, name=name, blanks=manoeuvres.costs
        )

    def pool(self, name: str) -> Pool | None:
        """A pool of any name; it may go below nothing, but where the table limits it."""
        return super().pool(name) or Pool(name, name, "", least=None)

    def condition(self, name: str) -> ConditionKind | None:
        """A state of any name."""
        return super().condition(name) or ConditionKind(name, name, "")


POINTS = (
    OpenPoint(
        "order", ("joined", "rolled", "typed", "sides", "free"), "joined", "", "who comes when"
    ),
    OpenPoint("order-dice", (), "1d20", "", "what is rolled for the order", turn.DICE),
    OpenPoint("answers", ("when said", "always"), "when said", "", "when others may answer a deed"),
    OpenPoint("budgets", ("kept", "loose"), "kept", "", "spending no more than one has"),
)

ROUND = Stretch(
    "round",
    "round",
    opens=("begins",),
    clause="order",
    inside=(Stretch("turn", "turn", opens=("turn-begins",), next="turns", acts=True),),
)
"""No book says whose turn it is: the table's own setting does, and is cited as the clause."""

WORDS = {
    "says turn": "gives the turn to {whose}",
    "says order": "sets the order: {order}",
    "does deed": "{what} ",
    "does lose": "takes a loss",
    "does gain": "gains something",
    "does set": "sets {pool}",
    "does fact": "notes what is so",
    "does begin": "is in a new state",
    "does end": "is out of it",
    "does go": "moves on",
    "follows lose": "by",
    "follows gain": "by",
    "follows set": "to, least, most, temporary",
    "follows fact": "value",
    "follows *": "cost *",
    "follows begin": "rounds, turns, level",
    "given cost *": "{value} {rest} spent",
    "given their *": "{value} {rest} from each",
    "given rounds": "for {value} rounds",
    "button deed": "Do something",
    "button lose": "Hurt or spend",
    "button gain": "Gain or heal",
    "button set": "Set a pool",
    "button fact": "Set a fact",
    "button begin": "New state",
    "button end": "End a state",
    "button go": "Move",
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
whose = the next to have a turn
lands = the effect on the targets
nobody has any <pool> = none of the targets has any of it to lose
as said = the referee said so
ended = an act ended it
""")
"""The words of events that no other table declares."""

RULES = AnyGame(
    "open",
    "Any game",
    edition="1",
    revision="4",
    words=WORDS,
    glossary=GLOSSARY,
    sequence=ROUND,
    points=POINTS,
    manoeuvres=manoeuvres.MANOEUVRES,
    sorts=("loose", "order"),
    sheet=sheet,
    sheet_kinds=("combatant", "creature", "unit", "side", "thing", "field"),
    opening=opening,
    limits=limits,
    stages=stages_named(*manoeuvres.STAGES, *turn.STAGES),
    decks={"cards": CARDS},
    queue=turn.queue,
    orders={"order": turn.order_members},
)
RULES.asks(*manoeuvres.WINDOWS, *turn.WINDOWS)
