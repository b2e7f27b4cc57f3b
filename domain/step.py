"""The step being built: what one accepted command causes, event by event.

A `Step` is a `Scene` that moves: each event it emits is folded at once, so that the next stage
sees it. Nothing is stored until the whole step is decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Protocol

from domain import events as e
from domain.combat import Combat, evolve
from domain.facets import Answers
from domain.facets.conditions import Condition
from domain.facets.exchange import Doing, Question, Reply, roll_tally
from domain.facets.places import card_name, drawn_pile
from domain.ruleset import Asking, Params, Refused, Ruleset, Throw, Window
from domain.scene import Scene, _ends
from domain.seats import REFEREE, Viewer
from domain.windows import window_of


class Dice(Protocol):
    """Where faces come from. The same label always gives the same faces."""

    def faces(self, key: str, label: e.DieLabel, count: int, sides: int) -> tuple[int, ...]:
        """The faces of `count` dice bound to a label."""

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        """The next card of a deck, of those that remain."""

    def commitments(self) -> dict[str, str]:
        """What the combat's dice keys are bound by, by key domain."""


class Draft(NamedTuple):
    """An event not yet stored, with its part of the envelope."""

    event: e.Event
    answers: tuple[str, str] | None = None
    behalf: str = ""
    cause: str = ""
    clause: str = ""
    basis: str = "stated"
    audience: tuple[str, ...] = ()


class Step(Scene):
    """A step in the making.

    `on` is the act or span whose stage runs, `closed` the question that just closed (its replies
    are the stage's input), `clause` what the running stage cites, `running` the acts begun in this
    step that have not come to their stand.
    """

    def __init__(self, combat: Combat, rules: Ruleset, dice: Dice, number: int, viewer: Viewer):
        super().__init__(combat, rules)
        self.dice, self.number, self.viewer = dice, number, viewer
        self.drafts: list[Draft] = []
        self.on, self.clause, self.basis, self.behalf = "", "", "stated", ""
        self.audience: tuple[str, ...] = ()
        self.closed: Question | None = None
        self.due: list[str] = []
        self.running: set[str] = set()
        self._ids = 0

    # --- the plain way to say that something happened --------------------------------------

    def emit(self, event: e.Event, answers: Answers = None, **said: str) -> None:
        """Enter one event and fold it. `said`: clause, basis, behalf, where they differ."""
        draft = Draft(
            event, answers, said.get("behalf", self.behalf), self.on,
            said.get("clause", self.clause), said.get("basis", self.basis), self.audience,
        )  # fmt: skip
        self.drafts.append(draft)
        self.combat = evolve(self.combat, event, answers)
        if (stage := self.rules.triggers.get(type(event).__name__)) is not None:
            self.due.append(stage)

    def new_id(self) -> str:
        """An id for an act, question or condition: this step and an ordinal."""
        self._ids += 1
        return f"{self.number}.{self._ids}"

    @property
    def act(self) -> Doing:
        """The act whose stage runs."""
        return self.combat.exchange.acts[self.on]

    def basis_of(self, key: str) -> str:
        """What to cite for an open point: its default, or the table's ruling."""
        return "default" if self.is_default(key) else "ruled"

    # --- the exchange ----------------------------------------------------------------------

    def ask(self, about: str, then: str, on: str = "", params: Params | None = None) -> str | None:
        """Open a window on the running act or span; without anybody to ask, go on to `then`."""
        window, on = self.window(about), on or self.on
        slots = window.slots(self, Asking(on, about, params or {}))
        if not slots:
            return then
        self._asked(about, then, on, slots, window.until, params, window.clause)
        return None

    def window(self, about: str) -> Window:
        """The window of that name, for the running game."""
        return window_of(self.rules, about)

    def ask_slots(self, about: str, slots: tuple[e.Slot, ...], then: str) -> None:
        """Open a window on the running act with slots that are known already."""
        self._asked(about, then, self.on, slots, "all", None, self.clause)

    def queue(self, about: str, on: str = "") -> str:
        """Open an agenda without slots: what is declared on it runs in order. Its id."""
        return self._asked(about, "in-order", on or self.on, (), "all", None, self.clause)

    def _asked(
        self, about: str, then: str, on: str, slots: tuple[e.Slot, ...],
        until: Literal["all", "first"], params: Params | None, clause: str,
    ) -> str:  # fmt: skip
        question = self.new_id()
        self.emit(
            e.Asked(
                question=question, on=on, about=about, slots=slots, until=until, then=then,
                params=params or {},
            ),
            clause=clause,
        )  # fmt: skip
        return question

    def declare(self, manoeuvre: str, question: str, who: str = "", **said: Any) -> str:
        """Put an act on the agenda of a question; without `who` it is born of the rules."""
        act = self.new_id()
        event = e.Declared(act=act, who=who, manoeuvre=manoeuvre, on=self.on, **said)
        self.emit(event, answers=(question, ""))
        return act

    def reply(self, slot: str) -> Reply | None:
        """What filled a slot of the question that just closed."""
        return self.closed.replies.get(slot) if self.closed else None

    def resolve(self, outcome: str, act: str = "", stage: str = "", of: str = "",
                basis: str = "", **figures: int | str) -> None:  # fmt: skip
        """Say an outcome of the running act, or of another, with its figures."""
        self.emit(
            e.Resolved(act=act or self.on, stage=stage, outcome=outcome, figures=figures, of=of),
            basis=basis or self.basis,
        )

    # --- the clock -------------------------------------------------------------------------

    def begin_turn(self, *who: str, why: str = "order", resumes: bool = False) -> None:
        """Begin the go of one actor, or of several at once."""
        self.emit(e.TurnBegan(who=who, why=why, resumes=resumes))

    def end_turn(self, why: str = "", held: bool = False) -> None:
        """End or hold the running go without its closing stages, as when it is forfeited."""
        self.emit(e.TurnEnded(who=self.actors(), why=why, held=held))

    def set_order(self, scope: str, groups: tuple[tuple[str, ...], ...],
                  scores: dict[str, int] | None = None, why: str = "") -> None:  # fmt: skip
        """Set who comes when; ties that stand are groups of several."""
        self.emit(e.OrderSet(scope=scope, order=groups, scores=scores or {}, why=why))

    # --- chance ----------------------------------------------------------------------------

    def roll(
        self, throw: Throw, risk: int = 0, faces: tuple[int, ...] | None = None,
        answers: tuple[str, str] | None = None, witness: str = "",
    ) -> e.DiceRolled:  # fmt: skip
        """Let the dice of a throw fall, or take the faces that fell on the table."""
        count = risk if throw.dice is None else throw.dice
        label = self._label(throw)
        if faces is None:
            source, fell = "service", self.dice.faces(throw.key, label, count, throw.sides)
        else:
            source, fell = ("witnessed" if witness else "typed"), _as_typed(throw, count, faces)
        rolled = self._rolled(throw, label, fell, source)
        self.emit(rolled, answers, behalf=throw.who, clause=throw.clause or self.clause)
        return rolled

    def _label(self, throw: Throw) -> e.DieLabel:
        """The coarse, counted name that these dice are bound to."""
        member = self.member(throw.who)
        roller = member.roller if member else 0
        r = self.combat.exchange.rolls.get(roll_tally(throw.key, roller, throw.sort), 0)
        return e.DieLabel(round=self.combat.clock.rounds, roller=roller, sort=throw.sort, r=r)

    def _rolled(
        self, throw: Throw, label: e.DieLabel, faces: tuple[int, ...], source: Any
    ) -> e.DiceRolled:
        kept = tuple(sorted(faces, reverse=True)[: throw.keep or None])
        risked = e.Modifier(source="risk", value=-throw.per_die * len(faces))
        modifiers = throw.modifiers + ((risked,) if throw.per_die and faces else ())
        total = throw.unit * sum(kept) + sum(m.value for m in modifiers)
        return e.DiceRolled(
            who=throw.who, purpose=throw.purpose, sort=throw.sort, sides=throw.sides, faces=faces,
            kept=kept if throw.keep else faces, dropped=_dropped(faces, kept), modifiers=modifiers,
            unit=throw.unit, total=total, provenance=source, key=throw.key, label=label,
        )  # fmt: skip

    def draw(self, who: str, deck: str, purpose: str, typed: str = "",
             answers: tuple[str, str] | None = None) -> e.CardDrawn:  # fmt: skip
        """Draw the next card of a deck, or take the one that was drawn on the table."""
        remain = self.remaining(deck)
        if not remain:
            raise Refused("", f"no card is left in {deck!r}", None, "/deck")
        card = self.dice.card(deck, 0, remain) if not typed else f"{typed}#"
        found = next((r for r in remain if r == card or r.startswith(card)), None)
        if found is None:
            raise Refused("", f"{typed!r} is not among the cards left", None, "/card")
        name, _, copy_no = found.rpartition("#")
        drawn = e.CardDrawn(
            who=who, purpose=purpose, deck=deck, card=name, copy_no=int(copy_no),
            provenance="typed" if typed else "service",
        )  # fmt: skip
        self.emit(drawn, answers, behalf=who)
        return drawn

    def remaining(self, deck: str) -> tuple[str, ...]:
        """The cards of a deck that are not drawn, each copy by its name and ordinal."""
        gone = set(self.combat.places.who(drawn_pile(deck)))
        seen: dict[str, int] = {}
        cards = []
        for card in self.rules.decks.get(deck, ()):
            seen[card] = seen.get(card, -1) + 1
            cards.append(card_name(card, seen[card]))
        return tuple(c for c in cards if c not in gone)

    # --- stores ----------------------------------------------------------------------------

    def _post(
        self, who: str, pool: str, key: str, how: Any, to: int, wanted: int | None, **said: str
    ) -> None:
        """One posting; a change to the same balance is none, unless more was wanted."""
        delta = to - self.left(who, pool, key)
        if delta or wanted is not None or how in ("fill", "set"):
            self.emit(
                e.PoolChanged(
                    subject=who, pool=pool, key=key, delta=delta, balance=to, how=how,
                    wanted=wanted,
                ),
                None,
                **said,
            )  # fmt: skip

    def fill(self, who: str, pool: str, to: int, key: str = "") -> None:
        """Set a pool to what it is filled to."""
        self._post(who, pool, key, "fill", to, None)

    def set_pool(self, who: str, pool: str, to: int, key: str = "") -> None:
        """Set a pool by somebody's word."""
        self._post(who, pool, key, "set", to, None)

    def pay(self, who: str, pool: str, cost: int, key: str = "", **said: str) -> None:
        """Pay a cost; what cannot be paid (against the rules) is said as wanted."""
        left = self.left(who, pool, key)
        wanted = None if cost <= left else -cost
        self._post(who, pool, key, "pay", left - min(cost, left), wanted, **said)

    def lose(self, who: str, pool: str, loss: int, key: str = "") -> None:
        """Lose without spending; a pool with a floor stops there, and the rest is said."""
        declared = self.rules.pool(pool)
        floor = declared.least if declared else None
        wanted = self.left(who, pool, key) - loss
        to = wanted if floor is None else max(floor, wanted)
        self._post(who, pool, key, "lose", to, -loss if to != wanted else None)

    def begin_condition(self, subject: str, name: str, **said: Any) -> str:
        """Begin an instance of a declared condition; its id."""
        kind = self.rules.condition(name)
        if kind is None:
            raise Refused("", f"no condition is called {name!r} here")
        said = {"until": kind.until, "mods": kind.mods, **said}
        condition = self.new_id()
        self.emit(e.ConditionBegan(id=condition, subject=subject, name=name, **said))
        return condition

    def end_condition(self, condition: Condition, why: str) -> None:
        """End one instance, and what lasts only while it does."""
        self.emit(e.ConditionEnded(id=condition.id, why=why))
        for other in tuple(self.combat.conditions.all.values()):
            if other.until and other.until.span == "condition" and other.until.name == condition.id:
                self.end_condition(other, f"{condition.name} ended")

    def set_fact(self, name: str, of: str, value: Any, toward: str = "", **said: str) -> None:
        """Set a declared fact; setting what already stands says nothing."""
        kind = self.rules.fact(name)
        if kind is None or (kind.values and value not in kind.values):
            raise Refused("", f"{value!r} is no value of a fact called {name!r}")
        was = self.fact(name, of, toward)
        if was != value:
            of, name, toward = _ends(kind, name, of, toward)
            event = e.FactSet(of=of, name=name, toward=toward, was=was, value=value)
            self.emit(event, None, **said)

    def move(self, subject: str, place: str, index: int | None = None) -> None:
        """One leg of a move."""
        was = self.combat.places.of(subject)
        self.emit(e.Moved(subject=subject, was=was, place=place, index=index))

    def privately(self) -> None:
        """From here on this step is seen by the asker and the referee alone."""
        self.audience = (self.viewer.person or REFEREE,)


def _as_typed(throw: Throw, count: int, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Faces from the table, checked against the throw; raises Refused."""
    numbers = {"dice": count, "typed": len(faces), "sides": throw.sides}
    if len(faces) != count:
        raise Refused(throw.clause, "type one face for each die rolled", numbers, "/faces")
    if any(face > throw.sides for face in faces):
        raise Refused(throw.clause, "a face is higher than the die has", numbers, "/faces")
    return tuple(faces)


def _dropped(faces: tuple[int, ...], kept: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(faces, reverse=True)[len(kept) :])


def settings_as_facts(settings: Mapping[str, Any], rules: Ruleset) -> tuple[tuple[str, Any], ...]:
    """The settings of an opening, checked against the open points; raises Refused."""
    for key, value in settings.items():
        point = rules.point(key)
        if point is None or (point.values and str(value) not in point.values):
            allowed = {p.key: " | ".join(p.values) for p in rules.points}
            raise Refused("", f"no setting {key!r} = {value!r} here", allowed, f"/settings/{key}")
    return tuple(settings.items())
