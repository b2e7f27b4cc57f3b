"""A step in the making, at its barest: events are entered one by one and folded at once."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import Scene
from domain.state.combat import Combat, evolve
from domain.state.conditions import Condition
from domain.state.fold import Answers
from domain.state.ids import make_id
from domain.state.viewer import REFEREE, Viewer, plays


class Draft(NamedTuple):
    """An event not yet stored, with its part of the envelope."""

    event: e.Event
    answers: tuple[str, str] | None = None
    behalf: str = ""
    cause: str = ""
    clause: str = ""
    basis: str = "stated"
    audience: tuple[str, ...] = ()


class Drafting(Scene):
    """A scene that moves.

    `on` is the act or span whose stage runs, `because` an answer that is being carried out
    ("question slot"), `clause` what the running stage cites; `due` are the stages that events have
    triggered, each with its event. `befalls` is to whom the referee's command, or a report, does
    something.
    """

    def __init__(self, combat: Combat, rules: Ruleset, number: int, viewer: Viewer):
        super().__init__(combat, rules)
        self.number, self.viewer = number, viewer
        self.drafts: list[Draft] = []
        self.on, self.because, self.clause, self.basis = "", "", "", "stated"
        self.befalls = ""
        self.audience: tuple[str, ...] = ()
        self.due: list[tuple[str, e.Event]] = []
        self._ids = 0

    def save(self) -> dict[str, Any]:
        """Return everything that this step has come to, to go back to."""
        return {**vars(self), "drafts": [*self.drafts], "due": [*self.due]}

    def restore(self, saved: dict[str, Any]) -> None:
        """Take back everything since it was saved."""
        vars(self).update(saved)

    def emit(self, event: e.Event, answers: Answers = None, **said: str) -> None:
        """Enter one event and fold it. `said`: clause, basis, behalf, where they differ."""
        cause, audience = self.because or self.on, self.audience or self._secret(event)
        clause, basis = said.get("clause", self.clause), said.get("basis", self.basis)
        draft = Draft(event, answers, said.get("behalf", ""), cause, clause, basis, audience)
        self.drafts.append(draft)
        before, self.combat = self.combat, evolve(self.combat, event, answers)
        if self.public is not None and not audience:
            same = self.public is before
            self.public = self.combat if same else evolve(self.public, event, answers)
        if (stage := self.rules.triggers.get(type(event).__name__)) is not None:
            self.due.append((stage, event))

    def _secret(self, event: e.Event) -> tuple[str, ...]:
        """The referee alone sees what befalls somebody who is in hiding."""
        lurking = self.in_hiding()
        if not lurking or isinstance(event, e.Joined):
            return ()
        if isinstance(event, e.OrderSet):
            return (REFEREE,) if self.secretly_placed(event) else ()
        if isinstance(event, e.Resolved) and self._has_left_openly(event):
            return ()
        parts = ("subject", "of", "who", "toward", "source")
        named = {getattr(event, part, "") for part in parts}
        until = getattr(event, "until", None)
        named |= {until.whose} if isinstance(until, e.Until) else set()
        condition = self.combat.conditions.all.get(getattr(event, "id", ""))
        if condition and self._is_followed(condition, lurking):
            named -= set(condition.names)
        elif condition:
            named |= set(condition.names)
        return (REFEREE,) if named & lurking else ()

    def _has_left_openly(self, event: e.Resolved) -> bool:
        """True where all know of an act that it is about somebody who has left.

        He may have come back in hiding since: silence about him would tell that he did.
        """
        if self.public is None or event.act not in self.public.exchange.acts:
            return False
        member = self.public.roster.members.get(event.of)
        return member is not None and not member.here

    def secretly_placed(self, event: e.OrderSet) -> set[str]:
        """Those in hiding who stand in an order, and did not where all see it."""
        stood = self.public.clock.order(event.scope) if self.public else ()
        return self.in_hiding() & {w for group in event.order for w in group}.difference(stood)

    def _is_followed(self, condition: Condition, lurking: set[str]) -> bool:
        """True where everybody may see what becomes of a condition in this step.

        What is done to somebody in hiding tells nothing of those who are: it is told when they come
        out. What the clock does to them all see.
        """
        in_secret = condition.subject in lurking and self.befalls in lurking
        return self.is_seen_by_all(condition) and not in_secret

    def new_id(self) -> str:
        """An id for an act, question or condition: this step and an ordinal."""
        self._ids += 1
        return make_id(self.number, self._ids)

    def basis_of(self, key: str) -> str:
        """What to cite for an open point: its default, or the table's ruling."""
        return "default" if self.is_default(key) else "ruled"

    def privately(self) -> None:
        """From here on this step is seen by the asker and the referee alone."""
        self.audience = (self.viewer.person or REFEREE,)

    def for_owner(self, who: str) -> None:
        """From here on only the player of `who`, the asker and the referee see this step."""
        member = self.member(who)
        persons = self.viewer.person or REFEREE, member.controller if member else ""
        self.audience = (*dict.fromkeys(p for p in persons if p), plays(who))
