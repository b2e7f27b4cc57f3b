"""Correction of one number at an entry that shows it."""

from __future__ import annotations

from api.handlers.number_correction.correct import correct_number
from api.handlers.number_correction.sources import Shown, numbers_at

__all__ = ["Shown", "correct_number", "numbers_at"]
