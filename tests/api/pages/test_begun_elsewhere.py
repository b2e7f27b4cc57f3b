"""A combat that was begun elsewhere, on its pages: read, until the referee goes on with it."""

from __future__ import annotations

from pathlib import Path

from api.server.app import create_app
from api.service.service import Service
from api.transfer.import_combat import take_in
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.combats.carried import elsewhere, lines_of


def test_the_referee_goes_on_with_it_on_its_page(service: Service, tmp_path: Path):
    combat = Table.laid(service).combat
    at = f"/combats/{combat}"
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, combat))
        operator = Reader(create_app(there), there.vault.operator_token())
        page = operator.reads(at)
        assert "Begun elsewhere It is only read here until the referee goes on" in page.words
        assert "Undo the last step" not in page.text and "What now?" not in page.words
        dice = operator.reads(f"{at}/dice")
        assert "Its dice get new keys then, for all to see" in dice.words
        assert operator.sends(dice.form("Go on here")).status_code == 303
        dice = operator.reads(f"{at}/dice")
        assert (
            "Since it goes on elsewhere (era 2): only the server's randomness is used" in dice.words
        )
        assert "Secrets for the next round" in dice.words
        page = operator.reads(at)
        assert "It is only read here" not in page.words
        assert "The fight came from another server and goes on here" in page.words
        assert there.combat(combat).table.salts.era == 2
        audit = operator.reads(f"{at}/audit").words
        assert "new keysthe operatorThe fight came from another server" in audit
