"""Summary of a fight for its end page: who fell, damage, luck, times, and unused points.

Everything is folded from what its reader sees, so nothing hidden counts for anybody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import ABLE_KINDS
from domain.state.roster import Member
from projections.audit.findings import Facts, audit_facts
from projections.audit.luck import LuckLine, luck, luck_line
from projections.audit.usage import Unused
from projections.story.damage import (
    Blow,
    Damage,
    biggest,
    blows,
    damage_table,
    shown_points,
    total_without_act,
    unit_of,
)
from projections.story.fallen import Fallen, fallen
from projections.story.play_time import TurnTime, played_seconds, step_times, turn_times
from projections.story.standing import Life, life_of
from projections.visibility.snapshot import START, Moment, advance, line_of_play
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import deed_noun, name_of


class Biggest(NamedTuple):
    """The biggest blow: how much, by which act of whom, at whom, and where in the log."""

    amount: str
    deed: str
    on: str
    number: str
    round: int


class Counts(NamedTuple):
    """How much a fight was: rounds, seconds at the table, entries, dice, rulings, undos."""

    rounds: int
    seconds: int
    entries: int
    dice: int
    rulings: int
    undos: int


class Summary(NamedTuple):
    """A fight at its end, or as far as it went, for one viewer.

    `left_standing` are the ids of the sides that can still act. `unclaimed` is damage that no act
    of another fighter did. Turns that took no time by the clock have no `longest`.
    """

    is_over: bool
    left_standing: tuple[str, ...]
    sides: tuple[str, ...]
    counts: Counts
    fallen: tuple[Fallen, ...]
    gone: tuple[str, ...]
    damage: tuple[Damage, ...]
    unit: str
    unclaimed: str
    biggest: Biggest | None
    luck: LuckLine | None
    longest: TurnTime | None
    average_seconds: int
    unused: tuple[Unused, ...]


def summary(entries: Sequence[SeenEntry], rules: Ruleset) -> Summary:
    """Return the summary of what somebody sees: `entries` from the first up to now."""
    played = [entries[seq - 1] for seq in line_of_play(entries)]
    moment, life = reduce(advance, played, START), life_of(played, rules)
    members = [m for m in moment.combat.roster.members.values() if m.kind in ABLE_KINDS]
    names, facts = {m.subject: m.name for m in members}, audit_facts("", entries, rules)
    struck, fell = tuple(blows(played, rules, life)), fallen(played, rules, life)
    turns = tuple(turn_times(played, names, step_times(entries)))
    longest = max(turns, key=lambda turn: turn.seconds, default=None)
    return Summary(
        is_over=moment.combat.roster.ended,
        left_standing=_left_standing(members, fell),
        sides=tuple(dict.fromkeys(m.side for m in members)),
        counts=_counts(entries, played, facts),
        fallen=fell,
        gone=_gone(members, fell),
        damage=damage_table(struck, members),
        unit=unit_of(rules, life),
        unclaimed=total_without_act(struck) if life.pools else "",
        biggest=_biggest(struck, moment, rules, life),
        luck=luck_line(luck(facts.fell)),
        longest=longest if longest and longest.seconds else None,
        average_seconds=sum(turn.seconds for turn in turns) // max(1, len(turns)),
        unused=tuple(facts.usage.unused_points()),
    )


def _left_standing(members: Iterable[Member], fell: Iterable[Fallen]) -> tuple[str, ...]:
    """Return the sides with anybody who is here and can act."""
    down = {one.who for one in fell}
    return tuple(dict.fromkeys(m.side for m in members if m.here and m.subject not in down))


def _gone(members: Iterable[Member], fell: Iterable[Fallen]) -> tuple[str, ...]:
    """Return the names of those who left without having fallen."""
    down = {one.who for one in fell}
    return tuple(m.name for m in members if not m.here and m.subject not in down)


def _counts(entries: Sequence[SeenEntry], played: Sequence[SeenEntry], facts: Facts) -> Counts:
    return Counts(
        facts.fight.rounds,
        played_seconds(played, step_times(entries)),
        len(entries),
        sum(len(roll.faces) for roll in facts.fell),
        len(facts.rulings),
        sum(isinstance(one.event, e.Rewound) and one.event.why == "undo" for one in entries),
    )


def _biggest(struck: Iterable[Blow], moment: Moment, rules: Ruleset, life: Life) -> Biggest | None:
    """Return the biggest blow in words; None where damage is only counted, not measured."""
    blow = biggest(struck) if life.pools else None
    if blow is None or blow.act is None:
        return None
    name = name_of(moment.combat)
    deed = deed_noun(rules, name, blow.act)
    return Biggest(shown_points(blow.amount), deed, name(blow.on), blow.number, blow.round)
