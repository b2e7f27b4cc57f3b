"""Remarks of a report: where, which words, what was taken all the same, what to write instead."""

from __future__ import annotations

from typing import Literal, NamedTuple

MOST = 50
"""How many combatants one text may bring in."""

Code = Literal[
    "not-understood",
    "no-name",
    "unclear-numbers",
    "over-most",
    "said-twice",
    "too-many",
    "too-long",
    "two-counts",
    "kept-as-read",
    "waits",
    "numbered",
    "some-scores",
    "unknown-column",
    "encoding",
    "unseen-sign",
    "no-numbers",
]


class Place(NamedTuple):
    """Where words stand, line and column from 1, and the words verbatim."""

    line: int
    column: int
    words: str


class Remark(NamedTuple):
    """One thing that a reader of the text could not take as it stands, or took with a change."""

    code: Code
    line: int
    column: int
    words: str
    """The words in question, verbatim."""
    why: str
    """What is the matter, as sentences; so are the next two."""
    taken: str
    """What was taken all the same."""
    instead: str
    """What to write instead."""
    left_out: str = ""
    """Text that did not become part of anything, verbatim; empty where all was taken."""

    @property
    def is_hint(self) -> bool:
        """Whether it is only worth knowing: all was taken as it stands."""
        return self.code == "no-numbers"

    def __str__(self) -> str:
        parts = " ".join(filter(None, (self.why, self.taken, self.instead)))
        return f"Line {self.line}, column {self.column}: {parts}"


def remark(
    code: Code, at: Place, why: str, taken: str, instead: str, *, left_out: str = ""
) -> Remark:
    """Return a remark about the words at a place."""
    return Remark(code, *at, why, taken, instead, left_out)


def not_understood(at: Place, who: str, instead: str = "") -> Remark:
    """Say that words were left out of an entry, which is taken without them."""
    advice = instead or "Write a note after two hyphens, as in: -- behind the door."
    why = f'Not understood: "{at.words}".'
    return remark(
        "not-understood", at, why, f"{who} is taken without it.", advice, left_out=at.words
    )


def refused(code: Code, at: Place, entry: str, why: str, instead: str) -> Remark:
    """Say that an entry was not taken at all."""
    return remark(code, at, why, f'Nothing is taken of "{entry}".', instead, left_out=entry)


def over_most(at: Place, who: str, now: int, most: int) -> Remark:
    """Say that a pool holds more than its most."""
    advice = "Write the current number first and the most second, as in: 24/30."
    return remark(
        "over-most", at, f"{now} is more than {most}.", f"{who} is taken with {now}/{most}.", advice
    )


def said_twice(at: Place, who: str, what: str) -> Remark:
    """Say that an entry has a value for something that it has already."""
    return remark(
        "said-twice",
        at,
        f'"{at.words}" says {what} a second time.',
        f"{who} is taken with the first.",
        "Leave one out.",
        left_out=at.words,
    )


def waits_for_dice(at: Place, who: str, dice: str, count: int) -> Remark:
    """Say that hit points are dice, which are rolled in the log and nowhere else."""
    each = f", each of the {count} with a roll of its own" if count > 1 else ""
    why = f"The hit points wait for a roll of {dice}{each}."
    advice = "Roll in the log, or write a number, as in: HP 7."
    return remark("waits", at, why, f"{who} is taken without hit points.", advice)


def no_numbers(at: Place, names: str) -> Remark:
    """Say that entries are a name and nothing else."""
    why = f"There are only names, without numbers: {names}."
    taken = "They are taken with a name alone."
    return remark("no-numbers", at, why, taken, "Write numbers behind, as in: Goblin HP 7.")


def number_in_name(at: Place, names: str) -> Remark:
    """Say that numbers are part of names, where they may be meant as hit points."""
    why = f"The number is part of the name, and there are no hit points: {names}."
    taken = "They are taken with that name."
    return remark("no-numbers", at, why, taken, "Write HP before it, as in: Goblin HP 7.")


def kept(at: Place, why: str, taken: str, instead: str) -> Remark:
    """Say how words were read that could have been meant in another way."""
    return remark("kept-as-read", at, why, taken, instead)
