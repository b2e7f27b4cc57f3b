"""Connect a command to an installation, or to an empty one for a command that needs none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from api.client import Client
from api.client.places import Place, open_client


@contextmanager
def connect(place: Place, creates: bool = False, empty: bool = False) -> Iterator[Client]:
    """Connect to an installation, and close it at the end; raise Failed where there is none."""
    with ExitStack() as open_until_the_end:
        if empty and not place.server and not place.exists:
            folder = open_until_the_end.enter_context(TemporaryDirectory())
            place, creates = Place(Path(folder)), True
        yield open_until_the_end.enter_context(open_client(place, creates))
