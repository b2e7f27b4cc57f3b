"""The step being built: what one accepted command causes, event by event.

A `Step` is a `Scene` that moves: each event it emits is folded at once, so that the next stage
sees it. Nothing is stored until the whole step is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain import events as e
from domain.ruleset.ruleset import END, Asking, Params, Ruleset, Window
from domain.ruleset.stage_list import CLOSE, KERNEL, SHUT, STAND, Todo, successor
from domain.ruleset.windows import is_known
from domain.state.combat import Combat
from domain.state.course.order_line import (
    Groups,
    Line,
    TieRule,
    by_fighter,
    with_scores,
    without_places,
)
from domain.state.exchange import Doing, Question, Reply
from domain.state.viewer import Viewer
from domain.step.act_results import ActResults
from domain.step.rolling import Chance, Dice, highest_first
from domain.step.roster_changes import Comings

TieBreak = Callable[[str], int]
"""What tells apart those of equal scores: the higher comes first."""


class Step(Chance, Comings, ActResults):
    """A step in the making, as stages see it: questions, acts and the clock.

    `closed` is the question that just closed (its replies are the stage's input), `event` what
    triggered the stage. `rest` is the step that is to run after the running stage, and `listing`
    the list of steps that it belongs to. `opening` is true while a turn has begun and not yet
    opened.
    """

    def __init__(self, combat: Combat, rules: Ruleset, dice: Dice, number: int, viewer: Viewer):
        super().__init__(combat, rules, dice, number, viewer)
        self.closed: Question | None = None
        self.event: e.Event | None = None
        self.rest, self.opening = "", False
        self.listing: tuple[str, ...] = ()

    @property
    def act(self) -> Doing:
        """The act whose stage runs."""
        return self.combat.exchange.acts[self.on]

    # --- questions -------------------------------------------------------------------------

    def ask(self, about: str, on: str = "", params: Params | None = None) -> str | None:
        """Open a window on the running act or span; without anybody to ask, go on as it declares.

        Asked `on` a reaction that stands on the running act, the running act goes on when that has
        come to its stand again. Raises LookupError for a window that neither the ruleset nor the
        kernel has.
        """
        window, asking = self._known_window(about), Asking(on or self.on, about, params or {})
        slots = window.slots(self, asking)
        if not slots:
            return window.follows(self, asking) or None
        self._open(window, asking, slots, window.clause)
        return None

    def ask_slots(self, about: str, slots: tuple[e.Slot, ...]) -> None:
        """Open a window on the running act with slots that are known already."""
        self._open(self._known_window(about), Asking(self.on, about), slots, self.clause)

    def queue(self, about: str) -> str:
        """Open an agenda without slots: what is declared on it runs in order. Its id."""
        return self._open(self._known_window(about), Asking(self.on, about), (), self.clause)

    def _known_window(self, about: str) -> Window:
        if not is_known(self.rules, about):
            raise LookupError(f"the ruleset {self.rules.key} has no window {about!r}")
        return self.window(about)

    def _open(self, window: Window, asking: Asking, slots: tuple[e.Slot, ...], clause: str) -> str:
        said = {**asking._asdict(), "until": window.until, "before": self._before(window, asking)}
        event = e.Asked(question=self.new_id(), slots=slots, **said)
        self.emit(event, clause=clause)
        return event.question

    def _before(self, window: Window, asking: Asking) -> str:
        """The step before which a question is asked, unless what is declared says so.

        Raises LookupError where that is no step, so that the log could not tell what follows.
        """
        then = window.follows(self, asking)
        before = self.rest if then == STAND else ""
        if asking.on == self.on:
            onward = self.onward(then)
            before = onward.stage if then == END and onward.stage != END else onward.rest
        following = "" if then else successor(self.listing, asking.about)
        if before not in ("", *self.listing, *KERNEL) or (following and not before):
            after = f"what follows {asking.about!r}"
            raise LookupError(f"{after} is no step of {asking.on}: {before!r}")
        return "" if before == following else before

    def onward(self, stage: str) -> Todo:
        """A stage, followed by what else was to run; the first to ask takes that along."""
        if stage == END:
            stage = next((last for last in (CLOSE, SHUT) if last in self.listing), END)
        rest, self.rest = self.rest, ""
        return Todo(self.on, stage, "" if stage in (*self.listing, END) else rest)

    def reply(self, slot: str) -> Reply | None:
        """What filled a slot of the question that just closed."""
        return self.closed.replies.get(slot) if self.closed else None

    def replies(self, about: str = "") -> Iterator[tuple[e.Slot, Reply]]:
        """Each filled slot of the question that just closed, by its place there, not by the log.

        Where the stage is reached without a question as well, it says what that was `about`.
        Who left has answered nothing. What is emitted meanwhile has that answer as its cause.
        """
        question = self.closed
        for slot in question.slots if question and about in ("", question.about) else ():
            reply = question.replies.get(slot.id) if question else None
            if question and reply is not None and not self._has_left(slot, reply):
                self.because = f"{question.id} {slot.id}"
                yield slot, reply
        self.because = ""

    def _has_left(self, slot: e.Slot, reply: Reply) -> bool:
        member = self.member(slot.who)
        return reply.value == "left" and member is not None and not member.here

    # --- acts ------------------------------------------------------------------------------

    def declare(self, manoeuvre: str, question: str, who: str = "", **said: Any) -> str:
        """Put an act on the agenda of a question; without `who` it is born of the rules. Its id.

        Raises LookupError for a manoeuvre that the ruleset does not have.
        """
        if self.rules.manoeuvre(manoeuvre) is None:
            raise LookupError(f"the ruleset {self.rules.key} has no manoeuvre {manoeuvre!r}")
        on = self.combat.exchange.questions[question].on
        event = e.Declared(
            act=self.new_id(), who=who, manoeuvre=manoeuvre, on=on if self.doing(on) else "", **said
        )
        self.emit(event, (question, ""))
        return event.act

    def resolve(
        self,
        outcome: str,
        act: str = "",
        stage: str = "",
        of: str = "",
        basis: str = "",
        **figures: int | str,
    ) -> None:
        """Say an outcome of the running act, or of another, with its figures."""
        event = e.Resolved(act=act or self.on, stage=stage, outcome=outcome, figures=figures, of=of)
        self.emit(event, basis=basis or self.basis)

    # --- the clock -------------------------------------------------------------------------

    def begin_turn(
        self, *who: str, why: str = "order", resumes: bool = False, extra: bool = False
    ) -> None:
        """Begin the go of one actor, or of several at once; a resumed one is not opened again."""
        self.emit(e.TurnBegan(who=who, why=why, resumes=resumes, extra=extra))
        self.opening = not resumes

    def end_turn(self, why: str = "", held: bool = False) -> None:
        """End the running go and what is open in it, or hold it, without its closing stages."""
        while self.combat.clock.span("turn"):
            self.close_span(why, held)

    def close_span(self, why: str = "", held: bool = False) -> None:
        """Close the innermost span; first what lasts until then ends."""
        span = self.combat.clock.path[-1]
        if not held:
            self.expire(span.kind, span.name)
        self.shut_span(why, held)

    def shut_span(self, why: str = "", held: bool = False) -> None:
        """Say that the innermost span is over."""
        span = self.combat.clock.path[-1]
        if span.kind == "round":
            self.emit(e.RoundEnded(n=int(span.name)))
        elif span.kind == "turn":
            self.emit(e.TurnEnded(who=span.who, why=why, held=held))
        else:
            self.emit(e.PhaseEnded(phase=span.name))

    def set_order(
        self,
        scope: str,
        groups: Groups,
        scores: Mapping[str, e.Score] | None = None,
        why: str = "",
        more: Mapping[str, tuple[e.Score, ...]] | None = None,
    ) -> None:
        """Set who comes when; ties that stand are groups of several."""
        said = {"scores": dict(scores or {}), "more": dict(more or {})}
        self.enter_order(e.OrderSet(scope=scope, order=groups, why=why, **said))

    def enter_order(self, event: e.OrderSet, **said: str) -> None:
        """Enter an order; where some stand in it in secret, first as everybody may see it."""
        if not self.audience and (secret := self.secretly_placed(event)):
            self._enter_open_part(event, secret, said)
        self.emit(event, None, **said)

    def _enter_open_part(self, event: e.OrderSet, secret: set[str], said: dict[str, str]) -> None:
        """Enter an order without some places, unless it is as everybody sees it already."""
        groups = (tuple(who for who in group if who not in secret) for group in event.order)
        kept: dict[str, Any] = {"order": tuple(filter(None, groups))}
        for part in ("scores", "more"):
            own = getattr(event, part)
            kept[part] = {who: score for who, score in own.items() if who not in secret}
        stood = self.public.clock.orders.get(event.scope) if self.public else None
        if kept["order"] and (stood is None or any(getattr(stood, p) != kept[p] for p in kept)):
            self.emit(event.model_copy(update=kept), None, **said)

    def order_by(
        self, scope: str, scores: dict[str, int], why: str = "", then: TieBreak | None = None
    ) -> None:
        """Set that the highest score comes first; equals are told apart by `then`, or share."""
        keys = {who: (scores[who], then(who) if then else 0) for who in scores}
        self.set_order(scope, highest_first(keys), scores, why)

    def set_line(self, scope: str, line: Line, why: str = "") -> None:
        """Set who comes when, with the score of every place."""
        groups = tuple(tuple(place.who for place in group) for group in line)
        own = by_fighter(line)
        first = {who: scores[0] for who, scores in own.items()}
        self.set_order(scope, groups, first, why, {w: s[1:] for w, s in own.items() if s[1:]})

    def place_by_score(
        self, scope: str, scores: Mapping[str, tuple[e.Score, ...]], ties: TieRule, why: str = ""
    ) -> None:
        """Move those scored, or newly come, to where their scores belong; the others stay."""
        standing = self.combat.clock.orders.get(scope)
        line = without_places(standing.places(), scores) if standing else ()
        self.set_line(scope, with_scores(line, scores, ties), why)
