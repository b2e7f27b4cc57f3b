"""A PostgreSQL of three nodes that fails over, on this machine: etcd, Patroni, haproxy in front.

Its software is Debian's: postgresql, patroni, etcd-server, haproxy. Root runs it as the user
postgres, each node in a network namespace of its own, so that a node can be cut off. Everybody else
runs it on ports of 127.0.0.1. A process belongs to a node if it works in the node's folder; no
other is ever killed.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg

from tests.cluster.settings import BINARIES, SECRET, Node, patroni_settings, proxy_settings

PATH = f"{BINARIES}:/usr/sbin:/usr/bin:/sbin:/bin"
NEEDED = ("postgres", "patroni", "etcd", "haproxy")
IS_ROOT = os.geteuid() == 0

READY = (
    "SELECT count(*) FILTER (WHERE state = 'streaming'), count(*) FILTER (WHERE sync_state ="
    " 'sync') FROM pg_stat_replication"
)


def missing() -> list[str]:
    """What has to be installed before a cluster can be started."""
    return [name for name in NEEDED if shutil.which(name, path=PATH) is None]


class Cluster:
    """Three nodes, of which one is the primary and one has every commit before it is told."""

    def __init__(self, folder: Path):
        self.folder, self.bridge = folder, f"clt{os.getpid() % 100000}"
        net = f"10.{81 + os.getpid() % 100}.{os.getpid() // 100 % 250}"
        self.net = net if IS_ROOT else ""
        self.hub = f"{net}.254" if IS_ROOT else "127.0.0.1"
        self.nodes = [self._node(number) for number in (1, 2, 3)]
        self._made: list[subprocess.Popen[bytes]] = []
        self.etcd, self.proxy = f"{self.hub}:{_free_port()}", _free_port()

    def _node(self, number: int) -> Node:
        name = f"n{number}"
        if IS_ROOT:
            return Node(name, f"{self.net}.{number}", 5432, 8008, f"{self.bridge}{name}")
        return Node(name, self.hub, _free_port(), _free_port())

    @property
    def url(self) -> str:
        """The address of haproxy, which leads to the primary."""
        return f"postgresql://postgres:{SECRET}@127.0.0.1:{self.proxy}/combatlog"

    @property
    def direct_url(self) -> str:
        """The address that names all nodes, of which the driver takes the primary."""
        hosts = ",".join(f"{node.host}:{node.port}" for node in self.nodes)
        query = "target_session_attrs=read-write"
        return f"postgresql://postgres:{SECRET}@{hosts}/combatlog?{query}"

    # --- start and stop ----------------------------------------------------------------------

    def start(self) -> None:
        """Start everything, and make the database."""
        if IS_ROOT:
            self._make_network()
        self._start_etcd()
        for node in self.nodes:
            self._folder(node.name, "patroni.json", patroni_settings(self.folder, node, self.etcd))
            self.boot(node)
        self._folder("haproxy", "haproxy.cfg", proxy_settings(self.nodes, self.proxy))
        self._spawn("haproxy", ["haproxy", "-db", "-f", "haproxy.cfg"])
        until(self.is_whole, 90, f"all nodes run; see the logs in {self.folder}")
        with self.connect("postgres") as admin:
            admin.execute("CREATE DATABASE combatlog")

    def stop(self) -> None:
        """Kill everything; nothing in it is to be kept."""
        for name in (*(node.name for node in self.nodes), "haproxy", "etcd"):
            self._signal(name, signal.SIGKILL)
            until(partial(self._is_dead, name), 10, f"{name} is dead")
        for each in self._made:
            each.wait()
        for node in self.nodes if IS_ROOT else ():
            _ip("netns", "del", node.netns)
        if IS_ROOT:
            _ip("link", "del", self.bridge)

    def _make_network(self) -> None:
        _ip("link", "add", self.bridge, "type", "bridge")
        _ip("addr", "add", f"{self.hub}/24", "dev", self.bridge)
        _ip("link", "set", self.bridge, "up")
        for node in self.nodes:
            _ip("netns", "add", node.netns)
            pair = ("type", "veth", "peer", "name", "eth0", "netns", node.netns)
            _ip("link", "add", node.netns, *pair)
            _ip("link", "set", node.netns, "master", self.bridge, "up")
            _ip("-n", node.netns, "addr", "add", f"{node.host}/24", "dev", "eth0")
            _ip("-n", node.netns, "link", "set", "eth0", "up")
            _ip("-n", node.netns, "link", "set", "lo", "up")

    def _start_etcd(self) -> None:
        peer = f"http://{self.hub}:{_free_port()}"
        told = {
            "name": "e1",
            "data-dir": "data",
            "listen-client-urls": f"http://{self.etcd}",
            "advertise-client-urls": f"http://{self.etcd}",
            "listen-peer-urls": peer,
            "initial-advertise-peer-urls": peer,
            "initial-cluster": f"e1={peer}",
            "log-level": "warn",
            "enable-v2": "true",
        }
        self._folder("etcd", "told", "")
        self._spawn("etcd", ["etcd", *(f"--{name}={value}" for name, value in told.items())])

    def boot(self, node: Node) -> None:
        """Start a node, or start it again."""
        self._spawn(node.name, ["patroni", "patroni.json"], node.netns)

    def _folder(self, name: str, file: str, text: str) -> None:
        folder = self.folder / name
        folder.mkdir(mode=0o700)
        (folder / file).write_text(text)
        (folder / file).chmod(0o600)
        if IS_ROOT:
            owner = pwd.getpwnam("postgres")
            for path in (folder, folder / file):
                os.chown(path, owner.pw_uid, owner.pw_gid)

    def _spawn(self, name: str, command: list[str], netns: str = "") -> None:
        if IS_ROOT:
            command = [
                "setpriv",
                "--reuid=postgres",
                "--regid=postgres",
                "--clear-groups",
                *command,
            ]
        command = ["ip", "netns", "exec", netns, *command] if netns else command
        folder = self.folder / name
        env = {"PATH": PATH, "HOME": str(folder), "LC_ALL": "C.UTF-8"}
        with (folder / "log").open("ab") as log:
            made = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=env,
                cwd=folder,
            )
        self._made.append(made)

    # --- looking -----------------------------------------------------------------------------

    def connect(self, name: str = "combatlog") -> psycopg.Connection[tuple[object, ...]]:
        """A connection over haproxy."""
        url = self.url.replace("/combatlog", f"/{name}")
        return psycopg.connect(url, connect_timeout=2, autocommit=True)

    def is_whole(self) -> bool:
        """Whether there is a primary, and all others stream from it, one of them in step."""
        with suppress(psycopg.Error), self.connect("postgres") as admin:
            return admin.execute(READY).fetchone() == (2, 1)
        return False

    def primary(self) -> Node:
        """The node that writes."""
        with self.connect("postgres") as admin:
            found = admin.execute("SELECT inet_server_addr()::text, inet_server_port()").fetchone()
        assert found
        address = str(found[0]).partition("/")[0], found[1]
        return next(node for node in self.nodes if (node.host, node.port) == address)

    def last_lines(self, node: Node, count: int = 30) -> str:
        """The end of a node's log."""
        return "\n".join((self.folder / node.name / "log").read_text().splitlines()[-count:])

    def _is_dead(self, name: str) -> bool:
        return not self._processes(name)

    def _processes(self, name: str) -> list[int]:
        """All processes that work in the folder of a node."""
        found, folder = [], self.folder / name
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError):
                if Path(os.readlink(f"/proc/{pid}/cwd")).is_relative_to(folder):
                    found.append(int(pid))
        return found

    # --- hurting -----------------------------------------------------------------------------

    def _signal(self, name: str, number: int) -> None:
        for _ in range(2):  # and what was forked meanwhile
            for pid in self._processes(name):
                with suppress(ProcessLookupError):
                    os.kill(pid, number)

    def kill(self, node: Node) -> None:
        """End a node as when its power goes."""
        self._signal(node.name, signal.SIGKILL)

    def freeze(self, node: Node) -> None:
        """Let a node do nothing, while its machine still says that it is there."""
        self._signal(node.name, signal.SIGSTOP)

    def thaw(self, node: Node) -> None:
        """Let a node go on."""
        self._signal(node.name, signal.SIGCONT)

    def cut_off(self, node: Node) -> None:
        """Let nothing reach a node, nor come from it."""
        _ip("link", "set", node.netns, "down")

    def join_again(self, node: Node) -> None:
        """Give a node its network back."""
        _ip("link", "set", node.netns, "up")


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A cluster that runs, and is gone at the end."""
    folder = Path(tempfile.mkdtemp(prefix="clcluster-", dir="/tmp"))
    folder.chmod(0o755)
    found = Cluster(folder)
    try:
        found.start()
        yield found
    finally:
        found.stop()
        shutil.rmtree(folder, ignore_errors=True)


def until(is_so: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait until something is so; fails where it takes longer."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"waited {seconds} s in vain until {what}"
        time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)
