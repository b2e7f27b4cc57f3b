"""The game's own words, for people."""

from __future__ import annotations

from domain.ruleset.glossary import read_glossary

WORDS = {
    "says order": "settles who comes first",
    "says goes-first": "lets {first} go first",
    "says takes-effect": "lets it come about",
    "says crushes": "rules that it crushes",
    "phase": "End phase",
    "intention": "Intention phase",
    "action": "Action phase",
    "end": "End phase",
    "ap": "AP",
    "lp": "LP",
    "attacks": "attack",
    "movement": "feet",
    "one movement": "foot",
    "boosts": "Stamina in boosts",
    "one boosts": "Stamina in boosts",
    "stamina": "Stamina",
    "mass": "mana in the mass",
    "prepared": "mana prepared",
    "does attack intention": "means to attack",
    "does charge intention": "means to charge",
    "does guard": "guards {ward}, {ward 2}, {ward 3}, {ward 4}, {ward 5}, {ward 6}",
    "trait any": "everything",
    "follows move": "feet",
    "follows defend another": "feet",
    "does run": "runs this round",
    "does sprint": "sprints this round",
    "does spirit": "turns to ki: {how}",
    "does magic": "turns to magic: {how}",
    "does manifest": "turns to a phenom: {how}",
    "does conjure": "begins a ritual: {what}",
    "does complete power": "begins a power of a whole round: {what}",
    "does crush": "crushes",
    "does absorb hits": "stands to absorb hits",
    "does total attack": "goes all out for attack",
    "does total defense": "goes all out to defend",
    "does defensive fan": "holds a fan against projectiles",
    "does anticipate surprise": "anticipates surprise by {of}",
    "does alert to danger": "is alert to danger",
    "does delay": "waits",
    "does complete attack": "strikes with all he has",
    "does charge": "charges",
    "does offhand attack": "strikes with the other hand",
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
dos | dof | degrees = degrees of success or failure: how far a check is from what it needs (1.3)
units = the degrees that get through absorption and armour (6.2)
base = the damage of each unit (6.2)
before = the life points before the wound (6.5)
check = the total of the check
bonus = what the counter adds, by whose it is (6.3)
strike = the total of a strike at somebody who withdraws
critical = whether a critical wound is withstood (6.5)
totals = the totals so far, by who rolled (1.3)
more = who rolls once more, and why (1.3)
done = how many swift actions were done so far
creature = which creature is called
place = the place that is picked (6.5)
how = in which way
others = the other weapons that are meant to be used
ward <number> = another who is guarded
cover | defensively | new target = whether there is cover, a defensive shot, or a new target (8)
walked | target walked = the feet that the shooter or the target moved before (8)
on zero = what comes when the condition has counted down (9.2)
then | rest = the condition that comes after it, and for how many rounds (9.2)
resist | by | difficulty = the resistance that is rolled, or by how much, and what it has to reach
since | maintain | upkeep = since which round, how often and for how much mana it is kept up (7)
open roll = the roll that follows a double six (1.3)
fumble = the roll that follows a double one (1.3)
physical = the physical resistance of somebody with a critical wound (6.5)
roll-off = a die for who comes first among equals (2.2)
initiative; ties as ruled = by initiative; the referee ordered the equals (2.2)
goes first | the lowest goes first = who delayed goes on now (2.4.3)
Flat-Footed = who is flat-footed cannot resume (3.4)
another target = an aim is for one target
the shot is made | the attack is made = it was for that attack
it has faded | it eases = its level has come down (6.5, 9.2)
its rounds are over | resisted = a condition that a power began is over (9.2)
not maintained | its maintenance is not paid | not continued = it was not kept up (7, 9.3)
the power is <reason> = the power that held it is over (9.3)
nothing is left of it = all that the power held is over
free | woken | let go = who was trapped is free, who slept wakes, what was held is let go
life points again = somebody who had none has life points again (6.6)
the round is over = it was for that round
attempt | react | resist | effect = dice of that sort, which are counted by themselves
""")
"""The words of events that no other table declares."""
