"""What is sent of the log fits the schema of its type of entry: samples, playouts, any event."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator, ValidationError

from api.combats.viewers.viewer_log import Sight
from api.read.entries import entries_json
from domain import events as e
from domain.log.codec import NAMES, STORED, Entry, Meta
from domain.ruleset.ruleset import Ruleset
from domain.rulesets import ruleset
from domain.state.viewer import PUBLIC, TABLE, Viewer
from projections.wording.displayed_points import entry_in_points
from tests.support.clients.http_client import component, contract
from tests.support.fights.random_fights import TALES, Tale
from tests.support.fights.random_play import play
from tests.support.goldens.samples import FIGHTS, sample_in
from tests.support.logs.any_event import any_event
from tests.support.logs.whole_logs import seen_entries

HALVES = ruleset("age-of-magic")
STEPS = 120


@cache
def entry_schema() -> Draft202012Validator:
    return component("Entry")


def flaws(rows: Iterable[Any]) -> list[str]:
    """What is wrong with rows as they would come in, each told with its row."""
    found = []
    for row in rows:
        sent = json.loads(json.dumps(row))
        found += [f"{error.message}: {sent}" for error in errors(sent)]
    return found


def errors(sent: dict[str, Any]) -> Iterator[ValidationError]:
    return entry_schema().iter_errors(sent)


NAMED = {"names": {}, "by_name": ""}
"""What a service adds to an entry."""


def in_points(log: Iterable[Entry], viewer: Viewer, rules: Ruleset) -> list[Any]:
    return [entry_in_points(seen, rules) | NAMED for seen in seen_entries(log, viewer)]


@pytest.mark.sweep
@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.parent.name)
def test_every_entry_of_a_sample_fits_its_schema_for_every_kind_of_viewer(
    fight: Path, tmp_path: Path
):
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    viewers = [TABLE, PUBLIC, *(seat.viewer for seat in combat.table.seats.values())]
    for viewer in dict.fromkeys(viewers):
        sight = Sight(combat, viewer)
        assert flaws(entries_json(service, combat, sight, range(1, len(sight) + 1))) == []
    service.close()


@pytest.mark.sweep
@pytest.mark.parametrize("tale", TALES, ids=lambda t: f"{t.game}, {t.begins.__name__}")
def test_every_event_of_a_playout_fits_its_schema(tale: Tale):
    story = play(tale.begins(), 7, STEPS)
    assert (
        flaws(
            in_points(
                map(alone, (draft.event for step in story.steps for draft in step)),
                TABLE,
                story.rules,
            )
        )
        == []
    )


def alone(event: e.Event) -> Entry:
    """An entry of the line of play, with nothing before it."""
    return Entry(Meta(seq=1, step=1, number=1, parent=0, at=0), event)


@given(any_event(*(event for event in NAMES if event is not e.Rewound)), st.booleans())
def test_any_event_whatever_fits_its_schema(event: e.Event, is_referee: bool):
    viewer = TABLE if is_referee else PUBLIC
    assert flaws(in_points([alone(possible(event))], viewer, HALVES)) == []


def possible(event: e.Event) -> e.Event:
    """An event with remedies and entry numbers that there may be."""
    said: dict[str, Any] = {k: getattr(event, k) for k in type(event).model_fields}
    remedies = {k: {"remedy": "let-stand"} for k in ("claim", "remedy") if k in said}
    numbers = {k: abs(v) % 10**9 for k in NUMBERS if isinstance(v := said.get(k), int)}
    origin = {"origin": ORIGIN} if said.get("origin") else {}
    return event.model_copy(update=remedies | numbers | origin)


NUMBERS = ("entry", "upto", "dispute", "about", "was", "to")
ORIGIN = e.WhatIfOrigin(combat="c-1", entry=9, maker="p1", revision="1")


def test_a_pool_that_something_hidden_has_touched_fits_the_schema():
    paid = e.PoolChanged(subject="ana", pool="ap", delta=-1, balance=3, how="pay")
    secret = Entry(Meta(seq=1, step=1, number=0, parent=0, at=0, audience=("referee",)), paid)
    seen = Entry(Meta(seq=2, step=2, number=1, parent=1, at=0), paid)
    gone = Entry(
        Meta(seq=3, step=3, number=2, parent=2, at=0), e.PoolRemoved(subject="ana", pool="ap")
    )
    rows = in_points([secret, seen, gone], PUBLIC, HALVES)
    assert rows[0]["event"]["balance"] is None and rows[1]["event"]["left"] is None
    assert flaws(rows) == []


def test_every_type_of_event_has_its_own_schema():
    mapping = contract()["components"]["schemas"]["Entry"]["discriminator"]["mapping"]
    assert set(mapping) == set(STORED)
    schemas = contract()["components"]["schemas"]
    for name, ref in mapping.items():
        entry = schemas[ref.rpartition("/")[2]]
        event = schemas[entry["properties"]["event"]["$ref"].rpartition("/")[2]]
        assert entry["properties"]["type"]["const"] == name
        assert event["additionalProperties"] is False, "a member that nobody described"
        assert ref.endswith(f"/{STORED[name].event.__name__}Entry")


@pytest.mark.parametrize("member", ["subject", "balance", "delta"])
def test_an_entry_that_lacks_a_member_of_its_event_does_not_fit(member: str):
    event = e.PoolChanged(subject="ana", pool="ap", delta=-1, balance=3, how="pay")
    [row] = in_points([alone(event)], PUBLIC, HALVES)
    del row["event"][member]
    assert flaws([row])


def test_entry_numbers_are_words_in_every_event():
    events = (
        e.CombatOpened(ruleset="open", edition="1", origin=ORIGIN),
        e.Witnessed(who="ana", entry=9),
        e.Noted(about=9, text=e.TextRef(id="t", digest="d")),
        e.DisputeRuled(dispute=9, by="referee", remedy={"remedy": "go-back", "to": 9}),
        e.UndoRequested(asker="ana", until=1, how="undo", was=9, to=9),
    )
    for row in in_points(map(alone, events), TABLE, HALVES):
        said = json.dumps(row["event"])
        assert '"9"' in said and ": 9" not in said
