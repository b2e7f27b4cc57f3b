"""Members of the components: which are always there, and what is meant where one is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

Json = dict[str, Any]
_REF = re.compile(r'"#/components/schemas/(\w+)"')
_NOTHING: tuple[Any, ...] = (None, False, "", [], {})
"""What a member is by default where nothing needs to be said about that."""


def settle_defaults(components: Json, bodies: Iterable[Any]) -> None:
    """Say in words what is meant by a member that is left out; what we send has all its members.

    A schema's `default` makes programs that are made of it demand the member. `bodies` are the
    schemas of what is sent to us.
    """
    sent = set(_reached(components, bodies))
    for name, schema in components.items():
        required = set(schema.get("required", ()))
        for member, part in schema.get("properties", {}).items():
            if "default" not in part:
                continue
            default = part.pop("default")
            if name in sent and default not in _NOTHING:
                said = f"By default {json.dumps(default)}."
                part["description"] = " ".join(filter(None, (part.get("description"), said)))
            elif name not in sent and default is not None:
                required.add(member)
        if required:
            schema["required"] = sorted(required)


def _reached(components: Json, bodies: Iterable[Any]) -> Iterator[str]:
    """Yield the components that schemas refer to, and those that these refer to."""
    found, open_ = set[str](), _REF.findall(json.dumps(list(bodies)))
    while open_:
        if (name := open_.pop()) not in found:
            found.add(name)
            open_ += _REF.findall(json.dumps(components[name]))
            yield name
