"""Order of what alters Discipline: the General's word sets, half of it, then what is added."""

from __future__ import annotations

from typing import Any

import pytest

from tests.domain.rulesets.ninth_age.melee.test_combat_round import A, causes
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, SPEARS, WIZARD, Battle, battle, refused

LORD = {**KNIGHTS, "Discipline": 9, "General": True}
START = "start of the charge phase"


def with_horn(unit: dict[str, Any], more: int) -> dict[str, Any]:
    """A unit that may alter its Discipline for the turn."""
    horn = {"at": START, "gives": {"Discipline": more}, "lasts": "turn"}
    return {**unit, "effects": {"Horn": horn}}


def blown(own: dict[str, Any], foes: dict[str, Any], *by: str) -> Battle:
    """A battle in which Ann's units use their horns as it begins."""
    told = battle({"ann": own, "bo": foes})
    for unit in by:
        told.declares(unit, "use", using="Horn")
    while told.waits_for()[0] == "effects":
        told.passes()
    return told


def rallying(more: int, *, lost: int = 0, lord: Any = None) -> Battle:
    """A fleeing unit of Discipline 7 tests, so much added to it; a lord may be there."""
    own = {"u": with_horn(SPEARS, more), "v": KNIGHTS} | ({"lord": lord} if lord else {})
    told = blown(own, {"archers": ARCHERS}, "u")
    if lost:
        told.fixes(what="pool", subject="u", pool="hp", delta=-lost)
    return told.fixes(what="condition", subject="u", name="fleeing").answers(
        "ann", "no more charges"
    )


def lent(told: Battle) -> bool:
    """True where the General's Discipline is offered."""
    return any(o.command.get("choice") == "by the General" for o in told.offered())


def needed(told: Battle) -> int:
    told.rolls(1, 2)
    return int(told.outcome("verdict")[1]["needed"])


@pytest.mark.parametrize(("more", "most"), [(1, 10), (-1, 8)])
def test_what_alters_a_unit_alters_what_the_general_lends(more: int, most: int):
    told = rallying(more, lord=LORD).answers("u", "by the General").agrees()
    assert needed(told) == most


@pytest.mark.parametrize(("more", "most"), [(1, 5), (-1, 3)])
def test_half_of_discipline_is_taken_before_anything_is_added(more: int, most: int):
    assert needed(rallying(more, lost=15)) == most


def test_half_is_of_what_the_general_lends():
    told = rallying(1, lost=15, lord=LORD).answers("u", "by the General").agrees()
    assert needed(told) == 6  # half of 9, rounded up, and 1


@pytest.mark.parametrize(("lends", "is_offered"), [(9, True), (8, True), (7, False)])
def test_the_general_is_compared_with_what_a_unit_has_of_its_own(lends: int, is_offered: bool):
    """The unit's own 7 and 2 more make 9, yet the General's 9 and 2 more make 11."""
    told = rallying(2, lord={**LORD, "Discipline": lends})
    assert lent(told) == is_offered
    if is_offered:
        told.answers("u", "by the General").agrees()
    assert needed(told) == lends + 2


def test_the_general_lends_discipline_as_altered_for_the_general():
    own = {"u": SPEARS, "lord": with_horn({**LORD, "Discipline": 8}, 1)}
    told = blown(own, {"archers": ARCHERS}, "lord")
    told.fixes(what="condition", subject="u", name="fleeing").answers("ann", "no more charges")
    assert needed(told.answers("u", "by the General").agrees()) == 9


@pytest.mark.parametrize(("generals", "most"), [(1, 10), (-1, 9)])
def test_what_alters_both_the_general_and_the_unit_counts_once(generals: int, most: int):
    """The same horn is blown for both; of two that differ, each counts."""
    told = blown(
        {"u": with_horn(SPEARS, 1), "lord": with_horn(LORD, generals)},
        {"archers": ARCHERS},
        "u",
        "lord",
    )
    told.fixes(what="condition", subject="u", name="fleeing").answers("ann", "no more charges")
    assert needed(told.answers("u", "by the General").agrees()) == most


def test_a_general_lends_nothing_to_itself():
    omen = {"at": "start of the movement phase", "to": "enemy", "loses": 3}
    foes = {"archers": {**ARCHERS, "effects": {"Omen": omen}}}
    told = blown({"lord": with_horn(LORD, 1), "v": KNIGHTS}, foes, "lord")
    told.answers("ann", "no more charges").passes("ann")
    told.declares("archers", "use", using="Omen", on="lord")
    while told.waits_for()[0] == "effects":
        told.passes()
    assert told.waits_for() == ("discipline", ("lord",)) and not lent(told)
    assert needed(told) == 10


def test_the_points_of_a_lost_combat_count_after_the_general():
    """Discipline 8 and 1 more, lost by 3: by the General's 9 it is 9 + 1 - 3."""
    plain = {**A, "Standard": False, "Models": 9, "Discipline": 8}
    own = {"b": with_horn(plain, 1), "lord": LORD}
    told = blown(own, {"a": {**plain, "Agility": 4}}, "b")
    told.touches("a", "b").until("combats").does("b", "fight")
    causes(told, "a", "b", 3).passes("b")
    assert told.outcome("winner", "bo")[1] == {"by": 3}
    assert needed(told.answers("b", "by the General").agrees()) == 7


@pytest.mark.parametrize("in_a_unit", [False, True])
def test_a_general_whose_unit_has_just_broken_lends_neither_discipline_nor_a_reroll(
    in_a_unit: bool,
):
    few = {**A, "Models": 4, "Discipline": 5, "Agility": 2}
    marks = {"Discipline": 9, "General": True, "BSB": True}
    own = {"chief": few, "lord": {**WIZARD, **marks}} if in_a_unit else {"chief": {**few, **marks}}
    told = battle({"ann": {"a": {**A, "Agility": 4}}, "bo": {**own, "d": few}})
    if in_a_unit:
        told.fixes(what="fact", of="lord", name="joined", value="chief")
    told.touches("a", "chief").touches("a", "d").until("combats").does("a", "fight")
    while told.waits_for() != ("strikes", ("a",)):
        told.passes()
    causes(told, "a", "d", 3)
    while told.waits_for()[0] == "strikes":
        told.passes()
    told.answers("bo", "order", units=["chief", "d"]).rolls(6, 6).answers("bo", "keep")
    assert "broken" in told.states("chief")
    why = refused(told, lambda: told.answers("d", "by the General"))
    assert why.clause == "10" and "broken" in told.rolls(4, 4).states("d")
