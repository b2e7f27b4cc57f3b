"""Which sources a part of the soak reaches: it need not run again where only others changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.support.architecture import SOURCES as PRODUCT
from tests.support.architecture import TESTS, Source

SOURCES = ("domain", "projections", "api", "tests", "samples")

RULES = "domain.rulesets."
"""Rulesets are found by their folders: whoever plays has to do with them, imported or not."""

EVERYTHING = "tests.soak.sweeps"
OF_ALL = {EVERYTHING, "tests.soak.web"}
"""They test the whole product, in processes of their own."""


RULESETS = {
    "the toy": "",
    "Age of Magic": "age-of-magic",
    "the Ninth Age": "ninth-age-2e",
    "Kaiser": "kaiser",
    "any game": "open",
    "ARQ": "arq",
    "Planeswalker": "planeswalker",
}
"""The rulesets that fights of a game are played by; rulesets know nothing of each other."""


class Reach(NamedTuple):
    """Whose sources are meant: a module with all that it imports, and one game or all."""

    module: str
    game: str = ""


WHOLE = Reach(EVERYTHING)


KEPT = "kept"
"""The folder of what came of it, which changes nothing."""

GUIDE, BENCHMARKS = "/api/pages/guide", "/tests/benchmarks"
"""What is told and measured, with tests of its own: it changes nothing that is counted here."""


def reached(root: Path, of: Reach) -> tuple[Path, ...]:
    """Return the files that something may have a part of, in order."""
    module, game = of
    if module in OF_ALL:
        folders, wanted = [*SOURCES], set[Path]()
    else:
        rules = (source.module for source in PRODUCT if source.module.startswith(RULES))
        folders = ["samples"]
        wanted = {root / source.path for source in _imported(module, *rules)}
    found = {path for name in folders for path in (root / name).rglob("*")}
    texts = {path for one in wanted for path in one.parent.iterdir() if path.suffix != ".py"}
    others = tuple(_folders(root, game)) if game else ()
    return tuple(path for path in sorted(found | wanted | texts) if _counts(path, others))


def _counts(path: Path, others: tuple[Path, ...]) -> bool:
    known = path.is_file() and "__pycache__" not in path.parts and path.name != "README.md"
    known = known and path.parent.name != KEPT and not _is_told(path)
    return known and not any(map(path.is_relative_to, others))


def _is_told(path: Path) -> bool:
    """Whether it is a page of the guide, or part of a benchmark."""
    parents = [each.as_posix() for each in path.parents]
    page = path.suffix == ".md" and any(each.endswith(GUIDE) for each in parents)
    return page or any(each.endswith(BENCHMARKS) for each in parents)


def _folders(root: Path, game: str) -> Iterator[Path]:
    """The folders of all rulesets but that of a game: their rules and their samples."""
    for key in filter(None, (key for name, key in RULESETS.items() if name != game)):
        yield root / "domain" / "rulesets" / ruleset_folder(key)
        yield root / "samples" / key


def ruleset_folder(key: str) -> str:
    """Return the folder of a ruleset in `domain/rulesets`."""
    return key.replace("-", "_").removesuffix("_2e")


@cache
def _imported(*modules: str) -> tuple[Source, ...]:
    """Return modules with all that they import, directly or not, and their packages."""
    by_name = {source.module: source for source in (*PRODUCT, *TESTS)}
    todo, found = [*modules], dict[str, Source]()
    while todo:
        name = todo.pop()
        if name in found or name not in by_name:
            continue
        found[name] = by_name[name]
        todo += [name.rpartition(".")[0], *_names(by_name[name])]
    return tuple(found.values())


def _names(source: Source) -> list[str]:
    """Return the modules that a source names, and those it may take from their packages."""
    return [each for _, name in source.imports() for each in (name, name.rpartition(".")[0])]
