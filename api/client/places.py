"""Find an installation: a named server, the one that runs on a data folder, or its files."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

from api.client.client import Client
from api.client.errors import Failed, failure
from api.server.address_file import running_at

PATIENCE = 5.0
"""Seconds to wait while another process has the files."""

_PAUSE = 0.05


class Place(NamedTuple):
    """Which installation is meant: a folder, a database or a server, and with which token."""

    data: Path
    database: str = ""
    server: str = ""
    token: str = ""

    @property
    def exists(self) -> bool:
        """Whether there is an installation already."""
        return bool(self.database) or (self.data / "combats.db").exists()


def open_client(place: Place, create: bool) -> Client:
    """Return the first client that answers; wait for another process that has the files.

    Raises Failed where there is no installation.
    """
    until = time.monotonic() + PATIENCE
    while True:
        running = running_at(place.data)
        if place.server or running:
            return _over_http(place, running)
        if not create and not place.exists:
            raise failure(
                f"There are no combats in {place.data}. Begin with `combatlog serve` or"
                " `combatlog play FILE`, in Python with `connect(create=True)`; or say where they"
                " are: another folder, a database or a server."
            )
        try:
            return _on_files(place)
        except Failed as busy:
            if "pid" not in busy.problem or time.monotonic() > until:
                raise
        time.sleep(_PAUSE)


def _over_http(place: Place, running: str) -> Client:
    from api.client.http import HttpTransport

    transport = HttpTransport(place.server or running)
    return Client(transport, place.token or _operators_token(place, running))


def _on_files(place: Place) -> Client:
    from api.client.local import LocalTransport
    from api.server.serve import Installation

    transport = LocalTransport(Installation(place.data, place.database))
    return Client(transport, place.token or transport.operator)


def _operators_token(place: Place, running: str) -> str:
    """Return the operator's token of the data folder, for its own server alone.

    Empty for another server, and for those who may not read it.
    """
    if place.server and place.server.rstrip("/") != running.rstrip("/"):
        return ""
    try:
        return (place.data / "keys" / "operator.token").read_text().strip()
    except OSError:
        return ""
