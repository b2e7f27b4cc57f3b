"""5.4, 5.6: mages who leave while something is cast, answered or withstood."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.planeswalker import BOLT, COUNTER, Combat, duel

SPELLS = {"bolt": BOLT, "no": {**COUNTER, "cost": "0"}}
READY = {"spells": SPELLS, "memory": list(SPELLS)}


def answered() -> Combat:
    """Mira casts at Otto, and Nils tries to answer."""
    fight = duel(m={**READY, "Speed": 3, "mana": {"red": 2}}, n=READY).mage("otto", "x", **READY)
    fight.goes_to("mira").casts("mira", "bolt", "otto")
    return fight.does("nils", "answer", using="no")


@pytest.mark.parametrize("rolled", [True, False])
def test_an_answer_is_void_when_its_mage_leaves_and_the_phase_goes_on(rolled):
    fight = answered()
    if rolled:
        fight.rolls("mira")
    fight.say(c.Leave(who="nils"))
    assert (fight.waits_for(), fight.stands()) == (("respond", ("otto",)), ("mira", "main"))
    assert fight.events(e.Withdrawn) and not fight.events(e.Resolved)
    fight.resolves()
    assert (fight.left("otto", "life"), fight.stands()) == (2, ("mira", "main"))
