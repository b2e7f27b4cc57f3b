"""What a refusal over HTTP says is missing, and what would be legal, in short."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

from tests.support.clients.http_client import json_of


def people_in(answer: TestResponse, what: str) -> list[str]:
    """Of whom something is missing, or stands in the way."""
    return [each["who"] for each in json_of(answer)["missing"] if each["what"] == what]


def unanswered(answer: TestResponse, what: str = "") -> list[str]:
    """Whose answers are missing, to anything or to one request."""
    missing = json_of(answer)["missing"]
    answers = (each for each in missing if each["kind"] == "answer")
    return [each["who"] for each in answers if what in ("", each["what"])]


def legal(answer: TestResponse) -> list[Any]:
    """The values that would be legal at the place at fault."""
    return [each["value"] for each in json_of(answer)["legal"]]
