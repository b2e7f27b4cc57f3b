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
from domain.ruleset.scene import ABLE_KINDS
from domain.state.roster import Member, Roster
from domain.state.viewer import REFEREE
from domain.table.table import Table, sit
from domain.table.undo_requests import cause_of
from projections.audit.findings import OPERATOR, Facts, audit_facts
from projections.audit.luck import Fell
from projections.state.conditions import conditions
from projections.state.pools import pools
from projections.story.damage import Blow, blows, unit_of
from projections.story.fallen import fallen
from projections.story.play_time import played_seconds, step_times, turn_times
from projections.story.standing import Life, life_of
from projections.visibility.snapshot import START, Moment, advance, line_of_play
from projections.visibility.visible_log import SeenEntry

VERSION: Final = 1
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
    """What a person did in one fight: steps, undos that were carried out, rulings, overrides."""

    person: str
    steps: int
    undos: int
    rulings: int
    overrides: int


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
    facts = audit_facts("", entries, rules)
    return FightRecord(
        entries[-1].entry.meta.at,
        facts.fight.rounds,
        played_seconds(played, step_times(entries)),
        unit_of(rules, life),
        tuple(_fighters(entries, played, moment, rules, life)),
        tuple(_people(entries, facts)),
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


def _fighters(
    entries: Sequence[SeenEntry],
    played: Sequence[SeenEntry],
    moment: Moment,
    rules: Ruleset,
    life: Life,
) -> Iterator[FighterRecord]:
    roster, damage = moment.combat.roster, _Damage(blows(played, rules, life))
    seconds, turns = _turns(played, step_times(entries))
    plays, fell = players(entries, roster), {one.who for one in fallen(played, rules, life)}
    left, under = pools_left(moment, rules), conditions_left(moment, rules)
    for who, m in ((m.subject, m) for m in fighters(roster)):
        harm = str(damage.done[who]), str(damage.taken[who])
        named, took = (who, m.name, m.side, _called(plays[who])), (seconds[who], turns[who])
        state = left.get(who, ()), under.get(who, ())
        yield FighterRecord(*named, *harm, *took, who in fell, *state)


def _turns(
    played: Sequence[SeenEntry], times: Mapping[int, int]
) -> tuple[Counter[str], Counter[str]]:
    """Return by fighter how many seconds their turns took, and how many they were."""
    seconds, turns = Counter[str](), Counter[str]()
    for turn in turn_times(played, {}, times):
        for who in turn.who.split(", "):
            seconds[who] += turn.seconds
            turns[who] += 1
    return seconds, turns


def fighters(roster: Roster) -> Iterator[Member]:
    """Yield those who can act by kind, in the order they joined; also those who left."""
    yield from (m for m in roster.members.values() if m.kind in ABLE_KINDS)


def players(entries: Sequence[SeenEntry], roster: Roster) -> Mapping[str, str]:
    """Return the person who plays each member; the referee plays those whom no player does."""
    seats = sit(Table(), [seen.entry for seen in entries]).seats.values()
    found = dict.fromkeys(roster.members, REFEREE)
    for seat in reversed([seat for seat in seats if seat.role == "player"]):
        found |= {who: seat.person for who in found if seat.viewer.speaks_for(who, roster)}
    return found


def pools_left(moment: Moment, rules: Ruleset) -> dict[str, tuple[PoolLeft, ...]]:
    """Return by fighter what is left of each pool, but for those that go without saying."""
    found: dict[str, tuple[PoolLeft, ...]] = {}
    for row in pools(moment, rules):
        if not getattr(rules.pool(row.pool), "routine", False):
            says = f"{row.says} ({row.key})" if row.key else row.says
            left = PoolLeft(f"{row.pool}/{row.key}".rstrip("/"), says, row.amount)
            found[row.who] = (*found.get(row.who, ()), left)
    return found


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


def _people(entries: Sequence[SeenEntry], facts: Facts) -> Iterator[PersonRecord]:
    """Yield what each did, by person."""
    undos = Counter(_undoers(entries))
    for person in sorted({*facts.people, *undos}):
        did = facts.people.get(person, Counter())
        overrides = did["override"] + did["against"]
        yield PersonRecord(person, did["steps"], undos[person], did["ruling"], overrides)


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
