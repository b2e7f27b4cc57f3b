"""Serving: the folder of an installation, its service, and the web server over it."""

from __future__ import annotations

import errno
import gc
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from flask import Flask

from api.combats.registry import MEMORY
from api.evidence.rebuild import Kept, mend
from api.server.address_file import CannotServe, announce_server
from api.server.app import HOSTS, create_app
from api.server.http_server import HttpServer
from api.service.service import Service
from api.store.core.errors import StoreError
from api.store.core.settings import Settings
from api.store.open_log import check, migrate, open_log, risks
from api.transfer.samples import load_samples
from api.vault.key_check import vault_for
from api.vault.key_files import Vault
from api.web.live import MOST_STREAMS, Hub
from api.web.traffic import network
from domain.rulesets import all_rulesets

HOST = "127.0.0.1"
LOG = logging.getLogger("combatlog.server")


class Installation(NamedTuple):
    """Where everything is kept: a folder, and a database in it or elsewhere.

    `memory` is the bytes that open combats may take.
    """

    folder: Path
    database: str = ""
    memory: int = MEMORY

    @property
    def settings(self) -> Settings:
        """The database: the one that is named, else a file in the folder."""
        return Settings(self.database or f"sqlite:///{self.folder.resolve() / 'combats.db'}")

    def prepare(self) -> None:
        """Make the folder, for its owner alone."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CannotServe(
                f"The folder {self.folder} cannot be made ({error.strerror}). Name another one"
                " with --data."
            ) from error

    def service(self) -> Service:
        """The service over the database and its keys; raises the store's errors, and WrongKeys."""
        check(self.settings)
        log = open_log(self.settings)
        try:
            vault = vault_for(log, self.folder / "keys")
            service = Service(log, vault, all_rulesets, memory=self.memory)
            mend(Kept(log, service.vault, all_rulesets()))
        except BaseException:
            log.close()
            raise
        return service

    def migrate(self) -> None:
        """Bring the tables up to date."""
        self.prepare()
        with explain_errors():
            migrate(self.settings)


@contextmanager
def explain_errors() -> Iterator[None]:
    """Turn what goes wrong with files and databases into a sentence."""
    try:
        yield
    except (StoreError, OSError, ValueError) as error:
        raise CannotServe(str(error)) from error


@contextmanager
def running_service(installation: Installation, *, samples: bool = True) -> Iterator[Service]:
    """The service of an installation, with its samples unless told otherwise, closed at the end.

    Raises CannotServe; `DatabaseBusy` is its cause where another process has the log open.
    """
    installation.prepare()
    settings = installation.settings
    with explain_errors():
        if not settings.is_postgres:
            migrate(settings)
        service = installation.service()
    try:
        if samples:
            with explain_errors():
                load_samples(service)
        yield service
    finally:
        service.close()


def warn_of_risks(installation: Installation) -> None:
    """Log how the database could lose acknowledged steps, where it could."""
    with explain_errors():
        for risk in risks(installation.settings):
            LOG.warning("the database could lose acknowledged steps: %s", risk)


class Where(NamedTuple):
    """Where a server listens, under which further names, and how many streams it has room for.

    `proxies` is how many proxies stand in front of it, whose word counts on who asks and how;
    `origins` are the sites whose pages may call the API. `drain` is how many seconds it still
    answers after it was asked to stop, while its health check says that it is not ready.
    """

    port: int
    lan: bool = False
    names: tuple[str, ...] = ()
    streams: int = MOST_STREAMS
    proxies: int = 0
    origins: tuple[str, ...] = ()
    drain: float = 0.0

    @property
    def host(self) -> str:
        """This machine alone, or whoever is in its network."""
        return network.EVERYWHERE if self.lan else HOST

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names under which it answers: any other may be a page that a browser was lured to."""
        return (*HOSTS, *(network.names() if self.lan else ()), *self.names)


def application(service: Service, where: Where) -> Flask:
    """The application as it is served there."""
    reached = network.addresses() if where.lan else ()
    return create_app(
        service,
        hosts=where.hosts,
        streams=where.streams,
        lan=reached,
        proxies=where.proxies,
        origins=where.origins,
    )


def bind_socket(port: int, host: str = HOST) -> socket.socket:
    """A socket that has its port already; raises CannotServe where that is taken."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen()
    except OSError as error:
        found.close()
        raise CannotServe(no_port(port, error)) from error
    return found


def no_port(port: int, error: OSError) -> str:
    """Why a port cannot be had, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken. Stop what listens there, or take another with --port."
    return f"The server cannot listen on port {port} ({error.strerror}). Take another with --port."


def settle_memory() -> None:
    """Look for garbage among what is new alone: states and events live long and make no cycles.

    Nobody is answered meanwhile. A look at 100,000 objects took 60 to 400 ms, the longer the fuller
    the memory, so it is at 50,000; at all of them only after a hundred million new ones.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 2_000)


def keep_to_one_processor(number: int) -> None:
    """Let threads hand a request on without waking another processor, which may take milliseconds.

    Python runs one of them at a time anyway. Processes with numbers in a row take different ones.
    """
    if hasattr(os, "sched_setaffinity"):
        free = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {free[number % len(free)]})


def get_ready(app: Flask, service: Service, number: int) -> None:
    """Prepare this process, the nth of those on this machine, to serve for long."""
    settle_memory()
    keep_to_one_processor(number)
    service.log.make_room()
    service.presence.since = service.effects.now()
    app.extensions["campaigns"].start()


def serve(installation: Installation, where: Where, say: Callable[[Greeting], None]) -> None:
    """Serve until asked to stop; raises CannotServe where that does not begin."""
    with running_service(installation) as service:
        warn_of_risks(installation)
        app = application(service, where)
        # Servers on one machine are not to take the same processor, all of them.
        get_ready(app, service, os.getpid())
        server = HttpServer(app, bind_socket(where.port, where.host))
        at = Greeting.of(installation, where, server.effective_port)
        with (
            stoppable(app.extensions["live"], server, where.drain),
            announce_server(installation.folder, at.url),
        ):
            say(at)
            server.run()


class Greeting(NamedTuple):
    """What a server says when it begins: where to look, and the link that signs in."""

    version: str
    url: str
    kept: str
    token_file: str
    token: str
    lan: tuple[str, ...] = ()

    @classmethod
    def of(cls, installation: Installation, where: Where, port: int) -> Greeting:
        """The greeting of a server on a port."""
        reached = network.addresses() if where.lan else ()
        settings, vault = installation.settings, Vault(installation.folder / "keys")
        kept = "PostgreSQL" if settings.is_postgres else str(settings.path)
        token_file, token = str(vault.folder / "operator.token"), vault.operator_token()
        lan = tuple(f"http://{each}:{port}/" for each in reached)
        url = f"http://{HOST}:{port}/"
        return cls(version("combatlog"), url, kept, token_file, token, lan)

    @property
    def link(self) -> str:
        """The link that signs the operator in."""
        return f"{self.url}enter#{self.token}"

    def lines(self) -> Iterator[str]:
        """For people."""
        phones = "" if self.lan else "; for phones in this network, add --lan"
        yield f"combatlog {self.version} is at {self.url} (Ctrl-C stops it){phones}"
        yield f"  combats are kept in {self.kept}"
        yield f"  this link signs you in as the operator, with the token in {self.token_file}:"
        yield f"  {self.link}"
        for each in self.lan:
            yield f"  others in this network reach it at {each}"

    def code(self) -> str:
        """What a phone reads off the terminal to come in as the operator; only for his own eyes."""
        link = f"{self.lan[0] if self.lan else self.url}enter#{self.token}"
        return network.code_for_terminal(link)


@contextmanager
def stoppable(live: Hub, server: HttpServer, drain: float = 0.0) -> Iterator[None]:
    """Let a request to stop end the server in order; what is under way is finished first.

    Streams are ended, since they would never finish. SIGTERM drains; Ctrl-C is in a hurry.
    """

    def stop(signum: int, frame: FrameType | None) -> None:
        signal.signal(signum, signal.SIG_IGN)
        live.hang_up()
        server.stop(drain if signum == signal.SIGTERM else 0.0)

    before = {each: signal.signal(each, stop) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
