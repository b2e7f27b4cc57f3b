"""The rules of the sources, read from their syntax trees; tests/test_architecture.py applies them.

Each rule is a function that takes one source and yields its breaches.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "projections", "api")

# Who may import whom: a folder imports from the rows above its own, and nothing beside or below it.
# A module belongs to the longest folder that is listed. Inside of a folder, and between the folders
# of one row, no circle is allowed, nor one that only type checking closes.
FLOORS = """
    domain.events
    domain.commands
    domain.log  domain.rosters
    domain.importers
    domain.state
    domain.ruleset
    domain.legality  domain.step  domain.timelines
    domain.dice
    domain.engine
    domain.table
    domain.rerun
    domain.rulesets
    projections.visibility
    projections.ledger  projections.wording
    projections.state
    projections.explain  projections.story
    projections.audit  projections.changes  projections.disputes  projections.query
    projections.campaigns
    api.store.core
    api.store.postgres  api.store.sqlite
    api.store
    api.vault
    api.combats
    api.combats.viewers
    api.handlers  api.presets
    api.web.schemas
    api.service
    api.evidence.checks
    api.evidence
    api.read
    api.campaigns  api.read.reports  api.transfer  api.web.live
    api.web
    api.web.routes
    api.pages
    api.server
    api.client
    api.cli
"""
FLOOR_OF = {
    folder: floor for floor, row in enumerate(FLOORS.strip().splitlines()) for folder in row.split()
}
OFFERED_TO_RULESETS = {
    "domain.events.measures",
    "domain.ruleset.ruleset",
    "domain.ruleset.scene",
    "domain.ruleset.params",
    "domain.ruleset.sheets.names",
    "domain.ruleset.sheets.records",
    "domain.ruleset.sheets.refusals",
    "domain.ruleset.sheets.sheet",
    "domain.ruleset.sheets.values",
    "domain.step.step",
    "domain.ruleset.windows",
    "domain.state.course.order_line",
    "domain.events.scores",
}

# All that domain/ and projections/ may import beside each other: nothing in it reads a clock,
# rolls, or touches a disk, a network or another process.
WITHOUT_EFFECTS = """
    __future__ abc array base64 binascii bisect collections contextlib copy dataclasses decimal
    difflib enum fractions functools graphlib hashlib heapq hmac importlib itertools json math
    numbers operator pkgutil pydantic pydantic_core re statistics string struct textwrap types
    typing unicodedata
"""
# Never to be added to it.
EFFECTS = """
    asyncio click datetime eventsourcing flask io logging multiprocessing os pathlib random secrets
    shutil socket sqlite3 subprocess sys tempfile threading time uuid
"""
EFFECTFUL_CALLS = {"__import__", "breakpoint", "eval", "exec", "input", "open", "print"}

MOST_MODULES = 15
FUNCTION_LINES, FILE_LINES, LONG_FILE, MEDIAN_LINES = 25, 300, 250, 6
RULESET_NAMES = re.compile(
    r"(?<![a-z])(age[-_ ]of[-_ ]magic|arq|planeswalker|ninth[-_ ]age|kaiser)(?![a-z])", re.I
)
FORMATTER_TOLD = re.compile(r"#\s*(fmt|yapf):\s*\w")
EMPTY_NAMES = re.compile(r"^(managers?|helpers?|utils?)$", re.I)
TEXTS = {".css", ".html", ".js", ".json", ".md", ".py", ".svg", ".toml", ".txt"}


class Source(NamedTuple):
    """A file: its path from the root, and its text."""

    path: str
    text: str

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def tree(self) -> ast.Module:
        return _parsed(self)

    def imports(self) -> Iterator[tuple[int, str]]:
        """Line and module of every import, those inside functions and conditions as well."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = self._base(node)
                for alias in node.names:
                    whole = f"{base}.{alias.name}"
                    yield node.lineno, whole if whole in MODULES else base

    def _base(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        here = self.module.split(".")
        folder = here if self.path.endswith("/__init__.py") else here[:-1]
        return ".".join([*folder[: len(folder) + 1 - node.level], *filter(None, [node.module])])


@cache
def _parsed(source: Source) -> ast.Module:
    return ast.parse(source.text, source.path)


def _read(package: str) -> list[Source]:
    found = (p for p in sorted((ROOT / package).rglob("*")) if p.suffix in TEXTS)
    return [Source(p.relative_to(ROOT).as_posix(), p.read_text("utf-8")) for p in found]


FILES = [source for package in PACKAGES for source in _read(package)]
SOURCES = [source for source in FILES if source.path.endswith(".py")]
TESTS = [source for source in _read("tests") if source.path.endswith(".py")]
MODULES = {source.module for source in SOURCES}
FOLDERS = {source.module for source in SOURCES if source.path.endswith("/__init__.py")}

Rule = Callable[[Source], Iterable[str]]


def within(*packages: str) -> list[Source]:
    return [source for source in SOURCES if source.module.split(".")[0] in packages]


# Effects and layers


def effects(source: Source) -> Iterator[str]:
    allowed = {*WITHOUT_EFFECTS.split(), *PACKAGES}
    for line, name in source.imports():
        if name.split(".")[0] not in allowed:
            yield f"{source.path}:{line}: imports {name}; effects are for api/ alone"
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in EFFECTFUL_CALLS:
                yield f"{source.path}:{node.lineno}: calls {name}(), an effect"


def layers(source: Source) -> Iterator[str]:
    for line, target in dict.fromkeys(source.imports()):
        if why := _refusal(source.module, target):
            yield f"{source.path}:{line}: imports {target}, but {why}"


def _refusal(importer: str, target: str) -> str | None:
    if target.split(".")[0] == "eventsourcing" and not importer.startswith("api.store"):
        return "only api/store knows the storage library"
    own, other = folder_of(importer), folder_of(target)
    if not other or own == other == "domain.rulesets":
        return _ruleset_refusal(importer, target) if other else None
    if own == "domain.rulesets":
        return _ruleset_refusal(importer, target)
    if not own:
        return f"{importer}/__init__.py imports nothing of ours"
    if own == other or FLOOR_OF[other] < FLOOR_OF[own]:
        return None
    return f"{own} stands no higher than {other} in FLOORS"


def folder_of(module: str) -> str:
    """The listed folder that a module belongs to; empty for a package that is none."""
    parts = module.split(".")
    while parts and ".".join(parts) not in FLOOR_OF:
        parts.pop()
    return ".".join(parts)


def _ruleset_refusal(importer: str, target: str) -> str | None:
    own = ".".join(importer.split(".")[:3])  # the register, domain.rulesets, owns all of them
    if target in OFFERED_TO_RULESETS or f"{target}.".startswith(f"{own}."):
        return None
    return f"a ruleset knows {' and '.join(sorted(OFFERED_TO_RULESETS))} and its own files"


def listed(source: Source) -> Iterator[str]:
    if source.module.count(".") and not folder_of(source.module):
        yield f"{source.path} is in no folder of FLOORS (tests/support/architecture.py)"


def circle(sources: Iterable[Source], *, of_folders: bool = False) -> list[str]:
    """A circle of imports between modules, or between folders of which none holds the other."""
    graph: dict[str, set[str]] = {}
    for source in sources:
        own = _node(source.module, of_folders)
        for _, target in source.imports():
            other = _node(target, of_folders)
            if target in MODULES and not (of_folders and _holds(own, other)) and own != other:
                graph.setdefault(own, set()).add(other)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def _node(module: str, of_folders: bool) -> str:
    return module if not of_folders or module in FOLDERS else module.rpartition(".")[0]


def _holds(one: str, other: str) -> bool:
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def crowded(paths: Iterable[str]) -> Iterator[str]:
    """Folders of too many modules; one of routes may have a module for each capability."""
    modules = (Path(path) for path in paths if not path.endswith("/__init__.py"))
    for folder, count in Counter(path.parent for path in modules).items():
        if count > MOST_MODULES and folder.name != "routes":
            yield f"{folder}: {count} modules, at most {MOST_MODULES}; divide it by capability"


def readmes(source: Source) -> Iterator[str]:
    """Every package has a README that names modules and folders that there are."""
    if not source.path.endswith("/__init__.py"):
        return
    folder = (ROOT / source.path).parent
    if not (readme := folder / "README.md").exists():
        yield f"{folder.relative_to(ROOT)} has no README.md"
        return
    for name in re.findall(r"`([\w./]+(?:\.py|/))`", readme.read_text("utf-8")):
        if not any((base / name).exists() for base in (folder, *folder.parents)):
            yield f"{readme.relative_to(ROOT)} names {name}, which is not there"


# Size


def lines_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """From `def` to the end, without the docstring."""
    whole = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    documented = ast.get_docstring(node, clean=False) is not None
    first = node.body[0]
    return len(whole) - (((first.end_lineno or 0) - first.lineno + 1) if documented else 0)


def functions_in(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def sizes(source: Source) -> Iterator[str]:
    length = len(source.text.splitlines())
    if length > FILE_LINES:
        yield f"{source.path}: {length} lines, at most {FILE_LINES}; is it one thing?"
    elif length > LONG_FILE:
        warnings.warn(f"long file: {source.path}, {length} lines", stacklevel=1)
    for node in functions_in(source):
        if (found := lines_of(node)) > FUNCTION_LINES:
            where = f"{source.path}:{node.lineno}: {node.name}()"
            yield f"{where} has {found} lines without its docstring, at most {FUNCTION_LINES}"


# Layout


def formatting(source: Source) -> Iterator[str]:
    """The formatter alone decides how lines are broken: no comment keeps any from it."""
    if not FORMATTER_TOLD.search(source.text):
        return
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type == tokenize.COMMENT and FORMATTER_TOLD.search(token.string):
            yield f"{source.path}:{token.start[0]}: {token.string!r} keeps lines from the formatter"


# Names and words


def docstrings(source: Source) -> Iterator[str]:
    def missing(node: ast.Module | ast.ClassDef, name: str) -> Iterator[str]:
        for child in node.body:
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                if child.name.startswith("_") or _repeats(child):
                    continue
                if ast.get_docstring(child) is None:
                    yield f"{source.path}:{child.lineno}: {name}{child.name} has no docstring"
                if isinstance(child, ast.ClassDef):
                    yield from missing(child, f"{name}{child.name}.")

    private = re.search(r"\._(?!_)", source.module)
    if ast.get_docstring(source.tree) is None and not private:
        yield f"{source.path}: the module has no docstring"
    yield from missing(source.tree, "")


def _repeats(node: ast.AST) -> bool:
    """An overload, setter or deleter: what it belongs to has the docstring."""
    marks = (ast.unparse(mark) for mark in getattr(node, "decorator_list", []))
    return any(re.search(r"(^|\.)(overload|setter|deleter)$", mark) for mark in marks)


def ruleset_names(source: Source) -> Iterator[str]:
    if source.path.startswith(("domain/rulesets/", "api/samples", "api/pages/guide/")):
        return
    for number, line in enumerate([source.path, *source.text.splitlines()]):
        if found := RULESET_NAMES.search(line):
            yield f"{source.path}:{number}: names the ruleset {found[0]!r} outside its file"


def empty_names(source: Source) -> Iterator[str]:
    classes = [n.name for n in ast.walk(source.tree) if isinstance(n, ast.ClassDef)]
    for name in [*classes, *source.module.split(".")]:
        words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
        if any(EMPTY_NAMES.match(word) for word in words):
            yield f"{source.path}: {name} does not say what it does"
