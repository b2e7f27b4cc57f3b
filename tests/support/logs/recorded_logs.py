"""Stories that are recorded: steps as the entries of a log, with talk, secrets and rewinds.

A recorded story numbers its entries as a service does: seq and step count everything, public
numbers count public entries, and a play entry hangs below the one before it on the line of play.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from domain import commands as c
from domain import events as e
from domain.log.codec import Entry, Meta
from domain.ruleset.ruleset import Ruleset
from domain.state.combat import EMPTY, Combat, evolve, fold
from domain.state.viewer import TABLE, Viewer
from domain.step.draft import Draft
from tests.support.story import Story

ANN, BEN = Viewer("p1", "player", ("erik",)), Viewer("p2", "player", ("man",))
REFEREES = ("referee",)


class Falls:
    """Open dice as the story says, else threes; hidden ones from a tape of their own."""

    def __init__(self, *faces: int, hidden: tuple[int, ...] = ()):
        self.tapes = {
            "open": itertools.chain(faces, itertools.repeat(3)),
            "hidden": itertools.chain(hidden, itertools.repeat(5)),
        }

    def faces(self, key: str, label: e.DieLabel, sizes: Sequence[int]) -> tuple[int, ...]:
        return tuple(min(next(self.tapes[key]), sides) for sides in sizes)

    def pass_over(self, label: e.DieLabel) -> None:
        pass

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        return cards[0] if cards else ""

    def commitments(self) -> dict[str, str]:
        return {}


class Recorded(Story):
    """A story that keeps its log, and the state at the end of every step (`states`, by entry)."""

    def __init__(self, rules: Ruleset, *faces: int, hidden: tuple[int, ...] = (), **settings: Any):
        self.log: list[Entry] = []
        self.head, self.states = 0, {0: EMPTY}
        super().__init__(rules, **settings)
        self.dice: Any = Falls(*faces, hidden=hidden)

    def say(self, command: c.Command, viewer: Viewer = TABLE) -> Recorded:
        super().say(command, viewer)
        self._enter(self.steps[-1], viewer.person, self.head)
        self.head = self.log[-1].seq
        self.states[self.head] = self.combat
        return self

    def comes(self, subject: str, name: str = "", **said: Any) -> Recorded:
        """Somebody comes in under a name."""
        return self.say(c.Join(subject=subject, name=name or subject.title(), **said))

    def talks(self, *events: e.Event, audience: tuple[str, ...] = (), by: str = "") -> Recorded:
        """Entries of the table, in one step."""
        self.steps.append([Draft(event, basis="table", audience=audience) for event in events])
        self._enter(self.steps[-1], by, None)
        return self

    def secretly(self, *events: e.Event, to: tuple[str, ...] = REFEREES) -> Recorded:
        """Entries of play that only some see; folded, and stored as one step."""
        drafts = [Draft(event, audience=to) for event in events]
        self.steps.append(drafts)
        for event in events:
            self.combat = evolve(self.combat, event)
        self._enter(drafts, "", self.head)
        self.head = self.log[-1].seq
        self.states[self.head] = self.combat
        return self

    def rewinds(self, to: int, why: e.MoveReason = "jump") -> Recorded:
        """The head moves to an entry at the end of a step."""
        self.talks(e.Rewound(was=self.head, to=to, why=why))
        self.head, self.combat = to, self.states[to]
        return self

    def undoes(self) -> Recorded:
        """The last public step is undone."""
        return self.rewinds(self.parent_end(self.head), "undo")

    def parent_end(self, seq: int) -> int:
        """The end of the step before the one that ends here."""
        step = self.log[seq - 1].step
        first = next(entry for entry in self.log if entry.step == step)
        return first.meta.parent or 0

    def number(self) -> int:
        """The public number so far."""
        return self.log[-1].meta.number if self.log else 0

    def public(self) -> Combat:
        """The combat as everybody sees it, on the line of play."""
        if not any(entry.meta.audience for entry in self.log):
            return self.combat
        path, seq = [], self.head
        while seq:
            path.append(self.log[seq - 1])
            seq = path[-1].meta.parent or 0
        return fold(entry for entry in reversed(path) if not entry.meta.audience)

    def _enter(self, drafts: list[Draft], by: str, parent: int | None) -> None:
        for nth, draft in enumerate(drafts):
            seq, number = len(self.log) + 1, self.number() + (not draft.audience)
            below = None if parent is None else parent if nth == 0 else seq - 1
            meta = Meta(
                seq=seq,
                step=len(self.steps),
                nth=nth,
                number=number,
                parent=below,
                cause=draft.cause,
                answers=draft.answers,
                by=by,
                behalf=draft.behalf,
                at=1_761_000_000_000 + 1000 * number,
                id=f"c{len(self.steps)}",
                audience=draft.audience,
                clause=draft.clause,
                basis=draft.basis,
            )
            self.log.append(Entry(meta, draft.event))


def first_trace(rules: Ruleset) -> Recorded:
    """Two reactors, one of whom withdraws: Man moves, Cogan strikes, Man parries, Erik lets be."""
    told = Recorded(rules).comes("man", side="b").comes("cogan", side="a").comes("erik", side="a")
    told.round()
    told.does("man", "move", beside=["cogan", "erik"])
    told.declares("erik", "strike", "man")
    told.declares("cogan", "strike", "man")
    told.passes("erik")
    told.declares("man", "parry", beside=[])
    told.passes()
    told.answers("cogan", "roll", faces=[10])
    told.answers("man", "roll", faces=[18])
    told.passes("man")
    return told.say(c.Withdraw(who="erik"))
