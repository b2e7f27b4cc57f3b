"""Numbers that the players tell: those of tables that no source of ours has, and distances."""

from __future__ import annotations

from domain.events import measures
from domain.ruleset.ruleset import Blank, Params, read_clauses, read_glossary
from domain.ruleset.scene import Scene

from . import units

RANKS_THAT_SHOOT = 2
"""8: So many ranks of a unit shoot, from the front."""

NEVER = 7
"""More than a die shows: there is no such save, and no such roll hits."""


def numbers() -> tuple[Blank, ...]:
    """The numbers that the table takes from its own tables: 7 stands for none."""
    return (
        Blank("wounds on", "number", least=2, most=6, says="what wounds"),
        Blank("armour on", "number", least=2, most=NEVER, says="the Armour Save, 7 for none"),
        Blank("special on", "number", (), 2, NEVER, True, "the Special Save, 7 for none"),
    )


def attackers(scene: Scene, unit: str) -> int:
    """How many models there are to attack with; a War Machine or hero is one."""
    return 1 if units.is_(scene, unit, "Character") else units.models(scene, unit)


def shooters(scene: Scene, unit: str) -> int:
    """8: How many models shoot: those in the first two ranks."""
    return min(attackers(scene, unit), RANKS_THAT_SHOOT * units.files(scene, unit))


# --- distances -----------------------------------------------------------------------------

ARCS = ("front", "flank", "rear")
"""C3: The sides of a unit that a charge may come from."""

HALVES = 2
"""So many of the parts in which distances go are an inch."""

FAR = 72
"""Inches that no table is longer than."""


def distance(name: str, says: str, least: int = 1, most: int = FAR * HALVES) -> Blank:
    """A distance that is told in inches; its limits are given in halves."""
    return Blank(name, "number", least=least, most=most, says=says, scale=HALVES)


def halves(said: object) -> int:
    """The halves of an inch in a distance that was told; nothing where none was."""
    return measures.units(said, HALVES) or 0


def distance_in_halves(params: Params, name: str) -> int:
    """The halves of an inch of a distance in what was said; nothing where it was not said."""
    return halves(params.get(name))


def inches(count: int) -> int | str:
    """So many halves as inches: 3, or `2 1/2`."""
    return measures.written(count, HALVES)


GLOSSARY = read_glossary("""
<name> = the units of that side
Health Points | ranks | standards | flank or rear | Overkill = parts of a Combat Score (9)
ambushers = the units that are to come later
hits on = the least face that hits (8)
AP | Strength = the Armour Penetration and Strength of the hits (8)
army points | points | worth | difference | battle = Army, Victory and Battle Points (13)
holds the objective = the objective counts for this side (13)
cap = a name shared by effects that limit one another
challenger = the unit that issues the Duel (9)
chooser = the side that chooses the Deployment Zone (4)
high | low = the two dice of the Charge Range that count (C6)
models removed | carried = models lost, and Health Points that the next one has lost (9)
name = its name
penalty = the points by which the Combat was lost (9)
foe | whom = the enemy unit
pursuit | flight | inches = the inches of a pursuit or a flight (9)
row = the row of the table of Miscasts (7)
side = the side that is asked
source = the source of the card: the deck, a name, or a replacement
value | casting = the Casting Value, or the total to be dispelled (7)
weapon = the weapon that is used
why = the reason why friends nearby test
aim = the least face that hits
general | by the General | by the General's Discipline = a test by their Discipline (10)
step = an Initiative Step (9)
triple = a triple among the Magic Dice (7)
unsaved = the wounds that were not saved (8)
verdict = the result of a Discipline Test (10)
winner | result | massacre | win = the winner of the Combat, or the result of the battle (9, 13)
result <name> | points <name> | Victory Points | Battle Points = the points of a side (13)
score <name> | overkill <name> = the Combat Score of that side, or its Overkill (9)
lost <name> | flee distance <name> | direction <name> = the losses of that unit, or its flight
deployment type | objective = the rolls for them before the battle (4)
to hit | to wound | armour save | special save = the rolls of an attack, in this order (8)
charge range | ambush = the rolls for a charge, and for an ambush that arrives (C6, M2)
frenzy test | terror test | fear test | panic test | rally test = Discipline Tests (10)
break test | restrain test | march | redirect = Discipline Tests as well (10)
dispelling | hit count = the roll to dispel, and the number of hits of a spell (7)
flee distance | pursuit distance | random movement = the distance of a move
decided by <name> | decided by the referee = that side, or the referee, chose the order
it charges | it charged a fleer | it charged another = the charge is made
the charge failed = the charge did not reach its target (C6)
redirected | no foe is left | nobody is left to charge = the charge has no target any more
the first Round is over = a charge counts in the first Round of Combat only (9)
it is not engaged = who touches no enemy is not Charging in the Melee Phase (10)
it pursued | the pursuit is over = the pursuit is made (9)
it flees | flees on | rallied | destroyed = a flight begins, goes on or ends, or the unit is lost
recovers = more than a quarter of its Health Points is there again (10)
issues a Duel | accepts a Duel = a Duel ends the shame (9)
aims | hits | misses | cannot hit | wounds | does not wound | saved = the outcome of an attack (8)
suffers | crumbles | fled off the table = the way in which Health Points are lost (9)
fails = a Casting Roll or a charge that does not succeed (7, C6)
passes | not dispelled | dispelled = the outcome of a Casting or Dispelling Roll (7)
rerolled near the Battle Standard = the test is rolled once more (10)
comes home | runs it down | turns to flee | overrun = the end of a charge or a pursuit (C6, 9)
decline = charge as declared before, instead of a new target (C5)
scores | wins | a tie: both sides win | no foes are left = the result of a Round of Combat (9)
Amnesia | Backlash | Breach in the Veil | Broken Concentration | Implosion = a Miscast (7)
Magical Inferno | Witchfire | no miscast = a Miscast, or none (7)
set up | discipline | move | magic | attack | save | chance = a sort of dice, counted by itself
""")
"""The words of events that no other table declares."""

CLAUSES = read_clauses("""
1 Game Turns and phases
2 Simultaneous effects
3 One use only
4 Deployment
5 Charge Phase
6 Movement Phase
7 Magic Phase
8 Shooting Phase
9 Melee Phase
10 Unit states and tests
11 Who declares what
12 Dice and declared facts
13 End of the game
17 Settled by agreement
C1 Start of the Charge Phase
C2 Declaring charges
C3 Facing and Terror
C4 Charge reactions
C5 Redirecting a charge
C6 Moving chargers
C7 End of the Charge Phase
M1 Start of the Movement Phase
M2 Rallying, random moves and ambushes
M3 Moving units
M4 End of the Movement Phase
""")
"""The titles of the clauses."""
