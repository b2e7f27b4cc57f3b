"""The keys of a database: other, lost or new ones are refused, and nothing is written with them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from api.server.address_file import CannotServe
from api.server.serve import Installation, running_service
from api.service.service import Service
from api.store.core.errors import WrongKeys
from api.store.core.settings import Settings
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from api.transfer.import_combat import take_in
from api.transfer.write_export import export
from api.vault.key_check import BOUND, accept_keys, fingerprint, vault_for
from api.vault.key_files import Vault
from tests.support.architecture import ROOT
from tests.support.clients.http_client import rules
from tests.support.clients.real_server import MAIN, Served
from tests.support.combats.carried import elsewhere, fought
from tests.support.postgres import Dsn, url_of


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        found = f"sqlite:///{tmp_path}/combats.db"
    else:
        found = url_of(request.getfixturevalue("postgres_database"))
    migrate(Settings(found))
    return found


@pytest.fixture
def log(url: str) -> Iterator[CombatLog]:
    with open_log(Settings(url)) as opened_log:
        yield opened_log


def renewed(name: str) -> Callable[[Path], None]:
    def change(keys: Path) -> None:
        (keys / name).write_bytes(bytes(32))

    return change


DIFFERENT = {name: renewed(name) for name in BOUND}
LOST = {f"{name} lost": lambda keys, name=name: (keys / name).unlink() for name in BOUND}
ALL_OF_THEM: dict[str, Callable[[Path], None]] = {**DIFFERENT, **LOST, "all lost": shutil.rmtree}


@pytest.mark.sweep(share=2)
@pytest.mark.parametrize("change", ALL_OF_THEM.values(), ids=ALL_OF_THEM)
def test_other_keys_are_refused_and_none_are_made(
    log: CombatLog, tmp_path: Path, change: Callable[[Path], None]
):
    keys = tmp_path / "keys"
    before = Service(log, vault_for(log, keys), rules)
    change(keys)
    left = sorted(keys.glob("*"))
    with pytest.raises(WrongKeys, match="backup"):
        vault_for(log, keys)
    assert sorted(keys.glob("*")) == left
    assert set(log.fingerprints()) == set(BOUND)
    del before


def test_no_fingerprint_tells_a_key(log: CombatLog, tmp_path: Path):
    vault = vault_for(log, tmp_path / "keys")
    bound = log.fingerprints()
    for name in BOUND:
        key = (vault.folder / name).read_bytes()
        assert bound[name] == fingerprint(name, key) and key not in bound[name]


def test_of_two_hosts_that_begin_at_once_with_keys_of_their_own_one_serves(
    postgres_database: Dsn, tmp_path: Path
):
    url = url_of(postgres_database)
    migrate(Settings(url))
    logs = [open_log(Settings(url)) for _ in range(2)]
    vaults = [Vault(tmp_path / str(n)) for n in range(2)]
    Service(logs[0], vaults[0], rules)
    with pytest.raises(WrongKeys, match="are not of this database"):
        Service(logs[1], vaults[1], rules)
    for each in logs:
        each.close()


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_a_server_with_other_keys_does_not_start_and_says_what_to_do(
    postgres_database: Dsn, tmp_path: Path
):
    url = url_of(postgres_database)
    migrate(Settings(url))
    one = Served(tmp_path, database=url)
    try:
        for options in ((), ("--workers", "2")):
            one.options = options
            other = one.run(0, data=tmp_path / "other")
            _, said = other.communicate(timeout=60)
            assert other.returncode == 1
            assert "database was made with" in said and "copy it from the host that serves" in said
            assert not (tmp_path / "other/keys/master.key").exists()
        combat, (ana, _) = one.combat()
        assert one.client(ana, combat).says(type="roll", who="ana")["step"]
    finally:
        one.close()


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_commands_on_files_refuse_other_keys(tmp_path: Path):
    installation = Installation(tmp_path)
    with running_service(installation, samples=False):
        pass
    (tmp_path / "keys/master.key").write_bytes(bytes(32))
    for words in (
        "show combats",
        "admin rebuild --check",
        "admin rebuild",
        f"admin backup {tmp_path}/b.tar",
        "play fight.jsonl",
    ):
        command = [sys.executable, "-c", MAIN, *words.split(), "--data", str(tmp_path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert done.returncode != 0, words
        if not words.startswith("play"):
            assert "master.key is not of this database" in done.stderr, (words, done.stderr)
    assert not (tmp_path / "b.tar").exists()


def test_a_backup_with_keys_of_another_database_is_not_restored(tmp_path: Path):
    for name in ("one", "two"):
        with running_service(Installation(tmp_path / name), samples=False):
            pass
    shutil.copytree(tmp_path / "two/keys", tmp_path / "one/keys", dirs_exist_ok=True)
    with (
        pytest.raises(CannotServe, match="not of this database"),
        running_service(Installation(tmp_path / "one")),
    ):
        pass


def test_keys_that_are_lost_for_good_can_be_replaced_all_but_the_master(
    log: CombatLog, tmp_path: Path
):
    keys = tmp_path / "keys"
    vault_for(log, keys)
    for name in ("server.key", "signing.key"):
        (keys / name).unlink()
    assert accept_keys(log, keys) == ["server.key", "signing.key"]
    vault_for(log, keys)
    (keys / "master.key").write_bytes(bytes(32))
    with pytest.raises(WrongKeys):
        accept_keys(log, keys)


@pytest.fixture
def carried(log: CombatLog, tmp_path: Path) -> str:
    """A combat that came from elsewhere and brought its keys."""
    service = Service(log, vault_for(log, tmp_path / "keys"), rules)
    (tmp_path / "there").mkdir()
    with elsewhere(tmp_path / "there") as there:
        return take_in(service, export(there, fought(there), keyed=True)).combat


SPOIL: dict[str, Callable[[Path], object]] = {
    "lost": Path.unlink,
    "others": lambda file: file.write_text(file.read_text().replace("a", "b")),
}


@pytest.mark.sweep(share=2)
@pytest.mark.parametrize("change", SPOIL.values(), ids=SPOIL)
def test_keys_that_a_combat_brought_along_are_bound_as_well(
    log: CombatLog, tmp_path: Path, carried: str, change: Callable[[Path], object]
):
    keys = tmp_path / "keys"
    running = Service(log, vault_for(log, keys), rules)
    change(keys / f"combats/{carried}.json")
    for start in (lambda: vault_for(log, keys), lambda: running.combat(carried)):
        with pytest.raises(WrongKeys, match=f"combats/{carried}.json .* backup"):
            start()
    assert accept_keys(log, keys) == [f"combats/{carried}.json"]
    assert Service(log, vault_for(log, keys), rules).combat(carried).line.entries


def test_a_host_without_the_keys_that_a_combat_brought_does_not_open_it(
    log: CombatLog, tmp_path: Path, carried: str, url: str
):
    if not log.is_shared:
        pytest.skip("one process writes to an SQLite file")
    shutil.copytree(tmp_path / "keys", tmp_path / "other")
    (tmp_path / f"other/combats/{carried}.json").unlink()
    with pytest.raises(WrongKeys, match="copy it from the host"):
        vault_for(log, tmp_path / "other")


def test_a_host_that_runs_opens_it_once_the_keys_are_copied(
    log: CombatLog, tmp_path: Path, carried: str
):
    if not log.is_shared:
        pytest.skip("one process writes to an SQLite file")
    shutil.copytree(tmp_path / "keys", tmp_path / "other")
    host = Service(log, vault_for(log, tmp_path / "other"), rules)
    file = tmp_path / f"other/combats/{carried}.json"
    file.rename(file.with_suffix(".away"))
    with pytest.raises(WrongKeys, match="copy it from the host"):
        host.combat(carried)
    shutil.copytree(tmp_path / "keys", tmp_path / "other", dirs_exist_ok=True)
    assert host.combat(carried).line.entries


def test_keys_that_come_after_their_combat_are_bound_as_well(log: CombatLog, tmp_path: Path):
    service = Service(log, vault_for(log, tmp_path / "keys"), rules)
    (tmp_path / "there").mkdir()
    with elsewhere(tmp_path / "there") as there:
        name = fought(there)
        take_in(service, export(there, name))
        assert set(log.fingerprints()) == set(BOUND)
        assert take_in(service, export(there, name, keyed=True)).outcome == "keys taken"
    assert set(log.fingerprints()) == {*BOUND, f"combats/{name}.json"}


def test_a_log_that_is_open_for_reading_is_bound_to_nothing(tmp_path: Path):
    settings = Settings(f"sqlite:///{tmp_path}/combats.db")
    migrate(settings)
    with closing(open_log(settings, writing=False)) as log:
        vault_for(log, tmp_path / "keys", bind=False)
        assert log.fingerprints() == {}
