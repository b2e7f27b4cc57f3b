"""How fights under Kaiser begin: each near to what is seldom done.

Everybody has intended what he needs, and has points enough for many deeds in one turn.
"""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain.ruleset.scene import Scene
from tests.support.fights import kaiser
from tests.support.fights.kaiser import BOW, MAGE, XAN, Fight
from tests.support.fights.short_sheets import stats

ARMS: dict[str, Any] = {"long sword": {}, "dagger": {}}
FIGHTER: dict[str, Any] = {
    **XAN,
    **stats("lp 900, constitution 30, willpower 30, acrobatics 12, agility 8"),
    "weapons": ARMS,
}
ADEPT: dict[str, Any] = {
    **MAGE,
    **stats("lp 900, ki 40, presence 4, potential 90"),
    "chakras": {"eye": 3, "hand": 7},
}
SETTLED = {"sunder": "yes", "opening acrobatics": "yes", "counter needs intention": "no"}
PLENTY = {"ap": 9, "attacks": 9, "movement": 40}


def line(**sheets: dict[str, Any]) -> Fight:
    """Some of a against some of b, everybody hand to hand; nothing is intended yet."""
    fight = Fight(points=SETTLED)
    for nth, (who, sheet) in enumerate(sheets.items()):
        fight.joins(who, side=who[0], **sheet, **{"initiative traits": 20 - 5 * nth})
    names = list(sheets)
    return fight.close_together(
        *(f"{one} {other}" for n, one in enumerate(names) for other in names[n + 1 :])
    )


def goes(fight: Fight) -> Fight:
    """Everybody has intended; the first has the turn, and everybody has plenty."""
    names = Scene(fight.combat, fight.rules).present()
    fight.all_declared().initiative(*names)
    for who in names:
        for pool, points in PLENTY.items():
            fight.pool(who, pool, points)
    return fight


def _armed(*whose: str) -> Fight:
    """Two against two, with a blade in each hand."""
    fight = line(**dict.fromkeys(whose, FIGHTER)).round()
    for who in whose:
        fight.intends(who, "attack intention", using="long sword", others=["dagger"])
    return fight


def swordplay() -> Fight:
    """One of each two guards the other."""
    fight = _armed("a1", "b1", "a2", "b2")
    return goes(fight.intends("a2", "guard", ward="a1").intends("b2", "guard", ward="b1"))


def first_hand() -> Fight:
    """The first has struck, holds a further attack, and has another weapon in the other hand."""
    fight = goes(_armed("a1", "b1")).does("a1", "prepare", until="he moves")
    fight.does("a1", "attack", "b1", using="long sword")
    return fight.rolls(a1=(3, 4)).passes()


def either_hand() -> Fight:
    """The first has struck, and has blocked a blow: either hand may strike back."""
    fight = goes(_armed("a1", "b1")).does("a1", "attack", "b1", using="long sword")
    fight.rolls(a1=(1, 2)).passes().ends("a1")
    fight.does("b1", "attack", "a1", using="long sword").rolls(b1=(1, 2))
    return fight.does("a1", "block").rolls(a1=(6, 4))


def charging() -> Fight:
    """Two who have intended to charge each other, and have run some way."""
    fight = line(a1=FIGHTER, b1=FIGHTER).round()
    for who in ("a1", "b1"):
        fight.intends(who, "charge intention", using="long sword")
    return goes(fight)


def leaving() -> Fight:
    """Somebody goes away, and meets the attack on the opening that this gives."""
    fight = goes(_armed("b1", "a1")).does("b1", "move", feet=9, beside=[])
    return fight.does("a1", "attack an opening", "b1", using="long sword").rolls(a1=(3, 4))


def shooting() -> Fight:
    """Archers among whom swords are drawn: they shoot past, and give an opening."""
    archer = {**FIGHTER, "weapons": {**BOW, **ARMS}}
    fight = line(a1=archer, b1=FIGHTER, b2=archer).round()
    for who, weapon in (("a1", "bow"), ("b1", "long sword"), ("b2", "bow")):
        fight.intends(who, "attack intention", using=weapon, others=["dagger"])
    return goes(fight)


def captives() -> Fight:
    """Some are trapped, asleep, or held at weapon's point."""
    fight = line(a1=FIGHTER, b1=FIGHTER, a2=FIGHTER, b2=FIGHTER, a3=FIGHTER)
    fight.state("b1", "trapped", "a1").state("b2", "at weapon's point", "a1")
    fight.state("a2", "trapped", "b1").state("a3", "asleep").round()
    for who in ("a1", "a2", "b1"):
        fight.intends(who, "attack intention", using="long sword")
    return goes(fight)


def before_the_crush() -> Fight:
    """Intentions are due, and a captive is at hand."""
    fight = line(a1=FIGHTER, b1=FIGHTER)
    return fight.state("b1", "trapped", "a1").state("a1", "trapped", "b1").round()


def in_effect() -> Fight:
    """Powers are in effect, which may be let go, and a friend sleeps."""
    fight = line(a1=ADEPT, b1=ADEPT, a2=FIGHTER).round()
    for who in ("a1", "b1"):
        fight.intends(who, "magic", how="innate")
    goes(fight).does("a1", "cast", "b1", using="flare", willing="yes")
    return fight.state("a2", "asleep")


def passing_on() -> Fight:
    """Mana and ki are passed on, and a crystal holds some of both."""
    fight = line(a1=ADEPT, b1=ADEPT)
    fight.say(c.Join(subject="crystal", kind="thing"))
    fight.pool("crystal", "mana", 60).pool("crystal", "ki", 20).round()
    for who in ("a1", "b1"):
        fight.intends(who, "magic", how="transfer").intends(who, "spirit", how="transfer ki")
    return goes(fight)


def casting() -> Fight:
    """Mages who cast what they may without gathering for it, and whom it afflicts."""
    fight = line(a1=ADEPT, b1=ADEPT).round()
    for who in ("a1", "b1"):
        fight.intends(who, "magic", how="innate")
    return goes(fight)


TALES = (
    swordplay,
    captives,
    first_hand,
    either_hand,
    leaving,
    in_effect,
    shooting,
    casting,
    passing_on,
    before_the_crush,
    charging,
    kaiser.four,
    kaiser.otherwise,
)
