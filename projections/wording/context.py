"""One entry in its place in the story: what a sentence about it may draw on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from domain.events import Noted, Rewound, TextRef
from domain.events.measures import points
from domain.ruleset.ruleset import Ruleset
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.exchange import Doing
from projections.visibility.short_ids import HIDDEN
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import (
    deed_noun,
    join_with_and,
    name_of,
    singular,
    singularize_counts,
)

Texts = Mapping[str, str]
"""Names of people and words that they wrote, by their ids; they are stored outside the log."""

NO_TEXTS: Texts = {}


class Telling(NamedTuple):
    """An entry as somebody sees it, the state before and after it, and how much to say of it.

    `texts` holds what is stored outside the log: names of people and texts, by their ids.
    """

    rules: Ruleset
    before: Combat
    after: Combat
    seen: SeenEntry
    full: bool = False
    texts: Texts = NO_TEXTS

    def name(self, subject: str) -> str:
        """How a subject or a person is called."""
        if subject in self.texts and subject not in self.after.roster.members:
            return self.texts[subject]
        return name_of(self.after)(subject)

    def text(self, ref: TextRef | None) -> str:
        """Words that somebody wrote, where they are known; of forgotten ones that they are."""
        said = self.texts.get(ref.id) if ref else None
        if said is None:
            return ""
        return f': "{said}"' if said else ": (its words are forgotten)"

    def written(self) -> str:
        """Words that were written to the entry; a note says its own itself."""
        event, note = self.seen.event, self.seen.entry.meta.note
        return "" if isinstance(event, Noted) else self.text(note)

    def names(self, subjects: tuple[str, ...]) -> str:
        """How several are called together."""
        return join_with_and(map(self.name, subjects))

    def act(self, act: str) -> Doing | None:
        """An act that is declared, begun or standing, now or a moment ago."""
        return self.after.exchange.acts.get(act) or self.before.exchange.acts.get(act)

    def act_words(self, act: str) -> str:
        """An act as its doer's: `Cogan's strike`."""
        if (doing := self.act(act)) is None:
            return "something hidden" if act == HIDDEN else act
        return deed_noun(self.rules, self.name, doing)

    def noun(self, manoeuvre: str) -> str:
        """A manoeuvre as a thing: its name, or what the game calls it (`noun cast`: `spell`)."""
        return self.rules.words.get(f"noun {manoeuvre}", manoeuvre)

    def number(self, value: int | str) -> str:
        """A number of a roll or an outcome in displayed points; words as they are."""
        return value if isinstance(value, str) else points(value, self.rules.scale)

    def params(self, params: dict[str, JsonValue]) -> str:
        """What else was said, in words behind the rest; nothing where nothing was."""
        said = ", ".join(self._param(key, value) for key, value in params.items())
        return f" ({said})" if said else ""

    def _param(self, key: str, value: JsonValue) -> str:
        """`wounds 2`; of what is only so or not its name: `stops`, `no stops`.

        The game may call it otherwise (`"given distance": "inches"`), or by words of its own for
        all that begin alike (`"given their *": "{value} {rest}"`).
        """
        words, (first, _, rest) = self.rules.words, key.partition(" ")
        key = words.get(f"given {key}") or words.get(f"given {first} *") or key
        if "{value}" in key:
            rest = singular(rest) if value == 1 else rest
            return singularize_counts(key.format(value=self.value(value), rest=rest))
        called = self._param_name(key.split(" "))
        if value is True or value == "yes":
            return called
        return (
            f"no {called}" if value is False or value == "no" else f"{called} {self.value(value)}"
        )

    def _param_name(self, words: list[str]) -> str:
        """What a parameter is called; one that is made of several names goes by all of them."""
        known = self.after.roster.members
        return (join_with_and if all(word in known for word in words) else " ".join)(
            map(self.name, words)
        )

    def value(self, value: JsonValue) -> str:
        """Something said, with everybody in it by name."""
        match value:
            case str() if "+" in value:
                return self._pairs(value)
            case str():
                return self.name(value)
            case list():
                return join_with_and(map(self.value, value)) or "nobody"
            case dict():
                return ", ".join(f"{self.name(k)} {self.value(v)}" for k, v in value.items())
        return str(value)

    def _pairs(self, value: str) -> str:
        """Pairs as they are written, `a+x b+y`, by name; any other text as it is."""
        pairs = [pair.split("+") for pair in value.split(" ")]
        known = self.after.roster.members
        if not all(len(pair) == 2 and {*pair} <= known.keys() for pair in pairs):
            return value
        return join_with_and(" with ".join(map(self.name, pair)) for pair in pairs)


class Replay:
    """Replays one viewer's entries from the first, each with the states before and after it."""

    def __init__(self, rules: Ruleset, full: bool = False, texts: Texts = NO_TEXTS):
        self.rules, self.full, self.texts = rules, full, texts
        self._states: dict[int, Combat] = {0: EMPTY}
        self._head = 0

    @property
    def head(self) -> Combat:
        """The state at the head."""
        return self._states[self._head]

    def follow(self, seen: SeenEntry) -> Telling:
        """The next entry, with the state before and after it; the head of its moment."""
        meta = seen.entry.meta
        before = after = self._states[self._head if meta.parent is None else meta.parent]
        if meta.parent is not None:
            after = self._states[meta.seq] = evolve(before, seen.event, meta.answers)
            self._head = meta.seq
        elif isinstance(seen.event, Rewound):
            self._head = seen.event.to
        return Telling(self.rules, before, after, seen, self.full, self.texts)
