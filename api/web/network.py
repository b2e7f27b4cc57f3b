"""This machine on the local network: its addresses and names, and links as codes to be scanned."""

from __future__ import annotations

import io
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import segno

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
