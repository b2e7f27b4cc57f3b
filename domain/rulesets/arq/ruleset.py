"""ARQ: its words, sequence of play, pools, conditions, facts and open points."""

from __future__ import annotations

from domain.ruleset.ruleset import (
    ConditionKind,
    FactKind,
    Pool,
    Ruleset,
    Stretch,
    Until,
    of_all_able,
    open_points,
    read_glossary,
    stages_named,
)

from . import dash, legality, melee, movement, opposed_tests, positions, turn
from .clauses import CLAUSES
from .deck import EXTRA, TESTS
from .figures import DOWN, MOST_WOUNDS, SHEET, able
from .manoeuvres import MANOEUVRES

ROUND = Stretch(
    "round",
    "round",
    clause="2.1",
    inside=(
        Stretch("phase", "action", opens=("budgets",), closes=("clear",), clause="2.2"),
        Stretch("phase", "movement", opens=("budgets",), closes=("clear",), clause="2.2"),
        Stretch("phase", "melee", opens=("pairings",), closes=("part",), clause="2.4"),
    ),
)

POOLS = (
    Pool("action", "an action in this round", "2.1", routine=True),
    Pool("move", "a move in this round", "2.1", routine=True),
    Pool("wounds", f"wounds taken; {MOST_WOUNDS} incapacitate", "1.7", harms=True),
)

CONDITIONS = (
    ConditionKind(DOWN, "incapacitated", "1.7"),
    ConditionKind("ganged up", "ganged up on", "7.5", Until(span="phase", name="melee")),
    ConditionKind(EXTRA, "an extra card in the deck", "1.2"),
)

YES_NO = ("yes", "no")
FACTS = (
    FactKind("adjacent", "in base contact", "5.7", YES_NO, "no", symmetric=True, toward="somebody"),
    FactKind("waits for", "waits for", "4.2", YES_NO, "no", toward="somebody"),
    FactKind("paired", "paired", "6.1", YES_NO, "no", symmetric=True, toward="somebody"),
    FactKind(
        "out of line", "cannot be paired", "6.2", YES_NO, "no", symmetric=True, toward="somebody"
    ),
    FactKind("crosses", "their line crosses these pairings", "6.2", toward="somebody"),
)

POINTS = open_points("""
3 order: [free] | deck | named deck
    how it is found whose action or move is next
1.1 tests: [cards] | d6 | d10 | d20 | d100
    what is drawn for a test; the rules have no dice, which are the table's word
1.8 cards: [at the table] | ...
    the cards of every player's deck, with commas between, for the service to draw from; extra
    cards are mixed in at once
1.8 reshuffled: [when empty] | after every draw
    when a player's deck of listed cards is put together again
1.4 tie: [nobody] | tester | opposition
    who wins a tied test
5.5 blunder free manoeuvres: [one each] | one in all
    how many free manoeuvres a blunder gives those who threaten
5.6 disengaging blunders: [yes] | no
    whether leaving an enemy next to whom one began is a blunder
6.2.6 contempt beats cover: yes | [no]
    whether somebody beneath contempt may stay unpaired
7.6 gang up: [none] | ...
    what being ganged up on does
""")

WORDS = {
    "given distance": "inches",
    "does action": "acts: {what}",
    "says wins": "wins the test",
    "says loses": "loses the test",
    "says ties": "ties the test",
    "says pair": "pairs {pairs}",
    "says harm": "rules the wounds",
    "says settled": "tells what the foes mean to do",
    "says go": "goes on",
    "says stay": "stays there",
    "does shoot": "shoots at {targets}",
    "does blunder": "blunders past",
    "does strike": "strikes: {what}",
    "does dash": "calls a dash test: {using} against {targets}, {goal}",
    "does meet": "lets {using} and {targets} meet half way",
    "noun shoot": "shot",
    "noun dash": "dash test",
    "waits for yes": "{of} waits for {toward}",
    "waits for no": "{of} no longer waits for {toward}",
    "one wounds": "wound",
    "gains wounds": "takes",
    "left wounds": "in all",
}

PARTS = (turn, opposed_tests, dash, melee, movement)

GLOSSARY = read_glossary("""
movement | missile | melee | well met = the test of that trait, by a card or a die (1.3)
card | cards = the card that was drawn, or the cards of the deck (3.2)
sides = the sides of the die that is rolled for a test (1.1)
goers = the figures that have still to go in this phase (3.2)
pairs = the pairs of fighters, foe by foe
stops = whether the move stops
beside = the enemies beside the mover when the next leg is asked for (5.3)
the next to go = the card that names the next side to go (3.2)
<name> = the plan of that foe
<name> <name> = the wounds for the loser of this pair
<name> wins | <name> loses | a tie | not drawn = the result of a test (1.3)
done | blocked | under threat = the end of a leg of a move (5.7)
halt = a move that a foe stops
threat = a figure that comes under threat
""")
"""The words of events that no other table declares."""

RULES = Ruleset(
    "arq",
    "ARQ",
    edition="1",
    revision="7",
    words=WORDS,
    glossary=GLOSSARY,
    clauses=CLAUSES,
    sequence=ROUND,
    pools=POOLS,
    renewed=("action", "move"),
    conditions=CONDITIONS,
    facts=FACTS,
    points=POINTS,
    manoeuvres=MANOEUVRES,
    sheets=of_all_able(SHEET),
    able=able,
    decks={"activation": (), TESTS: ()},
    sorts=("loose", TESTS),
    triggers={"PoolChanged": "update incapacity", "Joined": "comes"},
    orders={"front": melee.fronts},
    stages=stages_named(*(stage for part in PARTS for stage in part.STAGES)),
    queue=legality.queue,
    where=positions.where,
    between={"adjacent": positions.touching},
)
RULES.asks(*(window for part in PARTS for window in part.WINDOWS))
