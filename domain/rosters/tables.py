"""Tables with a header: a roster as CSV, apart by tabs, semicolons or commas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.rosters.combatants import Amount
from domain.rosters.draft import LONGEST_WORD, Draft
from domain.rosters.fields import read_field
from domain.rosters.lines import Line
from domain.rosters.remarks import Place, Remark, kept, remark

_DELIMITERS = "\t;,"
_KNOWN = {"hp", "ac", "init", "ini", "initiative", "side", "count", "note", "notes"}
MOST_LINES = 50
"""How many lines a row may have."""
_NUMBER = re.compile("-?[0-9]{1,12}")
_AMOUNT = re.compile("(-?[0-9]{1,12})[ ]*/[ ]*([0-9]{1,12})")


class Cell(NamedTuple):
    """A cell: where its words stand, and they themselves without quotes."""

    begin: int
    end: int
    words: str


class Table(NamedTuple):
    """A header: what sets cells apart, and the columns as typed."""

    delimiter: str
    columns: tuple[Cell, ...]


def read_header(line: Line) -> Table | None:
    """Return the table that begins with a line: it names a `name` and a known column."""
    for delimiter in _DELIMITERS:
        columns = tuple(_cells(line, delimiter))
        names = [column.words.lower() for column in columns]
        if "name" in names and (_KNOWN | line.known.columns) & set(names):
            return Table(delimiter, columns)
    return None


def _cells(line: Line, delimiter: str) -> Iterator[Cell]:
    """Yield the cells of a line; between quotes a delimiter is a sign like any other."""
    begin = 0
    for at in (*_ends(line.folded, delimiter)[0], len(line.folded)):
        yield Cell(begin, at, _unquoted(line.typed[begin:at]))
        begin = at + 1


def _ends(text: str, delimiter: str) -> tuple[list[int], int]:
    """Return where cells end before the last one, and where a quote stands open, or -1."""
    ends: list[int] = []
    begin, quote, at = 0, -1, 0
    while at < len(text):
        if text[at] == '"' and quote < 0 and not text[begin:at].strip():
            quote = at
        elif text[at] == '"' and quote >= 0:
            doubled = text[at + 1 : at + 2] == '"'
            quote, at = (quote, at + 1) if doubled else (-1, at)
        elif text[at] == delimiter and quote < 0:
            ends.append(at)
            begin = at + 1
        at += 1
    return ends, quote


def whole_row(table: Table, lines: Sequence[Line]) -> tuple[Line, int]:
    """Return the first of some lines with those that go on with it, and how many these are.

    A row goes on while a quote stands open; one that nothing closes ends with its line.
    """
    row = lines[0]
    for count, line in enumerate(lines):
        if count:
            typed, folded = f"{row.typed} {line.typed}", f"{row.folded} {line.folded}"
            row = row._replace(typed=typed, folded=folded)
        if _ends(row.folded, table.delimiter)[1] < 0:
            return row, count + 1
    return lines[0], 1


def _unquoted(typed: str) -> str:
    words = typed.strip()
    if len(words) > 1 and words[0] == words[-1] == '"':
        words = words[1:-1].replace('""', '"')
    return " ".join(words.split())


def remarks_on_header(table: Table, line: Line) -> Iterator[Remark]:
    """Yield a remark for each column that is not known or that stands there twice."""
    usual, own = _KNOWN - {"ini", "initiative", "notes"}, line.known.columns
    known = ["name", *sorted(usual), *sorted(own - _KNOWN)]
    for column in table.columns:
        name, at = column.words.lower(), line.at(column.begin, column.end)
        if name and name not in {*_KNOWN, *own, "name"}:
            why = f'"{at.words}" is no known column.'
            taken = "Its numbers become pools, its words become notes."
            advice = f"Known columns are {', '.join(known)}."
            yield remark("unknown-column", at, why, taken, advice)


def is_row(table: Table, line: Line) -> bool:
    """Return whether a line goes on with a table; any other ends it."""
    return table.delimiter in line.typed or len(table.columns) == 1


def read_row(table: Table, line: Line) -> Draft:
    """Return the entry of a row."""
    cells = list(_cells(line, table.delimiter))
    draft = Draft(line, 0)
    pairs = list(zip(table.columns, cells, strict=False))
    named = [cell for column, cell in pairs if column.words.lower() == "name"]
    if named and named[0].words:
        draft.name, draft.name_at = named[0].words, line.at(*named[0][:2]).column - 1
    for column, cell in pairs:
        if cell.words and (column.words.lower() != "name" or cell is not named[0]):
            draft.first_part = draft.first_part or cell[:2]
            _take_cell(draft, column.words, cell)
    if (quote := _ends(line.folded, table.delimiter)[1]) >= 0:
        draft.remarks.append(_open_quote(line.at(quote, len(line.typed))))
    draft.unknown += [cell[:2] for cell in cells[len(pairs) :] if cell.words]
    draft.finish(len(line.typed))
    return draft


def _open_quote(at: Place) -> Remark:
    why = f"A quote begins here that does not end within {MOST_LINES} lines."
    return kept(at, why, "The row ends with its line.", "Write a quote behind it, or none.")


def _take_cell(draft: Draft, column: str, cell: Cell) -> None:
    """Take a cell; what does not fit its column is not understood."""
    name, at = column.lower(), draft.line.at(cell.begin, cell.end)
    if name in ("note", "notes"):
        draft.notes.append(cell.words)
    elif name == "count" and cell.words.isdecimal():
        draft.take_count(cell.words, at)
    elif name == "side" and len(cell.words) <= LONGEST_WORD and not draft.side:
        draft.side = cell.words
    elif name in _KNOWN or name == "name":
        if name in ("side", "count", "name") or not _take_field(draft, name, cell):
            draft.unknown.append((cell.begin, cell.end))
    elif not _take_known(draft, name, cell):
        _take_unknown(draft, column, cell)


def _take_field(draft: Draft, name: str, cell: Cell) -> bool:
    """Take a cell as the field of its column; return whether it is one."""
    folded = draft.line.folded[cell.begin : cell.end].strip().strip('"').strip()
    for text in (f"{name} {folded}", folded):
        field = read_field(text, 0)
        kinds = {"hp": ("hp", "dice"), "ac": ("ac",)}.get(name, ("bonus", "score"))
        if field and field.end == len(text) and field.kind in kinds:
            draft.take(field, draft.line.at(cell.begin, cell.end))
            return True
    return False


def _take_known(draft: Draft, name: str, cell: Cell) -> bool:
    """Take a cell as a field that the game declares; return whether its column is one."""
    known = draft.line.known
    if name not in known.columns:
        return False
    text = known.column_text(name, draft.line.folded[cell.begin : cell.end].strip().strip('"'))
    field = known.field(text, 0)
    if field and field.end == len(text):
        draft.take(field, draft.line.at(cell.begin, cell.end))
    elif _AMOUNT.fullmatch(cell.words):
        return False
    else:
        draft.unknown.append((cell.begin, cell.end))
    return True


def _take_unknown(draft: Draft, column: str, cell: Cell) -> None:
    """Take the number of an unknown column as a pool, and its words as a note."""
    at = draft.line.at(cell.begin, cell.end)
    if found := _AMOUNT.fullmatch(cell.words):
        amount = Amount(int(found[1]), int(found[2]))
    elif _NUMBER.fullmatch(cell.words):
        amount = Amount(int(cell.words))
    else:
        draft.notes.append(f"{column}: {cell.words}" if column else cell.words)
        return
    if column:
        draft.take_pool(column, amount, at)
    else:
        draft.unknown.append((cell.begin, cell.end))
