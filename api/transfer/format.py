"""The lines of an export: their shapes, their canonical bytes, and the sum that runs over them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints, ValidationError
from pydantic.types import StrictInt

FORMAT: Final = "combatlog-export/1"

MOST_EXPORT: Final = 64 * 1024 * 1024
"""Bytes of a whole export."""

MOST_LINE: Final = 1024 * 1024
"""Bytes of one line."""

_SUM = re.compile(rb',"sum":"([0-9a-f]{64})"}\n')
_TAIL: Final = len(',"sum":"",') + 64 + len("}\n") - 1

Salt = Annotated[bytes, Field(min_length=16, max_length=16)]
Hash = Annotated[bytes, Field(min_length=32, max_length=32)]
CombatId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$")]
Count = Annotated[StrictInt, Field(ge=0, le=2**31)]


class Spoilt(Exception):
    """The file is no whole, unaltered export. `line` is the first line that is wrong."""

    def __init__(self, line: int, why: str):
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


class Line(BaseModel):
    """What all lines share; their bytes are written in hexadecimal."""

    model_config = ConfigDict(
        extra="forbid", strict=True, ser_json_bytes="hex", val_json_bytes="hex"
    )


class Header(Line):
    """The first line: which combat this is, what it was played under, and how much follows.

    `chain` is the chain after the last entry. `keys` are those of its dice and of its seal, by
    domain, where they travel along.
    """

    line: Literal["header"] = "header"
    format: Literal["combatlog-export/1"] = FORMAT
    combat: CombatId
    ruleset: str
    edition: str
    engine: str
    sample: StrictBool
    people: Count
    texts: Count
    entries: Annotated[Count, Field(ge=1)]
    chain: Hash
    commitments: dict[str, str]
    keys: dict[str, Hash] | None


class PersonLine(Line):
    """A person's name, with the salt of its commitment; people who were forgotten have none."""

    line: Literal["person"] = "person"
    id: str
    salt: Salt
    name: str


class TextLine(Line):
    """Somebody's words, with the salt of their commitment; forgotten ones have no line."""

    line: Literal["text"] = "text"
    id: str
    author: str
    mentions: list[str]
    salt: Salt
    words: str


class EntryLine(Line):
    """An entry: the bytes of its body and of its command, what opens them, and its chain."""

    line: Literal["entry"] = "entry"
    seq: Annotated[Count, Field(ge=1)]
    body: str
    command: str
    nonces: Hash
    chain: Hash


class Trailer(Line):
    """The last line: how many entries there were, and the chain after the last of them."""

    line: Literal["trailer"] = "trailer"
    entries: Count
    chain: Hash


L = TypeVar("L", bound=Line)


def by_number(id: str) -> tuple[int, str]:
    """The order of people and texts: p2 comes before p10."""
    return len(id), id


class Sums:
    """The sum that runs over all lines of one file, from the first on."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()

    def add_sum(self, line: Line) -> bytes:
        """A line as it is written, its sum at its end."""
        content = _content(line)
        self._sum.update(content)
        return content[:-1] + f',"sum":"{self._sum.hexdigest()}"}}\n'.encode()

    def verify_sum(self, raw: bytes) -> bytes:
        """What a line says, without its sum; raises ValueError where that is another."""
        tail = _SUM.fullmatch(raw[-_TAIL:])
        if tail is None:
            raise ValueError("it does not end with a sum")
        content = raw[:-_TAIL] + b"}"
        self._sum.update(content)
        if self._sum.hexdigest().encode() != tail[1]:
            raise ValueError("it was altered, or a line before it is missing")
        return content


def _content(line: Line) -> bytes:
    return line.__pydantic_serializer__.to_json(line)


class Lines:
    """The lines of a file, read one after the other, each held to its shape and its sum."""

    def __init__(self, raw: Iterable[bytes]):
        self._raw: Iterator[bytes] = iter(raw)
        self._sums = Sums()
        self.number, self._size = 0, 0

    def next(self, shape: type[L]) -> L:
        """The next line, which has this shape; raises Spoilt."""
        self.number += 1
        raw = next(self._raw, b"")
        self._size += len(raw)
        if not raw:
            raise self.spoilt("the file ends before this line")
        if len(raw) > MOST_LINE:
            raise self.spoilt(f"it has more than {MOST_LINE} bytes")
        if self._size > MOST_EXPORT:
            raise self.spoilt(f"the file has more than {MOST_EXPORT} bytes")
        try:
            content = self._sums.verify_sum(raw)
            line: L = shape.model_validate_json(content)
        except ValidationError as error:
            raise self.spoilt(_why(shape, error)) from error
        except ValueError as error:
            raise self.spoilt(str(error)) from error
        if _content(line) != content:
            raise self.spoilt("it is not written as an export writes it")
        return line

    def end(self) -> None:
        """Raises Spoilt where there is anything left."""
        self.number += 1
        if next(self._raw, b""):
            raise self.spoilt("nothing may follow the trailer")

    def spoilt(self, why: str) -> Spoilt:
        """What is wrong with the line that was read last."""
        return Spoilt(self.number, why)


def _why(shape: type[Line], error: ValidationError) -> str:
    first: Any = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    if where in ("format", "line"):
        return f"this is no {shape.model_fields['line'].default} of {FORMAT}"
    return f"`{where}`: {first['msg']}"
