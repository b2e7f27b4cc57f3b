"""What schemathesis cannot know: how lines are sent, and that each request has its own key."""

from __future__ import annotations

import uuid
from typing import Any

import schemathesis


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
