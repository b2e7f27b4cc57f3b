"""The sources that a bundle carries: the verifier, the fold as it is, and what stands in for more.

They are read from this installation, so that whoever has the same release has the same bytes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import domain
from api.evidence import bare, verifier

_MAIN = b'"""Verify the bundle that this is in."""\n\nfrom verifier.main import main\n\n'
_RUN = b"raise SystemExit(main())\n"

FOLD = ("__init__.py", "combat.py", "wire.py", "events", "facets")
"""What the state at any entry is made with: all of it is the standard library and pydantic."""


@cache
def sources() -> dict[str, bytes]:
    """Each file by its name in a bundle."""
    beside, own, fold = (Path(each.__path__[0]) for each in (bare, verifier, domain))
    found = {"__main__.py": _MAIN + _RUN, "pydantic.py": (beside / "pydantic.py").read_bytes()}
    found["domain/commands.py"] = (beside / "commands.py").read_bytes()
    for path in sorted(own.glob("*.py")):
        found[f"verifier/{path.name}"] = path.read_bytes()
    for part in FOLD:
        files = sorted((fold / part).glob("*.py")) or [fold / part]
        for path in files:
            found[f"domain/{path.relative_to(fold).as_posix()}"] = path.read_bytes()
    return found
