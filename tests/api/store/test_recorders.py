"""The storage library's own tests, run on our recorders: its ports hold what they promise."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from uuid import uuid4

import pytest
from eventsourcing.persistence import ApplicationRecorder, TrackingRecorder

from api.store.core.settings import Settings
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from tests.api.store.test_log import postgres_settings, sqlite_settings
from tests.support import postgres

# The module of the tests also imports a cipher, whose package is not needed for anything here.
_cipher = ModuleType("eventsourcing.cipher")
_cipher.AESCipher = object  # type: ignore[attr-defined]
with pytest.MonkeyPatch.context() as patched:
    patched.setitem(sys.modules, "eventsourcing.cipher", _cipher)
    from eventsourcing.tests import persistence as shipped


class _OnALog:
    """A fresh log for every test; ids of streams are strings."""

    log: CombatLog

    def create_recorder(self) -> ApplicationRecorder:
        return self.log.recorder

    def new_originator_id(self) -> str:
        return str(uuid4())


def opened(settings: Settings) -> Iterator[CombatLog]:
    migrate(settings)
    with open_log(settings) as log:
        yield log


class _OnSQLite(_OnALog):
    @pytest.fixture(autouse=True)
    def _fresh(self, tmp_path: Path) -> Iterator[None]:
        for self.log in opened(sqlite_settings(tmp_path, wait=30)):
            yield


class _OnPostgres(_OnALog):
    @pytest.fixture(autouse=True)
    def _fresh(self, postgres_database: postgres.Dsn) -> Iterator[None]:
        for self.log in opened(postgres_settings(postgres_database, wait=30)):
            yield


class TestSQLiteRecorder(_OnSQLite, shipped.ApplicationRecorderTestCase):
    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestPostgresRecorder(_OnPostgres, shipped.ApplicationRecorderTestCase):
    # A position that was drawn for a step which failed is not drawn again.
    EXPECT_CONTIGUOUS_NOTIFICATION_IDS = False

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestSQLitePositions(_OnSQLite, shipped.NonInterleavingNotificationIDsBaseCase):
    pass


class TestPostgresPositions(_OnPostgres, shipped.NonInterleavingNotificationIDsBaseCase):
    pass


class _Tracking(_OnALog):
    """The library's own tracking recorders, which projections use, on our datastores."""

    def create_recorder(self) -> TrackingRecorder:  # type: ignore[override]
        recorder = self.log.factory.tracking_recorder()
        recorder.create_table()  # type: ignore[attr-defined]
        return recorder


class TestSQLiteTracking(_Tracking, _OnSQLite, shipped.TrackingRecorderTestCase):
    pass


class TestPostgresTracking(_Tracking, _OnPostgres, shipped.TrackingRecorderTestCase):
    pass
