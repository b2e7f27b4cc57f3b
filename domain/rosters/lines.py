"""Lines of a text: bytes to text, and text to lines that are folded for recognition."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from domain.rosters.fields import Field, read_field
from domain.rosters.known import NOTHING_KNOWN, KnownNames
from domain.rosters.remarks import Place, Remark, remark

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Signs that may stand in no name: they break a line, turn it round, or show nothing."""
HYPHENS = "\u2212\u2010\u2011\u2012\u2013\ufe63\uff0d"
"""Minus signs, hyphens and the shorter dash, which all mean a minus or a bullet."""
_FOLDED = {"×": "x", "\u2715": "x", "\u2a2f": "x"} | dict.fromkeys(HYPHENS, "-")
_QUOTES = dict.fromkeys("“”„‟«»", '"')
LINE_END = re.compile("\r\n|\r|\n")
_SHOWN = 12
"""How many bytes or signs of a damaged place are quoted."""


class Line(NamedTuple):
    """One line: its number from 1, the text as typed, and the text folded, sign by sign.

    `known` are the names that the game declares.
    """

    number: int
    typed: str
    folded: str
    known: KnownNames = NOTHING_KNOWN

    def field(self, at: int, *, behind: bool = False) -> Field | None:
        """Return the field that begins at an offset: one of the game, or one of the grammar."""
        return self.known.field(self.folded, at) or read_field(self.folded, at, behind=behind)

    def words(self, begin: int, end: int) -> str:
        """Return what was typed between two offsets, without blanks around it."""
        return self.typed[begin:end].strip()

    def at(self, begin: int, end: int) -> Place:
        """Return the place of what was typed between two offsets."""
        text = self.typed[begin:end]
        blanks = len(text) - len(text.lstrip())
        return Place(self.number, begin + blanks + 1, text.strip())


def decode(raw: bytes) -> tuple[str, tuple[Remark, ...]]:
    """Return the text of bytes; what is no UTF-8 is tried as UTF-16 and cp1252, and said."""
    try:
        return raw.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        at = _place(raw, error.start, error.end)
    marked = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("cp1252",):
        try:
            return raw.decode(encoding), (_other_encoding(at, f"It was read as {encoding}."),)
        except UnicodeDecodeError:
            continue
    left = raw.decode("latin-1")
    return "", (_other_encoding(at, "Nothing is taken.")._replace(left_out=left),)


def _place(raw: bytes, begin: int, end: int) -> Place:
    before = raw[:begin].decode("utf-8", "replace")
    lines = LINE_END.split(before)
    shown = raw[begin : min(end, begin + _SHOWN)]
    return Place(len(lines), len(lines[-1]) + 1, " ".join(f"{byte:02x}" for byte in shown))


def _other_encoding(at: Place, taken: str) -> Remark:
    why = f"The bytes {at.words} are no UTF-8."
    return remark("encoding", at, why, taken, "Save the file as UTF-8.")


def split(text: str, known: KnownNames = NOTHING_KNOWN) -> tuple[list[Line], list[Remark]]:
    """Return the lines of a text, and a remark for every line with signs that cannot be seen."""
    lines, remarks = [], []
    for number, typed in enumerate(LINE_END.split(text), start=1):
        for found in _UNSEEN.finditer(typed):
            remarks.append(_unseen(number, found))
        typed = _UNSEEN.sub(" ", typed)
        lines.append(Line(number, typed, "".join(map(_fold, typed)), known))
    return lines, remarks


def _unseen(number: int, found: re.Match[str]) -> Remark:
    code = f"U+{ord(found[0]):04X}"
    at = Place(number, found.start() + 1, code)
    why = f"The sign {code} cannot be seen."
    return remark("unseen-sign", at, why, "It is taken as a blank.", "Leave it out.")


def _fold(sign: str) -> str:
    """Return a sign in lower case, with one kind of blank, minus, cross and quote."""
    if sign == "\t" or sign.isascii():
        return sign.lower()
    if unicodedata.category(sign) == "Zs":
        return " "
    lower = sign.lower()
    return _FOLDED.get(sign) or _QUOTES.get(sign) or (lower if len(lower) == 1 else sign)
