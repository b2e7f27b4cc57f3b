"""README and guide are true: every command in them runs, every link leads somewhere."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from socket import socket
from time import monotonic, sleep
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

import click
import pytest

from api.cli import main
from api.pages.guide.render import FOLDER, names, slug
from api.pages.layout.static_files import CHECKER
from tests.support.combats.javascript_checker import node
from tests.support.postgres import Dsn, url_of

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = (README, *sorted(FOLDER.rglob("*.md")))
BLOCK = re.compile(r"^```(\S+)([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")

PRINTED = {
    "README": ("Troll", "undone"),
    "audit": ("## Luck", "VERIFIED c-", "HOLDS c-"),
    "benchmarks": ("-m tests.benchmarks", "-m tests.benchmarks.peers"),
    "campaigns": ("It belongs to the campaign The Iron Crown.", "is open."),
    "command_line": ("After entry 200:",),
    "design": ("The troll has 7 health.", "pytest"),
    "dice": ("1 of 1 salts are open", "Revealed for good: open"),
    "disputes": ("3.5     open",),
    "explain": (
        "Urlik: 3 1/2 AP",
        "in sums: supplied 17, spent 13, lost 1/2, left 3 1/2",
        "Man-at-arms: 1 of 4 in initiative with 4",
        "Cogan: parry: Cogan is not asked now",
        "Cogan: 11 AP = 13 (20) - 2 (42)",
        "number,round,turn,subject",
        "max(total)",
    ),
    "import_files": ("Would join: Goblin, Kara.", "Joined: Goblin, Kara.", "Here already:"),
    "many_tables": ("The white whale",),
    "operation": ("newest fights", "evening.tar holds"),
    "play_at_one_table": ("Robin Oak",),
    "privacy": ("Anna Berg",),
    "replay": ("After entry 200:", "# The toll bridge", "here it turned"),
    "reports": (
        "Kara: Fire Bolt at Ogre [avrae, 2026-03-01 19:04:12]",
        "2 goes were not logged",
        "as avrae reports",
    ),
    "set_up_my_game": ("dnd-5e: D&D 5e", "mygame.json is a preset of", "The grey whale is edited."),
    "timeline_format": ("0 happenings became entries", "Kara"),
    "transfer": ("imported", "master.key", "restored is restored:", "as it should be"),
    "undo": ("Undo at this table: consent", "Better leave it as it is", "Adopted: entry"),
    "what_if": ("the order",),
}
"""What the commands of a page print, among other things."""

APART = ("README", "api", "rulesets")
"""Pages with tests of their own: the README always runs, the others are followed line by line."""


class Block(NamedTuple):
    """Something to be typed: its language, what is said of it, and the text."""

    language: str
    needs: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Everything of a page that can be typed into a shell."""
    found = (Block(*each) for each in BLOCK.findall(page.read_text("utf-8")))
    return [each for each in found if each.language == "sh"]


def prose(page: Path) -> str:
    """A page without what is typed."""
    return BLOCK.sub("", page.read_text("utf-8"))


def script(page: Path, needs: str) -> str:
    """What a page has typed: on any machine, or with what a block `needs`."""
    return "".join(each.text for each in blocks(page) if each.needs.strip() == needs)


# --- every command runs ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `combatlog` and `python` as an installed one has them."""
    folder = tmp_path_factory.mktemp("bin")
    python = f'PYTHONPATH={shlex.quote(str(ROOT))} exec {sys.executable} "$@"'
    start = "from api.cli import main; main()"
    for name, line in {
        "python": python,
        "combatlog": python.replace('"$@"', f'-c {shlex.quote(start)} "$@"'),
    }.items():
        (folder / name).write_text(f"#!/bin/sh\n{line}\n")
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, tools: Path) -> Iterator[dict[str, str]]:
    """`combatlog serve` on a free port, for all pages in order; the environment to reach it."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    data = tmp_path_factory.mktemp("data")
    environment = environ(tools, data) | {"PORT": port}
    command = [str(tools / "combatlog"), "serve"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            _until_it_answers(f"http://127.0.0.1:{port}/health/live")
            yield environment
        finally:
            process.terminate()


def environ(tools: Path, data: Path) -> dict[str, str]:
    """What commands find around them; `make` says what it would do."""
    path = os.pathsep.join((str(tools), str(Path(node()).parent), os.environ["PATH"]))
    return {**os.environ, "PATH": path, "COMBATLOG_DATA": str(data), "MAKEFLAGS": "n"}


def _until_it_answers(url: str) -> None:
    start = monotonic()
    while monotonic() - start < 600:
        try:
            urlopen(url).close()
            return
        except (URLError, ConnectionError):
            sleep(0.1)
    raise AssertionError(f"{url} does not answer")


def typed(text: str, folder: Path, tools: Path, environment: dict[str, str]) -> str:
    """What a shell prints in a folder that looks like a checkout."""
    for name in ("samples", "tests", "Makefile", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    (folder / CHECKER.name).symlink_to(CHECKER)
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(tools)
    run = subprocess.run(
        ["bash", "-euo", "pipefail"],
        input=text,
        cwd=folder,
        text=True,
        capture_output=True,
        env=environment,
    )
    assert run.returncode == 0, f"{run.stdout[-2000:]}\n{run.stderr}"
    return run.stdout


def pages(needs: str) -> list[Any]:
    """The pages on which something is typed that needs this."""
    typed_in = [page for page in PAGES if script(page, needs) and page.stem not in APART]
    return [pytest.param(page, id=page.stem) for page in typed_in]


def test_every_command_of_the_readme_runs_and_prints_what_it_should(
    server: dict[str, str], tools: Path, tmp_path: Path
):
    printed = typed(script(README, ""), tmp_path, tools, server)
    assert [said for said in PRINTED[README.stem] if said not in printed] == [], printed[-4000:]


@pytest.mark.sweep(of="pages of the guide", share=6)
@pytest.mark.parametrize("sheet", pages(""))
def test_every_command_of_a_page_runs_and_prints_what_it_should(
    sheet: Path, server: dict[str, str], tools: Path, tmp_path: Path
):
    printed = typed(script(sheet, ""), tmp_path, tools, server)
    assert [said for said in PRINTED[sheet.stem] if said not in printed] == [], printed[-4000:]


@pytest.mark.sweep(of="pages of the guide", share=6)
@pytest.mark.parametrize("sheet", pages("postgres"))
def test_every_command_on_postgresql_runs(
    sheet: Path, postgres_database: Dsn, tools: Path, tmp_path: Path
):
    environment = environ(tools, tmp_path / "data")
    environment["COMBATLOG_DATABASE"] = url_of(postgres_database)
    printed = typed(script(sheet, "postgres"), tmp_path, tools, environment)
    assert [said for said in PRINTED[sheet.stem] if said not in printed] == [], printed[-4000:]


def test_no_block_needs_what_nobody_gives():
    assert {each.needs.strip() for page in PAGES for each in blocks(page)} == {"", "postgres"}


# --- every command that is named exists --------------------------------------------------------


def named(program: str) -> Iterator[tuple[str, list[str]]]:
    """Everything that README and guide say of a program, in prose or to be typed, by page."""
    for page in PAGES:
        code = re.findall(rf"`((?:\S+=\S+ )*{program}[^`]*)`", prose(page).replace("\n", " "))
        code += [line for each in blocks(page) for line in each.text.splitlines()]
        for words in re.findall(rf"(?<![\w/.-]){program} ([^|;)`#\n]*)", "\n".join(code)):
            yield page.name, words.split()


def test_every_command_that_is_named_exists_with_its_options():
    found = list(named("combatlog"))
    assert len(found) > 60
    for page, words in found:
        command: click.Command = main
        for word in words:
            if isinstance(command, click.Group):
                context = click.Context(command)
                inner = command.get_command(context, word)
                assert inner or word in ("--help", "--version"), f"{page}: combatlog {words}"
                command = inner or command
            elif word.startswith("--"):
                options = {option for param in command.params for option in param.opts}
                assert word in {*options, "--help"}, f"{page}: combatlog {words}"


def test_every_command_of_the_first_level_is_on_the_page_of_the_command_line():
    text = (FOLDER / "command_line.md").read_text("utf-8")
    missing = [name for name in main.list_commands(click.Context(main)) if f"`{name}`" not in text]
    assert missing == []


def test_every_target_and_module_that_is_named_exists():
    makefile = (ROOT / "Makefile").read_text()
    targets = [words[-1] for _, words in named("make") if words]
    assert "serve" in targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for page, words in named("python"):
        if words[0] == "-m":
            assert importlib.util.find_spec(words[1]), f"{page}: {words}"


def test_every_file_and_folder_that_is_named_exists():
    spans = {
        path
        for page in PAGES
        for path in re.findall(
            r"`((?:api|domain|projections|samples|tests)/[\w./-]*)`", prose(page)
        )
    }
    assert len(spans) > 5
    assert [path for path in spans if not (ROOT / path).exists()] == []


# --- every link leads somewhere ----------------------------------------------------------------


@pytest.mark.parametrize("sheet", PAGES, ids=lambda sheet: sheet.stem)
def test_every_link_leads_to_a_file_and_a_heading(sheet: Path):
    for link in LINK.findall(prose(sheet)):
        path, _, anchor = link.partition("#")
        if ":" in path or path.startswith("/"):
            continue
        target = (sheet.parent / path).resolve() if path else sheet
        assert target.is_file(), link
        titles = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE) if anchor else []
        assert not anchor or anchor in map(slug, titles), link


def test_every_page_of_the_guide_is_reached_from_its_index():
    reached, left = set(), [FOLDER / "index.md"]
    while left:
        page = left.pop()
        if page not in reached and page in names().values():
            reached.add(page)
            found = LINK.findall(prose(page))
            left += [(page.parent / link.partition("#")[0]).resolve() for link in found]
    assert reached == set(names().values())


# --- the README --------------------------------------------------------------------------------


def section(title: str) -> str:
    """The part of the README under a heading."""
    return README.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_readme_is_short_and_begins_with_the_whole_idea():
    assert len(README.read_text().splitlines()) < 200
    assert LINK.findall(README.read_text())[0] == "samples/tiny.py"


def test_the_tree_in_the_readme_is_the_tree():
    tree = re.findall(r"```\n(domain/.*?)```", section("Work on the code"), re.DOTALL)[0]
    top = ""
    for line in tree.splitlines():
        name = re.split(r"\s{2,}", line.strip())[0]
        assert (ROOT / ("" if not line.startswith(" ") else top) / name).exists(), name
        top = top if line.startswith(" ") else name


def test_every_library_that_is_installed_is_named_with_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for requirement in project["dependencies"] + [
        each for extra in ("postgres", "server") for each in project["optional-dependencies"][extra]
    ]:
        name = re.split(r"[^\w-]", requirement)[0]
        row = rf"^\|([^|]*[ (])?{name}[ ,)]"
        assert re.search(row, section("Work on the code"), re.MULTILINE), name
