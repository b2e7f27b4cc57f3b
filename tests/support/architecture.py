"""The rules of the sources, read from their syntax trees; tests/test_architecture.py applies them.

Each rule is a function that takes one source and yields its breaches.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "projections", "api")

# Who may import whom in domain/: a module imports from the rows above its own, nothing beside it
# and nothing below. A new module goes into the row right below the lowest one it needs; make a row
# where there is none. The order of events, facets, combat, sequence_of_play, ruleset, step, decide
# stands. Rulesets are not listed, they are all alike: see `_ruleset_refusal`.
LAYERS = """
    events.parts  ids  measures
    events.course  events.disputes  events.exchange  events.requests  events.stores  events.table
    events  seal  line  then  tree
    commands.words
    commands.play  commands.table
    commands.referee
    commands.remedies
    commands.disputes
    commands  dice
    wire
    facets
    facets.clock  facets.conditions  facets.facts  facets.frames  facets.places  facets.pools  facets.roster  facets.tallies
    facets.exchange  facets.rollers
    combat  saying  seats
    sequence_of_play  numbers  vocabulary
    sheets  manoeuvre
    ruleset
    scene  undoing  salts
    taking_over
    windows  disputes  shown
    drafting  hearing
    chance  stores
    comings  fair
    step  recorded  alike
    legal  stock
    fixes  loose  openings  stages
    acts  options  spans  checks  roster_commands
    questions
    deeds  settle
    answers
    decide
    table  again
    correcting  learned  rejudging
    receipt
"""  # noqa: E501
ROWS = {
    f"domain.{name}": number
    for number, row in enumerate(LAYERS.strip().splitlines())
    for name in row.split()
}
OFFERED_TO_RULESETS = {
    "domain.events.measures",
    "domain.ruleset.ruleset",
    "domain.ruleset.scene",
    "domain.ruleset.sheet_readers",
    "domain.step.step",
    "domain.ruleset.windows",
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
                    yield node.lineno, whole if whole in MODULES | ROWS.keys() else base

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
    own, other = importer.split(".")[0], target.split(".")[0]
    if other == "eventsourcing" and not importer.startswith("api.store"):
        return "only api/store.py knows the storage library"
    if other in PACKAGES and PACKAGES.index(other) > PACKAGES.index(own):
        return f"{own}/ stands below {other}/"
    if own != "domain" or other != "domain":
        return None
    if importer.startswith("domain.rulesets"):
        return _ruleset_refusal(importer, target)
    return _kernel_refusal(importer, target)


def _ruleset_refusal(importer: str, target: str) -> str | None:
    own = ".".join(importer.split(".")[:3])  # the register, domain.rulesets, owns all of them
    if target in OFFERED_TO_RULESETS or f"{target}.".startswith(f"{own}."):
        return None
    return f"a ruleset knows {' and '.join(sorted(OFFERED_TO_RULESETS))} and its own files"


def _kernel_refusal(importer: str, target: str) -> str | None:
    if importer == "domain":
        return "domain/__init__.py imports nothing of ours"
    if target.startswith("domain.rulesets"):
        return "the kernel knows no ruleset"
    if importer not in ROWS or target in MODULES - ROWS.keys() - {"domain"}:
        return None  # `listed` says what to do
    if target in ROWS and ROWS[target] < ROWS[importer]:
        return None
    return "LAYERS does not have it in a row above"


def listed(source: Source) -> Iterator[str]:
    name = source.module
    if name != "domain" and name not in ROWS and not name.startswith("domain.rulesets"):
        yield (
            f"{source.path} is in no row of LAYERS (tests/support/architecture.py): "
            "add it right below the lowest module that it imports"
        )


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
