"""Combats to be carried: a toy fight with everything that an export may hold, and other places."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.transfer.write_export import export
from api.vault.key_files import Vault
from domain import commands as c
from domain.state.viewer import Viewer
from tests.support.clients.http_client import rules
from tests.support.playing_service import opened, say

ANNA = Viewer("p1", "player", ("ana",))


def fought(service: Service) -> str:
    """A fight with an undone step, a hidden roll, a lurker, words, and a second seat."""
    name = opened(service)
    say(service, name, c.SeatOpen(person="Björk Ó", role="spectator"))
    say(service, name, c.Act(who="ana", manoeuvre="move", params={"beside": ["bert"]}), ANNA)
    say(service, name, c.PassAll())
    say(service, name, c.Roll(who="ana", sides=20, note="for luck"), ANNA)
    say(service, name, c.Rewind(how="undo"))
    say(service, name, c.Roll(who="referee", sides=20, hidden=True))
    say(service, name, c.Join(subject="lurker", side="b", hidden=True))
    say(service, name, c.Note(note='What a "parry"!\nWell…', about=4), ANNA)
    return name


@contextmanager
def elsewhere(folder: Path, name: str = "elsewhere") -> Iterator[Service]:
    """An empty installation with keys of its own."""
    settings = Settings(f"sqlite:///{folder / name}/combats.db")
    (folder / name).mkdir(exist_ok=True)
    migrate(settings)
    ticks = iter(range(1_950_000_000_000, 1_990_000_000_000, 1000))
    service = Service(open_log(settings), Vault(folder / name / "keys"), rules, lambda: next(ticks))
    try:
        yield service
    finally:
        service.close()


def lines_of(service: Service, name: str, *, keyed: bool = False) -> list[bytes]:
    """An export, line by line."""
    return list(export(service, name, keyed=keyed))


def forged(lines: Sequence[bytes], line: int, old: str, new: str) -> list[bytes]:
    """An export with something else in one line, and all its sums made to fit again."""
    said = [
        json.dumps(_without_sum(each), ensure_ascii=False, separators=(",", ":")) for each in lines
    ]
    assert old in said[line - 1]
    said[line - 1] = said[line - 1].replace(old, new, 1)
    return summed(said)


def summed(contents: Sequence[str]) -> list[bytes]:
    """Lines with the sums that they ought to have."""
    running, found = hashlib.sha256(), []
    for content in contents:
        running.update(content.encode())
        found.append(f'{content[:-1]},"sum":"{running.hexdigest()}"}}\n'.encode())
    return found


def _without_sum(line: bytes) -> dict[str, object]:
    said: dict[str, object] = json.loads(line)
    del said["sum"]
    return said


def is_empty(service: Service) -> bool:
    """Whether nothing at all was stored."""
    log, keys = service.log, service.vault.folder / "combats"
    tables = ("keys", "catalogue", "texts", "people", "secrets", "openings", "checkpoints", "lines")
    counted = [log.tables.fetch(f"SELECT COUNT(*) FROM {table}")[0][0] for table in tables]
    return not any(counted) and not log.names() and not (keys.exists() and any(keys.iterdir()))


def relined(data: bytes) -> list[bytes]:
    """The lines of a file."""
    return data.splitlines(keepends=True)
