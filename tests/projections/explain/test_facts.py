"""Why a fact stands as it does, and what bounds a pool: the sheet, and every entry since."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain.state.viewer import TABLE
from projections.changes.differences import changes
from projections.explain import Explained, explain
from projections.state.pools import pools
from projections.state.positions import ties
from projections.visibility.snapshot import Moment
from tests.projections.looking import look_at
from tests.support.fights.open import RULES
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.whole_logs import seen_entries

BITE: dict[str, Any] = {"their hp": 4}
HURT: dict[str, Any] = {"current": 30, "most": 59, "least": 0, "temporary": 10}


def told() -> Recorded:
    """Rosa is bitten, dons a shield, and her most falls."""
    story = Recorded(RULES, order="as added").comes("rosa", traits={"hp": HURT, "armour class": 15})
    story.comes("wolf", traits={"hp": 9}).round().does("wolf", "bite", "rosa", **BITE)
    story.does("rosa", "fact", name="armour class", value="17")
    return story.does("rosa", "set", pool="hp", most=40)


def why(what: str) -> Explained:
    entries = seen_entries(told().log, TABLE)
    numbers = {one.number: one.entry.seq for one in entries}
    return explain(look_at(entries, RULES), what, lambda number: numbers.get(number, 0))


def moment(story: Recorded) -> Moment:
    entries = seen_entries(story.log, TABLE)
    return look_at(entries, RULES).moment(len(entries))


def test_a_fact_is_explained_by_the_sheet_and_each_entry_that_set_it():
    found = why("armour class of Rosa")
    assert (found.what, found.title, found.value) == ("fact", "Rosa: armour class 17", 17)
    assert [part.says for part in found.parts] == ["Rosa comes in", "Rosa: 17 (armour class)"]
    assert [(d.name, d.says) for d in found.details] == [("on the sheet", "15")]


def parts_after(*edits: dict[str, Any]) -> list[str]:
    """What is named as the cause of an armour class, after somebody was edited."""
    story = Recorded(RULES, order="as added").comes("gob", "Goblin", traits={"armour class": 15})
    for said in edits:
        story.say(c.Edit(who="gob", **said))
    entries = seen_entries(story.log, TABLE)
    found = explain(look_at(entries, RULES), "armour class of gob", lambda number: 0)
    return [part.says for part in found.parts]


def test_an_edit_is_a_cause_only_of_the_traits_that_it_changed():
    renamed, tougher = {"name": "Goblin 1"}, {"traits": {"armour class": 15, "speed": 6}}
    assert parts_after() == ["Goblin comes in"]
    assert parts_after(renamed) == parts_after(renamed, tougher) == ["Goblin comes in"]
    shielded = {"traits": {"armour class": 17}}
    said = "Goblin 1: armour class 17, not 15"
    assert parts_after(renamed, shielded) == [said]
    assert parts_after(renamed, shielded, {"side": "caves"}) == [said]


def test_a_pool_says_its_limits_and_temporary_points():
    said = {detail.name: detail.says for detail in why("hp of Rosa").details}
    assert (said["least"], said["most"], said["temporary"]) == ("0", "40", "6")
    assert why("temporary hp of Rosa").value == 6


def test_the_state_has_limits_temporary_points_and_facts():
    now = moment(told())
    hp = pools(now, RULES)[0]
    assert (hp.current, hp.least, hp.most, hp.temporary) == (30, 0, 40, 6)
    assert hp.amount == "30 of 40 + 6 temporary"
    assert [(tie.of, tie.fact, tie.value) for tie in ties(now, RULES)] == [
        ("rosa", "armour class", 17)
    ]


def test_a_difference_names_limits_temporary_points_and_facts():
    story = Recorded(RULES, order="as added").comes("rosa", traits={"hp": HURT, "armour class": 15})
    found = changes(moment(story), moment(told()), RULES)
    rows = {(row.kind, row.says): (row.was, row.becomes) for row in found if row.who == "rosa"}
    assert rows["limit", "most HP"] == ("59", "40")
    assert rows["pool", "temporary HP"] == ("10", "6")
    assert rows["fact", "armour class"] == ("15", "17")
