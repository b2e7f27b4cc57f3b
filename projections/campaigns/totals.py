"""Totals of a campaign: the records of its fights added up, people and fighters by their names.

Damage is added exactly. Luck is held against the exact distribution of all dice of all fights, not
against an average of averages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from projections.audit.luck import Fell, Luck, luck
from projections.campaigns.fight_record import (
    THE_REFEREE,
    FighterRecord,
    FightRecord,
    PersonRecord,
    PoolLeft,
)
from projections.story.damage import shown_points

FORGOTTEN: Final = "somebody who was forgotten"
"""What people are called whose names were deleted."""

_BY: Final = {"person": "person", "roller": "fighter"}
_PERSON: Final = re.compile(r"p[0-9]+")


class NamedRecord(NamedTuple):
    """A fight of a campaign: its record, and the names of its people by their ids."""

    combat: str
    record: FightRecord
    names: Mapping[str, str]

    def name(self, person: str) -> str:
        """Return what a person of this fight is called."""
        return self.names.get(person, FORGOTTEN) if _PERSON.fullmatch(person) else person


class PersonTotal(NamedTuple):
    """What a person did over all fights; damage and time are those of the fighters they play.

    A turn that several of their fighters share counts once, and that of a side for its players.
    `undos` are those that were carried out, `rulings` those that the person gave, `overrides` what
    was changed by hand or kept against the rules.
    """

    name: str
    fights: int
    fighters: tuple[str, ...]
    done: str
    taken: str
    seconds: int
    turns: int
    steps: int
    undos: int
    rulings: int
    overrides: int


class FighterTotal(NamedTuple):
    """A fighter over all fights, and how they left the last of them, the `combat`.

    `fell` is in how many fights they fell and did not rise again.
    """

    name: str
    person: str
    fights: int
    fell: int
    done: str
    taken: str
    seconds: int
    turns: int
    combat: str
    pools: tuple[PoolLeft, ...]
    conditions: tuple[str, ...]


class CampaignTotals(NamedTuple):
    """What the fights of a campaign come to. `unit` is what damage is counted in.

    `luck` is by person and by fighter, those with the most dice first.
    """

    rounds: int
    seconds: int
    unit: str
    people: tuple[PersonTotal, ...]
    fighters: tuple[FighterTotal, ...]
    luck: tuple[Luck, ...]


class CampaignFight(NamedTuple):
    """A fight of a campaign; `is_counted` is false while its last entries are not yet counted."""

    combat: str
    title: str
    ruleset: str
    status: str
    opened_at: int
    rounds: int
    seconds: int
    is_counted: bool


class Campaign(NamedTuple):
    """A campaign: its fights from the first to the last, and what they come to."""

    name: str
    fights: tuple[CampaignFight, ...]
    totals: CampaignTotals


Part = tuple[NamedRecord, FighterRecord]


def campaign_totals(fights: Sequence[NamedRecord]) -> CampaignTotals:
    """Return what fights come to, from the first to the last."""
    units = {fight.record.unit for fight in fights if any(map(_is_hurt, fight.record.fighters))}
    return CampaignTotals(
        sum(fight.record.rounds for fight in fights),
        sum(fight.record.seconds for fight in fights),
        units.pop() if len(units) == 1 else "points",
        tuple(sorted(_people(fights), key=lambda one: (-one.steps, -one.turns, one.name))),
        tuple(_fighters(fights)),
        _luck(fights),
    )


def _is_hurt(fighter: FighterRecord) -> bool:
    return fighter.taken != "0"


def _people(fights: Sequence[NamedRecord]) -> Iterator[PersonTotal]:
    did, played = defaultdict[str, list[PersonRecord]](list), defaultdict[str, list[Part]](list)
    took_part = defaultdict[str, set[str]](set)
    for fight in fights:
        for person in fight.record.people:
            did[fight.name(person.person)].append(person)
            took_part[fight.name(person.person)].add(fight.combat)
        for one in fight.record.fighters:
            played[fight.name(one.person)].append((fight, one))
            took_part[fight.name(one.person)].add(fight.combat)
    for name, combats in took_part.items():
        yield _person(name, len(combats), did[name], played[name])


def _person(
    name: str, fights: int, did: Sequence[PersonRecord], played: Sequence[Part]
) -> PersonTotal:
    mine = [fighter for _, fighter in played]
    return PersonTotal(
        name,
        fights,
        tuple(dict.fromkeys(one.name for one in mine)),
        *_damage(mine),
        sum(one.seconds for one in did),
        sum(one.turns for one in did),
        sum(one.steps for one in did),
        sum(one.undos for one in did),
        sum(one.rulings for one in did),
        sum(one.overrides for one in did),
    )


def _fighters(fights: Iterable[NamedRecord]) -> Iterator[FighterTotal]:
    """Yield those whom players play first, then in the order in which they first came in."""
    parts = defaultdict[str, list[Part]](list)
    for fight in fights:
        for one in fight.record.fighters:
            parts[one.name].append((fight, one))
    found = [_fighter(name, those) for name, those in parts.items()]
    yield from sorted(found, key=lambda one: one.person == THE_REFEREE)


def _fighter(name: str, parts: Sequence[Part]) -> FighterTotal:
    last, left = parts[-1]
    mine = [fighter for _, fighter in parts]
    return FighterTotal(
        name,
        last.name(left.person),
        len({fight.combat for fight, _ in parts}),
        len({fight.combat for fight, one in parts if one.fell}),
        *_damage(mine),
        sum(one.seconds for one in mine),
        sum(one.turns for one in mine),
        last.combat,
        left.pools,
        left.conditions,
    )


def _damage(fighters: Iterable[FighterRecord]) -> tuple[str, str]:
    """Return the damage that fighters did and suffered, as displayed."""
    fighters = list(fighters)
    done = sum((Fraction(one.done) for one in fighters), Fraction())
    taken = sum((Fraction(one.taken) for one in fighters), Fraction())
    return shown_points(done), shown_points(taken)


def _luck(fights: Iterable[NamedRecord]) -> tuple[Luck, ...]:
    """Return the luck of each person and fighter, of all their dice of one size together."""
    fell = (
        Fell(fight.name(dice.person), dice.who, "", "", dice.sides, _faces(dice.times))
        for fight in fights
        for dice in fight.record.dice
    )
    return tuple(row._replace(by=_BY[row.by]) for row in luck(fell) if row.by in _BY)


def _faces(times: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(face for face, many in times for _ in range(many))
