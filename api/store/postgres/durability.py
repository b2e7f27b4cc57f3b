"""How a PostgreSQL could lose steps that were acknowledged, by its settings and its standbys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

STATE: Final = """
    SELECT current_setting('fsync') = 'on', current_setting('full_page_writes') = 'on',
        current_setting('synchronous_commit'), current_setting('synchronous_standby_names') <> '',
        (SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' OR state IS NULL)
"""
"""Without the role `pg_monitor` a standby is seen, but not what it does."""


class Durability(NamedTuple):
    """What a server does before it says that something is stored; the columns of `STATE`.

    `has_synchronous` says whether one of the standbys has to have it.
    """

    flushes: bool
    writes_full_pages: bool
    synchronous_commit: str
    has_synchronous: bool
    standbys: int

    def risks(self) -> Iterator[str]:
        """How acknowledged steps could be lost, and what to do about each."""
        if not self.flushes:
            yield "`fsync` is off: a crash of the machine loses steps. Set `fsync = on`."
        if not self.writes_full_pages:
            yield "`full_page_writes` is off: a crash of the machine may damage data. Set it on."
        if self.synchronous_commit == "off":
            yield "`synchronous_commit` is off: a crash loses the last steps. Set it to on."
        if self.standbys and (not self.has_synchronous or self.synchronous_commit == "local"):
            yield (
                "Standbys follow, but none has to have a step before it is acknowledged: a failover"
                " may lose steps. Set `synchronous_mode: true` in Patroni, elsewhere"
                " `synchronous_standby_names`, with `synchronous_commit = on`."
            )
