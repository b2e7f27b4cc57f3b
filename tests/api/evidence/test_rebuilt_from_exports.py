"""Any round is rebuilt from the export alone, on an empty machine; old exports for ever."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from api.evidence.archive_checks import check_archive
from api.evidence.bundle import Eyes, bundle
from api.service.service import Service
from api.transfer.import_combat import take_in
from api.transfer.read_export import read
from api.transfer.write_export import export
from domain.events import RoundBegan, RoundEnded
from domain.rulesets import all_rulesets
from domain.state.combat import Combat, state_hash
from tests.support.clients.cli_runner import typed_in
from tests.support.combats.bundled import flaws
from tests.support.combats.carried import elsewhere, fought, lines_of
from tests.support.combats.javascript_checker import in_javascript
from tests.support.combats.proven import EYES, log_of
from tests.support.goldens.samples import FIGHTS, sample_in

HERE = Path(__file__).parents[1]
EXPORTS = sorted((HERE / "exports").glob("*.ndjson"))
ARCHIVES = sorted((HERE / "archives").glob("*.zip"))
ROUNDS = HERE / "exports" / "rounds.json"


def rounds(service: Service, name: str) -> dict[int, Combat]:
    """The state at the beginning and the end of every round, on whatever line, and at the head."""
    moments = service.combat(name).moments
    found = [x.seq for x in log_of(service, name) if isinstance(x.event, RoundBegan | RoundEnded)]
    steps = [service.combat(name).line.step_of(seq) for seq in found]
    ends = [service.combat(name).line.last(step) for step in steps]
    return {seq: moments.at(seq) for seq in [*found, *ends, service.combat(name).node]}


@pytest.mark.sweep
@pytest.mark.parametrize("fight", FIGHTS, ids=lambda path: path.parent.name)
def test_every_round_of_a_sample_is_rebuilt_from_its_export_alone(fight: Path, tmp_path: Path):
    (tmp_path / "here").mkdir()
    service, name = sample_in(tmp_path / "here", fight)
    expected, lines = rounds(service, name), list(export(service, name))
    service.close()
    shutil.rmtree(tmp_path / "here")
    assert len(expected) > 3
    folded = read(lines).log.states
    assert {seq: folded[seq] for seq in expected} == expected
    with elsewhere(tmp_path, "empty") as there:
        there.rulesets = all_rulesets
        _take_in(there, lines)
        rebuilt = rounds(there, name)
        assert {seq: state_hash(c) for seq, c in rebuilt.items()} == {
            seq: state_hash(c) for seq, c in expected.items()
        }
        assert rebuilt == expected


def _take_in(service: Service, lines: Iterable[bytes]) -> str:
    return take_in(service, lines).combat


def test_on_the_command_line_from_the_file_alone(tmp_path: Path, monkeypatch: Any):
    with typed_in(tmp_path, monkeypatch) as typed:
        typed.says("play fight.jsonl")
        typed.says("transfer export last -o fight.ndjson")
        number = next(
            row["number"] for row in map(json.loads, _events(typed)) if "round-began" in row["type"]
        )
        before = [typed.json(f"show state last --at {at}") for at in (number, "latest")]
        shutil.rmtree(tmp_path / ".combatlog")
        typed.says("transfer import fight.ndjson")
        assert [typed.json(f"show state last --at {at}") for at in (number, "latest")] == before


def _events(typed: Any) -> list[str]:
    lines = (typed.folder / "fight.ndjson").read_text().splitlines()
    entries = [json.loads(line) for line in lines if '"line":"entry"' in line]
    rows = [entry["body"].split("\n") for entry in entries]
    return [json.dumps({"type": r[0], "number": str(json.loads(r[1])["number"])}) for r in rows]


# --- old files, for ever -------------------------------------------------------------------


def told(combat: Combat) -> dict[str, Any]:
    """What is true of a state whatever shape it has in memory: pools, facts, places, rounds."""
    return {
        "round": combat.clock.rounds,
        "pools": combat.pools.of,
        "facts": combat.facts.of,
        "places": combat.places.at,
        "members": list(combat.roster.members),
    }


@pytest.mark.parametrize("file", EXPORTS, ids=lambda file: file.stem)
def test_every_round_of_an_old_export_is_what_it_was(file: Path, tmp_path: Path):
    expected = json.loads(ROUNDS.read_text())[file.name]
    with elsewhere(tmp_path) as there:
        name = _take_in(there, file.read_bytes().splitlines(keepends=True))
        found = {str(seq): told(state) for seq, state in rounds(there, name).items()}
    assert json.loads(json.dumps(found)) == expected and len(expected) > 1


@pytest.mark.parametrize("file", ARCHIVES, ids=lambda file: file.stem)
def test_an_old_archive_verifies(file: Path, tmp_path: Path):
    data = file.read_bytes()
    assert flaws(data) == [] and check_archive(data).signer
    assert in_javascript(tmp_path, data).startswith("HOLDS ")


def test_every_format_of_archives_has_its_old_files():
    assert {file.name for file in ARCHIVES} >= {"v1-full.zip", "v1-redacted.zip"}


def test_every_old_export_has_its_rounds():
    assert json.loads(ROUNDS.read_text()).keys() == {file.name for file in EXPORTS}


def keep(folder: Path) -> None:
    """Add what a new format needs: the rounds of new exports. What is there is never changed."""
    known = json.loads(ROUNDS.read_text()) if ROUNDS.exists() else {}
    for file in EXPORTS:
        if file.name not in known:
            with elsewhere(folder, file.stem) as there:
                name = _take_in(there, file.read_bytes().splitlines(keepends=True))
                states = rounds(there, name).items()
                known[file.name] = {str(seq): told(state) for seq, state in states}
    ROUNDS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


def freeze(folder: Path) -> None:
    """Write the exports and archives of a format, once.

    Of the archives, `full` is the referee's and `redacted` everybody's.
    """
    (HERE / "archives").mkdir(exist_ok=True)
    with elsewhere(folder, "exported") as service:
        for file, keyed in (("v1-keyed.ndjson", True), ("v1-read-only.ndjson", False)):
            lines = lines_of(service, fought(service), keyed=keyed)
            if not (HERE / "exports" / file).exists():
                (HERE / "exports" / file).write_bytes(b"".join(lines))
    with elsewhere(folder) as service:
        name = fought(service)
        for file, eyes in (("v1-full.zip", Eyes()), ("v1-redacted.zip", EYES["public"])):
            if not (HERE / "archives" / file).exists():
                (HERE / "archives" / file).write_bytes(bundle(service, name, eyes))
