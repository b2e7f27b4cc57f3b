"""The JavaScript client in Node, against a real server; and its types."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any, NotRequired, get_origin, get_type_hints

import pytest

from api.client import answers as answers_module
from api.pages.layout.static_files import FOLDER
from tests.support.clients.real_server import Served
from tests.support.combats.javascript_checker import node

MODULE, TYPES = FOLDER / "combatlog.js", FOLDER / "combatlog.d.ts"
TESTS = Path(__file__).parent / "combatlog.test.mjs"


def test_it_plays_in_node(tmp_path: Path):
    served = Served(tmp_path)
    try:
        server = {"SERVER": f"http://127.0.0.1:{served.port}", "TOKEN": str(served.operator.token)}
        run = subprocess.run(
            [node(), "--test", "--test-reporter=spec", str(TESTS)],
            env={**os.environ, **server},
            text=True,
            capture_output=True,
            timeout=120,
        )
    finally:
        served.close()
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    count = len(re.findall("^test[(]", TESTS.read_text(), re.MULTILINE))
    assert re.search(rf"pass {count}\b", run.stdout)


def test_it_is_one_small_module_without_dependencies():
    text = MODULE.read_text()
    assert len(text.splitlines()) <= 320
    assert re.findall(r"^import\b.*", text, re.MULTILINE) == []


def test_its_types_name_every_class_and_method():
    script, types = MODULE.read_text(), TYPES.read_text()
    exported = re.findall(r"^export (?:class|const|function) (\w+)", script, re.MULTILINE)
    typed = re.findall(r"^export (?:class|function) (\w+)", types, re.MULTILINE)
    assert sorted(exported) == sorted(typed)
    method = re.compile(r"^  (?:async )?\*?([a-z]\w*)\(.*\{", re.MULTILINE)
    for name in ("Client", "Combat"):
        own = re.search(rf"^export class {name} .*?^}}", script, re.MULTILINE | re.DOTALL)
        told = re.search(rf"^export class {name} .*?^}}", types, re.MULTILINE | re.DOTALL)
        assert own and told
        for found in method.findall(own[0]):
            assert re.search(rf"^  {found}[(<]", told[0], re.MULTILINE), f"{name}.{found}"


@pytest.mark.parametrize(
    ("shape", "of"),
    [
        ("Entry", "Entry"),
        ("Blank", "BlankSpace"),
        ("Option", "Offer"),
        ("Options", "Offers"),
        ("CommandResult", "CommandResult"),
        ("Seat", "SeatShown"),
        ("Opened", "Opened"),
    ],
)
def test_its_shapes_are_those_of_the_contract(shape: str, of: str):
    told = re.search(rf"^export interface {shape} {{(.*?)^}}", TYPES.read_text(), re.M | re.S)
    answers = members(getattr(answers_module, of))
    assert told
    for name, optional in re.findall(r"^  (\w+)(\??):", told[1], re.MULTILINE):
        assert name in answers and bool(optional) == answers[name], f"{shape}.{name}"


def members(answer: Any) -> dict[str, bool]:
    """The members of an answer, each with whether it may be missing."""
    hints = get_type_hints(answer, include_extras=True)
    return {name: get_origin(hint) is NotRequired for name, hint in hints.items()}
