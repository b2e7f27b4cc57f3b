"""The page *Write a ruleset* is followed line by line, in an environment of its own."""

from __future__ import annotations

import os
import sys
import venv
from pathlib import Path

import pytest

from api.pages.guide.render import FOLDER
from tests.support.architecture import ROOT
from tests.support.guide.following import blocks, edited, follow, is_printed

PAGE = FOLDER / "rulesets.md"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A Python with combatlog, into which packages are installed without a network."""
    venv.create(tmp_path / "python", symlinks=True)
    [site] = (tmp_path / "python/lib").glob("*/site-packages")
    ours = [str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))]
    (site / "ours.pth").write_text("".join(f"import site; site.addsitedir({p!r})\n" for p in ours))
    program = tmp_path / "python/bin/combatlog"
    program.write_text('#!/bin/sh\nexec python -c "from api.cli import main; main()" "$@"\n')
    program.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PYTEST_ADDOPTS": "-p no:cacheprovider -p no:xdist",
        "COMBATLOG_DATA": ".combatlog",
        "COLUMNS": "80",
    }


@pytest.mark.sweep(of="pages of the guide", share=6)
def test_the_page_is_followed_line_by_line(environment: dict[str, str], tmp_path: Path):
    folder = tmp_path / "empty"
    folder.mkdir()
    follow(PAGE, folder, environment)


# --- how it is followed ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("one\ntwo\n", "one\ntwo\n", True),
        ("one\n", "one\ntwo\n", False),
        ("one\n…\nfour\n", "one\ntwo\nthree\nfour\n", True),
        ("c-…: 7 commands\n", "c-0a: 7 commands\n", True),
        ("c-…: 7 commands\n", "c-0a: 8 commands\n", False),
        ("a.b\n", "a-b\n", False),
    ],
)
def test_what_a_page_leaves_out_may_be_anything(expected: str, printed: str, same: bool):
    assert is_printed(expected, printed) == same


def test_an_edit_has_to_fit():
    assert edited("a\nb\nc\n", " a\n-b\n+d\n@@\n c\n+e\n") == "a\nd\nc\ne\n"
    with pytest.raises(AssertionError):
        edited("a\n", " b\n+c\n")
    with pytest.raises(AssertionError):
        edited("a\na\n", "-a\n")


def test_every_block_of_the_page_is_followed():
    assert {block.language for block in blocks(PAGE)} == {"sh", "text", "diff", "python"}
