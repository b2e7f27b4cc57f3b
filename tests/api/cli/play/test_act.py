"""`combatlog act` and `combatlog roll`: rolls and results are written one a line."""

from __future__ import annotations

from tests.api.cli.test_help import hunted
from tests.support.clients.cli_runner import Typed

HARPOON = (
    'act last kim harpoon whale --roll "attack 2d20kh1+5 (4 17) against 15: hit"'
    ' --result "whale: hp -7" --result "kim: is tired 2 for 3 rounds" --result "kim: at the bow"'
)


def test_an_act_has_rolls_and_results(empty: Typed):
    hunted(empty)
    assert empty.says(HARPOON).startswith("Done: entry ")
    story = empty.says("show log last")
    assert "rolls attack 22 = 2d20 [17] (without 4) + 5 bonus against 15: hit, typed" in story
    assert "whale loses 7 HP, 13 left" in story
    assert "Kim: tired, level 2, until the end of the round (3 rounds to go)" in story
    assert "the bow" in story


def test_the_state_and_the_ledger_show_what_came_of_it(empty: Typed):
    hunted(empty)
    empty.says(HARPOON)
    assert "13" in empty.says("show state last")
    assert "harpoon" in empty.says('explain why last "hp of whale"')


def test_a_result_that_names_a_stranger_says_so(empty: Typed):
    hunted(empty)
    said = empty.fails('act last kim drain --result "ghost: hp -4"')
    assert "Nobody and nothing here is called 'ghost'" in said["detail"]
    said = empty.fails('act last kim drain --result "whale hurts"')
    assert "Write a result as whale: hp -7" in said["detail"]


def test_dice_of_several_sizes_are_rolled_or_typed_or_told_as_a_total(empty: Typed):
    hunted(empty)
    typed = 'roll last kim 2d6+1d4+3 --for damage --faces "6 2 3"'
    assert empty.says(typed).endswith(": 14.\n")
    assert empty.says("roll last kim --for attack --total 18 --outcome hit").endswith(": 18.\n")
    assert "Entry" in empty.says("roll last deck 1d20+1d4 --target 10")
    story = empty.says("show log last")
    assert "Kim rolls damage 14 = 2d6 [6, 2] + 1d4 [3] + 3 bonus, typed" in story
    assert "Kim rolls attack 18, faces unknown: hit, typed" in story
