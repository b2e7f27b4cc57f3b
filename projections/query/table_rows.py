"""The tables filled: one pass over what somebody sees, a handful of rows for each entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain import events as e
from domain.log.codec import NAMES, Meta
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import TABLE_SUBJECT
from domain.state.course.order_line import Order
from domain.state.viewer import REFEREE
from projections.ledger.ledger import Ledger, Posting, When
from projections.ledger.register import Register
from projections.query.table_columns import TABLES
from projections.story.timeline import Storyteller
from projections.visibility.snapshot import line_of_play
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import Displayed, in_points, in_pool_points
from projections.wording.game_words import lasting

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]

_ANSWERS: dict[type[e.Event], str] = {
    e.Declared: "declared",
    e.Acted: "done",
    e.Reacted: "done",
    e.DiceRolled: "rolled",
    e.CardDrawn: "drawn",
    e.Withdrawn: "taken back",
}
_HOW: dict[type[e.Said], str] = {e.Declared: "declared", e.Reacted: "reaction"}


def tables(entries: Sequence[SeenEntry], rules: Ruleset) -> Rows:
    """Every table with its rows, by its name; `entries` is the whole of somebody's own log."""
    return _Tables(entries, rules).rows


class _Tables:
    """The rows so far, and what later rows need of earlier entries."""

    def __init__(self, entries: Sequence[SeenEntry], rules: Ruleset):
        self.rows: Rows = {table.name: [] for table in TABLES}
        self.entries, self.rules = entries, rules
        self.line = frozenset(line_of_play(entries))
        self.ledger, self.register = Ledger(), Register()
        for seen in entries:
            self.ledger.enter(seen)
            self.register.enter(seen)
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
        self._entry(seen, text)
        if meta.answers is not None:
            self._answer(seen, *meta.answers)
        if _is_ruling(meta, event):
            self._add("rulings", seen, meta.basis, meta.clause, text, meta.by)
        if (fill := _FILL.get(type(event))) is not None:
            fill(self, seen, event)

    # --- what every row has --------------------------------------------------------------

    def _add(self, table: str, seen: SeenEntry, *cells: Any) -> None:
        """Add a row that begins with its entry, and ends with whether that is undone."""
        head = seen.number, seen.entry.seq, self._when(seen).round
        self.rows[table].append((*head, *cells, self._undone(seen)))

    def _when(self, seen: SeenEntry) -> When:
        """Where in the clock an entry stands; one that begins a stretch stands in it."""
        return self.ledger.when(seen.entry.seq if seen.entry.is_play else 0)

    def _undone(self, seen: SeenEntry) -> int:
        return int(seen.entry.is_play and seen.entry.seq not in self.line)

    def _end(self, since: SeenEntry, *key: str) -> SeenEntry | None:
        """Return what ended or answered something; where that stands, only what stands as well."""
        stands = self.line.__contains__ if since.seq in self.line else lambda seq: True
        found = self.register.all(*key, stands=stands)
        return next((self.entries[seq - 1] for seq in found if seq > since.seq), None)

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

    def _points(self, value: int | str | None) -> Displayed | str | None:
        """A number of a roll, a score or an outcome in displayed points; words stay."""
        return in_points(self.rules, value) if isinstance(value, int) else value

    # --- any entry -----------------------------------------------------------------------

    def _entry(self, seen: SeenEntry, text: str) -> None:
        meta, when = seen.entry.meta, self._when(seen)
        place = meta.step, " ".join(when.turn), *(when.phases[-1:] or ("",))
        kind = NAMES[type(seen.event)].partition(".")[2].partition("/")[0]
        why = meta.cause, self._act_of(meta.cause), meta.clause, meta.basis
        self._add("entries", seen, *place, kind, text, *why, meta.by, meta.behalf, meta.at)

    def _answer(self, seen: SeenEntry, question: str, slot: str) -> None:
        meta, event = seen.entry.meta, seen.event
        about = self.questions[question].about if question in self.questions else ""
        who = getattr(event, "who", "") or slot
        choice = event.choice if isinstance(event, e.Answered) else _ANSWERS.get(type(event), "")
        self._add("answers", seen, question, about, slot, who, choice, meta.clause, meta.basis)

    # --- the course ----------------------------------------------------------------------

    def _add_member(self, seen: SeenEntry, event: e.Joined) -> None:
        self.names[event.subject] = event.name
        gone, _ = _place(self._end(seen, "left", event.subject))
        who = event.subject, event.name, event.kind, event.side
        self.rows["members"].append((*who, seen.number, gone, self._undone(seen)))

    def _rename(self, seen: SeenEntry, event: e.Edited) -> None:
        self.names[event.subject] = event.name or self.names.get(event.subject, event.subject)

    def _round(self, seen: SeenEntry, event: e.RoundBegan) -> None:
        self._add("rounds", seen, *_place(self._end(seen, "round ended", str(event.n))))

    def _turn(self, seen: SeenEntry, event: e.TurnBegan) -> None:
        for who in event.who:
            end = self._end(seen, "turn ended", who)
            held = int(end is not None and isinstance(end.event, e.TurnEnded) and end.event.held)
            until = end.entry.meta.at if end else None
            times = seen.entry.meta.at, until
            self._add("turns", seen, who, *_place(end), held, event.why, *times)

    def _order(self, seen: SeenEntry, event: e.OrderSet) -> None:
        order = Order(event.order, event.scores, event.why, event.more)
        line = (place for group in order.places() for place in group)
        for nth, (who, raw) in enumerate(line, 1):
            score = None if raw is None else in_points(self.rules, raw)
            self._add("orders", seen, event.scope, nth, who, score, event.why)

    def _add_roll(self, seen: SeenEntry, event: e.DiceRolled) -> None:
        meta = seen.entry.meta
        said = event.who, event.purpose, event.sort
        target = None if event.target is None else self._points(event.target)
        came = self._points(event.total), target, event.outcome, event.provenance
        fell = len(event.all_faces), event.sides
        self._add("rolls", seen, *said, *fell, *came, self._act_of(meta.cause), meta.clause)
        dice = zip(event.all_faces, event.sizes, strict=True)
        for nth, (face, sides) in enumerate(dice, 1):
            self.rows["dice"].append((seen.number, nth, face, sides, self._undone(seen)))
        for each in event.modifiers:
            row = seen.number, each.source, self._points(each.value)
            self.rows["modifiers"].append(row)

    def _add_card(self, seen: SeenEntry, event: e.CardDrawn) -> None:
        card = event.deck, event.card, self._points(event.rank)
        self._add("cards", seen, event.who, event.purpose, *card, event.provenance)

    # --- the exchange --------------------------------------------------------------------

    def _add_act(self, seen: SeenEntry, event: e.Said) -> None:
        meta = seen.entry.meta
        kind = _HOW.get(type(event), "follow on" if event.on else "action")
        said = event.act, event.who, event.manoeuvre, kind, event.on, event.using
        self._add("acts", seen, *said, " ".join(event.targets), meta.clause, meta.basis)

    def _add_outcome(self, seen: SeenEntry, event: e.Resolved) -> None:
        meta, said = seen.entry.meta, self.acts.get(event.act)
        whom = event.of or " ".join(said.targets if said else ())
        act = event.act, *self._doer(event.act), whom
        self._add("outcomes", seen, *act, event.stage, event.outcome, meta.clause, meta.basis)
        for name, value in event.figures.items():
            self.rows["figures"].append((seen.number, name, self._points(value)))

    def _add_question(self, seen: SeenEntry, event: e.Asked) -> None:
        closed, _ = _place(self._end(seen, "closed", event.question))
        asked = event.question, event.about, event.on, event.until
        self._add("questions", seen, *asked, closed, seen.entry.meta.clause)
        for slot in event.slots:
            answered, _ = _place(self._end(seen, "answer", event.question, slot.id))
            cells = slot.id, slot.who, slot.rank, slot.barred, answered
            self._add("slots", seen, event.question, event.about, *cells)

    # --- the stores ----------------------------------------------------------------------

    def _postings(self) -> None:
        """Every posting, undone ones too, as the ledger has it."""
        undone = (each for each in self.ledger.recorded_postings() if each.seq not in self.line)
        standing = self.ledger.all(self.line.__contains__)
        ordered = sorted((*standing, *undone), key=lambda each: each.seq)
        self.rows["postings"] = [self._posting(each) for each in ordered]

    def _posting(self, each: Posting) -> Row:
        amounts = each.delta, each.balance, each.wanted
        act = self._act_of(each.cause)
        return (
            *(each.number, each.seq, each.when.round, " ".join(each.when.turn)),
            *(*each.account, each.how, each.other_side),
            *(in_pool_points(self.rules, each.account.pool, amount) for amount in amounts),
            *(each.cause, act, *self._doer(act), each.clause, each.basis),
            *(int(each.seq in self.harm), int(each.seq not in self.line)),
        )

    def _began(self, seen: SeenEntry, event: e.ConditionBegan) -> None:
        act = event.act if event.act in self.acts else self._act_of(seen.entry.meta.cause)
        state = event.id, event.subject, event.name, event.key, event.level, event.at, event.toward
        left = event.until.left if event.until else 0
        until = lasting(self.rules, event.until, left, lambda who: self.names.get(who, who))
        end = self._end(seen, "ended", event.id)
        ended: Row = "", None, ""
        if end is not None and isinstance(end.event, e.ConditionEnded):
            ended = end.number, self._when(end).round, end.event.why
        by = event.source or self._doer(act)[0]
        self._add("conditions", seen, *state, until, event.parent, act, by, *ended)

    def _fact(self, seen: SeenEntry, event: e.FactSet) -> None:
        fact = event.of, event.name, event.toward, seen.says("was"), event.value
        self._add("facts", seen, *map(_plain, fact), seen.entry.meta.basis)

    def _add_move(self, seen: SeenEntry, event: e.Moved) -> None:
        self._add("moves", seen, event.subject, event.was, event.place)

    def _rewound(self, seen: SeenEntry, event: e.Rewound) -> None:
        meta = seen.entry.meta
        moved = _plain(seen.says("was")), _plain(seen.says("to")), event.why
        fell = self._fell(event.was, event.to)
        self.rows["undos"].append((seen.number, seen.entry.seq, *moved, fell, meta.by, meta.at))

    def _fell(self, was: int, to: int) -> int:
        """How many entries lie above the one that was left, up to where both branches meet."""
        fell = 0
        while was != to:
            if was > to:
                was, fell = self.entries[was - 1].entry.meta.parent or 0, fell + 1
            else:
                to = self.entries[to - 1].entry.meta.parent or 0
        return fell


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


def _place(end: SeenEntry | None) -> Row:
    """The number and the place of an entry; empty for none."""
    return (end.number, end.seq) if end else ("", None)


def _plain(value: Any) -> Any:
    """A value as a database holds it: yes and no are words."""
    return ("yes" if value else "no") if isinstance(value, bool) else value


_FILL: dict[type[e.Event], Callable[[_Tables, SeenEntry, Any], None]] = {
    e.Joined: _Tables._add_member,
    e.Edited: _Tables._rename,
    e.RoundBegan: _Tables._round,
    e.TurnBegan: _Tables._turn,
    e.OrderSet: _Tables._order,
    e.DiceRolled: _Tables._add_roll,
    e.CardDrawn: _Tables._add_card,
    e.Declared: _Tables._add_act,
    e.Acted: _Tables._add_act,
    e.Reacted: _Tables._add_act,
    e.Resolved: _Tables._add_outcome,
    e.Asked: _Tables._add_question,
    e.ConditionBegan: _Tables._began,
    e.FactSet: _Tables._fact,
    e.Moved: _Tables._add_move,
    e.Rewound: _Tables._rewound,
}
