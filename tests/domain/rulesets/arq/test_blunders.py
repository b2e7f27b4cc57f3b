"""ARQ 5: blunders past those who threaten, their free manoeuvres, and leaving an enemy."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from tests.domain.rulesets.arq.test_movement import legs, moving, row
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import Clash
from tests.support.logs.trace_lines import block, traced
from tests.support.refusals import lacks, legal

# --- blunders --------------------------------------------------------------------------------


PAST_A_FOE_WHO_STRIKES = block("""
|   Acted a3 c1 move q4/c1
      PoolChanged c1.move -1 pay
      Moved c1 4,0
      Resolved a3 stopped {distance 4, left 2}
      Resolved a3 of=o1 under threat
      Asked q5 on=a3 stopped (c1)
|       Acted a4 c1 blunder on=a3 q5/c1
          Asked q6 on=a4 free manoeuvre (o1)
|           Reacted a5 o1 strike on=a4 q6/o1
              Asked q7 on=a5 test (c1)
|               CardDrawn c1 melee a card q7/c1
              Closed q7
              Asked q8 on=a5 outcome (c1)
|               Answered c1 loses q8/c1
              Closed q8
              Resolved a5 of=c1 c1 loses {trait melee, against melee}
              Asked q9 on=a5 harm (referee)
|               Answered referee harm q9/referee
              Closed q9
              PoolChanged c1.wounds +1 gain
            Closed a5
          Closed q6
        Closed a4
      Closed q5
      Asked q10 on=a3 next leg (c1)
|       Answered c1 go q10/c1
      Closed q10
      Moved c1 5,1
      Resolved a3 done {distance 1, left 1}
    Closed a3
    Asked q4 on=phase movement (o1)(c1 barred 'used')
""")


def test_a_blunder_past_a_foe_who_strikes_and_on():
    """The trace: leg, stop, blunder on top, the foe's manoeuvre on top of that, the next leg."""
    clash = row().does("c1", "move", to="6,0").does("c1", "blunder").does("o1", "strike")
    clash.answers("c1", "loses").answers("referee", "harm", wounds=1).answers("c1", "go", to="5,1")
    assert traced(clash, -7) == PAST_A_FOE_WHO_STRIKES
    assert clash.refolds()


def test_a_foe_may_decline_and_it_is_told():
    clash = row().does("c1", "move", to="6,0").does("c1", "blunder").passes("o1")
    assert "Answered o1 pass" in clash.told(-1)[0]
    assert clash.answers("c1", "go", to="6,1").at("c1") == "6,1"


def test_each_further_enemy_is_a_new_stop_and_needs_a_new_blunder():
    clash = moving(c1="0,0", o1="2,1", o2="4,-1").does("c1", "move", to="6,0")
    assert clash.at("c1") == "1,0"
    clash.does("c1", "blunder").passes("o1").answers("c1", "go", to="6,0")
    assert clash.at("c1") == "3,0"
    assert clash.waits_for() == ("stopped", ("c1",))
    clash.does("c1", "blunder")
    assert clash.waits_for() == ("free manoeuvre", ("o1", "o2"))
    clash.passes().answers("c1", "go", to="6,0")
    assert (clash.at("c1"), clash.waits_for()) == ("6,0", ("movement", ("o1", "o2")))


def beset(points: dict[str, str] | None = None) -> Clash:
    """Two foes become adjacent at once."""
    clash = moving(points, c1="0,0", o1="3,1", o2="3,-1")
    return clash.does("c1", "move", to="6,0").does("c1", "blunder")


def test_one_manoeuvre_for_each_who_threatens():
    clash = beset().does("o2", "strike").answers("c1", "wins").answers("referee", "harm", wounds=1)
    assert clash.waits_for() == ("free manoeuvre", ("o1",))
    assert clash.left("o2", "wounds") == 1


def test_one_manoeuvre_in_all_where_the_table_plays_it_so():
    clash = beset({"blunder free manoeuvres": "one in all"})
    clash.does("o2", "strike").answers("c1", "ties")
    assert clash.waits_for() == ("next leg", ("c1",))


@pytest.mark.parametrize(
    ("said", "ends"),
    [({"wounds": 6}, True), ({"wounds": 0, "stops": "yes"}, True), ({"wounds": 5}, False)],
)
def test_a_manoeuvre_that_fells_or_stops_the_mover_ends_his_move(said: dict[str, Any], ends: bool):
    clash = row().does("c1", "move", to="6,0").does("c1", "blunder").does("o1", "strike")
    clash.answers("c1", "loses").answers("referee", "harm", **said)
    assert (clash.waits_for()[0] == "movement") == ends
    assert clash.at("c1") == "4,0"


def test_no_second_free_manoeuvre_against_somebody_who_is_down():
    clash = beset().does("o2", "strike").answers("c1", "loses")
    clash.answers("referee", "harm", wounds=6)
    assert clash.waits_for() == ("movement", ("o1", "o2"))


def test_a_foe_who_blunders_is_struck_by_a_character_whose_player_tests():
    clash = moving(c1="5,0", o1="0,0").does("o1", "move", to="6,0").does("o1", "blunder")
    clash.does("c1", "strike", what="a trip")
    assert clash.waits_for() == ("test", ("c1",))
    clash.answers("c1", "wins").answers("referee", "harm", wounds=1)
    assert clash.left("o1", "wounds") == 1


# --- leaving ---------------------------------------------------------------------------------


def test_leaving_an_enemy_next_to_whom_one_began_is_a_blunder():
    clash = moving(c1="0,0", o1="1,0")
    no = refused(lambda: clash.does("c1", "move", to="0,3"))
    assert (no.clause, lacks(no), legal(no)) == (
        "5.6",
        "distance adjacent of o1: yes = no",
        "blunder",
    )
    clash.does("c1", "blunder").passes("o1").answers("c1", "go", to="-3,0")
    assert (clash.at("c1"), clash.left("c1", "move")) == ("-3,0", 0)
    assert legs(clash) == [("done", {"distance": 3, "left": 3})]


def test_leaving_is_free_where_the_table_plays_it_so():
    clash = moving({"disengaging blunders": "no"}, c1="0,0", o1="1,0", o2="-4,0")
    clash.does("c1", "move", to="-5,0")
    assert clash.at("c1") == "-3,0"
    assert clash.outcomes("threat") == [("o2", "under threat")]


def test_who_blunders_off_may_be_stopped_again_and_blunder_on():
    clash = moving(c1="0,0", o1="1,0", o2="-4,1").does("c1", "blunder").passes()
    clash.answers("c1", "go", to="-6,0")
    assert clash.at("c1") == "-3,0"
    clash.does("c1", "blunder").passes().answers("c1", "go", to="-6,0")
    assert clash.at("c1") == "-6,0"


def test_no_blunder_where_nobody_threatens():
    no = refused(lambda: row().does("c1", "blunder"))
    assert (no.clause, no.why, lacks(no), legal(no)) == (
        "5.4",
        "nobody threatens c1",
        "distance adjacent: nothing = an enemy",
        "move",
    )


def test_who_leaves_the_fight_while_blundering_is_attacked_no_more():
    clash = moving(c1="0,0", c2="9,9", o1="4,0", o2="3,1").does("c1", "move", to="6,0")
    clash.does("c1", "blunder").say(c.Leave(who="c1"))
    assert (clash.waits_for()[0], clash.at("c1")) == ("movement", "2,0")
