"""Numbers that a person entered: which there are, what they are called, which one is meant."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from domain import commands as c
from domain.rerun.entered_numbers import entered_numbers, numbers_of, pick, with_number
from domain.ruleset.ruleset import Refused
from tests.support.refusals import legal as legal_values

ROLL = c.Roll(who="ana", count=3, sides=20, bonus="2 1/2", faces={"loose": (9, 4, 9)})
HIT: dict[str, Any] = {"hp": 2, "their hp": 5, "what": "a cut", "answers": True}
DEED = c.Act(who="ana", manoeuvre="hit", params=HIT, faces={"attack": (7, 3), "soak": (6,)})
SHEET = {"pools": {"ap": {"start": 4, "each": "round"}}, "Melee": "2 1/2", "weapons": ["axe"]}
FIXES: tuple[tuple[c.Fix, dict[str, int | float]], ...] = (
    (c.PoolFix(subject="ana", pool="ap", delta=-3), {"ap": -3}),
    (c.PoolFix(subject="ana", pool="mana", key="red", delta="1 1/2"), {"red mana": 1.5}),
    (c.ConditionFix(subject="ana", name="hurt", level=2), {"level": 2}),
    (c.FactFix(of="ana", name="ac", value=15), {"ac": 15}),
    (c.PlaceFix(subject="ana", place="3,-1"), {}),
)


@pytest.mark.parametrize(
    ("command", "found"),
    [
        (ROLL, {"bonus": 2.5, "die 1": 9, "die 2": 4, "die 3": 9}),
        (c.Roll(who="7", faces={"loose": (9,)}), {"die": 9}),
        (c.Roll(who="ana", sides=20), {}),
        (DEED, {"hp": 2, "their hp": 5, "attack die 1": 7, "attack die 2": 3, "soak die": 6}),
        (
            c.Answer(
                who="ana",
                about="roll",
                choice="roll",
                risk={"attempt": 2},
                faces={"attempt": (5, 6)},
            ),
            {"risk": 2, "die 1": 5, "die 2": 6},
        ),
        (c.Join(subject="12", traits=SHEET), {"ap start": 4, "Melee": 2.5}),
        (c.Rule(point="limit", value=3), {"limit": 3}),
        (c.PassAll(), {}),
        *((c.Adjust(change=change), found) for change, found in FIXES),
    ],
)
def test_what_a_person_entered(command: c.Command, found: dict[str, int | float]):
    assert numbers_of(entered_numbers(command)) == found


def replaced(command: c.Command, called: str, value: int | str) -> c.Command:
    """A command with the number that is called so replaced."""
    one = next(each for each in entered_numbers(command) if each.called == called)
    return with_number(command, one, value)


def test_one_number_is_replaced_and_nothing_else():
    assert replaced(ROLL, "die 2", 5) == ROLL.model_copy(update={"faces": {"loose": (9, 5, 9)}})
    deed = replaced(DEED, "their hp", 3)
    assert deed == DEED.model_copy(update={"params": {**HIT, "their hp": 3}})
    soaked = replaced(DEED, "soak die", 2)
    assert soaked == DEED.model_copy(update={"faces": {"attack": (7, 3), "soak": (2,)}})
    joined = replaced(c.Join(subject="a", traits=SHEET), "ap start", 5)
    assert isinstance(joined, c.Join)
    assert joined.traits["pools"] == {"ap": {"start": 5, "each": "round"}}
    assert SHEET["pools"] == {"ap": {"start": 4, "each": "round"}}


@pytest.mark.parametrize("value", ["2 1/2", 0, 1001])
def test_what_no_die_can_show_does_not_fit(value: int | str):
    with pytest.raises(ValidationError):
        replaced(ROLL, "die 1", value)


@pytest.mark.parametrize(
    ("which", "meant"),
    [
        ("die 2", "die 2"),
        ("the second die", "die 2"),
        ("2nd face", "die 2"),
        ("third", "die 3"),
        ("Bonus", "bonus"),
    ],
)
def test_people_say_which_in_their_own_words(which: str, meant: str):
    assert pick(entered_numbers(ROLL), (), which=which).called == meant


def test_the_whole_name_comes_before_a_part_of_one():
    entered = entered_numbers(DEED)
    assert pick(entered, (), which="hp").called == "hp"
    assert pick(entered, (), which="their").called == "their hp"
    assert pick(entered[:1], entered[1:], which="soak").called == "soak die"


ALL = "bonus; die 1; die 2; die 3"
RATHER = "; say which of these numbers is meant"


def test_what_stands_there_says_which_as_well():
    assert pick(entered_numbers(ROLL), (), was=4).called == "die 2"
    assert pick(entered_numbers(ROLL), (), was=9, which="die 3").called == "die 3"
    assert pick(entered_numbers(ROLL), (), was="2.5").called == "bonus"


@pytest.mark.parametrize(
    ("said", "why", "at", "legal"),
    [
        ({}, "several numbers were entered here: say which", "/which", ALL),
        ({"was": 9}, "several numbers were entered here: say which", "/which", "die 1; die 3"),
        ({"was": 8}, f"no 8 was entered here{RATHER}", "/was", "2 1/2; 9; 4"),
        ({"which": "armour"}, f"no 'armour' was entered here{RATHER}", "/which", ALL),
        ({"which": "die 1", "was": 4}, f"no 4 was entered as 'die 1'{RATHER}", "/was", "9"),
    ],
)
def test_where_it_is_not_clear_the_numbers_are_listed(
    said: dict[str, Any], why: str, at: str, legal: str
):
    with pytest.raises(Refused) as refused:
        pick(entered_numbers(ROLL), (), **said)
    told = refused.value.why, refused.value.pointer, legal_values(refused.value)
    assert told == (why, at, legal)
    assert refused.value.numbers == {"bonus": 2.5, "die 1": 9, "die 2": 4, "die 3": 9}


def test_a_number_that_the_entry_does_not_show_is_not_denied_but_has_to_be_named():
    die, target = entered_numbers(c.Act(who="ana", manoeuvre="hit", params={"die": 14, "vs": 11}))
    with pytest.raises(Refused) as refused:
        pick((die,), (target,), was=11)
    assert refused.value.why == "no 11 is shown here: it is vs, so say which"
    assert (refused.value.numbers, refused.value.legal) == ({"vs": 11}, ("vs",))


def test_a_loss_is_listed_without_its_sign():
    lost = c.Act(who="ana", manoeuvre="hit", results=("ana: hp -9",))
    with pytest.raises(Refused) as refused:
        pick(entered_numbers(lost), (), was=8)
    assert (refused.value.pointer, legal_values(refused.value)) == ("/was", "9")
