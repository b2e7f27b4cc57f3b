"""Which desk: a server that is named, the one that runs on the data folder, or the files."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from api.cli.desk import Desk
from api.cli.over_http import OverHttp
from api.cli.refusing import Failed, failed
from api.cli.words import Where
from api.running import running_at

PATIENCE = 5.0
"""Seconds to wait while another command has the files."""

_PAUSE = 0.05


@contextmanager
def desk_at(where: Where, creates: bool = False, empty: bool = False) -> Iterator[Desk]:
    """The desk of an installation, closed at the end; raises Failed where there is none."""
    with ExitStack() as open_until_the_end:
        if empty and not where.server and not is_there(where):
            folder = open_until_the_end.enter_context(TemporaryDirectory())
            where, creates = Where(Path(folder)), True
        yield open_until_the_end.enter_context(closing(_found(where, creates)))


def is_there(where: Where) -> bool:
    """Whether there is an installation already."""
    return bool(where.database) or (where.data / "combats.db").exists()


def _found(where: Where, creates: bool) -> Desk:
    """The first desk that answers; a command that has the files just now is waited for."""
    until = time.monotonic() + PATIENCE
    while True:
        running = running_at(where.data)
        if where.server or running:
            return OverHttp(where.server or running, where.token or _token(where, running))
        if not creates and not is_there(where):
            raise failed(
                f"There are no combats in {where.data}. Begin with `combatlog serve` or"
                " `combatlog play FILE`, or say where they are: --data, --database or --server."
            )
        try:
            return _on_file(where)
        except Failed as busy:
            if "pid" not in busy.problem or time.monotonic() > until:
                raise
        time.sleep(_PAUSE)


def _on_file(where: Where) -> Desk:
    from api.cli.on_file import OnFile

    return OnFile(where)


def _token(where: Where, running: str) -> str:
    """The operator's token of the data folder, for its own server alone.

    Empty for another server, and for whoever may not read it.
    """
    if where.server and where.server.rstrip("/") != running.rstrip("/"):
        return ""
    try:
        return (where.data / "keys" / "operator.token").read_text().strip()
    except OSError:
        return ""
