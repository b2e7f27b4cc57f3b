"""Dice of several sizes in one roll: bound by one label, proven die by die, kept after an undo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from api.service.service import Service
from domain.events import DiceRolled
from tests.api.evidence.checks.test_dice_checks import flaw
from tests.api.handlers.test_undo_requests import Going
from tests.support.combats.fair_play import free, refusal, rolls, undoes
from tests.support.combats.javascript_checker import in_javascript
from tests.support.combats.proven import log_of
from tests.support.tampering.edited import Bundle
from tests.support.tampering.edited_sealed import resealed


def mixed(table: Going, dice: str = "2d20kh1+1d4+3", **more: Any) -> Any:
    """What a roll of several sizes came to."""
    return rolls(table.ana, dice=dice, **more)["event"]


def faces(rolled: Any) -> list[int]:
    """Every face of a roll, in order."""
    return [face for group in (rolled, *rolled["more"]) for face in group["faces"]]


@pytest.fixture
def played(service: Service) -> Going:
    """Rolls of several sizes: undone and made again of others, typed, bare, and in a correction."""
    table = free(service)
    mixed(table)
    undoes(table.ana)
    mixed(table, "1d6+3d10kl2-1d4")
    mixed(table, "1d20+1d8", faces={"loose": [11, 5]})
    mixed(table, "1d20+5", total=18)
    mixed(table, "2d6+2d8")
    table.operator.says("end"), table.operator.says("reveal-keys")
    return table


def test_the_service_keeps_the_highest_and_adds_every_size(service: Service):
    rolled = mixed(free(service), target=15)
    high, low = sorted(rolled["faces"], reverse=True)
    assert (rolled["kept"], rolled["dropped"], rolled["target"]) == ([high], [low], 15)
    assert rolled["total"] == high + rolled["more"][0]["faces"][0] + 3


def test_a_die_is_as_high_or_low_on_another_size_after_an_undo(service: Service):
    table = free(service)
    first = faces(mixed(table))
    undoes(table.ana)
    assert faces(mixed(table)) == first
    undoes(table.ana)
    again = mixed(table, "1d20+1d20+1d4")
    assert faces(again) == first
    undoes(table.ana)
    wrong = [face % 20 + 1 for face in first[:2]]
    assert (
        "were shown before"
        in refusal(table.ana, type="roll", who="ana", dice="2d20", faces={"loose": wrong})["detail"]
    )


def test_a_bare_total_does_not_stand_for_dice_that_were_shown(service: Service):
    table = free(service)
    shown = faces(mixed(table))
    undoes(table.ana)
    said = refusal(table.ana, type="roll", who="ana", total=20)
    assert "Dice were shown for this before" in said["detail"]
    assert faces(mixed(table)) == shown


def test_a_bare_total_uses_up_no_dice(service: Service):
    table = free(service)
    assert mixed(table, "1d20+5", total=18)["lost"]
    shown = faces(mixed(table))
    undoes(table.ana)
    undoes(table.ana)
    assert faces(mixed(table)) == shown


def test_the_log_holds_and_every_die_is_recomputed(played: Going, tmp_path: Path):
    assert flaw(played) == ""
    events = (entry.event for entry in log_of(played.service, played.combat))
    ours = [x for x in events if isinstance(x, DiceRolled) and x.provenance == "service"]
    dice = sum(len(rolled.all_faces) for rolled in ours)
    data = played.sue.get("evidence as application/zip").data
    assert dice == 12 and in_javascript(tmp_path, data).endswith(f", {dice} dice\n")


def test_another_face_of_a_further_size_is_found(played: Going, tmp_path: Path):
    of = Bundle.of(played.sue.get("evidence as application/zip").data)
    at = max(n for n, entry in enumerate(of.entries) if b'"more"' in entry)
    lines = of.entries[at].split(b"\n")
    rolled = json.loads(lines[3])
    group = rolled["more"][-1]
    group["faces"] = group["kept"] = [face % 8 + 1 for face in group["faces"]]
    lines[3] = json.dumps(rolled, separators=(",", ":")).encode()
    entries = [*of.entries[:at], b"\n".join(lines), *of.entries[at + 1 :]]
    assert f"entry {at + 1}: die 3 fell " in in_javascript(tmp_path, resealed(of, entries))
