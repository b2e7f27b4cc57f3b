"""What a correction of the past costs before it is ruled: the preview of one at entry 40 of 200."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from api.server.app import create_app
from tests.benchmarks.measure import Bar, Gauge
from tests.support.fights.age_of_magic import URLIK
from tests.support.fights.forgotten_armour import ARMOURED, as_typed, forgotten, played_on

MILLISECONDS = 1000.0
GREAVE = {**URLIK, "armour": {"left leg": 6}}
"""Armour where no blow fell: everything is judged again to the last step, and most of it kept."""


def _previewed(stack: ExitStack, armour: Mapping[str, object]) -> Callable[[], float]:
    """The time of one preview over HTTP, in milliseconds; the fight is played once."""
    folder = stack.enter_context(TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp"))
    fight = forgotten()
    service, name = played_on(Path(folder), as_typed(fight))
    stack.callback(service.close)
    client = create_app(service).test_client()
    headers = {"Authorization": f"Bearer {service.vault.operator_token()}"}
    join = {"type": "join", "subject": ARMOURED.subject, "side": ARMOURED.side, "traits": armour}
    step = fight.commands.index(next(c for c in fight.commands if _brings_in(c, join))) + 1
    body = json.dumps({"type": "correct", "how": "amend", "step": step, "command": join})

    def once() -> float:
        start = perf_counter()
        answer = client.post(
            f"/v1/combats/{name}/commands?dry-run=1",
            data=body,
            headers=headers,
            content_type="application/json",
        )
        took = perf_counter() - start
        assert answer.status_code == 200, answer.text
        return took * MILLISECONDS

    once()
    return once


def _brings_in(command: object, join: Mapping[str, object]) -> bool:
    return getattr(command, "subject", "") == join["subject"]


def stopping(stack: ExitStack) -> Callable[[], float]:
    """The forgotten breastplate: judging goes on until nobody has said what comes next."""
    return _previewed(stack, URLIK)


def to_the_end(stack: ExitStack) -> Callable[[], float]:
    """Armour that changes no later number: all that follows is judged again."""
    return _previewed(stack, GREAVE)


BENCHMARKS = [
    Gauge(
        "correct-preview",
        "preview of a correction at entry 40 of 200, all of it judged again",
        Bar("at most", 100.0, "ms"),
        to_the_end,
    ),
    Gauge(
        "correct-stops",
        "the same where judging stops on the way",
        Bar("at most", 100.0, "ms"),
        stopping,
    ),
]
