"""Requests to the files of an installation: the application answers, in this process."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

from api.client.errors import failure
from api.client.transport import Reply, Transport
from api.server.address_file import CannotServe
from api.server.app import create_app
from api.server.serve import Installation, running_service
from api.store.core.errors import DatabaseBusy


class LocalTransport(Transport):
    """Way to files; it holds the log open until it is closed. Raises Failed where it cannot."""

    def __init__(self, installation: Installation):
        self._open = ExitStack()
        try:
            service = self._open.enter_context(running_service(installation, samples=False))
        except CannotServe as error:
            busy = {"pid": error.__cause__.pid} if isinstance(error.__cause__, DatabaseBusy) else {}
            raise failure(str(error), **busy) from error
        self.operator = service.vault.operator_token()
        self._app = create_app(service)

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Answer a request here."""
        caller = self._app.test_client(use_cookies=False)
        with caller.open(path, method=method, headers=dict(headers), data=body) as answer:
            found = {name.lower(): value for name, value in answer.headers.items()}
            return Reply(answer.status_code, found, answer.data)

    def close(self) -> None:
        """Close the log."""
        self._open.close()
