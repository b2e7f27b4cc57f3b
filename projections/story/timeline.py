"""The timeline: the log as a nested story, terse or full; what was undone is kept and marked.

A line stands as deep as what it belongs to: a reaction under the act that it answers, a follow-on
under the act that it continues, dice and outcomes under their act, acts under the open stretches
of the clock. Told in full, every posting, question, pass and closing has its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain import events as e
from domain.log.codec import IMPORTED, Meta
from domain.ruleset.ruleset import Ruleset
from projections.story.foreknowledge import marks
from projections.visibility.snapshot import line_of_play
from projections.visibility.visible_log import SeenEntry
from projections.wording.amounts import balance_words, price
from projections.wording.context import NO_TEXTS, Replay, Telling, Texts
from projections.wording.events import kind_of, sentence
from projections.wording.reports import source_words

STORES = ("posting", "condition", "fact", "place", "order")
"""Kinds of lines that the referee's own hand may write."""

LONGEST_CLAUSE = 40
"""A clause is a few signs; whole sentences are not repeated on every line."""


class StoryLine(NamedTuple):
    """One line of the story, linked to its entry by the public number."""

    number: str
    depth: int
    text: str
    kind: str
    undone: bool = False


class TimelineEntry(NamedTuple):
    """An entry in words.

    `price` is what it adds to the costs of the act before it; `prices` are those of its own act.
    `source` is who reports what follows in its step.
    """

    seen: SeenEntry
    depth: int
    text: str
    kind: str
    cite: str = ""
    note: str = ""
    price: str = ""
    prices: tuple[str, ...] = ()
    quiet: bool = False
    source: str = ""

    def line(self, undone: bool = False, knowing: str = "") -> StoryLine:
        """The line as it is shown; `knowing` is what was known when it was chosen."""
        prices = f" ({'; '.join(self.prices)})" if self.prices else ""
        cite = f" [{self.cite}]" if self.cite else ""
        mark = f" [{knowing}]" if knowing else ""
        text = self.text + prices + cite + mark + self.note
        return StoryLine(self.seen.number, self.depth, text, self.kind, undone)


class Storyteller:
    """Writes the entries that one viewer sees as lines, one by one from the first."""

    def __init__(self, rules: Ruleset, full: bool = False, texts: Texts = NO_TEXTS):
        self.rules, self.full, self._depths = rules, full, dict[str, int]()
        self._replay = Replay(rules, full, texts)

    def tell(self, entry: SeenEntry) -> TimelineEntry:
        """The next entry as a line."""
        t, event = self._replay.follow(entry), entry.event
        depth, kind = self._depth(t, event), kind_of(event)
        if isinstance(event, e.Said):
            self._depths[event.act] = depth
        return TimelineEntry(
            entry,
            depth,
            sentence(t),
            kind,
            self._cite(entry.entry.meta, kind),
            t.written(),
            "" if self._is_routine(event) else _price(t, event),
            quiet=not self.full and self._goes_unsaid(t, event, kind),
            source=source_words(t, event) if isinstance(event, e.Reported) else "",
        )

    def _goes_unsaid(self, t: Telling, event: e.Event, kind: str) -> bool:
        """True for what a terse story leaves out; never what the referee said for a player."""
        if t.seen.entry.meta.stead:
            return False
        known = _is_quiet(event, kind) or _is_first_limit(t, event)
        return known or _is_bookkeeping(t, event) or self._is_routine(event)

    def _is_routine(self, event: e.Event) -> bool:
        """True for a posting that goes without saying in this game."""
        pool = self.rules.pool(event.pool) if isinstance(event, e.PoolChanged) else None
        return pool is not None and pool.routine

    def _depth(self, t: Telling, event: e.Event) -> int:
        """Under the act that it belongs to, else under the open stretches of the clock."""
        if not t.seen.entry.is_play:
            return 0
        owner = _owner(t, event)
        if owner not in self._depths:
            return min(len(t.before.clock.path), len(t.after.clock.path))
        return self._depths[owner] + (not _is_of_act_itself(event, owner))

    def _cite(self, meta: Meta, kind: str) -> str:
        """The clause and basis, where they are not plainly those of the rules."""
        if meta.basis in ("", "stated", IMPORTED):
            return meta.clause if self.full and len(meta.clause) <= LONGEST_CLAUSE else ""
        if meta.basis == "table":
            return "table" if kind in STORES else ""
        return f"{meta.basis} {meta.clause}".rstrip()


def _owner(t: Telling, event: e.Event) -> str:
    """The act that an event belongs to, if it belongs to one."""
    questions, answers = t.before.exchange.questions, t.seen.entry.meta.answers
    match event:
        case e.Acted(on="") if (question := t.before.exchange.question()) is not None:
            return question.on  # what is swift stands under what it interrupts
        case e.Said(on=on) | e.Asked(on=on):
            return on
        case e.Resolved(act=act) | e.Withdrawn(act=act) if act:
            return act
        case e.Closed(frame=frame):
            return questions[frame].on if frame in questions else frame
    if answers is not None and answers[0] in questions:
        return questions[answers[0]].on
    return t.seen.entry.meta.cause


def _is_of_act_itself(event: e.Event, owner: str) -> bool:
    """What takes back or ends an act stands as deep as the act."""
    return isinstance(event, e.Withdrawn) or (isinstance(event, e.Closed) and event.frame == owner)


def _is_quiet(event: e.Event, kind: str) -> bool:
    """What a terse story leaves out: questions, passes, plain endings, fills of what is full."""
    match event:
        case e.TurnEnded(held=True) | e.TurnEnded(taken_back=True):
            return False
        case e.RoundEnded(taken_back=True):
            return False
        case e.Answered(choice=choice):
            return choice == "pass"
        case e.PoolChanged(how="fill", delta=0):
            return True
    return kind in ("question", "closing")


def _is_first_limit(t: Telling, event: e.Event) -> bool:
    """True for the limits of a pool that is only now filled: its balance says them."""
    if not isinstance(event, e.PoolLimited):
        return False
    return not t.before.pools.has(event.subject, event.pool, event.key)


def _is_bookkeeping(t: Telling, event: e.Event) -> bool:
    """True for a condition, or a fact without words, that the game keeps for its rules alone."""
    match event:
        case e.FactSet(name=name, value=value):
            return t.rules.words.get(f"{name} {value}") == ""
        case e.ConditionBegan(name=name):
            kind = t.rules.condition(name)
        case e.ConditionChanged(id=found) | e.ConditionEnded(id=found):
            standing = t.before.conditions.all.get(found)
            kind = t.rules.condition(standing.name) if standing else None
        case _:
            return False
    return kind is not None and kind.quiet


def _terse_lines(told: Iterable[TimelineEntry]) -> list[TimelineEntry]:
    """A terse story: what an act costs is told in its own line, and who reports it as well."""
    lines: list[TimelineEntry] = []
    for one in told:
        if one.price and lines and _is_price_of(one, lines[-1]):
            lines[-1] = lines[-1]._replace(prices=(*lines[-1].prices, one.price))
        elif not one.quiet and lines and _is_headed_by(one, lines[-1]):
            lines[-1] = _with_source(one, lines[-1])
        elif not one.quiet:
            lines.append(one)
    return lines


def _is_headed_by(line: TimelineEntry, heading: TimelineEntry) -> bool:
    """True for the first line of a report."""
    is_same_step = line.seen.entry.step == heading.seen.entry.step
    return isinstance(heading.seen.event, e.Reported) and is_same_step


def _with_source(line: TimelineEntry, heading: TimelineEntry) -> TimelineEntry:
    """The first line of a report, with who says it and the words that were written to it."""
    return line._replace(cite=heading.source, note=line.note + heading.note)


def _price(t: Telling, event: e.Event) -> str:
    """What a posting adds to the line of an act that is paid, or of somebody who comes in."""
    match event:
        case e.PoolChanged(how="pay", delta=delta) if delta < 0:
            return price(t, event)
        case e.PoolChanged(how="fill"):
            return "" if t.seen.says("balance") is None else balance_words(t, event)
    return ""


def _is_price_of(posting: TimelineEntry, line: TimelineEntry) -> bool:
    """True for the cost of the act in the line before, and for the pools that one comes with."""
    pool, meta, before = posting.seen.event, posting.seen.entry.meta, line.seen.event
    assert isinstance(pool, e.PoolChanged)
    match before:
        case e.Acted() | e.Reacted():
            return pool.how == "pay" and (before.act, before.who) == (meta.cause, pool.subject)
        case e.Joined():
            return pool.subject == before.subject and meta.step == line.seen.entry.step
    return False


def story(
    entries: Sequence[SeenEntry], rules: Ruleset, full: bool = False, texts: Texts = NO_TEXTS
) -> tuple[StoryLine, ...]:
    """The lines of what somebody sees, undone ones marked.

    `texts` gives the names of people and the texts that are stored outside the log, by the ids that
    they have in these entries.
    """
    teller = Storyteller(rules, full, texts)
    told = [teller.tell(entry) for entry in entries]
    standing = set(line_of_play(entries))
    known = dict(_knowing(entries, full))
    return tuple(
        one.line(
            undone=one.seen.entry.is_play and one.seen.entry.seq not in standing,
            knowing=known.pop(one.seen.entry.meta.step, ""),
        )
        for one in (told if full else _terse_lines(told))
    )


def _knowing(entries: Sequence[SeenEntry], full: bool) -> Iterator[tuple[int, str]]:
    """The marks by their steps; told tersely, what goes on being avoided is said once."""
    avoided: tuple[str, ...] = ()
    for mark in marks(entries):
        if full or mark.how == "used" or mark.shown != avoided:
            yield mark.step, mark.says
        avoided = mark.shown if mark.how == "avoided" else avoided
