"""The JavaScript client in Node, against a real server; and its types."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

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
    assert len(text.splitlines()) <= 300
    assert re.findall(r"^import\b.*", text, re.MULTILINE) == []


def test_its_types_name_every_class_and_method():
    script, types = MODULE.read_text(), TYPES.read_text()
    exported = re.findall(r"^export (?:class|const) (\w+)", script, re.MULTILINE)
    typed = re.findall(r"^export (?:class|function) (\w+)", types, re.MULTILINE)
    assert sorted(exported) == sorted(typed)
    method = re.compile(r"^  (?:async )?\*?([a-z]\w*)\(.*\{", re.MULTILINE)
    for name in ("Client", "Combat"):
        own = re.search(rf"^export class {name} .*?^}}", script, re.MULTILINE | re.DOTALL)
        told = re.search(rf"^export class {name} .*?^}}", types, re.MULTILINE | re.DOTALL)
        assert own and told
        for found in method.findall(own[0]):
            assert re.search(rf"^  {found}[(<]", told[0], re.MULTILINE), f"{name}.{found}"
