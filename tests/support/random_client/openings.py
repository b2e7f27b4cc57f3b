"""How fights of each game begin that a client plays which knows no rules.

Between them they bring about every situation in which some manoeuvre may be done.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.support.fights import arq, open
from tests.support.random_client import age_of_magic, kaiser, ninth_age, planeswalker
from tests.support.story import Story

Begins = Callable[[], Story]

OPENINGS: dict[str, tuple[Begins, ...]] = {
    "age-of-magic": age_of_magic.TALES,
    "arq": arq.TALES,
    "kaiser": kaiser.TALES,
    "ninth-age-2e": ninth_age.TALES,
    "open": (open.at_sea, open.side_by_side, open.by_dice, open.as_said, open.as_typed),
    "planeswalker": planeswalker.TALES,
}
