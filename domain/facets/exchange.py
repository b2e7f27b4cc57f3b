"""Acts in progress, open questions, and what answered them: one stack for every game.

Frames are pushed by Asked, Acted and Reacted and taken off by Closed. A reaction that `stands` is
resolved together with the act it answers, so it is looked through until then. Declared acts live
beside the stack until they are begun or withdrawn.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.events import (
    Acted,
    Answered,
    Asked,
    CardDrawn,
    Closed,
    Declared,
    DiceRolled,
    Reacted,
    Resolved,
    RoundBegan,
    Said,
    TurnBegan,
    Withdrawn,
)
from domain.facets import Answers, Folds, put, without
from domain.facets.frames import Doing, Question, Reply
from domain.facets.tallies import counted

__all__ = ["FOLDS", "Doing", "Exchange", "Question", "Reply"]

SPANS = ("turn", "round", "combat")
"""The spans over which it is counted how often somebody did something."""


class Exchange(NamedTuple):
    """The stack (bottom first), what is on it, outcomes so far, and tallies of how often."""

    frames: tuple[str, ...] = ()
    acts: dict[str, Doing] = {}
    questions: dict[str, Question] = {}
    outcomes: dict[str, tuple[Resolved, ...]] = {}
    counts: dict[str, dict[str, int]] = {}
    rolls: dict[str, int] = {}

    def top(self) -> Doing | Question | None:
        """The topmost frame that is not merely standing."""
        for frame in reversed(self.frames):
            if frame in self.questions:
                return self.questions[frame]
            if not self.acts[frame].stands:
                return self.acts[frame]
        return None

    def question(self) -> Question | None:
        """The question that waits for an answer, if one does."""
        top = self.top()
        return top if isinstance(top, Question) else None

    def agenda(self, question: str) -> tuple[Doing, ...]:
        """Declared acts of a question, neither begun nor withdrawn, in the order of the log."""
        return tuple(a for a in self.acts.values() if not a.kind and a.slot[0] == question)

    def declared(self, on: str) -> tuple[Doing, ...]:
        """Declared answers to an act, in the order of the log."""
        return tuple(a for a in self.acts.values() if not a.kind and a.on == on)

    def standing(self, on: str) -> tuple[Doing, ...]:
        """Reactions that wait to be resolved together with an act, latest first."""
        acts = (self.acts[f] for f in reversed(self.frames) if f in self.acts)
        return tuple(a for a in acts if a.stands and a.on == on)

    def outcome(self, act: str, stage: str = "") -> Resolved | None:
        """The latest outcome of an act, of one stage if given."""
        found = [r for r in self.outcomes.get(act, ()) if stage in ("", r.stage)]
        return found[-1] if found else None

    def times(self, span: str, who: str, manoeuvre: str) -> int:
        """How often somebody did a manoeuvre in the current turn, round or combat."""
        return self.counts.get(span, {}).get(f"{who} {manoeuvre}", 0)


def _with(x: Exchange, acts: dict[str, Doing], questions: dict[str, Question]) -> Exchange:
    return Exchange(x.frames, acts, questions, x.outcomes, x.counts, x.rolls)


# --- questions ---------------------------------------------------------------------------------


def _asked(x: Exchange, event: Asked, _: Answers) -> Exchange:
    """Push a question; asked again, it keeps the replies but of what is listed without a bar."""
    replies: dict[str, Reply] = {}
    if (old := x.questions.get(event.question)) is not None:
        anew = {slot.id for slot in event.slots if not slot.barred}
        replies = {slot: reply for slot, reply in old.replies.items() if slot not in anew}
    question = Question(
        event.question,
        event.on,
        event.about,
        event.slots,
        event.until,
        event.before,
        event.params,
        replies,
    )
    frames = x.frames if event.question in x.frames else (*x.frames, event.question)
    questions = put(x.questions, event.question, question)
    return Exchange(frames, x.acts, questions, x.outcomes, x.counts, x.rolls)


def _replied(
    questions: dict[str, Question], answers: Answers, reply: Reply | None
) -> dict[str, Question]:
    """The questions with one slot filled (or emptied), where that question is open."""
    if answers is None or not answers[1] or answers[0] not in questions:
        return questions
    q, slot = questions[answers[0]], answers[1]
    replies = put(q.replies, slot, reply) if reply else without(q.replies, slot)
    filled = Question(q.id, q.on, q.about, q.slots, q.until, q.before, q.params, replies)
    return put(questions, q.id, filled)


def _reply(x: Exchange, answers: Answers, reply: Reply) -> Exchange:
    """Fill the slot that an entry answers."""
    if answers is None:
        return x
    return _with(x, x.acts, _replied(x.questions, answers, reply))


def _answered(x: Exchange, event: Answered, answers: Answers) -> Exchange:
    return _reply(x, answers, Reply("answered", event.choice, 0, event.params))


def _rolled(x: Exchange, event: DiceRolled, answers: Answers) -> Exchange:
    questions = _replied(x.questions, answers, Reply("rolled", event.purpose, event.total))
    rolls = counted(x.rolls, event)
    return Exchange(x.frames, x.acts, questions, x.outcomes, x.counts, rolls)


def _drawn(x: Exchange, event: CardDrawn, answers: Answers) -> Exchange:
    return _reply(x, answers, Reply("drawn", event.card, event.rank))


# --- acts --------------------------------------------------------------------------------------


def _doing(
    x: Exchange, event: Said, answers: Answers, kind: str, stands: bool, against: bool = False
) -> Doing:
    """An act as an event says it; one that was declared keeps the place where it was."""
    old = x.acts.get(event.act)
    slot = answers or (old.slot if old else ("", ""))
    return Doing(
        id=event.act,
        who=event.who,
        manoeuvre=event.manoeuvre,
        kind=kind,
        on=event.on,
        targets=event.targets,
        using=event.using,
        params=event.params,
        stands=stands,
        slot=slot,
        against=against,
    )


def _declared(x: Exchange, event: Declared, answers: Answers) -> Exchange:
    acts = put(x.acts, event.act, _doing(x, event, answers, "", False, event.against))
    return _with(x, acts, _replied(x.questions, answers, Reply("declared", event.act)))


def _begun(x: Exchange, event: Said, answers: Answers, kind: str, stands: bool) -> Exchange:
    """Put an act on the stack and count it."""
    return Exchange(
        x.frames if event.act in x.frames else (*x.frames, event.act),
        put(x.acts, event.act, _doing(x, event, answers, kind, stands)),
        _replied(x.questions, answers, Reply("acted", event.act)),
        x.outcomes,
        _tally(x.counts, f"{event.who} {event.manoeuvre}"),
        x.rolls,
    )


def _tally(counts: dict[str, dict[str, int]], name: str) -> dict[str, dict[str, int]]:
    return {s: put(c := counts.get(s, {}), name, c.get(name, 0) + 1) for s in SPANS}


def _acted(x: Exchange, event: Acted, answers: Answers) -> Exchange:
    return _begun(x, event, answers, "follow-on" if event.on else "action", False)


def _reacted(x: Exchange, event: Reacted, answers: Answers) -> Exchange:
    return _begun(x, event, answers, "reaction", event.stands)


def _withdrawn(x: Exchange, event: Withdrawn, answers: Answers) -> Exchange:
    """A declared act goes. An answer or declaration is taken back, or an act's slot is filled."""
    acts = x.acts if event.act in x.frames else without(x.acts, event.act)
    question = x.questions.get(answers[0]) if answers else None
    old = question.replies.get(answers[1]) if question and answers else None
    back = old is not None and event.act in ("", old.value)
    reply = None if back else Reply("withdrawn", event.instead or "pass")
    return _with(x, acts, _replied(x.questions, answers, reply))


def _resolved(x: Exchange, event: Resolved, _: Answers) -> Exchange:
    outcomes = put(x.outcomes, event.act, (*x.outcomes.get(event.act, ()), event))
    return Exchange(x.frames, x.acts, x.questions, outcomes, x.counts, x.rolls)


def _closed(x: Exchange, event: Closed, _: Answers) -> Exchange:
    """Take a frame off; an empty stack forgets all acts but those still only declared.

    What came of those just over is kept until the stack is empty again: a refusal may name it.
    """
    frames = x.frames[:-1] if x.frames[-1:] == (event.frame,) else _but(x.frames, event.frame)
    if frames:
        questions = without(x.questions, event.frame)
        return Exchange(frames, x.acts, questions, x.outcomes, x.counts, x.rolls)
    waiting = {k: a for k, a in x.acts.items() if not a.kind}
    outcomes = {act: came for act, came in x.outcomes.items() if act in x.acts}
    return Exchange((), waiting, {}, outcomes, x.counts, x.rolls)


def _but(frames: tuple[str, ...], frame: str) -> tuple[str, ...]:
    return tuple(f for f in frames if f != frame)


# --- spans -------------------------------------------------------------------------------------


def _round_began(x: Exchange, event: RoundBegan, _: Answers) -> Exchange:
    counts = put(x.counts, "round", {})
    return Exchange(x.frames, x.acts, x.questions, x.outcomes, counts, {})


def _turn_began(x: Exchange, event: TurnBegan, _: Answers) -> Exchange:
    """Each turn counts anew, also a resumed one: others have had theirs in between."""
    counts = put(x.counts, "turn", {})
    return Exchange(x.frames, x.acts, x.questions, x.outcomes, counts, x.rolls)


FOLDS: Folds = {
    Asked: _asked,
    Answered: _answered,
    Declared: _declared,
    Acted: _acted,
    Reacted: _reacted,
    Withdrawn: _withdrawn,
    Resolved: _resolved,
    Closed: _closed,
    DiceRolled: _rolled,
    CardDrawn: _drawn,
    RoundBegan: _round_began,
    TurnBegan: _turn_began,
}
