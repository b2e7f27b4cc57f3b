"""A hex away from a shared hex is the next one: there the two are still side by side."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.age_of_magic import ADVANCE, BOXER, Fight, boxers, suffers

STRIKE, KICK = "martial strike", "martial kick"
WEAK = {**BOXER, "Athletics": 4}
"""A boxer who is knocked back by a plain strike: 4 against 8."""


def between(fight: Fight, one: str = "ana", other: str = "bo") -> tuple[Any, Any]:
    """Whether two are adjacent, and whether they are in one hex."""
    return fight.fact(one, "adjacent", other), fight.fact(one, "close", other)


def struck(blow: str = STRIKE, within: bool = True) -> Fight:
    """Ana's blow hits Bo, who is knocked back."""
    fight = boxers(bo=WEAK, within=within).does("ana", blow, "bo").everybody_passes()
    suffers(fight.rolls("ana", "bo"), "bo")
    assert fight.outcome("knock back")[0] == "knocked back"
    return fight


@pytest.mark.parametrize("within", [True, False])
def test_a_strike_that_knocks_back_out_of_the_hex_leaves_the_two_side_by_side(within: bool):
    assert between(struck(within=within)) == ("yes", "no")


def test_who_knocked_the_other_out_of_the_hex_may_close_in_with_another_strike():
    fight = struck()
    assert fight.manoeuvres("ana") == {STRIKE, "speak"}
    assert between(fight.does("ana", STRIKE, "bo")) == ("yes", "yes")


def test_a_kick_from_the_next_hex_knocks_out_of_reach():
    fight = struck(KICK, within=False)
    assert between(fight) == ("no", None)
    assert fight.manoeuvres("ana") == {"speak"}


AWAY: list[tuple[str, dict[str, Any]]] = [
    ("jump back", {}),
    ("jump back", {"beside": []}),
    ("jump back", {"beside": ["ana"]}),
    ("parry", {"using": "club"}),
    ("parry", {"using": "club", "beside": ["ana"]}),
    ("side step", {"beside": []}),
    ("rolling dodge", {"beside": []}),
]


@pytest.mark.parametrize(("step", "said"), AWAY)
def test_a_defence_that_leaves_the_hex_ends_beside_the_attacker(step: str, said: dict[str, Any]):
    fight = boxers().does("ana", STRIKE, "bo").declares("bo", step, **said).everybody_passes()
    assert between(fight) == ("yes", "no")


def test_a_jump_back_leaves_a_third_in_the_old_hex_beside_as_well():
    fight = Fight().joins("ana", side="heroes", **{**BOXER, "Tactics": 9})
    fight.joins("bo", side="foes", **BOXER).joins("cy", side="foes", **BOXER)
    fight.side_by_side("ana bo", "bo cy")
    fight.adjusts(what="fact", of="bo", name="close", toward="cy", value="yes").begins("ana")
    fight.does("ana", KICK, "bo").declares("bo", "jump back", beside=[]).everybody_passes()
    assert between(fight, "bo", "cy") == ("yes", "no")
    assert between(fight, "ana") == ("no", None)


def test_a_parry_out_of_the_hex_is_followed_by_a_riposte():
    fight = boxers(bo={**BOXER, "Parry": 9})
    fight.does("ana", STRIKE, "bo").declares("bo", "parry", using="club")
    fight.everybody_passes().rolls("ana", "bo")
    assert fight.fact("ana", "adjacent", "bo") == "yes"
    assert ADVANCE in fight.manoeuvres("bo")
