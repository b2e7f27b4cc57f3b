"""The fights that are played at random, in tests a few times and in the soak a thousand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.support.fights import age_of_magic_random, arq, kaiser, ninth_age_random, open
from tests.support.fights import planeswalker_random as planeswalker
from tests.support.games.toy import TOY
from tests.support.oracles import conserved
from tests.support.story import Story


def keeps_to_nothing_else(story: Any) -> None:
    """A game with no more to check than holds in every one."""


class Tale(NamedTuple):
    """How a fight of a game begins, and what must hold in it besides."""

    game: str
    begins: Callable[[], Story]
    keeps: Callable[[Any], None] = keeps_to_nothing_else


def toy() -> Story:
    return Story(TOY).joins("ana", "bo", side="a").joins("cy", "di", side="b")


TALES = (
    Tale("the toy", toy),
    *(
        Tale("Age of Magic", begins, conserved.one_phase_and_one_pool_a_turn)
        for begins in age_of_magic_random.TALES
    ),
    Tale("the Ninth Age", ninth_age_random.from_the_start, conserved.used_once_in_a_game),
    Tale("the Ninth Age", ninth_age_random.pitched, conserved.used_once_in_a_game),
    Tale("the Ninth Age", ninth_age_random.pitched_otherwise, conserved.used_once_in_a_game),
    Tale("Kaiser", kaiser.four, kaiser.keeps_to_the_rules),
    Tale("Kaiser", kaiser.otherwise, kaiser.keeps_to_the_rules),
    Tale("any game", open.at_sea, conserved.kept_budgets),
    Tale("any game", open.side_by_side, conserved.kept_budgets),
    Tale("any game", open.by_dice, conserved.kept_budgets),
    Tale("any game", open.as_said, conserved.kept_budgets),
    Tale("any game", open.as_typed, conserved.kept_budgets),
    *(Tale("ARQ", begins, conserved.one_action_and_one_move_a_round) for begins in arq.TALES),
    Tale("Planeswalker", planeswalker.playout, planeswalker.keeps_to_the_rules),
    Tale("Planeswalker", planeswalker.playout_otherwise, planeswalker.keeps_to_the_rules),
    Tale("Planeswalker", planeswalker.playout_modified, planeswalker.keeps_to_the_rules),
)
"""A game adds lines here, with builders of its own."""
