"""The report of an import: what became of each place of the file."""

from __future__ import annotations

from typing import Literal, NamedTuple

How = Literal["imported", "interpreted", "left out"]
LONGEST_WORDS = 200
"""How many signs of a place are quoted; `findings` of longer ones end with an ellipsis."""


class Finding(NamedTuple):
    """What became of one place of a file.

    `at` is where: `line 4`, `line 4, column 7`, or a path such as `system.attributes.hp.max`.
    """

    how: How
    at: str
    words: str
    """What stands there, verbatim; the beginning of it where it is long."""
    said: str
    """What it became, how it was read, or why it was left out: a sentence."""
    who: str = ""
    """The name of the combatant that it is about, and next its id in the other program."""
    id: str = ""

    def __str__(self) -> str:
        return f"{self.at}: {self.how}. {self.said}"


def imported(at: str, words: str, said: str) -> Finding:
    """Say that a place was taken as it stands."""
    return Finding("imported", at, _quoted(words), said)


def interpreted(at: str, words: str, said: str) -> Finding:
    """Say how a place was read that does not say it outright."""
    return Finding("interpreted", at, _quoted(words), said)


def left_out(at: str, words: str, said: str) -> Finding:
    """Say that a place did not become part of anything, and why."""
    return Finding("left out", at, _quoted(words), said)


def _quoted(words: str) -> str:
    return words if len(words) <= LONGEST_WORDS else f"{words[: LONGEST_WORDS - 1]}…"
