"""How fights under Age of Magic begin: each near to what is seldom done."""

from __future__ import annotations

from typing import Any

from tests.support.fights.age_of_magic import BOXER, URLIK, Fight, boxers, suffers
from tests.support.fights.age_of_magic_random import TALES as PLAYOUTS
from tests.support.fights.age_of_magic_ranged import Afar, mounted

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


TALES = (grabbed, struck, held, ridden_down, *PLAYOUTS)
