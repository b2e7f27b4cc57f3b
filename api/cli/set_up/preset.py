"""`preset`: presets of any game, to look at, to copy, and to check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rich_click as click

from api.cli.client.commands import OUTPUT, Answer, Group, answers, write_file
from api.client import failure

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(cls=Group)
def preset() -> None:
    """List, show and check presets: JSON files with the words and sheets of a game.

    Examples:
      combatlog preset list
      combatlog preset show dnd-5e -o mygame.json
      combatlog preset check mygame.json
    """


@preset.command("list")
@answers
def list_presets() -> Answer:
    """List the presets that come with the program.

    Examples:
      combatlog preset list
      combatlog preset list --json
    """
    from api.presets.chosen import shipped_presets

    rows = [{"name": each.name, "title": each.title} for each in shipped_presets()]
    return {"items": rows}, [f"{row['name']}: {row['title']}" for row in rows]


@preset.command()
@click.argument("name")
@OUTPUT
@answers
def show(name: str, output: Path | None) -> Answer:
    """Print a preset as JSON, or write it to a file of your own.

    Examples:
      combatlog preset show hit-points --json
      combatlog preset show dnd-5e -o mygame.json
    """
    from api.presets.shipped import text_of
    from api.presets.text import UnfitPreset

    try:
        text = text_of(name)
    except UnfitPreset as unfit:
        raise failure(str(unfit)) from unfit
    if output is None:
        return json.loads(text), text.splitlines()
    write_file(output, text.encode())
    return json.loads(text), [f"{output} has the preset {name}."]


@preset.command()
@click.argument("file", type=FILE)
@answers
def check(file: Path) -> Answer:
    """Check a preset of your own; say in which line something is wrong, and what to write instead.

    Examples:
      combatlog preset check mygame.json
      combatlog preset check mygame.json --json
    """
    from api.presets.shipped import ANY_GAME
    from api.presets.text import UnfitPreset, read_text
    from domain.rulesets import ruleset

    try:
        said = read_text(file.read_text("utf-8-sig"), ruleset(ANY_GAME).with_preset)
    except UnfitPreset as unfit:
        raise failure(f"{file}: {unfit}", **_place(unfit)) from unfit
    counts = ", ".join(f"{len(said.get(part, {}))} {says}" for part, says in _COUNTED.items())
    return said, [f"{file} is a preset of {said['title']}: {counts}."]


_COUNTED = {"sheet": "sheet fields", "conditions": "usual conditions"}


def _place(unfit: Any) -> dict[str, int]:
    return unfit.at._asdict() if unfit.at else {}
