"""The web application: the contract's routes and the pages on Flask, and what holds for all."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable, Sequence
from functools import cache

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter, Map

from api.campaigns.projector import Projector
from api.combats.viewers.sights import Sights
from api.pages.register import addresses_of_pages, register_pages
from api.server.cross_origin import AllowedOrigins
from api.service.service import Service
from api.store.core.errors import Unavailable
from api.store.core.stale_reads import age_of_answer
from api.web import problems
from api.web.call import view_of, written
from api.web.error_mapping import as_problem
from api.web.join_codes import EACH, TOGETHER
from api.web.live import MOST_STREAMS, Hub
from api.web.problems import Problem
from api.web.request_scope import begin_request, end_request
from api.web.route_table import Call
from api.web.routes import all_routes
from api.web.traffic.long_reads import BUDGET, Lanes
from api.web.traffic.metrics import Metrics
from api.web.traffic.rate_limit import Rates

MOST_BODY = 64 * 1024
HOSTS = ("localhost", "127.0.0.1")
"""Under which names the server answers; any other may be a page that a browser was lured to."""

ACCESS = logging.getLogger("combatlog.access")
ERRORS = logging.getLogger("combatlog.errors")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Vary": "Authorization, Accept, Origin",
}


def create_app(
    service: Service,
    *,
    hosts: Sequence[str] = HOSTS,
    streams: int = MOST_STREAMS,
    lan: Sequence[str] = (),
    proxies: int = 0,
    origins: Sequence[str] = (),
    long_reads: int = BUDGET,
    request_id: Callable[[], str] = lambda: secrets.token_hex(8),
) -> Flask:
    """The application over a service, with so many live streams at most.

    `lan` are the addresses under which others reach it, for the links that are handed out;
    `proxies` how many in front of it are believed who asks, by which scheme and under which name;
    `origins` which other sites' pages may call the API; `long_reads` how many queries, audits and
    the like each caller has a minute; `request_id` names requests that bring no name. Its `Hub` is
    among the extensions as `live`, and what counts for campaigns as `campaigns`.
    """
    app = Flask("combatlog", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=MOST_BODY, TRUSTED_HOSTS=list(hosts), LAN=tuple(lan))
    app.url_map = _addresses()
    _believe(app, proxies)
    blank = _blank_call(app, service, streams, long_reads)
    app.view_functions |= {route.name: view_of(route, blank) for route in all_routes()}
    register_pages(app, blank)
    _name_requests(app, request_id)
    _explain_failures(app)
    _allow_origins(app, AllowedOrigins(service.log, origins))
    return app


def _blank_call(app: Flask, service: Service, streams: int, long_reads: int) -> Call:
    """What every request has at hand; what others look for is among the extensions."""
    sights = Sights()
    metrics = app.extensions["metrics"] = Metrics(service.log)
    service.combats.when_let_go(metrics.count_let_go)
    live = app.extensions["live"] = Hub(service, sights, streams, metrics.note_streams)
    campaigns = app.extensions["campaigns"] = _projector(service)
    return Call(service, sights, live, Rates(EACH, TOGETHER), Lanes(long_reads), campaigns)


def _projector(service: Service) -> Projector:
    """The projection of campaigns; it begins when it is started, or asked."""
    found = Projector(service.log, service.combats)
    service.before_close.append(found.stop)
    return found


def _believe(app: Flask, proxies: int) -> None:
    """Take who asks, the scheme and the name from so many proxies; of none, none of it counts."""
    if proxies:
        behind = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)
        app.wsgi_app = behind  # type: ignore[method-assign]


class _Part(BaseConverter):
    """A part of an address. No name has a NUL character, and PostgreSQL takes none."""

    regex = r"[^/\0]+"


@cache
def _addresses() -> Map:
    """Every address and the name of its view.

    They are the same for every application, and dear to compile: so that is done once, and not at
    each command of the command line on its files.
    """
    bare = Flask("combatlog", static_folder=None)
    bare.url_map.merge_slashes = False
    bare.url_map.converters["default"] = _Part
    for route in all_routes():
        bare.add_url_rule(route.rule, route.name, methods=[route.method])
    for method, rule, name in addresses_of_pages():
        bare.add_url_rule(rule, name, methods=[method])
    return bare.url_map


def _name_requests(app: Flask, request_id: Callable[[], str]) -> None:
    @app.before_request
    def name_request() -> None:
        g.began = time.perf_counter()
        given = request.headers.get("X-Request-Id", "")
        g.request_id = given if _REQUEST_ID.fullmatch(given) else request_id()
        begin_request(g.request_id, stale=request.method in ("GET", "HEAD", "OPTIONS"))

    app.teardown_request(lambda _: end_request())


def _allow_origins(app: Flask, allowed: AllowedOrigins) -> None:
    app.before_request(allowed.preflight)
    app.after_request(allowed.add_headers)
    app.after_request(_finish_response)


# --- what went wrong -------------------------------------------------------------------------


def _explain_failures(app: Flask) -> None:
    app.register_error_handler(Problem, _problem)
    app.register_error_handler(HTTPException, _refused_by_flask)
    app.register_error_handler(Unavailable, _unavailable)
    app.register_error_handler(Exception, _unexpected_problem)


def _problem(problem: Problem) -> Response:
    answer = Response(written(problem.details(g.request_id)), problem.kind.status, problem.headers)
    answer.headers["Content-Type"] = problems.MEDIA
    return answer


def _unavailable(error: Unavailable) -> Response:
    problem = as_problem(error)
    assert isinstance(problem, Problem)
    return _problem(problem)


_BY_STATUS = {
    400: ("bad-request", "The request cannot be understood. Check its address and its headers."),
    404: ("not-found", "There is nothing at this address. See /openapi.json for what there is."),
    405: ("method", "This address does not know the method. `Allow` lists those that it knows."),
    413: ("too-large", f"The body is too large. Send at most {MOST_BODY} bytes."),
    415: ("media-type", "Send the body as `Content-Type: application/json`, uncompressed."),
}
_FOREIGN_HOST = (
    "bad-request",
    "The server does not answer under this name. Use localhost, or start it with --host-name.",
)


def _refused_by_flask(error: HTTPException) -> Response:
    """A problem for what Flask refuses by itself; `Allow` is kept."""
    slug, detail = _BY_STATUS.get(error.code or 500, _BY_STATUS[400])
    if type(error).__name__ == "SecurityError":
        slug, detail = _FOREIGN_HOST
    if (error.code or 500) >= 500:
        return _unexpected_problem(error)
    headers = {k: v for k, v in error.get_headers() if k == "Allow"}
    return _problem(Problem(slug, detail, headers))


def _unexpected_problem(error: Exception) -> Response:
    ERRORS.error("request %s failed", g.request_id, exc_info=error)
    return _problem(Problem("unexpected", problems.UNEXPECTED))


# --- what every answer carries ---------------------------------------------------------------


def _finish_response(answer: Response) -> Response:
    # The library's `setdefault` would look through all headers again for each of these.
    said = set(answer.headers.keys(lower=True))
    for name, value in _HEADERS.items():
        if name.lower() not in said:
            answer.headers.add(name, value)
    answer.headers.add("X-Request-Id", g.request_id)
    if (age := age_of_answer()) is not None:
        answer.headers["Age"] = str(age)
    _count(answer, stale=age is not None)
    if ACCESS.isEnabledFor(logging.INFO):
        ACCESS.info("", extra={"request": _line(answer)})
    return answer


def _count(answer: Response, *, stale: bool) -> None:
    metrics: Metrics = current_app.extensions["metrics"]
    route = rule.rule if (rule := request.url_rule) else "none"
    took = time.perf_counter() - g.began
    # Anybody may make up a method, and each would be kept.
    method = request.method if request.method in _METHODS else "other"
    metrics.count(method, route, answer.status_code, took, stale)


def _line(answer: Response) -> dict[str, object]:
    """What the access log says: neither query nor header, so no secret either."""
    return {
        "method": request.method,
        "path": request.path,
        "status": answer.status_code,
        "ms": round((time.perf_counter() - g.began) * 1000, 1),
        "bytes": answer.content_length,
        "request_id": g.request_id,
    }
