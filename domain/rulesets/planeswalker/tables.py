"""The tables: colors of mana, stats with their start values, keywords, and what spells may do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from domain.ruleset.ruleset import Asking, Slot, Throw, read_glossary
from domain.ruleset.scene import Scene
from domain.step.step import Step

SQUARE = re.compile("-?[0-9]{1,4},-?[0-9]{1,4}")
"""A square of a grid as it is written, `3,-1`; only the modification of 2015 has any."""

LETTERS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
COLORLESS = "colorless"
COLORS = (COLORLESS, *LETTERS.values())
"""The colors of mana, in the order in which a cost of any color is paid."""

SOURCES = (*LETTERS.values(), "artifact")
MOST_SOURCES = 3
"""A mage draws mana from up to three sources; an artifact gives colorless mana alone."""

MAGE = {
    "Power": 1,
    "Toughness": 1,
    "Life": 5,
    "Mastery": 3,
    "Channeling": 3,
    "Speed": 1,
    "Focus": 1,
    "Memory": 5,
}
"""What a mage starts with, where the sheet says nothing else."""

CREATURE = {"Power": 0, "Toughness": 0, "Speed": 1}

FOCUS_EACH = 1
"""Focus that each maintained effect binds."""

COUNTERS = "counters"
"""The pool of counters, the condition of those that alter a trait, and their place on a sheet."""

KEYWORDS = ("first strike", "trample", "vigilance", "haste")

ASK_AGAIN = "be asked again"
UNASKED = "unasked"
"""The wish not to be asked before phases pass, and the manoeuvre that takes it back."""

CLOSE_PENALTY = 2
"""What Channeling loses while an enemy is Close, however many are."""

ESCAPE_BELOW = 5
"""A fleeing mage must take less damage than this until the next turn."""

FASTER_BY = 2
"""By how much Speed one must beat everybody for a fast flee."""

SORCERY, INSTANT, SPLIT_SECOND = "sorcery", "instant", "split second"
SPEEDS = (SORCERY, INSTANT, SPLIT_SECOND)

NONE, CREATURE_ONLY, PLAYER, ANY, SPELL = "none", "creature", "player", "any", "spell"
AIMS = (NONE, CREATURE_ONLY, PLAYER, ANY, SPELL)
"""At what a spell is aimed. One that is for creatures alone reaches any target that is Close."""

ALTERED = ("Power", "Toughness")
"""What a spell may raise or reduce until the turn ends."""

ENCHANTMENT, AURA, ARTIFACT, EQUIPMENT = "enchantment", "aura", "artifact", "equipment"
KINDS = (ENCHANTMENT, AURA, ARTIFACT, EQUIPMENT)
STAY = (AURA, EQUIPMENT)
"""Which pervasive effects outlast the combat."""


class Does(NamedTuple):
    """What a spell may do: at what it may be aimed, and what else it must say."""

    aims: tuple[str, ...]
    needs: tuple[str, ...] = ()


_SOMEBODY = (CREATURE_ONLY, PLAYER, ANY)
DOES = {
    "damage": Does(_SOMEBODY, ("amount",)),
    "destroy": Does((CREATURE_ONLY,)),
    "exile": Does((CREATURE_ONLY,)),
    "take over": Does((CREATURE_ONLY,)),
    "counter": Does((SPELL,)),
    "place counters": Does(_SOMEBODY, ("amount", "counter")),
    "heal": Does(_SOMEBODY, ("amount",)),
    "regenerate": Does((CREATURE_ONLY,)),
    "shrink": Does(_SOMEBODY, ("amount", "trait")),
    "grow": Does(_SOMEBODY, ("amount", "trait")),
    "summon": Does((NONE,), ("summons",)),
    "pervade": Does((NONE, *_SOMEBODY), ("lasts",)),
    "draw": Does((NONE, PLAYER), ("amount",)),
    "discard": Does((NONE, PLAYER), ("amount",)),
    "mill": Does((NONE, PLAYER), ("amount",)),
    "scry": Does((NONE,)),
    "ruled": Does(AIMS),
}
"""What the rules say of spells; `ruled` is anything else, which the referee carries out."""

IMMUNE = ("destroy", "exile", "take over")
"""What nothing can do to a character."""

WANT_A_MAGE = ("pervade", "take over", "draw", "scry")
"""What does nothing for a mage who has lost before it resolves."""

OF_A_LIBRARY = ("draw", "discard", "mill", "scry")
"""What is done with the library and Memory of a mage."""

LIBRARY, MEMORY, GRAVEYARD, REMOVED = "library", "memory", "graveyard", "removed"
"""Where a spell is, exactly one of these."""


REACTS: dict[str, Any] = {"takes": ("reaction",), "passes": True}
"""How a window is answered by reactions, or passed."""


# --- dice and slots ------------------------------------------------------------------------


def dice(scene: Scene, who: str, stat: str, clause: str) -> Throw:
    """As many dice as somebody has of a stat, added up; none is no dice."""
    number = max(0, scene.trait(who, stat))
    return Throw(who, stat, stat.lower(), sides=6, dice=number, clause=clause)


def roll(stat: str, clause: str) -> Callable[[Scene, Asking, Slot], Throw]:
    """What a window throws for a stat."""
    return lambda scene, asking, slot: dice(scene, slot.who, stat, clause)


def each(names: Iterable[str]) -> tuple[Slot, ...]:
    """A slot for each of them, to be filled in any order."""
    return tuple(Slot(id=who, who=who) for who in names)


def who_is_named(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for the combatant whom the question names."""
    return each((str(asking.params["who"]),))


def whole(said: object, unsaid: int = 0) -> int:
    """A number that was said."""
    return said if isinstance(said, int) else unsaid


def totals(step: Step) -> dict[str, int]:
    """What was rolled in the question that just closed, by who rolled."""
    return {slot.who: reply.total for slot, reply in step.replies() if reply.how == "rolled"}


def passed_since(step: Step, about: str) -> tuple[bool, tuple[str, ...]]:
    """Tell if anybody acted in the question just closed, if about this, and who passed since."""
    question = step.closed if step.closed and step.closed.about == about else None
    replies = tuple(question.replies.items()) if question else ()
    acted = [place for place, (_, reply) in enumerate(replies) if reply.how == "acted"]
    return bool(acted), tuple(who for who, _ in replies[max(acted, default=-1) + 1 :])


def out(asking: Asking) -> tuple[str, ...]:
    """Return those who are not asked, as they have passed since the last cast."""
    passed = asking.params.get("passed")
    return tuple(map(str, passed)) if isinstance(passed, list) else ()


def whose(scene: Scene) -> str:
    """Whose turn it is."""
    return next(iter(scene.actors()), "")


GLOSSARY = read_glossary("""
amount = the damage to be withstood
speed = the total of a Speed roll
Power | Toughness | Speed | Focus = the roll of that ability (6.3, 5.4, 6.9)
power | toughness = the fighter that rolls Power or Toughness, or its total (6.3)
focus | mastery = the Focus roll of the caster, and the Mastery of the boss (6.9)
passed = those who have passed since the last cast or stepping in (5.3)
pay = the mana that is spent, by color
spell = the name of the spell
command = the number of the Command that reaches a new creature
kind = how long the effect lasts: an aura, an enchantment, equipment
done = the actions of the turn before it was delayed (3.3)
rotation = the rotation in which the turn was delayed (3.3)
countered = a spell is countered
declined = a blow that is not struck back (6.4)
summoner = damage that passes on to the summoner (6.9)
fast enough | not fast enough | gone at once = the result of opposed Speed rolls (5.4)
gets through | does not get through | hits the summoner | killed | defeated = the effect of a blow
regenerated = the blow would have killed, and the creature has regenerated (4.5)
half its effect | its whole effect = the effect of a spell on a boss (6.9)
intercepted | not struck back = the answer of a defender
comes to nothing | it is the caster's already | no effect: <reason> = nothing changes
does nothing: its target is gone | does nothing, as ruled = the spell has no effect
does nothing: the mage has lost = the spell has no effect: a loser upholds and draws nothing (7.3)
carried out as ruled = the table carried out the spell by hand
who comes first = a die for the order of equals (3.1)
a delay was used | after a delay | acts now | delayed again = a delayed turn goes on, or waits (3.3)
another number of counters | engaged = the number of counters changed, or a flight ended
back again = a flight ended: the mage has come back (7.1)
broken again = a second breach in the same turn (6.5)
the turn is lost | the turn is over | refreshed = a turn is over, or a new one begins
something was cast | be asked again = after a cast, mages who passed are asked again (5.3)
not maintained | not maintained: the turn is lost = an effect is dropped for want of Focus (4.2)
the caster flees | the caster has lost = an effect is dropped with its caster
<number> burnt | spent = mana beyond the pool burns, or none was left to burn (4.5)
<number> damage taken | it has regenerated = damage ended a flight, or was regenerated
dead | destroyed | dispelled | escaped | exiled | unsummoned | gone = the way out of the combat
in other hands = the referee gave a creature that was taken over another master (5.8)
has lost = a mage who has lost takes no more turns
too slow = the answer was too slow (5.4)
""")
"""The words of events that no other table declares."""
