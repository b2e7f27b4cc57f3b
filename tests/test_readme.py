"""The README is true: its sixty seconds are run against a real server, and its tree is the tree."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from socket import socket
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from api.cli import COMMANDS
from api.pages.layout.static_files import CHECKER
from tests.api.in_javascript import node
from tests.readme import filled

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def section(title: str) -> str:
    """What stands under a heading."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[dict[str, str]]:
    """`combatlog serve` on a free port, with a folder of its own; the environment to reach it."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    environment = {**os.environ, "PORT": port, "COMBATLOG_DATA": str(tmp_path / "data")}
    command = [sys.executable, "-c", "from api.cli import main; main()", "serve"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as process:
        _until_it_answers(f"http://127.0.0.1:{port}/health/live")
        yield environment
        process.terminate()


def _until_it_answers(url: str) -> None:
    start = monotonic()
    while monotonic() - start < 60:
        try:
            urlopen(url).close()
            return
        except (URLError, ConnectionError):
            sleep(0.1)
    raise AssertionError(f"{url} does not answer")


def test_the_fight_in_sixty_seconds_goes_as_the_readme_says(server: dict[str, str]) -> None:
    told = section("A fight in sixty seconds") + section("Correcting the past")
    told += section("At one table")
    blocks = re.findall(r"```sh\n(.*?)```", told, re.DOTALL)
    run = subprocess.run(
        ["bash", "-euo", "pipefail"],
        input="\n".join(blocks),
        env=server,
        cwd=ROOT,
        text=True,
        capture_output=True,
    )
    assert run.returncode == 0, run.stderr
    answers = run.stdout
    assert re.findall(r'"status":(\d+)', answers) == ["409"], answers
    assert "Cogan rolls initiative 3 1/2 = 2d6 [3, 5]" in answers
    assert "event: entry" in answers and '"role":"spectator"' in answers
    assert '"verdict":"changed"' in answers and '"why":"correction"' in answers
    assert "answers first" in README and '"type":"combat.rewound/1"' in answers


def typed(block: str, server: dict[str, str], tmp_path: Path) -> str:
    """What a block of commands prints, typed where the samples are."""
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    typed = tmp_path / "bin" / "combatlog"
    typed.parent.mkdir()
    main = f"import sys; sys.path[0] = {str(ROOT)!r}; from api.cli import main; main()"
    typed.write_text(f'#!/bin/sh\nexec {sys.executable} -c {shlex.quote(main)} "$@"\n')
    typed.chmod(0o755)
    run = subprocess.run(
        ["bash", "-euo", "pipefail"],
        input=block,
        cwd=tmp_path,
        text=True,
        capture_output=True,
        env={**server, "PATH": f"{typed.parent}:{server['PATH']}"},
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_command_line_does_as_the_readme_says(server: dict[str, str], tmp_path: Path) -> None:
    told = section("Command line") + section("What if, and replaying")
    block = "".join(re.findall(r"```sh\n(.*?)```", told, re.DOTALL))
    printed = typed(block, server, tmp_path)
    combats = len([*(ROOT / "samples").glob("*/*/fight.jsonl")]) + 1
    restored = f"restored is restored: {combats} combats"
    for said in (
        "commands, up to entry",
        "After entry 200:",
        "# The toll bridge",
        "imported",
        "master.key",
        "as it should be",
        restored,
        "differs",
        "A bookmark on 190",
        "Going back at this table",
    ):
        assert said in printed, said


def test_explanations_and_questions_come_as_the_readme_says(
    server: dict[str, str], tmp_path: Path
) -> None:
    told = section("Why, why not, and other questions")
    (block,) = re.findall(r"```sh\n(.*?)```", told, re.DOTALL)
    printed = typed(block, server, tmp_path)
    for said in (
        "Urlik: 3 1/2 AP",
        "in sums: supplied 17, spent 13, lost 1/2, left 3 1/2",
        "Man-at-arms: 1 of 4 in initiative with 4",
        "Cogan: parry: Cogan is not asked now",
        "Cogan: 11 AP = 13 (20) - 2 (42)",
        "number,round,turn,subject",
        "max(total)",
    ):
        assert said in printed, said


def test_evidence_is_as_the_readme_says(server: dict[str, str], tmp_path: Path) -> None:
    typed = tmp_path / "bin" / "combatlog"
    typed.parent.mkdir()
    main = f"import sys; sys.path[0] = {str(ROOT)!r}; from api.cli import main; main()"
    typed.write_text(f'#!/bin/sh\nexec {sys.executable} -c {shlex.quote(main)} "$@"\n')
    typed.chmod(0o755)
    shutil.copy(CHECKER, tmp_path)
    (block,) = re.findall(r"```sh\n(.*?)```", section("Evidence"), re.DOTALL)
    run = subprocess.run(
        ["bash", "-euo", "pipefail"],
        input=block,
        cwd=tmp_path,
        text=True,
        capture_output=True,
        env={**server, "PATH": f"{typed.parent}:{Path(node()).parent}:{server['PATH']}"},
    )
    assert run.returncode == 0, run.stderr
    assert "VERIFIED sample-" in run.stdout and "HOLDS sample-" in run.stdout
    assert "signed by nobody" not in run.stdout


def test_every_command_is_named() -> None:
    for name in COMMANDS:
        assert re.search(rf"\b(combatlog )?{name}\b", section("Command line")), name


def test_every_commanded_target_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"\bmake (\w+)", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_tree_in_the_readme_is_the_tree() -> None:
    tree = re.findall(r"```\n(domain/.*?)```", section("How it is built"), re.DOTALL)[0]
    top = ""
    for line in tree.splitlines():
        names = re.split(r"\s{2,}", line.strip())[0]
        folder = "" if not line.startswith(" ") else top
        for name in names.split(", "):
            assert (ROOT / folder / name).exists(), name
        top = top if line.startswith(" ") else names


def test_what_the_readme_shows_of_the_games_is_made_from_their_data() -> None:
    assert filled(README) == README, "python -m tests.readme writes it anew"


def test_every_library_that_is_installed_is_named_with_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for requirement in project["dependencies"] + [
        each for extra in ("postgres", "server") for each in project["optional-dependencies"][extra]
    ]:
        name = re.split(r"[^\w-]", requirement)[0]
        assert re.search(rf"\b{name}\b", section("What it stands on")), name
