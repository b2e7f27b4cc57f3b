"""Fights played at random by the list of options alone: whatever is offered is accepted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.rulesets.age_of_magic.tables import AREAS
from tests.rulesets import kaiser, open
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


def keeps_to_nothing_else(story: Story) -> None:
    """A game with no more to check."""


Check = Callable[[Story], None]

TALES: dict[str, tuple[Callable[[], Story], Check]] = {
    "the toy": (toy, keeps_to_nothing_else),
    "Age of Magic": (age_of_magic, keeps_to_nothing_else),
    "Age of Magic, settled otherwise": (age_of_magic_otherwise, keeps_to_nothing_else),
    "Kaiser": (kaiser.four, kaiser.keeps_to_the_rules),
    "Kaiser, settled otherwise": (kaiser.otherwise, kaiser.keeps_to_the_rules),
    "any game": (open.at_sea, keeps_to_nothing_else),
    "any game, side by side": (open.side_by_side, keeps_to_nothing_else),
    "any game, by dice": (open.by_dice, keeps_to_nothing_else),
    "any game, as said": (open.as_said, keeps_to_nothing_else),
}
"""Every game that is played at random: how it begins, and what must hold in it besides."""


@pytest.mark.parametrize("game", TALES)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_offered_is_accepted(game: str, seed: int):
    tale, keeps = TALES[game]
    story = play(tale(), seed, STEPS)
    check_whole(story)
    keeps(story)
