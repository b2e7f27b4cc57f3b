"""Who comes in after another has left: the dice of before, or everybody's leave for others."""

from __future__ import annotations

from typing import Any

import pytest

from api.evidence.bundle import bundle
from api.evidence.rebuild import Kept
from api.service.service import Service
from api.transfer.format import Spoilt
from api.transfer.import_combat import take_in
from domain import events as e
from domain.dice.fair_dice import FairDice
from tests.api.handlers.test_undo_requests import Going
from tests.support.clients.http_client import json_of, rules
from tests.support.combats.bundled import flaws
from tests.support.combats.carried import elsewhere, lines_of
from tests.support.combats.fair_play import LUCK, agrees, free, refusal, undoes
from tests.support.combats.proven import EYES, log_of
from tests.support.playing_service import forget_all


def newest(table: Going) -> Any:
    return log_of(table.service, table.combat)[-1].event


def rolls(table: Going, who: str = "ana") -> e.DiceRolled:
    table.rita.says(**{**LUCK, "who": who, "count": 9})
    rolled = newest(table)
    assert isinstance(rolled, e.DiceRolled)
    return rolled


def joins(table: Going, subject: str, side: str = "a", **more: Any) -> e.Joined:
    table.rita.says("join", subject=subject, side=side, **more)
    log = reversed(log_of(table.service, table.combat))
    return next(x.event for x in log if isinstance(x.event, e.Joined))


def leaves(table: Going, who: str = "ana") -> int:
    """Somebody leaves; the number of that entry."""
    said = table.rita.says("leave", who=who)
    return next(int(x["number"]) for x in said["entries"] if "left" in x["type"])


def plays(table: Going, *combatants: str) -> None:
    """The player of ana plays others as well."""
    table.rita.says("seat-change", seat="s1", role="player", combatants=list(combatants))


def verified(table: Going, folder: Any) -> None:
    service, name = table.service, table.combat
    Kept(service.log, service.vault, rules()).verify_log(name)
    with elsewhere(folder) as there:
        take_in(there, lines_of(service, name, keyed=True))
    for eyes in EYES.values():
        assert flaws(bundle(service, name, eyes)) == []


def found_by_all(table: Going, folder: Any, why: str) -> None:
    """The service, the import and everybody's archive find what a host has forged."""
    service, name = table.service, table.combat
    with pytest.raises(Exception, match=why):
        Kept(service.log, service.vault, rules()).verify_log(name)
    with elsewhere(folder) as there, pytest.raises(Spoilt, match=why):
        take_in(there, lines_of(service, name, keyed=True))
    for eyes in EYES.values():
        assert flaws(bundle(service, name, eyes)) != []


def rolled_and_undone(service: Service) -> tuple[Going, e.DiceRolled]:
    """Ana has rolled, which was taken back."""
    table = free(service)
    first = rolls(table)
    undoes(table.rita)
    return table, first


SWORD: dict[str, Any] = {"traits": {"sword": 3}}


def lacking(said: Any) -> list[str]:
    """Those who have left, and whose dice a newcomer would shift."""
    return [need["who"] for need in said["missing"]]


def test_another_with_the_same_sheet_rolls_the_dice_of_who_left(service: Service, tmp_path: Any):
    table, first = rolled_and_undone(service)
    leaves(table)
    assert joins(table, "twin").roller == 1
    again = rolls(table, "twin")
    assert (again.label, again.faces) == (first.label, first.faces)
    leaves(table, "twin"), joins(table, "ana")
    assert rolls(table).label.r == 1
    table.rita.says("rewind", how="jump", to=5)
    assert joins(table, "twin").roller == 1, "both have had this place"
    verified(table, tmp_path)


def test_another_of_the_same_player_does_so_with_another_sheet(service: Service, tmp_path: Any):
    table, first = rolled_and_undone(service)
    plays(table, "ana", "heir")
    leaves(table)
    assert joins(table, "heir", **SWORD).roller == 1
    assert rolls(table, "heir").faces == first.faces
    verified(table, tmp_path)


def test_a_creature_of_the_same_master_does_so(service: Service, tmp_path: Any):
    table = free(service)
    wolf = joins(table, "wolf", kind="creature", controller="ana", **SWORD)
    leaves(table, "wolf")
    assert joins(table, "bear", kind="creature", controller="ana").roller == wolf.roller
    assert joins(table, "lynx", kind="creature", controller="ana").roller == wolf.roller + 1
    verified(table, tmp_path)


def test_whose_place_it_is_the_service_says_and_nobody_else(service: Service):
    table = free(service)
    leaves(table)
    assert joins(table, "zed", "b", instead="ana", **SWORD).roller == 4


def test_anybody_else_comes_in_by_leave_of_all_or_in_another_round(service: Service, tmp_path: Any):
    table, first = rolled_and_undone(service)
    left = leaves(table)
    stranger: Any = {"type": "join", "subject": "zed", "side": "a", **SWORD}
    said = refusal(table.rita, **stranger)
    assert lacking(said) == ["ana"] and "ask the table" in said["detail"]
    table.bert.says("ask-fresh-dice", about=left)
    agrees(table.ana)
    assert lacking(refusal(table.rita, **stranger)) == ["ana"], "one leave is missing"
    agrees(table.rita)
    assert refusal(table.bert, type="ask-fresh-dice", about=left)["status"] == 409
    forget_all(service)
    assert joins(table, "zed", **SWORD).roller == 4
    assert rolls(table, "zed").faces != first.faces
    verified(table, tmp_path)


def test_nobody_else_comes_in_by_a_report(
    service: Service, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
):
    table, first = rolled_and_undone(service)
    leaves(table)
    stranger = {"what": "join", "subject": "zed", "side": "a", **SWORD}
    report: Any = {"type": "report", "source": "bot", "changes": [stranger]}
    assert lacking(refusal(table.rita, **report)) == ["ana"]
    with monkeypatch.context() as patch:
        patch.setattr(FairDice, "comes", lambda *_: None)
        table.rita.says(**report)
    assert rolls(table, "zed").faces != first.faces
    found_by_all(table, tmp_path, "somebody has left who rolled in this round")


def test_who_has_not_rolled_in_this_round_leaves_no_dice_behind(service: Service, tmp_path: Any):
    table = free(service)
    rolls(table, "bert")
    left = leaves(table)
    assert "has not rolled" in refusal(table.rita, type="ask-fresh-dice", about=left)["detail"]
    assert joins(table, "zed", **SWORD).roller == 4
    verified(table, tmp_path)


def test_a_roll_in_secret_is_no_reason_to_ask(service: Service):
    table = free(service)
    table.rita.says(**{**LUCK, "hidden": True})
    leaves(table)
    assert joins(table, "zed", **SWORD).roller == 4


def test_nobody_else_is_put_in_late_either(service: Service):
    table, _ = rolled_and_undone(service)
    leaves(table)
    table.rita.says(**{**LUCK, "who": "bert"})
    step = table.rita.read("events")["items"][-1]["step"]
    late = {"type": "join", "subject": "zed", "side": "a", **SWORD}
    said = table.rita.post(
        "commands",
        {"type": "correct", "how": "insert", "step": step, "command": late, "note": "!"},
        If_Match="*",
    )
    assert said.status_code == 409 and lacking(json_of(said)) == ["ana"], said.text


@pytest.mark.parametrize("more", [{}, SWORD], ids=["the same sheet", "the same player"])
def test_a_host_who_gives_the_next_number_instead_is_found(
    service: Service, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, more: Any
):
    table = free(service)
    plays(table, "ana", "heir" if more else "ana")
    leaves(table)
    with monkeypatch.context() as patch:
        patch.setattr(
            "domain.step.roster_changes.number_for", lambda roster, *_: roster.rollers() + 1
        )
        joins(table, "heir", **more)
    found_by_all(table, tmp_path, "not the number that is its turn")


def test_a_host_who_asks_nobody_for_leave_is_found(
    service: Service, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
):
    table, _ = rolled_and_undone(service)
    leaves(table)
    with monkeypatch.context() as patch:
        patch.setattr(FairDice, "comes", lambda *_: None)
        joins(table, "zed", **SWORD)
    found_by_all(table, tmp_path, "somebody has left who rolled in this round")
