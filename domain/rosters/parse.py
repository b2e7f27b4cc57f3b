"""Reading a roster: a whole text to combatants and a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from domain.rosters import remarks as r
from domain.rosters.combatants import Combatant, Comment, Roster
from domain.rosters.draft import LONGEST_WORD, Draft
from domain.rosters.entries import read_entries
from domain.rosters.fields import is_mark, read_field, skip_gaps, word_end
from domain.rosters.known import NOTHING_KNOWN, KnownNames
from domain.rosters.lines import Line, split
from domain.rosters.names import number_names
from domain.rosters.remarks import MOST, Place, Remark, remark
from domain.rosters.sides import is_versus, side_after
from domain.rosters.tables import (
    MOST_LINES,
    Table,
    is_row,
    read_header,
    read_row,
    remarks_on_header,
    whole_row,
)

_COUNTS = "creatures"
"""The heading of a format in which a number before a colon is a count."""
_SIDES = {"ally": ("ally", "allies"), "enemy": ("enemy", "enemies")}
"""Headings that mean the same side as a flag."""


def parse(text: str, here: Iterable[str] = (), known: KnownNames = NOTHING_KNOWN) -> Roster:
    """Return what a text says, and a report on everything that was not taken as it stands.

    `here`: the names of those who are in the combat already. Nobody gets one of them again.
    `known`: the names that the game declares.
    """
    lines, remarks = split(text, known)
    reader = _Reader(remarks)
    reader.read_all(lines)
    return reader.roster(here)


class _Reader:
    """Reads a text line by line: it knows the heading and the table that stand above."""

    def __init__(self, remarks: list[Remark]) -> None:
        self.remarks = remarks
        self.drafts: list[Draft] = []
        self.comments: list[Comment] = []
        self.headings: list[Place] = []
        self.continued: set[int] = set()
        self.side, self.counts, self.parted = "", False, 0
        self.table: Table | None = None

    def read_all(self, lines: Sequence[Line]) -> None:
        """Read lines; a row of a table may have several."""
        at = 0
        while at < len(lines):
            line, count = lines[at], 1
            if self.table and is_row(self.table, line) and not _is_comment(line):
                line, count = whole_row(self.table, lines[at : at + MOST_LINES])
            self.read(line)
            self.continued |= {each.number for each in lines[at + 1 : at + count]}
            at += count

    def read(self, line: Line) -> None:
        """Read one line: a blank one, a comment, `vs`, a heading, a row or entries."""
        text = line.folded.strip()
        if not text:
            self.table = None
        elif _is_comment(line):
            self.comments.append(Comment(line.number, line.typed.strip()))
        elif is_versus(text):
            self._part_sides()
        elif heading := _heading(line):
            self._begin_side(heading)
        elif table := read_header(line):
            self.table = table
            self.remarks += remarks_on_header(table, line)
        else:
            self._add(self._drafts(line))

    def _drafts(self, line: Line) -> list[Draft]:
        if self.table and is_row(self.table, line):
            return [read_row(self.table, line)]
        self.table = None
        return read_entries(line, counts=self.counts)

    def _part_sides(self) -> None:
        """Take those before a `vs` to one side, and begin the next."""
        for draft in self.drafts:
            draft.side = draft.side or side_after(self.parted)
        self.parted += 1
        self.side, self.counts, self.table = side_after(self.parted), False, None

    def _begin_side(self, heading: Place) -> None:
        name = heading.words.removesuffix(":").strip()
        self.counts = name.lower() == _COUNTS
        self.side = "" if self.counts or len(name) > LONGEST_WORD else name
        if self.counts:
            why = f'"{heading.words}" begins a list of another program.'
            taken = "A number before a colon is taken as a count."
            self.remarks.append(r.kept(heading, why, taken, "Write 3 x Goblin for a count."))
        elif not self.side:
            why = f'"{heading.words}" is too long for a side.'
            advice = f"Write at most {LONGEST_WORD} signs."
            taken = "Nobody is taken to this side."
            self.remarks.append(
                remark("too-long", heading, why, taken, advice, left_out=heading.words)
            )
        else:
            self.headings.append(heading)

    def _add(self, drafts: list[Draft]) -> None:
        """Add entries, with the side that the heading says where they say none."""
        for draft in drafts:
            draft.side = draft.side or self.side
            total = sum(each.count for each in self.drafts)
            if total + draft.count > MOST:
                why = f'With "{draft.name}" there would be {total + draft.count}: at most {MOST}.'
                draft.refuse("too-many", draft.at, why, "Add the others in a second step.")
            if draft.refusal:
                self.remarks.append(draft.refusal)
            else:
                self.drafts.append(draft)
                self.remarks += draft.remarks

    # --- the whole -----------------------------------------------------------------------------

    def roster(self, here: Iterable[str]) -> Roster:
        """Return everything that was read, the report in the order of the lines."""
        for draft in self.drafts:
            self._take_flag(draft)
        names, numbered = number_names(self.drafts, here)
        pairs = zip(self.drafts, names, strict=True)
        found = tuple(_combatant(draft, name) for draft, all_of in pairs for name in all_of)
        self.remarks += [*numbered, *_some_scores(self.drafts), *_only_names(self.drafts)]
        self.remarks += self._empty_sides()
        in_order = sorted(self.remarks, key=lambda each: (each.line, each.column))
        typed = tuple(draft.name for draft in self.drafts for _ in range(draft.count))
        continued = frozenset(self.continued)
        return Roster(found, tuple(in_order), tuple(self.comments), typed, continued)

    def _take_flag(self, draft: Draft) -> None:
        """Let `ally` and `enemy` say the side: that of a heading which means the same."""
        flag = str(draft.values.get("ally or enemy", ""))
        same = _SIDES.get(flag, ())
        if not flag or draft.side.lower() in same:
            return
        sides = [heading.words.removesuffix(":").strip() for heading in self.headings]
        meant = next((side for side in sides if side.lower() in same), flag)
        if draft.side:
            why = f'"{flag}" stands below the heading "{draft.side}:".'
            taken = f'{draft.name} is taken to the side "{meant}".'
            self.remarks.append(r.kept(draft.at, why, taken, "Leave one of the two out."))
        draft.side = meant

    def _empty_sides(self) -> Iterator[Remark]:
        sides = {draft.side for draft in self.drafts}
        for heading in self.headings:
            if heading.words.removesuffix(":").strip() not in sides:
                why = f'Nobody stands below "{heading.words}".'
                advice = "Write the combatants of a side on the lines below it."
                found = r.kept(heading, why, "The side is not taken.", advice)
                yield found._replace(left_out=heading.words)


def _is_comment(line: Line) -> bool:
    return line.folded.lstrip().startswith(("#", "//"))


def _heading(line: Line) -> Place | None:
    """Return a line that names a side: words without a field, and a colon at the end."""
    text = line.folded.rstrip()
    words, at = text.removesuffix(":"), skip_gaps(text, 0)
    bare = not any(sign in words for sign in "\t,;|()[]:=") and not words.strip().isdecimal()
    if not text.endswith(":") or not bare or words.lstrip().startswith(("- ", "* ", "•")):
        return None
    while (at := skip_gaps(words, at)) < len(words):
        field = line.known.field(words, at) or read_field(words, at)
        if (field and field.kind != "flag") or is_mark(words, at):
            return None
        at = word_end(words, at)
    return line.at(0, len(text)) if words.strip() else None


def _some_scores(drafts: Sequence[Draft]) -> Iterator[Remark]:
    """Yield a remark where only some have a score for the order."""
    without = [draft for draft in drafts if "score" not in draft.values]
    if without and len(without) < len(drafts):
        who = ", ".join(draft.name for draft in without)
        why = f"Others have a score for the order, but not {who}."
        taken = "Who has none is asked for a roll."
        yield remark("some-scores", without[0].at, why, taken, "Write it as in: Kara init 17.")


def _only_names(drafts: Sequence[Draft]) -> Iterator[Remark]:
    """Yield a hint where entries are a name and nothing else, or a number may be no name."""
    if alone := [draft for draft in drafts if draft.is_only_name]:
        yield r.no_numbers(alone[0].at, ", ".join(draft.name for draft in alone))
    meant = [each for each in drafts if each.may_mean_hit_points and each not in alone]
    if meant:
        yield r.number_in_name(meant[0].at, ", ".join(draft.name for draft in meant))


def _combatant(draft: Draft, name: str) -> Combatant:
    values = draft.values
    score, bonus, ac = values.get("score"), values.get("bonus"), values.get("ac")
    dice, played = values.get("hit points"), values.get("pc or npc")
    return Combatant(
        line=draft.line.number,
        name=name,
        side=draft.side,
        hp=draft.hit_points(),
        dice=dice if isinstance(dice, str) else "",
        ac=ac if isinstance(ac, int) else None,
        bonus=bonus if isinstance(bonus, int) else None,
        score=score if isinstance(score, Decimal) else None,
        pools=dict(draft.pools),
        facts=dict(draft.facts),
        states=tuple(draft.states),
        notes=tuple(draft.notes),
        hidden="hidden" in values,
        dead="dead" in values,
        played=played if isinstance(played, bool) else None,
    )
