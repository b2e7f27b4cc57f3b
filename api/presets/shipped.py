"""The presets that come with the program: JSON files beside the rules of any game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from api.presets.text import UnfitPreset

FOLDER = "domain.rulesets.open.presets"
ANY_GAME = "open"
"""The game that takes presets."""


@cache
def shipped() -> dict[str, str]:
    """Return the text of each preset by its name, which is that of its file."""
    found = (each for each in files(FOLDER).iterdir() if each.name.endswith(".json"))
    texts = {each.name.removesuffix(".json"): each.read_text("utf-8") for each in found}
    return dict(sorted(texts.items()))


def text_of(name: str) -> str:
    """Return the text of a preset; raises UnfitPreset with the names of those there are."""
    text = shipped().get(name)
    if text is None:
        known = ", ".join(shipped())
        raise UnfitPreset(
            f"no preset is called {name[:40]!r}", f"one of: {known}; or JSON of your own"
        )
    return text
