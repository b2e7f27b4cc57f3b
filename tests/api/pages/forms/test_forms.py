"""No wrong options: whatever a page offers, filled in as the page allows it, is accepted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.pages.forms.fields import command_from_form
from api.pages.table.pool_by_hand import POOL_BY_HAND
from api.server.app import create_app
from api.service.service import OPERATOR, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain import commands as c
from domain.engine.decide import decide
from domain.ruleset.ruleset import Ruleset
from domain.rulesets import all_rulesets
from tests.support.clients.html_reader import Form, Reader, Sheet
from tests.support.fights.age_of_magic import COGAN, MAN, URLIK
from tests.support.playing_service import say

pytestmark = pytest.mark.sweep(share=4)

TOYS = ("toy", "counters", "responses", "simultaneous", "stopping", "melee", "delay")
SIX = {"ap": 6, "wounds": 9, "life": 5, "scrolls": 2}
PEOPLE = (("ana", "a"), ("bo", "a"), ("cy", "b"), ("di", "b"))
SHEETS: dict[str, tuple[dict[str, Any], ...]] = {"age-of-magic": (COGAN, URLIK, MAN, URLIK)}
STEPS = {"melee": 8}
"""How long a fight goes on, where not fifteen steps: a deck may come to its end."""


def rules() -> dict[str, Ruleset]:
    """The games of the service, and the toys."""
    found = {toy: getattr(import_module(f"tests.support.games.{toy}"), toy.upper()) for toy in TOYS}
    return {**all_rulesets(), **found}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with the toys on it."""
    folder: Path = tmp_path_factory.mktemp("forms")
    found = Settings(f"sqlite:///{folder}/combats.db")
    migrate(found)
    service = Service(open_log(found), Vault(folder / "keys"), rules)
    yield service
    service.close()


def opened(service: Service, game: str) -> str:
    """A fight of two against two, or a pair where the game wants armies of another size."""
    name = service.open(c.Open(ruleset=game, title=game)).combat.name
    sheets = SHEETS.get(game, (SIX,) * 4)
    for (who, side), traits in zip(PEOPLE, sheets, strict=True):
        known = traits if game in (*SHEETS, "counters", "simultaneous") else {}
        say(service, name, c.Join(subject=who, side=side, traits=dict(known)))
    return name


def is_deed(form: Form) -> bool:
    """True for what the game offers, and not for words beside it or a pool changed by hand."""
    beside = ("note", POOL_BY_HAND)
    said = form.hidden.get("command", "")
    return form.action.endswith("/act") and not any(f'"{each}"' in said for each in beside)


def check_all(service: Service, name: str, page: Sheet, chance: random.Random) -> None:
    """Every form of the table, filled in at random, would be accepted."""
    combat = service.combat(name)
    for form in page.forms:
        if is_deed(form):
            said = form.at_random(chance)
            command = command_from_form(said)
            # Of several at once, the others are decided when the first is done.
            first = command["commands"][0] if command["type"] == "all" else command
            decide(
                combat.head,
                c.COMMAND.validate_python(first),
                combat.rules,
                combat.luck.dice,
                combat.line.steps + 1,
                OPERATOR,
            )


@pytest.mark.parametrize("game", [*TOYS, "age-of-magic"])
@settings(max_examples=2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_whatever_a_page_offers_is_accepted(service: Service, game: str, seed: int):
    chance, name = random.Random(seed), opened(service, game)
    reader = Reader(create_app(service), service.vault.operator_token())
    for _ in range(STEPS.get(game, 15)):
        page = reader.reads(f"/combats/{name}")
        check_all(service, name, page, chance)
        acts = [form for form in page.forms if is_deed(form)]
        if not acts:
            break
        form = chance.choice(acts)
        answer = reader.sends(form, form.at_random(chance))
        assert answer.status_code == 303, (form.button, Sheet(answer.text).words)
    assert service.combat(name).line.steps > len(PEOPLE) + 1


def test_of_many_who_may_do_much_only_the_first_are_spread_out(service: Service):
    name = opened(service, "age-of-magic")
    reader = Reader(create_app(service), service.vault.operator_token())
    at = f"/combats/{name}"
    for button in (
        "Begin the first combat turn",
        *["Roll for all"] * 2,
        "Take the phase now",
        "Move",
    ):
        page = reader.reads(at)
        if "comes first?" in page.words:
            reader.sends(page.form("A die for each"))
            page = reader.reads(at)
        assert reader.sends(page.form(button)).status_code == 303
    page = reader.reads(at)
    assert "Others:Di" in page.words
