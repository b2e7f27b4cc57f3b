"""What schemathesis cannot know: how lines are sent, which key a request has, how much is tried."""

from __future__ import annotations

import os
import uuid
from collections import Counter
from random import Random
from typing import Any

import schemathesis

ONE_IN, FIRST = int(os.environ["ONE_IN"]), 25
"""The first bounds of a route are all tried, and of those after them one in so many."""

_dice, _made = Random(1), Counter[str]()


@schemathesis.serializer("application/x-ndjson")
def lines(context: Any, value: Any) -> bytes:
    """Lines are sent as they are."""
    return str(value).encode()


@schemathesis.hook
def before_call(context: Any, case: schemathesis.Case[Any], **_: Any) -> None:
    """Give the request a key of its own, where it has one that is well formed; wait for little."""
    if str((case.query or {}).get("wait", "")).isdigit():
        case.query["wait"] = min(int(str(case.query["wait"])), 1)
    for name in case.headers or ():
        if name.lower() == "idempotency-key" and "-" not in str(case.headers[name]):
            case.headers[name] = str(uuid.uuid4())


@schemathesis.hook
def filter_case(context: Any, case: schemathesis.Case[Any]) -> bool:
    """Draw which of the many bounds of a route are tried.

    Left out is `part=`: a list of one empty name, to be refused, is written like the empty list.
    """
    if (case.query or {}).get("part") in ("", [""], []):
        return False
    if case.meta is None or case.meta.phase.name.value != "coverage":
        return True
    _made[case.operation.label] += 1
    return _made[case.operation.label] <= FIRST or _dice.randrange(ONE_IN) == 0
