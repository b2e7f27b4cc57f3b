"""Whether a stored shape keeps what an older one promised: only optional fields are added.

A changed default is a break: what was stored leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def breaks(old: Any, new: Any, where: str = "") -> list[str]:
    """Return where entries that were stored in the old shape mean something else in the new one."""
    return list(_breaks(old, new, where))


def _breaks(old: Any, new: Any, where: str) -> Iterator[str]:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        if old != new:
            yield f"{where}: {old!r} has become {new!r}"
        return
    for key in old.keys() | new.keys():
        if key in ("properties", "$defs"):
            yield from _members(old.get(key, {}), new.get(key, {}), where)
        elif key == "enum":
            yield from (f"{where}: {word!r} is gone" for word in _gone(old, new))
        elif key == "required":
            yield from _required(old.get(key, []), new.get(key, []), where)
        else:
            yield from _breaks(old.get(key), new.get(key), f"{where}/{key}")


def _members(old: dict[str, Any], new: dict[str, Any], where: str) -> Iterator[str]:
    """Compare fields, or the parts that fields refer to: more of them are no break."""
    for name, schema in old.items():
        if name not in new:
            yield f"{where}: {name} is gone"
        else:
            yield from _breaks(schema, new[name], f"{where}.{name}")


def _gone(old: dict[str, Any], new: dict[str, Any]) -> list[Any]:
    return [word for word in old.get("enum", ()) if word not in new.get("enum", ())]


def _required(old: list[str], new: list[str], where: str) -> Iterator[str]:
    yield from (f"{where}.{name}: it may be missing in what was stored" for name in {*new} - {*old})
