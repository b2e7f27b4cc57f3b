"""Golden transcripts of the samples; `python -m tests.support.goldens.samples` writes them anew.

A transcript is what the log tells a player. Read the difference before you commit it: it is the
story that the table will read.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from api.combats.open_combat import OpenCombat
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.transfer.samples import FOLDER, load_sample, name_of
from api.vault.key_files import Vault
from domain.rulesets import all_rulesets
from tests.printed_story import transcript
from tests.support.made_once import made_once

FIGHTS = sorted(FOLDER.glob("*/*/fight.jsonl"))


def service_in(folder: Path) -> Service:
    """A service on an empty database in a folder; its clock stands still."""
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    log = open_log(settings)
    return Service(log, Vault(folder / "keys"), all_rulesets, now=lambda: 1_700_000_000_000)


def sample_in(folder: Path, fight: Path) -> tuple[Service, str]:
    """Return a service with one sample loaded, and the name of its combat.

    It is played once and copied from then on, which is quicker.
    """

    def play(there: Path) -> None:
        service = service_in(there)
        load_sample(service, fight)
        service.close()

    name = name_of(fight)
    shutil.copytree(made_once(name, play), folder, dirs_exist_ok=True)
    return service_in(folder), name


def told(combat: OpenCombat) -> str:
    """The whole story of a combat, as the referee reads it."""
    return transcript(combat.entries(1, combat.line.entries), combat.rules)


def write() -> None:
    """Play every sample and write its transcript beside it."""
    for fight in FIGHTS:
        with TemporaryDirectory() as folder:
            service = service_in(Path(folder))
            name = load_sample(service, fight)
            fight.with_name("transcript.txt").write_text(told(service.combat(name)), "utf-8")
            service.close()


if __name__ == "__main__":
    write()
