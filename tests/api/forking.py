"""What is said of forks: made, entered, promoted, and what they hold."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

from domain.chance import Dice
from domain.events import DieLabel
from tests.api.served import Json
from tests.api.table import Caller, Table, json_of

LUCK: dict[str, Any] = {"type": "roll", "who": "ana", "sides": 1000}

HIDDEN = {**LUCK, "who": "bert", "hidden": True}


def forked(caller: Caller, **how: Any) -> str:
    """A new fork of the combat."""
    made = caller.post("forks", how)
    assert made.status_code == 201, made.text
    return str(json_of(made)["fork"])


def inside(table: Table, caller: Caller, fork: str) -> Caller:
    """Somebody in a fork."""
    return Caller(table.client, caller.token, f"/v1/combats/{fork}")


def promotes(caller: Caller, fork: str, **said: Any) -> TestResponse:
    return caller.post(f"forks/{fork}/promote", said, If_Match=f'"{caller.head()}"')


def rows(table: Table) -> int:
    """Entries of all combats and forks together."""
    fetched = table.service.log.tables.fetch("SELECT COUNT(*) FROM combatlog_events")
    return int(fetched[0][0])


def fallen(answer: Json) -> list[int]:
    """The faces that fell in a step."""
    return [face for e in answer["entries"] for face in e["event"].get("faces", [])]


def labelled(n: int, roller: int = 1) -> DieLabel:
    return DieLabel(round=1, roller=roller, sort="loose", r=n)


def thrown(dice: Dice, times: int = 200) -> list[int]:
    return [dice.faces("open", labelled(n), 1, 1000)[0] for n in range(times)]
