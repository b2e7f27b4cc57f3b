"""`combatlog commit`, `reveal` and `fresh`, as they are typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.table import commitment_of
from tests.api.typed import Typed, typed_in


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typed]:
    """Ana moves up and strikes, and rolls a loose die."""
    with typed_in(tmp_path, monkeypatch) as found:
        found.says("play fight.jsonl")
        found.says("play more.jsonl --into last")
        yield found


def test_a_salt_is_bound_unseen_and_then_opened(typed: Typed):
    bound = typed.json("commit last")
    [entry] = bound["entries"]
    assert entry["event"]["commitment"] == commitment_of("salt", bound["value"])
    assert bound["value"] not in typed.says("log last --full")
    assert "0 of 1 salts are open" in typed.says("dice last")
    assert typed.fails("reveal last another-one-altogether")["detail"].startswith("This is not")
    assert "1 of 1 salts are open" in typed.says(f"reveal last {bound['value']}")
    assert "salt: " + bound["value"] in typed.says("log last --full")


def test_fresh_dice_are_asked_for_and_agreed_to(typed: Typed):
    typed.says("undo last --yes")
    assert "waits for p1, p2" in typed.says("fresh last 22")
    assert typed.says("fresh last --say agree --who p1") == "It is noted.\n"
    assert "the dice fall afresh" in typed.says("fresh last --say agree --who p2")
    assert "either" in typed.fails("fresh last")["detail"]


def test_the_keys_are_revealed_at_the_end(typed: Typed):
    assert "End the combat first" in typed.fails("reveal-keys last")["detail"]
    (typed.folder / "end.jsonl").write_text('{"type": "end"}\n')
    typed.says("play end.jsonl --into last")
    assert typed.says("reveal-keys last") == "Revealed for good: open.\n"
    assert "Revealed: the keys of open" in typed.says("dice last")
