"""What is grown fast is a log like any other: whole, sealed, and opened as the service's own."""

from __future__ import annotations

from pathlib import Path
from random import Random

from api.evidence.rebuild import Kept
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain.state.combat import state_hash
from tests.benchmarks.growing import grow
from tests.support.games.toy import TOY
from tests.support.playing_service import opened, play


def start(folder: Path) -> Service:
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    return Service(open_log(settings), Vault(folder / "keys"), lambda: {"toy": TOY})


def test_a_grown_combat_is_verified_and_goes_on(tmp_path: Path):
    service = start(tmp_path)
    name = opened(service)
    grow(service, name, 1_200, Random(1))
    was = service.combat(name)
    service.close()
    again = start(tmp_path)
    combat = again.combat(name)
    assert combat.line.entries == was.line.entries == again.log.last_seq(name) >= 1_200
    assert (state_hash(combat.head), combat.chain) == (state_hash(was.head), was.chain)
    verifier = Kept(again.log, again.vault, {"toy": TOY}).verify_log(name)
    assert state_hash(verifier.head) == state_hash(combat.head)
    play(again, name, Random(2), 20)
    assert combat.line.entries > was.line.entries
    again.close()
