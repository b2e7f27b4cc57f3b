"""One sentence for a move of the head: whose deeds it takes back, and what comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Literal, NamedTuple

from domain import events as e
from domain.events.measures import fraction, points
from domain.ruleset.ruleset import Ruleset
from projections.changes.differences import Change
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import NameOf, deed_noun, join_with_and, owner, pool_word, word
from projections.wording.reports import rolled_by

How = Literal["undo", "redo", "jump"]
MOST = 2
"""How many changes the sentence says; a table lists the others."""
PASSED = 3
"""The rank of an answer among the entries of a step."""


class MoveSummary(NamedTuple):
    """A move in words: what it `does` (`undo Urlik's soak`), and what comes `back` by it."""

    does: str
    back: str


def move_summary(
    how: How,
    left: Sequence[SeenEntry],
    entered: Sequence[SeenEntry],
    changes: Sequence[Change],
    rules: Ruleset,
    name: NameOf,
) -> MoveSummary:
    """Return a move in words, from the entries of the steps that it leaves and enters."""
    deeds = [_deed_of_step(step, rules, name) for step in _by_step(left or entered)] or ["a step"]
    return MoveSummary(_does(how, deeds, bool(left)), _back(changes, rules, bool(left)))


def _by_step(entries: Iterable[SeenEntry]) -> Iterator[list[SeenEntry]]:
    for _, group in groupby(entries, key=lambda one: one.entry.step):
        yield list(group)


def _does(how: How, deeds: Sequence[str], is_back: bool) -> str:
    """`undo Urlik's soak`, `redo 3 steps, from Cogan's attack to Urlik's pass`."""
    first, last = deeds[0], deeds[-1]
    if how == "jump":
        return f"go back to before {first}" if is_back else f"go on to after {last}"
    if len(deeds) == 1:
        return f"{how} {first}"
    return f"{how} {len(deeds)} steps, from {first} to {last}"


# --- what was done -------------------------------------------------------------------------


def _deed_of_step(step: Iterable[SeenEntry], rules: Ruleset, name: NameOf) -> str:
    """What a step was, by the entry of it that says so best."""
    entries = list(step)
    found = [one for seen in entries if (one := _deed(seen, rules, name))]
    rank, deed = min(found, default=(0, "a step"), key=lambda one: one[0])
    passes = [who for seen in entries if (who := _passer(seen.event))] if rank == PASSED else []
    if len(passes) > 1:
        return f"the passes of {join_with_and(map(name, passes))}"
    return deed


def _passer(event: e.Event) -> str:
    """Return who passes by an event; empty for any other."""
    return event.who if isinstance(event, e.Answered) and event.choice == "pass" else ""


def _deed(seen: SeenEntry, rules: Ruleset, name: NameOf) -> tuple[int, str] | None:
    """An entry as a thing of somebody, with its rank: the lowest says best what a step was."""
    match seen.event:
        case e.Said(who=who) as said if who:
            return 0, deed_noun(rules, name, said)
        case e.DiceRolled(purpose=purpose):
            who = rolled_by(seen)
            whose = owner(name(who)) if who else "a"
            return 2, " ".join(filter(None, (whose, purpose, "roll")))
        case e.CardDrawn(who=who):
            return 2, f"{owner(name(who))} card"
        case e.Answered(who=who, choice=choice) if who:
            return PASSED, f"{owner(name(who))} {'pass' if choice == 'pass' else 'answer'}"
    return _change(seen.event, rules, name) or _course(seen.event, rules, name)


def _change(event: e.Event, rules: Ruleset, name: NameOf) -> tuple[int, str] | None:
    match event:
        case e.Joined(name=who):
            return 1, f"the arrival of {who}"
        case e.Left(subject=who):
            return 1, f"the departure of {name(who)}"
        case e.PoolChanged(subject=who, pool=pool, key=key):
            return 5, f"a change of {owner(name(who))} {pool_word(rules, pool, key)}"
        case e.ConditionBegan(subject=who):
            return 5, f"a new state of {name(who)}"
        case e.Moved(subject=who):
            return 5, f"{owner(name(who))} move"
    return None


def _course(event: e.Event, rules: Ruleset, name: NameOf) -> tuple[int, str] | None:
    match event:
        case e.TurnBegan(who=who):
            return 4, f"the start of {owner(join_with_and(map(name, who)))} {word(rules, 'turn')}"
        case e.RoundBegan(n=n):
            return 4, f"the start of {word(rules, 'round')} {n}"
        case e.CombatEnded():
            return 1, "the end of the fight"
    return None


# --- what comes back -----------------------------------------------------------------------


def _back(changes: Iterable[Change], rules: Ruleset, is_back: bool) -> str:
    """The changes that people ask about first: points, states, places, who is there."""
    told = [says for each in changes if (says := _change_words(each, rules, is_back))]
    if not told:
        return "Nobody's points or states change."
    more = f" {len(told) - MOST} more things change." if len(told) > MOST + 1 else ""
    shown = told[:MOST] if more else told
    return f"{'. '.join(shown)}.{more}"


def _change_words(it: Change, rules: Ruleset, is_back: bool) -> str:
    match it.kind:
        case "pool":
            return _pool_words(it, rules, is_back)
        case "condition":
            again = f": {it.says} again" if is_back else f": {it.says}"
            return it.name + (f": no longer {it.says}" if it.becomes == "no" else again)
        case "presence":
            return f"{it.name} is {it.becomes}"
        case "place":
            return f"{it.name} is {'back ' if is_back else ''}at {it.becomes}"
    return ""


def _pool_words(it: Change, rules: Ruleset, is_back: bool) -> str:
    """`Urlik gets 1 AP back`; of a pool that harms, or an unknown one, both numbers."""
    was, becomes = fraction(it.was), fraction(it.becomes)
    pool, _, key = it.what.partition("/")
    if was is None or becomes is None or getattr(rules.pool(pool), "harms", False):
        return f"{it.name} has {it.becomes} {it.says} instead of {it.was}"
    amount = _written(abs(becomes - was))
    many = f"{amount} {pool_word(rules, pool, key, amount)}"
    if is_back:
        return f"{it.name} {'gets' if becomes > was else 'gives'} {many} back"
    return f"{it.name} {'gets' if becomes > was else 'loses'} {many} again"


def _written(size: Fraction) -> str:
    return points(size.numerator, size.denominator)
