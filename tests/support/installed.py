"""The program as people install it: its wheel in an environment that has nothing else of ours."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from tests.support.architecture import ROOT

_NAME = re.compile(r"[A-Za-z0-9._-]+")


def build(source: Path, into: Path, *targets: str) -> list[Path]:
    """Build distributions of a source tree; without targets the sdist and the wheel."""
    chosen = [word for target in targets for word in ("-t", target)]
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(into), *chosen]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=300)
    return sorted(into.iterdir())


class Environment:
    """A virtual environment with a wheel and what it says that it needs, each as it is here."""

    def __init__(self, folder: Path, wheel: Path):
        venv.create(folder, symlinks=True)
        self.folder, self.python = folder, folder / "bin" / "python"
        self.packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
        own = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--no-index"]
        self._run([*own, "--no-deps", "--quiet", str(wheel)])
        for needed in needs("combatlog"):
            self._link(needed)

    def _run(self, command: list[str]) -> None:
        subprocess.run(command, cwd=self.folder, check=True, timeout=300)

    def _link(self, needed: Distribution) -> None:
        """Put a distribution there that is installed here."""
        tops = {file.parts[0] for file in needed.files or ()}
        for top in tops - {"..", "__pycache__"}:
            there, here = self.packages / top, Path(str(needed.locate_file(top)))
            if here.exists() and not there.exists():
                there.symlink_to(here)

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start the installed command, away from the sources."""
        hidden = ("PYTHONPATH", "COMBATLOG_DATABASE", "COMBATLOG_DATA")
        return subprocess.Popen(
            [self.folder / "bin" / "combatlog", *words],
            cwd=self.folder,
            env={k: v for k, v in os.environ.items() if k not in hidden},
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


def needs(name: str, seen: set[str] | None = None) -> Iterator[Distribution]:
    """Yield what a distribution needs without its extras, and what that needs."""
    seen = {name} if seen is None else seen
    for said in distribution(name).requires or ():
        found = _NAME.match(said)
        assert found is not None, said
        wanted = re.sub(r"[-_.]+", "-", found[0]).lower()
        if "extra ==" in said or wanted in seen:
            continue
        seen.add(wanted)
        try:
            yield distribution(wanted)
        except PackageNotFoundError:  # of another system, or of an older Python
            assert ";" in said, said
            continue
        yield from needs(wanted, seen)


def sources() -> Iterator[Path]:
    """Yield every file of the packages and of the samples, by its path from the root."""
    for folder in ("domain", "projections", "api", "samples"):
        found = (file for file in (ROOT / folder).rglob("*") if file.is_file())
        yield from (x.relative_to(ROOT) for x in found if x.parent.name != "__pycache__")
