"""What is said of what-ifs: made, entered, and what falls in them."""

from __future__ import annotations

from typing import Any

from domain.events import DieLabel
from domain.step.rolling import Dice
from tests.support.clients.http_client import Caller, Table, json_of
from tests.support.clients.real_server import Json

LUCK: dict[str, Any] = {"type": "roll", "who": "ana", "sides": 1000}

HIDDEN = {**LUCK, "who": "bert", "hidden": True}


def tried(caller: Caller, **how: Any) -> str:
    """A new what-if of the combat; its id."""
    made = caller.post("what-ifs", how)
    assert made.status_code == 201, made.text
    return str(json_of(made)["combat"])


def what_ifs_of(caller: Caller) -> list[Json]:
    """The what-ifs of the combat that somebody finds in the list."""
    origin = caller.at.rpartition("/")[2]
    found: list[Json] = caller.read(f"/v1/combats?origin={origin}")["items"]
    return found


def inside(table: Table, caller: Caller, combat: str) -> Caller:
    """Somebody at another combat, with the same token."""
    return Caller(table.client, caller.token, f"/v1/combats/{combat}")


def tries(table: Table, caller: Caller, **how: Any) -> Caller:
    """Somebody at a new what-if of theirs."""
    return inside(table, caller, tried(caller, **how))


def fallen(answer: Json) -> list[int]:
    """The faces that fell in a step."""
    return [face for e in answer["entries"] for face in e["event"].get("faces", [])]


def labelled(n: int, roller: int = 1) -> DieLabel:
    return DieLabel(round=1, roller=roller, sort="loose", r=n)


def thrown(dice: Dice, times: int = 200) -> list[int]:
    return [dice.faces("open", labelled(n), [1000])[0] for n in range(times)]
