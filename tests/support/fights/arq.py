"""Combats under ARQ: figures on a grid or in base contact, and shorter telling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from domain import commands as c
from domain import events as e
from domain.ruleset.scene import Scene
from domain.rulesets import ruleset
from domain.rulesets.arq.figures import MOST_WOUNDS
from domain.state.combat import Combat
from tests.support.story import Story

RULES = ruleset("arq")
PARTY, FOES = "party", "orcs"
DRAWN = ("test", "melee")


class Clash(Story):
    """A combat under ARQ. Characters are named c..., foes o..., unless joined by hand."""

    def __init__(self, points: Mapping[str, str] | None = None, mode: Any = "enforce"):
        super().__init__(RULES, mode=mode, **(points or {}))

    def figures(self, **where: str | Mapping[str, Any]) -> Self:
        """Figures come in: `c1="0,0"` on a square, or with traits; those named o... are foes."""
        for who, given in where.items():
            traits: dict[str, Any] = {"at": given} if isinstance(given, str) else dict(given)
            if who.startswith("o"):
                traits["foe"] = True
            self.joins(who, side=FOES if who.startswith("o") else PARTY, **traits)
        return self

    def touching(self, *pairs: str) -> Self:
        """Off the grid: the referee says who is in base contact, as `o1+c1`."""
        for pair in pairs:
            self.fact("adjacent", *pair.split("+"))
        return self

    def fact(self, name: str, of: str, toward: str, value: str = "yes") -> Self:
        """The referee sets a fact."""
        change = {"what": "fact", "of": of, "name": name, "toward": toward, "value": value}
        return self.say_plainly({"type": "adjust", "note": "set up", "change": change})

    def has_taken(self, who: str, wounds: int) -> Self:
        """Somebody has been wounded before."""
        change = {"what": "pool", "subject": who, "pool": "wounds", "delta": wounds}
        return self.say_plainly({"type": "adjust", "note": "set up", "change": change})

    def settled(self, **doing: str) -> Self:
        """The referee has settled what the foes are doing, where he is asked."""
        if self.waits_for()[0] == "intents":
            self.answers("referee", "settled", **doing)
        return self

    def to_phase(self, phase: str) -> Self:
        """A round begins, and everybody passes up to a phase of it."""
        if not self.combat.clock.path:
            self.round().settled()
        while self.phase() not in (phase, ""):
            self.all_pass()
        return self

    def all_pass(self) -> Self:
        """Everybody who has not gone in this phase passes."""
        phase = self.phase()
        while self.phase() == phase and self.waits_for()[1]:
            [*whose] = (w for w in self.waits_for()[1] if w != "referee")
            self.does(whose[0], "pass")
        return self.settled()

    def draws(self, *cards: str) -> Self:
        """Cards of the activation deck as they were drawn at the table."""
        for card in cards:
            self.answers("referee", "draw", card=card)
        return self

    def dash(self, character: str, foe: str, outcome: str, **said: Any) -> Self:
        """A dash test, called and drawn."""
        self.does("referee", "dash", foe, using=character, **said)
        return self.answers(character, outcome)

    def answers(self, who: str, choice: str, toward: str = "", **params: Any) -> Self:
        """An answer; where an outcome is told, everybody who is asked has drawn before."""
        if choice in ("wins", "loses", "ties"):
            self.drawn(str(params.pop("drew", "")))
        return super().answers(who, choice, toward, **params)

    def drawn(self, card: str) -> Self:
        """All who are asked for a card of a test have drawn the same."""
        while (question := Scene(self.combat, RULES).question()) and question.about in DRAWN:
            slot = question.open()[0]
            self.say(
                c.Answer(
                    who=slot.who, about=question.about, choice="draw", toward=slot.about, card=card
                )
            )
        return self

    def pair(self, pairs: str, who: str = "referee", toward: str = "") -> Self:
        """Who fights whom."""
        return self.answers(who, "pair", toward, pairs=pairs)

    def fights(self, **outcomes: str) -> Self:
        """Melee tests by `c1_o1="wins"`."""
        for pair, outcome in outcomes.items():
            who, foe = pair.split("_")
            self.answers(who, outcome, foe)
        return self

    def holds(self) -> None:
        """One action and one move each; six wounds exactly for the down; pairs in melee alone."""
        check_invariants(self.combat)

    # --- asked ---

    def phase(self) -> str:
        """The phase that is open."""
        span = self.combat.clock.span("phase")
        return span.name if span else ""

    def at(self, who: str) -> str:
        """The square of somebody, or where he came in."""
        member = self.combat.roster.members[who]
        return self.combat.places.of(who) or str(member.traits.get("at", ""))

    def legal_pairings(self) -> list[set[str]]:
        """The pairings that are offered for each open chain."""
        pairs = [o for o in self.offered() if o.command.get("choice") == "pair"]
        return [set(option.blanks[0].values) for option in pairs]

    def conditions(self, who: str) -> list[str]:
        """What somebody is under."""
        return [c.name for c in self.combat.conditions.on(who)]

    def ganged_up(self) -> list[str]:
        """Everybody who is paired more than once."""
        return [c.subject for c in self.combat.conditions.all.values() if c.name == "ganged up"]

    def outcomes(self, stage: str) -> list[tuple[str, str]]:
        """The outcomes of a stage so far, each with whom it is of."""
        return [(r.of, r.outcome) for r in self.events(e.Resolved) if r.stage == stage]


def check_invariants(combat: Combat) -> None:
    """What holds in any state."""
    phase = combat.clock.span("phase")
    for who in combat.roster.members:
        assert combat.pools.balance_of(who, "action") in (0, 1)
        assert combat.pools.balance_of(who, "move") in (0, 1)
        down = combat.conditions.has(who, "incapacitated")
        assert down == (combat.pools.balance_of(who, "wounds") >= MOST_WOUNDS)
        paired = "yes" in combat.facts.toward(who, "paired").values()
        assert not paired or (phase is not None and phase.name == "melee")


def on_the_grid(points: Mapping[str, str] | None = None) -> Clash:
    """Three against three on a grid, close enough to meet in the first round."""
    clash = Clash(points).figures(c1="0,0", c2="2,0", c3={"at": "5,0", "group": "c2"})
    clash.figures(o1="0,4", o2={"at": "2,4", "group": "pack"})
    return clash.figures(o3={"at": "1,5", "group": "pack", "beneath contempt": True})


def off_the_grid(points: Mapping[str, str] | None = None) -> Clash:
    """Two against three, measured in inches; who is in contact the table says."""
    return Clash(points).figures(c1={}, c2={"beneath contempt": True}, o1={}, o2={}, o3={})


OTHERWISE = {
    "order": "deck",
    "tie": "tester",
    "blunder free manoeuvres": "one in all",
    "disengaging blunders": "no",
    "contempt beats cover": "yes",
    "gang up": "rank +1",
}


def otherwise() -> Clash:
    """Every open point settled against its default."""
    return on_the_grid(OTHERWISE)


def with_named_cards() -> Clash:
    """The activation deck with names on its cards."""
    return off_the_grid({"order": "named deck", "tie": "opposition"})


TALES = (on_the_grid, off_the_grid, otherwise, with_named_cards)


def acting() -> Clash:
    """The action phase of the first round: nobody has acted."""
    return Clash().figures(c1="0,0", c2="2,0", o1="5,0").round().settled()


def moving() -> Clash:
    """The movement phase after it: everybody has let his action go."""
    return acting().all_pass()
