"""What holds for every problem that the service answers with."""

from __future__ import annotations

from typing import Any

ROLL = {"type": "roll", "who": "ana"}
SECRET = "swordfish"


def problem(answer: Any, status: int, slug: str) -> dict[str, Any]:
    """The body of an answer, checked for what holds for every problem."""
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/problem+json"
    body: dict[str, Any] = answer.json
    assert body["type"] == f"/problems/{slug}"
    assert body["status"] == status
    assert body["detail"][0].isupper() or body["detail"][0] in "#`"
    assert body["detail"].endswith((".", "`.")), body["detail"]
    assert body["request_id"] == answer.headers["X-Request-Id"]
    assert SECRET not in answer.text
    return body
