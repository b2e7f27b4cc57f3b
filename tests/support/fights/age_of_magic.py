"""Fights under Age of Magic: the fighters of the rules' own examples, and shorter telling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import pytest

from domain import events as e
from domain.ruleset.ruleset import Refused
from domain.rulesets import ruleset
from domain.rulesets.age_of_magic.tables import AREAS
from tests.support.fights.short_sheets import stats
from tests.support.story import Story

RULES = ruleset("age-of-magic")

Points = Mapping[str, str] | None
"""Open points as a table settles them."""

SWORD: dict[str, Any] = {
    "specialism": "3 1/2",
    "attack": 3,
    "parry": 2,
    "damage": 10,
    "ap": 2,
    "type": "cutting",
}
AXE: dict[str, Any] = {"attack": 1, "parry": 1, "damage": 8, "ap": 3, "type": "cutting"}
COGAN: dict[str, Any] = {
    **stats(
        "ST 4, CO 1/2, PE 1/2, Helmet -1, WP 2 1/2, Combat 6 1/2, Combat speed 1, "
        "Soak 1, Tactics 2, Initiative 1, Melee 5"
    ),
    "weapons": {"hand-&-half": SWORD},
}
URLIK: dict[str, Any] = {
    **stats("ST 2, Combat 4, Soak 1, Tactics 5, Melee 5, shield 3"),
    "weapons": {"axe": AXE},
    "armour": {"chest": 6},
}


STRIKE, ADVANCE, BACK = "stand and attack", "advance and attack", "stand and attack back"
HALF = "hand-&-half"


class Fight(Story):
    """A fight under Age of Magic. Where nothing is said, nobody risks a die."""

    def __init__(self, *faces: int, mode: Any = "enforce", points: Points = None):
        super().__init__(RULES, *faces, mode=mode, **(points or {}))

    def begins(self, first: str) -> Self:
        """A combat turn; `first` has the first phase."""
        self.round()
        while self.waits_for()[0] in ("initiative", "ties", "action points"):
            about, whose = self.waits_for()
            self.answers("referee", "roll") if about == "ties" else self.rolls(whose[0])
        return self.polls(first)

    def polls(self, first: str) -> Self:
        """Everybody says "not now" but one."""
        while self.waits_for()[0] == "phase":
            [who] = self.waits_for()[1]
            self.answers(who, "now" if who == first else "pass")
        return self

    def rolls(self, *whose: str, faces: tuple[int, ...] = ()) -> Self:
        """The rolls asked of those named; with faces, a die is risked for each."""
        for who in whose:
            self.answers(who, "roll", risk=len(faces), faces=list(faces))
        return self

    def everybody_passes(self) -> Self:
        """Passes as long as somebody is asked for a reaction."""
        while self.waits_for()[0] == "declare":
            self.passes()
        return self

    def side_by_side(self, *pairs: str) -> Self:
        """The referee puts `one other` side by side."""
        for pair in pairs:
            one, other = pair.split()
            change = {"what": "fact", "of": one, "name": "adjacent", "toward": other}
            self.say_plainly(
                {"type": "adjust", "note": "set up", "change": {**change, "value": "yes"}}
            )
        return self

    def adjusts(self, **change: Any) -> Self:
        """The referee changes something by his own hand."""
        return self.say_plainly({"type": "adjust", "note": "so be it", "change": change})

    def fact(self, of: str, name: str, toward: str = "") -> Any:
        """A fact as it was last set, or nothing."""
        return self.combat.facts.get(of, name, toward)

    def tires(self, who: str, ap: int) -> Self:
        """The referee leaves somebody so many half-points of AP."""
        delta = (ap - self.left(who, "ap")) / 2
        return self.adjusts(what="pool", subject=who, pool="ap", delta=delta)

    def turns(self, count: int = 1) -> Self:
        """So many combat turns in which nobody does anything; then the next one begins."""
        for _ in range(count):
            while self.waits_for()[0] == "phase" or self.combat.clock.actors:
                self.polls("")
                if self.combat.clock.actors:
                    self.ends(self.combat.clock.actors[0])
            self.begins("")
        return self

    def actor(self) -> str:
        """Whose phase it is, or nobody's."""
        return ", ".join(self.combat.clock.actors)

    def outcome(self, stage: str) -> tuple[str, dict[str, Any]]:
        """The latest outcome of a stage, with its figures in half-points."""
        last = [r for r in self.events(e.Resolved) if r.stage == stage][-1]
        return last.outcome, last.figures

    def conditions(self, who: str) -> list[str]:
        """What somebody is under, oldest first."""
        return [c.name for c in self.combat.conditions.on(who)]

    def rolled(self, purpose: str) -> e.DiceRolled:
        """The latest roll for a purpose."""
        found: list[e.DiceRolled] = [r for r in self.events(e.DiceRolled) if r.purpose == purpose]
        return found[-1]

    def why(self, purpose: str) -> dict[str, int]:
        """What made up the latest roll for a purpose, in half-points."""
        return {m.source: m.value for m in self.rolled(purpose).modifiers}

    def basis(self, stage: str) -> tuple[str, str]:
        """The clause and basis of the latest outcome of a stage."""
        drafts = [d for step in self.steps for d in step if isinstance(d.event, e.Resolved)]
        last = [d for d in drafts if getattr(d.event, "stage", "") == stage][-1]
        return last.clause, last.basis


def refused(telling: Callable[[], object]) -> Refused:
    """Why something is refused."""
    with pytest.raises(Refused) as caught:
        telling()
    return caught.value


def duel(
    *faces: int,
    cogan: dict[str, Any] = COGAN,
    urlik: dict[str, Any] = URLIK,
    first: str = "cogan",
    points: Points = None,
) -> Fight:
    """Cogan and Urlik, side by side, in the first combat turn."""
    fight = Fight(*faces, points=points)
    fight.joins("cogan", side="heroes", **cogan).joins("urlik", side="reavers", **urlik)
    fight.side_by_side("cogan urlik")
    return fight.begins(first)


SIX = {**COGAN, "Melee": 3}
"""With this Cogan's attack is 10 and Urlik's defence 4: he hits by 6, as in the book's example."""


def wounded(
    aim: str = "chest",
    cogan: dict[str, Any] = SIX,
    urlik: dict[str, Any] = URLIK,
    points: Points = None,
) -> Fight:
    """The book's example: damage 20 against a resistance of 8 is a serious wound."""
    fight = duel(cogan=cogan, urlik=urlik, points=points)
    fight.does(
        "cogan", "stand and attack", "urlik", using="hand-&-half", aim=aim
    ).everybody_passes()
    return fight.rolls("cogan", "urlik").rolls("cogan", faces=(6, 5, 3, 3, 1))


STOUT = {**URLIK, "Combat": 12, "Parry": 9, "Dodge": 9}


def struck(defence: str = "", using: str = "", aim: str = "chest", points: Points = None) -> Fight:
    """Cogan strikes at Urlik, who reacts or not; both have rolled without risk."""
    fight = duel(urlik=STOUT, points=points).does(
        "cogan", "stand and attack", "urlik", using="hand-&-half", aim=aim
    )
    if defence:
        fight.declares("urlik", defence, using=using)
    return fight.everybody_passes().rolls("cogan", "urlik")


def with_erik(*pairs: str, urlik: dict[str, Any] = STOUT, foes: str = "") -> Fight:
    """Cogan, whose phase it is, Urlik and Erik, of whom some are side by side."""
    fight = Fight().joins("cogan", side="heroes" if foes else "", **COGAN)
    fight.joins("urlik", side=foes, **urlik).joins("erik", side=foes, **{**URLIK, "PE": -4})
    return fight.side_by_side(*pairs).begins("cogan")


def man_against_two(
    man: dict[str, Any],
    cogan: dict[str, Any] = COGAN,
    erik: dict[str, Any] = URLIK,
    points: Points = None,
) -> Fight:
    """A man, whose phase it is, against Cogan and Erik, who is the slowest; nobody is near."""
    fight = Fight(points=points).joins("man", side="foes", **{**man, "Tactics": 9})
    fight.joins("cogan", side="heroes", **cogan)
    return fight.joins("erik", side="heroes", **{**erik, "PE": -4}).begins("man")


MAN = {"Combat": 12, "Tactics": 9, "Melee": 9, "Parry": 9, "weapons": {"spear": AXE}}


def four(first: str = "man", points: Points = None) -> Fight:
    """A man-at-arms against Cogan and Erik, with a bard who has no weapon; nobody is near."""
    fight = Fight(points=points).joins("man", side="foes", **MAN)
    fight.joins("cogan", side="heroes", **COGAN).joins("erik", side="heroes", **URLIK, PE=-4)
    return fight.joins("bard", side="heroes", Combat=4, Tactics="-1").begins(first)


BOXER: dict[str, Any] = {
    **stats("ST 2, WP 20, Combat 8, Tactics 4, Athletics 20, Martial arts 9, Dodge 1, Melee 3"),
    "weapons": {"club": {**AXE, "type": "blunt"}},
}
"""A martial artist who bears any pain and stands firm."""


def boxers(
    *faces: int,
    ana: dict[str, Any] = BOXER,
    bo: dict[str, Any] = BOXER,
    points: Points = None,
    within: bool = True,
) -> Fight:
    """Ana, whose phase it is, and Bo, side by side or in one hex."""
    fight = Fight(*faces, points=points)
    fight.joins("ana", side="heroes", **{**ana, "Tactics": 9}).joins("bo", side="foes", **bo)
    fight.side_by_side("ana bo")
    if within:
        fight.adjusts(what="fact", of="ana", name="close", toward="bo", value="yes")
    return fight.begins("ana")


def hits(fight: Fight, who: str, deed: str, other: str, **said: Any) -> Fight:
    """Somebody hits: nobody reacts, the attacker has four sixes, and the target rolls nothing."""
    fight.does(who, deed, other, **said).everybody_passes()
    return fight.rolls(who, faces=(6, 6, 6, 6)).rolls(other)


def suffers(fight: Fight, who: str) -> Fight:
    """Whatever is asked until the blows are suffered is rolled without risk; nothing is soaked."""
    while fight.waits_for()[0] in ("damage", "wound", "pain", "knock back", "grip"):
        about, [first, *_] = fight.waits_for()
        fight.passes(first) if about == "wound" else fight.rolls(first)
    return fight


SERIOUS, CRITICAL = 4, 5


def maimed(
    aim: str,
    level: int,
    kind: str = "cutting",
    points: Points = None,
    soaks: bool = False,
    impales: str = "",
) -> Fight:
    """Cogan's blow at damage 20 makes a wound of a level; Urlik bears the pain and stands firm."""
    place = AREAS[aim]
    armour = (40 + place.damage - 4 - 6 * level) / 2
    weapon = {**SWORD, "type": kind} | ({"impales as": impales} if impales else {})
    cogan = {**SIX, "Melee": 3 - place.attack // 2, "weapons": {"hand-&-half": weapon}}
    urlik = {**URLIK, "WP": 40, "Athletics": 40, "armour": {aim: armour}}
    fight = wounded(aim, cogan, urlik, points)
    if soaks:
        fight.does("urlik", "soak").rolls("urlik")
    return suffers(fight, "urlik")
