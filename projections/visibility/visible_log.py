"""One viewer's log: the visible entries, with numbers and names of their own.

A viewer's own log is a log like any other: its entries count from 1, its steps from 1, its
parents and rewinds point to visible entries, its acts are a1, a2, ... All that people look at is
folded from such a log, so that nothing hidden can get into it. What is hidden leaves no gap: two
combats that differ only in hidden things look the same, to the byte.

An entry as JSON (`SeenEntry.as_json`):

    {"number": "412",        its public number; "412.1" is a private line after it
     "step": 97,             counted over the steps that this viewer sees something of
     "parent": "411",        the entry of play before it, "0" for none; null for the table's entries
     "type": "combat.dice-rolled/1",
     "event": {...},         without dice labels; balance, wanted and delta are null in doubt
     "cause": "a7",          an act, a span of the clock, an answer ("q9 erik"), "hidden", or ""
     "answers": ["q9", "erik"],     question and slot, or null
     "by": "p3", "for": "erik",     a person and a subject, "" where this viewer knows neither
     "at": 1761000000000, "clause": "5.9", "basis": "stated",
     "again": 91,            only where a correction decided this viewer's step 91 again
     "in_place_of": "away",  only where the referee spoke for a player who was `away`, or `here`
     "note": {"id": "t2", "digest": "..."}}     only where something was written to it
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pydantic import JsonValue

from domain import events as e
from domain.log.codec import NAMES, Entry, Meta
from domain.state.viewer import Viewer
from projections.visibility.short_ids import ShortIds
from projections.visibility.uncertainty import CERTAIN, Doubt, after_hidden, redact_event

PRIVATE = ("private",)
"""The audience of a private line in its viewer's own log."""

UNSENT = ("label", "own", "own_r")
"""Fields of a roll that nobody is sent: they would tell how many rolls there were in secret."""


class SeenEntry(NamedTuple):
    """An entry as one viewer sees it.

    `entry` is numbered and named as in that viewer's log; `instead` holds what its JSON says in
    place of some fields of the event.
    """

    number: str
    parent: str | None
    entry: Entry
    instead: Mapping[str, JsonValue] = {}

    @property
    def seq(self) -> int:
        """The entry's place in the viewer's own log, from 1."""
        return self.entry.seq

    @property
    def event(self) -> e.Event:
        """The event under the viewer's names."""
        return self.entry.event

    def says(self, field: str) -> JsonValue:
        """A field of the event as this viewer may know it; None where it is in doubt."""
        value: JsonValue = getattr(self.entry.event, field)
        return self.instead.get(field, value)

    def as_json(self) -> dict[str, JsonValue]:
        """The entry as the service sends it."""
        meta, event = self.entry.meta, self.entry.event
        told = event.model_dump(mode="json") | dict(self.instead)
        for untold in UNSENT:
            told.pop(untold, None)
        row: dict[str, JsonValue] = {
            "number": self.number,
            "step": meta.step,
            "parent": self.parent,
            "type": NAMES[type(event)],
            "event": told,
            "cause": meta.cause,
            "answers": list(meta.answers) if meta.answers else None,
            "by": meta.by,
            "for": meta.behalf,
            "at": meta.at,
            "clause": meta.clause,
            "basis": meta.basis,
        }
        note = meta.note.model_dump() if meta.note else None
        optional = {"again": meta.origin, "in_place_of": meta.stead, "note": note}
        return row | {field: value for field, value in optional.items() if value}


class _Node(NamedTuple):
    """An entry of play as a viewer knows it: its nearest visible one, and what is in doubt.

    `branch` are the names of ids that are others on another branch.
    """

    seq: int = 0
    number: str = "0"
    doubt: Doubt = CERTAIN
    branch: Mapping[str, str] = {}


class VisibleLog:
    """The log of one viewer, built entry by entry; each takes constant time."""

    def __init__(self, viewer: Viewer, names: ShortIds | None = None):
        """Begin a log; `names` gives ids their names, short ones where none is given."""
        self.viewer, self.names = viewer, names or ShortIds()
        self._nodes: dict[int, _Node] = {0: _Node()}
        self._seq = self._step = self._nth = self._private = 0
        self._last_step = 0
        self._steps: dict[int, int] = {}
        self._met: set[str] = set()
        self._unseen: set[str] = set()

    def see(self, entry: Entry) -> SeenEntry | None:
        """Return the next entry as this viewer sees it, or None."""
        above = self._nodes[entry.meta.parent] if entry.meta.parent is not None else None
        if not self.viewer.sees(entry.meta.audience):
            self._unseen_or_met(entry.event, self._unseen)
            if above is not None:
                doubt = after_hidden(above.doubt, entry.event)
                self._nodes[entry.seq] = above._replace(doubt=doubt)
            return None
        self._unseen_or_met(entry.event, self._met)
        if above is not None:
            self.names.branch = above.branch
        self.names.meet(entry.event)
        number = self._count(entry.meta)
        event, instead, doubt = redact_event(above.doubt if above else CERTAIN, entry.event)
        if isinstance(event, e.Rewound):
            event, instead = self._rewound(event)
        own = Entry(self._meta(entry.meta, above), self._viewer_event(event))
        if above is not None:
            self._nodes[entry.seq] = _Node(self._seq, number, doubt, self.names.branch)
        return SeenEntry(number, above.number if above else None, own, instead)

    def foresee(self, entries: Iterable[Entry], viewer: Viewer) -> list[SeenEntry]:
        """Return unwritten entries as a viewer would see them, without numbers.

        Of a move of the head nothing is in it. Nothing is counted or named for good.
        """
        seen = [one for one in entries if viewer.sees(one.meta.audience)]
        played = [one for one in seen if not isinstance(one.event, e.Rewound)]
        names = self.names.copy() if played else self.names
        if played and (below := self._nodes.get(played[0].meta.parent or 0)) is not None:
            names.branch = below.branch
        return [self._foreseen(one, names) for one in played]

    def _foreseen(self, entry: Entry, names: ShortIds) -> SeenEntry:
        names.meet(entry.event)
        own = {
            "by": self._known_id(entry.meta.by),
            "cause": names.cause(entry.meta.cause),
            "answers": names.answers(entry.meta.answers),
            "origin": self._steps.get(entry.meta.origin, 0),
            "audience": PRIVATE if entry.meta.audience else (),
        }
        meta = entry.meta.model_copy(update=own)
        return SeenEntry("", "0", Entry(meta, names.rename(entry.event)))

    def step(self, step: int) -> int:
        """Return the viewer's own step for a step of the log; a new step is returned as it is."""
        return self._steps.get(step, step)

    def _unseen_or_met(self, event: e.Event, people: set[str]) -> None:
        """Note a person or subject that an event brings to the table."""
        if isinstance(event, e.SeatOpened):
            people.add(event.person)
        elif isinstance(event, e.Joined):
            people.add(event.subject)

    def _known_id(self, who: str) -> str:
        return who if who in self._met or who not in self._unseen else ""

    def _count(self, meta: Meta) -> str:
        """Count one visible entry on; its number."""
        self._nth = self._nth + 1 if meta.step == self._last_step else 0
        self._step += meta.step != self._last_step
        self._last_step = meta.step
        self._steps[meta.step] = self._step
        self._seq += 1
        self._private = self._private + 1 if meta.audience else 0
        return f"{meta.number}.{self._private}" if meta.audience else str(meta.number)

    def _meta(self, meta: Meta, above: _Node | None) -> Meta:
        """The envelope as it stands in the viewer's own log."""
        return Meta(
            seq=self._seq,
            step=self._step,
            nth=self._nth,
            number=meta.number,
            parent=above.seq if above else None,
            cause=self.names.cause(meta.cause),
            answers=self.names.answers(meta.answers),
            by=self._known_id(meta.by),
            behalf=self._known_id(meta.behalf),
            at=meta.at,
            audience=PRIVATE if meta.audience else (),
            clause=meta.clause,
            basis=meta.basis,
            note=self.names.text(meta.note) if meta.note else None,
            origin=self._steps.get(meta.origin, 0),
            stead=meta.stead,
        )

    def _rewound(self, event: e.Rewound) -> tuple[e.Event, Mapping[str, JsonValue]]:
        """A move of the head between the nearest entries that this viewer sees."""
        was, to = self._nodes[event.was], self._nodes[event.to]
        own = e.Rewound(was=was.seq, to=to.seq, why=event.why)
        self.names.branch = to.branch
        return own, {"was": was.number, "to": to.number}

    def _viewer_event(self, event: e.Event) -> e.Event:
        """The event under the viewer's names; of a dice label only what is public anyway.

        Dice of the hidden key in an open roll would tell of a roll in secret.
        """
        if not isinstance(event, e.DiceRolled):
            return self.names.rename(event)
        old = event.label
        label = e.DieLabel(round=0, roller=old.roller, sort=old.sort, r=0, reroll=old.reroll)
        if self.viewer.is_referee:
            return event.model_copy(update={"label": label})
        own = event.own or event.key
        return event.model_copy(update={"label": label, "key": own, "own": "", "own_r": 0})
