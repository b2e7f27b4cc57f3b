"""Whether an installation is sound: ten checks, each with its result and what to do."""

from __future__ import annotations

import http.client
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.metadata import version
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

from api.evidence.rebuild import Kept
from api.server.address_file import running_at
from api.server.serve import Installation
from api.store.core.errors import StoreError
from api.store.open_log import check, open_log, risks
from api.vault.key_check import missing_keys, vault_for
from domain.rulesets import all_rulesets

Status = Literal["ok", "warning", "failed"]

LEAST_ROOM: Final = 1_000_000_000
"""Bytes that ought to be free on the disk of the data folder."""
NEWEST: Final = 5
"""Fights that are folded again, those that changed last."""


class Check(NamedTuple):
    """One check: what was looked at, whether it is sound, and what was found."""

    name: str
    status: Status
    says: str


Found = tuple[Status, str]


def checks(installation: Installation) -> Iterator[Check]:
    """Look at an installation, one thing after another; a failed look is a failed check."""
    for name, look in LOOKS.items():
        try:
            status, says = look(installation)
        except (StoreError, OSError, ValueError, http.client.HTTPException) as error:
            status, says = "failed", str(error)
        yield Check(name, status, says)


def _program(_: Installation) -> Found:
    return "ok", f"combatlog {version('combatlog')} with {len(all_rulesets())} games"


def _folder(installation: Installation) -> Found:
    if not os.access(installation.folder, os.R_OK | os.W_OK | os.X_OK):
        return "failed", f"{installation.folder} cannot be written; give its owner the right"
    return "ok", f"{installation.folder} can be written"


def _secrecy(installation: Installation) -> Found:
    keys = installation.folder / "keys"
    found = [path for path in keys.rglob("*") if path.is_file()]
    if open_ones := [path.name for path in found if path.stat().st_mode & 0o077]:
        files = ", ".join(sorted(open_ones))
        return "failed", f"others may read {files}: run `chmod -R go= {keys}`"
    return "ok", f"{len(found)} files of keys, for their owner alone"


def _room(installation: Installation) -> Found:
    free = shutil.disk_usage(installation.folder).free
    says = f"{free / 1e9:.1f} GB are free for {installation.folder}"
    return ("ok", says) if free >= LEAST_ROOM else ("warning", f"only {says}; free some")


def _database(installation: Installation) -> Found:
    check(installation.settings)
    with closing(open_log(installation.settings, writing=False)) as log:
        entries = log.last_position()
    kind = "PostgreSQL" if installation.settings.is_postgres else "the SQLite file"
    return "ok", f"{kind} has {entries} entries, and its tables fit this program"


def _durability(installation: Installation) -> Found:
    if found := risks(installation.settings):
        return "warning", " ".join(found)
    return "ok", "what is acknowledged outlives a crash and a failover"


def _keys(installation: Installation) -> Found:
    with closing(open_log(installation.settings, writing=False)) as log:
        vault_for(log, installation.folder / "keys", bind=False)
    return "ok", "the keys are those of the database"


def _imported_keys(installation: Installation) -> Found:
    with closing(open_log(installation.settings, writing=False)) as log:
        lacking = missing_keys(log, installation.folder / "keys")
    if missing := [name for name in lacking if name.startswith("combats/")]:
        return "failed", (
            f"{', '.join(missing)} missing: copy the folder of keys from the host that took the"
            " combats in"
        )
    return "ok", "the keys of all imported combats are here"


def _newest_fights(installation: Installation) -> Found:
    with closing(open_log(installation.settings, writing=False)) as log:
        vault = vault_for(log, installation.folder / "keys", bind=False)
        kept = Kept(log, vault, all_rulesets())
        listed = [row.combat for row in log.combats()]
        unlisted = set(log.names()).difference(listed)
        found = [kept.check_combat(combat) for combat in (*log.damaged, *listed[:NEWEST])]
    if flaws := [f"{each.combat}: {each.flaws[0].rstrip('.')}" for each in found if each.flaws]:
        return "failed", f"{'; '.join(flaws)}. See `combatlog admin rebuild --check`"
    if unlisted:
        few = "1 fight is" if len(unlisted) == 1 else f"{len(unlisted)} fights are"
        return "warning", f"{few} not on the list: start the server once"
    hold = "newest fight holds" if len(found) == 1 else f"{len(found)} newest fights hold"
    return "ok", f"the {hold}, seal by seal; `admin rebuild --check` does all"


def _server(installation: Installation) -> Found:
    if not (url := running_at(installation.folder)):
        return "ok", "no server runs on this folder"
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=10)
    with closing(connection):
        connection.request("GET", "/health/ready")
        status = connection.getresponse().status
    return ("ok" if status == 200 else "failed"), f"the server at {url} answers {status}"


LOOKS: Final[dict[str, Callable[[Installation], Found]]] = {
    "program": _program,
    "folder": _folder,
    "secrecy": _secrecy,
    "room": _room,
    "database": _database,
    "durability": _durability,
    "keys": _keys,
    "imported keys": _imported_keys,
    "newest fights": _newest_fights,
    "server": _server,
}
