"""How fights under Age of Magic begin: each near to what is seldom done."""

from __future__ import annotations

from typing import Any

from tests.support.fights.age_of_magic import BOXER, URLIK, Fight, boxers, maimed, suffers
from tests.support.fights.age_of_magic_random import TALES as PLAYOUTS
from tests.support.fights.age_of_magic_ranged import Afar, at_a_distance, mounted, with_a_mage

WRESTLER: dict[str, Any] = {**BOXER, "Martial arts": 14, "Combat": 12, "Combat speed": 9}
STOUT: dict[str, Any] = {**URLIK, "Combat": 12, "Dodge": 9}


def _hits(blow: str) -> Fight:
    """Ana's unarmed blow has hit Bo, and she may follow it up."""
    fight = boxers(ana=WRESTLER, bo={**WRESTLER, "Martial arts": 9}).does("ana", blow, "bo")
    return suffers(fight.everybody_passes().rolls("ana", "bo"), "bo")


def grabbed() -> Fight:
    """An arm is grabbed, and may be locked."""
    return _hits("arm grab")


def struck() -> Fight:
    """A blow has gone home, and a head lock may follow."""
    return _hits("martial strike")


def held() -> Fight:
    """It is the turn of one who is held."""
    return _hits("arm grab").passes("ana").ends("ana").polls("bo")


def ridden_down() -> Afar:
    """A horse with its rider has come up to somebody."""
    fight = mounted(urlik=STOUT).ends("knight").polls("horse")
    return fight.does("horse", "move", beside=["urlik"]).everybody_passes()


def taking_aim() -> Afar:
    """An archer has set herself, and has taken aim."""
    fight = at_a_distance(urlik=STOUT)
    return fight.does("archer", "set and aim", "urlik", using="bow").rolls("archer")


def casting() -> Afar:
    """It is the turn of a mage."""
    return with_a_mage(urlik=STOUT)


def impaled() -> Fight:
    """It is the turn of one in whose chest a weapon sticks."""
    return maimed("chest", 3, "impaling", impales="spear").ends("cogan").polls("urlik")


def cared_for() -> Fight:
    """The fight is over, and a leech is beside one in whose chest a knife sticks."""
    fight = maimed("chest", 3, "impaling", {"fight": "is over"}, impales="knife")
    fight.ends("cogan").ends("urlik").begins("cogan").joins("leech", Medicine=4)
    fight.side_by_side("leech urlik").ends("cogan").ends("urlik")
    return fight.begins("leech")


TALES = (grabbed, struck, held, ridden_down, taking_aim, casting, impaled, cared_for, *PLAYOUTS)
