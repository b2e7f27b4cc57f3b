"""The contract as types: they are generated, and a strict program that uses them compiles."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.clients.http_client import contract
from tests.support.typescript import ABSENT, SOURCES, node, tool

GENERATOR, COMPILER = "openapi-typescript/bin/cli.js", "typescript/bin/tsc"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The program beside the types of today's contract."""
    for file in SOURCES.glob("*.*"):
        shutil.copy(file, tmp_path)
    (tmp_path / "openapi.json").write_text(json.dumps(contract()))
    said = runs(tmp_path, GENERATOR, "openapi.json", "-o", "contract.d.ts")
    assert (tmp_path / "contract.d.ts").is_file(), said
    return tmp_path


def runs(folder: Path, path: str, *words: str) -> str:
    """What a compiler prints; a loud skip where it is missing."""
    program, found = tool(path), node()
    if program is None or found is None:
        pytest.skip(ABSENT)
    command = [found, str(program), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    return done.stdout + done.stderr


def test_a_strict_program_that_uses_the_types_compiles(project: Path):
    # It says itself which of its lines the compiler has to refuse.
    assert runs(project, COMPILER, "-p", ".") == ""
