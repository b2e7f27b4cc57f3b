"""Dice in a line of the story, drawn beside the words that say what fell."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from api.pages.layout.static_files import address

_FALLEN = re.compile(r"\d+d(\d+)[^\[\]]{0,24}(\[(\d{1,4}(?:, \d{1,4}){0,11})\])")
"""Dice of one size, and in brackets the faces that fell: `2d6 [3, 5]`."""

_MIXED = re.compile(r"(?<=\d) (?=\d+/\d)")
"""The space within a mixed number."""

PIPS = 6
MOST_DRAWN = 20
"""The highest face that has a picture; higher ones are read as numbers."""


def with_dice(text: str) -> Markup:
    """Return a line with the faces that fell drawn; who cannot see them reads them as before."""
    done, parts = 0, list[str]()
    for found in _FALLEN.finditer(text):
        parts.append(str(escape(text[done : found.start(2)])))
        faces = [int(face) for face in found[3].split(", ")]
        drawn = "".join(_face(face, int(found[1])) for face in faces)
        words = f'<span class="off">{found[2]}</span>'
        parts.append(drawn + words if max(faces) <= MOST_DRAWN else found[2])
        done = found.end(2)
    return Markup(unbroken("".join(parts) + str(escape(text[done:]))))


def unbroken(text: str) -> str:
    """Return a text in which no mixed number is parted at the end of a line: `2 1/2`."""
    return _MIXED.sub("\u00a0", text)


def _face(face: int, sides: int) -> str:
    """Draw a die: a d6 with its pips, any other with its number."""
    mark = f"d6-{face}" if sides == PIPS and 1 <= face <= PIPS else f"die-{face}"
    at = f"{address('marks.svg')}#{mark}"
    return f'<svg class="face" viewBox="0 0 24 24" aria-hidden="true"><use href="{at}"/></svg>'
