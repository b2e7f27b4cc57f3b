"""Fights played at random by the list of options alone: whatever is offered is accepted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.rulesets.age_of_magic.tables import AREAS
from tests.rulesets import planeswalker_at_random as planeswalker
from tests.rulesets.age_of_magic import AXE, COGAN, URLIK, Fight, Points
from tests.rulesets.at_random import check_whole, play
from tests.rulesets.toy import TOY
from tests.story import Story

STEPS = 300
DAGGER = {"ap": 1, "type": "impaling", "damage": 4, "hand": "left"}
MAIL = {"armour": dict.fromkeys(AREAS, 12)}


def toy() -> Story:
    return Story(TOY).joins("ana", "bo", side="a").joins("cy", "di", side="b")


def age_of_magic(points: Points = None) -> Story:
    armed = {**URLIK, **MAIL, "weapons": {"axe": AXE, "dagger": DAGGER}}
    fight = Fight(points=points).joins("cogan", side="heroes", **COGAN | MAIL)
    fight.joins("urlik", "thug", side="reavers", **armed)
    return fight.joins("erik", side="heroes", **armed)


def age_of_magic_otherwise() -> Story:
    """Every open point settled against its default."""
    return age_of_magic(
        {
            "points-per-die": "3 1/2", "tie": "defence", "lock-lasts": "turn", "pain-gap": "better",
            "knock-back-gap": "worse", "first-suffered": "knock-back", "carry-over": "yes",
            "disabled-actor": "continues", "hit-by-half": "up", "parry-ap": "2", "most-dice": "5",
        }
    )  # fmt: skip


OWN_CHECKS: dict[str, tuple[Callable[[Any], None], ...]] = {
    "planeswalker": (planeswalker.check_piles, planeswalker.check_course),
}
"""What else holds in a game, beside what holds in every one."""

GAMES = (
    toy, age_of_magic, age_of_magic_otherwise,
    planeswalker.playout, planeswalker.playout_otherwise,
)  # fmt: skip
"""What is played: a ruleset adds a line with its own builders, which may check more of its own."""


@pytest.mark.parametrize("tale", GAMES)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_offered_is_accepted(tale: Callable[[], Story], seed: int):
    story = play(tale(), seed, STEPS)
    check_whole(story)
    for check in OWN_CHECKS.get(story.rules.key, ()):
        check(story)
