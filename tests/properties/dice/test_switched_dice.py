"""Switched dice, open ones made again in secret or the other way: corrected, forged."""

from __future__ import annotations

from typing import Any

import pytest

from api.evidence.bundle import bundle
from api.evidence.rebuild import Kept
from api.service.service import Service
from api.transfer.format import Spoilt
from api.transfer.import_combat import take_in
from domain import events as e
from tests.api.handlers.test_undo_requests import Going
from tests.properties.dice.test_open_and_hidden_dice import rolls, verified
from tests.support.clients.http_client import rules
from tests.support.combats.bundled import flaws
from tests.support.combats.carried import elsewhere, lines_of
from tests.support.combats.fair_play import LUCK, free, undoes
from tests.support.combats.proven import log_of


def dice(table: Going) -> list[e.DiceRolled]:
    """Every roll of the log, in order."""
    log = log_of(table.service, table.combat)
    return [entry.event for entry in log if isinstance(entry.event, e.DiceRolled)]


def switched(table: Going, hidden: bool, count: int = 9) -> e.DiceRolled:
    """A roll that was undone and made again the other way, which stands."""
    first = rolls(table, not hidden, count=count)
    undoes(table.rita)
    again = rolls(table, hidden, count=count)
    assert (again.faces, again.key) == (first.faces, first.key)
    return again


def corrects(table: Going, how: str, step: int, **command: Any) -> None:
    """The referee corrects a step; `command` is what he puts there."""
    said = {"command": {**LUCK, **command}} if command else {}
    body = {"how": how, "step": step, "note": "!", **said}
    done = table.rita.post("commands", {"type": "correct", **body}, If_Match="*")
    assert done.status_code == 200, done.text


def newest_step(table: Going) -> int:
    return int(table.rita.read("events")["items"][-1]["step"])


# --- corrections ---------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [True, False], ids=["made hidden", "made open"])
def test_a_correction_that_switches_a_roll_keeps_its_face(
    service: Service, tmp_path: Any, hidden: bool
):
    table = free(service)
    first = rolls(table, not hidden, count=9)
    corrects(table, "amend", newest_step(table), hidden=hidden, count=9)
    again = dice(table)[-1]
    assert (again.faces, again.key, again.own) == (
        first.faces,
        first.key,
        "hidden" if hidden else "open",
    )
    assert rolls(table, hidden, count=9).faces != first.faces
    undoes(table.rita)
    undoes(table.rita)
    assert rolls(table, hidden, count=9).faces == first.faces
    verified(table, tmp_path)


@pytest.mark.parametrize("hidden", [True, False], ids=["made hidden", "made open"])
def test_a_switched_roll_is_kept_in_a_correction_with_its_place(
    service: Service, tmp_path: Any, hidden: bool
):
    """A roll before it is annulled; the next one has other dice than it and than that one."""
    table = free(service)
    first = rolls(table, hidden, count=9)
    step = newest_step(table)
    second = switched(table, hidden)
    corrects(table, "annul", step)
    kept = dice(table)[-1]
    assert (kept.faces, kept.own_r) == (second.faces, 1)
    third = rolls(table, hidden, count=9).faces
    assert third not in (first.faces, second.faces)
    verified(table, tmp_path)


# --- forged --------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [True, False], ids=["made hidden", "made open"])
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"own": "", "own_r": 0}, "it is made under the key .*, and does not say so"),
        ({"own_r": 1}, "it is said to be roll 1 there, and is roll 0"),
    ],
)
def test_a_host_who_forges_where_a_roll_was_made_is_found(
    service: Service,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    hidden: bool,
    said: Any,
    why: str,
):
    """By the service, by the import, and by the archive of whoever may see the roll."""
    table, rolled = free(service), "domain.dice.fair_dice.FairDice.roll_as_shown"
    rolls(table, not hidden)
    undoes(table.rita)
    with monkeypatch.context() as patch:
        patch.setattr(rolled, lambda self, event: event.model_copy(update=said))
        rolls(table, hidden)
    with pytest.raises(Exception, match=why):
        Kept(service.log, service.vault, rules()).verify_log(table.combat)
    with elsewhere(tmp_path) as there, pytest.raises(Spoilt, match=why):
        take_in(there, lines_of(service, table.combat, keyed=True))
    assert flaws(bundle(service, table.combat)) != []


def test_a_host_who_lets_an_open_roll_fall_anew_is_found(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    """Its dice stand in secret; under its own label it would have others."""
    table = free(service)
    rolls(table, True)
    for hidden in (False, True):
        undoes(table.rita)
        rolls(table, hidden)
    with monkeypatch.context() as patch:
        patch.setattr(
            "domain.dice.shown_faces.Shown.bound_as", lambda self, own, mine, theirs: (own, mine)
        )
        rolls(table, False)
    assert flaws(bundle(service, table.combat)) != []
    with pytest.raises(Exception, match="not those of the key 'hidden'"):
        Kept(service.log, service.vault, rules()).verify_log(table.combat)
