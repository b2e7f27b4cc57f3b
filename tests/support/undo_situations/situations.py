"""Situations of every game, each with who must agree to going back."""

from __future__ import annotations

from tests.support.undo_situations.age_of_magic import AGE
from tests.support.undo_situations.arq import ARQ
from tests.support.undo_situations.kaiser import KAISER
from tests.support.undo_situations.ninth_age import NINTH
from tests.support.undo_situations.planeswalker import PLANESWALKER

SITUATIONS = {
    "arq": ARQ,
    "planeswalker": PLANESWALKER,
    "ninth-age-2e": NINTH,
    "kaiser": KAISER,
    "age-of-magic": AGE,
}
