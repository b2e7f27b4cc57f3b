"""The game's own words for stories, options and reports."""

from __future__ import annotations

from domain.ruleset.ruleset import read_glossary

WORDS = {
    "says order": "settles who comes first",
    "says goes first": "lets {first} go first",
    "says takes effect": "lets it come about",
    "says crushes": "rules that it crushes",
    "phase": "End phase",
    "intention": "Intention phase",
    "action": "Action phase",
    "end": "End phase",
    "attacks": "attack",
    "movement": "feet",
    "one movement": "foot",
    "boosts": "Stamina in boosts",
    "one boosts": "Stamina in boosts",
    "stamina": "Stamina",
    "mass": "mana in the mass",
    "prepared": "mana prepared",
    "rolls on open roll": "{of} has a double six and rolls on",
    "rolls on fumble": "{of} has a double one and rolls for the fumble",
    "rolls on no": "",
    "does attack intention": "means to attack",
    "does charge intention": "means to charge",
    "does guard": "guards {ward}, {ward 2}, {ward 3}, {ward 4}, {ward 5}, {ward 6}",
    "trait any": "every action",
    "follows move": "feet",
    "follows defend another": "feet",
    "does run": "runs this round",
    "does sprint": "sprints this round",
    "does spirit": "turns to ki: {how}",
    "does magic": "turns to magic: {how}",
    "does manifest": "turns to a phenom: {how}",
    "does conjure": "begins a ritual: {what}",
    "does complete power": "begins a power of a whole round: {what}",
    "does absorb hits": "stands to absorb hits",
    "does total attack": "goes all out for attack",
    "does total defense": "goes all out to defend",
    "does defensive fan": "holds a fan against projectiles",
    "does anticipate surprise": "anticipates surprise by {of}",
    "does alert to danger": "is alert to danger",
    "does delay": "waits",
    "does complete attack": "strikes with everything at once",
    "does offhand attack": "strikes with the other hand",
    "does offhand counter": "strikes back with the other hand",
    "does defend another": "shields",
    "does increase action": "digs deep for one AP more",
    "does second wind": "gets a second wind",
    "does attack an opening": "strikes at the opening",
    "does withdraw": "tries to withdraw",
    "does cast": "works magic",
    "does aim": "takes aim",
    "does talk": "says: {words}",
    "does phenom": "brings a phenom about",
    "does maintain spells": "keeps the spells up",
    "does maintain ki": "keeps the ki up",
    "does maintain phenom": "keeps the phenom up",
    "does transfer mana": "passes mana on",
    "does transfer ki": "passes ki on",
    "does pull mana": "pulls mana out of the {using}",
    "does pull ki": "pulls ki out of the {using}",
    "does let go": "lets the power go",
    "does prepare": "holds an attack",
    "does release": "lets the held attack go",
    "does take down": "trips",
    "does weapon's point": "holds the point",
    "does sweeping": "sweeps",
    "does knock out": "strikes to knock out",
    "does upper hand": "goes for the upper hand",
    "does directed": "picks a place to strike",
    "does escape": "struggles to get out",
    "does maintain trap": "keeps hold",
    "does use power": "uses a power",
    "does multiple missiles": "looses several missiles",
}

GLOSSARY = read_glossary("""
offence = the total of the attack (6.1)
degrees = the degrees of success or failure: the check against what it needs (1.3)
units | base = the degrees that get through, and the damage of each (6.2)
before = the life points before the wound (6.5)
check = the total of the check
bonus = the bonus of each counter (6.3)
strike = the total of a strike at a fighter who withdraws
critical = a wound of at least half the life points (6.5)
a critical wound | withstood | suffered = a critical wound and the check against it (6.5)
meets the attack | nobody is there | caught = the answer to an attack, and its absence (6.1)
comes to nothing = nothing was rolled, as the fighter fell or left before (9.6)
not resisted | immune to it | takes effect = the outcome of a power (9.1)
the mana is held | the mana slips = the outcome of the check to hold mana (7)
totals | more = the totals so far, and the fighters who roll once more, with the reason (1.3)
done = the number of swift actions done so far
creature = the creature that is called
place = the place that is aimed at
projection = the power that a barrier is of (6.1)
how = the way in which it is done
others = the other weapons that are to be used
ward <number> = another fighter who is guarded
cover | defensively | new target | target walked | walked = the circumstances of a shot
on zero | then | rest = the end of a condition, the one after it and its rounds (9.2)
by | difficulty = the margin, and the total to be reached
resist = a resistance, or the sort of its dice
since | maintain | upkeep = the first round of a power, and how it is kept up (7)
open roll | fumble = the roll that follows a double six, or a double one (1.3)
critical level | critical check = how bad a critical wound is, and the check against it (6.5)
initiative = the roll for the order of turns (2.2)
acrobatics = the roll of a fighter who withdraws (5)
phenom | concentration = the rolls for a phenom, and to keep hold of mana (7)
PhR | IR | SR | MR | PrR = the roll of that resistance (9.1)
roll off | initiative; ties as ruled = equals go by a die, or as the referee ruled (2.2)
initiative; final rolls of the stunned are halved = the order where one is stunned (9.6)
goes first | the lowest goes first = a delayed turn goes on (2.4.3)
flat footed = a delayed turn is lost to a flat-footed fighter (3.4)
another target | the shot is made | the attack is made = the aim or the held attack is over
the point is down = nobody is held at weapon's point any more (8.5)
it has faded | it eases | its rounds are over | resisted = a condition eases or ends (6.5, 9.2)
not maintained | its maintenance is not paid | not continued = it was not kept up (7, 9.3)
the power is <reason> | nothing is left of it = a condition ends with its power (9.3)
more weapons = all weapons in hand are counted anew (2.2)
against = a change of one roll against this foe (2.3, 4)
free | woken | let go | life points again | the round is over = a state has passed
attempt | react = a sort of dice, counted by itself
effect = the consequence, or the sort of dice of critical wounds
""")
"""The words of events that no other table declares."""
