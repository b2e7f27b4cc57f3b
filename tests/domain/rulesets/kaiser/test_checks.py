"""Kaiser 1: open rolls, fumbles, advantage and disadvantage, mastery, degrees."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain.events import Slot
from domain.ruleset.ruleset import Asking
from domain.ruleset.scene import Scene
from domain.rulesets.kaiser.checks import MORE, degrees
from domain.rulesets.kaiser.initiative import value
from domain.rulesets.kaiser.ruleset import RULES
from domain.rulesets.kaiser.tables import critical_level, fumble_value
from domain.state.combat import EMPTY
from tests.support.fights.kaiser import XAN, YRSA, Fight, duel


def attacked(*faces: int, **more: Any) -> Fight:
    """Xan attacks Yrsa with these faces, and waits for what comes of them."""
    fight = duel(**more).does("xan", "attack", "yrsa", using="long sword")
    return fight.rolls(xan=faces)


def test_exactly_on_a_difficulty_is_a_success_by_one():
    assert [degrees(total, 12) for total in (15, 13, 12, 11, 9)] == [3, 1, 1, -1, -3]


def test_a_double_six_is_rolled_on_and_again_on_each_six():
    fight = attacked(6, 6)
    assert fight.waits_for() == ("more dice", ("xan",))
    fight.rolls(xan=(6,))
    assert fight.waits_for() == ("more dice", ("xan",))
    fight.rolls(xan=(4,)).passes()
    assert fight.outcome("struck")[1]["offence"] == 12 + 10 + 6 + 4


@pytest.mark.parametrize(("second", "offence"), [((1, 1), 10), ((2, 4), 5), ((6, 6), 0)])
def test_an_opposed_double_one_is_looked_up(second: tuple[int, int], offence: int):
    fight = attacked(1, 1)
    assert fight.waits_for() == ("more dice", ("xan",))
    fight.rolls(xan=second).passes()
    figures = fight.outcome("struck")[1]
    assert figures["offence"] == offence


def test_the_table_of_fumbles():
    assert [fumble_value(total) for total in (2, 5, 6, 11, 12)] == [0, 0, -5, -5, -10]


def test_a_fumble_takes_nothing_below_nought():
    fight = attacked(1, 1, xan={**XAN, "strike": 4}).rolls(xan=(6, 6)).passes()
    assert fight.outcome("struck")[1]["offence"] == 0


def test_a_master_does_not_fumble_unless_the_table_says_so():
    master = {**XAN, "strike": 20}
    assert attacked(1, 1, xan=master).waits_for()[0] == "defend"
    assert attacked(1, 1, xan=master, points={"mastery": "as others"}).waits_for()[0] == "more dice"


def test_initiative_has_open_rolls_and_no_fumble():
    fight = Fight().joins("xan", **XAN).joins("yrsa", **YRSA).round().all_declared()
    fight.rolls(xan=(6, 6), yrsa=(1, 1))
    assert fight.waits_for() == ("more dice", ("xan",))
    fight.rolls(xan=(2,))
    assert fight.combat.clock.orders["initiative"].scores == {"xan": 27, "yrsa": 13}


def test_a_double_six_is_rolled_on_whatever_changes_before_all_have_rolled():
    fight = Fight().joins("xan", **XAN).joins("yrsa", **YRSA).round().all_declared()
    fight.rolls(xan=(6, 6)).state("xan", "at weapon's point").rolls(yrsa=(3, 4))
    assert fight.waits_for() == ("more dice", ("xan",))
    fight.rolls(xan=(2,))
    assert fight.combat.clock.orders["initiative"].scores == {"xan": 27, "yrsa": 18}


def test_a_seven_is_no_double_six_where_the_sheet_is_corrected_by_five():
    fight = Fight().joins("xan", **{**XAN, "class bonus": 15}).joins("yrsa", **YRSA).round()
    fight.all_declared().rolls(xan=(3, 4))
    fight.say(c.Edit(who="xan", traits={**XAN, "class bonus": 10})).rolls(yrsa=(3, 4))
    assert fight.waits_for() == ("", ())
    assert fight.combat.clock.orders["initiative"].scores == {"xan": 35, "yrsa": 18}


def test_a_bonus_of_20_makes_no_master_of_one_without_the_skill():
    fight = duel(xan={**XAN, "strike": 0}).does(
        "xan", "attack", "yrsa", using="long sword", table=20
    )
    assert fight.rolls(xan=(1, 1)).waits_for() == ("more dice", ("xan",))


def test_resistances_have_neither():
    fight = duel(xan={**XAN, "strength modifier": 9}, yrsa={**YRSA, "lp": 400})
    fight.does("xan", "attack", "yrsa", using="long sword")
    fight.rolls(xan=(5, 6)).passes().rolls(xan=(6, 6))
    assert fight.waits_for() == ("critical check", ("yrsa",))
    fight.rolls(yrsa=(1, 1))
    assert fight.waits_for()[0] == ""


def test_scenario_29_advantage_two_and_disadvantage_three_are_disadvantage_one():
    fight = (
        duel()
        .state("xan", "cowering")
        .does("xan", "attack", "yrsa", using="long sword", advantage=2)
    )
    fight.rolls(xan=(6, 2, 5)).passes()
    assert fight.outcome("struck")[1]["offence"] == 10 + 2 + 5


def test_advantage_keeps_the_best_two():
    fight = duel().does("xan", "attack", "yrsa", using="long sword", advantage=2)
    fight.rolls(xan=(1, 5, 2, 4)).passes()
    assert fight.outcome("struck")[1]["offence"] == 10 + 5 + 4


def test_an_initiative_of_half_says_that_the_stunned_have_half():
    fight = Fight().joins("xan", **XAN).joins("yrsa", **YRSA).round().state("yrsa", "stunned")
    fight.all_declared().rolls(xan=(3, 4), yrsa=(5, 6))
    order = fight.combat.clock.orders["initiative"]
    assert order.scores["yrsa"] == (value(Scene(fight.combat, RULES), "yrsa") + 11) // 2
    assert order.why == "initiative; final rolls of the stunned are halved"


def test_a_stunned_one_has_half_and_no_open_roll():
    fight = duel().state("yrsa", "stunned").does("xan", "attack", "yrsa", using="long sword")
    fight.rolls(xan=(4, 4)).does("yrsa", "block").rolls(yrsa=(6, 6))
    assert fight.outcome("defence")[1]["defence"] == (12 + 9) // 2


def test_a_stunned_one_fumbles_and_has_half_of_what_is_left():
    fight = duel().state("yrsa", "stunned").does("xan", "attack", "yrsa", using="long sword")
    fight.rolls(xan=(4, 4)).does("yrsa", "block").rolls(yrsa=(1, 1))
    assert fight.waits_for() == ("more dice", ("yrsa",))
    fight.rolls(yrsa=(3, 4))  # a fumble of 7 makes -5 of the dice
    assert fight.outcome("defence")[1]["defence"] == (9 - 5) // 2
    assert fight.outcome("struck")[1]["degrees"] == 18 - 2


@pytest.mark.parametrize(("dice", "damage", "level"), [(7, 40, 11), (10, 100, 20), (12, 140, 23)])
def test_the_level_of_a_critical_is_halved_above_20(dice: int, damage: int, level: int):
    assert critical_level(dice, damage) == level


def test_pain_adds_up_and_of_weakness_only_the_worst_counts():
    fight = duel()
    for name, level in (("pain", 2), ("pain", 3), ("weakened", 4), ("weakened", 1)):
        fix = c.ConditionFix(subject="xan", name=name, level=level)
        fight.say(c.Adjust(change=fix, note="it hurts"))
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 3))
    assert fight.why("attack") == {"strike": 10, "pain": -5, "weakened": -4}


def test_a_question_that_does_not_say_what_is_rolled_on_is_known_for_that():
    """Under other rules a question may have lost a name: the referee is asked, nothing runs on."""
    window = RULES.windows[MORE]
    assert window.throw is not None
    with pytest.raises(LookupError, match="nothing is rolled for more dice"):
        window.throw(Scene(EMPTY, RULES), Asking("#1.1", MORE), Slot(id="ana", who="ana"))
