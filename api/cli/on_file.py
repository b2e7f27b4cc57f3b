"""A desk on the files of an installation: the application itself answers, in this process."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

from api.app import create_app
from api.cli.desk import Desk, Reply
from api.cli.refusing import failed
from api.cli.words import Where
from api.serving import CannotServe, Installation, running_service
from api.store import DatabaseBusy


class OnFile(Desk):
    """The log is open for as long as the desk is; raises Failed where it cannot be opened."""

    def __init__(self, where: Where):
        self._open = ExitStack()
        installation = Installation(where.data, where.database)
        try:
            service = self._open.enter_context(running_service(installation, samples=False))
        except CannotServe as error:
            busy = {"pid": error.__cause__.pid} if isinstance(error.__cause__, DatabaseBusy) else {}
            raise failed(str(error), **busy) from error
        self.token = where.token or service.vault.operator_token()
        self._client = create_app(service).test_client()

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """A request, answered here."""
        with self._client.open(path, method=method, headers=dict(headers), data=body) as answer:
            found = {name.lower(): value for name, value in answer.headers.items()}
            return Reply(answer.status_code, found, answer.data)

    def close(self) -> None:
        """Leave it."""
        self._open.close()
