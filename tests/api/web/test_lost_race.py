"""A command of which another process's came first: what its sender is told."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from api.service.service import Receipt, Request, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain import commands as c
from tests.support.clients.http_client import Table, json_of, rules
from tests.support.playing_service import say
from tests.support.postgres import Dsn, url_of

MOVE = {"type": "act", "who": "ana", "manoeuvre": "move"}


def test_who_loses_a_race_is_told_what_he_missed(
    postgres_database: Dsn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    url = url_of(postgres_database)
    migrate(Settings(url))
    with ExitStack() as stack:
        one, rival = (
            stack.enter_context(closing(Service(open_log(Settings(url)), Vault(tmp_path), rules)))
            for _ in range(2)
        )
        table, carry_out = Table.laid(one), one.say
        head = table.ana.head()

        def say_second(name: str, request: Request) -> Receipt:
            say(rival, name, c.Roll(who="bert"))
            return carry_out(name, request)

        monkeypatch.setattr(one, "say", say_second)
        refused = table.ana.post("commands", MOVE, If_Match=f'"{head}"')
        assert refused.status_code == 412
        missed = json_of(refused)["missed"]
        assert [entry["type"] for entry in missed] == ["combat.dice-rolled/1"]
        assert json_of(refused)["head"] == table.ana.head() != head
