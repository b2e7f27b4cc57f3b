"""The fights that are played at random, in tests a few times and in the soak a thousand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.rulesets import age_of_magic_tales, arq, ninth_age
from tests.rulesets import planeswalker_at_random as planeswalker
from tests.rulesets.toy import TOY
from tests.story import Story


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
    *(Tale("Age of Magic", begins) for begins in age_of_magic_tales.TALES),
    Tale("the Ninth Age", ninth_age.from_the_start),
    Tale("the Ninth Age", ninth_age.pitched),
    Tale("the Ninth Age", ninth_age.pitched_otherwise),
    *(Tale("ARQ", begins) for begins in arq.TALES),
    Tale("Planeswalker", planeswalker.playout, planeswalker.keeps_to_the_rules),
    Tale("Planeswalker", planeswalker.playout_otherwise, planeswalker.keeps_to_the_rules),
)
"""A game adds lines here, with builders of its own."""
