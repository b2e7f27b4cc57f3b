"""Which sources a part of the soak reaches: it need not run again where only others changed."""

from __future__ import annotations

from pathlib import Path

from tests.support.architecture import SOURCES as PRODUCT
from tests.support.architecture import TESTS, Source

SOURCES = ("domain", "projections", "api", "tests", "samples")

ALWAYS = ("domain", "projections", "samples")
"""Read whole by everybody: rulesets are found by their folders, samples by their names."""

EVERYTHING = "tests.soak.sweeps"
WHOLE = {EVERYTHING, "tests.soak.web"}
"""They test the whole product, in processes of their own."""


def reached(root: Path, module: str) -> tuple[Path, ...]:
    """Return the files that a module may have a part of, in order."""
    if module in WHOLE:
        folders, wanted = [*SOURCES], set[Path]()
    else:
        folders, wanted = [*ALWAYS], {root / source.path for source in _imported(module)}
    found = {path for name in folders for path in (root / name).rglob("*")}
    texts = {path for one in wanted for path in one.parent.iterdir() if path.suffix != ".py"}
    return tuple(filter(_counts, sorted(found | wanted | texts)))


def _counts(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts and path.name != "README.md"


def _imported(module: str) -> list[Source]:
    """Return a module with all that it imports, directly or not, and their packages."""
    by_name = {source.module: source for source in (*PRODUCT, *TESTS)}
    todo, found = [module], dict[str, Source]()
    while todo:
        name = todo.pop()
        if name in found or name not in by_name:
            continue
        found[name] = by_name[name]
        todo += [name.rpartition(".")[0], *_names(by_name[name])]
    return list(found.values())


def _names(source: Source) -> list[str]:
    """Return the modules that a source names, and those it may take from their packages."""
    return [each for _, name in source.imports() for each in (name, name.rpartition(".")[0])]
