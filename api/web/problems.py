"""Everything that can go wrong over HTTP, said as problem details (RFC 9457).

A problem's `type` is a stable relative address with a page that explains it. Its `detail` is a
sentence that says what happened and what to do; nothing of the request is ever echoed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel, Field, JsonValue

from api.web.schemas.entries import Entry
from api.web.schemas.json_schema import shape
from api.web.schemas.response_bodies import Shape
from domain.ruleset.messages import plain, with_names
from projections.explain import Window
from projections.wording.game_words import capital
from projections.wording.refusals import GUIDE, LegalValue, MissingThing

MEDIA = "application/problem+json"


class Kind(NamedTuple):
    """A type of problem: the last part of its address, its status, title and meaning."""

    slug: str
    status: int
    title: str
    meaning: str

    @property
    def type(self) -> str:
        """The relative address that names this type of problem."""
        return f"/problems/{self.slug}"

    @property
    def guide(self) -> str:
        """The place in the guide that says what to do about it."""
        return f"{GUIDE}#{self.slug}"


_KINDS = (
    Kind("bad-request", 400, "Bad request", "The request itself is malformed."),
    Kind("bad-json", 400, "Malformed JSON", "The body is no JSON, or says one thing twice."),
    Kind("unauthorized", 401, "No valid token", "Send `Authorization: Bearer <token>`."),
    Kind("forbidden", 403, "Not yours to do", "The token is valid, but not for this."),
    Kind("not-found", 404, "Not found", "There is nothing at this address."),
    Kind("method", 405, "Method not allowed", "`Allow` lists the methods of this address."),
    Kind("not-acceptable", 406, "No such form", "`Accept` asks for what this address has not."),
    Kind("refused", 409, "Refused by the rules", "The rules do not allow this command now."),
    Kind("stale", 412, "The combat went on", "`If-Match` names another head than the current."),
    Kind("too-large", 413, "Too large", "A body has at most 64 KiB, a command 16 KiB."),
    Kind("media-type", 415, "Not JSON", "Bodies are sent as `application/json`, uncompressed."),
    Kind("invalid", 422, "Invalid", "JSON of the wrong shape; `errors` says where."),
    Kind("spoilt", 422, "No whole export", "The file was cut short or altered; nothing is taken."),
    Kind("another", 409, "Another combat", "There is another combat of that name here already."),
    Kind("key-reused", 422, "Idempotency key used twice", "A key stands for one request only."),
    Kind("head-required", 428, "Say from where", "Moving the head demands `If-Match`."),
    Kind("too-many", 429, "Too many tries", "Wait as long as `Retry-After` says, in seconds."),
    Kind("unexpected", 500, "A fault of ours", "Nothing was stored. The log of the server has it."),
    Kind("damaged", 500, "Damaged", "What is stored is damaged; trying again does not help."),
    Kind("wrong-keys", 500, "Other keys", "The server has other keys than its database."),
    Kind("unavailable", 503, "Try again", "The store could not be used; try again in a moment."),
)

KINDS: Mapping[str, Kind] = {kind.slug: kind for kind in _KINDS}

UNEXPECTED = (
    "Something went wrong on the server. Try again; if it keeps failing, tell its operator the"
    " `request_id`."
)


class Flaw(Shape):
    """One thing that is wrong with a request: where (a JSON pointer, or a parameter), and why."""

    pointer: str | None = Field(None, examples=["/targets/0"])
    parameter: str | None = None
    code: str
    detail: str


class Instead(Shape):
    """Something that would be legal instead: a command, its blanks left out, and what it says."""

    command: dict[str, JsonValue]
    says: str = ""


class ProblemDetails(BaseModel):
    """What went wrong, and what to do about it (RFC 9457).

    A refusal says moreover which clause is broken, what is missing, and what is legal.
    """

    type: str = Field(examples=["/problems/refused"])
    title: str
    status: int
    detail: str
    guide: str = Field(
        description="The page of the guide about it.", examples=["/guide/refusals#refused"]
    )
    clause: str | None = Field(None, description="The clause of the rules that is broken.")
    clause_title: str | None = Field(None, description="What that clause is about.")
    numbers: dict[str, int | float] | None = Field(None, description="The figures behind it.")
    missing: list[shape(MissingThing)] | None = Field(  # type: ignore[valid-type]
        None, description="What a refused command lacks."
    )
    legal: list[shape(LegalValue)] | None = Field(  # type: ignore[valid-type]
        None,
        description="The values that would be legal at `pointer`. A refusal always has it: null"
        " where that is no list.",
    )
    pointer: str | None = Field(
        None,
        description="The part of the command that is at fault, as a JSON Pointer.",
        examples=["/targets/0"],
    )
    entry: str | None = Field(None, description="The entry that stands in the way.")
    names: dict[str, str] | None = Field(None, description="What ids in it are called.")
    instead: list[Instead] | None = Field(
        None,
        description="At most 12 things to do instead. Of a batch, what could stand in that line's"
        " place: it is said as though the lines before it stood.",
    )
    window: shape(Window) | None = Field(  # type: ignore[valid-type]
        None, description="The question that was open when the rules refused: who may answer it."
    )
    errors: list[Flaw] | None = None
    line: int | None = Field(None, description="The line of a batch that this is about.")
    head: str | None = Field(None, description="The current head, for `If-Match`.")
    missed: list[Entry] | None = Field(None, description="The entries since the caller's head.")
    request_id: str


def legal_values(values: Iterable[str]) -> list[dict[str, Any]]:
    """Return what may be said in the place of something unknown, as a problem lists it."""
    return [LegalValue(value, value)._asdict() for value in values]


class Problem(Exception):
    """An answer that says what went wrong. `members` are the optional ones of ProblemDetails."""

    def __init__(
        self, slug: str, detail: str, headers: Mapping[str, str] | None = None, **members: Any
    ):
        self.kind, self.said = KINDS[slug], detail
        # A sentence may begin with somebody.
        self.detail = detail if plain(detail) == detail else capital(plain(detail))
        super().__init__(self.detail)
        self.headers, self.members = dict(headers or {}), {"guide": self.kind.guide, **members}

    @property
    def names_somebody(self) -> bool:
        """True where somebody goes by their id in it."""
        return self.said != self.detail

    def with_names(self, name: Callable[[str], str]) -> Problem:
        """The same as people read it."""
        said = capital(with_names(self.said, name))
        return Problem(self.kind.slug, said, self.headers, **self.members)

    def at_line(self, line: int) -> Problem:
        """The same about a line of a batch."""
        said = f"Line {line}: {self.said}"
        return Problem(self.kind.slug, said, self.headers, **{**self.members, "line": line})

    def details(self, request_id: str) -> dict[str, Any]:
        """The body of the answer; missed entries are in it as they are sent."""
        rest = {name: value for name, value in self.members.items() if name != "missed"}
        details = ProblemDetails(
            type=self.kind.type,
            title=self.kind.title,
            status=self.kind.status,
            detail=self.detail,
            request_id=request_id,
            **rest,
        ).model_dump(mode="json", exclude_none=True)
        if self.kind.slug == "refused":
            details.setdefault("legal", None)
        return details | {k: v for k, v in self.members.items() if k not in rest}
