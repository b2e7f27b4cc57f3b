"""Every help text shows examples, and every example is a command line that works."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import click
import pytest

from api.presets.shipped import shipped
from api.server.address_file import running_at
from tests.support.architecture import ROOT
from tests.support.clients.cli_runner import PLAIN, Typed, commands, examples, served_in, typed_in
from tests.support.clients.real_server import MAIN, left_behind

COMMANDS = commands()
PARTS = 5
"""Into how many parts the commands are shared out that are tried on a server."""
ALONE = {"serve", "admin migrate", "admin restore", "admin accept-keys"}
"""Commands that are about a folder of their own, whether a server runs or not."""


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_help_shows_examples_and_every_command_prints_json(name: str, tmp_path: Path):
    said = Typed(tmp_path).says(f"{name} --help")
    assert "\n Examples:" in said
    shown = examples(COMMANDS[name]) if name else [""]
    assert shown and all(line.startswith(f"combatlog {name}".rstrip()) for line in shown if line)
    if name and not isinstance(COMMANDS[name], click.Group):
        assert "--json" in said and any("--json" in line for line in shown)


FILES = ("evidence ", "transfer ", "admin ")
"""How the commands begin whose examples are about the files of a fight."""


def fought(typed: Typed) -> None:
    """A fight after an undone step."""
    typed.says("play fight.jsonl")
    typed.says("play more.jsonl --into last")
    typed.says('campaign add last "The Iron Crown"')


def prepared(typed: Typed) -> None:
    """A fight after an undone step, with all the files that the examples name."""
    fought(typed)
    typed.says("transfer export last --keys -o fight.ndjson")
    typed.says("evidence bundle last -o fight.zip")
    typed.says("evidence bundle last --for public -o public.zip")
    (typed.folder / "heads.ndjson").unlink(missing_ok=True)
    typed.says("evidence heads last -o heads.ndjson")
    for name in ("evening.tar", "morning.tar"):
        (typed.folder / name).unlink(missing_ok=True)
        typed.says(f"admin backup {name}")


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which all is prepared, to be copied."""
    folder = tmp_path_factory.mktemp("laid-out")
    with pytest.MonkeyPatch.context() as patched, typed_in(folder, patched) as typed:
        prepared(typed)
    return folder


@pytest.mark.sweep(share=8)
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "serve"])
def test_the_examples_work_on_the_files(
    name: str, laid_out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shutil.copytree(laid_out, tmp_path, dirs_exist_ok=True)
    with typed_in(tmp_path, monkeypatch) as typed:
        for line in examples(COMMANDS[name]):
            _runs(typed, name, line)


@pytest.mark.sweep(share=PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_examples_work_on_a_running_server(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with typed_in(tmp_path, monkeypatch) as typed, served_in(tmp_path):
        prepared(typed)
        stood = as_it_stands(typed)
        for name in sorted(COMMANDS.keys() - ALONE)[part::PARTS]:
            if as_it_stands(typed) != stood:
                (prepared if name.startswith(FILES) else fought)(typed)
                stood = as_it_stands(typed)
            for line in examples(COMMANDS[name]):
                if line == "combatlog admin rebuild":
                    assert "is writing" in typed.fails(line)["detail"]
                else:
                    _runs(typed, name, line)


def as_it_stands(typed: Typed) -> tuple[str, str, list[str]]:
    """What commands may have changed: the combats, the last one's log, and the files."""
    files = sorted(str(path) for path in typed.folder.glob("*.*"))
    return typed.says("show combats --json"), typed.run("evidence heads last --json").stdout, files


def begun_elsewhere(typed: Typed) -> None:
    """A fight that was begun in another folder, and taken in here."""
    typed.says("play fight.jsonl --data other")
    typed.says("transfer export last --data other -o other.ndjson")
    typed.says("transfer import other.ndjson")


def contested(typed: Typed, line: str) -> None:
    """A fight of its own, contested as the examples have it."""
    fought(typed)
    if "contest " not in line:
        typed.says("dispute contest last 19 --note why")


def salted(typed: Typed, name: str, line: str) -> None:
    """A fight of its own, with what the examples open, and with dice that are asked for afresh."""
    fought(typed)
    if name == "dice reveal":
        typed.says('dice commit last --value "an owl at noon, 1187"')
    if name == "dice reveal-keys":
        (typed.folder / "end.jsonl").write_text('{"type": "end"}\n')
        typed.says("play end.jsonl --into last")
    if name == "dice witness":
        roll = '{"type": "roll", "who": "bert", "faces": {"loose": [3]}}\n'
        (typed.folder / "typed.jsonl").write_text(roll)
        typed.says("play typed.jsonl --into last")
    if name in ("dice reroll", "dice answer"):
        typed.says("undo step last --yes")
    if name == "dice answer":
        typed.says("dice reroll last 22")


def of_any_game(typed: Typed) -> None:
    """A fight of any game with nobody in it, and a text that says who comes in."""
    (typed.folder / "bridge.jsonl").write_text('{"type": "open", "ruleset": "open"}\n')
    (typed.folder / "party.txt").write_text("Kara 24/24 AC 16\nDragon HP lots AC 19\n")
    typed.says("play bridge.jsonl")


def with_a_table(typed: Typed) -> None:
    """A fight of any game with nobody in it, and a table of who comes in."""
    of_any_game(typed)
    (typed.folder / "party.csv").write_text("name;hp\nKara;24\n")


def hunted(typed: Typed) -> None:
    """A fight of any game in which Kim and Ole hunt a whale from a deck."""
    hp = {"traits": {"hp": 20}}
    lines: list[dict[str, object]] = [{"type": "open", "ruleset": "open"}]
    lines += [{"type": "join", "subject": who, **hp} for who in ("kim", "ole", "whale")]
    lines.append({"type": "join", "subject": "deck", "kind": "field"})
    (typed.folder / "hunt.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    typed.says("play hunt.jsonl")


def with_fighters(typed: Typed) -> None:
    """A fight of any game with Kara in it."""
    of_any_game(typed)
    typed.says("roster last party.txt --yes")


def mistyped(typed: Typed) -> None:
    """A fight whose last entry has a face that was typed in."""
    (typed.folder / "typed.jsonl").write_text(
        '{"type": "roll", "who": "bert", "faces": {"loose": [3]}}\n'
    )
    fought(typed)
    typed.says("play typed.jsonl --into last")


def _set_up(typed: Typed, name: str, line: str) -> None:
    """Bring about the state that an example is about."""
    if name == "act":
        hunted(typed)
    if name == "roster":
        of_any_game(typed)
    if name == "edit":
        with_fighters(typed)
    if name in ("open", "preset check"):
        (typed.folder / "mygame.json").write_text(shipped()["hit-points"])
    if name == "import":
        with_a_table(typed)
    if name == "correct number":
        mistyped(typed)
    if name == "undo redo":
        typed.says("undo step last --yes")
    if name == "undo jump":
        typed.run("undo redo last --yes")
    if name.startswith("dice ") and name != "dice show":
        salted(typed, name, line)
    if name == "transfer go-on":
        begun_elsewhere(typed)
    if name == "undo answer":
        typed.run("undo policy last consent")
        typed.run("undo step last --ask --yes")
    if name.startswith("dispute"):
        contested(typed, line)
    if "admin backup" in line:
        for file in typed.folder.glob("*.tar"):
            file.unlink()


def _runs(typed: Typed, name: str, line: str) -> None:
    """Run an example in the state that it is about."""
    _set_up(typed, name, line)
    for_another = name in ("undo answer", "dice answer") and "--who" in line
    if for_another and running_at(typed.folder / ".combatlog"):
        assert "is here" in typed.fails(line)["detail"]
        return
    said = typed.says(line)
    if "--json" in line:
        json.loads(said)
    assert said


@pytest.mark.sweep(share=4)
@pytest.mark.parametrize("line", examples(COMMANDS["serve"]))
def test_an_example_of_the_server_serves(line: str, tmp_path: Path):
    for data in (".combatlog", "there"):
        shutil.copytree(left_behind(), tmp_path / data)
    environment = {**os.environ, **PLAIN, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", MAIN, *shlex.split(line)[1:]]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        url = re.search(r"http://127\.0\.0\.1:\d+/", first)
        status = urlopen(f"{url[0]}health/live").status if url else 0
        server.terminate()
        server.communicate(timeout=20)
    assert (server.returncode, status) == (0, 200)
    if "--json" in line:
        assert set(json.loads(first)) == {"version", "url", "kept", "token_file", "token", "lan"}
