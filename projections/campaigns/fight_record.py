"""Fight record: what one fight adds to a campaign, of what everybody saw.

It is made of the public log alone, so that nothing hidden counts before it is shown. Only the line
of play counts, so that an undo or a correction changes it; what people did counts undone or not.
People stand in it by their ids: their names are added when it is read, and none is left behind
where somebody is forgotten.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Final, NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.state.viewer import REFEREE
from domain.table.undo_requests import cause_of
from projections.audit.findings import OPERATOR, Facts, audit_facts
from projections.audit.luck import Fell
from projections.campaigns.turns import Turns, fighters, players
from projections.state.conditions import conditions
from projections.state.pools import PoolRow, pools_of
from projections.story.damage import Blow, blows, unit_of
from projections.story.fallen import fallen
from projections.story.play_time import played_seconds, step_times, timed_turns
from projections.story.standing import Life, life_of
from projections.visibility.snapshot import START, Moment, advance, line_of_play
from projections.visibility.visible_log import SeenEntry

VERSION: Final = 2
"""Raised by hand when a record says something else: then all are made anew, beside the old ones."""

THE_REFEREE: Final = "the referee"
"""Who plays the fighters that no player does."""


class Faces(NamedTuple):
    """Dice of one size that fell for a fighter, whom a person plays: each face, and how often."""

    person: str
    who: str
    sides: int
    times: tuple[tuple[int, int], ...]


class PoolLeft(NamedTuple):
    """What a fighter has left of a pool, as people say it."""

    pool: str
    says: str
    amount: str


class FighterRecord(NamedTuple):
    """A fighter in one fight: damage as exact fractions, time in seconds, and how they left it.

    `person` plays the fighter. `pools` and `conditions` are those at the end, or so far.
    """

    subject: str
    name: str
    side: str
    person: str
    done: str
    taken: str
    seconds: int
    turns: int
    fell: bool
    pools: tuple[PoolLeft, ...]
    conditions: tuple[str, ...]


class PersonRecord(NamedTuple):
    """What a person did in one fight: steps, undos that were carried out, rulings, overrides.

    `seconds` and `turns` are those of their fighters: a turn of several counts once.
    """

    person: str
    steps: int
    undos: int
    rulings: int
    overrides: int
    seconds: int
    turns: int


class FightRecord(NamedTuple):
    """What one fight adds to a campaign; `changed_at` is when its last public entry was made."""

    changed_at: int
    rounds: int
    seconds: int
    unit: str
    fighters: tuple[FighterRecord, ...]
    people: tuple[PersonRecord, ...]
    dice: tuple[Faces, ...]


def fight_record(entries: Sequence[SeenEntry], rules: Ruleset) -> FightRecord:
    """Return the record of a fight; `entries` are all that everybody has seen of it."""
    played = [entries[seq - 1] for seq in line_of_play(entries)]
    moment, life = reduce(advance, played, START), life_of(played, rules)
    facts, roster = audit_facts("", entries, rules), moment.combat.roster
    plays = {who: _called(person) for who, person in players(entries, roster).items()}
    turns = Turns(timed_turns(played, step_times(entries)), plays, roster)
    return FightRecord(
        entries[-1].entry.meta.at,
        facts.fight.rounds,
        played_seconds(played, step_times(entries)),
        unit_of(rules, life),
        tuple(_fighters(_Played(played, moment, rules, life), plays, turns)),
        tuple(_people(entries, facts, turns)),
        tuple(_faces(facts.fell)),
    )


# --- fighters ------------------------------------------------------------------------------------


class _Damage:
    """Damage in a fight, by fighter."""

    def __init__(self, struck: Iterable[Blow]) -> None:
        self.done = defaultdict[str, Fraction](Fraction)
        self.taken = defaultdict[str, Fraction](Fraction)
        for blow in struck:
            self.taken[blow.on] += blow.amount
            if blow.by:
                self.done[blow.by] += blow.amount


class _Played(NamedTuple):
    """A line of play, the moment at its end, and what it is read by."""

    entries: Sequence[SeenEntry]
    moment: Moment
    rules: Ruleset
    life: Life


def _fighters(play: _Played, plays: Mapping[str, str], turns: Turns) -> Iterator[FighterRecord]:
    moment, rules, read = play.moment, play.rules, (play.entries, play.rules, play.life)
    damage, fell = _Damage(blows(*read)), {one.who for one in fallen(*read)}
    left, under = pools_left(moment, rules), conditions_left(moment, rules)
    for who, m in ((m.subject, m) for m in fighters(moment.combat.roster)):
        harm = str(damage.done[who]), str(damage.taken[who])
        took = turns.seconds[who], turns.many[who]
        named, state = (who, m.name, m.side, plays[who]), (left[who], under.get(who, ()))
        yield FighterRecord(*named, *harm, *took, who in fell, *state)


def pools_left(moment: Moment, rules: Ruleset) -> dict[str, tuple[PoolLeft, ...]]:
    """Return by fighter what is left of each pool, but for those that go without saying.

    Who has left has it as well: they take it into the next fight.
    """
    return {
        member.subject: tuple(
            _left(row)
            for row in pools_of(moment, rules, member)
            if not getattr(rules.pool(row.pool), "routine", False)
        )
        for member in fighters(moment.combat.roster)
    }


def _left(row: PoolRow) -> PoolLeft:
    says = f"{row.says} ({row.key})" if row.key else row.says
    return PoolLeft(f"{row.pool}/{row.key}".rstrip("/"), says, row.amount)


def conditions_left(moment: Moment, rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return by fighter the conditions that stand, in words; without the rules' bookkeeping."""
    return {
        under.who: tuple(
            one.words
            for one in under.conditions
            if not getattr(rules.condition(one.condition), "quiet", False)
        )
        for under in conditions(moment, rules)
    }


# --- people and dice -----------------------------------------------------------------------------


def _people(entries: Sequence[SeenEntry], facts: Facts, turns: Turns) -> Iterator[PersonRecord]:
    """Yield what each did, by person."""
    undos = Counter(_undoers(entries))
    for person in sorted({*facts.people, *undos, *turns.seconds_of}):
        did = facts.people.get(person, Counter())
        took, overrides = turns.seconds_of[person], did["override"] + did["against"]
        done = did["steps"], undos[person], did["ruling"], overrides
        yield PersonRecord(person, *done, took, turns.many_of[person])


def _undoers(entries: Sequence[SeenEntry]) -> Iterator[str]:
    """Yield for each undo who made it: who asked for it, where others had to agree."""
    askers = dict[str, str]()
    for seen in entries:
        meta = seen.entry.meta
        match seen.event:
            case e.UndoRequested(asker=asker):
                askers[cause_of(meta.number)] = _called(asker)
            case e.Rewound(why="undo"):
                yield askers.get(meta.cause, _called(meta.by))


def _called(person: str) -> str:
    """Return a person as the audit calls those who have no name."""
    return {REFEREE: THE_REFEREE, "p0": OPERATOR}.get(person, person)


def _faces(fell: Iterable[Fell]) -> Iterator[Faces]:
    """Yield the faces that fell on the line of play, by person, fighter and size."""
    found = defaultdict[tuple[str, str, int], Counter[int]](Counter)
    for roll in fell:
        found[roll.person, roll.who, roll.sides].update(roll.faces)
    for (person, who, sides), times in sorted(found.items()):
        yield Faces(person, who, sides, tuple(sorted(times.items())))
