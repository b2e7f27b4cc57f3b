"""What comes in, checked: a JSON body, a query, and the headers that ask for something.

Bodies are validated straight from their bytes. What is wrong is told by place, code and reason,
never by showing what was sent.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from api.web.problems import Flaw, Problem
from api.web.schemas.json_schema import NUMBER, EntryNumber
from domain.commands import EntryNumber as PublicEntry
from domain.ruleset.sheets.refusals import inside
from projections.wording.refusals import sentence

MOST_FLAWS = 20
MOST_ROWS = 500
_KEY = re.compile(r"[\x21-\x7e][\x20-\x7e]{0,254}(?<! )")
_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_ETAG = re.compile(r'(W/)?"([\x21\x23-\x7e]*)"')
_DISCRIMINATORS = ("type", "what", "remedy")


# --- bodies ----------------------------------------------------------------------------------


def body(adapter: TypeAdapter[Any], raw: bytes, media: str, encoding: str) -> Any:
    """The value that a body holds; raises the problem of one that holds none."""
    if media != "application/json" or encoding not in ("", "identity"):
        raise Problem(
            "media-type",
            "Send the body as `Content-Type: application/json`, uncompressed.",
            {"Accept": "application/json"},
        )
    said = _json(raw)
    try:
        return adapter.validate_json(raw)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=True, include_input=False)
    if any(each["type"] == "json_invalid" for each in found):
        raise Problem("bad-json", "The body is not valid JSON in UTF-8. Correct it and send again.")
    raise invalid(_flaws(found, said))


def _json(raw: bytes) -> Any:
    """The body as plain values, to find what validation passes over: a key said twice."""
    try:
        return read_json(raw.decode())
    except SaidTwice as twice:
        raise Problem("bad-json", "The body says one key twice. Say it once.") from twice
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise Problem(
            "bad-json", f"The body is not valid JSON{where}. Correct it and send it again."
        ) from error


def read_json(text: str) -> Any:
    """Return plain values; raise SaidTwice for a key that stands twice, ValueError otherwise."""
    return _DECODER.decode(text)


class SaidTwice(ValueError):
    """The key that stands twice in one object, of which one value would be lost."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counted = Counter(name for name, _ in pairs)
        raise SaidTwice(next(name for name in found if counted[name] > 1))
    return found


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number in JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError("a number is out of range")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite)


# --- flaws -----------------------------------------------------------------------------------


def invalid(flaws: list[Flaw]) -> Problem:
    """The problem of something that has the wrong shape."""
    first = flaws[0]
    more = f" `errors` lists {len(flaws) - 1} more." if len(flaws) > 1 else ""
    where = first.pointer or first.parameter or "the body"
    return Problem("invalid", f"`{where}`: {first.detail}{more}", errors=flaws)


def _flaws(errors: Iterable[Any], said: Any) -> list[Flaw]:
    """One flaw per place; where several types would have done, all of them are told."""
    found: dict[str, Flaw] = {}
    for error in errors:
        pointer, code, detail = _pointer(error, said), error["type"], _detail(error)
        if (other := found.get(pointer)) is not None:
            code, detail = other.code, f"{other.detail[:-1]}, or: {detail}"
        found[pointer] = Flaw(pointer=pointer, code=code, detail=detail)
    return list(found.values())[:MOST_FLAWS]


def _detail(error: Any) -> str:
    """Why, without what was sent: a tag that is unknown would be repeated by the message."""
    match error["type"]:
        case "union_tag_invalid":
            return f"Expected one of {error['ctx']['expected_tags']}."
        case "union_tag_not_found":
            return "This says which kind is meant and cannot be left out."
        case "extra_forbidden":
            return "There is no such field. Leave it out, or see how it is spelled."
        case "value_error":
            return "This value is not possible here."
    return sentence(error["msg"])


def _pointer(error: Any, said: Any) -> str:
    """A JSON Pointer. Names of union members in pydantic's path are left out."""
    parts = list(_path_parts(error["loc"], said, error["type"] == "missing"))
    if error["type"].startswith("union_tag"):
        parts.append(str(error["ctx"]["discriminator"]).strip("'"))
    return reduce(inside, parts, "")


def _path_parts(loc: tuple[str | int, ...], said: Any, missing: bool) -> Iterator[str]:
    """The parts of a path that are in what was said, and at its end one that is missing there."""
    tagged = False
    for place, part in enumerate(loc):
        last = place == len(loc) - 1
        if not tagged and not last and _is_tag(part, said):
            tagged = True
        elif _is_in(part, said):
            yield str(part)
            said, tagged = said[part], False
        else:
            if missing and last:
                yield str(part)
            return


def _is_tag(part: str | int, said: Any) -> bool:
    return isinstance(said, dict) and any(said.get(name) == part for name in _DISCRIMINATORS)


def _is_in(part: str | int, said: Any) -> bool:
    if isinstance(said, list):
        return isinstance(part, int) and part < len(said)
    return isinstance(said, dict) and part in said


# --- queries ---------------------------------------------------------------------------------


class Query(BaseModel):
    """The parameters of an address, with an example: nothing that is not named is taken."""

    model_config = ConfigDict(extra="forbid")
    example: ClassVar[str] = ""


YesNo = Literal["0", "1"]


class Dry(Query):
    """Whether something is only tried out."""

    dry: YesNo = Field("0", alias="dry-run", description="1: tell what it would do; do nothing.")


def _digits(value: Any) -> Any:
    """Python reads more as a number than an address should hold: spaces, underscores, signs."""
    if isinstance(value, str) and not re.fullmatch(r"[0-9]{1,9}", value, re.ASCII):
        raise ValueError
    return value


Number = EntryNumber

Limit = Annotated[int, BeforeValidator(_digits), Field(ge=1, le=MOST_ROWS)]
"""How many rows to answer at most."""

Seconds = Annotated[int, BeforeValidator(_digits), Field(ge=0, le=60)]
"""How long to wait at most."""


Public = PublicEntry
"""The number of a public entry, which is the same for everybody."""


T = TypeVar("T")


def _split(value: Any) -> Any:
    """The parts of a list that stands in an address, apart by commas; an empty text has none."""
    if not isinstance(value, str):
        return value
    return tuple(value.split(",")) if value else ()


Listed = Annotated[tuple[T, ...], BeforeValidator(_split)]
"""A list in an address, apart by commas: `part=pools,conditions`."""


class At(Query):
    """When: right after the entry of this number; without it, now."""

    example = "at=9"
    at: Number | None = Field(None, description="As it was right after this entry; else now.")


class Paged(Query):
    """Which page of a list."""

    after: str = Field("", pattern="^[0-9]{0,9}$", description="The `next` of the page before.")
    limit: Limit | None = Field(None, description="How many items at most; all, if left out.")


def page_of(asked: Paged, items: Sequence[T]) -> tuple[Sequence[T], str | None]:
    """Return the page of a list that is asked for, and the cursor of the next one, if any."""
    begin = int(asked.after or 0)
    end = len(items) if asked.limit is None else begin + asked.limit
    return items[begin:end], str(end) if end < len(items) else None


_NUL = "Nothing here has a NUL character in its name or words. Leave it out."


def refuse_nul(given: Mapping[str, list[str]]) -> None:
    """Raise the problem of a page's parameters with a NUL character, which no name has."""
    if any("\0" in value for values in given.values() for value in values):
        raise Problem("not-found", _NUL)


def query(model: type[Query], given: Mapping[str, list[str]]) -> Query:
    """The parameters of an address; raises the problem of a wrong or repeated one."""
    twice = [name for name, values in given.items() if len(values) > 1]
    if twice:
        raise invalid([Flaw(parameter=twice[0], code="repeated", detail="Say this once.")])
    # PostgreSQL takes no NUL; what HTML puts in its place is in no name either.
    said = {name: values[0].replace("\0", "\ufffd") for name, values in given.items()}
    try:
        return model.model_validate(said)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
    flaws = {str(each["loc"][0]): each for each in reversed(found)}
    raise invalid(
        [Flaw(parameter=k, code=each["type"], detail=_detail(each)) for k, each in flaws.items()]
    )


# --- headers ---------------------------------------------------------------------------------


def idempotency_key(header: str | None) -> str:
    """The key of a request, bare or quoted; empty where there is none."""
    if header is None:
        return ""
    quoted = _QUOTED.fullmatch(header.strip())
    key = re.sub(r"\\(.)", r"\1", quoted[1]) if quoted else header.strip()
    half_quoted = key.startswith('"') and not quoted
    if half_quoted or not _KEY.fullmatch(key):
        detail = "`Idempotency-Key` has 1 to 255 printable ASCII characters, bare or quoted."
        raise Problem("bad-request", detail)
    return key


def etags(header: str | None) -> tuple[tuple[str, bool], ...]:
    """The tags of an `If-Match` or `If-None-Match`, each with whether it is a strong one.

    They come in double quotes. What comes without is one tag: who forgets the quotes is understood.
    """
    if header is None or not header.strip():
        return ()
    quoted = tuple((tag, not weak) for weak, tag in _ETAG.findall(header))
    return quoted or ((header.strip(), True),)


def last_event_id(header: str | None) -> str:
    """The number of the last entry that came over a stream; empty where none has."""
    if header and not re.fullmatch(NUMBER, header):
        raise Problem("bad-request", "`Last-Event-ID` is the id of an event that we sent.")
    return header or ""
