"""Acts in progress, open questions, and what answered them: one stack for every game.

Frames are pushed by Asked, Acted and Reacted and taken off by Closed. A reaction that `stands` is
resolved together with the act it answers, so it is looked through until then. Declared acts live
beside the stack until they are begun or withdrawn.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain import events as e
from domain.state.fold import Answers, Folds, make, with_entry, without
from domain.state.roll_counts import tallies_after
from domain.state.stack import Doing, Question, Reply

CountedIn = Literal["turn", "round"]
"""The spans in which it is counted how often somebody did something."""


class Exchange(NamedTuple):
    """The stack (bottom first), what is on it, outcomes so far, and tallies of how often."""

    frames: tuple[str, ...] = ()
    acts: dict[str, Doing] = {}
    questions: dict[str, Question] = {}
    outcomes: dict[str, tuple[e.Resolved, ...]] = {}
    turn_counts: dict[str, int] = {}
    round_counts: dict[str, int] = {}
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

    def declared_answers(self, on: str) -> tuple[Doing, ...]:
        """Declared answers to an act, in the order of the log."""
        return tuple(a for a in self.acts.values() if not a.kind and a.on == on)

    def standing(self, on: str) -> tuple[Doing, ...]:
        """Reactions that wait to be resolved together with an act, latest first."""
        acts = (self.acts[f] for f in reversed(self.frames) if f in self.acts)
        return tuple(a for a in acts if a.stands and a.on == on)

    def outcome(self, act: str, stage: str = "") -> e.Resolved | None:
        """The latest outcome of an act, of one stage if given."""
        found = [r for r in self.outcomes.get(act, ()) if stage in ("", r.stage)]
        return found[-1] if found else None

    def times(self, span: CountedIn, who: str, manoeuvre: str) -> int:
        """How often somebody did a manoeuvre in the current turn or round."""
        return self.counts(span).get(f"{who} {manoeuvre}", 0)

    def counts(self, span: CountedIn) -> dict[str, int]:
        """How often somebody did something in the current turn or round, by `who manoeuvre`."""
        return self.turn_counts if span == "turn" else self.round_counts


# --- questions ---------------------------------------------------------------------------------


def _fold_asked(x: Exchange, event: e.Asked, _: Answers) -> Exchange:
    """Push a question; asked again, it keeps the replies but of what is listed without a bar."""
    replies: dict[str, Reply] = {}
    if (old := x.questions.get(event.question)) is not None:
        anew = {slot.id for slot in event.slots if not slot.barred}
        replies = {slot: reply for slot, reply in old.replies.items() if slot not in anew}
    id, about = event.question, (event.about, event.slots, event.until)
    question = make(Question, (id, event.on, *about, event.before, event.params, replies))
    frames = x.frames if id in x.frames else (*x.frames, id)
    questions = with_entry(x.questions, id, question)
    return make(Exchange, (frames, x.acts, questions, *x[3:]))


def _fill_slot(x: Exchange, answers: Answers, reply: Reply | None) -> dict[str, Question]:
    """The questions with one slot filled (or emptied), where that question is open."""
    if answers is None or not answers[1] or answers[0] not in x.questions:
        return x.questions
    q, slot = x.questions[answers[0]], answers[1]
    replies = {**q.replies, slot: reply} if reply else without(q.replies, slot)
    return {**x.questions, q.id: make(Question, (*q[:-1], replies))}


def _reply(x: Exchange, answers: Answers, reply: Reply | None) -> Exchange:
    """Fill (or empty) the slot that an entry answers."""
    questions = _fill_slot(x, answers, reply)
    return make(Exchange, (x.frames, x.acts, questions, *x[3:]))


def _fold_answered(x: Exchange, event: e.Answered, answers: Answers) -> Exchange:
    return _reply(x, answers, make(Reply, ("answered", event.choice, 0, event.params)))


def _fold_rolled(x: Exchange, event: e.DiceRolled, answers: Answers) -> Exchange:
    questions = _fill_slot(x, answers, Reply("rolled", event.purpose, event.total))
    rolls = tallies_after(x.rolls, event)
    return make(Exchange, (x.frames, x.acts, questions, *x[3:6], rolls))


def _fold_drawn(x: Exchange, event: e.CardDrawn, answers: Answers) -> Exchange:
    return _reply(x, answers, Reply("drawn", event.card, event.rank))


# --- acts --------------------------------------------------------------------------------------


def _with_act(
    x: Exchange, event: e.Said, answers: Answers, kind: str, stands: bool, against: bool = False
) -> dict[str, Doing]:
    """The acts with one as an event says it; one that was declared keeps the place where it was."""
    old = x.acts.get(event.act)
    slot = answers or (old.slot if old else ("", ""))
    said = event.act, event.who, event.manoeuvre, kind, event.on, event.targets, event.using
    act = make(Doing, (*said, event.params, stands, slot, against))
    return with_entry(x.acts, event.act, act)


def _fold_declared(x: Exchange, event: e.Declared, answers: Answers) -> Exchange:
    acts = _with_act(x, event, answers, "", False, event.against)
    questions = _fill_slot(x, answers, Reply("declared", event.act))
    return make(Exchange, (x.frames, acts, questions, *x[3:]))


def _fold_begun(x: Exchange, event: e.Acted | e.Reacted, answers: Answers) -> Exchange:
    """Put an act on the stack and count it."""
    reaction = event if isinstance(event, e.Reacted) else None
    kind = "reaction" if reaction else "follow on" if event.on else "action"
    acts = _with_act(x, event, answers, kind, bool(reaction and reaction.stands))
    frames = x.frames if event.act in x.frames else (*x.frames, event.act)
    counts = _counted(x, f"{event.who} {event.manoeuvre}")
    questions = _fill_slot(x, answers, make(Reply, ("acted", event.act, 0, {})))
    return make(Exchange, (frames, acts, questions, x.outcomes, *counts, x.rolls))


def _counted(x: Exchange, deed: str) -> tuple[dict[str, int], dict[str, int]]:
    """The counts of the turn and of the round, with one deed more."""
    turn, round_ = x.turn_counts, x.round_counts
    more = turn.get(deed, 0) + 1, round_.get(deed, 0) + 1
    return {**turn, deed: more[0]}, {**round_, deed: more[1]}


def _withdrawn(x: Exchange, event: e.Withdrawn, answers: Answers) -> Exchange:
    """A declared act goes. An answer or declaration is taken back, or an act's slot is filled."""
    acts = x.acts if event.act in x.frames else without(x.acts, event.act)
    question = x.questions.get(answers[0]) if answers else None
    old = question.replies.get(answers[1]) if question and answers else None
    back = old is not None and event.act in ("", old.value)
    reply = None if back else Reply("withdrawn", event.instead or "pass")
    return make(Exchange, (x.frames, acts, _fill_slot(x, answers, reply), *x[3:]))


def _fold_resolved(x: Exchange, event: e.Resolved, _: Answers) -> Exchange:
    outcomes = with_entry(x.outcomes, event.act, (*x.outcomes.get(event.act, ()), event))
    return make(Exchange, (x.frames, x.acts, x.questions, outcomes, *x[4:]))


def _fold_closed(x: Exchange, event: e.Closed, _: Answers) -> Exchange:
    """Take a frame off; an empty stack forgets all acts but those still only declared.

    What came of those just over is kept until the stack is empty again: a refusal may name it.
    """
    frames, frame = x.frames, event.frame
    last = frames and frames[-1] == frame
    frames = frames[:-1] if last else tuple(each for each in frames if each != frame)
    if frames:
        questions = without(x.questions, frame)
        return make(Exchange, (frames, x.acts, questions, *x[3:]))
    waiting = x.acts and {id: act for id, act in x.acts.items() if not act.kind}
    outcomes = x.outcomes and {act: o for act, o in x.outcomes.items() if act in x.acts}
    return make(Exchange, ((), waiting, {}, outcomes, *x[4:]))


# --- spans -------------------------------------------------------------------------------------


def _round_began(x: Exchange, event: e.RoundBegan, _: Answers) -> Exchange:
    return make(Exchange, (*x[:4], x.turn_counts, {}, {}))


def _turn_began(x: Exchange, event: e.TurnBegan, _: Answers) -> Exchange:
    """Each turn counts anew, also a resumed one: others have had theirs in between."""
    return make(Exchange, (*x[:4], {}, x.round_counts, x.rolls))


FOLDS: Folds = {
    e.Asked: _fold_asked,
    e.Answered: _fold_answered,
    e.Declared: _fold_declared,
    e.Acted: _fold_begun,
    e.Reacted: _fold_begun,
    e.Withdrawn: _withdrawn,
    e.Resolved: _fold_resolved,
    e.Closed: _fold_closed,
    e.DiceRolled: _fold_rolled,
    e.CardDrawn: _fold_drawn,
    e.RoundBegan: _round_began,
    e.TurnBegan: _turn_began,
}
