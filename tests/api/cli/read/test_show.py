"""`combatlog show`: the log with its sums, and games with their table options."""

from __future__ import annotations

from tests.api.typed import Typed


def test_the_log_is_told_with_its_sums(typed: Typed):
    assert "Ana: 1 AP = 3 (" in typed.says("show log last --sums")
    assert " = 3 (" not in typed.says("show log last")
