"""The words in which the story is told: of the clock, of what people do, and what comes of it."""

from __future__ import annotations

import re

from domain.ruleset.ruleset import read_glossary

from .tables import LEVELS, TIRED

MOST_AIM = 20
"""How far an aim has a word of its own; it is seldom more than 4 or 5."""

CLOCK = {"round": "combat turn", "turn": "phase"}

DEEDS = {
    "follow": "follow along",
    "stand and attack": "strike at {targets} with the {using}",
    "advance and attack": "advance on {targets} with the {using}",
    "stand and attack back": "strike back at {targets} with the {using}",
    "jump back": "jump back",
    "side step": "step aside",
    "block": "block with the {using}",
    "parry": "parry with the {using}",
    "ready weapon": "take the {using} in hand",
    "fast draw": "try to draw the {using} fast",
    "sheathe weapon": "put the {using} away",
    "drop weapon": "let go of the {using}",
    "pull out": "pull the {using} out of {targets}",
    "treat": "give first aid to {targets}",
    "stand up": "stand up",
    "something else": "do something else",
    "martial strike": "strike at {targets} with the hand",
    "martial kick": "kick at {targets}",
    "leg sweep": "try to sweep the legs of {targets}",
    "arm grab": "grab at an arm of {targets}",
    "arm lock": "try an arm lock on {targets}",
    "head lock": "try a head lock on {targets}",
    "rolling dodge": "roll toward the attack",
    "drop dodge": "drop below the attack",
    "forearm block": "block with the forearm",
    "break hold": "try to break the hold of {targets}",
    "let go": "let go of {targets}",
    "tighten lock": "tighten the lock on {targets}",
    "await the shock": "await the shock",
    "keep going": "try to keep going",
    "pull out with care": "take the {using} out of {targets} with care",
    "throw weapon": "throw the {using} at {targets}",
    "advance and throw": "advance and throw the {using} at {targets}",
    "snapshot fire": "shoot at {targets} with the {using}",
    "set and aim": "stand set and aim the {using} at {targets}",
    "aimed fire": "fire the aimed {using} at {targets}",
    "load weapon": "load the {using}",
    "mount": "mount {targets}",
    "control mount": "keep the mount in hand",
    "cast magic": "cast an enchantment",
    "cast attack": "cast an attack enchantment at {targets}",
    "cast resistance": "cast a resistance enchantment for {targets}",
}
"""Each manoeuvre as an infinitive: `means to` is put before it, or its verbs get an ending."""

_VERB = re.compile(r"^\w+|(?<=\band )\w+")


def third_person(says: str) -> str:
    """Return what somebody does: `parry with it` becomes `parries with it`."""
    endings = {"do": "does", "try": "tries", "parry": "parries"}
    return _VERB.sub(lambda verb: endings.get(verb[0], f"{verb[0]}s"), says)


NOUNS = {
    "stand and attack": "attack",
    "stand and attack back": "attack back",
    "advance and attack": "attack",
    "side step": "side step",
    "treat": "first aid",
    "martial strike": "strike",
    "martial kick": "kick",
    "tighten lock": "lock",
    "throw weapon": "throw",
    "advance and throw": "throw",
    "snapshot fire": "shot",
    "aimed fire": "aimed shot",
    "set and aim": "aim",
    "cast magic": "enchantment",
    "cast attack": "attack enchantment",
    "cast resistance": "resistance enchantment",
}

COMES_TO = {
    "difficulty": "it flies at {of}",
    "in reach": "{who} is within reach of {of}",
    "steps away": "{who} steps away from {of}",
    "closes in": "{who} closes in on {of}",
    "unfit for use": "{who} uses what is not fit for use",
    "bears the pain": "{of} bears the pain",
    "staggered": "{of} staggers from the pain",
    "stunned": "{of} is stunned by the pain",
    "unconscious": "{of} faints from the pain",
    "stands firm": "{of} stands firm",
    "off balance": "{of} is thrown off balance",
    "knocked back": "{of} is knocked back",
    "knocked over": "{of} is knocked over",
    "thrown from the mount": "{of} is thrown from the mount",
    "keeps the grip": "{who} keeps the grip",
    "loses the grip": "{who} loses the grip",
    "drawn": "{who} has drawn",
    "drawn at once": "{who} has drawn at once",
    "not drawn": "{who} fumbles and has not drawn",
    "too slow": "{who} runs out of AP before it is drawn",
    "dropped": "{who} fumbles and drops it",
    "has left the hex": "{of} has left the hex and is not held",
    "breaks free": "{who} breaks free",
    "is still held": "{who} is still held",
    "is treated": "{of} is treated",
    "is not helped": "{of} is not helped",
    "withstands the shock": "{of} withstands the shock",
    "is in shock": "{of} is in shock",
    "keeps going": "{who} keeps going",
    "has to rest": "{who} has to rest",
    "is taken out": "it is taken out of {of}",
    "stays in the wound": "it stays in the wound of {of}",
    "nothing comes of it": "nothing comes of it",
    "something comes of it": "something comes of it",
}

STANDS = {
    "bears yes": "{of} has the {toward} in hand",
    "bears no": "{of} has the {toward} in hand no more",
    "loaded yes": "{of}'s {toward} is loaded",
    "loaded no": "{of}'s {toward} is no longer loaded",
    "aware yes": "{of} is aware of {toward}",
    "aware no": "{of} is not aware of {toward}",
    "stands rear": "{of} stands behind {toward}",
    "stands side": "{of} stands at the side of {toward}",
    "stands front": "{of} stands in front of {toward}",
    "rides": "{of} is on foot",
    "rides whom": "{of} rides {whom}",
}

SAYS = {"order": "settles who comes first", "trampled": "rules that somebody is trampled"}

WORDS = {
    **CLOCK,
    **{f"says {choice}": says for choice, says in SAYS.items()},
    **{f"does {manoeuvre}": third_person(says) for manoeuvre, says in DEEDS.items()},
    **{f"means {manoeuvre}": f"means to {says}" for manoeuvre, says in DEEDS.items()},
    "means tighten lock": "still has {targets} in the lock",
    **{f"noun {manoeuvre}": says for manoeuvre, says in NOUNS.items()},
    **{f"comes to {outcome}": says for outcome, says in COMES_TO.items()},
    **STANDS,
    **{f"wound {level}": name for level, name in enumerate(LEVELS)},
    **{f"tired {level}": name for level, name in enumerate(TIRED)},
    **{f"set {level}": f"set, with an aim of {level}" for level in range(MOST_AIM + 1)},
    "set toward": "at",
    "held toward": "by",
    "while held": "while {of} is held",
    "ended": "no longer {says}",
    "locking toward": "on",
    "locked toward": "against",
    "impaled toward": "from",
    "trait rolls": "all rolls",
    "trait impaled": "rolls of CO",
}
"""The words of the story, beside the names in the tables."""

GLOSSARY = read_glossary("""
basic = the damage before resistance, in points (6.7)
net = the damage above the resistance, in points (6.7)
was = the level of the wound before the soak (6.8)
initially = the first level of the wound, if it is another by now
type = blunt, cutting or impaling
margin = the roll less the difficulty (8.4)
cost = the AP that the draw costs (3.5)
skill = the skill that is rolled to cast (8.4)
care = first aid (7.7)
initiative | action points = the rolls for the order of phases, and for AP (4.1, 3.1)
tie = the roll that parts those with the same initiative (4.3)
casting = the roll to cast (8.4)
aim = the roll to aim (3.8)
fast draw | grip = the rolls to draw fast, and to keep hold of a weapon (3.5, 7.5)
soak | pain | knock back | shock = the rolls against a wound and its effects (6.8, 7.1, 7.3, 7.7)
keep going = the roll to go on, wounded (7.2)
break hold = the roll to break a hold, or to keep it (7.9)
first aid | careful hands = the rolls for first aid, and to take out a weapon (7.7, 7.5)
range = the difficulty of a shot (3.8)
reach = somebody comes within reach of a polearm
unfit = the use of a weapon that is not fit for use
unseated = a fall from the mount
void | interrupted = the act comes to nothing
no wound | scratch | <level> wound = the level of a wound (6.7)
now | last = the first to say "now" has the phase, or the last must take it (4.4)
initiative; a latecomer = a latecomer takes the place that the roll gives (I-4)
aims anew | fired | knocked back | stood up = an aim or a fall is over
broken | pulled out | taken out with care = a hold is broken, or a weapon is out of the wound
no longer in one hex = nobody holds a fighter in another hex (7.9)
the holder is <condition> = in that state nobody can hold on (7.9)
the one held is dead = nobody goes on holding the dead (7.7)
a minute has passed = the time for first aid is over (7.6)
attempt | effect | magic | resist | upkeep = a sort of dice, counted by itself
""")
"""The words of events that no other table declares."""
