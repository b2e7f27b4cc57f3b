"""The session of a visitor, and the check that a form comes from this site.

A token is kept in a cookie that no script and no other site can use. A form is taken only from
this site (its `Origin`, or what the browser says of its site), and with the mark that was drawn
into it for this cookie.
"""

from __future__ import annotations

import hmac
from urllib.parse import urlsplit

from flask import request
from werkzeug.wrappers import Response

from api.service.service import Service
from api.web.auth import NOBODY, Caller, caller_of
from api.web.problems import Problem

COOKIE = "combatlog"
MARK = "form"
"""The field that holds a form's mark."""

_YEAR = 365 * 24 * 3600
_LONGEST = 200


def visitor(service: Service) -> Caller:
    """Return the caller whom the cookie's token seats, else nobody in particular."""
    return of_token(service, request.cookies.get(COOKIE, ""))


def of_token(service: Service, token: str) -> Caller:
    """Return the caller whom a cookie's token seats, else nobody in particular."""
    try:
        return seat_of(service, token)
    except Problem:
        return NOBODY


def seat_of(service: Service, token: str) -> Caller:
    """Return the caller whom a token seats; raise the problem of one that opens nothing."""
    if not token or len(token) > _LONGEST:
        raise Problem("unauthorized", "Paste the whole token, as it was shown to you.")
    return caller_of(service, f"Bearer {token}")


def set_token_cookie(answer: Response, token: str) -> Response:
    """Keep a token in a cookie for the next requests; an empty one deletes the cookie."""
    answer.set_cookie(
        COOKIE,
        token,
        max_age=_YEAR if token else 0,
        httponly=True,
        samesite="Strict",
        path="/",
        secure=request.is_secure,
    )
    return answer


def mark(service: Service) -> str:
    """Return the mark that a form has to carry, bound to the cookie of this visitor."""
    return service.vault.mac(b"page", request.cookies.get(COOKIE, "").encode()).hex()[:32]


def check_form(service: Service) -> None:
    """Raise the problem of a form that does not come from a page of ours."""
    given = request.form.get(MARK, "")
    if not hmac.compare_digest(given.encode(), mark(service).encode()):
        raise Problem("forbidden", _NOT_FROM_HERE)
    check_origin(service)


def check_origin(_: Service) -> None:
    """Raise the problem of a form that another site sends, or that does not say which site does.

    Enough for signing in: who follows a link from elsewhere comes without the cookie that a form's
    mark is bound to, and the token in the form is a secret of its own.
    """
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    # A foreign Origin refuses; else Sec-Fetch-Site decides, and without it an Origin must be there.
    is_elsewhere = origin is not None and _host_of(origin) != request.host
    if is_elsewhere or (origin is None if site is None else site != "same-origin"):
        raise Problem("forbidden", _NOT_FROM_HERE)


def _host_of(origin: str) -> str:
    """Return the host and port of an origin; empty where it cannot be read."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


_NOT_FROM_HERE = (
    "This form does not come from a page of yours here, or you have signed in or out since."
    " Load the page again and send it once more."
)
