"""Entries of one line, such as `- 17: 3 x Goblin HP 7 [prone] -- behind the door`."""

from __future__ import annotations

import re
from decimal import Decimal

from domain.rosters import remarks as r
from domain.rosters.draft import Draft
from domain.rosters.fields import END, TIMES, Field, is_mark, skip_gaps, word_end
from domain.rosters.lines import Line
from domain.rosters.parts import read_part

_BULLET = re.compile(r"[ \t]*(?:[-*][ \t]+|•[ \t]*|[0-9]{1,4}[.)][ \t]+)?")
_BEFORE_COLON = re.compile(r"(-?[0-9]{1,12}(?:\.[0-9]{1,6})?)[ ]*:(?![0-9])[ \t]*")
_CROSSED = re.compile(r"(?P<n>[0-9]+)(?P<apart>[ ]*)(?:x|\*)(?P<blank>[ \t]+|$)?(?P<next>\S)?")
_PLAIN = re.compile(r"(?P<n>[0-9]+)[ \t]+(?=\S)")
_NUMBER = re.compile(rf"[0-9]+{END}")


def read_entries(line: Line, *, counts: bool = False) -> list[Draft]:
    """Return the entries of a line; `counts`: a number before a colon says how many."""
    drafts: list[Draft] = []
    at = _match_end(_BULLET, line, 0)
    while at < len(line.folded):
        drafts.append(_read_entry(line, at, first=not drafts, counts=counts))
        at = skip_gaps(line.folded, drafts[-1].end)
    return drafts


def _match_end(pattern: re.Pattern[str], line: Line, at: int) -> int:
    found = pattern.match(line.folded, at)
    return found.end() if found else at


def _read_entry(line: Line, at: int, *, first: bool, counts: bool) -> Draft:
    """Read an entry; take marks as standing behind their numbers if only that explains all."""
    draft = _Reader(line, at).read(first=first, counts=counts)
    if any(is_mark(line.folded, begin) for begin, _ in draft.unknown):
        other = _Reader(line, at, behind=True).read(first=first, counts=counts)
        if not other.unknown and not other.refusal:
            return other
    return draft


class _Reader:
    """Reads one entry from left to right."""

    def __init__(self, line: Line, at: int, *, behind: bool = False) -> None:
        self.line, self.text, self.at, self.behind = line, line.folded, at, behind
        self.draft = Draft(line, at)

    def read(self, *, first: bool, counts: bool) -> Draft:
        """Return the entry that begins here, up to the next one or the end of the line."""
        if first:
            self._read_before_colon(counts)
        if not self._field_at(self.at):
            self._read_count()
        self.draft.name_at = self.at
        self.draft.name = self._quoted() or self._plain_name()
        self._read_rest()
        self.draft.finish(self.at)
        return self.draft

    def _field_at(self, at: int) -> Field | None:
        return self.line.field(at, behind=self.behind)

    def _read_before_colon(self, counts: bool) -> None:
        if found := _BEFORE_COLON.match(self.text, self.at):
            at = self.line.at(*found.span())
            if counts and found[1].isdigit():
                self.draft.take_count(found[1], at)
            else:
                self.draft.put("score", Decimal(found[1]), at)
            self.at = found.end()

    # --- how many ------------------------------------------------------------------------------

    def _read_count(self) -> None:
        crossed = _CROSSED.match(self.text, self.at)
        if crossed and (end := self._end_of_cross(crossed)):
            self.draft.take_count(crossed["n"], self.line.at(self.at, end))
            self.at = skip_gaps(self.text, end)
        elif plain := _PLAIN.match(self.text, self.at):
            self._read_plain_count(plain)

    def _end_of_cross(self, found: re.Match[str]) -> int:
        """Return where a count with a cross ends; 0 for `3 xorn`, in which the x is a letter."""
        end = found.end("apart") + 1
        letter = found["blank"] is None and self.line.typed[end - 1] in "xX"
        if letter and found["apart"]:
            return 0
        if letter and found["next"] and self.line.typed[end].islower():
            self._remark_on_letter(found["n"], end)
        return end

    def _remark_on_letter(self, count: str, end: int) -> None:
        at = self.line.at(self.at, word_end(self.text, end))
        name = self.line.words(end, word_end(self.text, end))
        taken = f'It is taken as {count} times "{name}".'
        advice = f"Write a blank behind the count if the x belongs to the name: {count} x{name}."
        self.draft.remarks.append(r.kept(at, f'"{at.words}" has no blanks.', taken, advice))

    def _read_plain_count(self, found: re.Match[str]) -> None:
        follows = _NUMBER.match(self.text, found.end())
        if follows and not self._field_at(found.end()):
            at = self.line.at(found.start(), follows.end())
            self.draft.refuse_numbers(at, (found["n"], follows[0]))
        self.draft.take_count(found["n"], self.line.at(*found.span()))
        self.at = found.end()

    # --- the name ------------------------------------------------------------------------------

    def _quoted(self) -> str:
        end = self.text.find('"', self.at + 1)
        if self.text[self.at : self.at + 1] != '"' or end < 0:
            return ""
        name = " ".join(self.line.typed[self.at + 1 : end].split())
        self.at = end + 1
        return name

    def _plain_name(self) -> str:
        words, starts = list[str](), list[int]()
        while self.at < len(self.text) and not self._name_ends():
            end = word_end(self.text, self.at)
            words.append(self.line.typed[self.at : end])
            starts.append(self.at)
            self.at = skip_gaps(self.text, end, " ")
        numbers = _numbers_behind(words)
        if len(numbers) > 1 or len(numbers) == len(words) > 0:
            self.draft.refuse_numbers(self.line.at(starts[-len(numbers)], self.at), numbers)
        self.draft.ends_in_number = bool(numbers)
        return " ".join(words)

    def _name_ends(self) -> bool:
        """Return whether a field, a gap, a bracket or a note begins here."""
        word = self.text[self.at : word_end(self.text, self.at)]
        return (
            self.text[self.at] in "\t,;|()[]"
            or word.startswith(("--", "—"))
            or word == "-"
            or ":" in word
            or "=" in word
            or is_mark(self.text, self.at)
            or TIMES.match(self.text, self.at) is not None
            or self._field_at(self.at) is not None
        )

    # --- what follows --------------------------------------------------------------------------

    def _read_rest(self) -> None:
        while True:
            gap = self.at
            self.at = skip_gaps(self.text, gap)
            apart = any(sign in self.text[gap : self.at] for sign in ",;")
            if self.at >= len(self.text) or (apart and self._counted_entry()):
                return
            begin, self.at = self.at, read_part(self.draft, self.at, behind=self.behind)
            self.draft.first_part = self.draft.first_part or (begin, self.at)

    def _counted_entry(self) -> bool:
        """Return whether the next entry begins here: with a count, and a name behind it."""
        if self._field_at(self.at):
            return False
        crossed = _CROSSED.match(self.text, self.at)
        plain = _PLAIN.match(self.text, self.at)
        return bool(crossed and crossed["next"]) or bool(plain)


def _numbers_behind(words: list[str]) -> list[str]:
    """Return the bare numbers at the end of a name."""
    count = 0
    while count < len(words) and words[-1 - count].isdecimal():
        count += 1
    return words[len(words) - count :]
