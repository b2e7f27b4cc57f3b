"""The preset that somebody chose: the name of one that there is, JSON, or text of their own."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from api.presets.shipped import shipped, text_of
from api.presets.text import Check, read_text

Preset = dict[str, Any]


class PresetRow(NamedTuple):
    """A preset that comes with the program: its name, its title, and what it says."""

    name: str
    title: str
    preset: Preset


@cache
def shipped_presets() -> tuple[PresetRow, ...]:
    """Return every preset that comes with the program, by name."""
    read = ((name, json.loads(text)) for name, text in shipped().items())
    return tuple(PresetRow(name, said["title"], said) for name, said in read)


def chosen_preset(said: str | Preset, check: Check) -> Preset:
    """Return the preset that is meant; empty for none. Raises UnfitPreset.

    A text that begins with a brace is JSON, and any other a name. Values that came as JSON, without
    lines, are left for the rules to check.
    """
    if not isinstance(said, str):
        return said
    text = said.lstrip("\ufeff").strip()
    if not text:
        return {}
    return read_text(text if text.startswith("{") else text_of(text), check)
