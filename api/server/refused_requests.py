"""What waitress refuses before the application hears of it: problems like any others."""

from __future__ import annotations

import logging
import secrets
from http import HTTPStatus

from waitress.task import ErrorTask

from api.transfer.format import MOST_EXPORT
from api.web.call import written
from api.web.problems import MEDIA, UNEXPECTED, Problem

MOST_RECEIVED = MOST_EXPORT + 1024 * 1024
"""What the server reads of a body before it hangs up; the application says no much earlier."""

_ACCESS = logging.getLogger("combatlog.access")
_UNREADABLE = (
    "bad-request",
    "The request cannot be read as HTTP/1.1. Check its first line, its headers, and what is between"
    " you and the server.",
)
_BY_STATUS = {
    413: ("too-large", f"The body is too large. Send at most {MOST_EXPORT // 1024**2} MiB."),
    431: ("bad-request", "The headers are too large. Send at most 256 KiB of them."),
    500: ("unexpected", UNEXPECTED),
}


class Refusal(ErrorTask):  # type: ignore[misc]
    """The answer to a request that is no HTTP, or too much of it; the connection ends with it."""

    def execute(self) -> None:
        """Say what is wrong, without a word of what was sent."""
        problem = Problem(*_BY_STATUS.get(self.request.error.code, _UNREADABLE))
        request_id, status = secrets.token_hex(8), HTTPStatus(problem.kind.status)
        body = written(problem.details(request_id))
        # The trace of a fault of ours stands right before it.
        level = logging.ERROR if status >= HTTPStatus.INTERNAL_SERVER_ERROR else logging.INFO
        _ACCESS.log(level, "", extra={"request": {"status": status, "request_id": request_id}})
        self.status = f"{status} {status.phrase}"
        self.response_headers += [
            ("Content-Type", MEDIA),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("X-Request-Id", request_id),
        ]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)
