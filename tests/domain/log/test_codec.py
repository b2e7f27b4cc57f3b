"""What is stored stays readable: golden bytes of every name, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import given
from pydantic import ValidationError

from domain import commands as c
from domain import events as e
from domain.events import Event
from domain.log.codec import (
    KEPT,
    NAMES,
    STORED,
    Book,
    Entry,
    Meta,
    body_bytes,
    kept_bytes,
    parse_body,
    parse_event,
    parse_kept,
)
from tests.support.goldens import stored as goldens_stored
from tests.support.logs.any_event import any_event, any_meta

FILES = {"events.jsonl": set(STORED), "commands.jsonl": set(KEPT)}
ADD = "add an example, then run: python -m tests.support.goldens.stored"
LEFT = b'combat.left/1\n{"seq":1,"step":1,"number":1,"at":0}\n{"subject":"ana"}'
END = (
    b'command.end/1\n{"engine":"1","revision":"1","mode":"enforce","role":"player"}\n'
    b'{"note":null,"type":"end"}'
)


def golden(file: str, examples: Any) -> list[Any]:
    """Every golden line of a file as stored bytes, each with the example it was made from."""
    lines: dict[str, list[str]] = {}
    for line in goldens_stored.kept_lines(file):
        lines.setdefault(goldens_stored.name_of(line), []).append(line)
    return [
        pytest.param(goldens_stored.stored_of(lines[name].pop(0)), example, id=f"{name}-{nth}")
        for nth, ((name, _), example) in enumerate(
            zip(goldens_stored.encoded()[file], examples, strict=True)
        )
        if lines.get(name)
    ]


GOLDEN_EVENTS = golden("events.jsonl", goldens_stored.ENTRIES)
GOLDEN_COMMANDS = golden("commands.jsonl", goldens_stored.KEPT)
LATEST_COMMANDS = {type(kept.command): kept for kept in goldens_stored.KEPT}


def event_classes(of: type[Event] = Event) -> Iterator[type[Event]]:
    """The kernel's events that nothing else is made from."""
    made = [each for each in of.__subclasses__() if each.__module__.startswith("domain.events.")]
    for each in made:
        yield from event_classes(each)
    if not made:
        yield of


# --- golden bytes --------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
def test_every_stored_name_has_a_golden_line(file):
    assert {goldens_stored.name_of(line) for line in goldens_stored.kept_lines(file)} == FILES[
        file
    ], ADD


@pytest.mark.parametrize("file", FILES)
def test_every_example_has_its_golden_line_and_every_line_its_example(file):
    assert not goldens_stored.missing(file), ADD
    assert len(goldens_stored.kept_lines(file)) == len(goldens_stored.encoded()[file])


@pytest.mark.parametrize(("stored", "example"), GOLDEN_EVENTS)
def test_an_entry_is_stored_in_the_bytes_that_it_always_was(stored, example):
    assert body_bytes(*example) == stored, "a stored shape changed; give it a new name instead"


@pytest.mark.parametrize(("stored", "example"), GOLDEN_EVENTS)
def test_an_entry_that_was_ever_stored_still_reads(stored, example):
    assert repr(parse_body(stored)) == repr(example)


@pytest.mark.parametrize(("stored", "example"), GOLDEN_COMMANDS)
def test_a_command_that_was_ever_kept_still_reads(stored, example):
    assert repr(parse_kept(stored)) == repr(example)


@pytest.mark.parametrize(("stored", "example"), GOLDEN_COMMANDS)
def test_a_command_is_kept_whole_in_the_bytes_of_its_newest_example(stored, example):
    newest = LATEST_COMMANDS[type(example.command)]
    assert kept_bytes(example) == stored or example != newest, ADD


@pytest.mark.parametrize("row", STORED.values(), ids=STORED)
def test_the_golden_lines_of_an_event_set_every_field(row):
    lines = [json.loads(goldens_stored.line_of(p.values[0])) for p in GOLDEN_EVENTS]
    said = {field for name, _, event in lines if name == NAMES[row.event] for field in event}
    assert said == set(row.event.model_fields), ADD


def test_the_golden_lines_set_every_field_of_the_envelope():
    lines = [json.loads(goldens_stored.line_of(p.values[0])) for p in GOLDEN_EVENTS]
    assert {field for _, meta, _ in lines for field in meta} == set(Meta.model_fields), ADD


def test_adding_golden_lines_changes_none_that_stands(tmp_path, monkeypatch):
    before = {file: goldens_stored.kept_lines(file) for file in FILES}
    monkeypatch.setattr(goldens_stored, "FOLDER", tmp_path)
    (tmp_path / "events.jsonl").write_text("".join(f"{x}\n" for x in before["events.jsonl"][2:]))
    (tmp_path / "commands.jsonl").write_text("".join(f"{x}\n" for x in before["commands.jsonl"]))
    goldens_stored.append_missing()
    assert goldens_stored.kept_lines("commands.jsonl") == before["commands.jsonl"]
    assert goldens_stored.kept_lines("events.jsonl") == (
        before["events.jsonl"][2:] + before["events.jsonl"][:2]
    )
    goldens_stored.append_missing()
    assert len(goldens_stored.kept_lines("events.jsonl")) == len(before["events.jsonl"])


# --- the closed tables ---------------------------------------------------------------------------


def test_every_event_is_in_the_table_exactly_once():
    listed = sorted(row.event.__name__ for row in STORED.values())
    assert listed == sorted(each.__name__ for each in event_classes())


def test_every_event_is_play_or_table():
    assert {row.book for row in STORED.values()} == set(get_args(Book))


def test_every_command_is_kept_under_its_own_name():
    assert sorted(KEPT) == sorted(
        f"command.{x.model_fields['type'].default}/1" for x in (*c.PLAY, *c.TABLE)
    )
    assert sorted(x.__name__ for x in KEPT.values()) == sorted(
        x.__name__ for x in (*c.PLAY, *c.TABLE)
    )
    assert set(get_args(get_args(c.AnyPlay)[0])) == {*c.PLAY}


@pytest.mark.parametrize("name", [*STORED, *KEPT])
def test_a_stored_name_is_versioned_and_leads_to_no_module(name):
    assert re.fullmatch(r"(combat|command)\.[a-z]+(-[a-z]+)*/[1-9][0-9]*", name)
    assert not {"domain", "events", "commands", "projections", "api"} & set(re.split(r"\W", name))


# --- bytes in and out ----------------------------------------------------------------------------


@given(any_meta(), any_event())
def test_any_entry_reads_back_as_it_was_written(meta, event):
    assert repr(parse_body(body_bytes(meta, event))) == repr((meta, event))


@given(any_meta(), any_event())
def test_reading_and_writing_again_gives_the_same_bytes(meta, event):
    body = body_bytes(meta, event)
    assert body_bytes(*parse_body(body)) == body


@given(any_meta(), any_event(), any_meta(), any_event())
def test_two_bodies_are_alike_only_where_name_envelope_and_event_are(meta, event, other, another):
    same = repr((meta, event)) == repr((other, another))
    assert (body_bytes(meta, event) == body_bytes(other, another)) is same


def test_a_body_covers_name_envelope_and_event():
    event, said = e.Left(subject="ana"), {"frame": "ana"}
    bodies = {
        body_bytes(goldens_stored.TALKED, event),
        body_bytes(goldens_stored.PLAYED, event),
        body_bytes(goldens_stored.TALKED, e.Left(subject="bert")),
        body_bytes(goldens_stored.TALKED, e.RoundBegan(n=1)),
        body_bytes(goldens_stored.TALKED, e.RoundEnded(n=1)),
        body_bytes(goldens_stored.TALKED, e.Closed(**said)),
    }
    assert len(bodies) == 6


def test_what_has_its_default_is_not_stored_with_an_event_but_is_with_a_command():
    assert body_bytes(Meta(seq=1, step=1, number=1, at=0), e.Left(subject="ana")) == LEFT
    kept = parse_kept(END)
    assert kept is not None and kept_bytes(kept) == END


def test_the_root_of_the_tree_is_not_taken_for_no_place_in_it():
    meta = Meta(seq=1, step=1, number=1, at=0, parent=0)
    assert parse_body(body_bytes(meta, e.CombatEnded()))[0].parent == 0


def test_an_entry_stands_in_its_step_on_the_tree_or_beside_it():
    played, talked = (
        Entry(meta, e.Left(subject="ana"))
        for meta in (goldens_stored.PLAYED, goldens_stored.TALKED)
    )
    assert (played.seq, played.step, played.is_play) == (41, 12, True)
    assert (talked.seq, talked.step, talked.is_play) == (7, 3, False)


def test_where_no_command_was_kept_nothing_is_stored():
    assert kept_bytes(None) == b""
    assert parse_kept(b"") is None


def test_an_event_from_before_a_field_was_added_still_reads():
    event = parse_event("combat.left/1", b'{"subject":"ana"}')
    assert event == e.Left(subject="ana", why="")
    started = parse_event("combat.opened/1", b'{"ruleset":"toy","edition":"2"}')
    assert started == e.CombatOpened(ruleset="toy", edition="2")


def test_a_command_from_before_a_field_was_added_still_reads():
    kept = parse_kept(END.replace(b'"note":null,', b""))
    assert kept is not None and kept.command == c.End()


@pytest.mark.parametrize(
    "sort", ["order", "attempt", "effect", "resist", "react", "upkeep", "loose"]
)
def test_dice_of_every_sort_read_back(sort):
    rolled = e.DiceRolled(
        who="ana",
        purpose="any",
        sort=sort,
        sides=6,
        faces=(3,),
        kept=(3,),
        total=3,
        provenance="service",
        label=e.DieLabel(round=1, roller=1, sort=sort, r=0),
    )
    _, event = parse_body(body_bytes(goldens_stored.PLAYED, rolled))
    assert event == rolled


# --- events themselves ---------------------------------------------------------------------------


@pytest.mark.parametrize("row", STORED.values(), ids=STORED)
def test_an_event_is_frozen_and_refuses_strangers(row):
    event = next(example for _, example in goldens_stored.ENTRIES if type(example) is row.event)
    field = next(iter(row.event.model_fields))
    with pytest.raises(ValidationError, match="frozen"):
        setattr(event, field, getattr(event, field))
    with pytest.raises(ValidationError, match="Extra inputs"):
        row.event.model_validate({**event.model_dump(), "stranger": 1})
