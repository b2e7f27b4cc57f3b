"""A fight to its end, and what the referee corrects of it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.state.combat import state_hash
from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.http_client import Table

BEGIN, MOVE, STRIKE, PARRY, PASS, ROLL, BLOW = 9, 10, 12, 13, 14, 17, 18
"""Steps of the fight: Ana moves up and strikes, Bert parries; both roll twelve, and she hits."""

INSTEAD = ", by the referee, while the player was here"
LUCKY: dict[str, Any] = {
    "how": "amend",
    "step": ROLL,
    "command": {
        "type": "answer",
        "who": "bert",
        "about": "roll",
        "choice": "roll",
        "faces": {"attempt": [20]},
    },
}


@pytest.fixture
def fought(table: Table) -> Table:
    """The fight to its end: entries 1 to 50, steps 1 to 19; Bert is hurt."""
    fight(table)
    finish(table)
    return table


def judged(table: Table, **body: Any) -> dict[int | None, dict[str, Any]]:
    """The steps of a preview by their numbers; nothing is changed by it."""
    before = table.entries()
    found = table.rita.would("correct", **body)
    assert table.entries() == before
    return {step["step"]: step for step in found["steps"]}


def adopts(table: Table, **body: Any) -> Any:
    """The referee's ruling, from the head as she sees it."""
    body = {"note": "so it was", **body}
    answer = table.rita.post(
        "commands", {"type": "correct", **body}, If_Match=f'"{table.rita.head()}"'
    )
    assert answer.status_code == 200, answer.text
    return answer.json


def verdicts(steps: dict[int | None, dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(n, each["verdict"], each["reason"]) for n, each in steps.items()]


def hashes(table: Table, steps: range) -> dict[int, str]:
    """The state hashes at the ends of steps of play, folded anew from the log."""
    table.service.combats.let_go(table.combat)
    combat = table.service.combat(table.combat)
    ends = {n: combat.line.last(n) for n in steps if combat.line.is_play(n)}
    return {n: state_hash(combat.moments.at(seq)) for n, seq in ends.items()}
