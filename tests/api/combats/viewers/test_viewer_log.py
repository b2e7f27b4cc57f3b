"""A sight kept in step with its log shows what a projection rebuilt from the whole log shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from api.combats.viewers.sights import Sights
from api.combats.viewers.viewer_log import Sight, Unseen
from api.service.service import OPERATOR, Request, Service
from api.store.core.errors import Unavailable
from domain import commands as c
from domain.events.measures import written
from domain.legality.option import fill
from domain.log.codec import Entry
from domain.ruleset.ruleset import Blank, Refused
from domain.state.combat import state_hash
from domain.state.viewer import PUBLIC, Viewer
from projections.visibility.snapshot import Moment
from tests.support.clients.http_client import Table
from tests.support.logs.whole_logs import rebuild, seen_entries
from tests.support.playouts.some_of import some_of

ANA = Viewer("p1", "player", ("ana",))


def anything(blank: Blank, chance: Random) -> Any:
    """Something that fits a blank."""
    match blank.kind:
        case "one":
            return chance.choice(blank.values)
        case "some":
            return some_of(blank, chance, 0.5)
        case "ordered":
            return chance.sample(blank.values, len(blank.values))
        case "number":
            return written(chance.randint(blank.least, blank.most), blank.scale)
    return "so be it"


def play(service: Service, combat: str, chance: Random, steps: int) -> None:
    """Random legal play with secrets and moves of the head in between."""
    for _ in range(steps):
        dared: list[c.Command] = [
            c.Roll(who="referee", hidden=True),
            c.Rewind(how=chance.choice(["undo", "redo"])),
            c.Note(note="hm"),
        ]
        offered = service.may(service.combat(combat), OPERATOR)
        if offered and chance.random() < 0.6:
            raw = fill(chance.choice(offered), lambda blank: anything(blank, chance))
            dared = [c.COMMAND.validate_python(raw)]
        try:
            service.say(combat, Request(chance.choice(dared), OPERATOR))
        except Refused:
            continue


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("viewer", [OPERATOR, ANA, PUBLIC])
@pytest.mark.parametrize("seed", range(3))
def test_it_shows_what_is_rebuilt_from_everything(table: Table, seed: int, viewer: Viewer):
    service, chance, sights = table.service, Random(seed), Sights()
    for _ in range(6):
        play(service, table.combat, chance, 15)
        combat = service.combat(table.combat)
        sight, log = sights.of(combat, viewer), list(combat.entries(1, combat.line.entries))
        whole = seen_entries(log, viewer)
        assert sight.seen_entries(range(1, len(sight) + 1)) == whole
        assert sight.last == whole[-1].number
        same(sight.moment(sight.node), rebuild(log, viewer))
        public = [one.number for one in whole if "." not in one.number]
        for at in chance.sample(public, 3):
            node = sight.line.node_after(sight.place(at))
            same(sight.moment(node), rebuild(log, viewer, int(at)))


def same(one: Moment, other: Moment) -> None:
    assert one._replace(combat=other.combat) == other
    assert state_hash(one.combat) == state_hash(other.combat)


def test_moments_are_kept_and_may_be_forgotten(table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("api.combats.checkpoints.SPACING", 5)
    monkeypatch.setattr("api.combats.checkpoints.KEPT", 3)
    monkeypatch.setattr("api.combats.viewers.viewer_log.MOST_MOMENTS", 3)
    monkeypatch.setattr("api.combats.viewers.packed_entries.MOST_RECENT", 3)
    play(table.service, table.combat, Random(1), 60)
    combat = table.service.combat(table.combat)
    sight, fresh = Sight(combat, OPERATOR), Sight(combat, OPERATOR)
    nodes = [s for s in range(1, len(sight) + 1) if sight.line.is_play(sight.line.step_of(s))]
    for node in Random(2).sample(nodes, 20):
        same(sight.moment(node), Sight(combat, OPERATOR).moment(node))
    assert (
        len(sight.moments._spaced) <= 3
        and len(sight.moments._latest) <= 3
        and not fresh.moments._latest
    )


def test_numbers_that_nobody_gave_are_unseen(table: Table):
    sight = Sights().of(table.service.combat(table.combat), PUBLIC)
    for number in ("999", "3.1", "x", "-1", "", "1.", "٣", "1" * 12):
        with pytest.raises(Unseen):
            sight.place(number)
    assert sight.place("0") == 0 and sight.after("3.1") == 3


def test_whoever_sees_the_same_shares_a_sight(table: Table):
    sights, combat = Sights(), table.service.combat(table.combat)
    assert sights.of(combat, OPERATOR) is sights.of(combat, PUBLIC)
    table.operator.says("roll", who="referee", hidden=True)
    assert sights.of(combat, OPERATOR) is not sights.of(combat, PUBLIC)
    assert sights.of(combat, ANA) is sights.of(combat, PUBLIC)
    assert len(sights.of(combat, OPERATOR)) == len(sights.of(combat, ANA)) + 1


def test_a_step_that_was_read_only_half_is_not_seen_twice(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    """The database fails in the middle of a step that another host has made."""
    combat = table.service.combat(table.combat)
    sight = Sight(combat, OPERATOR)
    play(table.service, table.combat, Random(4), 30)
    entries = list(combat.entries(1, combat.line.entries))
    second = next(
        entry.seq
        for before, entry in pairwise(entries)
        if before.seq > len(sight) and before.step == entry.step
    )
    read = combat.entries

    def until_it_fails(first: int, last: int) -> Iterator[Entry]:
        for entry in read(first, last):
            if entry.seq == second:
                raise Unavailable("the database is away")
            yield entry

    monkeypatch.setattr(combat, "entries", until_it_fails)
    with pytest.raises(Unavailable):
        sight.catch_up(combat)
    monkeypatch.undo()
    sight.catch_up(combat)
    fresh = Sight(combat, OPERATOR)
    assert (len(sight), sight.line.steps) == (len(fresh), fresh.line.steps)
    same(sight.moment(sight.node), fresh.moment(fresh.node))
