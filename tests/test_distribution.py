"""Wheel and sdist: all of the program is in them, and it serves from an environment of its own."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from importlib.metadata import version
from pathlib import Path

import pytest

from api.pages.guide.render import FOLDER
from tests.support.architecture import ROOT
from tests.support.clients.real_server import left_behind
from tests.support.installed import Environment, build, sources

CHANGELOG = FOLDER / "changelog.md"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist, and the wheel."""
    sdist, wheel = sorted(build(ROOT, tmp_path_factory.mktemp("dist")), key=lambda p: p.suffix)
    return sdist, wheel


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_every_file_of_the_program_is_in_the_wheel(built: tuple[Path, Path]):
    found = contents(built[1])
    for name in map(str, sources()):
        installed = name.replace("samples/", "api/sample_fights/", 1)
        assert found.get(installed) == (ROOT / name).read_bytes(), name
    outside = {name.partition("/")[0] for name in found if ".dist-info/" not in name}
    assert outside == {"api", "domain", "projections"}


def test_the_sdist_builds_the_same_wheel(built: tuple[Path, Path], tmp_path: Path):
    with tarfile.open(built[0]) as opened:
        opened.extractall(tmp_path / "source", filter="data")
    [source] = (tmp_path / "source").iterdir()
    assert (source / "tests" / "test_distribution.py").is_file(), "it brings its tests"
    [wheel] = build(source, tmp_path / "dist", "wheel")
    assert contents(wheel) == contents(built[1])


def test_both_pass_the_checks_of_the_package_index(built: tuple[Path, Path]):
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, built)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (run.returncode, run.stdout.count("PASSED")) == (0, 2), run.stdout + run.stderr


def test_release_1_0_is_stable_and_in_the_changelog():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "Development Status :: 5 - Production/Stable" in project["classifiers"]
    [newest, *_] = re.findall(r"^## (\S+)", CHANGELOG.read_text("utf-8"), re.MULTILINE)
    assert newest == project["version"] == version("combatlog")


@pytest.fixture
def served(built: tuple[Path, Path], tmp_path: Path) -> Iterator[tuple[Environment, int]]:
    """An environment with nothing but the wheel and what it needs, and where it serves."""
    environment = Environment(tmp_path / "environment", built[1])
    data = tmp_path / "data"
    shutil.copytree(left_behind(), data)
    process = environment.start("serve", "--port", "0", "--data", str(data))
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r":(\d+)/", said)
    assert found, said + process.communicate(timeout=10)[1]
    yield environment, int(found[1])
    process.terminate()
    process.communicate(timeout=20)


def test_it_serves_from_an_empty_environment(served: tuple[Environment, int]):
    environment, port = served
    for path, says in {
        "/v1/rulesets": b"age-of-magic",
        "/v1/combats": b"sample-age-of-magic-the-toll-bridge",
        "/openapi.json": b'"openapi"',
        "/guide/undo": b"Undo and corrections",
        "/": b"page",
    }.items():
        with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            connection.request("GET", path)
            answer = connection.getresponse()
            assert (answer.status, says in answer.read()) == (200, True), path
    where = environment.packages / "api" / "__init__.py"
    assert where.is_file() and ROOT not in where.resolve().parents
