"""Samples: loaded once, taken up where a start was cut short, for everybody to read."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from api.server.app import create_app
from api.service.service import Service
from api.transfer.samples import FOLDER, load_sample, load_samples, name_of
from api.vault.key_files import Vault
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Caller

LINES: list[dict[str, Any]] = [
    {
        "type": "open",
        "ruleset": "toy",
        "title": "At the ford",
        "seats": [{"person": "Ann", "role": "player", "combatants": ["ana"]}],
    },
    {"type": "join", "subject": "ana", "side": "a"},
    {"type": "join", "subject": "bert", "side": "b"},
    {"type": "answer", "who": "referee", "about": "round", "choice": "begin"},
    {"as": "s1", "type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["bert"]}},
    {"type": "pass-all"},
    {"as": "s1", "type": "roll", "who": "ana", "sides": 20},
]
NAME = "sample-toy-ford"


def written(folder: Path, lines: list[dict[str, Any]], story: str = "ford") -> Path:
    """A sample in a folder of samples."""
    file = folder / "toy" / story / "fight.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def test_a_sample_is_loaded_once_and_read_by_everybody(service: Service, tmp_path: Path):
    file = written(tmp_path, LINES)
    assert load_samples(service, tmp_path) == (NAME,) == (name_of(file),)
    entries = service.log.last_seq(NAME)
    assert load_samples(service, tmp_path) == ()
    assert service.log.last_seq(NAME) == entries
    anyone = Caller(create_app(service).test_client(), None, f"/v1/combats/{NAME}")
    shown = anyone.read("")
    assert shown is not None and shown["sample"] and shown["title"] == "At the ford"
    assert "ana moves" in anyone.get("timeline as text/plain").text
    assert anyone.read("options")["options"] == []
    assert anyone.post("commands", {"type": "note", "note": "hm"}).status_code == 401
    by = [row["by"] for row in anyone.read("events")["items"]]
    assert by[0] == "p0" and by[-1] == "p1"
    reader = Reader(anyone.client.application)
    found = reader.get("/").text
    assert f"/combats/{NAME}/replay" in found and "At the ford" in found
    page = reader.reads(f"/combats/{NAME}")
    assert "ana moves" in page.words and page.forms == []


def test_a_load_that_was_cut_short_is_taken_up_again(service: Service, tmp_path: Path):
    file = written(tmp_path, LINES[:3])
    load_sample(service, file)
    cut = service.log.last_seq(NAME)
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    assert load_sample(service, file) == NAME
    assert service.log.last_seq(NAME) > cut
    assert service.combat(NAME).line.steps == len(LINES) + 1


def test_a_sample_that_cannot_be_played_stops_nothing_else(
    service: Service, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    written(tmp_path, [*LINES[:2], {"type": "act", "who": "ana", "manoeuvre": "fly"}], "bad")
    written(tmp_path, LINES)
    with caplog.at_level(logging.WARNING):
        assert load_samples(service, tmp_path) == (NAME,)
    assert "toy/bad/fight.jsonl cannot be played" in caplog.text


def test_the_dice_of_samples_are_the_same_everywhere(tmp_path: Path):
    one, two = Vault(tmp_path / "one"), Vault(tmp_path / "two")
    assert one.key(NAME, "open") == two.key(NAME, "open")
    assert one.key("c-1", "open") != two.key("c-1", "open")


def test_the_samples_that_are_there_can_be_played(service: Service):
    from domain.rulesets import all_rulesets

    service.rulesets = all_rulesets
    for file in sorted(FOLDER.glob("*/*/fight.jsonl")):
        assert load_sample(service, file) == name_of(file)
