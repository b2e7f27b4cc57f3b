"""The tables filled: one pass over what somebody sees, a handful of rows for each entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from domain import events as e
from domain.ruleset import Ruleset
from domain.scene import TABLE_SUBJECT
from domain.seats import REFEREE
from domain.wire import NAMES, Meta
from projections.displayed import Displayed, in_points, in_pool_points
from projections.ledger import Ledger, When, written
from projections.line_of_play import line_of_play
from projections.tables.described import TABLES
from projections.tables.ends import Ends
from projections.timeline import Storyteller
from projections.views import SeenEntry
from projections.words import lasting

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]

_HOW: dict[type[e.Said], str] = {e.Declared: "declared", e.Reacted: "reaction"}


def tables(entries: Sequence[SeenEntry], rules: Ruleset) -> Rows:
    """Every table with its rows, by its name; `entries` is the whole of somebody's own log."""
    return _Tables(entries, rules).rows


class _Tables:
    """The rows so far, and what later rows need of earlier entries."""

    def __init__(self, entries: Sequence[SeenEntry], rules: Ruleset):
        self.rows: Rows = {table.name: [] for table in TABLES}
        self.entries, self.rules = entries, rules
        self.line = frozenset(line_of_play([one.entry for one in entries]))
        self.ledger: Ledger = written(entries)
        self.ends = Ends(entries, self.line)
        self.acts: dict[str, e.Said] = {}
        self.questions: dict[str, e.Asked] = {}
        self.names: dict[str, str] = {}
        self.harm: set[int] = set()
        self.teller = Storyteller(rules, full=True)
        for seen in entries:
            self._enter(seen)
        self._postings()

    def _enter(self, seen: SeenEntry) -> None:
        event, meta = seen.event, seen.entry.meta
        text = self.teller.tell(seen).text
        if isinstance(event, e.Said):
            self.acts[event.act] = event
        if isinstance(event, e.PoolChanged) and self.rules.is_harm(event):
            self.harm.add(seen.entry.seq)
        if isinstance(event, e.Asked):
            self.questions[event.question] = event
        self._add("entries", self._entry(seen, text))
        if meta.answers is not None:
            self._answer(seen)
        if _is_ruling(meta, event):
            said = meta.basis, meta.clause, text, meta.by
            self._add("rulings", (*self._head(seen), *said, self._undone(seen)))
        if (add := _ADD.get(type(event))) is not None:
            add(self, seen, event)

    # --- what every row has --------------------------------------------------------------

    def _add(self, table: str, row: Row) -> None:
        self.rows[table].append(row)

    def _when(self, seen: SeenEntry) -> When:
        """Where in the clock an entry stands; one that begins a stretch stands in it."""
        seq = seen.entry.seq if seen.entry.is_play else 0
        return self.ledger.when(seq)

    def _head(self, seen: SeenEntry) -> Row:
        return seen.number, seen.entry.seq, self._when(seen).round

    def _undone(self, seen: SeenEntry) -> int:
        return int(seen.entry.is_play and seen.entry.seq not in self.line)

    def _act_of(self, cause: str) -> str:
        """The act that a cause is, or is an answer about; nothing for a span of the clock."""
        question, space, _ = cause.partition(" ")
        if space and question in self.questions:
            cause = self.questions[question].on
        return cause if cause in self.acts else ""

    def _doer(self, act: str) -> tuple[str, str]:
        """Who does an act, and what it is."""
        said = self.acts.get(act)
        return (said.who, said.manoeuvre) if said else ("", "")

    def _entry(self, seen: SeenEntry, text: str) -> Row:
        meta, when = seen.entry.meta, self._when(seen)
        kind = NAMES[type(seen.event)].partition(".")[2].partition("/")[0]
        return (
            *self._head(seen),
            meta.step,
            " ".join(when.turn),
            *(when.phases[-1:] or ("",)),
            kind,
            text,
            meta.cause,
            self._act_of(meta.cause),
            meta.clause,
            meta.basis,
            meta.by,
            meta.behalf,
            meta.at,
            self._undone(seen),
        )

    def _answer(self, seen: SeenEntry) -> None:
        meta, event = seen.entry.meta, seen.event
        question, slot = meta.answers or ("", "")
        about = self.questions[question].about if question in self.questions else ""
        who = getattr(event, "who", "") or slot
        choice = event.choice if isinstance(event, e.Answered) else _kind_of_answer(event)
        said = question, about, slot, who, choice, meta.clause, meta.basis
        self._add("answers", (*self._head(seen), *said, self._undone(seen)))

    def _points(self, value: int | str | None) -> Displayed | str | None:
        """A number of a roll, a score or an outcome in displayed points; words stay."""
        return in_points(self.rules, value) if isinstance(value, int) else value

    # --- the course ----------------------------------------------------------------------

    def _joined(self, seen: SeenEntry, event: e.Joined) -> None:
        self.names[event.subject] = event.name
        gone = self.ends.of("gone", event.subject, seen)
        self._add(
            "members",
            (
                event.subject,
                event.name,
                event.kind,
                event.side,
                seen.number,
                gone[0],
                self._undone(seen),
            ),
        )

    def _round(self, seen: SeenEntry, event: e.RoundBegan) -> None:
        number, n, *_ = self.ends.of("round", str(event.n), seen)
        self._add("rounds", (*self._head(seen), number, n, self._undone(seen)))

    def _turn(self, seen: SeenEntry, event: e.TurnBegan) -> None:
        for who in event.who:
            number, n, end = self.ends.of("turn", who, seen)
            over = end.event if end else None
            held = int(isinstance(over, e.TurnEnded) and over.held)
            at = end.entry.meta.at if end else None
            self._add(
                "turns",
                (
                    *self._head(seen),
                    who,
                    number,
                    n,
                    held,
                    event.why,
                    seen.entry.meta.at,
                    at,
                    self._undone(seen),
                ),
            )

    def _order(self, seen: SeenEntry, event: e.OrderSet) -> None:
        line = (who for group in event.order for who in group)
        for place, who in enumerate(line, 1):
            said = event.scope, place, who, self._points(event.scores.get(who)), event.why
            self._add("orders", (*self._head(seen), *said, self._undone(seen)))

    def _rolled(self, seen: SeenEntry, event: e.DiceRolled) -> None:
        undone, meta = self._undone(seen), seen.entry.meta
        self._add(
            "rolls",
            (
                *self._head(seen),
                event.who,
                event.purpose,
                event.sort,
                len(event.faces),
                event.sides,
                self._points(event.total),
                event.provenance,
                self._act_of(meta.cause),
                meta.clause,
                undone,
            ),
        )
        for nth, face in enumerate(event.faces, 1):
            self._add("dice", (seen.number, nth, face, undone))
        for each in event.modifiers:
            self._add("modifiers", (seen.number, each.source, self._points(each.value)))

    def _drawn(self, seen: SeenEntry, event: e.CardDrawn) -> None:
        self._add(
            "cards",
            (
                *self._head(seen),
                event.who,
                event.purpose,
                event.deck,
                event.card,
                self._points(event.rank),
                event.provenance,
                self._undone(seen),
            ),
        )

    # --- the exchange --------------------------------------------------------------------

    def _said(self, seen: SeenEntry, event: e.Said) -> None:
        meta = seen.entry.meta
        kind = _HOW.get(type(event), "follow-on" if event.on else "action")
        self._add(
            "acts",
            (
                *self._head(seen),
                event.act,
                event.who,
                event.manoeuvre,
                kind,
                event.on,
                event.using,
                " ".join(event.targets),
                meta.clause,
                meta.basis,
                self._undone(seen),
            ),
        )

    def _resolved(self, seen: SeenEntry, event: e.Resolved) -> None:
        meta, (who, manoeuvre) = seen.entry.meta, self._doer(event.act)
        said = self.acts.get(event.act)
        whom = event.of or " ".join(said.targets if said else ())
        self._add(
            "outcomes",
            (
                *self._head(seen),
                event.act,
                who,
                manoeuvre,
                whom,
                event.stage,
                event.outcome,
                meta.clause,
                meta.basis,
                self._undone(seen),
            ),
        )
        for name, value in event.figures.items():
            self._add("figures", (seen.number, name, self._points(value)))

    def _asked(self, seen: SeenEntry, event: e.Asked) -> None:
        head, undone = self._head(seen), self._undone(seen)
        closed, *_ = self.ends.of("question", event.question, seen)
        self._add(
            "questions",
            (
                *head,
                event.question,
                event.about,
                event.on,
                event.until,
                closed,
                seen.entry.meta.clause,
                undone,
            ),
        )
        for slot in event.slots:
            answered, *_ = self.ends.of("answer", f"{event.question} {slot.id}", seen)
            self._add(
                "slots",
                (
                    *head,
                    event.question,
                    event.about,
                    slot.id,
                    slot.who,
                    slot.rank,
                    slot.barred,
                    answered,
                    undone,
                ),
            )

    # --- the stores ----------------------------------------------------------------------

    def _postings(self) -> None:
        """Every posting, undone ones too, as the ledger has it."""
        undone = (each for each in self.ledger.told() if each.seq not in self.line)
        standing = self.ledger.all(self.line.__contains__)
        for each in sorted((*standing, *undone), key=lambda each: each.seq):
            gone, act = int(each.seq not in self.line), self._act_of(each.cause)
            amount = partial(in_pool_points, self.rules, each.account.pool)
            self._add(
                "postings",
                (
                    each.number,
                    each.seq,
                    each.when.round,
                    " ".join(each.when.turn),
                    *each.account,
                    each.how,
                    each.other_side,
                    amount(each.delta),
                    amount(each.balance),
                    amount(each.wanted),
                    each.cause,
                    act,
                    *self._doer(act),
                    each.clause,
                    each.basis,
                    int(each.seq in self.harm),
                    gone,
                ),
            )

    def _began(self, seen: SeenEntry, event: e.ConditionBegan) -> None:
        act = event.source if event.source in self.acts else self._act_of(seen.entry.meta.cause)
        number, _, end = self.ends.of("condition", event.id, seen)
        left = event.until.left if event.until else 0
        until = lasting(self.rules, event.until, left, lambda who: self.names.get(who, who))
        why = end.event.why if end and isinstance(end.event, e.ConditionEnded) else ""
        self._add(
            "conditions",
            (
                *self._head(seen),
                event.id,
                event.subject,
                event.name,
                event.key,
                event.level,
                event.at,
                event.toward,
                until,
                act,
                self._doer(act)[0],
                number,
                self._when(end).round if end else None,
                why,
                self._undone(seen),
            ),
        )

    def _fact(self, seen: SeenEntry, event: e.FactSet) -> None:
        was = seen.says("was")
        said = event.of, event.name, event.toward, was, event.value, seen.entry.meta.basis
        self._add("facts", (*self._head(seen), *map(_plain, said), self._undone(seen)))

    def _moved(self, seen: SeenEntry, event: e.Moved) -> None:
        said = event.subject, event.was, event.place
        self._add("moves", (*self._head(seen), *said, self._undone(seen)))

    def _rewound(self, seen: SeenEntry, event: e.Rewound) -> None:
        meta = seen.entry.meta
        self._add(
            "undos",
            (
                seen.number,
                seen.entry.seq,
                _plain(seen.says("was")),
                _plain(seen.says("to")),
                event.why,
                self._fell(event.was, event.to),
                meta.by,
                meta.at,
            ),
        )

    def _fell(self, was: int, to: int) -> int:
        """How many entries lie above the one that was left, up to where both branches meet."""
        fell = 0
        while was != to:
            if was > to:
                was, fell = self.entries[was - 1].entry.meta.parent or 0, fell + 1
            else:
                to = self.entries[to - 1].entry.meta.parent or 0
        return fell


def _kind_of_answer(event: e.Event) -> str:
    kinds = {
        e.Declared: "declared",
        e.Acted: "done",
        e.Reacted: "done",
        e.DiceRolled: "rolled",
        e.CardDrawn: "drawn",
        e.Withdrawn: "taken back",
    }
    return kinds.get(type(event), "")


def _is_ruling(meta: Meta, event: e.Event) -> bool:
    """True for what was ruled or kept against the rules, a setting, and the referee's answers."""
    if meta.basis in ("ruled", "against"):
        return True
    match event:
        case e.FactSet(of=of):
            return of == TABLE_SUBJECT
        case e.Answered(who=who):
            return who == REFEREE
        case e.PoolChanged(how="set"):
            return meta.basis == "table"
    return False


def _plain(value: Any) -> Any:
    """A value as a database holds it: yes and no are words."""
    return ("yes" if value else "no") if isinstance(value, bool) else value


_ADD: dict[type[e.Event], Callable[[_Tables, SeenEntry, Any], None]] = {
    e.Joined: _Tables._joined,
    e.RoundBegan: _Tables._round,
    e.TurnBegan: _Tables._turn,
    e.OrderSet: _Tables._order,
    e.DiceRolled: _Tables._rolled,
    e.CardDrawn: _Tables._drawn,
    e.Declared: _Tables._said,
    e.Acted: _Tables._said,
    e.Reacted: _Tables._said,
    e.Resolved: _Tables._resolved,
    e.Asked: _Tables._asked,
    e.ConditionBegan: _Tables._began,
    e.FactSet: _Tables._fact,
    e.Moved: _Tables._moved,
    e.Rewound: _Tables._rewound,
}
