"""Peers at fixed versions, fetched into a folder of the environment when they are asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.measure import Skipped
from tests.support.typescript import node

PLACE = Path(sys.prefix) / "peers"
VERSIONS = {"boardgame.io": "0.50.2", "pokemon-showdown": "0.11.11", "chess": "1.11.2"}
PATIENCE = 900
"""Seconds that a registry has; Showdown brings 150 MB."""


def from_npm(name: str) -> Path:
    """Return the folder with the modules of a package of npm; raises Skipped."""
    folder = PLACE / f"{name}-{VERSIONS[name]}"
    npm, wanted = shutil.which("npm"), f"{name}@{VERSIONS[name]}"
    if npm is None:
        raise Skipped("there is no npm here")
    flags = ("--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--silent")
    _install(folder, [npm, "install", "--prefix", "{}", *flags, wanted], "npm", wanted)
    return folder / "node_modules"


def from_pip(name: str) -> Path:
    """Return the folder with a package of the Python index; raises Skipped."""
    folder, wanted = PLACE / f"{name}-{VERSIONS[name]}", f"{name}=={VERSIONS[name]}"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    _install(folder, [*pip, "--target", "{}", wanted], "pip", wanted)
    return folder


def node_or_skip() -> str:
    """Return Node; raises Skipped where there is none."""
    if (found := node()) is None:
        raise Skipped("there is no Node here")
    return found


def _install(folder: Path, command: Sequence[str], registry: str, wanted: str) -> None:
    """Fetch a package, unless it is there; one that was cut short is fetched again."""
    if folder.is_dir():
        return
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    print(f"    fetching {wanted} with {registry}", file=sys.stderr, flush=True)
    try:
        _run([word.replace("{}", str(part)) for word in command], part)
    except (OSError, subprocess.SubprocessError) as error:
        shutil.rmtree(part, ignore_errors=True)
        raise Skipped(f"{registry} could not fetch {wanted}: is its registry in reach?") from error
    part.rename(folder)


def _run(command: list[str], folder: Path) -> None:
    quiet = {**os.environ, "npm_config_update_notifier": "false"}
    subprocess.run(
        command, env=quiet, cwd=folder, timeout=PATIENCE, check=True, stdout=subprocess.DEVNULL
    )
