"""A table over HTTP: callers with a token each, their every answer held to the contract."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator, Registry
from werkzeug.test import TestResponse

from api.server.app import create_app
from api.service.service import Service
from api.web.openapi import document
from api.web.route_table import NDJSON
from api.web.routes import all_routes
from domain.ruleset.ruleset import Ruleset
from tests.support.games.toy import TOY

Json = dict[str, Any]
OPENING: Json = {
    "ruleset": "toy",
    "title": "The ford",
    "policy": "free",
    "seats": [
        {"person": "Anna Berg", "role": "player", "combatants": ["ana"]},
        {"person": "Bert Cole", "role": "player", "combatants": ["bert"]},
        {"person": "Sue Dunn", "role": "spectator"},
        {"person": "Rita Eck", "role": "referee"},
    ],
}
SEATS = ("ana", "bert", "sue", "rita")


def rules() -> dict[str, Ruleset]:
    """The one game that is played here."""
    return {"toy": TOY}


def steps_of(preview: Json, *verdicts: str) -> list[Json]:
    """The steps of which one of these becomes, by a dry run."""
    return [step for step in preview["steps"] if step["verdict"] in verdicts]


def changes_of(preview: Json, kind: str) -> list[Json]:
    """What would stand differently of a kind."""
    return [change for change in preview["changes"] if change["kind"] == kind]


def json_of(answer: TestResponse) -> Any:
    """The JSON of an answer."""
    return answer.json


def said_media(path: str) -> tuple[str, dict[str, str]]:
    """A path such as `timeline as text/plain`, and the header that asks for it so."""
    found = re.fullmatch(r"(.*) as ([a-z]+/[a-z+-]+)", path)
    return (found[1], {"Accept": found[2]}) if found else (path, {})


class Caller:
    """Somebody who sends requests, with a token or without."""

    def __init__(self, client: FlaskClient, token: str | None, at: str = ""):
        self.client, self.token, self.at = client, token, at

    def get(self, path: str, **headers: str) -> TestResponse:
        """GET a path, also `as text/csv`; one without a slash before it is of the combat."""
        path, media = said_media(path)
        return self.send("GET", path, {**media, **headers})

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        """POST a body, as JSON unless it is bytes already."""
        return self.send("POST", path, headers, body)

    def send(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: Any = None
    ) -> TestResponse:
        """A request; names of headers may be written with underscores."""
        sent = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
        if self.token is not None:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        if method == "POST":
            sent.setdefault("Content-Type", "application/json")
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        url = path if path.startswith("/") else f"{self.at}/{path}".rstrip("/").replace("/?", "?")
        answer = self.client.open(url, method=method, headers=sent, data=data)
        held_to_the_contract(method, url, answer)
        return answer

    def tries(self, type: str, **command: Any) -> TestResponse:
        """Send a command as a dry run."""
        return self.post("commands?dry-run=1", {"type": type, **command})

    def would(self, type: str, **command: Any) -> Json:
        """What a command would do; fails where it is refused."""
        answer = self.tries(type, **command)
        assert answer.status_code == 200, answer.text
        return dict(answer.json or {})

    def says(self, type: str, **command: Any) -> Json:
        """Send a command and get what it caused; fails where it is refused.

        What moves the head has to say from where: from wherever it is.
        """
        moves = ("rule-dispute", "rewind", "correct", "correct-number")
        headers = {"If_Match": "*"} if type in moves else {}
        answer = self.post("commands", {"type": type, **command}, **headers)
        assert answer.status_code == 200, answer.text
        return dict(answer.json or {})

    def read(self, path: str) -> Any:
        """The JSON at a path."""
        return self.get(path).json

    def part(self, name: str) -> Any:
        """One part of the state."""
        return self.read(f"state?part={name}")[name.replace("-", "_")]

    def asks(self, path: str) -> TestResponse:
        """GET a path, or send what a path says after POST."""
        if not path.startswith("POST "):
            return self.get(path)
        _, route, body = path.split(" ", 2)
        return self.post(route, body.encode())

    def head(self) -> str:
        """The current head."""
        head: str = self.read("options")["head"]
        return head


class Table:
    """A combat and everybody who may have something to do with it."""

    def __init__(self, service: Service, combat: str, tokens: dict[str, str]):
        self.service, self.combat, self.tokens = service, combat, tokens
        self.app = create_app(service, long_reads=10**6, request_id=lambda: "r1")
        self.client = self.app.test_client()
        self.at = f"/v1/combats/{combat}"
        self.operator = self.caller(service.vault.operator_token())
        self.nobody = self.caller(None)
        self.ana, self.bert, self.sue, self.rita = (self.caller(tokens[s]) for s in SEATS)

    @classmethod
    def laid(cls, service: Service, **opening: Any) -> Table:
        """A table with a fight in its first round; ana has the go."""
        table = cls.opened(service, **opening)
        for subject, side in (("ana", "a"), ("bert", "b"), ("cleo", "b")):
            table.operator.says("join", subject=subject, side=side)
        table.operator.says("answer", who="referee", about="round", choice="begin")
        return table

    @classmethod
    def opened(cls, service: Service, **opening: Any) -> Table:
        """A table at which nothing has happened yet."""
        client = create_app(service).test_client()
        operator = Caller(client, service.vault.operator_token())
        answer = operator.post("/v1/combats", {**OPENING, **opening})
        assert answer.status_code == 201, answer.text
        said: Any = answer.json
        tokens = [seat["token"] for seat in said["seats"]]
        return cls(service, said["combat"], dict(zip(SEATS, tokens, strict=True)))

    @classmethod
    def at_combat(cls, service: Service, combat: str) -> Table:
        """A combat that is there already, for its operator alone; nobody else has a seat."""
        return cls(service, combat, dict.fromkeys(SEATS, ""))

    def caller(self, token: str | None) -> Caller:
        """Whoever holds a token."""
        return Caller(self.client, token, self.at)

    def entries(self) -> int:
        """How many entries the log has."""
        return self.service.log.last_seq(self.combat)


# --- the contract ----------------------------------------------------------------------------


BESIDE_THE_CONTRACT = ("/metrics", "/openapi.json", "/problems/")
"""What is served about the contract, and is no operation of it."""


@cache
def contract() -> Json:
    """The OpenAPI document."""
    found: Json = json.loads(json.dumps(document(all_routes())))
    return found


@cache
def _schema(path: str, method: str, status: str, media: str) -> Draft202012Validator | None:
    answers = contract()["paths"][path][method.lower()]["responses"]
    assert status in answers, f"{method} {path} answers {status}, which is in no contract"
    content = answers[status].get("content", {})
    assert not content or media in content, f"{method} {path} {status} answers {media}"
    if not media.endswith("json"):
        return None
    pointer = "/".join(
        quote(part.replace("~", "~0").replace("/", "~1"))
        for part in ("paths", path, method.lower(), "responses", status, "content", media)
    )
    return Draft202012Validator({"$ref": f"urn:contract#/{pointer}/schema"}, registry=_registry())


@cache
def component(name: str) -> Draft202012Validator:
    """What checks against a component of the contract."""
    ref = f"urn:contract#/components/schemas/{name}"
    return Draft202012Validator({"$ref": ref}, registry=_registry())


@cache
def _registry() -> Registry:
    """The contract where its schemas find one another."""
    return Registry([("urn:contract", contract())])


def held_to_the_contract(method: str, url: str, answer: TestResponse) -> None:
    """Check what holds for every answer, and for one of a known route its schema."""
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Request-Id"]
    if url.startswith(BESIDE_THE_CONTRACT):
        return
    path = _path_of(url.partition("?")[0])
    if path is None or method.lower() not in contract()["paths"][path]:
        assert answer.status_code >= 400 and answer.mimetype == "application/problem+json"
        return
    media = answer.mimetype
    if answer.status_code == 304:
        assert not answer.data
        return
    schema = _schema(path, method, str(answer.status_code), media)
    if schema is not None:
        for row in _rows(answer):
            schema.validate(row)


def _rows(answer: TestResponse) -> list[Any]:
    if answer.mimetype == NDJSON:
        return [json.loads(line) for line in answer.text.splitlines()]
    return [answer.json]


@cache
def _path_of(url: str) -> str | None:
    """The path of the contract that an address belongs to."""
    parts = url.split("/")
    for path, names in _paths():
        fits = ((n.startswith("{") and p) or n == p for n, p in zip(names, parts, strict=False))
        if len(names) == len(parts) and all(fits):
            return path
    return None


@cache
def _paths() -> list[tuple[str, list[str]]]:
    """Every path, cut up; an address that is written out comes before one with names in it."""
    paths = sorted(contract()["paths"], key=lambda path: str(path).count("{"))
    return [(path, path.split("/")) for path in paths]
