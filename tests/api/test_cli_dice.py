"""`combatlog dice`: what binds the dice, what was known, and the proof once the keys are open."""

from __future__ import annotations

import json

import pytest

from tests.api.typed import Typed


@pytest.fixture
def typed(typed: Typed) -> Typed:
    """Ana moves up and strikes, and rolls a loose die."""
    typed.says("play more.jsonl --into last")
    return typed


def plays(typed: Typed, *commands: dict[str, object]) -> None:
    lines = "".join(json.dumps(command) + "\n" for command in commands)
    (typed.folder / "then.jsonl").write_text(lines)
    typed.says("play then.jsonl --into last")


def test_it_says_what_binds_the_dice_and_what_was_known(typed: Typed):
    said = typed.says("dice last")
    assert said.startswith("Host entropy only: no seat has salted these dice")
    assert said.endswith("The keys are bound, and not revealed yet.\n")
    typed.says("undo last --yes")
    plays(typed, {"type": "roll", "who": "ana", "sides": 6, "faces": None, "purpose": "another"})
    assert "used" in typed.says("dice last")


def test_after_the_reveal_it_has_every_roll_with_its_label(typed: Typed):
    plays(typed, {"type": "end"}, {"type": "reveal-keys"})
    assert "Revealed: the keys of open; 1 rolls can be recomputed." in typed.says("dice last")
    found = typed.json("dice last")
    assert found["rolls"][0]["sort"] == "loose" and set(found["keys"]) == {"open"}
