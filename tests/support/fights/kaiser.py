"""Fights under Kaiser: fighters, shorter telling, and what every such fight must keep to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from domain.rulesets import ruleset
from domain.state.combat import state_hash
from tests.support.fights.short_sheets import stats
from tests.support.oracles.conserved import rounds
from tests.support.story import Story

RULES = ruleset("kaiser")

Points = Mapping[str, str] | None
"""Open points as a table settles them."""

SWORD: dict[str, Any] = {"long sword": {}}
XAN: dict[str, Any] = {
    **stats(
        "dexterity modifier 2, agility modifier 1, strike 10, block 8, dodge 6, "
        "acrobatics 5, agility 4, constitution 7, willpower 6, strength modifier 2, "
        "lp 100, av 3, PhR 10, MR 9, SR 9"
    ),
    "weapons": {**SWORD, "dagger": {}},
}
YRSA: dict[str, Any] = {
    **stats(
        "dexterity modifier 1, strike 9, block 9, dodge 9, agility 5, constitution 6, "
        "willpower 5, lp 80, PhR 8"
    ),
    "weapons": SWORD,
}
SPELLS: dict[str, Any] = {
    "hypnotic display": {
        "mana": 40,
        "resist": "SR",
        "difficulty": 12,
        "condition": "fascinated",
        "on zero": "recheck",
        "maintain": "turn",
    },
    "flare": {
        "mana": 30,
        "resist": "PhR",
        "difficulty": 14,
        "condition": "totally blind",
        "above": 9,
        "then": "partially blind",
    },
    "firebolt": {"mana": 20, "projectile": True, "damage": 6},
}
MAGE: dict[str, Any] = {
    **stats(
        "lp 60, agility 4, constitution 5, willpower 8, mana 200, MA 50, focus 3, "
        "dodge 5, spell projection 8, withstand pain 2, PhR 6, MR 11, SR 10"
    ),
    "spells": SPELLS,
    "weapons": {"dagger": {}},
}
BOW = {"bow": {"damage": 5, "range": 150}}


class Fight(Story):
    """A fight under Kaiser. Where nothing is said, every die shows a three."""

    def __init__(self, *faces: int, mode: Any = "enforce", points: Points = None):
        super().__init__(RULES, *faces, mode=mode, **(points or {}))

    def intends(
        self, who: str, intention: str, *targets: str, using: str = "", **said: Any
    ) -> Self:
        """Somebody declares an intention."""
        return self.declares(who, intention, *targets, using=using, **said)

    def all_declared(self) -> Self:
        """Everybody has declared; the dice of initiative are asked for."""
        return self.passes()

    def rolls(self, **faces: tuple[int, ...]) -> Self:
        """Those named roll what is asked of them, with the faces on the table."""
        for who, fell in faces.items():
            self.answers(who, "roll", faces=list(fell))
        return self

    def initiative(self, *line: str) -> Self:
        """Everybody rolls, so that they come in this order: each two lower than the one before."""
        while self.waits_for()[0] == "initiative":
            for who in self.waits_for()[1]:
                place = line.index(who) if who in line else len(line)
                self.adjusted_roll(who, place)
        return self

    def adjusted_roll(self, who: str, place: int) -> Self:
        """A roll on the table for a place in the line."""
        faces = [(6, 5), (5, 4), (4, 3), (2, 3), (1, 2)][min(place, 4)]
        return self.answers(who, "roll", faces=list(faces))

    def close_together(self, *pairs: str) -> Self:
        """The referee puts `one other` hand to hand."""
        for pair in pairs:
            one, other = pair.split()
            change = {"what": "fact", "of": one, "name": "hand to hand", "toward": other}
            self.say_plainly(
                {"type": "adjust", "note": "set up", "change": {**change, "value": "yes"}}
            )
        return self

    def pool(self, who: str, pool: str, delta: int) -> Self:
        """The referee changes a pool."""
        fix = c.PoolFix(subject=who, pool=pool, delta=delta)
        return self.say(c.Adjust(change=fix, note="set up"))

    def state(self, who: str, name: str, toward: str = "") -> Self:
        """The referee puts somebody in a state."""
        fix = c.ConditionFix(subject=who, name=name, toward=toward)
        return self.say(c.Adjust(change=fix, note="set up"))

    def everybody_passes(self) -> Self:
        """Passes as long as somebody is asked to react."""
        while self.waits_for()[0] in ("defend", "counter", "opening"):
            self.passes()
        return self

    def round_over(self) -> Self:
        """Everybody ends his turn, and nobody wants anything more."""
        while self.combat.clock.path:
            if self.waits_for()[0]:
                self.passes()
            else:
                self.ends(self.combat.clock.actors[0])
        return self

    def outcome(self, stage: str) -> tuple[str, dict[str, Any]]:
        """The latest outcome of a stage, with its figures."""
        last = [r for r in self.events(e.Resolved) if r.stage == stage][-1]
        return last.outcome, last.figures

    def conditions(self, who: str) -> list[str]:
        """What somebody is under, oldest first."""
        return [c.name for c in self.combat.conditions.on(who)]

    def why(self, purpose: str) -> dict[str, int]:
        """What made up the latest roll for a purpose."""
        found: list[e.DiceRolled] = [r for r in self.events(e.DiceRolled) if r.purpose == purpose]
        return {m.source: m.value for m in found[-1].modifiers}

    def order(self) -> tuple[str, ...]:
        """Who comes when."""
        return self.combat.clock.order("initiative")


def refused(story: Story, telling: Callable[[], object]) -> Refused:
    """Why something is refused; nothing has changed by it, and nothing was entered."""
    before, steps = state_hash(story.combat), len(story.steps)
    with pytest.raises(Refused) as caught:
        telling()
    assert (state_hash(story.combat), len(story.steps)) == (before, steps)
    return caught.value


def duel(
    *faces: int,
    xan: dict[str, Any] = XAN,
    yrsa: dict[str, Any] = YRSA,
    points: Points = None,
    intends: str = "attack intention",
) -> Fight:
    """Xan and Yrsa hand to hand; both have intended to attack, and Xan has the turn."""
    fight = Fight(*faces, points=points)
    fight.joins("xan", side="a", **xan).joins("yrsa", side="b", **yrsa)
    fight.close_together("xan yrsa").round()
    if intends:
        fight.intends("xan", intends, using="long sword")
        fight.intends("yrsa", intends, using="long sword")
    return fight.all_declared().initiative("xan", "yrsa")


def four(points: Points = None) -> Fight:
    """Two against two, with a mage and an archer; two of them are hand to hand."""
    fight = Fight(points=points)
    fight.joins("xan", side="a", **XAN).joins("mage", side="a", **MAGE)
    archer = {**YRSA, "weapons": {**BOW, "dagger": {}}}
    fight.joins("yrsa", side="b", **YRSA).joins("archer", side="b", **archer)
    return fight.close_together("xan yrsa")


def otherwise() -> Fight:
    """Every open point settled against its default."""
    return four(
        {p.key: next((v for v in p.values if v != p.default), p.default) for p in RULES.points}
    )


def keeps_to_the_rules(story: Story) -> None:
    """2 and 3: AP between 0 and 7; each intention once a round, and all before initiative."""
    for events in rounds(story):
        intended: list[tuple[str, str]] = []
        rolled = False
        for event in events:
            match event:
                case e.Acted(who=who, manoeuvre=name) if name in INTENTIONS and not rolled:
                    assert (who, name) not in intended
                    intended.append((who, name))
                case e.Withdrawn(why=why):
                    assert why in ("taken back", "")
                case e.DiceRolled(purpose="initiative"):
                    rolled = True
                case e.PoolChanged(pool="ap", balance=left, wanted=wanted):
                    assert 0 <= left <= 7
                    assert wanted is None or left == 0
    for one in story.combat.conditions.all.values():
        assert one.left > 0 or one.until is None or "on zero" in one.detail


INTENTIONS = {m.name for m in RULES.manoeuvres if m.clause == "4" and m.name != "charge"}
