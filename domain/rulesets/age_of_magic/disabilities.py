"""What serious and critical wounds leave behind, as the book prints it by place and type."""

from __future__ import annotations

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


_WEEKS = ("disabled for 1 week", "disabled for 2 weeks")
_GROIN = ("impotent for 1 week", "impotent")
_LIMB = (*_WEEKS, "broken", "severed", "broken", "broken")
_PRINTED = {
    "head": ("scar", "brain pierced **", "ear off", "decapitated **", "KO", "KO + skull broken"),
    "eyes": (
        "eye lost",
        "brain pierced **",
        "blinded + scar",
        "eye lost",
        "KO",
        "KO + skull broken",
    ),
    "throat": (
        "scar",
        "artery cut *",
        "artery cut *",
        "decapitated **",
        "windpipe crushed *",
        "windpipe crushed * + mute",
    ),
    "chest": ("", "lung pierced", "", "KO", "", "KO"),
    "arm": _LIMB,
    "hand": (
        "disabled for 1 week",
        "finger off",
        "finger off",
        "hand off",
        "bone broken",
        "bone broken",
    ),
    "abdomen": ("", "eviscerated *", "", "eviscerated *", "KO", "back broken"),
    "groin": _GROIN * 3,
    "leg": _LIMB,
}
_TYPES = ("impaling", "cutting", "blunt")
KNOCKED_OUT = "KO"

TABLE = {
    (part, kind, level): _read(row[2 * column + (level == CRITICAL)])
    for part, row in _PRINTED.items()
    for column, kind in enumerate(_TYPES)
    for level in (SERIOUS, CRITICAL)
}
NAMES = tuple(dict.fromkeys(w for d in TABLE.values() for w in d.words if w != KNOCKED_OUT))
"""The conditions that it may leave."""

LOST = ("severed", "hand off")
FAILS = (*LOST, *_WEEKS, "broken", "bone broken")
"""What makes a limb useless: for good, and where the table plays it so."""


def disability(area: str, kind: str, level: int) -> Disability:
    """What a wound of a type and initial level does at a place, beside its level."""
    part = area.rpartition(" ")[2]
    return TABLE.get((part, kind, level), Disability())
