"""What is wrong with a ruleset's data, found without playing: names that lead nowhere, and clashes.

What a stage asks by itself is checked as it asks: an unknown window or stage raises LookupError.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from domain.engine.standard_stages import STOCK
from domain.log.codec import STORED
from domain.ruleset.ruleset import BEGIN, STAND, Manoeuvre, Ruleset, Window
from domain.ruleset.sequence import Stretch, every
from domain.ruleset.stage_list import END, KERNEL

KINDS = ("action", "reaction", "follow on")


def check(rules: Ruleset) -> tuple[str, ...]:
    """Every fault of a ruleset's data, in words; empty where there is none."""
    return (
        *_stages_that_are_missing(rules),
        *_clashes(rules),
        *_sequence(rules),
        *(fault for m in rules.manoeuvres for fault in _manoeuvre(rules, m)),
        *(fault for about, w in rules.windows.items() for fault in _window(about, w)),
        *_values(rules),
    )


def _named_stages(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Every stage that the data names, and where."""
    for stretch in every(rules.sequence):
        for stage in (*stretch.opens, *stretch.closes, *stretch.after, stretch.next, stretch.idle):
            yield stretch.name, stage
    for manoeuvre in rules.manoeuvres:
        for stage in manoeuvre.stages:
            yield manoeuvre.name, stage
    for event, stage in rules.triggers.items():
        yield event, stage
    for condition in rules.conditions:
        yield condition.name, condition.on_zero if isinstance(condition.on_zero, str) else ""
    for about, window in rules.windows.items():
        yield about, window.then if isinstance(window.then, str) else ""


def _stages_that_are_missing(rules: Ruleset) -> Iterator[str]:
    known = {*rules.stages, *rules.windows, *STOCK, BEGIN, END, STAND, ""}
    for where, stage in dict.fromkeys(_named_stages(rules)):
        if stage not in known:
            yield f"{where} names a stage {stage!r} that does not exist"
    for stage in (*rules.stages, *rules.windows):
        if stage in KERNEL:
            yield f"no stage or window may be called {stage!r}"


def _clashes(rules: Ruleset) -> Iterator[str]:
    tables: dict[str, Iterable[str]] = {
        "manoeuvre": (m.name for m in rules.manoeuvres),
        "pool": (p.name for p in rules.pools),
        "condition": (c.name for c in rules.conditions),
        "fact": (f.name for f in rules.facts),
        "open point": (p.key for p in rules.points),
    }
    for table, names in tables.items():
        for name, times in Counter(names).items():
            if times > 1:
                yield f"{table} {name!r} is declared {times} times"


def _sequence(rules: Ruleset) -> Iterator[str]:
    if rules.sequence.kind != "round":
        yield "the sequence of play begins with a round"
    for stretch in every(rules.sequence):
        if stretch.kind == "turn" and not stretch.next:
            yield f"{stretch.name} does not say whose it is next"
        yield from _twice(stretch.name, (inner.name for inner in stretch.inside))
        yield from _twice(stretch.name, (*stretch.opens, *stretch.closes, *stretch.after))
    for stretch in _without_actors(rules.sequence):
        yield f"{stretch.name} waits for actors, but is no turn and in none: it is nobody's go"
    known = {row.event.__name__ for row in STORED.values()}
    for event in rules.triggers.keys() - known:
        yield f"no event is called {event!r}"


def _without_actors(stretch: Stretch) -> Iterator[Stretch]:
    """The stretches outside of any turn in which somebody is to act: they would end at once.

    A round that begins by itself would so begin again for ever.
    """
    if stretch.kind == "turn":
        return
    if stretch.acts:
        yield stretch
    for inner in stretch.inside:
        yield from _without_actors(inner)


def _twice(where: str, names: Iterable[str]) -> Iterator[str]:
    """What stands twice in a list in which play must know where it is."""
    return (f"{where} has {name!r} twice" for name, n in Counter(names).items() if n > 1)


def _manoeuvre(rules: Ruleset, manoeuvre: Manoeuvre) -> Iterator[str]:
    stages = manoeuvre.stages
    yield from _twice(manoeuvre.name, stages)
    for kind in sorted(set(manoeuvre.kinds) - set(KINDS)):
        yield f"{manoeuvre.name} is a {kind!r}, which is no kind of deed"
    for answered in manoeuvre.answers:
        if answered != "*" and rules.manoeuvre(answered) is None:
            yield f"{manoeuvre.name} answers {answered!r}, which does not exist"
    if manoeuvre.stands != (STAND in stages):
        yield f"{manoeuvre.name} stands, or has a stage to stand at, but not both"
    if manoeuvre.stands and "reaction" not in manoeuvre.kinds:
        yield f"{manoeuvre.name} stands, but is no reaction"
    if BEGIN in stages and (stages.index(BEGIN) == 0 or stages[-1] == BEGIN):
        yield f"{manoeuvre.name} has nothing before or after its beginning"


def _window(about: str, window: Window) -> Iterator[str]:
    if about != window.about:
        yield f"window {about!r} is about {window.about!r}"
    for kind in sorted(set(window.takes) - set(KINDS)):
        yield f"window {about!r} takes a {kind!r}, which is no kind of deed"
    if (window.declares or window.many) and not window.takes:
        yield f"window {about!r} takes nothing that could be declared"
    if window.only and not window.takes:
        yield f"window {about!r} offers what it does not take"
    if window.again and not window.stale:
        yield f"window {about!r} asks again, but does not look who may answer"


def _values(rules: Ruleset) -> Iterator[str]:
    for kind in rules.facts:
        if kind.default and kind.values and kind.default not in kind.values:
            yield f"fact {kind.name!r} cannot have its default {kind.default!r}"
        if kind.values and kind.holds != "anything":
            yield f"fact {kind.name!r} holds {kind.holds}, and has a list of values"
        if kind.symmetric and kind.toward in ("nobody", "something"):
            yield f"fact {kind.name!r} is the same from both ends, but toward {kind.toward}"
    for point in rules.points:
        if not point.takes(point.default):
            yield f"open point {point.key!r} cannot have its default {point.default!r}"


# --- clauses -------------------------------------------------------------------------------

_CITING = ("Refused", "refuse", "in_phase", "in_window")
"""What is called with the clause that it cites, first or behind the scene."""

_CLAUSE = re.compile(r"(?:[CM]|I-)?\d+(?:\.\d+)*")
_SURE = re.compile(r"(?:[CM]|I-)\d+|\d{1,2}(?:\.\d{1,2})+")
"""What is a clause wherever it stands: a bare number need not be one."""


def cited_clauses(rules: Ruleset, folder: Path) -> Iterator[str]:
    """Every clause that a game cites: in its data, its stages, and anywhere in its code."""
    data: tuple[Any, ...] = (
        *rules.pools,
        *rules.conditions,
        *rules.facts,
        *rules.points,
        *rules.manoeuvres,
    )
    for row in (*data, *rules.windows.values(), *every(rules.sequence)):
        yield from row.clause.split(", ")
    for stage in rules.stages.values():
        clause, colon, _ = (stage.__doc__ or "").partition(":")
        yield from clause.split(", ") if colon else ()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            yield from _cited_in(node)


def _cited_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and _SURE.fullmatch(str(node.value)):
        yield str(node.value)
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _CITING:
        said = (arg.value for arg in node.args if isinstance(arg, ast.Constant))
        yield from (str(value) for value in said if _CLAUSE.fullmatch(str(value)))
    if isinstance(node, ast.keyword) and node.arg == "clause":
        yield from [str(node.value.value)] if isinstance(node.value, ast.Constant) else []
