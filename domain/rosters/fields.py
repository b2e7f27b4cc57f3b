"""Fields of an entry, such as `HP 7` or `[prone]`, recognised in folded text."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Kind = Literal["hp", "dice", "temp", "ac", "bonus", "score", "pool", "flag", "fact"]

GAPS = " \t,;|"
END = r"(?=$|[ \t,;|()\[\]])"
"""Where a field may end."""
N = "[0-9]{1,12}"
"""A number that a sheet can hold."""
_SEP = "[ \t]*[:=]?[ \t]*"
_NO_NUMBER = f"(?!{_SEP}-?[0-9])"
"""A mark behind its number, unless it stands before another one."""
_TEMP = rf"\+[ ]?(?P<temp>{N})[ ]?(?:temp|thp)(?:[ ]hp)?"
_PLUS = rf"(?:[ \t]*{_TEMP})?{END}"
_DICE = rf"(?:{N})?d{N}"
_MARK = "(?:hp|ac|initiative|init|ini|temp|thp|cr)"
_EXACT = rf"{N}(?:\.[0-9]{{1,6}})?"


class Field(NamedTuple):
    """A field that was recognised: its kind, where it ends, and its parts."""

    kind: Kind
    end: int
    parts: dict[str, str | None]


_Patterns = tuple[tuple[Kind, re.Pattern[str]], ...]


def _patterns(spaced: str) -> _Patterns:
    """Return what is tried, first to last; `spaced` follows a mark apart from its number."""
    texts: tuple[tuple[Kind, str], ...] = (
        ("hp", rf"hp{_SEP}(?P<now>-?{N})[ ]*/[ ]*(?P<most>{N})(?:[ ]?hp{_NO_NUMBER})?{_PLUS}"),
        ("hp", rf"(?P<now>{N})[ ]*/[ ]*(?P<most>{N})(?:[ ]?hp{_NO_NUMBER})?{_PLUS}"),
        ("dice", rf"hp{_SEP}(?P<dice>{_DICE}(?:(?:[+-]|[ ][+-][ ])(?:{_DICE}|{N}))*){END}"),
        ("hp", rf"hp{_SEP}(?P<now>{N}){_PLUS}"),
        ("hp", rf"(?P<now>{N})hp{_PLUS}"),
        ("hp", rf"(?P<now>{N})[ ]+hp{spaced}{_PLUS}"),
        ("ac", rf"ac{_SEP}(?P<ac>{N}){END}"),
        ("ac", rf"(?P<ac>{N})ac{END}"),
        ("ac", rf"(?P<ac>{N})[ ]+ac{spaced}{END}"),
        ("bonus", rf"(?:initiative|init|ini){_SEP}(?P<bonus>[+-]{N}){END}"),
        ("score", rf"(?:initiative|init|ini){_SEP}(?P<score>{_EXACT}){END}"),
        ("score", rf"@[ ]?(?P<score>[+-]?{_EXACT}){END}"),
        ("temp", rf"{_TEMP}{END}"),
        ("bonus", rf"(?P<bonus>[+-]{N}){END}"),
        (
            "pool",
            rf"(?!{_MARK}[ ]*[:=])(?P<pool>[^\W\d_][\w'’-]*)[ ]*[:=][ ]*"
            rf"(?P<now>-?{N})(?:[ ]*/[ ]*(?P<most>{N}))?{END}",
        ),
        ("flag", rf"(?P<flag>hidden|dead|pc|npc|ally|enemy){END}"),
    )
    return tuple((kind, re.compile(text)) for kind, text in texts)


_MARKS_BEFORE, _MARKS_BEHIND = _patterns(_NO_NUMBER), _patterns("")
_LONE_MARK = re.compile(rf"(?:{_MARK}[:=]?|[^ \t,;|()\[\]]+[:=]){END}")
_WORD = re.compile(r"[^ \t,;|()\[\]]+|[()\[\]]")
BONUS = re.compile(rf"[ ]+[+-]{N}{END}")
"""A number with a sign, behind a word."""
TIMES = re.compile(rf"x[ ]?(?P<times>[0-9]+){END}")
"""How often, behind a name."""


def read_field(text: str, at: int, *, behind: bool = False) -> Field | None:
    """Return the field that begins at an offset; `behind`: marks stand behind their numbers."""
    for kind, pattern in _MARKS_BEHIND if behind else _MARKS_BEFORE:
        if found := pattern.match(text, at):
            return Field(kind, found.end(), found.groupdict())
    return None


def is_mark(text: str, at: int) -> bool:
    """Return whether a mark stands here that wants a number behind it."""
    return _LONE_MARK.match(text, at) is not None


def word_end(text: str, at: int) -> int:
    """Return where the word or the single bracket at an offset ends."""
    found = _WORD.match(text, at)
    return found.end() if found else at + 1


def unknown_end(text: str, at: int) -> int:
    """Return where words end that are no field: a mark takes the word behind it along."""
    marked, end = is_mark(text, at), word_end(text, at)
    behind = skip_gaps(text, end, " ")
    follows = behind < len(text) and text[behind] not in GAPS + "()[]"
    if marked and follows and not is_mark(text, behind) and not _keyed(text, behind):
        return word_end(text, behind)
    return end


def _keyed(text: str, at: int) -> bool:
    """Return whether a field stands here that has a mark or a word of its own."""
    found = read_field(text, at)
    return found is not None and text[at].isalpha()


def skip_gaps(text: str, at: int, gaps: str = GAPS) -> int:
    """Return the offset of what follows the gap signs here."""
    while at < len(text) and text[at] in gaps:
        at += 1
    return at


def bracket_end(text: str, at: int) -> int | None:
    """Return the offset behind the bracket that closes the one here; None where none does."""
    opens = text[at]
    closes = {"(": ")", "[": "]"}[opens]
    depth = 0
    for offset in range(at, len(text)):
        depth += (text[offset] == opens) - (text[offset] == closes)
        if not depth:
            return offset + 1
    return None
