"""Short names for what has an id: a1 an act, q1 a question, k1 a condition, t1 a text.

Every pair of eyes has its own, in the order in which it first sees them: what is hidden leaves no
gap, and no name tells how many steps there were. A step that a correction decides again counts its
ids anew: what was a condition on one branch may be a question on another, and each has its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from domain import events as e
from domain.rerun.equivalence import brought_up
from domain.state.ids import ID, rename_ids

SHORT = re.compile(r"[aqk][1-9][0-9]*")
"""A short name of an act, question or condition."""

HIDDEN = "hidden"
"""What stands for an act, question or condition that the viewer does not see."""


class ShortIds:
    """The short names that one viewer has met so far. Constant time per event."""

    def __init__(self) -> None:
        """Nothing has been met."""
        self._short: dict[str, str] = {}
        self._raw: dict[str, str] = {}
        self._named: dict[tuple[str, str], str] = {}
        self.branch: Mapping[str, str] = {}
        """Names on the branch that is told, of ids that stand for something else on another."""
        self._texts: dict[str, str] = {}
        self._counts = dict.fromkeys("aqk", 0)

    def copy(self) -> ShortIds:
        """Return what was met so far, as a copy that goes on by itself."""
        names = ShortIds()
        names._short, names._raw, names._texts = {**self._short}, {**self._raw}, {**self._texts}
        names._named, names._counts, names.branch = {**self._named}, {**self._counts}, self.branch
        return names

    def meet(self, event: e.Event) -> None:
        """Give a name to what an event brings up for the first time."""
        if (made := brought_up(event)) is None:
            return
        kind, raw = made
        if made not in self._named:
            self._named[made] = self.name(kind)
            self._raw[self._named[made]] = raw
        short = self._named[made]
        self._short.setdefault(raw, short)
        if self.of(raw) != short:
            self.branch = {**self.branch, raw: short}

    def name(self, kind: str) -> str:
        """Return the name of the next act, question or condition."""
        self._counts[kind] += 1
        return f"{kind}{self._counts[kind]}"

    def of(self, raw: str) -> str:
        """Return the short name of an id, `hidden` for one not met; other words stay."""
        short = self.branch.get(raw) or self._short.get(raw)
        return short or (HIDDEN if ID.fullmatch(raw) else raw)

    def cause(self, cause: str) -> str:
        """Rename the cause of an entry: an act, a span of the clock, or an answer."""
        question, space, slot = cause.partition(" ")
        short = self.of(question)
        return f"{short} {rename_ids(slot, self.of)}" if space and short != HIDDEN else short

    def raw(self, said: str) -> str:
        """Turn the short names in what the viewer said back into ids."""
        return " ".join(self._raw.get(word, word) for word in said.split(" "))

    def text(self, ref: e.TextRef) -> e.TextRef:
        """Rename the reference to a text."""
        short = self._texts.setdefault(ref.id, f"t{len(self._texts) + 1}")
        return e.TextRef(id=short, digest=ref.digest)

    def text_name(self, raw: str) -> str:
        """Return the short name of a text that was met, else nothing."""
        return self._texts.get(raw, "")

    def text_id(self, said: str) -> str:
        """Turn the short name of a text that was met back into its id, else nothing."""
        return next((raw for raw, short in self._texts.items() if short == said), "")

    def answers(self, answers: tuple[str, str] | None) -> tuple[str, str] | None:
        """Rename a question and its slot."""
        if answers is None:
            return None
        question = self.of(answers[0])
        return (question, HIDDEN if question == HIDDEN else rename_ids(answers[1], self.of))

    def rename(self, event: e.Event) -> e.Event:
        """Rename every id in an event that the viewer sees, wherever a ruleset has put it."""
        own: e.Event = rename_ids(event, self.of)
        if isinstance(own, e.Noted):
            return own.model_copy(update={"text": self.text(own.text)})
        return own
