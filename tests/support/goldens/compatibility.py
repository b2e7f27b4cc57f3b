"""Whether a contract keeps what an older one promised.

What was sent is still understood, and what is answered is still as it was said.

New operations, optional members, statuses and members of answers are no break, nor are new kinds
of a union that a discriminator tells apart: programs pass over those they do not know. Where the
two differ in a way that is not understood here, it counts as a break.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.support.goldens.schema_fit import Schemas, fit

Json = dict[str, Any]


class _Pair(NamedTuple):
    """An operation, a parameter or a body of both contracts, and what both refer to."""

    where: str
    old: Json
    new: Json
    known: Schemas
    turned: Schemas

    def part(self, where: str, old: Json, new: Json) -> _Pair:
        return self._replace(where=f"{self.where} {where}", old=old, new=new)


def breaks(old: Json, new: Json) -> list[str]:
    """Return what the new contract takes from programs that were written for the old one."""
    return list(_breaks(old, new))


def _breaks(old: Json, new: Json) -> Iterator[str]:
    known, turned = Schemas(old, new), Schemas(new, old)
    for name in sorted(set(old["components"]["schemas"]) - set(new["components"]["schemas"])):
        yield f"the type {name} is gone: programs are made with its name"
    for path, operations in old["paths"].items():
        for method, operation in operations.items():
            where, now = f"{method.upper()} {path}", new["paths"].get(path, {}).get(method)
            if now is None:
                yield f"{where}: the operation is gone"
            else:
                yield from _operation(_Pair(where, operation, now, known, turned))


def _operation(pair: _Pair) -> Iterator[str]:
    old, new = pair.old, pair.new
    if old["operationId"] != new["operationId"]:
        yield f"{pair.where}: it is called {new['operationId']}, and was {old['operationId']}"
    yield from _security(pair)
    yield from _parameters(pair)
    yield from _body(pair)
    yield from _responses(pair)


def _security(pair: _Pair) -> Iterator[str]:
    """What opened it before has to open it now."""
    before, now = pair.old["security"] or [{}], pair.new["security"] or [{}]
    if any(all(set(way) - set(given) for way in now) for given in before):
        yield f"{pair.where}: it demands a token that it did not"


# --- what is sent ------------------------------------------------------------------------------


def _parameters(pair: _Pair) -> Iterator[str]:
    old, new = (
        {(each["in"], each["name"]): each for each in one.get("parameters", ())}
        for one in (pair.old, pair.new)
    )
    for key, parameter in new.items():
        if parameter.get("required") and not old.get(key, {}).get("required"):
            yield f"{pair.where}: the parameter {key[1]} is required"
    for key, parameter in old.items():
        if key not in new:
            yield f"{pair.where}: the parameter {key[1]} is gone"
            continue
        before, now = parameter["schema"], new[key]["schema"]
        if before.get("default") != now.get("default"):
            yield f"{pair.where}: the parameter {key[1]} has another default"
        part = pair.part(f"parameter {key[1]}", before, now)
        yield from fit(part.where, before, now, pair.known)


def _body(pair: _Pair) -> Iterator[str]:
    old, new = pair.old.get("requestBody"), pair.new.get("requestBody")
    if new and new.get("required") and not (old and old.get("required")):
        yield f"{pair.where}: the body is required"
    for media, content in (old or {}).get("content", {}).items():
        now = (new or {}).get("content", {}).get(media)
        if now is None:
            yield f"{pair.where}: it takes no {media}"
        else:
            yield from fit(f"{pair.where} body", content["schema"], now["schema"], pair.known)


# --- what is answered ----------------------------------------------------------------------------


def _responses(pair: _Pair) -> Iterator[str]:
    for status, answer in pair.old["responses"].items():
        now = pair.new["responses"].get(status)
        where = f"{pair.where} {status}"
        if now is None:
            if status < "400":
                yield f"{where}: it is answered no more"
            continue
        for header in set(answer.get("headers", {})) - set(now.get("headers", {})):
            yield f"{where}: the header {header} is gone"
        for media, content in answer.get("content", {}).items():
            if media not in now.get("content", {}):
                yield f"{where}: {media} is answered no more"
                continue
            schema = now["content"][media]["schema"]
            yield from fit(where, schema, content["schema"], pair.turned, answered=True)
