"""ARQ 5.3 and 5.5: what befalls a mover who is asked about the rest of the move."""

from __future__ import annotations

import pytest

from domain import commands as c
from tests.domain.rulesets.arq.test_movement import moving, row
from tests.support.fights.arq import Clash


def puts(clash: Clash, who: str, place: str) -> Clash:
    """The referee puts somebody on a square."""
    change = {"what": "place", "subject": who, "place": place}
    return clash.say_plainly({"type": "adjust", "note": "pushed", "change": change})


def between_legs() -> Clash:
    """c1 has gone two squares and is asked where to; o1 stands three squares off."""
    return moving(c1="0,0", o1="5,0").does("c1", "move", to="2,0", onward="yes")


# --- falls -----------------------------------------------------------------------------------


def test_who_falls_between_two_legs_goes_no_farther():
    clash = between_legs().has_taken("c1", 6)
    assert (clash.at("c1"), clash.waits_for()) == ("2,0", ("movement", ("o1",)))


def test_who_falls_after_a_free_manoeuvre_loses_the_rest_of_the_move():
    clash = row().does("c1", "move", to="6,0").does("c1", "blunder").passes("o1")
    clash.has_taken("c1", 6)
    assert (clash.at("c1"), clash.waits_for()) == ("4,0", ("movement", ("o1",)))


def test_who_falls_beside_an_enemy_is_not_asked_whether_to_blunder_on():
    clash = row().does("c1", "move", to="6,0").has_taken("c1", 6)
    assert (clash.at("c1"), clash.waits_for()) == ("4,0", ("movement", ("o1",)))


def test_who_leaves_between_two_legs_goes_no_farther():
    clash = between_legs().say(c.Leave(who="c1"))
    assert (clash.at("c1"), clash.waits_for()) == ("2,0", ("movement", ("o1",)))


# --- is pushed -------------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "place"), [("c1", "4,1"), ("o1", "3,1")])
def test_who_comes_beside_an_enemy_between_two_legs_is_stopped(who: str, place: str):
    clash = puts(between_legs(), who, place)
    assert clash.waits_for() == ("stopped", ("c1",))
    assert clash.outcomes("threat") == [("o1", "under threat")]
    clash.does("c1", "blunder").passes("o1").answers("c1", "go", to="2,4")
    assert (clash.at("c1"), clash.waits_for()) == ("2,4", ("movement", ("o1",)))


def test_off_the_grid_who_is_pushed_beside_an_enemy_is_stopped():
    clash = moving(c1={}, o1={}).does("c1", "move", distance=2, onward="yes")
    clash.fact("adjacent", "o1", "c1")
    assert (clash.waits_for(), clash.outcomes("threat")) == (
        ("stopped", ("c1",)),
        [("o1", "under threat")],
    )


def test_who_is_pushed_away_from_every_enemy_goes_on():
    clash = puts(between_legs(), "c1", "0,3").answers("c1", "go", to="0,6")
    assert clash.at("c1") == "0,6"


def test_an_enemy_past_whom_the_mover_blunders_stops_them_no_second_time():
    clash = row().does("c1", "move", to="6,0").does("c1", "blunder").passes("o1")
    assert puts(clash, "o1", "5,1").waits_for() == ("next leg", ("c1",))
