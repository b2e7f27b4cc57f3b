"""Numbers of the command line that have bounds."""

from __future__ import annotations

import math
from typing import Any

import rich_click as click


class NumberRange(click.FloatRange):
    """A number between two bounds; not NaN, which no comparison refuses."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; fails with what is wrong."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is no number.", param, ctx)
        return number
