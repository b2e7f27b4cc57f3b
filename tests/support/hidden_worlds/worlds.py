"""Worlds: fights that differ in hidden things alone, with the same keys, clock and chance."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from tests.support.hidden_worlds.fixed_clock import Tape
from tests.support.hidden_worlds.world import Secrets, World


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., World]]:
    """Makes worlds in a folder of their own."""
    with worlds_in(tmp_path_factory.mktemp("worlds")) as make:
        yield make


@contextmanager
def worlds_in(folder: Path) -> Iterator[Callable[..., World]]:
    """Makes worlds with the same keys, clock and chance; one that was made is given again."""
    Vault(folder / "keys").operator_token()
    made: dict[tuple[Secrets, type[World]], World] = {}
    with pytest.MonkeyPatch.context() as patch:
        # Chance alone is in the key of a form, and nothing of a fight.
        patch.setattr("api.pages.layout.render.new_key", lambda: 32 * "0")
        # Beats come by the clock, which stands still here: how fast one is played is no secret.
        patch.setattr("api.web.live.sse.clock", lambda: 0.0)
        # However slow the machine is, all is counted before a campaign is read.
        patch.setattr("api.web.routes.catalogue.PATIENCE", 60.0)

        def make(secrets: Secrets, kind: type[World] = World) -> World:
            if (secrets, kind) not in made:
                tape = Tape()
                patch.setattr("api.vault.text_sealing.secrets", tape)
                patch.setattr("api.vault.key_files.secrets", tape)
                made[secrets, kind] = kind(_begun(folder, len(made), kind, tape), tape, secrets)
            return made[secrets, kind]

        yield make
        # While the clock still stands: what listens ends here, and asks nothing more of the log.
        for world in made.values():
            world.table.app.extensions["live"].hang_up()
            for stream in world.listening:
                stream.until_ended()
            world.table.service.close()


def _begun(folder: Path, number: int, kind: type[World], tape: Tape) -> Service:
    """A service of its own for a world, with the keys that all have."""
    own = folder / f"world{number}"
    shutil.copytree(folder / "keys", own / "keys")
    settings = Settings(f"sqlite:///{own}/combats.db")
    migrate(settings)
    return Service(open_log(settings), Vault(own / "keys"), kind.rules, tape.now, tape.new_id)
