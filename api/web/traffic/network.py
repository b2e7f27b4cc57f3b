"""Addresses: of this machine in its network, as codes to be scanned, and of other sites."""

from __future__ import annotations

import io
import re
import socket
from contextlib import suppress
from typing import Annotated, Final
from urllib.parse import urlsplit

import segno
from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

EVERY_ORIGIN: Final = "*"
"""Stands for the pages of all sites, also those that have no origin, such as files."""

MOST_ORIGINS: Final = 20
NO_ORIGIN: Final = (
    "an origin is a scheme, a host and perhaps a port, without a path, such as"
    " https://map.example:8443; `*` stands for every page"
)
_ORIGIN: Final = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")

EVERYWHERE = "0.0.0.0"
LOOPBACK = ("localhost", "127.0.0.1")
PATIENCE = 0.5
"""Seconds until a server that does not listen on an address is taken not to."""

_ELSEWHERE = ("10.255.255.255", 1)
"""An address that need not exist: nothing is sent to it, it only shows by which way one would."""


def addresses() -> tuple[str, ...]:
    """The addresses of this machine that others may reach, the likeliest first."""
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return tuple(dict.fromkeys(each for each in found if not each.startswith(("127.", "0."))))


def reachable(url: str) -> str:
    """The address of a server for others: where it answers in the network as well, that one."""
    parts = urlsplit(url)
    for each in addresses() if parts.hostname in LOOPBACK else ():
        with suppress(OSError), socket.create_connection((each, parts.port or 80), PATIENCE):
            return f"{parts.scheme}://{each}:{parts.port or 80}"
    return url


def names() -> tuple[str, ...]:
    """Under which names this machine is called in its network."""
    name = socket.gethostname().lower()
    return (*addresses(), name, f"{name.partition('.')[0]}.local")


def code_for_terminal(link: str) -> str:
    """A link as a code of block characters, for a phone to read off a terminal."""
    out = io.StringIO()
    segno.make(link, micro=False).terminal(out, compact=True)
    return out.getvalue()


def code_for_page(link: str) -> str:
    """A link as a picture that stands in a page by itself, dark on light in any scheme."""
    uri: str = segno.make(link, micro=False).svg_data_uri(scale=5, border=4, light="#fff")
    return uri


def checked_origin(said: str) -> str:
    """Return an origin as browsers send it; raise ValueError for anything else."""
    if said != EVERY_ORIGIN and not _ORIGIN.fullmatch(said):
        raise ValueError(NO_ORIGIN)
    return said


def _checked(said: str) -> str:
    try:
        return checked_origin(said)
    except ValueError as error:
        raise PydanticCustomError("origin", NO_ORIGIN) from error


Origin = Annotated[
    str,
    AfterValidator(_checked),
    Field(max_length=200, examples=["https://map.example"]),
    WithJsonSchema(
        {
            "type": "string",
            "maxLength": 200,
            "pattern": rf"^(\*|{_ORIGIN.pattern})$",
            "examples": ["https://map.example"],
        }
    ),
]
"""The origin of a page, as browsers send it, or `*`."""
