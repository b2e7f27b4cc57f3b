"""Output of commands: lines, tables, progress, colours of sides, JSON.

Whatever is not a terminal gets whole lines without colours. `rich` is imported when people read.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

COLOURS = ("cyan", "yellow", "green", "magenta", "blue", "bright_red")
"""Colours of sides, in the order in which they came."""

WHOLE_LINES = 10_000
"""Columns of what is not a terminal, so that no line is cut or folded."""

T = TypeVar("T")
Json = Any
Column = str | Callable[[Json], Any]


def console(*, stderr: bool = False) -> Console:
    """Return a console on which text is printed as it is."""
    from rich.console import Console

    made = Console(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not made.is_terminal:
        made.width = WHOLE_LINES
    return made


def write(lines: Iterable[Any]) -> None:
    """Print lines and tables for people, without blanks at the ends of lines."""
    out = console()
    for line in lines:
        if isinstance(line, bytes):
            click.echo(line, nl=False)
            continue
        with out.capture() as printed:
            out.print(line)
        for each in printed.get().splitlines():
            click.echo(each.rstrip(" "))


def write_json(document: Json) -> None:
    """Print one JSON document on one line."""
    click.echo(json.dumps(document, ensure_ascii=False))


def styled_text(text: str, style: str) -> Text:
    """Return text in a colour or style."""
    from rich.text import Text

    return Text(text, style)


def table(
    columns: Mapping[str, Column] | Sequence[str], items: Iterable[Json], empty: str = ""
) -> Iterator[Table | str]:
    """Yield items under the titles of columns; `empty`, if that is said, where there are none.

    A column is a name within an item, or a function of it. Where only titles are given, each item
    is a row.
    """
    from rich.table import Table

    made = Table(*columns, box=None, padding=(0, 2, 0, 0), header_style="dim")
    for item in items:
        if isinstance(columns, Mapping):
            item = [c(item) if callable(c) else item[c] for c in columns.values()]
        made.add_row(*map(_cell, item))
    if made.row_count:
        yield made
    elif empty:
        yield empty


def _cell(value: Any) -> Any:
    """Return a value as a table shows it: nothing as nothing, lists with commas."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return value if hasattr(value, "__rich_console__") else "" if value is None else str(value)


def progress(items: Sequence[T], label: str) -> AbstractContextManager[Iterable[T]]:
    """Return items one after the other, with a bar on a terminal."""
    from rich.progress import track

    out = console(stderr=True)
    going = track(items, label, console=out, disable=not out.is_terminal)
    return closing(going)  # type: ignore[type-var]


def day(millis: int) -> str:
    """Return a time as people here write it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(millis / 1000))


def painter(members: Iterable[Mapping[str, Any]]) -> Callable[[str], Text]:
    """Return a function that paints the names of the members in the colours of their sides."""
    sides: dict[str, str] = {}
    colours: dict[str, str] = {}
    for each in members:
        colour = COLOURS[len(sides) % len(COLOURS)]
        colours[each["name"]] = sides.setdefault(each["side"] or each["subject"], colour)

    def paint(text: str) -> Text:
        painted = styled_text(text, "")
        for name in sorted(filter(None, colours), key=len):
            painted.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", colours[name])
        return painted

    return paint
