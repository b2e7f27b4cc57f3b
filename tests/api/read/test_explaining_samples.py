"""Every number of every sample explains itself, in all games, to the referee and to a guest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api.combats.viewers.viewer_log import Sight, look_of
from api.service.service import OPERATOR
from domain import events as e
from domain.state.viewer import PUBLIC, Viewer
from projections.explain import Unclear, explain
from projections.explain.pools import pool
from projections.explain.question import of_entry
from projections.wording.displayed_points import in_pool_points
from tests.support.goldens.samples import FIGHTS, sample_in

NAMES = [f"{fight.parent.parent.name}/{fight.parent.name}" for fight in FIGHTS]
RECKONED = re.compile("score|winner|lost|unsaved")
"""Stages of the Ninth Age whose figures the rules reckon, and no roll shows."""

EVERY = 7
"""Of how many entries one is explained, beside every order, outcome and question."""


@pytest.mark.sweep
@pytest.mark.parametrize("viewer", [OPERATOR, PUBLIC], ids=["referee", "guest"])
@pytest.mark.parametrize("fight", FIGHTS, ids=NAMES)
def test_every_number_of_a_sample_explains_itself(fight: Path, viewer: Viewer, tmp_path: Path):
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    sight = Sight(combat, viewer)
    whole = look_of(combat, sight, sight.node)
    explained = [of_entry(whole, seq) for seq in chosen(sight)]
    assert all(found.title for found in explained)
    checked = [found for found in explained if found.adds_up]
    for seq in range(1, len(sight), len(sight) // 8):
        look = look_of(combat, sight, sight.line.node_after(seq))
        for account in sight.books()[0].accounts:
            checked.append(found := pool(look, account))
            left = look.combat.pools.balance_of(*account)
            assert found.value == in_pool_points(look.rules, account.pool, left)
    assert all(sum(part.amount or 0 for part in found.parts) == found.value for found in checked)
    service.close()


def chosen(sight: Sight) -> list[int]:
    """Entries to explain: some of all, and of orders and outcomes each."""
    kinds = (e.OrderSet, e.Resolved, e.ConditionEnded)
    return [
        seq
        for seq in range(1, len(sight) + 1)
        if seq % EVERY == 0 or isinstance(sight.entry(seq).event, kinds)
    ]


def test_a_place_after_a_delay_comes_of_the_order_that_gave_the_score(tmp_path: Path):
    """Nobody rolls for it here: Speed gave it in the first rotation, and a delay kept it."""
    fight = next(fight for fight in FIGHTS if fight.parent.name == "the-broken-gate")
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    sight = Sight(combat, OPERATOR)
    found = explain(look_of(combat, sight, sight.node), "place of mira", sight.place)
    assert (found.title, found.adds_up) == ("Mira: 2 of 4 in order with 3", True)
    assert [(p.number, p.says, p.amount, p.because, p.when, p.clause) for p in found.parts] == [
        ("29", "score in order", 3, "Speed", "rotation 1", "3.1")
    ]
    service.close()


def test_a_place_is_the_sum_of_its_parts_wherever_it_has_a_score(tmp_path: Path):
    rolled = 0
    for fight in FIGHTS:
        (folder := tmp_path / fight.parent.name).mkdir()
        service, name = sample_in(folder, fight)
        combat = service.combat(name)
        sight = Sight(combat, OPERATOR)
        look = look_of(combat, sight, sight.node)
        for who in combat.head.roster.members:
            try:
                found = explain(look, f"place of {who}", sight.place)
            except Unclear:
                continue
            if found.value is not None:
                rolled += len(found.parts) > 1
                assert found.adds_up and all(part.number for part in found.parts)
                assert sum(part.amount or 0 for part in found.parts) == found.value
        service.close()
    assert rolled > 10


def test_an_order_by_sheets_names_no_roll_that_shows_as_much(tmp_path: Path):
    """One of these has Agility 4 and 3, and a panic test of one came to as much before."""
    fight = next(fight for fight in FIGHTS if fight.parent.name == "the-lamp-and-the-barrow")
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    sight = Sight(combat, OPERATOR)
    look = look_of(combat, sight, sight.node)
    for number in ("555", "780", "897", "1198", "1352", "1414", "1608"):
        parts = explain(look, number, sight.place).parts
        assert {(part.number, part.because) for part in parts} == {(number, "")}
    service.close()


def test_what_the_rules_reckon_names_no_roll_of_the_blows_before_it(tmp_path: Path):
    """A Combat Score of 2 and a loss of 2 do not come of a roll to wound that shows 2."""
    fight = next(fight for fight in FIGHTS if fight.parent.name == "the-lamp-and-the-barrow")
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    sight = Sight(combat, OPERATOR)
    look, checked = look_of(combat, sight, sight.node), 0
    for seq in filter(look.stands, range(1, len(sight) + 1)):
        seen = sight.entry(seq)
        if isinstance(seen.event, e.Resolved) and RECKONED.match(seen.event.stage):
            assert {part.number for part in of_entry(look, seq).parts} <= {seen.number}
            checked += 1
    assert checked > 20
    service.close()


def test_a_figure_is_linked_to_the_roll_of_whoever_answered(tmp_path: Path):
    fight = next(fight for fight in FIGHTS if fight.parent.name == "the-mill-at-dusk")
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    sight = Sight(combat, OPERATOR)
    found = explain(look_of(combat, sight, sight.node), "117", sight.place)
    assert [(part.says, part.amount, part.number) for part in found.parts] == [
        ("offence", 14, "107"),
        ("defence", 17, "112"),
        ("degrees", 3, "117"),
        ("bonus", 1, "117"),
    ]
    assert found.parts[1].because == (
        "Brannoc rolls defence 17 = 2d6 [4, 5] + 10 block - 2 repeated, typed"
    )
    service.close()
