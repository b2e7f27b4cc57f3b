"""How things are printed: tables whose columns stand under each other, colours of sides, JSON.

Colours are left away where nobody sees them: into a file or a pipe, and under NO_COLOR.
"""

from __future__ import annotations

import json
import re
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

COLOURS = ("cyan", "yellow", "green", "magenta", "blue", "bright_red")
"""Colours of sides, in the order in which they came."""

T = TypeVar("T")
_CODE = re.compile(r"\x1b\[[0-9;]*m")


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False))


def heading(text: str) -> None:
    """A line that stands out."""
    click.secho(text, bold=True)


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Rows under their titles; nothing where there are none."""
    all_rows = [list(row) for row in rows]
    if not all_rows:
        return
    styled = [[click.style(title, dim=True) for title in titles], *all_rows]
    widths = [max(map(_width, column)) for column in zip(*styled, strict=True)]
    for row in styled:
        cells = (cell + " " * (w - _width(cell)) for cell, w in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def _width(text: str) -> int:
    """How many columns a text takes; wide signs take two, joined ones and colours none."""
    plain = _CODE.sub("", text)
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in plain)
    return len(plain) + wide - sum(unicodedata.combining(sign) > 0 for sign in plain)


@contextmanager
def progress(items: Sequence[T], label: str) -> Iterator[Iterable[T]]:
    """Items one after the other, with a bar on a terminal."""
    if not sys.stderr.isatty():
        yield items
        return
    with click.progressbar(items, label=label, file=sys.stderr) as going:
        yield going


def day(millis: int) -> str:
    """A time as people here write it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(millis / 1000))


def painter(members: Iterable[Mapping[str, Any]]) -> Callable[[str], str]:
    """What paints the names of the members in the colours of their sides."""
    painted: dict[str, str] = {}
    sides: dict[str, str] = {}
    for each in members:
        side = each["side"] or each["subject"]
        colour = sides.setdefault(side, COLOURS[len(sides) % len(COLOURS)])
        painted[each["name"]] = click.style(each["name"], fg=colour)
    names = sorted(filter(None, painted), key=len, reverse=True)
    if not names:
        return lambda text: text
    found = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, names)) + r")(?!\w)")
    return lambda text: found.sub(lambda name: painted[name[0]], text)
