"""Situations of every game, each with who must agree to going back."""

from __future__ import annotations

from tests.domain.situations.age_of_magic import AGE
from tests.domain.situations.arq import ARQ
from tests.domain.situations.kaiser import KAISER
from tests.domain.situations.ninth_age import NINTH
from tests.domain.situations.planeswalker import PLANESWALKER

SITUATIONS = {
    "arq": ARQ,
    "planeswalker": PLANESWALKER,
    "ninth-age-2e": NINTH,
    "kaiser": KAISER,
    "age-of-magic": AGE,
}
