"""The oracle of corrections: the whole combat is played again from nothing, by brute force.

It knows nothing of how the past is corrected in `domain`. It tells every command anew, hands out
the recorded faces by who rolled, for what sort, and which of those in the step it was, and says by
the letter of the closed set what became of each step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from domain import commands as c
from domain import events as e
from domain.engine.decide import decide
from domain.legality.openings import has_the_go, openings
from domain.legality.option import fill
from domain.legality.options import options
from domain.rerun.corrections import How, corrected_steps
from domain.rerun.rerun import Judged, Played, again
from domain.ruleset.ruleset import Refused, Ruleset
from domain.ruleset.scene import Scene
from domain.state.combat import EMPTY, Combat, evolve, state_hash
from domain.state.ids import ID, step_of
from domain.state.viewer import REFEREE, TABLE
from domain.step.draft import Draft
from tests.support.fights.random_play import chooser, pick
from tests.support.redecided_stories import kept_steps, state_after
from tests.support.story import Story

LABEL = e.DieLabel(round=0, roller=0, sort="", r=0)

_BROUGHT_UP: tuple[tuple[type[e.Event], str, tuple[str, ...]], ...] = (
    (e.Asked, "question", ("about",)),
    (e.Said, "act", ("who",)),
    (e.ConditionBegan, "id", ("subject", "name", "key", "toward", "at")),
)
"""Events that bring something up, where its id stands, and what tells it from others."""


class Missing(Exception):
    """A die or card that never fell."""


class Fallen:
    """What fell in one step as it was played, and nothing else."""

    def __init__(self, drafts: Sequence[Draft], before: Combat):
        self.rolls = [
            d.event for d in drafts if isinstance(d.event, e.DiceRolled) and d.event.is_counted
        ]
        self.cards = [d.event for d in drafts if isinstance(d.event, e.CardDrawn)]
        self.people = before.roster.members.values()

    def faces(self, key: str, label: e.DieLabel, sizes: Sequence[int]) -> tuple[int, ...]:
        """The next roll of the same person for the same sort, if it was of such dice."""
        if (roll := self._next(key, label)) and roll.sizes[: len(sizes)] == tuple(sizes):
            return roll.all_faces[: len(sizes)]
        if sizes:
            raise Missing
        return ()

    def pass_over(self, label: e.DieLabel) -> None:
        """The roll was typed, and is no other's."""
        self._next("open", label)

    def _next(self, key: str, label: e.DieLabel) -> e.DiceRolled | None:
        same = {m.subject for m in self.people if m.roller == label.roller}
        for roll in self.rolls:
            his = roll.who in same if label.roller else not roll.label.roller
            if his and (roll.key, roll.sort, roll.label.reroll) == (key, label.sort, label.reroll):
                self.rolls.remove(roll)
                return roll
        return None

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        """The next card that was drawn of this deck, or one like it."""
        for drawn in [card for card in self.cards if card.deck == deck][:1]:
            self.cards.remove(drawn)
            exact = f"{drawn.card}#{drawn.copy_no}"
            if not cards:  # of a deck on the table every card is there
                return exact
            for card in (exact, *cards):
                if card in cards and card.rpartition("#")[0] == drawn.card:
                    return card
        raise Missing

    def commitments(self) -> dict[str, str]:
        """Nothing is opened."""
        return {}


class Verdict(NamedTuple):
    """What became of a step: how it is called, and what it did, without labels."""

    origin: int
    verdict: str
    reason: str
    drafts: tuple[Draft, ...] = ()


class Force:
    """A combat told anew with one step corrected, from its opening on."""

    def __init__(self, rules: Ruleset, told: Sequence[Played], steps: Sequence[Played]):
        self.rules, self.told, self.steps = rules, told, steps
        self.combat, self.happened = EMPTY, set[int]()
        self.verdicts: list[Verdict] = []
        self.was, self.now = dict[str, str](), dict[str, str]()
        self.turns_then = _turns(told)
        for step in told:
            _name(self.was, step.drafts)
        self._tell()

    def _tell(self) -> None:
        for place, step in enumerate(self.steps):
            verdict = self._one(place, step)
            self.verdicts.append(verdict)
            if verdict.verdict == "stopped":
                return
            if verdict.drafts:
                self.happened.add(step.origin)

    def _one(self, place: int, step: Played) -> Verdict:
        dice = Fallen(step.drafts, self.combat)
        try:
            said = self._renamed(_untyped(step)) if step in self.told else _retyped(step)
        except KeyError:
            return Verdict(step.origin, "dropped", "orphaned")
        if getattr(step.command, "about", "") == "phase" and (fault := self._phase(step)):
            return fault
        try:
            made = decide(self.combat, said, self.rules, dice, step.origin, TABLE)
        except Missing:
            return Verdict(step.origin, "stopped", "needs dice")
        except Refused:
            return Verdict(step.origin, *self._refused(place, step))
        for draft in _labelled(made.drafts, step.drafts):
            self.combat = evolve(self.combat, draft.event, draft.answers)
        drafts = bare(made.drafts)
        _name(self.now, made.drafts)
        same = drafts == bare(step.drafts) or _said(drafts, self.now) == _said(
            bare(step.drafts), self.was
        )
        return Verdict(step.origin, "kept" if same else "changed", "", drafts)

    def _renamed(self, command: c.Command) -> c.Command:
        """A command that names what it named; raises KeyError where that never came about."""
        ids = {name: raw for raw, name in self.now.items()}
        text = command.model_dump_json()
        return c.COMMAND.validate_json(ID.sub(lambda found: ids[self.was[found[0]]], text))

    def _refused(self, place: int, step: Played) -> tuple[str, str]:
        scene = Scene(self.combat, self.rules)
        question = scene.question()
        lost = self._names_nobody(scene, step.command) or self._answered(step, undone=True)
        if question and not lost and not _would_answer(scene, step.command, question):
            for slot in question.open():
                if not self._filled_later(place, question, slot.id):
                    ruling = slot.who == REFEREE
                    return "stopped", "needs a ruling" if ruling else "needs an answer"
        if not lost and (fault := self._phase(step)):
            return fault.verdict, fault.reason
        if step.command.type == "pass-all" or getattr(step.command, "choice", "") == "pass":  # type: ignore[attr-defined]
            return "dropped", "moot"
        return "dropped", "orphaned" if lost or self._answered(step) else "illegal"

    def _phase(self, step: Played) -> Verdict | None:
        """The end of a phase that is over is moot; before an open one ends, nothing goes on."""
        then, now = self.turns_then.get(step.origin), _turn(self.combat)
        if then is None or now is None or then.turn != now.turn:
            return None
        if then.phase in now.over and getattr(step.command, "about", "") == "phase":
            return Verdict(step.origin, "dropped", "moot")
        waits = has_the_go(Scene(self.combat, self.rules), getattr(step.command, "who", ""))
        ahead = waits and now.phase in then.over
        return Verdict(step.origin, "stopped", "needs an answer") if ahead else None

    def _names_nobody(self, scene: Scene, command: c.Command) -> bool:
        sides = {m.side for m in self.combat.roster.members.values()}
        names = {getattr(command, "who", ""), *getattr(command, "targets", ())} - {"", REFEREE}
        here = {m.subject for m in self.combat.roster.members.values() if m.here}
        left = set(self.combat.roster.members) - here
        return any(name in left or name not in here | sides for name in names)

    def _answered(self, step: Played, undone: bool = False) -> bool:
        """Whether an act in whose course it happened is over; or even was never done."""
        open_acts = {step_of(act) for act in self.combat.exchange.acts}
        for draft in step.drafts[:1]:
            for act in (getattr(draft.event, "on", ""), draft.cause):
                number = step_of(act)
                over = number and number not in open_acts
                if over and not (undone and number in self.happened):
                    return True
        return False

    def _filled_later(self, place: int, question: Any, slot: str) -> bool:
        asked = {
            d.event.question: d.event.about
            for p in self.told
            for d in p.drafts
            if isinstance(d.event, e.Asked)
        }
        wanted = step_of(question.id), question.about, slot
        answers = [d.answers for p in self.steps[place + 1 :] for d in p.drafts if d.answers]
        if any((step_of(q), asked.get(q, ""), s) == wanted for q, s in answers):
            return True
        was_asked = any((step_of(q), about) == wanted[:2] for q, about in asked.items())
        return not was_asked and not step_of(question.on) and self._by_course(place, *wanted[1:])

    def _by_course(self, place: int, about: str, slot: str) -> bool:
        """Whether the course of play asked the same before the clock went on, and had an answer."""
        clock = (e.RoundBegan, e.TurnBegan, e.PhaseBegan)
        asked = [d.event for p in self.told for d in p.drafts if isinstance(d.event, e.Asked)]
        alike = {x.question for x in asked if x.about == about and not step_of(x.on)}
        for at, step in enumerate(self.steps[place:]):
            if at and any((q in alike, s) == (True, slot) for q, s in _answers_of(step)):
                return True
            if any(isinstance(d.event, clock) for d in step.drafts):
                return False
        return False


class Turn(NamedTuple):
    """A turn at a moment: which it is, the phase that is open, and those that are over."""

    turn: tuple[int, tuple[str, ...]]
    phase: str
    over: tuple[str, ...]


def _turn(combat: Combat) -> Turn | None:
    turns = [span for span in combat.clock.path if span.kind == "turn"]
    phases = [span.name for span in combat.clock.path if span.kind == "phase"]
    if not turns or not phases:
        return None
    return Turn((combat.clock.rounds, turns[-1].who), phases[-1], turns[-1].done)


def _turns(told: Sequence[Played]) -> dict[int, Turn | None]:
    """The turn before each step as it was told first."""
    found, combat = dict[int, Turn | None](), EMPTY
    for step in told:
        found[step.origin] = _turn(combat)
        combat = state_after([step], combat)
    return found


def _answers_of(step: Played) -> list[tuple[str, str]]:
    return [d.answers for d in step.drafts if d.answers]


def _labelled(made: Sequence[Draft], played: Sequence[Draft]) -> list[Draft]:
    """What falls as it fell bears the name under which it fell."""
    old = [d.event for d in played if isinstance(d.event, e.DiceRolled) and d.event.is_counted]
    drafts = []
    for draft in made:
        if isinstance(event := draft.event, e.DiceRolled):
            like = (r for r in old if _alike(r) == _alike(event))
            if (roll := next(like, None)) is not None:
                old.remove(roll)
                if roll.faces[: len(event.faces)] == event.faces:
                    own = "" if event.key == roll.key else event.key
                    kept = {"key": roll.key, "label": roll.label, "own": own}
                    event = event.model_copy(update=kept)
        drafts.append(draft._replace(event=event))
    return drafts


def _alike(roll: e.DiceRolled) -> tuple[Any, ...]:
    return roll.label.roller and roll.who, roll.sort, roll.label.reroll


def _name(names: dict[str, str], drafts: Sequence[Draft]) -> None:
    """Call what a step brings up by what it is, and which of the same in the step."""
    nth = Counter[str]()
    for event in (draft.event for draft in drafts):
        for kind, field, parts in _BROUGHT_UP:
            if isinstance(event, kind):
                if (raw := getattr(event, field)) in names:
                    continue
                what = f"{field} of {step_of(raw)}: {[getattr(event, part) for part in parts]}"
                nth[what] += 1
                names[raw] = f"<{what}, {nth[what]}>"


def _said(drafts: Sequence[Draft], names: dict[str, str]) -> list[tuple[str, str]]:
    """What drafts say to people, for whom an id is but a name."""
    texts = ((repr(d._replace(clause="")), d.clause) for d in drafts)
    return [
        (ID.sub(lambda found: names.get(found[0], found[0]), text), clause)
        for text, clause in texts
    ]


def bare(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """Drafts without the names of their dice, and without who threw them."""
    return tuple(d._replace(event=_bare(d.event)) for d in drafts)


def _bare(event: e.Event) -> e.Event:
    match event:
        case e.DiceRolled():
            return event.model_copy(update={"label": LABEL, "provenance": "service"})
        case e.CardDrawn():
            return event.model_copy(update={"provenance": "service"})
    return event


def _untyped(step: Played) -> c.Command:
    """A command as it was said, its typed faces left to the record."""
    command = step.command
    if isinstance(command, c.Answer) and command.choice in ("roll", "draw"):
        return command.model_copy(update={"faces": {}, "card": "", "witness": ""})
    if isinstance(command, c.Draw):
        return command.model_copy(update={"card": ""})
    return command


def _retyped(step: Played) -> c.Command:
    """A corrected command: faces typed for it stand, and those of old are left to the record."""
    fell = [d.event for d in step.drafts if isinstance(d.event, e.DiceRolled | e.CardDrawn)][:1]
    same = {getattr(f, "faces", None) or getattr(f, "card", None) for f in fell}
    faces = getattr(step.command, "faces", None) or {}
    typed = next(iter(faces.values()), None) or getattr(step.command, "card", None)
    is_dice = bool(fell) and isinstance(fell[0], e.DiceRolled) == (
        getattr(step.command, "choice", "") == "roll"
    )
    is_deed = isinstance(step.command, c.Deed)
    return _untyped(step) if is_dice and not is_deed and typed in same else step.command


def _would_answer(scene: Scene, command: c.Command, question: Any) -> bool:
    if isinstance(command, c.Answer):
        asked = {slot.who for slot in question.open()}
        return command.about == question.about and command.who in asked
    return isinstance(command, c.Deed) and any(o.slot for o in openings(scene, command.who))


# --- corrections at random -----------------------------------------------------------------


class Tried(NamedTuple):
    """A correction of a played combat, as the domain judges it and as the oracle does."""

    at: int
    judged: list[Judged]
    force: Force

    def check(self) -> None:
        """They agree on every verdict, every event and the state in the end."""
        ours = [(j.played.origin, j.verdict, j.reason) for j in self.judged]
        assert all(verdict.verdict == "kept" for verdict in self.force.verdicts[: self.at])
        theirs = self.force.verdicts[self.at :]
        assert ours == [v[:3] for v in theirs]
        for judged, verdict in zip(self.judged, theirs, strict=True):
            assert bare(judged.drafts) == verdict.drafts
        if self.judged:
            assert state_hash(self.judged[-1].combat) == state_hash(self.force.combat)


def ended_by_id(story: Story, chance: Random) -> Story:
    """The referee ends some of what stands by its id."""
    for each in story.combat.conditions.all.values():
        if chance.random() < 1 / 2:
            fix = c.ConditionFix(subject=each.subject, name=each.id, begin=False)
            with suppress(Refused):  # it ended with another
                story.say(c.Adjust(change=fix, note="so be it"))
    return story


def tried(story: Story, chance: Random) -> Tried:
    """Some step of a story annulled, amended, or with another before it."""
    told = kept_steps(story)
    at = chance.randrange(1, len(told))
    before = state_after(told[:at])
    how: How = chance.choice(("annul", "amend", "insert"))
    put = None
    if how != "annul":
        command = _command(story.rules, told, before, chance)
        put = told[at]._replace(command=command)
        put = put if how == "amend" else Played(len(told) + 2, command, TABLE, ())
    steps = corrected_steps(told[at:], how, put)
    gone = [(played.origin, played.drafts) for played in told[at : at + (how == "annul")]]
    judged = list(again(before, steps, story.rules, was=gone))
    return Tried(at, judged, Force(story.rules, told, [*told[:at], *steps]))


def _command(rules: Ruleset, told: Sequence[Played], before: Combat, chance: Random) -> c.Command:
    """What might have been said instead: something legal, a leave, words of another time."""
    offered = options(before, rules, TABLE)
    here = [m.subject for m in before.roster.members.values() if m.here and m.kind != "side"]
    ways: list[Callable[[], c.Command]] = [lambda: chance.choice(told[1:]).command]
    if offered:
        ways += 3 * [lambda: c.COMMAND.validate_python(pick(offered, chance))]
        ways += [lambda: c.COMMAND.validate_python(fill(chance.choice(offered), chooser(chance)))]
    if here:
        ways += [lambda: c.Leave(who=chance.choice(here))]
    return chance.choice(ways)()
