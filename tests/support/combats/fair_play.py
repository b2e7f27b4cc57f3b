"""A free table, and what is said at it about dice: rolled, undone, asked for afresh, salted."""

from __future__ import annotations

from typing import Any

from api.service.service import Service
from domain.table.table import commitment_of
from tests.api.handlers.test_undo_requests import Going
from tests.support.clients.http_client import Caller, json_of

LUCK: dict[str, Any] = {"type": "roll", "who": "ana", "sides": 20}

LONG = {"ana": "nine owls on a wet gate", "bert": "a heron, a herring, a hat"}


def free(service: Service, **opening: Any) -> Going:
    """A table where everybody may go back, but where dice stay what they were."""
    return Going.back(service, **{"policy": "free", **opening})


def rolls(caller: Caller, **more: Any) -> Any:
    """What a roll came to."""
    return caller.says(**{**LUCK, **more})["entries"][0]


def undoes(caller: Caller, **where: Any) -> None:
    caller.says("rewind", **where)


def refusal(caller: Caller, **command: Any) -> Any:
    answer = caller.post("commands", command, If_Match="*")
    assert answer.status_code in (403, 409), answer.text
    return json_of(answer)


def agrees(caller: Caller, choice: str = "agree", **more: Any) -> Any:
    return caller.says("answer-fresh-dice", choice=choice, **more)


def last(caller: Caller) -> int:
    return int(caller.read("")["last"])


def salts(table: Going, *who: str) -> None:
    for name in who:
        bound = commitment_of("salt", LONG[name])
        getattr(table, name).says("commit", what="salt", commitment=bound)


def opens(table: Going, *who: str) -> None:
    for name in who:
        getattr(table, name).says("reveal", what="salt", value=LONG[name])
