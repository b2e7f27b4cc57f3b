"""What Patroni and haproxy are told in a cluster of the tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

BINARIES = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/usr/bin"))
SECRET = "cluster"


class Node(NamedTuple):
    """A node: its name, where it is reached, and its network namespace, if it has one."""

    name: str
    host: str
    port: int
    rest: int
    netns: str = ""


SHARED = {
    # Seconds after which a silent primary has lost its lock.
    "ttl": 8,
    "loop_wait": 1,
    "retry_timeout": 3,
    "synchronous_mode": True,
    "postgresql": {
        "use_pg_rewind": True,
        "parameters": {"max_connections": 200, "shared_buffers": "64MB", "wal_keep_size": "256MB"},
    },
}
USERS = {"superuser": "postgres", "replication": "replicator", "rewind": "rewinder"}
PROXY = """defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions"""


def patroni_settings(folder: Path, node: Node, etcd: str) -> str:
    """What a node is told, as a file."""
    data = folder / node.name
    at, rest = f"{node.host}:{node.port}", f"{node.host}:{node.rest}"
    anywhere = "0.0.0.0/0 scram-sha-256"
    told = {
        "scope": "combatlog",
        "name": node.name,
        # Not `etcd3`: with it Patroni before 3.0.3 lets a frozen primary take its lock back.
        "etcd": {"hosts": [etcd]},
        "restapi": {"listen": rest, "connect_address": rest},
        "bootstrap": {"dcs": SHARED, "initdb": [{"encoding": "UTF8"}, "data-checksums"]},
        "postgresql": {
            "listen": at,
            "connect_address": at,
            "data_dir": str(data / "data"),
            "bin_dir": str(BINARIES),
            "pgpass": str(data / "pgpass"),
            "authentication": {
                use: {"username": name, "password": SECRET} for use, name in USERS.items()
            },
            "parameters": {"unix_socket_directories": str(data)},
            "pg_hba": [
                "local all all trust",
                *(f"host {what} all {anywhere}" for what in ("all", "replication")),
            ],
        },
    }
    return json.dumps(told)


def proxy_settings(nodes: Sequence[Node], port: int) -> str:
    """What haproxy is told, as a file."""
    lines = [PROXY, f"  bind 127.0.0.1:{port}"]
    lines += [f"  server {n.name} {n.host}:{n.port} check port {n.rest}" for n in nodes]
    return "\n".join(lines) + "\n"
