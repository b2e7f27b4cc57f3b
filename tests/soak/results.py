"""What each part of the soak came to, kept for the state of the code that it was run on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from tests.soak.rows import Row
from tests.support.architecture import ROOT

FOLDER = ROOT / ".soak"
SOURCES = ("domain", "projections", "api", "tests", "samples")


class Results:
    """The rows of finished parts, in a folder of the state of the code that they speak of."""

    def __init__(self, folder: Path = FOLDER, state: str = ""):
        self.state = state or state_of(ROOT)
        self._folder = folder / self.state

    def load(self, part: str) -> list[Row] | None:
        """Return the rows of a part that ran through without a failure, else None."""
        try:
            rows = [Row(*row) for row in json.loads(self._file(part).read_text())]
        except FileNotFoundError:
            return None
        return None if any(row.failed for row in rows) else rows

    def save(self, part: str, rows: list[Row]) -> None:
        """Keep the rows of a part; a write that is cut off leaves what was there before."""
        self._folder.mkdir(parents=True, exist_ok=True)
        (new := self._file(part).with_suffix(".new")).write_text(json.dumps(rows))
        new.replace(self._file(part))

    def _file(self, part: str) -> Path:
        return self._folder / f"{part.replace(' ', '-')}.json"


def state_of(root: Path) -> str:
    """Hash every source and sample: one state of the code, committed or not."""
    found = sha256()
    for path in _files(root):
        found.update(f"{path.relative_to(root)}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _files(root: Path) -> Iterator[Path]:
    for name in SOURCES:
        for path in sorted((root / name).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path
