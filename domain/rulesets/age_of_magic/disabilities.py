"""Disabilities left by serious and critical wounds, as printed by place and type."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from .tables import LEVELS

SERIOUS, CRITICAL = LEVELS.index("serious wound"), LEVELS.index("critical wound")
MINUTE = 12
"""The combat turns in a minute: who is not treated by then dies."""


class Disability(NamedTuple):
    """Named conditions; `dies` is empty, "soon" (within a minute unless treated) or "at once"."""

    words: tuple[str, ...] = ()
    dies: str = ""


def _read(cell: str) -> Disability:
    """A cell as printed: words apart by a plus, `*` and `**` for death soon and at once."""
    dies = "at once" if "**" in cell else "soon" if "*" in cell else ""
    return Disability(tuple(w.strip(" *") for w in cell.split("+") if w.strip(" *")), dies)


_PRINTED = """
head; scar; brain pierced**; ear off; decapitated**; KO; KO + skull broken
eyes; eye lost; brain pierced**; blinded + scar; eye lost; KO; KO + skull broken
throat; scar; artery cut*; artery cut*; decapitated**; windpipe crushed*; windpipe crushed* + mute
chest; ; lung pierced; ; KO; ; KO
arm; disabled for 1 week; disabled for 2 weeks; broken; severed; broken; broken
hand; disabled for 1 week; finger off; finger off; hand off; bone broken; bone broken
abdomen; ; eviscerated*; ; eviscerated*; KO; back broken
groin; impotent for 1 week; impotent; impotent for 1 week; impotent; impotent for 1 week; impotent
leg; disabled for 1 week; disabled for 2 weeks; broken; severed; broken; broken
"""
"""Place by place: serious and critical wounds that are impaling, then cutting, then blunt."""
_COLUMNS = tuple(product(("impaling", "cutting", "blunt"), (SERIOUS, CRITICAL)))
KNOCKED_OUT = "KO"

TABLE = {
    (part, *column): _read(cell)
    for part, *row in (line.split("; ") for line in _PRINTED.strip().splitlines())
    for column, cell in zip(_COLUMNS, row, strict=True)
}
NAMES = tuple(dict.fromkeys(w for d in TABLE.values() for w in d.words if w != KNOCKED_OUT))
"""The conditions that it may leave."""

LOST = ("severed", "hand off")
FAILS = (*LOST, "disabled for 1 week", "disabled for 2 weeks", "broken", "bone broken")
"""Disabilities that make a limb useless: for good, and where the table plays it so."""


def disability(area: str, kind: str, level: int) -> Disability:
    """The disability of a wound by its place, type and initial level."""
    part = area.rpartition(" ")[2]
    return TABLE.get((part, kind, level), Disability())
