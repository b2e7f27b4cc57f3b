"""A combat as its rules see it: the questions that legality, windows and stages ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from domain.ruleset.ruleset import Draw, FactKind, Ruleset, Supply
from domain.state.combat import Combat
from domain.state.conditions import Condition
from domain.state.exchange import Doing, Question
from domain.state.facts import Value
from domain.state.places import card_name
from domain.state.roll_numbers import ABLE_KINDS
from domain.state.roster import Member

T = TypeVar("T")

TABLE_SUBJECT = "table"
"""Of whom the settings of the table are set."""


class Scene:
    """One moment of a combat under its rules. Asks, never changes.

    `public` is the combat as everybody sees it, where that is known.
    """

    def __init__(self, combat: Combat, rules: Ruleset):
        self.combat, self.rules = combat, rules
        self.public: Combat | None = None
        self._found: dict[tuple[str, ...], Any] = {}
        self._found_in = combat

    def once(self, asked: tuple[str, ...], find: Callable[[], T]) -> T:
        """What `find` says of this moment; asked again in the same moment, it is not looked up."""
        if self._found_in is not self.combat:
            self._found, self._found_in = {}, self.combat
        if asked not in self._found:
            self._found[asked] = find()
        found: T = self._found[asked]
        return found

    def member(self, who: str) -> Member | None:
        """Somebody in the roster, also one that left."""
        return self.combat.roster.get(who)

    def in_hiding(self) -> set[str]:
        """Everybody who is in hiding, also who left so."""
        return {m.subject for m in self.combat.roster.members.values() if m.hidden}

    def is_seen_by_all(self, condition: Condition) -> bool:
        """True for a condition that stands for everybody as it is."""
        if self.public is None:
            return self.in_hiding().isdisjoint(condition.names)
        return self.public.conditions.all.get(condition.id) == condition

    def present(self) -> tuple[str, ...]:
        """Everybody who can act and is openly here, in the order they joined."""
        return self.once(("present",), self._all_present)

    def _all_present(self) -> tuple[str, ...]:
        return tuple(m.subject for m in self.combat.roster.present() if m.kind in ABLE_KINDS)

    def acting(self) -> tuple[str, ...]:
        """Everybody and everything openly here that may do something."""
        return self.once(("acting",), self._all_acting)

    def _all_acting(self) -> tuple[str, ...]:
        kinds = self.rules.acting_kinds
        return tuple(m.subject for m in self.combat.roster.present() if m.kind in kinds)

    def trait(self, who: str, trait: str, default: int = 0) -> int:
        """A number of somebody's sheet as the conditions on him alter it."""
        member = self.member(who)
        base = member.traits.get(trait, default) if member else default
        number = base if isinstance(base, int) else default
        return self.combat.conditions.altered_trait(who, trait, number)

    def word(self, who: str, trait: str, default: str = "") -> str:
        """A word of somebody's sheet."""
        member = self.member(who)
        return str(member.traits.get(trait, default)) if member else default

    def balance_of(self, who: str, pool: str, key: str = "") -> int:
        """What is left in a pool, in the pool's unit."""
        return self.combat.pools.balance_of(who, pool, key)

    def supply(self, who: str, pool: str, price: int = 1) -> Supply:
        """Return what is left in a pool, or in a key of it (`mana/red`), to pay a cost from."""
        name, _, key = pool.partition("/")
        kind, called = self.rules.pool(name), self.rules.pool_word(name)
        scale, clause = (kind.scale, kind.spending) if kind else (1, "")
        says, left = f"{key} {called}".strip(), self.balance_of(who, pool)
        return Supply(says, left, price, scale, who, pool, clause)

    def has(self, who: str, condition: str) -> bool:
        """True while somebody is under a condition of that name."""
        return self.combat.conditions.has(who, condition)

    def fact(self, name: str, of: str, toward: str = "") -> Value:
        """A declared fact; its default, or what the sheet says, where it was never set."""
        kind = self.rules.fact(name)
        value = self.combat.facts.get(*ends(kind, name, of, toward))
        if value is not None or kind is None:
            return value
        return self._trait_of(of, name, toward) if kind.trait else kind.default

    def _trait_of(self, of: str, name: str, toward: str) -> Value:
        """What the sheet says, unless that was taken away."""
        member = None if toward or self.combat.facts.was_set(of, name) else self.member(of)
        return member.traits.get(name) if member else None

    def setting(self, key: str) -> str:
        """How the table plays an open point: as set, else the default."""
        value = self.combat.facts.get(TABLE_SUBJECT, key)
        point = self.rules.point(key)
        return str(value) if value is not None else (point.default if point else "")

    def is_default(self, key: str) -> bool:
        """True while nobody has set the open point."""
        return self.combat.facts.get(TABLE_SUBJECT, key) is None

    def cards_drawn(self, deck: str, shuffle: int = 0) -> tuple[str, ...]:
        """The cards that were drawn of a deck since a shuffle."""
        return self.combat.places.cards_drawn(deck, shuffle)

    def remaining(
        self, deck: str, shuffle: int = 0, cards: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """The cards of a deck not drawn since a shuffle, each copy by its name and ordinal."""
        gone, seen = set(self.cards_drawn(deck, shuffle)), Counter[str]()
        copies = []
        for card in cards or self.rules.decks.get(deck, ()):
            copies.append(card_name(card, seen[card]))
            seen[card] += 1
        return tuple(c for c in copies if c not in gone)

    def foes(self, who: str) -> tuple[str, ...]:
        """Everybody present on another side; without sides, everybody else."""
        me = self.member(who)
        side = me.side if me else ""
        roster = self.combat.roster
        return tuple(
            w for w in self.present() if w != who and (not side or roster.members[w].side != side)
        )

    def doers(self, holder: str) -> tuple[str, ...]:
        """Who may do deeds in a slot: its holder, or where a side holds it everybody of it."""
        members = self.combat.roster.members
        everybody = self.present()
        own = (holder,) if holder in everybody else ()
        return own or tuple(w for w in everybody if members[w].side == holder) or (holder,)

    def doing(self, act: str) -> Doing | None:
        """An act that is declared, begun or standing."""
        return self.combat.exchange.acts.get(act)

    def question(self) -> Question | None:
        """The question that waits, if one does."""
        return self.combat.exchange.question()

    def question_about(self) -> str:
        """What the question that waits is about; empty where none does."""
        question = self.question()
        return question.about if question is not None else ""

    def actors(self) -> tuple[str, ...]:
        """Whose turn it is."""
        return self.combat.clock.actors


def is_listed(scene: Scene, draw: Draw) -> bool:
    """True for a deck whose cards are known here, not only on the table."""
    return bool(draw.cards or scene.rules.decks.get(draw.deck))


def ends(kind: FactKind | None, name: str, of: str, toward: str) -> tuple[str, str, str]:
    """A symmetric fact is kept once, under the smaller of its two names."""
    if kind and kind.symmetric and toward < of:
        return toward, name, of
    return of, name, toward
