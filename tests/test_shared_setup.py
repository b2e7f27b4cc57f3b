"""What a test run shares: folders that are made once, and a place for temporary files."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support import in_memory
from tests.support.architecture import ROOT
from tests.support.in_memory import VARIABLES, is_fit, keep_temporary_files_in_memory
from tests.support.made_once import VARIABLE, begin_run, made_once

MAKES = """
import sys
from tests.support.made_once import made_once
print(made_once("a", lambda folder: (folder / "by").write_text(sys.argv[1])))
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a run of its own."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def test_a_folder_is_made_by_one_of_many_processes(run: Path):
    said = [
        subprocess.Popen(
            [sys.executable, "-c", MAKES, name], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        for name in ("one", "two")
    ]
    assert [each.communicate()[0].strip() for each in said] == [str(run / "a")] * 2
    assert (run / "a" / "by").read_text() in ("one", "two")
    made_once("a", lambda folder: pytest.fail("it is there already"))


def test_what_failed_is_made_again(run: Path):
    def fails(folder: Path) -> None:
        (folder / "half").touch()
        raise OSError

    with pytest.raises(OSError):
        made_once("a", fails)
    assert list(made_once("a", lambda folder: (folder / "whole").touch()).iterdir()) == [
        run / "a" / "whole"
    ]


def test_whoever_began_a_run_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(VARIABLE)
    end = begin_run()
    assert end is not None and begin_run() is None
    folder = Path(os.environ[VARIABLE])
    assert folder.is_dir()
    end()
    assert VARIABLE not in os.environ and not folder.exists()


def test_temporary_files_go_where_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(in_memory, "ROOM", 0)
    for name in VARIABLES:
        monkeypatch.setenv(name, "elsewhere")
        assert not keep_temporary_files_in_memory(tmp_path)
        monkeypatch.delenv(name)
    assert keep_temporary_files_in_memory(tmp_path) == is_fit(tmp_path)
    assert not keep_temporary_files_in_memory(tmp_path)
    monkeypatch.setattr(in_memory, "ROOM", 2**70)
    assert not is_fit(tmp_path) and not is_fit(tmp_path / "none")
