"""The command line as it is typed: on the files of a folder, or to a server that runs on it."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.testing import CliRunner, Result

from api.cli import main
from domain.rulesets import all_rulesets
from tests.support.clients.real_server import Served, plugin_in

SEATS = [
    {"person": "Anna", "role": "player", "combatants": ["ana"]},
    {"person": "Bert", "role": "player", "combatants": ["bert"]},
]
FIGHT: list[dict[str, Any]] = [
    {"type": "open", "ruleset": "toy", "title": "The bridge", "policy": "free", "seats": SEATS},
    {"type": "join", "subject": "ana", "name": "Ana", "side": "wanderers"},
    {"type": "join", "subject": "bert", "name": "Bert", "side": "raiders"},
    {"type": "answer", "who": "referee", "about": "round", "choice": "begin"},
    {"as": "s1", "type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["bert"]}},
    {"type": "pass-all"},
    {"as": "s1", "type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["bert"]},
]
LINES = [{"type": "note", "note": f"Line {n}."} for n in range(3)]
MORE = [{"as": "s1", "type": "roll", "who": "ana", "sides": 20}, {"type": "note", "note": "so far"}]
PLAIN = {
    "COMBATLOG_DATABASE": "",
    "COMBATLOG_SERVER": "",
    "COMBATLOG_TOKEN": "",
    "NO_COLOR": "",
    "COMBATLOG_DATA": ".combatlog",
}


class Typed(NamedTuple):
    """A place to type commands in: a folder, with files to play in it."""

    folder: Path

    def run(self, line: str, input: str | bytes | None = None, **environment: str) -> Result:
        """What a line says, without its first word, and with which code it ends."""
        words = shlex.split(line.removeprefix("combatlog "))
        runner = CliRunner()
        return runner.invoke(main, words, input=input, env={**PLAIN, **environment})

    def says(self, line: str, **environment: str) -> str:
        """What a line prints; fails where it does not go well."""
        done = self.run(line, **environment)
        assert done.exit_code == 0, (line, done.output, done.exception)
        return done.stdout

    def json(self, line: str) -> Any:
        """The one JSON document that a line prints."""
        said = self.says(f"{line} --json")
        assert said.endswith("\n") and said.count("\n") == 1, said
        return json.loads(said)

    def fails(self, line: str, code: int = 1) -> Any:
        """The one problem document of a line that is refused; nothing is printed."""
        done = self.run(f"{line} --json")
        assert (done.exit_code, done.stdout) == (code, ""), (line, done.output)
        return json.loads(done.stderr)


@contextmanager
def typed_in(folder: Path, monkeypatch: Any) -> Iterator[Typed]:
    """A folder to type in, with the toy game installed and its files written."""
    monkeypatch.syspath_prepend(str(plugin_in(folder)))
    all_rulesets.cache_clear()
    monkeypatch.chdir(folder)
    for name, lines in (("fight.jsonl", FIGHT), ("more.jsonl", MORE), ("lines.jsonl", LINES)):
        (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    yield Typed(folder)
    all_rulesets.cache_clear()


@contextmanager
def served_in(folder: Path) -> Iterator[Served]:
    """A server on the data folder of a folder to type in."""
    server = Served(folder, data=folder / ".combatlog")
    try:
        yield server
    finally:
        server.close()


def commands() -> dict[str, click.Command]:
    """Every command by the words that call it."""
    context, found = click.Context(main), dict[str, click.Command]()
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        found[name] = command
        inside = command.commands if isinstance(command, click.Group) else {}
        found |= {f"{name} {word}": each for word, each in inside.items()}
    return found


def examples(command: click.Command) -> list[str]:
    """The command lines that a help text shows."""
    said = (command.help or "").partition("Examples:")[2]
    return re.findall(r"^ +(combatlog .+)$", said, re.MULTILINE)
