"""Which importer a file is for: by its content, by its name, or a clear sentence."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from domain import importers
from domain.importers import all_importers
from domain.importers.detect import find_importer
from domain.importers.file import File
from domain.importers.importer import Imported, Importer, NotReadable
from tests.domain.importers import test_foundry_dnd5e, test_foundry_pf2e
from tests.domain.importers.test_csv_table import ROSTER, TABLE
from tests.domain.importers.test_improved_initiative import BLOCK, member, saved
from tests.domain.importers.test_monsters import NEW, OLD, monster

GUIDE = Path(__file__).parents[3] / "api/pages/guide/import_files.md"
FILES: list[tuple[str, Any]] = [
    ("foundry-actor", test_foundry_dnd5e.actor()),
    ("foundry-actor", test_foundry_pf2e.GUARD),
    ("improved-initiative", saved(member("c1"))),
    ("improved-initiative", BLOCK),
    ("open5e", OLD),
    ("open5e", {"results": [NEW]}),
    ("5etools", monster()),
    ("csv", TABLE),
    ("text", ROSTER),
]


@pytest.mark.parametrize(("name", "content"), FILES)
def test_each_file_is_for_one_importer(name: str, content: Any):
    file = File(content if isinstance(content, str) else json.dumps(content))
    known = all_importers()
    assert [key for key, each in known.items() if each.recognises(file)] == [name]
    assert find_importer(file, known).name == name


@pytest.mark.parametrize(
    "text",
    ["", "Once upon a time", "{", "[]", "{}", "null", "3", "[[[", '{"a": 1}\n{"b": 2}', "\x00"],
)
def test_what_nobody_knows_is_refused_with_a_sentence(text: str):
    with pytest.raises(NotReadable) as refused:
        find_importer(File(text), all_importers())
    assert "Say what it is: one of 5etools, " in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "3", '{"monster": 3}', '"x"', "[1]"])
def test_no_importer_fails_on_a_file_of_another_kind(text: str):
    file, known = File(text), all_importers()
    for name, importer in known.items():
        assert not importer.recognises(file)
        if importer.reads_any:
            assert importer.read(file).findings or not text
            continue
        with pytest.raises(NotReadable, match=f"{name} cannot read it. It reads"):
            find_importer(file, known, name)


def _importer(name: str) -> Importer:
    return Importer(
        name,
        f"files of {name}",
        "roster",
        name,
        lambda file: "sea" in file.text,
        lambda _: Imported(),
    )


def test_two_that_know_a_file_are_named():
    known = {name: _importer(name) for name in ("sea", "ship")}
    with pytest.raises(NotReadable) as refused:
        find_importer(File("the sea"), known)
    assert "may be sea (files of sea) or ship (files of ship)." in str(refused.value)
    assert find_importer(File("the sea"), known, "ship") is known["ship"]
    with pytest.raises(NotReadable) as refused:
        find_importer(File("the sea"), known, "boat")
    assert str(refused.value) == 'No importer is called "boat". There are sea, ship.'


def test_an_export_of_our_own_is_named():
    with pytest.raises(NotReadable) as refused:
        find_importer(File('{"line": "header", "combat": "c-1"}\n'), all_importers())
    assert "an export of combatlog itself" in str(refused.value)


@pytest.fixture
def found_afresh() -> Iterator[None]:
    all_importers.cache_clear()
    yield
    all_importers.cache_clear()


@pytest.mark.usefixtures("found_afresh")
def test_an_installed_importer_takes_the_place_of_none_from_here(monkeypatch: pytest.MonkeyPatch):
    loaded = _importer("csv"), SimpleNamespace(IMPORTER=_importer("sea")), "none"
    points = [SimpleNamespace(load=lambda one=one: one) for one in loaded]
    monkeypatch.setattr(importers, "entry_points", lambda group: points)
    assert all_importers()["csv"].reads != "files of csv"
    assert all_importers()["sea"].reads == "files of sea"


PACKAGE = {
    "sea_files.py": "from domain.importers.importer import Imported, Importer\n"
    "IMPORTER = Importer('sea', 'logs of a ship', 'roster', 'sea',"
    " lambda file: 'ahoy' in file.text, lambda file: Imported())\n",
    "sea_files-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: sea-files\nVersion: 1.0\n",
    "sea_files-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nTag: py3-none-any\n",
    "sea_files-1.0.dist-info/entry_points.txt": "[combatlog.importers]\nsea = sea_files\n",
}
"""What an installed wheel leaves: a module, and beside it what it offers."""


@pytest.mark.usefixtures("found_afresh")
def test_somebody_elses_package_adds_an_importer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for path, text in PACKAGE.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert find_importer(File("ahoy"), all_importers()).reads == "logs of a ship"
    sys.modules.pop("sea_files")


def test_the_importer_of_the_guide_reads_a_crew():
    [code] = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    found: dict[str, Any] = {}
    exec(code, found)
    file = File("crew of the Owl\nAnn\nBo")
    importer = find_importer(file, {"crew": found["IMPORTER"]})
    assert [(each.line, each.name) for each in importer.read(file).combatants] == [
        (2, "Ann"),
        (3, "Bo"),
    ]
