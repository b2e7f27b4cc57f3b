"""One entry while it is read: values that it has so far, and remarks about it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from domain.rosters import remarks as r
from domain.rosters.combatants import Amount, State
from domain.rosters.fields import Field, is_mark, skip_gaps
from domain.rosters.lines import Line
from domain.rosters.remarks import Code, Place, Remark
from domain.rosters.states import read_state, remark_on_level

LONGEST_NAME, LONGEST_WORD, LONGEST_NOTE = 72, 80, 2000
"""How long names may be, before they get a number; words of the sheet; and all notes."""

_MARK_ADVICE = "Write a whole number behind it, as in: HP 7."
_FLAGS: dict[str, tuple[str, bool | str]] = {
    "hidden": ("hidden", True),
    "dead": ("dead", True),
    "pc": ("pc or npc", True),
    "npc": ("pc or npc", False),
    "ally": ("ally or enemy", "ally"),
    "enemy": ("ally or enemy", "enemy"),
}


class Draft:
    """An entry in the making."""

    def __init__(self, line: Line, begin: int) -> None:
        self.line, self.begin, self.end = line, begin, begin
        self.name, self.name_at, self.side = "", begin, ""
        self.count, self.counted = 1, False
        self.ends_in_number = False
        self.values: dict[str, bool | str | int | Amount | Decimal] = {}
        self.pools: dict[str, Amount] = {}
        self.facts: dict[str, int | str | bool] = {}
        self.states: list[State] = []
        self.notes: list[str] = []
        self.unknown: list[tuple[int, int]] = []
        self.remarks: list[Remark] = []
        self.first_part: tuple[int, int] | None = None
        self._reason: tuple[Code, Place, str, str] | None = None
        self._temporary_at = Place(line.number, begin + 1, "")

    @property
    def who(self) -> str:
        """What remarks call it."""
        return self.name or "The entry"

    @property
    def text(self) -> str:
        """The whole entry as typed."""
        return self.line.words(self.begin, self.end).rstrip(",;").strip()

    @property
    def at(self) -> Place:
        """Where its name stands."""
        begin, text = self.name_at, self.line.folded
        if text[begin : begin + 1] == '"' and text[begin + 1 : begin + 2].isspace():
            begin = skip_gaps(text, begin + 1, " \t")
        return Place(self.line.number, begin + 1, self.name)

    @property
    def refusal(self) -> Remark | None:
        """Why nothing of it is taken; None where it is."""
        if self._reason is None:
            return None
        code, at, why, instead = self._reason
        return r.refused(code, at, self.text, why, instead)

    @property
    def is_only_name(self) -> bool:
        """Whether it says a name and nothing else."""
        said = (self.values, self.pools, self.facts, self.states, self.notes, self.remarks)
        return not self.counted and not any(said)

    @property
    def may_mean_hit_points(self) -> bool:
        """Whether a number at the end of its name may be meant as hit points: it has none."""
        return self.ends_in_number and not self.pools and "hit points" not in self.values

    def refuse(self, code: Code, at: Place, why: str, instead: str) -> None:
        """Take nothing of it; the first reason counts."""
        self._reason = self._reason or (code, at, why, instead)

    def refuse_numbers(self, at: Place, numbers: Iterable[str]) -> None:
        """Take nothing of it, since numbers have no mark that says what they count."""
        which = ", which is ".join(f'"{number}"' for number in numbers)
        advice = "Write HP and AC, as in: Goblin HP 7 AC 13."
        self.refuse("unclear-numbers", at, f"Which is {which}?", advice)

    def put(self, what: str, value: bool | str | int | Amount | Decimal, at: Place) -> bool:
        """Set a value that is not set yet; otherwise remark on it."""
        if what in self.values:
            self.remarks.append(r.said_twice(at, self.who, what))
            return False
        self.values[what] = value
        return True

    def take(self, field: Field, at: Place) -> None:
        """Take the value of a field whose words stand at a place."""
        parts = field.parts
        match field.kind:
            case "hp" | "pool":
                self._take_amount(field, at)
            case "dice":
                self._take_dice(str(parts["dice"]), at)
            case "score":
                self.put("score", Decimal(str(parts["score"])), at)
            case "flag":
                self.put(*_FLAGS[str(parts["flag"])], at)
            case "fact":
                self._take_fact(field, at)
            case "temp":
                self._take_temporary(parts, at)
            case _:
                self.put(field.kind, int(str(parts[field.kind])), at)

    def _take_amount(self, field: Field, at: Place) -> None:
        now, most = int(field.parts["now"] or 0), field.parts.get("most")
        if own := field.parts.get("own"):
            self.take_pool(own, Amount(now, int(most) if most else None), at)
        elif name := field.parts.get("pool"):
            typed = at.words[: len(name)]
            self.take_pool(typed, Amount(now, int(most) if most else None), at)
        elif self.put("hit points", Amount(now, int(most or now)), at):
            self._take_temporary(field.parts, at)
            self._compare(at, now, most)

    def _take_fact(self, field: Field, at: Place) -> None:
        """Take a fact of the game's sheet: once, a word as typed."""
        name, value = str(field.parts["own"]), str(field.parts["value"])
        if name in self.facts:
            self.remarks.append(r.said_twice(at, self.who, name))
        elif field.parts["holds"] == "word":
            self.facts[name] = at.words[-len(value) :].strip('"“”„‟«» ')
        else:
            number = field.parts["holds"] == "number"
            self.facts[name] = int(value) if number else value in ("yes", "true")

    def take_pool(self, name: str, amount: Amount, at: Place) -> None:
        """Take a pool by name: once."""
        if len(name) > LONGEST_WORD:
            self.remarks.append(r.not_understood(at, self.who, _shorter(LONGEST_WORD)))
        elif name.lower() in map(str.lower, self.pools):
            self.remarks.append(r.said_twice(at, self.who, name))
        else:
            self.pools[name] = amount
            self._compare(at, amount.current, amount.most)

    def _compare(self, at: Place, now: int, most: str | int | None) -> None:
        if most is not None and now > int(most):
            self.remarks.append(r.over_most(at, self.who, now, int(most)))

    def _take_temporary(self, parts: dict[str, str | None], at: Place) -> None:
        if parts.get("temp") and self.put("temporary points", int(parts["temp"] or 0), at):
            self._temporary_at = at

    def _take_dice(self, dice: str, at: Place) -> None:
        if self.put("hit points", dice, at):
            self.remarks.append(r.waits_for_dice(at, self.who, dice, self.count))

    def take_count(self, digits: str, at: Place) -> None:
        """Take how many there are: once, from 1 to the most."""
        count = int(digits) if len(digits) < 6 else r.MOST + 1
        if self.counted:
            first = f'"{self.count}" and "{at.words}" both say how many there are.'
            self.refuse("two-counts", at, first, "Leave one out.")
        elif not 0 < count <= r.MOST:
            few = "at least 1" if not count else f"at most {r.MOST} at once"
            why = f'"{at.words}": {few}.'
            advice = f"Write a number from 1 to {r.MOST}, as in: 3 x Goblin."
            self.refuse("too-many", at, why, advice)
        self.counted = True
        self.count = count

    def take_states(self, begin: int, end: int) -> None:
        """Take the conditions between square brackets, several apart by commas."""
        at = begin
        for folded in self.line.folded[begin:end].split(","):
            if state := read_state(self.line, at, folded, LONGEST_WORD):
                self.states.append(state)
                if remark := remark_on_level(self.line, at, folded, state, self.who):
                    self.remarks.append(remark)
            else:
                self.unknown.append((at, at + len(folded)))
            at += len(folded) + 1

    # --- the end of the entry ------------------------------------------------------------------

    def finish(self, end: int) -> None:
        """Close the entry at an offset: refuse it, or remark on what it lacks."""
        self.end = end
        self._take_bare_hit_points()
        self._check_name()
        if len("; ".join(self.notes)) > LONGEST_NOTE:
            self.refuse("too-long", self.at, "The notes are too long.", _shorter(LONGEST_NOTE))
        strays = [words for words in map(self._unknown_words, self.unknown) if words.isdigit()]
        if strays and not self.values.keys() - {"temporary points"}:
            trailing = re.findall("[0-9]+$", self.name)
            self.refuse_numbers(self.line.at(*self.unknown[0]), [*trailing, *strays])
        for span in self.unknown:
            advice = _MARK_ADVICE if is_mark(self.line.folded, span[0]) else ""
            self.remarks.append(r.not_understood(self.line.at(*span), self.who, advice))
        if "temporary points" in self.values and not self._amount():
            advice = "Write the hit points before them, as in: 40/67 +10 temp."
            self.remarks.append(r.not_understood(self._temporary_at, self.who, advice))

    def _take_bare_hit_points(self) -> None:
        """Take a number between name and armour class as hit points: `Aria 24 AC 16`."""
        name, _, number = self.name.rpartition(" ")
        quoted = self.line.folded[self.name_at : self.name_at + 1] == '"'
        bare = name and number.isdecimal() and len(number) < 7 and not quoted
        # Without an armour class it may as well be the number of one of several.
        if bare and "ac" in self.values and not self.values.keys() & {"hit points"}:
            amount = int(number)
            self.name, self.values["hit points"] = name, Amount(amount, amount)

    def _unknown_words(self, span: tuple[int, int]) -> str:
        return self.line.words(*span)

    def _check_name(self) -> None:
        if not self.name:
            begin, end = self.first_part or (self.name_at, self.name_at)
            at = self.line.at(begin, end)
            why = f'There is no name before "{at.words}".' if at.words else "There is no name."
            advice = 'Begin with a name: Goblin HP 7. Quote a name such as "Dead Man".'
            self.refuse("no-name", at, why, advice)
        elif len(self.name) > LONGEST_NAME:
            self.refuse("too-long", self.at, "The name is too long.", _shorter(LONGEST_NAME))

    def _amount(self) -> Amount | None:
        found = self.values.get("hit points")
        return found if isinstance(found, Amount) else None

    def hit_points(self) -> Amount | None:
        """Return the hit points with temporary points, or None where they wait or are not said."""
        found, temporary = self._amount(), self.values.get("temporary points", 0)
        return found and found._replace(temporary=int(str(temporary)))


def _shorter(most: int) -> str:
    return f"Write at most {most} signs."
