"""The stored format is frozen: what release 1.0 wrote is read to the same meaning, for ever."""

from __future__ import annotations

import copy
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from api.evidence.archive_checks import check_archive
from api.transfer.import_combat import take_in
from domain.log.codec import KEPT, STORED, UPCASTS, body_bytes, kept_bytes, parse_body, parse_kept
from domain.rulesets import all_rulesets
from domain.state.combat import FOLD_VERSION
from tests.support.combats.carried import elsewhere, lines_of
from tests.support.combats.javascript_checker import in_javascript
from tests.support.goldens import stored_1_0 as frozen
from tests.support.goldens.kept_shapes import breaks
from tests.support.goldens.stored import kept_lines, name_of, stored_of

SUMS = json.loads((frozen.FOLDER / frozen.SUMS).read_text())
SHAPES = json.loads(frozen.packed("shapes.json.xz"))
MEANING = json.loads(frozen.packed("meaning.json.xz"))
FROZEN = "release 1.0 wrote it: it is never changed or removed"

Json = dict[str, Any]


# --- the files themselves ----------------------------------------------------------------------


def test_no_frozen_file_was_changed_or_removed():
    found = {file.name: sha256(file.read_bytes()).hexdigest() for file in frozen.frozen_files()}
    assert {name: found.get(name) for name in SUMS["files"]} == SUMS["files"], FROZEN


@pytest.mark.parametrize("file", SUMS["lines"])
def test_lines_are_only_added_to_the_examples_of_every_type(file: str):
    count, total = SUMS["lines"][file]
    assert frozen.opening_lines(file, count) == (count, total), FROZEN


def test_every_game_has_an_export_that_says_which_it_is():
    opened = [json.loads(lines_in(story)[0])["ruleset"] for story in frozen.EXPORTED]
    assert set(opened) == set(all_rulesets())


# --- names and shapes --------------------------------------------------------------------------


def test_every_name_of_release_1_0_is_known_and_every_name_has_an_example():
    known = {*STORED, *UPCASTS, *KEPT}
    assert set(SHAPES) - {"envelope", "context"} <= known, FROZEN
    lines = kept_lines("events.jsonl") + kept_lines("commands.jsonl")
    assert {*STORED, *KEPT} <= {name_of(line) for line in lines}


def test_a_stored_shape_has_gained_nothing_but_optional_fields():
    today = frozen.shapes()
    kept = {name: today[name] for name in SHAPES if name not in UPCASTS}
    assert {name: breaks(SHAPES[name], shape) for name, shape in kept.items()} == {
        name: [] for name in kept
    }, FROZEN


def _changed(change: str) -> Json:
    schema: Json = copy.deepcopy(SHAPES["combat.dice-rolled/1"])
    fields, required = schema["properties"], schema["required"]
    match change:
        case "optional":
            fields["spell"] = {"type": "string", "default": ""}
        case "required":
            fields["spell"] = {"type": "string"}
            required.append("spell")
        case "removed":
            del fields["lost"]
        case "default":
            fields["lost"]["default"] = True
        case "type":
            fields["total"] = {"type": "string"}
        case "of a part":
            del schema["$defs"]["DieLabel"]["properties"]["fresh"]
        case "word":
            fields["provenance"]["enum"].remove("typed")
    return schema


@pytest.mark.parametrize(
    "change", ["required", "removed", "default", "type", "of a part", "word", "optional"]
)
def test_what_may_change_is_told_from_what_may_not(change: str):
    found = breaks(SHAPES["combat.dice-rolled/1"], _changed(change))
    assert (found == []) == (change == "optional")


# --- entries -----------------------------------------------------------------------------------


def test_an_entry_of_any_game_is_read_and_written_again_to_the_byte():
    lines = frozen.entries()
    assert {line: _written_again(line) for line in lines} == {x: stored_of(x) for x in lines}


def _written_again(line: str) -> bytes:
    """What a line is stored as today; that of a name which is carried over now is only read."""
    stored, name = stored_of(line), name_of(line)
    if name in KEPT:
        return kept_bytes(parse_kept(stored))
    read = parse_body(stored)
    return body_bytes(*read) if name in STORED else stored


# --- exports and archives ----------------------------------------------------------------------


def lines_in(story: str) -> list[bytes]:
    return frozen.packed(f"{story}.ndjson.xz").splitlines(keepends=True)


def _settled(meaning: Json) -> Json:
    """Leave out the hash of the state where the fold is another than that of 1.0."""
    head = dict(meaning["head"])
    if MEANING[f"sample-{frozen.ARCHIVED}"]["head"]["fold"] != FOLD_VERSION:
        del head["fold"], head["state"]
    return {**meaning, "head": head}


@pytest.mark.parametrize("story", frozen.EXPORTED)
def test_an_export_is_imported_with_the_same_states_and_gives_the_same_bytes(
    story: str, tmp_path: Path
):
    with elsewhere(tmp_path) as there:
        there.rulesets = all_rulesets
        taken = take_in(there, lines_in(story))
        assert (taken.outcome, taken.keyed) == ("imported", True)
        assert lines_of(there, taken.combat, keyed=True) == lines_in(story)
        assert _settled(frozen.meaning(there, taken.combat)) == _settled(MEANING[taken.combat])


@pytest.mark.parametrize("called", frozen.EYES)
def test_an_archive_is_verified_by_both_checkers(called: str, tmp_path: Path):
    data = frozen.packed(f"{called}.zip.xz")
    report = check_archive(data)
    assert (report.flaws, report.head["entries"]) == ([], 117) and report.signer
    assert in_javascript(tmp_path, data).startswith("HOLDS ")
