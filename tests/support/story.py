"""Stories: a fight told command by command, and what happened told back line by line.

A line names an event by its class and says the parts that matter, with short ids in the order of
appearance (a1 an act, q1 a question, k1 a condition), so that a story can be read aloud.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Self

from domain import commands as c
from domain import events as e
from domain.engine.decide import decide
from domain.legality.openings import asking, open_choices
from domain.legality.option import Option
from domain.legality.options import options
from domain.ruleset.messages import with_names
from domain.ruleset.ruleset import Refused, Ruleset
from domain.ruleset.scene import Scene
from domain.ruleset.windows import window_in
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.viewer import TABLE, Viewer
from domain.step.draft import Draft

TYPED = re.compile(r"(?<!\w)'[^']*'")
"""What a refusal repeats as it was typed, in quotation marks."""


class Tape:
    """Dice that fall as the story says; where it says nothing, every die shows a three."""

    def __init__(self, *faces: int):
        self.next = itertools.chain(faces, itertools.repeat(3))

    def faces(self, key: str, label: e.DieLabel, sizes: Sequence[int]) -> tuple[int, ...]:
        """The next faces of the tape."""
        return tuple(min(next(self.next), sides) for sides in sizes)

    def pass_over(self, label: e.DieLabel) -> None:
        """The tape has no faces of rolls that were typed."""

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        """The first card that remains; of a deck on the table none is known."""
        return cards[0] if cards else ""

    def commitments(self) -> dict[str, str]:
        """Nothing is bound in a story."""
        return {}


class Story:
    """A combat of a ruleset, told by commands; keeps every step and every state on the way."""

    def __init__(
        self,
        rules: Ruleset,
        *faces: int,
        mode: Any = "enforce",
        preset: Any = None,
        **settings: Any,
    ):
        self.rules, self.dice = rules, Tape(*faces)
        self.combat: Combat = EMPTY
        self.steps: list[list[Draft]] = []
        self.commands: list[c.Command] = []
        self.short: dict[str, str] = {}
        opening = c.Open(ruleset=rules.key, mode=mode, settings=settings, preset=preset or {})
        self.say(opening)

    # --- telling ---

    def say(self, command: c.Command, viewer: Viewer = TABLE) -> Self:
        """One command, as the referee unless somebody else says it."""
        try:
            number, public = len(self.steps) + 1, self.public()
            step = decide(self.combat, command, self.rules, self.dice, number, viewer, public)
        except Refused as refused:
            self._calls_everybody_by_name(refused)
            raise
        self.steps.append(step.drafts)
        self.commands.append(command)
        self.combat, self.rules = step.combat, step.rules
        return self

    def public(self) -> Combat:
        """The combat as everybody sees it."""
        drafts = tuple(itertools.chain(*self.steps))
        if not any(draft.audience for draft in drafts):
            return self.combat
        seen = (draft for draft in drafts if not draft.audience)
        return reduce(lambda combat, d: evolve(combat, d.event, d.answers), seen, EMPTY)

    def _calls_everybody_by_name(self, refused: Refused) -> None:
        """No refusal has anybody's bare id for people to read, but what was typed as it was."""
        people = {m.subject for m in self.combat.roster.members.values()}
        bare = with_names(refused.said, lambda who: "" if who in people else who)
        words = set(re.findall(r"(?<![+\w-])[\w-]+(?![+\w-])", TYPED.sub("", bare)))
        assert not words & people, f"{refused.why!r} names {words & people} without by_name"

    def say_plainly(self, command: dict[str, Any]) -> Self:
        """A command as it comes over the wire."""
        return self.say(c.COMMAND.validate_python(command))

    def joins(self, *subjects: str, side: str = "", **traits: Any) -> Self:
        """Combatants come in; without a side everybody is everybody's foe."""
        for subject in subjects:
            self.say(c.Join(subject=subject, side=side, traits=traits))
        return self

    def does(self, who: str, manoeuvre: str, *targets: str, using: str = "", **params: Any) -> Self:
        """Somebody acts; `risk`, `faces`, `against` go to the command, the rest to params."""
        return self.say(c.Act(**_deed(who, manoeuvre, targets, using, params)))

    def declares(
        self, who: str, manoeuvre: str, *targets: str, using: str = "", **params: Any
    ) -> Self:
        """Somebody declares."""
        return self.say(c.Declare(**_deed(who, manoeuvre, targets, using, params)))

    def answers(self, who: str, choice: str, toward: str = "", **said: Any) -> Self:
        """Somebody answers the open question; `risk` and `faces` go with a roll."""
        scene = Scene(self.combat, self.rules)
        question = scene.question()
        about = question.about if question else said.pop("about", "turn")
        direct = {k: said.pop(k) for k in ("risk", "faces", "against", "card") if k in said}
        for name in direct.keys() & {"risk", "faces"}:
            said_of = direct[name]
            direct[name] = {} if said_of is None else {purpose_of(scene, who, choice): said_of}
        return self.say(
            c.Answer(who=who, about=about, choice=choice, toward=toward, params=said, **direct)
        )

    def passes(self, *who: str) -> Self:
        """Those named pass; with nobody named, everybody does."""
        for one in who or ("",):
            self.say(c.PassAll(who=one))
        return self

    def round(self) -> Self:
        """The referee begins the next round."""
        return self.say(c.Answer(who="referee", about="round", choice="begin"))

    def ends(self, who: str) -> Self:
        """Somebody ends his go."""
        return self.say(c.Answer(who=who, about="turn", choice="end"))

    # --- told back ---

    def told(self, since: int = -1) -> list[str]:
        """The lines of the last step, or of the steps from one on."""
        return [self.line(d) for step in self.steps[since:] for d in step]

    def trace(self, since: int) -> str:
        """The lines of the steps from one on: `|` begins a step, what an act opens is indented."""
        since %= len(self.steps)
        combat, lines = EMPTY, [""]
        for number, step in enumerate(self.steps):
            for nth, draft in enumerate(step):
                after = evolve(combat, draft.event, draft.answers)
                depth = min(len(combat.exchange.frames), len(after.exchange.frames))
                if number >= since:
                    lines.append(f"{' ' if nth else '|'} {'  ' * depth}{self.line(draft)}")
                combat = after
        return "\n".join([*lines, ""])

    def line(self, draft: Draft) -> str:
        """One event as a line."""
        words = [type(draft.event).__name__, *_parts(draft.event, self._name)]
        if draft.answers and draft.answers[1]:
            words.append(f"{self._name(draft.answers[0])}/{draft.answers[1]}")
        return " ".join(w for w in words if w)

    def _name(self, raw: str) -> str:
        """A short id for an act, question or condition, in the order in which they are told."""
        if raw not in self.short and (kind := self._kind(raw)):
            told = sum(short.startswith(kind) for short in self.short.values())
            self.short[raw] = f"{kind}{told + 1}"
        return self.short.get(raw, raw)

    def _kind(self, raw: str) -> str:
        for draft in itertools.chain(*self.steps):
            match draft.event:
                case e.Asked(question=found) if found == raw:
                    return "q"
                case e.Said(act=found) if found == raw:
                    return "a"
                case e.ConditionBegan(id=found) if found == raw:
                    return "k"
        return ""

    # --- asked ---

    def left(self, who: str, pool: str) -> int:
        """What is left in a pool."""
        return self.combat.pools.balance_of(who, pool)

    def offered(self, viewer: Viewer = TABLE) -> tuple[Option, ...]:
        """What may be done next."""
        return options(self.combat, self.rules, viewer)

    def manoeuvres(self, who: str) -> set[str]:
        """The manoeuvres that are offered to somebody now."""
        return {
            o.command["manoeuvre"]
            for o in self.offered()
            if o.command.get("who") == who and "manoeuvre" in o.command
        }

    def waits_for(self) -> tuple[str, tuple[str, ...]]:
        """The open question and whose turn it is to answer it."""
        question = Scene(self.combat, self.rules).question()
        return (question.about, tuple(s.who for s in question.open())) if question else ("", ())

    def events(self, kind: type[e.Event]) -> list[Any]:
        """Every event of a kind so far."""
        return [d.event for d in itertools.chain(*self.steps) if isinstance(d.event, kind)]

    def holds(self) -> None:
        """Assert what is true at any moment under this ruleset; in general, nothing."""

    def refolds(self) -> bool:
        """True where folding everything from nothing gives the live state."""
        again = EMPTY
        for draft in itertools.chain(*self.steps):
            again = evolve(again, draft.event, draft.answers)
        return again == self.combat


def purpose_of(scene: Scene, who: str, choice: str) -> str:
    """For what somebody rolls who answers the open question so."""
    question = scene.question()
    if question is None:
        return "nothing"
    window = window_in(scene, question)
    slot = next((s for s in question.slots if who in s.holders), question.slots[0])
    if choice == "roll" and window.throw:
        return window.throw(scene, asking(question), slot).purpose
    choices = {each.name: each.purpose for each in open_choices(scene, question, slot)}
    return choices.get(choice) or "nothing"


def _deed(
    who: str, manoeuvre: str, targets: tuple[str, ...], using: str, params: dict[str, Any]
) -> dict[str, Any]:
    direct: dict[str, Any] = {k: params.pop(k) for k in ("risk", "faces", "against") if k in params}
    return {
        "who": who,
        "manoeuvre": manoeuvre,
        "targets": targets,
        "using": using,
        "params": params,
        **direct,
    }


def _parts(event: e.Event, name: Callable[[str], str]) -> list[str]:
    """What a line says of an event, beside its name."""
    match event:
        case e.Asked():
            return [name(event.question), f"on={name(event.on)}", event.about, _ranks(event)]
        case e.Said():
            on = f"on={name(event.on)}" if event.on else ""
            return [name(event.act), event.who, event.manoeuvre, *event.targets, on]
        case e.Closed():
            return [name(event.frame)]
        case e.Withdrawn():
            return [name(event.act)]
        case e.Resolved():
            figures = ", ".join(f"{k} {v}" for k, v in event.figures.items())
            of = f"of={event.of}" if event.of else ""
            return [name(event.act), of, event.outcome, f"{{{figures}}}" if figures else ""]
        case e.Answered():
            return [event.who, event.choice]
        case e.TurnBegan() | e.TurnEnded():
            states = [state for state in ("resumes", "held") if getattr(event, state, False)]
            return [*event.who, event.why if event.why != "order" else "", *states]
        case _:
            return _stored(event, name)


def _stored(event: e.Event, name: Callable[[str], str]) -> list[str]:
    """What a line says of dice, cards and stores; of anything else, all it holds."""
    match event:
        case e.PoolChanged():
            wanted = f"wanted {event.wanted}" if event.wanted is not None else ""
            return [f"{event.subject}.{event.pool}", f"{event.delta:+d}", event.how, wanted]
        case e.FactSet():
            return [event.name, f"{event.of}~{event.toward}", str(event.value)]
        case e.DiceRolled():
            return [event.who, event.purpose, str(event.total)]
        case e.CardDrawn():
            return [event.who, event.purpose, event.card]
        case e.Moved():
            return [event.subject, event.place]
        case e.ConditionBegan():
            return [name(event.id), event.subject, event.name]
        case e.ConditionEnded() | e.ConditionChanged():
            return [name(event.id)]
        case _:
            values = event.model_dump(exclude_defaults=True, mode="json").values()
            return [",".join(map(str, v)) if isinstance(v, list) else str(v) for v in values]


def _ranks(event: e.Asked) -> str:
    """Slots as `(cogan)(man)`, ranks apart by a bar, barred ones with their clause."""
    ranks: dict[int, str] = {}
    for slot in event.slots:
        toward = f" {slot.about}" if slot.id == f"{slot.who} {slot.about}" else ""
        barred = f" barred {slot.barred!r}" if slot.barred else ""
        ranks[slot.rank] = ranks.get(slot.rank, "") + f"({slot.who}{toward}{barred})"
    return " | ".join(ranks[r] for r in sorted(ranks))
