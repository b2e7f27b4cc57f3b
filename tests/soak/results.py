"""What each part of the soak came to, kept with the code that it ran on.

The results belong to the project: whoever has its sources has the figures of its last soak, and
only what was changed since runs again.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from tests.soak.reach import WHOLE, Reach, reached
from tests.soak.rows import Row
from tests.support.architecture import ROOT

FOLDER = ROOT / "tests" / "soak" / "kept"


class Results:
    """The rows of finished parts, each in a file with the state of the code that it reaches."""

    def __init__(self, folder: Path = FOLDER, root: Path = ROOT):
        self._folder, self._root = folder, root

    def load(self, part: str, of: Reach = WHOLE) -> list[Row] | None:
        """Return the rows of a part that ran through without a failure, else None."""
        try:
            kept = json.loads(self._file(part).read_text())
        except FileNotFoundError:
            return None
        rows = [Row(*row) for row in kept["rows"]]
        failed = any(row.failed for row in rows)
        return None if failed or kept["code"] != state_of(self._root, of) else rows

    def save(self, part: str, rows: list[Row], of: Reach = WHOLE) -> None:
        """Keep the rows of a part; a write that is cut off leaves what was there before."""
        (file := self._file(part)).parent.mkdir(parents=True, exist_ok=True)
        said = {"code": state_of(self._root, of), "rows": rows}
        (new := file.with_suffix(".new")).write_text(json.dumps(said, indent=1) + "\n")
        new.replace(file)

    def _file(self, part: str) -> Path:
        return self._folder / f"{part.replace(' ', '-')}.json"


def state_of(root: Path, of: Reach = WHOLE) -> str:
    """Hash the sources that something reaches, committed or not."""
    found = sha256()
    for path in reached(root, of):
        found.update(f"{path.relative_to(root)}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]
