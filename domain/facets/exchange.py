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
    Params,
    Reacted,
    Resolved,
    RoundBegan,
    Slot,
    TurnBegan,
    Withdrawn,
)
from domain.facets import Answers, Folds, put, without


class Doing(NamedTuple):
    """An act: declared, begun, or standing until the act it answers resolves it.

    `kind` is action, reaction or follow-on (empty while only declared); `last` is the stage that
    the latest question asked on it leads to; `slot` the (question, slot) that it answered.
    """

    id: str
    who: str
    manoeuvre: str
    kind: str
    on: str
    targets: tuple[str, ...]
    using: str
    params: Params
    stands: bool = False
    last: str = ""
    slot: tuple[str, str] = ("", "")


class Reply(NamedTuple):
    """What filled a slot: `how` (answered, declared, acted, rolled, drawn, withdrawn) and what."""

    how: str
    value: str = ""
    total: int = 0
    params: Params = {}


PASSED = ("pass", "left")
"""What does not count as the first answer: a pass, and the leaving of whoever was asked."""


class Question(NamedTuple):
    """An open window with its slots and the replies so far, by slot id."""

    id: str
    on: str
    about: str
    slots: tuple[Slot, ...]
    until: str
    then: str
    params: Params
    replies: dict[str, Reply] = {}

    def unfilled(self) -> tuple[Slot, ...]:
        """Slots that nobody filled and nothing bars."""
        return tuple(s for s in self.slots if not s.barred and s.id not in self.replies)

    def open(self) -> tuple[Slot, ...]:
        """The slots whose turn it is: those unfilled of the lowest rank."""
        if self.until == "first" and any(r.value not in PASSED for r in self.replies.values()):
            return ()
        slots = self.unfilled()
        rank = min((s.rank for s in slots), default=0)
        return tuple(s for s in slots if s.rank == rank)

    def slot(self, slot: str) -> Slot | None:
        """The slot of that id."""
        return next((s for s in self.slots if s.id == slot), None)


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
            act = self.acts.get(frame)
            if act is not None and not act.stands:
                return act
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
        return tuple(
            self.acts[f]
            for f in reversed(self.frames)
            if f in self.acts and self.acts[f].stands and self.acts[f].on == on
        )

    def outcome(self, act: str, stage: str = "") -> Resolved | None:
        """The latest outcome of an act, of one stage if given."""
        found = [r for r in self.outcomes.get(act, ()) if stage in ("", r.stage)]
        return found[-1] if found else None

    def times(self, span: str, who: str, manoeuvre: str) -> int:
        """How often somebody did a manoeuvre in the current turn, round or combat."""
        return self.counts.get(span, {}).get(f"{who} {manoeuvre}", 0)


def _asked(x: Exchange, event: Asked, _: Answers) -> Exchange:
    old = x.questions.get(event.question)
    replies = old.replies if old else {}
    question = Question(
        event.question, event.on, event.about, event.slots, event.until, event.then,
        event.params, replies,
    )  # fmt: skip
    acts = x.acts
    if (act := acts.get(event.on)) is not None:
        acts = put(acts, event.on, act._replace(last=event.then))
    frames = x.frames if old else (*x.frames, event.question)
    return x._replace(
        frames=frames, acts=acts, questions=put(x.questions, event.question, question)
    )


def _reply(x: Exchange, answers: Answers, reply: Reply) -> Exchange:
    """Fill the slot that an entry answers, if it answers one that is open."""
    if answers is None or (question := x.questions.get(answers[0])) is None:
        return x
    filled = question._replace(replies=put(question.replies, answers[1], reply))
    return x._replace(questions=put(x.questions, question.id, filled))


def _answered(x: Exchange, event: Answered, answers: Answers) -> Exchange:
    return _reply(x, answers, Reply("answered", event.choice, 0, event.params))


def _declared(x: Exchange, event: Declared, answers: Answers) -> Exchange:
    act = Doing(
        event.act, event.who, event.manoeuvre, "", event.on, event.targets, event.using,
        event.params, slot=answers or ("", ""),
    )  # fmt: skip
    return _reply(
        x._replace(acts=put(x.acts, event.act, act)), answers, Reply("declared", event.act)
    )


def _begun(
    x: Exchange, event: Acted | Reacted, answers: Answers, kind: str, stands: bool
) -> Exchange:
    """Put an act on the stack and count it."""
    act = Doing(
        event.act, event.who, event.manoeuvre, kind, event.on, event.targets, event.using,
        event.params, stands, slot=answers or ("", ""),
    )  # fmt: skip
    x = x._replace(
        frames=(*x.frames, event.act),
        acts=put(x.acts, event.act, act),
        counts=_tally(x.counts, f"{event.who} {event.manoeuvre}"),
    )
    return _reply(x, answers, Reply("acted", event.act))


def _tally(counts: dict[str, dict[str, int]], name: str) -> dict[str, dict[str, int]]:
    spans = ("turn", "round", "combat")
    return {s: put(counts.get(s, {}), name, counts.get(s, {}).get(name, 0) + 1) for s in spans}


def _acted(x: Exchange, event: Acted, answers: Answers) -> Exchange:
    return _begun(x, event, answers, "follow-on" if event.on else "action", False)


def _reacted(x: Exchange, event: Reacted, answers: Answers) -> Exchange:
    return _begun(x, event, answers, "reaction", event.stands)


def _withdrawn(x: Exchange, event: Withdrawn, answers: Answers) -> Exchange:
    """A declared act goes; an answer is taken back; a slot that waited for it is filled."""
    x = x._replace(acts=without(x.acts, event.act))
    if answers is None or (question := x.questions.get(answers[0])) is None:
        return x
    if answers[1] not in question.replies:
        return _reply(x, answers, Reply("withdrawn", event.instead or "pass"))
    back = question._replace(replies=without(question.replies, answers[1]))
    return x._replace(questions=put(x.questions, question.id, back))


def _resolved(x: Exchange, event: Resolved, _: Answers) -> Exchange:
    so_far = x.outcomes.get(event.act, ())
    return x._replace(outcomes=put(x.outcomes, event.act, (*so_far, event)))


def _closed(x: Exchange, event: Closed, _: Answers) -> Exchange:
    """Take a frame off; an empty stack forgets all acts but those still only declared."""
    frames = tuple(f for f in x.frames if f != event.frame)
    questions = without(x.questions, event.frame)
    if frames:
        return x._replace(frames=frames, questions=questions)
    waiting = {k: a for k, a in x.acts.items() if not a.kind}
    return x._replace(frames=(), acts=waiting, questions={}, outcomes={})


def _rolled(x: Exchange, event: DiceRolled, answers: Answers) -> Exchange:
    if event.label.reroll == 0:
        name = roll_tally(event.key, event.label.roller, event.sort)
        x = x._replace(rolls=put(x.rolls, name, x.rolls.get(name, 0) + 1))
    return _reply(x, answers, Reply("rolled", event.purpose, event.total))


def _drawn(x: Exchange, event: CardDrawn, answers: Answers) -> Exchange:
    return _reply(x, answers, Reply("drawn", event.card, event.rank))


def _round_began(x: Exchange, event: RoundBegan, _: Answers) -> Exchange:
    return x._replace(counts=put(x.counts, "round", {}), rolls={})


def _turn_began(x: Exchange, event: TurnBegan, _: Answers) -> Exchange:
    return x if event.resumes else x._replace(counts=put(x.counts, "turn", {}))


def roll_tally(key: str, roller: int, sort: str) -> str:
    """How rolls are counted within a round: by key domain, roller and sort."""
    return f"{key} {roller} {sort}"


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
