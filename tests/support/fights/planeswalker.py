"""Combats under Planeswalker: the mages of the rules' scenarios, and shorter telling."""

from __future__ import annotations

from typing import Any, Self

from domain import commands as c
from domain import events as e
from domain.ruleset.scene import Scene
from domain.rulesets import ruleset
from domain.rulesets.planeswalker.zones import zone
from tests.support.story import Story

RULES = ruleset("planeswalker")

BOLT = {"cost": "1R", "does": "damage", "amount": 3, "target": "any"}
FLASH = {**BOLT, "cost": "R", "speed": "instant"}
COUNTER = {"cost": "U", "does": "counter", "speed": "instant"}
DENIAL = {"cost": "1", "does": "counter", "speed": "split second"}
DOOM = {"cost": "2", "does": "destroy"}
WITHER = {
    "cost": "1",
    "does": "shrink",
    "amount": 2,
    "trait": "Toughness",
    "speed": "instant",
    "target": "any",
}
ANTHEM = {"cost": "1", "does": "pervade", "lasts": "enchantment", "trait": "Power", "amount": 1}
WOLF = {"name": "Wolf", "Power": 2, "Toughness": 1}
CALL = {"cost": "1", "does": "summon", "summons": WOLF}

M: dict[str, Any] = {"Speed": 2, "sources": ["red", "blue"]}
"""The mage of the scenarios: P1 T1 Life 5 Mastery 3 Channeling 3 Focus 1 Memory 5, but Speed 2."""

KNIGHT: dict[str, Any] = {"kind": "creature", "Power": 3, "Toughness": 2}
OGRE: dict[str, Any] = {"kind": "creature", "Power": 4, "Toughness": 3, "Life": 6}


class Combat(Story):
    """A combat under Planeswalker."""

    def __init__(self, *faces: int, mode: Any = "enforce", **points: str):
        super().__init__(
            RULES, *faces, mode=mode, **{k.replace("_", " "): v for k, v in points.items()}
        )

    # --- setting up ---

    def mage(self, who: str, side: str = "", ready: tuple[str, ...] = (), **traits: Any) -> Self:
        """A mage; what is `ready` is in Memory."""
        more = {"memory": list(ready)} if ready else {}
        traits = {**M, **traits, **more}
        return self.say(c.Join(subject=who, name=who.title(), side=side, traits=traits))

    def creature(self, who: str, master: str = "", side: str = "", **traits: Any) -> Self:
        """A creature: its master's, or a free one with a seat of its own."""
        owner = self.combat.roster.get(master)
        command = c.Join(
            subject=who,
            name=who.title(),
            kind="creature",
            side=owner.side if owner else side,
            controller=master,
            traits={"kind": "creature", **traits},
        )
        return self.say(command)

    def zones(self, zone: str, *pairs: str) -> Self:
        """The referee says how near each pair `one other` is."""
        for pair in pairs:
            one, other = pair.split()
            self.fixes(what="fact", of=one, name="zone", toward=other, value=zone)
        return self

    def close(self, *pairs: str) -> Self:
        """The referee says that each pair is Close."""
        return self.zones("close", *pairs)

    def mana(self, who: str, **colors: int) -> Self:
        """The referee gives mana."""
        for color, amount in colors.items():
            self.fixes(what="pool", subject=who, pool="mana", key=color, delta=amount)
        return self

    def fixes(self, **change: Any) -> Self:
        """The referee's own hand."""
        return self.say_plainly({"type": "adjust", "note": "set up", "change": change})

    def says(self, point: str, value: str) -> Self:
        """The referee settles an open point."""
        return self.say_plainly({"type": "rule", "point": point, "value": value})

    # --- going on ---

    def goes_to(self, who: str, phase: str = "main") -> Self:
        """On to somebody's phase; on the way nobody does anything, and ties are rolled for."""
        for _ in range(200):
            if self.waits_for()[0]:
                self._let_be()
            elif self.stands() == (who, phase):
                return self
            elif not self.combat.clock.path:
                self.round()
            else:
                self.ends_phase()
        raise AssertionError(f"{who} never comes to {phase}")

    def _let_be(self) -> None:
        about, whose = self.waits_for()
        if about in ("tie", "first"):
            self.answers(whose[0], "roll", faces=[len(whose)])
        elif about == "forget":
            self.answers(whose[0], "forget", spell=self.pile(whose[0], "memory")[0])
        else:
            self.passes()

    def ends_phase(self) -> Self:
        """Whose turn it is ends the open phase; nobody has an instant for it."""
        [who] = self.combat.clock.actors
        return self.say(c.Answer(who=who, about="phase", choice="end")).casts_nothing()

    def casts_nothing(self) -> Self:
        """Nobody has an instant before the phase passes."""
        while self.waits_for()[0] == "instants":
            self.passes()
        return self

    def ends_turn(self) -> Self:
        """Whose turn it is ends it; a forgotten spell is the first in Memory."""
        turn = self.stands()[0]
        while self.stands()[0] == turn:
            self._let_be() if self.waits_for()[0] else self.ends_phase()
        return self

    def ends_turn_of(self, *whose: str) -> Self:
        """The turns of those named come and go; whoever delays waits on, until the last is over."""
        for who in whose:
            while self.waits_for()[0]:
                self._let_be()
            assert self.stands()[0] == who
            while self.stands()[0] == who and not self.waits_for()[0]:
                self.ends_phase()
        return self

    def rolls(self, *whose: str, **faces: tuple[int, ...]) -> Self:
        """The rolls that are asked of those named, with the faces that fell."""
        for who in whose:
            self.answers(who, "roll", faces=list(faces.get(who, ())) or None)
        return self

    def casts(self, who: str, spell: str, *targets: str, **params: Any) -> Self:
        """Somebody casts a spell that is no instant."""
        return self.does(who, "cast", *targets, using=spell, **params)

    def resolves(self) -> Self:
        """Nobody answers as long as somebody is asked."""
        while self.waits_for()[0] in ("respond", "intercept"):
            self.passes()
        return self

    def unanswered(self) -> Self:
        """Nobody answers the spell; what its moment asks besides stays open."""
        while self.waits_for()[0] == "respond":
            self.passes()
        return self

    # --- asked ---

    def stands(self) -> tuple[str, str]:
        """Whose turn it is and which phase of it."""
        path = self.combat.clock.path
        actors = self.combat.clock.actors
        return (actors[0] if actors else "", path[-1].name if path else "")

    def scene(self) -> Scene:
        """The moment, as the rules see it."""
        return Scene(self.combat, RULES)

    def pool(self, who: str) -> dict[str, int]:
        """Somebody's mana by color."""
        pools = self.combat.pools.of.get(who, {})
        return {k[5:]: v for k, v in pools.items() if k.startswith("mana/") and v}

    def pile(self, who: str, place: str) -> tuple[str, ...]:
        """The spells of somebody in a place."""
        whole = self.combat.places.who(place)
        return tuple(n[len(who) + 3 :] for n in whole if n.startswith(f"{who}'s "))

    def zone(self, one: str, other: str) -> str:
        """How near two are."""
        return str(self.scene().fact("zone", one, other) or self.scene().setting("start zone"))

    def zone_now(self, one: str, other: str) -> str:
        """How near two are by the rules, also by their squares."""
        return zone(self.scene(), one, other)

    def under(self, who: str) -> list[str]:
        """The conditions that somebody is under, oldest first."""
        return [k.name for k in self.combat.conditions.on(who)]

    def outcome(self, stage: str) -> tuple[str, dict[str, Any]]:
        """The latest outcome of a stage, with its figures."""
        last = [r for r in self.events(e.Resolved) if r.stage == stage][-1]
        return last.outcome, last.figures


def duel(
    *faces: int, m: dict[str, Any] | None = None, n: dict[str, Any] | None = None, **points: str
) -> Combat:
    """Mira and Nils, each with spells in Memory, both sides of a duel at Ranged."""
    combat = Combat(*faces, **points)
    combat.mage("mira", "east", **(m or {}))
    return combat.mage("nils", "west", **{"Speed": 1, **(n or {})})
