"""One request through the contract: who calls, what is said, the answer, and what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from flask import Response, request
from pydantic_core import to_json

from api.transfer.format import MOST_LINE
from api.web import validation
from api.web.auth import admit_caller, caller_of
from api.web.conditional import NotModified
from api.web.error_mapping import raise_problem
from api.web.problems import Problem
from api.web.request_scope import LaterChunks
from api.web.route_table import CSV, HTML, MARKDOWN, TEXT, Answer, Call, Route

CHARSETS = (HTML, TEXT, MARKDOWN, CSV)


def view_of(route: Route, blank: Call) -> Callable[..., Response]:
    """The Flask view of a route; `blank` is a call that says nothing yet."""

    def view(**path: str) -> Response:
        return response(_route_answer(route, blank, path), route.status)

    view.__name__ = route.name
    return view


def _route_answer(route: Route, call: Call, path: dict[str, str]) -> Answer:
    call = call._replace(combat=path.get("combat", ""), path=path, headers=request.headers)
    try:
        call = _understood(route, call)
        return route.view(call)
    except NotModified as same:
        return Answer(raw=b"", status=304, headers=same.headers)
    except Exception as error:
        raise_problem(error, call)


def _understood(route: Route, call: Call) -> Call:
    """A call with its caller and everything that was said, checked in this order."""
    authorization = None if route.access == "anyone" else call.headers.get("Authorization")
    sender = caller_of(call.service, authorization)
    caller = admit_caller(call.service, route.access, sender, call.combat)
    has_lines = bool(route.takes) and (route.body is None or request.mimetype in route.takes)
    has_body = route.body is not None and not has_lines
    return call._replace(
        caller=caller,
        sender=sender,
        accepts=best_form(route.media),
        query=validation.query(route.query or validation.Query, dict(request.args.lists())),
        body=_body(route) if has_body else None,
        raw=request.get_data() if has_body else b"",
        lines=_lines(route) if has_lines else (),
        key=validation.idempotency_key(call.headers.get("Idempotency-Key")) if route.once else "",
    )


def best_form(forms: Sequence[str]) -> str:
    """Return the media type that the caller likes best, the first where nothing is said.

    Raises the problem of a caller who takes none of them.
    """
    if not request.accept_mimetypes:
        return forms[0]
    if (best := request.accept_mimetypes.best_match(forms)) is None:
        known = " or ".join(f"`{form}`" for form in forms)
        raise Problem("not-acceptable", f"This is not given in that form. Send `Accept` {known}.")
    return str(best)


def _body(route: Route) -> Any:
    encoding = request.headers.get("Content-Encoding", "").lower()
    return validation.body(route.body_type, request.get_data(), request.mimetype, encoding)


def _lines(route: Route) -> Iterator[bytes]:
    """The lines that are sent, none of them in memory longer than it is looked at."""
    if request.mimetype not in route.takes or request.headers.get("Content-Encoding"):
        forms = ", ".join(route.takes)
        raise Problem(
            "media-type",
            f"Send the body uncompressed, with one of these as `Content-Type`: {forms}.",
            {"Accept": forms},
        )
    if (request.content_length or 0) > route.most:
        raise Problem("too-large", f"The body is too large. Send at most {route.most} bytes.")
    # A server that says where a body ends is asked once more behind its last byte.
    request.max_content_length = route.most + 1
    return iter(partial(request.stream.readline, MOST_LINE + 1), b"")


def response(answer: Answer, status: int = 200) -> Response:
    """Return an answer as it is sent, with the usual status of its route."""
    data = answer.raw if answer.raw is not None else written(answer.value)
    if isinstance(data, Iterator):
        data = LaterChunks(data)
    media = content_type(answer.media)
    sent = Response(data, status=answer.status or status, content_type=media)
    for name, value in answer.headers.items():
        sent.headers.add(name, value)
    return sent


def written(value: Any) -> bytes:
    """Return a value as JSON, with a line feed at its end for terminals."""
    return to_json(value) + b"\n"


def content_type(media: str) -> str:
    """The header of a media type: text says that it is UTF-8, JSON is so anyway."""
    return f"{media}; charset=utf-8" if media in CHARSETS else media
