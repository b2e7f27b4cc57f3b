"""Numbers that the players tell: those of tables that no source of ours has, and distances."""

from __future__ import annotations

from domain.events.measures import units, written
from domain.ruleset.glossary import read_glossary
from domain.ruleset.ruleset import Blank, Params
from domain.ruleset.scene import Scene

from .units import files, is_, models

RANKS_THAT_SHOOT = 2
"""8: So many ranks of a unit shoot, from the front."""

NEVER = 7
"""What no die shows: there is no such save, and nothing that needs it hits."""


def numbers() -> tuple[Blank, ...]:
    """The numbers that the table takes from its own tables: 7 stands for none."""
    return (
        Blank("wounds on", "number", least=2, most=6, says="what wounds"),
        Blank("armour on", "number", least=2, most=NEVER, says="the Armour Save, 7 for none"),
        Blank("special on", "number", (), 2, NEVER, True, "the Special Save, 7 for none"),
    )


def attackers(scene: Scene, unit: str) -> int:
    """How many models there are to attack with; a War Machine or hero is one."""
    return 1 if is_(scene, unit, "Character") else models(scene, unit)


def shooters(scene: Scene, unit: str) -> int:
    """8: How many models shoot: those in the first two ranks."""
    return min(attackers(scene, unit), RANKS_THAT_SHOOT * files(scene, unit))


# --- distances -----------------------------------------------------------------------------

HALVES = 2
"""So many of the parts in which distances go are an inch."""

FAR = 72
"""Inches that no table is longer than."""


def distance(name: str, says: str, least: int = 1, most: int = FAR * HALVES) -> Blank:
    """A distance that is told in inches; its limits are given in halves."""
    return Blank(name, "number", least=least, most=most, says=says, scale=HALVES)


def halves(said: object) -> int:
    """The halves of an inch in a distance that was told; nothing where none was."""
    return units(said, HALVES) or 0


def distance_in_halves(params: Params, name: str) -> int:
    """The halves of an inch of a distance in what was said; nothing where it was not said."""
    return halves(params.get(name))


def inches(count: int) -> int | str:
    """So many halves as inches: 3, or `2 1/2`."""
    return written(count, HALVES)


GLOSSARY = read_glossary("""
<name> = which units of that side
Health Points | ranks | standards | flank or rear | Overkill = parts of a Combat Score (9)
ambushers | scouts | units = which units they are
armour on | hits on | special on | wounds on = what a die has to show for that (8)
attacks | shots = how many dice are rolled
AP | Strength = how hard the hits are (8)
army points | points | worth | difference | battle = Army, Victory and Battle Points (13)
cap = how many effects of this kind count at once
challenger = who issues the Duel (9)
chooser = who chooses the Deployment Zone (4)
edge = the inches to the edge of the table
facts = what was declared, for the other side to confirm
high | low = the two dice of the Charge Range that count (C6)
keep | tokens = Veil Tokens that are kept, or gained (7)
models removed | carried = what the loss removes, and what the next model carries (9)
name = what it is called
long range | moved | soft cover | hard cover = what makes the shot harder (8)
penalty = how many Combat Score points it was lost by (9)
foe | whom = which foe
pursuit | flight | inches = how far they pursue, or flee (9)
range = the Charge Range, or whether the shot is a long one
row = the row of the table of Miscasts (7)
side = which side is asked
source = where the card comes from: the deck, by name, or in place of another
through = the friends that it flees through (10)
value | casting = the Casting Value, or the total to be dispelled (7)
weapon = which weapon is used
why = why its friends test
zone = in which zone it is placed
aim = what each die needs to hit
general = a test by the Discipline of the General (10)
step = the Initiative Step that is fought (9)
triple = what three of a kind bring (7)
unsaved = how many wounds are not saved (8)
verdict = how the Discipline Test came out (10)
winner | result = who wins the round of combat, or the battle (9, 13)
result <name> | points <name> = what that side has made in the battle (13)
score <name> | overkill <name> = the Combat Score of that side, or a part of it (9)
lost <name> | flight <name> | direction <name> = what that unit loses, or how it flees
dispelling = the roll to dispel (7)
flee distance | pursuit distance | random movement = how far it moves
decided by <name> | decided by the referee = who goes first, as that side or the referee said
it charges | the charge failed | redirected | nobody is left to charge = it charges otherwise now
it charged a fleer | it charged another = it has charged
the first Round is over | no foe is left = a charge counts in the first round only (9)
it pursued | the pursuit is over = it has pursued (9)
it flees | flees on | rallied | destroyed = what the unit does instead, or that it is gone
issues | accepts | issue | accept = who fights a Duel is shamed no more (9)
set up | discipline | move | magic | attack | save | chance = dice of that sort, counted apart
""")
"""The words of events that no other table declares."""
