"""Short names for what has an id: a1 an act, q1 a question, k1 a condition, t1 a text.

Every pair of eyes has its own, in the order in which it first sees them: what is hidden leaves no
gap, and no name tells how many steps there were.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import Any

from domain import events as e
from domain.alike import brought_up

HIDDEN = "hidden"
"""What stands for an act, question or condition that the viewer does not see."""

_ID = re.compile(r"\d+\.\d+")


class Names:
    """The short names that one viewer has met so far. Constant time per event."""

    def __init__(self) -> None:
        """Nothing has been met."""
        self._short: dict[str, str] = {}
        self._raw: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        self._unseen: set[str] = set()
        self._counts = dict.fromkeys("aqk", 0)

    @property
    def size(self) -> tuple[int, int]:
        """How many names and how many texts were met."""
        return len(self._short), len(self._texts)

    def until(self, size: tuple[int, int]) -> Names:
        """The names as they were when so many had been met."""
        names = Names()
        names._short = dict(islice(self._short.items(), size[0]))
        names._raw = {short: raw for raw, short in names._short.items()}
        names._texts = dict(islice(self._texts.items(), size[1]))
        names._unseen = set(self._unseen)
        names._counts.update(Counter(short[0] for short in names._raw))
        return names

    def pass_over(self, event: e.Event) -> None:
        """Note what an event names that the viewer does not see."""
        if made := brought_up(event):
            self._unseen.add(made[1])

    def meet(self, event: e.Event) -> None:
        """Give a name to what an event brings up for the first time."""
        made = brought_up(event)
        if made is None or made[1] in self._short:
            return
        kind, raw = made
        self._counts[kind] += 1
        self._short[raw] = f"{kind}{self._counts[kind]}"
        self._raw[self._short[raw]] = raw

    def of(self, raw: str) -> str:
        """The short name of an id; words that are no ids stay, ids not met are `hidden`."""
        short = self._short.get(raw)
        if short is not None:
            return short
        return HIDDEN if raw in self._unseen or _ID.fullmatch(raw) else raw

    def cause(self, cause: str) -> str:
        """What an entry came of: an act, a span of the clock, or an answer (question and slot)."""
        question, space, slot = cause.partition(" ")
        short = self.of(question)
        return f"{short} {self._words(slot)}" if space and short != HIDDEN else short

    def raw(self, said: str) -> str:
        """What the viewer said, with the short names in it turned back into ids."""
        return " ".join(self._raw.get(word, word) for word in said.split(" "))

    def text(self, ref: e.TextRef) -> e.TextRef:
        """A reference to a text under its short name."""
        short = self._texts.setdefault(ref.id, f"t{len(self._texts) + 1}")
        return e.TextRef(id=short, digest=ref.digest)

    def answers(self, answers: tuple[str, str] | None) -> tuple[str, str] | None:
        """A question and slot, renamed."""
        if answers is None:
            return None
        question = self.of(answers[0])
        return (question, HIDDEN if question == HIDDEN else self._words(answers[1]))

    def rename(self, event: e.Event) -> e.Event:
        """An event that the viewer sees, with every id in it by its short name."""
        if (changes := self._changes(event)) is None:
            return event
        return event.model_copy(update=changes)

    def _changes(self, event: e.Event) -> dict[str, Any] | None:
        """The fields of an event that hold ids, renamed; None where it holds none."""
        match event:
            case e.Asked():
                return self._asked(event)
            case e.Said():
                return {"act": self.of(event.act), "on": self.of(event.on)}
            case e.Withdrawn():
                return {"act": self.of(event.act), "instead": self.of(event.instead)}
            case e.Resolved():
                return {"act": self.of(event.act)}
            case e.Closed():
                return {"frame": self.of(event.frame)}
            case e.ConditionBegan():
                return self._began(event)
            case e.ConditionChanged() | e.ConditionEnded():
                return {"id": self.of(event.id)}
            case e.Noted():
                return {"text": self.text(event.text)}
        return None

    def _asked(self, event: e.Asked) -> dict[str, Any]:
        slots = tuple(
            slot.model_copy(update={"id": self._words(slot.id), "about": self._words(slot.about)})
            for slot in event.slots
        )
        return {
            "question": self.of(event.question),
            "on": self.of(event.on),
            "slots": slots,
            "params": self._inside(event.params),
        }

    def _began(self, event: e.ConditionBegan) -> dict[str, Any]:
        until = event.until
        if until is not None:
            ends = {"name": self._words(until.name), "whose": self._words(until.whose)}
            until = until.model_copy(update=ends)
        return {
            "id": self.of(event.id),
            "source": self.of(event.source),
            "until": until,
            "detail": self._inside(event.detail),
        }

    def _words(self, said: str) -> str:
        """A name that may hold ids among its words, as that of a second slot of one person."""
        return " ".join(self._known(word) for word in said.split(" "))

    def _known(self, word: str) -> str:
        return self._short.get(word) or (HIDDEN if word in self._unseen else word)

    def _inside(self, value: Any) -> Any:
        """What a ruleset put into a question or condition; people's own words are elsewhere."""
        match value:
            case str():
                return self._known(value)
            case list():
                return [self._inside(each) for each in value]
            case dict():
                return {self._known(key): self._inside(each) for key, each in value.items()}
        return value
