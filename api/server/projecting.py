"""The projection of campaigns as a process of its own, beside servers and others like it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

from api.campaigns.projector import Projector
from api.combats.registry import OpenCombats
from api.server.serve import Installation, explain_errors
from api.store.campaigns.open_records import open_records
from api.store.log import CombatLog
from api.store.open_log import open_log
from api.vault.key_check import vault_for
from domain.rulesets import all_rulesets


class Counted(NamedTuple):
    """What a projection came to: how many fights have a record, and whether all is counted."""

    fights: int
    is_counted: bool


class Projecting(NamedTuple):
    """A projection and the log that it follows."""

    log: CombatLog
    projector: Projector

    def begin_anew(self) -> None:
        """Forget all records, so that they are made anew by whoever follows the log."""
        with explain_errors(), open_records(self.log.settings) as records:
            records.begin_anew()

    def counted(self, seconds: float) -> Counted:
        """Wait until all that is in the log now is counted, at most so long."""
        with explain_errors():
            is_counted = self.projector.wait(seconds)
            with open_records(self.log.settings) as records:
                return Counted(len(records.all()), is_counted)


@contextmanager
def projecting(installation: Installation) -> Iterator[Projecting]:
    """The projection of an installation, whose log is only read; raises CannotServe."""
    with explain_errors():
        log = open_log(installation.settings, writing=False)
    with closing(log):
        with explain_errors():
            vault = vault_for(log, installation.folder / "keys", bind=False)
        projector = Projector(log, OpenCombats(log, vault, all_rulesets), gently=False)
        try:
            yield Projecting(log, projector)
        finally:
            projector.stop()
