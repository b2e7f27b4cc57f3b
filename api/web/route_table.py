"""The contract of the API: a table of routes that says everything about each of them once.

The same table makes the views (`api.web.call`), the OpenAPI document (`api.web.openapi`) and the
test that sends every role to every route. A route is registered by decorating the function that
answers it; the function's docstring is its summary and description.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, NamedTuple, TypeVar

from pydantic import TypeAdapter
from werkzeug.datastructures import Headers

from api.campaigns.projector import Projector
from api.combats.open_combat import OpenCombat
from api.combats.viewers.sights import Sights
from api.combats.viewers.viewer_log import Sight, Unseen
from api.service.service import Service
from api.web.auth import NOBODY, Access, Caller
from api.web.live import Hub
from api.web.moments import no_entry
from api.web.traffic.long_reads import Lane, Lanes
from api.web.traffic.rate_limit import Rates
from api.web.validation import Query
from domain.state.viewer import Viewer

JSON = "application/json"
NDJSON = "application/x-ndjson"
TEXT = "text/plain"
HTML = "text/html"
MARKDOWN = "text/markdown"
CSV = "text/csv"
EVENTS = "text/event-stream"

OF_COMBAT = "/v1/combats/<combat>"
"""The address of a combat; that of each thing of it begins so."""


class Call(NamedTuple):
    """One request, understood: who calls, and everything that was said, already checked.

    The `sender` is whom the token seats. At another combat the `caller` may be somebody else: the
    referee of a what-if of their own, or a guest.
    """

    service: Service
    sights: Sights
    live: Hub
    tries: Rates
    lanes: Lanes
    campaigns: Projector
    combat: str = ""
    path: Mapping[str, str] = {}
    headers: Mapping[str, str] | Headers = {}
    caller: Caller = NOBODY
    sender: Caller = NOBODY
    query: Any = None
    body: Any = None
    raw: bytes = b""
    lines: Iterable[bytes] = ()
    key: str = ""
    accepts: str = JSON

    @contextmanager
    def lock_combat(self, viewer: Viewer | None = None) -> Iterator[tuple[OpenCombat, Sight]]:
        """The combat behind its lock, and what the caller sees of it, or another viewer.

        Both are as they were right after the entry `at`, where the query has one.
        """
        with self.service.lock_combat(self.combat) as combat:
            at: str | None = getattr(self.query, "at", None)
            viewer = viewer or self.caller.viewer
            if at is None:
                yield combat, self.sights.of(combat, viewer)
                return
            try:
                past = self.sights.past(combat, viewer, at)
            except Unseen as error:
                raise no_entry(self.sights.of(combat, viewer)) from error
            yield past


class Answer(NamedTuple):
    """What a route answers: a value of its type, or finished bytes of another media type."""

    value: Any = None
    headers: Mapping[str, str] = {}
    media: str = JSON
    raw: bytes | Iterable[bytes] | None = None
    status: int = 0


View = Callable[[Call], Answer]
T = TypeVar("T")


def long_read(lane: Lane) -> Callable[[Callable[[Call], T]], Callable[[Call], T]]:
    """Let a view that takes long wait for its turn, so that it holds up no play."""

    def in_turn(view: Callable[[Call], T]) -> Callable[[Call], T]:
        @wraps(view)
        def waits(call: Call) -> T:
            with call.lanes.hold_lane(lane, call.caller):
                return view(call)

        waits.lane = lane  # type: ignore[attr-defined]
        return waits

    return in_turn


@dataclass(frozen=True)
class Route:
    """One method on one address, and all that is promised about it.

    A route with a `body` is sent JSON; one that `takes` media types is sent lines of one of them,
    at most `most` bytes in all. One with both is sent either.
    """

    method: str
    rule: str
    view: View
    tag: str
    access: Access
    answers: Any = None
    query: type[Query] | None = None
    body: Any = None
    takes: tuple[str, ...] = ()
    most: int = 0
    status: int = 200
    media: tuple[str, ...] = (JSON,)
    problems: tuple[str, ...] = ()
    head: bool = False
    """Whether it looks at `If-Match`, which moves of the head demand."""
    once: bool = False
    revalidates: bool = False
    is_operation: bool = True
    """Whether the contract lists it; a page about the contract is served beside it."""
    endless: bool = False
    """Its answer goes on until somebody hangs up."""
    example: Any = None

    def example_path(self, combat: str) -> str:
        """The address of an example: about this combat, with a query where it has one."""
        path = self.rule.replace("<combat>", combat).replace("<key>", "open")
        path = path.replace("<slug>", "refused").replace("<probe>", "ready")
        path = path.replace("<number>", "29")
        asks = self.query.example if self.query else ""
        return f"{path}?{asks}" if asks else path

    @property
    def path(self) -> str:
        """The address as the document has it: `/v1/combats/{combat}`."""
        return self.rule.replace("<", "{").replace(">", "}")

    @property
    def name(self) -> str:
        """The name of the operation, unique in the contract."""
        return self.view.__name__

    @property
    def summary(self) -> str:
        """What the route does, in a line."""
        return (self.view.__doc__ or "").strip().partition("\n")[0].rstrip(".")

    @property
    def description(self) -> str:
        """What the rest of the docstring says."""
        rest = (self.view.__doc__ or "").strip().partition("\n")[2]
        return "\n".join(line.strip() for line in rest.strip().splitlines())

    @cached_property
    def body_type(self) -> TypeAdapter[Any]:
        """What parses the body."""
        return TypeAdapter(self.body)

    @cached_property
    def answer_type(self) -> TypeAdapter[Any]:
        """What writes the answer."""
        return TypeAdapter(self.answers)

    @property
    def all_problems(self) -> tuple[str, ...]:
        """Every problem that the route may answer with, those that follow from its shape too."""
        slugs = ["bad-request", "not-acceptable", "invalid"]
        slugs += ["unauthorized"] if self.access != "anyone" else []
        slugs += ["forbidden"] if self.access not in ("anyone", "visitor") else []
        slugs += ["not-found"] if "<combat>" in self.rule else []
        slugs += ["bad-json", "too-large", "media-type"] if self.body else []
        slugs += ["too-large", "media-type"] if self.takes else []
        slugs += ["stale", "head-required"] if self.head else []
        slugs += ["key-reused"] if self.once else []
        slugs += ["too-many"] if hasattr(self.view, "lane") else []
        at_any_time = ("unexpected", "damaged", "wrong-keys", "unavailable")
        return tuple(dict.fromkeys([*slugs, *self.problems, *at_any_time]))


@dataclass
class Routes:
    """The routes of one module, in the order they are written."""

    tag: str
    routes: list[Route] = field(default_factory=list)

    def get(self, rule: str, access: Access, **more: Any) -> Callable[[View], View]:
        """Register what answers GET (and HEAD) at an address; without a slash it is a combat's."""
        return self._register_route("GET", rule, access, more)

    def post(self, rule: str, access: Access, **more: Any) -> Callable[[View], View]:
        """Register what answers POST at an address; without a slash it is a combat's."""
        return self._register_route("POST", rule, access, more)

    def _register_route(
        self, method: str, rule: str, access: Access, more: dict[str, Any]
    ) -> Callable[[View], View]:
        address = rule if rule.startswith("/") else f"{OF_COMBAT}/{rule}"

        def register(view: View) -> View:
            self.routes.append(Route(method, address, view, self.tag, access, **more))
            return view

        return register
