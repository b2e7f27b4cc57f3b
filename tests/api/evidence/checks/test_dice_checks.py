"""Whoever holds the log and the keys finds the die that is not what it was bound to."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from api.evidence.archive_checks import check_archive
from api.evidence.bundle import bundle
from api.evidence.rebuild import Kept
from api.service.service import Service
from api.transfer.read_export import read
from domain.dice.fair_dice import FairDice
from domain.dice.shown_faces import Shown
from domain.events import DiceRolled
from domain.state.roster import Roster
from domain.step.rolling import Chance
from tests.api.handlers.test_undo_requests import Going
from tests.support.combats.carried import lines_of
from tests.support.combats.fair_play import agrees, free, last, opens, rolls, salts, undoes
from tests.support.combats.proven import EYES


def flaw(table: Going) -> str:
    """The first thing that is wrong with the log, empty where nothing is."""
    service = table.service
    checked = Kept(service.log, service.vault, service.rulesets()).check_combat(table.combat)
    return "; ".join(checked.flaws)


def fought(service: Service) -> Going:
    """Undone, typed, fresh and salted dice, and a round that is played twice."""
    table = free(service)
    rolls(table.ana, count=3)
    at = last(table.ana)
    undoes(table.ana)
    rolls(table.ana, count=4, sides=6)
    undoes(table.ana)
    table.ana.says("ask-fresh-dice", about=at)
    agrees(table.bert), agrees(table.rita)
    rolls(table.ana, count=2)
    rolls(table.bert, who="bert", faces={"loose": [5]})
    undoes(table.ana)
    rolls(table.bert, who="bert", sides=6, count=2)
    salts(table, "ana", "bert")
    opens(table, "ana")
    for who in ("ana", "bert", "cleo"):
        table.operator.says("answer", who=who, about="turn", choice="end")
    table.operator.says("answer", who="referee", about="round", choice="begin")
    rolls(table.ana, count=2)
    rolls(table.rita, who="referee", hidden=True)
    return table


def test_honest_dice_are_found_to_be_so_with_the_keys_and_without(service: Service):
    table = fought(service)
    assert flaw(table) == ""
    table.rita.says("end"), table.rita.says("reveal-keys")
    assert flaw(table) == ""
    export = read(lines_of(service, table.combat))
    assert set(export.log.bonds.revealed) == {"open"}
    rolls_made = [x for x in export.log.entries if isinstance(x.event, DiceRolled)]
    assert len(rolls_made) == 7


@contextmanager
def cheating(monkeypatch: pytest.MonkeyPatch, of: type, name: str, does: Any) -> Iterator[None]:
    """While it lasts, the host's own program does something else."""
    with monkeypatch.context() as patch:
        patch.setattr(of, name, does)
        yield


def test_a_host_who_lets_other_dice_fall_is_found(service: Service, monkeypatch):
    table = free(service)
    with cheating(monkeypatch, FairDice, "faces", lambda *_: (20,)):
        for _ in range(3):
            rolls(table.ana)
    assert "its dice are not those that they were bound to" in flaw(table)


def test_a_host_who_replaces_typed_faces_after_an_undo_is_found_without_any_key(
    service: Service, monkeypatch
):
    table = free(service)
    rolls(table.ana, faces={"loose": [3]})
    undoes(table.ana)
    with cheating(monkeypatch, FairDice, "roll_as_shown", lambda self, event: event):
        rolls(table.ana, faces={"loose": [18]})
    assert flaw(table).endswith("its dice show 18 of 20, but had shown 3 of 20")


def test_a_host_who_picks_a_luckier_label_is_found_without_any_key(service: Service, monkeypatch):
    table = free(service)
    due, more = Chance.label_of, itertools.count(1)

    def luckier(self: Chance, throw: Any) -> Any:
        return due(self, throw).model_copy(update={"r": next(more)})

    with cheating(monkeypatch, Chance, "label_of", luckier):
        rolls(table.ana)
    assert flaw(table).endswith("its dice belong to roll 1, and this is roll 0")


def test_a_host_who_grants_fresh_dice_to_himself_is_found(service: Service, monkeypatch):
    table = free(service)

    def fresh(self: Shown, key: str, label: Any) -> Any:
        return label.model_copy(update={"fresh": 1})

    with cheating(monkeypatch, Shown, "fresh_label", fresh):
        rolls(table.ana)
    assert flaw(table).endswith("it fell anew 1 times, and the table agreed to 0")


def test_a_host_who_lets_a_dummy_in_first_is_found(service: Service, monkeypatch):
    table = free(service)
    rolls(table.bert, who="bert")
    table.ana.says("rewind", how="jump", to=5)
    with cheating(monkeypatch, FairDice, "comes", lambda *_: None):
        table.operator.says("join", subject="dummy", side="a")
    assert flaw(table).endswith("its dice were shown for ana")


def test_a_host_who_gives_a_newcomer_a_luckier_number_is_found(service: Service, monkeypatch):
    table = free(service)
    with cheating(monkeypatch, Roster, "rollers", lambda self: 16):
        table.operator.says("join", subject="dora", side="a")
    assert flaw(table).endswith("it has not the number that is its turn")


def test_a_host_who_takes_a_salt_after_others_were_opened_is_found(service: Service, monkeypatch):
    table = free(service)
    salts(table, "ana")
    opens(table, "ana")
    with monkeypatch.context() as patch:
        patch.setattr("domain.table.table.may_commit", lambda *_: None)
        salts(table, "bert")
    assert flaw(table).endswith("a salt was committed to when others were open already")


def test_a_bundle_of_honest_dice_holds_for_everybody(service: Service):
    table = fought(service)
    for eyes in EYES.values():
        assert check_archive(bundle(service, table.combat, eyes)).flaws == []
    table.rita.says("end"), table.rita.says("reveal-keys")
    for eyes in EYES.values():
        report = check_archive(bundle(service, table.combat, eyes))
        assert report.flaws == [] and report.dice > 5


def test_a_host_who_reveals_another_key_is_found(service: Service, monkeypatch: pytest.MonkeyPatch):
    table = free(service)
    rolls(table.ana), table.rita.says("end")
    luck = service.combat(table.combat).luck
    monkeypatch.setattr(luck, "all_keys", lambda: {"open": bytes(32)})
    table.rita.says("reveal-keys")
    assert "the key of 'open' that was revealed is not the one committed to" in flaw(table)


@pytest.mark.parametrize("name", ["open@2", "open@two", "open@99999999999", "@", "cards:9"])
def test_a_key_that_nobody_was_bound_to_is_found(
    service: Service, monkeypatch: pytest.MonkeyPatch, name: str
):
    table = free(service)
    rolls(table.ana), table.rita.says("end")
    luck = service.combat(table.combat).luck
    monkeypatch.setattr(luck, "all_keys", lambda: {name: bytes(32)})
    table.rita.says("reveal-keys")
    assert f"the key of {name!r} that was revealed is not the one committed to" in flaw(table)


def test_what_is_no_key_is_revealed_as_none(service: Service, monkeypatch: pytest.MonkeyPatch):
    table = free(service)
    rolls(table.ana), table.rita.says("end")
    monkeypatch.setattr(service.vault, "key", lambda *_: Unwritten())
    entry = last(table.ana)
    table.rita.says("reveal-keys")
    monkeypatch.undo()
    assert flaw(table).startswith(f"entry {entry + 1}: the key of ")


class Unwritten(bytes):
    """A key that a cheating host writes otherwise."""

    def hex(self, *_: Any) -> str:
        return "nobody knows"
