"""What a viewer may know at a moment, with the ledger and register of their own log."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from domain import events as e
from domain.log.codec import IMPORTED
from domain.ruleset.ruleset import Ruleset
from domain.state.combat import Combat
from domain.state.exchange import Question
from projections.explain.results import ExplainedPart
from projections.ledger.ledger import COMES_IN, TABLES_WORD, Ledger, Stands, When
from projections.ledger.register import Register
from projections.visibility.short_ids import HIDDEN
from projections.visibility.snapshot import Moment
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import Telling
from projections.wording.displayed_points import Displayed
from projections.wording.events import sentence
from projections.wording.game_words import deed_noun, join_with_and, name_of, owner, word
from projections.wording.reports import time_words


class Look(NamedTuple):
    """A viewer's own log up to a moment: its entries, and the state after each.

    `node` is the entry at the head of the moment, `stands` says what is on the way to it.
    """

    rules: Ruleset
    ledger: Ledger
    register: Register
    entry: Callable[[int], SeenEntry]
    moment: Callable[[int], Moment]
    stands: Stands
    node: int

    @property
    def combat(self) -> Combat:
        """The state at the moment."""
        return self.moment(self.node).combat

    def name(self, subject: str) -> str:
        """How a subject is called."""
        return name_of(self.combat)(subject)

    def number(self, seq: int) -> str:
        """The number of an entry; nothing for none."""
        return self.entry(seq).number if seq else ""

    def last(self, *key: str) -> int:
        """The last entry under a key of the register that stands; 0 where none does."""
        return self.register.last(*key, stands=self.stands)

    def all(self, *key: str) -> tuple[SeenEntry, ...]:
        """Every entry under a key of the register that stands."""
        return tuple(map(self.entry, self.register.all(*key, stands=self.stands)))

    def when(self, when: When) -> str:
        """A place in the clock: `combat turn 2, phase of Erik`."""
        if not when.round:
            return ""
        parts = [f"{word(self.rules, 'round')} {when.round}"]
        parts += [word(self.rules, phase) for phase in when.phases[-1:]]
        if when.turn:
            parts.append(
                f"{word(self.rules, 'turn')} of {join_with_and(map(self.name, when.turn))}"
            )
        return ", ".join(parts)

    def act_words(self, act: str, answering: bool = True) -> str:
        """An act as somebody's, and what it answers: `Cogan's parry, on Urlik's attack`."""
        if not (seq := self.last("act", act)):
            return "something hidden" if act == HIDDEN else act
        said = self.entry(seq).event
        assert isinstance(said, e.Said)
        on = f", on {self.act_words(said.on, answering=False)}" if answering and said.on else ""
        return deed_noun(self.rules, self.name, said) + on

    def because(self, cause: str, when: When) -> str:
        """A cause in words: an act, an answer, a span of the clock that was open then."""
        question, space, slot = cause.partition(" ")
        if cause in (COMES_IN, TABLES_WORD, "") or question in ("dispute", "request"):
            return cause
        if space:
            return self._answer(question, slot)
        if cause in ("round", "turn", "phase"):
            named = when.phases[-1] if cause == "phase" and when.phases else cause
            return f"the {word(self.rules, named)}"
        return self.act_words(cause)

    def _answer(self, question: str, slot: str) -> str:
        """An answer that was carried out: `Barrow's answer: hold`."""
        if not (seq := self.last("answer", question, slot)):
            return "an answer"
        match self.entry(seq).event:
            case e.Answered(who=who, choice=choice):
                return f"{owner(self.name(who))} answer: {choice}"
            case e.DiceRolled(who=who, purpose=purpose) | e.CardDrawn(who=who, purpose=purpose):
                return f"{owner(self.name(who))} {purpose}"
        return "an answer"

    def because_of(self, seen: SeenEntry) -> str:
        """The cause of an entry in words."""
        meta = seen.entry.meta
        return self.with_source(self.because(meta.cause, self.ledger.when(meta.seq)), meta.seq)

    def with_source(self, because: str, seq: int) -> str:
        """A cause in words, and who reported what it brought: `Kara's bolt, as avrae reports`."""
        meta = self.entry(seq).entry.meta if seq else None
        if meta is None or meta.basis != IMPORTED:
            return because
        heading = self.last("reported", str(meta.step))
        event = self.entry(heading).event if heading else None
        if not isinstance(event, e.Reported):
            return because
        when = f" ({time_words(event.time)})" if event.time else ""
        said = f"as {event.source} reports{when}"
        return said if because in (TABLES_WORD, "") else f"{because}, {said}"

    def sentence(self, seen: SeenEntry) -> str:
        """An entry as a sentence, between the states before and after it."""
        meta, node = seen.entry.meta, seen.seq if seen.entry.is_play else self.node
        before = self.moment((meta.parent or 0) if seen.entry.is_play else node).combat
        return sentence(Telling(self.rules, before, self.moment(node).combat, seen))

    def part(
        self, seen: SeenEntry, says: str, amount: Displayed | None = None, points: str = ""
    ) -> ExplainedPart:
        """An entry as a part of an explanation, with its cause, time and clause."""
        meta = seen.entry.meta
        because, when = self.because_of(seen), self.when(self.ledger.when(meta.seq))
        clause = meta.clause or self.clause_of(meta.cause)
        title = self.rules.clause_title(clause)
        return ExplainedPart(
            seen.number, says, amount, points, meta.cause, because, when, clause, meta.basis, title
        )

    def clause_of(self, cause: str) -> str:
        """The clause of the manoeuvre that an act is."""
        if not (seq := self.last("act", cause)):
            return ""
        said = self.entry(seq).event
        manoeuvre = self.rules.manoeuvre(said.manoeuvre) if isinstance(said, e.Said) else None
        return manoeuvre.clause if manoeuvre else ""

    def question(self, question: str) -> Question | None:
        """A question as it stands, or as it was right before it closed."""
        if (open_now := self.combat.exchange.questions.get(question)) is not None:
            return open_now
        if not (closed := self.last("closed", question)):
            return None
        before = self.entry(closed).entry.meta.parent or 0
        return self.moment(before).combat.exchange.questions.get(question)
