"""Requests to the files of an installation: the application answers, in this process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from werkzeug.wrappers import Response

from api.client.errors import failure
from api.client.transport import Reply, Transport, is_stream
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
        with self._answer(method, path, headers, body) as answer:
            return Reply(answer.status_code, _headers(answer), answer.data)

    @contextmanager
    def listen(self, path: str, headers: Mapping[str, str]) -> Iterator[Reply | Iterator[bytes]]:
        """Open a stream and return its lines as they come; the reply where it is no stream."""
        with self._answer("GET", path, headers, b"") as answer:
            found = _headers(answer)
            streams = is_stream(found)
            yield _lines(answer) if streams else Reply(answer.status_code, found, answer.data)

    def close(self) -> None:
        """Close the log."""
        self._open.close()

    def _answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        caller = self._app.test_client(use_cookies=False)
        return caller.open(path, method=method, headers=dict(headers), data=body)


def _headers(answer: Response) -> dict[str, str]:
    return {name.lower(): value for name, value in answer.headers.items()}


def _lines(answer: Response) -> Iterator[bytes]:
    for chunk in answer.iter_encoded():
        yield from chunk.splitlines(keepends=True)
