"""`combatlog what-if`: something is tried and compared."""

from __future__ import annotations

import re

from tests.support.clients.cli_runner import Typed


def test_something_is_tried_and_compared(typed: Typed):
    before, there = typed.json("show combats")["items"][0]["combat"], typed.json("show state last")
    said = typed.says("what-if start last --at 10 --title 'had she stayed'")
    made = said.split()[1]
    assert f"goes on from {before} after entry" in said
    (typed.folder / "luck.jsonl").write_text('{"type": "roll", "who": "ana"}\n')
    typed.says(f"play luck.jsonl --into {made}")
    assert "had she stayed" in typed.says("what-if list last")
    assert typed.json("show state last") == there
    side = typed.says(f"what-if compare last {made}")
    assert re.search(r"\bAP\b", side) and "becomes" in side
    assert "Ana rolls loose" in typed.says(f"show log {made}")
