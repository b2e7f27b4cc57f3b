"""Battles of the Ninth Age: two small armies, and shorter telling."""

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
from tests.support.story import Story

RULES = ruleset("ninth-age-2e")

Settings = Mapping[str, str] | None

KNIGHTS: dict[str, Any] = {
    **stats(
        "Models 8, HP 1, Files 4, Advance 7, March 14, Discipline 8, Agility 3, "
        "Attacks 1, Points 300"
    ),
    "Champion": True,
    "Standard": True,
    "Scoring": True,
}
SPEARS: dict[str, Any] = {
    **stats(
        "Models 20, HP 1, Files 5, Advance 5, March 10, Discipline 7, Agility 3, "
        "Attacks 1, Points 200"
    ),
    "Standard": True,
    "Scoring": True,
}
ARCHERS: dict[str, Any] = {
    **stats(
        "Models 10, HP 1, Files 10, Advance 5, March 10, Discipline 7, Agility 4, "
        "Attacks 1, Aim 4, Shots 1, Range 24, Points 150"
    ),
    "Scoring": True,
}
WIZARD: dict[str, Any] = {
    **stats("HP 3, Advance 5, March 10, Discipline 8, Agility 3, Attacks 1, Points 250"),
    "Character": True,
    "Wizard": "Adept",
    "Attribute": "Sparks",
    "spells": {
        "Fireball": {"casting": 8, "at": "enemy", "hits": "4"},
        "Shield": {"casting": 6, "at": "friend", "gives": {"Discipline": 1}, "replicable": True},
    },
}
GHOULS: dict[str, Any] = {
    **stats(
        "Models 12, HP 1, Files 4, Advance 6, March 12, Discipline 6, Agility 4, "
        "Attacks 2, Points 180"
    ),
    "Undead": True,
    "Unstable": True,
    "Fear": True,
}
ARMIES: dict[str, dict[str, dict[str, Any]]] = {
    "ann": {"knights": KNIGHTS, "spears": SPEARS, "mage": WIZARD},
    "bo": {"archers": ARCHERS, "guards": SPEARS, "seer": {**WIZARD, "Wizard": "Master"}},
}


def so(said: Mapping[str, Any]) -> dict[str, Any]:
    """What is said under names that are no words of Python."""
    return dict(said)


class Battle(Story):
    """A battle of Ann against Bo. Where nothing is said, every die shows a three."""

    def __init__(self, *faces: int, settings: Settings = None, mode: Any = "enforce"):
        super().__init__(RULES, *faces, mode=mode, **(settings or {}))

    def musters(self, armies: Mapping[str, Mapping[str, dict[str, Any]]]) -> Self:
        """Two sides come in, each with its units."""
        for side, units in armies.items():
            self.say(c.Join(subject=side, kind="side", name=side.capitalize()))
            for unit, traits in units.items():
                self.say(c.Join(subject=unit, kind="unit", side=side, traits=traits))
        return self

    def prepares(
        self,
        objective: str = "hold the ground",
        deployment: str = "frontline clash",
        chooser: str = "bo",
    ) -> Self:
        """The tables of the battle are named, not rolled; somebody chooses a zone."""
        self.round().answers("referee", objective).answers("referee", deployment)
        return self.answers("referee", "zone", chooser=chooser)

    def deploys(self, first: str = "ann") -> Self:
        """Everybody deploys in the order of the roster, and one side has the first turn."""
        while self.waits_for()[0] in ("special deployment", "deploy", "first turn"):
            about, [who] = self.waits_for()
            if about == "first turn":
                self.answers(who, "first turn", of=first)
            elif about == "special deployment":
                self.answers(who, "declare")
            else:
                [option] = [o for o in self.offered() if o.command.get("choice") == "deploy"]
                self.answers(who, "deploy", unit=option.blanks[0].values[0])
        return self

    def until(self, about: str, side: str = "") -> Self:
        """Whatever is asked is answered as plainly as can be, up to a question."""
        for _ in range(400):
            if self.waits_for()[0] == about and side in ("", *self.combat.clock.actors):
                return self
            self.goes_on()
        raise AssertionError(f"{about} is never asked; {self.waits_for()}")

    def goes_on(self) -> Self:
        """The plainest answer to whatever is open."""
        about, whose = self.waits_for()
        if not about:
            return self.round()
        plain = PLAIN.get(about)
        if about == "flux":
            return self.draws(whose[0])
        if plain is None:
            return self.answers(whose[0], "roll") if self.may_roll() else self.passes()
        return self.answers(whose[0], plain[0], **plain[1])

    def draws(self, side: str, dice: int = 5, tokens: int = 2) -> Self:
        """The next Flux Card of a deck, with its numbers."""
        card = next(b.values[0] for o in self.offered() for b in o.blanks if b.name == "which")
        return self.answers(side, "draw", which=card, dice=dice, tokens=tokens).agrees()

    def may_roll(self) -> bool:
        return any(o.command.get("choice") == "roll" for o in self.offered())

    def agrees(self) -> Self:
        """The other player sees it as it was said."""
        while self.waits_for()[0] == "confirm":
            self.answers(self.waits_for()[1][0], "agree")
        return self

    def rolls(self, *faces: int, who: str = "") -> Self:
        """The roll that is asked for, with these faces."""
        return self.answers(who or self.waits_for()[1][0], "roll", faces=list(faces))

    def charges(self, who: str, target: str, distance: Any, arc: str = "front") -> Self:
        """A charge is declared, and its distance agreed."""
        return self.does(who, "charge", target, distance=distance, arc=arc).agrees()

    def moves_charge(self, who: str, target: str, distance: Any, *faces: int) -> Self:
        """A charger is moved: the distance is agreed, the range rolled."""
        self.does(who, "charge move", target, distance=distance).agrees()
        return self.rolls(*faces)

    def outcome(self, stage: str, of: str = "") -> tuple[str, dict[str, Any]]:
        """The latest outcome of a stage, with its figures."""
        found = [r for r in self.events(e.Resolved) if r.stage == stage and of in ("", r.of)]
        return found[-1].outcome, found[-1].figures

    def states(self, who: str) -> list[str]:
        """What a unit is in, oldest first."""
        return [condition.name for condition in self.combat.conditions.on(who)]

    def basis(self, stage: str) -> tuple[str, str]:
        """The clause and basis of the latest outcome of a stage."""
        drafts = [d for step in self.steps for d in step if isinstance(d.event, e.Resolved)]
        last = [d for d in drafts if getattr(d.event, "stage", "") == stage][-1]
        return last.clause, last.basis

    def basis_of_fact(self, name: str) -> str:
        """The basis of the latest setting of a fact."""
        drafts = [d for step in self.steps for d in step if isinstance(d.event, e.FactSet)]
        return [d for d in drafts if getattr(d.event, "name", "") == name][-1].basis

    def phase(self) -> str:
        """The phase that is being played."""
        return self.combat.clock.path[-1].name

    def fact(self, name: str, of: str, toward: str = "") -> Any:
        return self.combat.facts.get(of, name, toward)

    def fixes(self, **change: Any) -> Self:
        """The referee's own hand."""
        return self.say_plainly({"type": "adjust", "note": "set up", "change": change})

    def touches(self, one: str, other: str) -> Self:
        """Two units stand in base contact, by the referee's word."""
        return self.fixes(what="fact", of=one, name="engaged", toward=other, value="yes")


PLAIN: dict[str, tuple[str, dict[str, Any]]] = {
    "confirm": ("agree", {}),
    "charges": ("no more charges", {}),
    "moves": ("no more moves", {}),
    "shots": ("no more shooting", {}),
    "casts": ("no more spells", {}),
    "reaction": ("hold", {}),
    "near": ("near", {"units": []}),
    "flight": ("straight ahead", {"edge": 72}),
    "siphon": ("convert", {"dice": 0}),
    "reroll": ("keep", {}),
    "numbers": ("numbers", {"wounds on": 4, "armour on": 7}),
    "dispel": ("let it be", {}),
    "pursuits": ("restrain", {}),
    "overkill": ("overkill", {"overkill": 0}),
    "hold the ground": ("within 6 inches of the centre", {"ann": [], "bo": []}),
    "objective held": ("objective", {"ann": 0, "bo": 0}),
    "vanguard": ("no more", {}),
}


def mustered(armies: Mapping[str, Any] = ARMIES, settings: Settings = None) -> Battle:
    """Two armies, not yet deployed."""
    return Battle(settings=settings).musters(armies)


def battle(
    armies: Mapping[str, Any] = ARMIES,
    first: str = "ann",
    settings: Settings = None,
    objective: str = "hold the ground",
) -> Battle:
    """Two armies deployed; the first Player Turn begins."""
    return mustered(armies, settings).prepares(objective).deploys(first)


def refused(battle: Battle, telling: Callable[[], object]) -> Refused:
    """Why something is refused; nothing is changed by it."""
    before, steps = state_hash(battle.combat), len(battle.steps)
    with pytest.raises(Refused) as caught:
        telling()
    assert (state_hash(battle.combat), len(battle.steps)) == (before, steps)
    return caught.value
