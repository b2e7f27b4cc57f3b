"""A Chromium for the browser tests: the system's, else playwright's own, else one is fetched.

`python -m tests.support.chromium` is what `make test` calls beforehand. It never fails: where there
is no Chromium the tests say so, aloud, and under CI they fail.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

NAMES = (
    "chromium-headless-shell",  # the same engine without a window to draw: a third less work
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
VARIABLE = "COMBATLOG_TEST_CHROMIUM"
ABSENT = (
    "NO CHROMIUM HERE, SO THE PAGES WERE NOT TRIED IN A BROWSER. Install one (Debian: apt-get"
    f" install chromium), or name one in {VARIABLE}."
)


def found() -> str | None:
    """The path of a Chromium that starts, or None."""
    return next((path for path in _candidates() if _starts(path)), None)


def _candidates() -> Iterator[str]:
    yield from filter(None, [os.environ.get(VARIABLE), *map(shutil.which, NAMES)])
    caches = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache/ms-playwright"))
    yield from map(str, sorted(caches.glob("chromium-*/chrome-linux*/chrome"), reverse=True))


def _starts(path: str) -> bool:
    """False for one that is not there, or lacks a library."""
    try:
        return not subprocess.run([path, "--version"], capture_output=True, timeout=60).returncode
    except (OSError, subprocess.SubprocessError):
        return False


def ways() -> Iterator[Sequence[Sequence[str]]]:
    """How one may be had, the surest first: from the system, as root; else from playwright."""
    root = os.geteuid() == 0
    able = [] if root else ["sudo", "-n"]
    if shutil.which("apt-get") and (root or shutil.which("sudo")):
        install = [*able, "apt-get", "install", "-y", "-q"]
        yield ([*able, "apt-get", "update", "-q"], [*install, "chromium-headless-shell"])
        yield ([*install, "chromium"],)
    own = [sys.executable, "-m", "playwright", "install", *["--with-deps"] * root, "chromium"]
    yield (own,)


def fetch() -> str | None:
    """Get one where there is none; the path, or None."""
    for commands in ways():
        if path := found():
            return path
        print("==> getting Chromium for the browser tests:", " ".join(commands[-1]), flush=True)
        for command in commands:
            _run(command)
    return found()


def _run(command: Sequence[str]) -> None:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, env=quiet, timeout=240, stdout=subprocess.DEVNULL, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"    {error}", flush=True)


if __name__ == "__main__":
    path = fetch()
    print(f"==> Chromium for the browser tests: {path}" if path else f"==> {ABSENT}")
