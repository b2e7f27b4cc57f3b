"""Positions in a JSON text: where each value stands, by its JSON pointer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from domain.ruleset.sheets.refusals import inside

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


class Position(NamedTuple):
    """A place in a text as people count: the first sign is in line 1, column 1."""

    line: int
    column: int


def position_at(text: str, offset: int) -> Position:
    """Return the line and column of an offset."""
    begins = text.rfind("\n", 0, offset) + 1
    return Position(text.count("\n", 0, offset) + 1, offset - begins + 1)


def offsets(text: str) -> Iterator[tuple[str, int]]:
    """Yield the pointer and the offset of every value of a valid JSON text, outer ones first.

    A key that stands twice in an object comes twice.
    """
    tokens = _TOKEN.finditer(text)
    yield from _offsets(tokens, next(tokens), "")


def _offsets(
    tokens: Iterator[re.Match[str]], first: re.Match[str], pointer: str
) -> Iterator[tuple[str, int]]:
    yield pointer, first.start()
    if first[0] == "{":
        while (key := next(tokens))[0] != "}":
            if key[0] != ",":
                next(tokens)  # the colon
                yield from _offsets(tokens, next(tokens), inside(pointer, json.loads(key[0])))
    elif first[0] == "[":
        nth = 0
        while (item := next(tokens))[0] != "]":
            if item[0] != ",":
                yield from _offsets(tokens, item, inside(pointer, str(nth)))
                nth += 1
