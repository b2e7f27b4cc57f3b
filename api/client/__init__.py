"""Python client of the API: the same calls to a running server, or to the files of a folder.

from api.client import connect

with connect("http://127.0.0.1:8000", token) as table:
fight = table.open_combat("open", title="The bridge")
fight.say("join", subject="ann", name="Ann")
for entry in fight.events(follow=True):
print(entry["type"])
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from api.client.client import Client, Combat, command, fill
from api.client.errors import Failed, NoAnswer, Stale, StartOver, failure

__all__ = [
    "Client",
    "Combat",
    "Failed",
    "NoAnswer",
    "Stale",
    "StartOver",
    "command",
    "connect",
    "failure",
    "fill",
]


def connect(
    server: str = "",
    token: str = "",
    *,
    data: str | PathLike[str] = ".combatlog",
    database: str = "",
    create: bool = False,
) -> Client:
    """Connect to a server; without one, to the server of a data folder, or to its files.

    Without a token it is the operator's, from the folder. With `create` a folder is made where
    there is none. Close the client at the end, or use it with `with`. Raises Failed.
    """
    from api.client.places import Place, open_client

    return open_client(Place(Path(data), database, server, token), create)
