"""What each part of the soak came to, kept for the code that it ran on."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from tests.soak.reach import WHOLE, Reach, reached
from tests.soak.rows import Row
from tests.support.architecture import ROOT

FOLDER = ROOT / ".soak"


class Results:
    """The rows of finished parts, each in a folder named after the code that the part reaches."""

    def __init__(self, folder: Path = FOLDER, root: Path = ROOT):
        self._folder, self._root = folder, root

    def load(self, part: str, of: Reach = WHOLE) -> list[Row] | None:
        """Return the rows of a part that ran through without a failure, else None."""
        try:
            rows = [Row(*row) for row in json.loads(self._file(part, of).read_text())]
        except FileNotFoundError:
            return None
        return None if any(row.failed for row in rows) else rows

    def save(self, part: str, rows: list[Row], of: Reach = WHOLE) -> None:
        """Keep the rows of a part; a write that is cut off leaves what was there before."""
        (file := self._file(part, of)).parent.mkdir(parents=True, exist_ok=True)
        (new := file.with_suffix(".new")).write_text(json.dumps(rows))
        new.replace(file)

    def _file(self, part: str, of: Reach) -> Path:
        return self._folder / state_of(self._root, of) / f"{part.replace(' ', '-')}.json"


def state_of(root: Path, of: Reach = WHOLE) -> str:
    """Hash the sources that something reaches, committed or not."""
    found = sha256()
    for path in reached(root, of):
        found.update(f"{path.relative_to(root)}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]
