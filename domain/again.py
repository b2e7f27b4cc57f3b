"""Again: later commands are decided once more from a node, with the dice that were recorded.

This is what a take-back, a correction of the past, an audit and a "what if" stand on. A step keeps
its number, so that ids of acts and questions made from it stay the same and later answers still
find them. Each step is judged in order: *kept* where the same comes of it, *changed* where
something else does, *dropped* where it cannot be done any more, and *stopped* where judging cannot
go on without dice, an answer or a ruling that nobody has given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from domain import commands as c
from domain import events as e
from domain.chance import Dice
from domain.combat import Combat, evolve
from domain.decide import decide
from domain.drafting import Draft
from domain.facets.exchange import Question
from domain.openings import openings
from domain.recorded import NeedsDice, RecordedDice
from domain.ruleset import Forbidden, Refused, Ruleset
from domain.scene import Scene
from domain.seats import REFEREE, Viewer
from domain.vocabulary import Numbers
from domain.wire import Entry

Verdict = Literal["kept", "changed", "dropped", "stopped"]
Reason = Literal[
    "", "illegal", "orphaned", "moot", "needs dice", "needs an answer", "needs a ruling"
]


class Played(NamedTuple):
    """A step as it was kept: its number, what was said by whom, and what came of it."""

    origin: int
    command: c.Command
    viewer: Viewer
    drafts: tuple[Draft, ...]


def played(entries: Sequence[Entry], viewer: Viewer) -> Played:
    """A step of the log as it was kept; raises ValueError where its command is not kept with it."""
    first = entries[0]
    if first.kept is None:
        raise ValueError(f"entry {first.seq} has no command beside it")
    drafts = (
        Draft(event, m.answers, m.behalf, m.cause, m.clause, m.basis, m.audience)
        for m, event, *_ in entries
    )
    return Played(first.step, first.kept.command, viewer, tuple(drafts))


class Judged(NamedTuple):
    """What became of a step: the verdict and its reason, and the combat after it.

    `command` and `drafts` are those of the new step, where there is one. `why`, `clause` and
    `numbers` say for people why a step was dropped, or what is wanted where judging stopped.
    """

    played: Played
    verdict: Verdict
    combat: Combat
    command: c.Command
    drafts: tuple[Draft, ...] = ()
    reason: Reason = ""
    why: str = ""
    clause: str = ""
    numbers: Numbers = {}


def again(
    combat: Combat, later: Sequence[Played], rules: Ruleset, fresh: Dice | None = None
) -> Iterator[Judged]:
    """Decide later steps again from a state, in order, up to the first that stops.

    Steps that are to be taken back are simply left out of `later`. Without `fresh` dice nothing is
    ever drawn or rolled: a roll that was not recorded stops the judging. Cost: one decision a step.
    """
    judging = _Judging(combat, later)
    for place, played in enumerate(later):
        judged = judging.judge(place, played, combat, rules, fresh)
        yield judged
        if judged.verdict == "stopped":
            return
        combat = judged.combat


def without_faces(command: c.Command) -> c.Command:
    """A command whose typed faces and card are left to the record, which knows them by roll."""
    match command:
        case c.Answer(choice="roll"):
            return command.model_copy(update={"faces": None, "witness": ""})
        case c.Answer(choice="draw"):
            return command.model_copy(update={"card": "", "witness": ""})
        case c.Draw():
            return command.model_copy(update={"card": ""})
    return command


def _with_faces(command: c.Command, drafts: Sequence[Draft]) -> c.Command:
    """The command of the new step: what was typed is what its roll or draw took of it."""
    fell = next((d.event for d in drafts if isinstance(d.event, e.DiceRolled | e.CardDrawn)), None)
    typed = fell is not None and fell.provenance != "service"
    match command, fell:
        case c.Answer(choice="roll"), e.DiceRolled():
            return command.model_copy(update={"faces": fell.faces if typed else None})
        case ((c.Answer(choice="draw") | c.Draw()), e.CardDrawn()):
            return command.model_copy(update={"card": fell.card if typed else ""})
    return command


class _Judging:
    """The steps to be judged, which slots they filled last, and what became of them so far.

    A slot is known by the step that its question came of, what that was about, and its own id: the
    rest of a question's id may differ where the step comes out differently.
    """

    def __init__(self, combat: Combat, later: Sequence[Played]):
        self.verdicts: dict[int, Verdict] = {}
        self.joined: dict[str, int] = {}
        self.filled: dict[tuple[int | None, str, str], int] = {}
        about = {q.id: q.about for q in combat.exchange.questions.values()}
        for place, played in enumerate(later):
            if isinstance(played.command, c.Join):
                self.joined.setdefault(played.command.subject, played.origin)
            for draft in played.drafts:
                if isinstance(draft.event, e.Asked):
                    about[draft.event.question] = draft.event.about
                if draft.answers is not None:
                    question, slot = draft.answers
                    self.filled[_origin(question), about.get(question, ""), slot] = place

    def judge(
        self, place: int, played: Played, combat: Combat, rules: Ruleset, fresh: Dice | None
    ) -> Judged:
        """One step, after those before it."""
        judged = self._decided(place, played, combat, rules, fresh)
        self.verdicts[played.origin] = judged.verdict
        return judged

    def _decided(
        self, place: int, played: Played, combat: Combat, rules: Ruleset, fresh: Dice | None
    ) -> Judged:
        dice = RecordedDice(played.origin, played.drafts, combat, fresh)
        command = without_faces(played.command)
        try:
            step = decide(combat, command, rules, dice, played.origin, played.viewer)
        except NeedsDice as needs:
            return _at_fault(played, combat, "stopped", "needs dice", str(needs))
        except Forbidden as forbidden:
            return _at_fault(played, combat, "dropped", "illegal", str(forbidden))
        except Refused as refused:
            return self._refused(place, played, Scene(combat, rules), refused)
        drafts = dice.as_recorded(step.drafts)
        for draft in drafts:
            combat = evolve(combat, draft.event, draft.answers)
        verdict: Verdict = "kept" if drafts == tuple(played.drafts) else "changed"
        command = played.command if verdict == "kept" else _with_faces(played.command, drafts)
        return Judged(played, verdict, combat, command, drafts)

    def _refused(self, place: int, played: Played, scene: Scene, refused: Refused) -> Judged:
        """Why a step cannot be done any more: the first of the reasons that holds."""
        combat, question = scene.combat, scene.question()
        fits = question is None or _answers(scene, played.command, question)
        if question is not None and not fits and (whom := self._nobody_answers(place, question)):
            reason: Reason = "needs a ruling" if whom == REFEREE else "needs an answer"
            why = f"{whom} is asked about {question.about}, and no later step answers that"
            return _at_fault(played, combat, "stopped", reason, why)
        if _is_pass(played.command):
            return _at_fault(played, combat, "dropped", "moot", "nothing is asked to be passed")
        if gone := self._gone(scene, played):
            return _at_fault(played, combat, "dropped", "orphaned", gone)
        judged = _at_fault(played, combat, "dropped", "illegal", refused.why)
        return judged._replace(clause=refused.clause, numbers=refused.numbers)

    def _nobody_answers(self, place: int, question: Question) -> str:
        """Who holds an open slot that no later step fills; nobody where all will be filled."""
        for slot in question.open():
            named = _origin(question.id), question.about, slot.id
            if self.filled.get(named, -1) <= place:
                return slot.who
        return ""

    def _gone(self, scene: Scene, played: Played) -> str:
        """What a command names that is not there any more, and what removed it."""
        for who in _named(played.command):
            member = scene.member(who)
            if member is None and not _is_side(scene, who):
                return f"{who} is not here{self._since(self.joined.get(who))}"
            if member is not None and not member.here:
                return f"{who} has left"
        exchange = scene.combat.exchange
        left = {_origin(frame) for frame in (*exchange.acts, *exchange.questions)}
        for origin in _meant(played):
            if origin not in left:
                return f"what it answered is gone{self._since(origin)}"
        return ""

    def _since(self, origin: int | None) -> str:
        """The step that something came of, and what has become of that."""
        if origin is None:
            return ""
        return f": step {origin} was {self.verdicts.get(origin, 'taken back')}"


def _at_fault(played: Played, combat: Combat, verdict: Verdict, reason: Reason, why: str) -> Judged:
    return Judged(played, verdict, combat, played.command, (), reason, why)


def _answers(scene: Scene, command: c.Command, question: Question) -> bool:
    """True for a command that would fill a slot of the open question, were it legal."""
    match command:
        case c.Answer(who=who, about=about):
            return about == question.about and any(s.who == who for s in question.open())
        case c.Deed(who=who):
            return bool(openings(scene, who))
    return False


def _is_pass(command: c.Command) -> bool:
    return isinstance(command, c.PassAll) or getattr(command, "choice", "") == "pass"


def _named(command: c.Command) -> tuple[str, ...]:
    """The combatants whom a command names."""
    who = getattr(command, "who", "")
    targets = command.targets if isinstance(command, c.Deed) else ()
    return tuple(name for name in (who, *targets) if name not in ("", REFEREE))


def _is_side(scene: Scene, who: str) -> bool:
    return any(member.side == who for member in scene.combat.roster.members.values())


def _meant(played: Played) -> Iterator[int]:
    """The steps of which the question or act came that the first entry of a step was about."""
    first = played.drafts[0]
    named = (first.answers or ("",))[0], getattr(first.event, "on", "")
    return (origin for name in named if (origin := _origin(name)) is not None)


def _origin(frame: str) -> int | None:
    """The step that an act or question came of."""
    found = re.fullmatch(r"(\d+)\.\d+", frame)
    return int(found[1]) if found else None
