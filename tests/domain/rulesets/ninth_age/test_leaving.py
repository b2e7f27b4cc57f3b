"""A whole army leaves, at any moment: nothing breaks, and whoever stays may go on."""

from __future__ import annotations

import random

import pytest

from domain import commands as c
from tests.support.fights.ninth_age import Battle
from tests.support.fights.ninth_age_random import from_the_start
from tests.support.fights.random_play import check_whole, keyed, pick


def goes_on(battle: Battle, steps: int, chance: random.Random) -> Battle:
    """So many steps by the options alone, as long as there are any."""
    for _ in range(steps):
        if not (offered := battle.offered()):
            break
        battle.say_plainly(pick(offered, chance))
    return battle


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize(
    ("seed", "steps", "side"),
    [(0, 3, "ann"), (1, 8, "bo"), (2, 14, "ann"), (3, 30, "bo"), (4, 60, "ann"), (5, 90, "bo")],
)
def test_a_side_leaves_and_the_battle_goes_on_or_ends(seed: int, steps: int, side: str):
    battle, chance = from_the_start(), random.Random(seed)
    battle.dice = keyed(seed)
    goes_on(battle, steps, chance).say(c.Leave(who=side))
    goes_on(battle, 120, chance)
    check_whole(battle)
    if not battle.combat.roster.ended:
        assert battle.say(c.End()).combat.roster.ended
