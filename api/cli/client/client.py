"""Client of the API: the same requests, to a running server or to the files here.

On files the same application answers, in this process. So a command does the same over HTTP and
without, by construction.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode
from uuid import uuid4

from api.cli.client.errors import Failed, failure

JSON = "application/json"


class Reply(NamedTuple):
    """Answer to a request: status, headers by their names in small letters, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body)


class Client(ABC):
    """Connection to a server or to files. `token` is sent unless a request names another."""

    token = ""
    url = ""
    """Address of the server; empty where the files are worked on."""

    @abstractmethod
    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Send a request and return the answer, whatever it is; raise Failed if none comes."""

    def close(self) -> None:  # noqa: B027 -- most have nothing to close
        """End the connection."""

    def get(self, path: str, *, media: str = "", **query: Any) -> Reply:
        """Read an address, as `media` if that is named; raise Failed with its problem."""
        given = {name: _word(value) for name, value in query.items() if _word(value)}
        accepted = media or f"{JSON}, */*;q=0.5"
        path = f"{path}?{urlencode(given)}" if given else path
        return self._request("GET", path, {"Accept": accepted})

    def post(
        self, path: str, body: Any, *, token: str = "", media: str = JSON, **headers: str
    ) -> Reply:
        """Send something exactly once; raise Failed with its problem where it is refused.

        `body` is sent as JSON unless it is bytes; names of headers may have underscores.
        """
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"Accept": f"{JSON}, */*;q=0.5", "Content-Type": media, **sent}
        return self._request("POST", path, {"Idempotency-Key": uuid4().hex, **sent}, data, token)

    def combat(self, name: str) -> Combat:
        """Return a combat; `last` changed last, and is a sample or a what-if only if need be."""
        if name != "last":
            return Combat(self, name)
        found = self.get("/v1/combats", limit=100).json["items"]
        if not found:
            raise failure("There is no combat here yet. `combatlog play FILE` begins one.")
        last = min(found, key=lambda row: bool(row["sample"] or row["origin"]))
        return Combat(self, str(last["combat"]))

    def _request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"", token: str = ""
    ) -> Reply:
        token = token or self.token
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        reply = self.send(method, path, {**headers, **bearer}, body)
        if reply.status >= 400:
            raise Failed(_problem(reply))
        return reply


class Combat(NamedTuple):
    """One combat, and the client that reaches it."""

    client: Client
    id: str

    def address(self, path: str = "") -> str:
        """Return the address of the combat, or of something of it."""
        return f"/v1/combats/{quote(self.id, safe='')}/{path}".rstrip("/")

    def get(self, path: str = "", **query: Any) -> Any:
        """Read something of the combat as JSON."""
        return self.fetch(path, **query).json

    def fetch(self, path: str = "", *, media: str = "", **query: Any) -> Reply:
        """Read something of the combat, as `media` if that is named, with its headers."""
        return self.client.get(self.address(path), media=media, **query)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        """Send something to an address of the combat; return what it caused."""
        return self.client.post(self.address(path), body, **headers).json

    def say(self, type: str, **fields: Any) -> Any:
        """Send a command, without its empty fields; return what it caused."""
        return self.post("commands", command(type, **fields))


def command(type: str, **fields: Any) -> dict[str, Any]:
    """Return a command as it is sent, without its empty fields."""
    return {"type": type, **{k: v for k, v in fields.items() if v not in (None, "")}}


def _word(value: Any) -> str:
    """Return a value as it stands in an address; empty for nothing and for a flag not given."""
    if value is None or value is False:
        return ""
    return "true" if value is True else str(value)


def _problem(reply: Reply) -> dict[str, Any]:
    """Return what the answer says is wrong; a proxy's own page is not repeated."""
    try:
        problem: dict[str, Any] = reply.json
        return {**problem, "detail": str(problem["detail"])}
    except (ValueError, LookupError, TypeError):
        return failure(f"What answers there is no combatlog: status {reply.status}.").problem
