"""A line to PostgreSQL breaks after the commit and before the reply: nothing is lost or doubled."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from api.store.core.errors import KeyTaken, Unavailable
from api.store.core.side_rows import Beside
from api.store.open_log import open_log
from tests.api.store.postgres.test_recorder import settings
from tests.api.store.test_log import entries, key_row, postgres_settings
from tests.support import postgres

__all__ = ["settings"]


class TestLostReply:
    @pytest.fixture
    def line(self, postgres_database: postgres.Dsn) -> Iterator[Line]:
        with tempfile.TemporaryDirectory(prefix="clpx-", dir="/tmp") as folder:
            line = Line(Path(folder), postgres_database)
            yield line
            line.listener.close()

    def test_a_step_whose_reply_was_lost_is_known_by_its_key(self, settings, line):
        with open_log(settings._replace(database=line.url)) as log:
            log.append(entries(), Beside(keys=[key_row("k-1", 1)]))
            line.breaks_after_the_next_step = True
            with pytest.raises(Unavailable, match="again with its key"):
                log.append(entries(first=2), Beside(keys=[key_row("k-2", 2)]))
            with pytest.raises(KeyTaken) as caught:
                log.append(entries(first=2), Beside(keys=[key_row("k-2", 2)]))
            assert caught.value.step == 2
            assert log.last_seq("c-1") == 2
            log.append(entries(first=3), Beside(keys=[key_row("k-3", 3)]))


class Line:
    """A line to the server that can break right after a step was committed, before the reply."""

    def __init__(self, folder: Path, server: postgres.Dsn) -> None:
        self.breaks_after_the_next_step = False
        self.url = postgres_settings({**server, "host": str(folder), "port": "5432"}).database
        self._server = server
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(folder / ".s.PGSQL.5432"))
        self.listener.listen()
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, server = self.listener.accept()[0], self._connected()
                Thread(target=self._to_server, args=(client, server), daemon=True).start()
                Thread(target=self._to_client, args=(server, client), daemon=True).start()

    def _connected(self) -> socket.socket:
        host, port = self._server["host"], self._server["port"]
        if not host.startswith("/"):
            return socket.create_connection((host, int(port)))
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{host}/.s.PGSQL.{port}")
        return server

    def _to_server(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError), client, server:
            while sent := client.recv(65536):
                server.sendall(sent)

    def _to_client(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError), client, server:
            while reply := server.recv(65536):
                if b"NOTIFY" in reply and self.breaks_after_the_next_step:
                    self.breaks_after_the_next_step = False
                    client.shutdown(socket.SHUT_RDWR)
                    return
                client.sendall(reply)
