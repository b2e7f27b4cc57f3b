"""Again: later commands are decided once more from a node, with the dice that were recorded.

This is what a take-back, a correction of the past and an audit stand on. A step keeps
its number, and what a later command names by an id is found again by what it is, although its id
may be another now. Each step is judged in order: *kept* where the same comes of it, *changed* where
something else does, *dropped* where it cannot be done any more, and *stopped* where judging cannot
go on without dice, an answer or a ruling that nobody has given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from domain import commands as c
from domain.dice.recorded_dice import NeedsDice, RecordedDice, with_faces, without_faces
from domain.engine.decide import decide
from domain.legality.openings import has_the_go, openings
from domain.log.codec import Entry
from domain.rerun.equivalence import Ids, alike
from domain.rerun.later_answers import LaterAnswers
from domain.rerun.phase_changes import PhaseChanges, ends_a_phase, phase_words
from domain.ruleset.messages import plain
from domain.ruleset.ruleset import Forbidden, Refused, Ruleset, by_name
from domain.ruleset.scene import Scene
from domain.state.combat import Combat, evolve
from domain.state.exchange import Question
from domain.state.ids import rename_ids, step_of
from domain.state.viewer import REFEREE, Viewer
from domain.step.draft import Draft
from domain.step.rolling import Dice

Verdict = Literal["kept", "changed", "dropped", "stopped"]
Reason = Literal[
    "", "illegal", "orphaned", "moot", "needs dice", "needs an answer", "needs a ruling"
]


class Played(NamedTuple):
    """A step as it was kept: its number, what was said by whom, and what came of it.

    `origin` is the number as which it was first played; of a step that is put in for the first time
    `drafts` are empty. `revision` is that of the rules under which it was played.
    """

    origin: int
    command: c.Command
    viewer: Viewer
    drafts: tuple[Draft, ...]
    revision: str = ""


def played_step(entries: Sequence[Entry], viewer: Viewer) -> Played:
    """A step of the log as it was kept; raises ValueError where its command is not kept with it."""
    first = entries[0]
    if first.kept is None:
        raise ValueError(f"entry {first.seq} has no command beside it")
    kept, drafts = first.kept, drafts_of(entries)
    return Played(first.origin, kept.command, viewer, drafts, kept.context.revision)


def drafts_of(entries: Sequence[Entry]) -> tuple[Draft, ...]:
    """What came of a step of the log, as it was decided."""
    return tuple(
        Draft(event, m.answers, m.behalf, m.cause, m.clause, m.basis, m.audience)
        for m, event, *_ in entries
    )


Course = Sequence[tuple[int, Sequence[Draft]]]
"""A course of play: what came of each of its steps, by origin."""


class Judged(NamedTuple):
    """What became of a step: the verdict and its reason, and the combat after it.

    `command` and `drafts` are those of the new step, where there is one. `said` says why a step
    was dropped, or what is wanted where judging stopped: for people by name, as a refusal does, and
    in `why` with ids. `refused` is the refusal of a step that is illegal.
    """

    played: Played
    verdict: Verdict
    combat: Combat
    command: c.Command
    drafts: tuple[Draft, ...] = ()
    reason: Reason = ""
    said: str = ""
    refused: Refused | None = None

    @property
    def why(self) -> str:
        """The reason as programs read it."""
        return plain(self.said)


def again(
    combat: Combat,
    later: Sequence[Played],
    rules: Ruleset,
    fresh: Dice | None = None,
    was: Course = (),
    now: Course = (),
    public: Combat | None = None,
) -> Iterator[Judged]:
    """Decide later steps again from a state, in order, up to the first that stops.

    What they name by an id may be of steps that are not among them: `was` are those of where they
    were played first, `now` those of where they are judged. `public` is the state as everybody sees
    it. Without `fresh` dice nothing is ever drawn or rolled: a roll that was not recorded stops the
    judging. Cost: one decision a step.
    """
    judging = _Judging(combat, later, rules, fresh, was)
    judging.public = public
    for ids, course in ((judging.was, was), (judging.now, now)):
        for origin, drafts in course:
            ids.meet(origin, drafts)
    for place, played in enumerate(later):
        judged = judging.judge(place, played, combat)
        yield judged
        if judged.verdict == "stopped":
            return
        combat = judged.combat


class _Judging:
    """The steps to be judged, what they answer, and what became of them so far."""

    def __init__(
        self,
        combat: Combat,
        later: Sequence[Played],
        rules: Ruleset,
        fresh: Dice | None,
        was: Course,
    ):
        self.rules, self.fresh = rules, fresh
        gone = (drafts for _, drafts in was)
        self.phases = PhaseChanges(combat.clock, gone, (played.drafts for played in later))
        self.verdicts: dict[int, Verdict] = {}
        self.was, self.now = Ids(), Ids()
        self.joined: dict[str, int] = {}
        self.public: Combat | None = None
        self.answers = LaterAnswers(combat, [played.drafts for played in later])
        self.known: set[int] = {p.origin for p in later}
        self.known |= {step_of(act) for act in combat.exchange.acts}
        for played in later:
            if isinstance(played.command, c.Join):
                self.joined.setdefault(played.command.subject, played.origin)

    def judge(self, place: int, played: Played, combat: Combat) -> Judged:
        """One step, after those before it."""
        command, lost = self._with_ids_of_now(played.command)
        self.was.meet(played.origin, played.drafts)
        if lost:
            why = f"what it names is gone{self._since(step_of(lost))}"
            judged = _at_fault(played, combat, "dropped", "orphaned", why)
        else:
            judged = self._decide_again(place, played._replace(command=command), combat)
        self.verdicts[played.origin] = judged.verdict
        return judged

    def _with_ids_of_now(self, command: c.Command) -> tuple[c.Command, str]:
        """A command with today's id of each thing that it names, and one id that means nothing."""
        found: dict[str, str] = {}

        def name(raw: str) -> str:
            return found.setdefault(raw, self.now.find(raw, self.was))

        said = rename_ids(command.model_copy(update={"note": None}), name)
        lost = next((raw for raw, now in found.items() if not now), "")
        return said.model_copy(update={"note": command.note}), lost

    def _decide_again(self, place: int, played: Played, combat: Combat) -> Judged:
        if ends_a_phase(played.command) and (fault := self._ends_another(place, played, combat)):
            return fault
        # Put in again, a step that was never played would have another number and show other faces.
        fresh = self.fresh if played.drafts else None
        dice = RecordedDice(played.origin, played.drafts, combat, fresh)
        command = without_faces(played.command, played.drafts)
        try:
            by, origin = played.viewer, played.origin
            step = decide(combat, command, self.rules, dice, origin, by, self.public)
        except NeedsDice as needs:
            said = by_step(played.origin) + str(needs).removeprefix(f"step {played.origin}")
            return _at_fault(played, combat, "stopped", "needs dice", said)
        except Forbidden as forbidden:
            return _at_fault(played, combat, "dropped", "illegal", str(forbidden))
        except Refused as refused:
            return self._judge_refusal(place, played, Scene(combat, self.rules), refused)
        drafts, self.public = dice.as_recorded(step.drafts), step.public
        for draft in drafts:
            combat = evolve(combat, draft.event, draft.answers)
        self.now.meet(played.origin, drafts)
        same = alike(tuple(played.drafts), drafts, self.was, self.now)
        verdict: Verdict = "kept" if same else "changed"
        command = played.command if verdict == "kept" else with_faces(played.command, drafts)
        return Judged(played, verdict, combat, command, drafts)

    def _judge_refusal(self, place: int, played: Played, scene: Scene, refused: Refused) -> Judged:
        """Why a step cannot be done any more: the first of the reasons that holds."""
        combat, question = scene.combat, scene.question()
        fits = question is None or _answers(scene, played.command, question)
        orphan = self._stranger(scene, played) or self._missing_act(scene, played)
        waits = question if not orphan and not fits else None
        if waits is not None and (stop := self._nobody_answers(place, played, combat, waits)):
            return stop
        if not orphan and (stop := self._nobody_ends(place, played, scene)):
            return stop
        if _is_pass(played.command):
            return _at_fault(played, combat, "dropped", "moot", "nothing is asked to be passed")
        if orphan or (orphan := self._missing_act(scene, played, over=True)):
            return _at_fault(played, combat, "dropped", "orphaned", orphan)
        judged = _at_fault(played, combat, "dropped", "illegal", refused.said)
        return judged._replace(refused=refused)

    def _nobody_answers(
        self, place: int, played: Played, combat: Combat, question: Question
    ) -> Judged | None:
        """Judging stops at a question with an open slot that no later step fills."""
        for slot in question.open():
            if not self.answers.fill(place, question, slot.id):
                reason: Reason = "needs a ruling" if slot.who == REFEREE else "needs an answer"
                asked = f"{by_name(slot.who)} is asked about {question.about}"
                why = f"{asked}, and no later step answers that"
                return _at_fault(played, combat, "stopped", reason, why)
        return None

    def _ends_another(self, place: int, played: Played, combat: Combat) -> Judged | None:
        """Return the verdict on the end of a phase that is over already, or not yet open."""
        if over := self.phases.over_already(place, combat.clock):
            why = f"the {phase_words(self.rules, over)} is over already"
            return _at_fault(played, combat, "dropped", "moot", why)
        return self._nobody_ends(place, played, Scene(combat, self.rules))

    def _nobody_ends(self, place: int, played: Played, scene: Scene) -> Judged | None:
        """Judging stops in a phase that its actor ends, where the turn had gone on from it."""
        actor, waiting = getattr(played.command, "who", ""), ""
        if has_the_go(scene, actor):
            waiting = self.phases.waiting(place, scene.combat.clock)
        if not waiting:
            return None
        phase = phase_words(self.rules, waiting)
        why = f"{by_name(actor)} is asked to end the {phase}, and no later step answers that"
        return _at_fault(played, scene.combat, "stopped", "needs an answer", why)

    def _stranger(self, scene: Scene, played: Played) -> str:
        """Whom a command names that is not here, and what removed him."""
        command, members = played.command, scene.combat.roster.members
        known = {"", REFEREE, *(member.side for member in members.values())}
        targets = command.targets if isinstance(command, c.Deed) else ()
        for who in (getattr(command, "who", ""), *targets):
            member = scene.member(who)
            if member is None and who not in known:
                return f"{by_name(who)} is not here{self._since(self.joined.get(who))}"
            if member is not None and not member.here:
                return f"{by_name(who)} has left"
        return ""

    def _missing_act(self, scene: Scene, played: Played, over: bool = False) -> str:
        """The act in whose course a step was, if that was never done; or, at least, is `over`."""
        left = {step_of(act) for act in scene.combat.exchange.acts}
        acts = ((getattr(d.event, "on", ""), d.cause) for d in played.drafts[:1])
        for act in (act for pair in acts for act in pair):
            origin = step_of(act)
            undone = origin not in self.known or self.verdicts.get(origin) == "dropped"
            if origin and origin not in left and (undone or over):
                return f"what it answered is gone{self._since(origin)}"
        return ""

    def _since(self, origin: int | None) -> str:
        """The step that something came of, and what has become of that."""
        if origin is None:
            return ""
        return f": {by_step(origin)} was {self.verdicts.get(origin, 'taken back')}"


def by_step(origin: int) -> str:
    """A step in a sentence, marked like a name: people are told the number that they know."""
    return by_name(f"step {origin}")


def _at_fault(played: Played, combat: Combat, verdict: Verdict, reason: Reason, why: str) -> Judged:
    return Judged(played, verdict, combat, played.command, (), reason, why)


def _answers(scene: Scene, command: c.Command, question: Question) -> bool:
    """True for a command that would fill a slot of the open question, were it legal."""
    match command:
        case c.Answer(who=who, about=about):
            return about == question.about and any(who in s.holders for s in question.open())
        case c.Deed(who=who):
            return any(opening.slot for opening in openings(scene, who))
    return False


def _is_pass(command: c.Command) -> bool:
    return isinstance(command, c.PassAll) or getattr(command, "choice", "") == "pass"
