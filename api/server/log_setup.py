"""What the server writes to its log: a line of JSON each, to standard error, never a token."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import TextIO

from api.vault.key_files import TOKEN_PREFIX
from api.web.request_scope import request_id

_TOKEN = re.compile(rf"{TOKEN_PREFIX}[A-Za-z0-9_-]+")
_NO_TOKEN = f"{TOKEN_PREFIX}***"


class JsonLines(logging.Formatter):
    """A record as a line of JSON with the id of its request; every token is blackened."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
        }
        if message := record.getMessage():
            line["message"] = message
        if id := request_id():
            line["request_id"] = id
        line |= getattr(record, "request", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return _TOKEN.sub(_NO_TOKEN, json.dumps(line, ensure_ascii=False))


def set_up_logging(*, access: bool = False, to: TextIO | None = None) -> None:
    """Log warnings and errors, and each request if asked for."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("combatlog.access").setLevel(logging.INFO if access else logging.WARNING)
    # It warns whenever a request waits for a thread, and of those that still wait at the end.
    logging.getLogger("waitress").setLevel(logging.ERROR)
