"""A fight to contest: 25 is Ana's strike, 32 Bert's parry, 40 and 41 their rolls, 44 the hit."""

from __future__ import annotations

from typing import Any

import pytest

from api.service.service import Service
from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.http_client import Caller, Json, Table, json_of

HIT, STRIKE, ROLL = 44, 25, 40

STANDS = {"remedy": "let-stand"}

MENDED: dict[str, Any] = {
    "remedy": "amend",
    "entry": ROLL,
    "command": {
        "type": "answer",
        "who": "bert",
        "about": "roll",
        "choice": "roll",
        "faces": {"attempt": [20]},
    },
}

GAIN: dict[str, Any] = {
    "remedy": "compensate",
    "change": {"what": "pool", "subject": "bert", "pool": "ap", "delta": 1},
}

DORA = {"person": "Dora Fay", "role": "player", "combatants": ["cleo"]}


EVE = {"person": "Eve", "role": "player"}


@pytest.fixture
def fought(service: Service) -> Table:
    """The fight to its end; Dora (p5) plays Cleo, and is a party to nothing between the others."""
    return _fought(service, DORA)


@pytest.fixture
def crowd(service: Service) -> Table:
    """The same with Eve (p6), who plays nobody."""
    return _fought(service, DORA, EVE)


def _fought(service: Service, *people: Json) -> Table:
    table = Table.laid(service, policy="consent")
    tokens = [token for who in people for token in opened_seat(table, who)]
    table.dora, *rest = map(table.caller, tokens)  # type: ignore[attr-defined]
    table.eve = rest[0] if rest else None  # type: ignore[attr-defined]
    fight(table)
    finish(table)
    return table


def opened_seat(table: Table, who: Json) -> list[str]:
    """The token of a seat that the referee opens."""
    return [*table.rita.says("seat-open", **who)["tokens"].values()]


def dora(table: Table) -> Caller:
    found: Caller = table.dora  # type: ignore[attr-defined]
    return found


def eve(table: Table) -> Caller:
    found: Caller = table.eve  # type: ignore[attr-defined]
    return found


def contests(caller: Caller, entry: int = HIT + 1, **more: Any) -> int:
    """Somebody contests an entry (numbers are one more, since Dora sat down)."""
    said = caller.says("contest", entry=entry, note="I parried that.", **more)
    return int(said["entries"][0]["number"])


def case(table: Table, number: int) -> Any:
    return next(c for c in table.sue.read("disputes")["items"] if c["number"] == str(number))


def refused(answer: Any) -> str:
    assert answer.status_code == 409, answer.text
    return str(json_of(answer)["detail"]).removesuffix(" Nothing has changed.")


def says(caller: Caller, type: str, **body: Any) -> Any:
    """What a command is answered, whatever it is."""
    return caller.post("commands", {"type": type, **body}, If_Match="*")


def answers(caller: Caller, number: int, choice: str, **body: Any) -> Any:
    return says(caller, "answer-dispute", dispute=number, choice=choice, **body)


def points(table: Table) -> list[int]:
    """How many AP each has."""
    return [row["current"] for row in table.sue.part("pools")]


def rules(table: Table, number: int, remedy: Json, note: str = "so") -> int:
    """The referee rules; the number of the ruling."""
    said = table.rita.says("rule-dispute", dispute=number, remedy=remedy, note=note)
    return int(said["entries"][0]["number"])
