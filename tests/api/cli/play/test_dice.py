"""`combatlog dice`: what binds dice, what was known, salts, re-rolls, and keys at the end."""

from __future__ import annotations

import json

from domain.table.table import commitment_of
from tests.support.clients.cli_runner import Typed


def plays(typed: Typed, *commands: dict[str, object]) -> None:
    lines = "".join(json.dumps(command) + "\n" for command in commands)
    (typed.folder / "then.jsonl").write_text(lines)
    typed.says("play then.jsonl --into last")


def test_it_says_what_binds_the_dice_and_what_was_known(rolled: Typed):
    said = rolled.says("dice show last")
    assert said.startswith("Host entropy only: no seat has salted these dice")
    assert said.endswith("The keys are bound, and not revealed yet.\n")
    rolled.says("undo step last --yes")
    plays(rolled, {"type": "roll", "who": "ana", "sides": 6, "faces": {}, "purpose": "another"})
    assert "used" in rolled.says("dice show last")


def test_after_the_reveal_it_has_every_roll_with_its_label(rolled: Typed):
    plays(rolled, {"type": "end"}, {"type": "reveal-keys"})
    assert "Revealed: the keys of open; 1 rolls can be recomputed." in rolled.says("dice show last")
    found = rolled.json("dice show last")
    assert found["rolls"][0]["sort"] == "loose" and set(found["keys"]) == {"open"}


def test_a_salt_is_bound_unseen_and_then_opened(rolled: Typed):
    bound = rolled.json("dice commit last")
    [entry] = bound["entries"]
    assert entry["event"]["commitment"] == commitment_of("salt", bound["value"])
    assert bound["value"] not in rolled.says("show log last --full")
    assert "0 of 1 salts are open" in rolled.says("dice show last")
    assert rolled.fails("dice reveal last another-one-altogether")["detail"].startswith(
        "This is not"
    )
    assert "1 of 1 salts are open" in rolled.says(f"dice reveal last {bound['value']}")
    assert "salt: " + bound["value"] in rolled.says("show log last --full")


def test_a_reroll_is_asked_for_and_agreed_to(rolled: Typed):
    rolled.says("undo step last --yes")
    assert "waits for p1, p2" in rolled.says("dice reroll last 22")
    assert rolled.says("dice answer last agree --who p1") == "It is noted.\n"
    assert "the dice fall afresh" in rolled.says("dice answer last agree --who p2")


def test_the_keys_are_revealed_at_the_end(rolled: Typed):
    assert "End the combat first" in rolled.fails("dice reveal-keys last")["detail"]
    (rolled.folder / "end.jsonl").write_text('{"type": "end"}\n')
    rolled.says("play end.jsonl --into last")
    assert rolled.says("dice reveal-keys last") == "Revealed for good: open.\n"
    assert "Revealed: the keys of open" in rolled.says("dice show last")
