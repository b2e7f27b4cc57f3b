"""Who may answer what: reactions, follow moves, speech and turning."""

from __future__ import annotations

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import (
    COGAN,
    MAN,
    STRIKE,
    SWORD,
    URLIK,
    Fight,
    duel,
    four,
    refused,
)
from tests.support.refusals import lacks, legal

# --- who may react ---


def test_there_is_nothing_to_react_to_between_manoeuvres():
    fight = four()
    assert refused(lambda: fight.declares("cogan", "turn")).why == "it is not cogan's turn"
    assert refused(lambda: fight.does("cogan", "turn")).why == "it is not cogan's turn"


def test_whoever_is_unaware_spent_or_unconscious_is_barred_with_the_clause():
    fight = four()
    aware = {"what": "fact", "of": "cogan", "name": "aware", "toward": "man", "value": "no"}
    asleep = {"what": "condition", "subject": "erik", "name": "unconscious"}
    spent = {"what": "pool", "subject": "bard", "pool": "ap", "delta": -4}
    for change in (aware, asleep, spent):
        fight.say_plainly({"type": "adjust", "note": "set up", "change": change})
    fight.does("man", "move")
    asked = next(q for q in fight.events(e.Asked) if q.about == "declare")
    assert {s.who: s.barred for s in asked.slots} == {"cogan": "5.1", "erik": "7.1", "bard": "3.3"}
    assert fight.waits_for() == ("", ())


def test_a_manoeuvre_is_paid_from_what_is_left_and_the_refusal_says_how_much():
    fight = four().does("man", "move", beside=["erik"])
    fight.say_plainly(
        {
            "type": "adjust",
            "note": "tired",
            "change": {"what": "pool", "subject": "erik", "pool": "ap", "delta": -2.5},
        }
    )
    no = refused(lambda: fight.declares("erik", STRIKE, "man", using="axe"))
    assert (no.clause, no.why) == ("3.3", "stand and attack costs 3 AP; 1 1/2 left")
    assert no.numbers == {"cost": 3, "left": 1.5}


def test_an_attack_answers_only_a_move_into_ones_target_hexes():
    fight = Fight().joins("man", side="foes", **MAN).joins("erik", side="heroes", **URLIK)
    fight.side_by_side("man erik").begins("man").does("man", "move", beside=["erik"])
    no = refused(lambda: fight.declares("erik", STRIKE, "man", using="axe"))
    assert (no.clause, lacks(no)) == ("5.9", "distance adjacent of man: before = now")
    assert STRIKE not in fight.manoeuvres("erik")


def test_stepping_away_and_back_in_again_is_a_move_into_the_target_hexes():
    fight = Fight().joins("man", side="foes", **MAN).joins("erik", side="heroes", **URLIK)
    fight.side_by_side("man erik").begins("man").does("man", "move", beside=[]).passes()
    fight.does("man", "move", beside=["erik"])
    assert STRIKE in fight.manoeuvres("erik")


def test_a_bystander_strikes_at_whoever_advances_into_his_reach():
    fight = four().does(
        "man", "advance and attack", "cogan", using="spear", beside=["cogan", "erik"]
    )
    assert STRIKE in fight.manoeuvres("erik")
    assert STRIKE not in fight.manoeuvres("cogan")
    no = refused(lambda: fight.declares("cogan", STRIKE, "man", using="hand-&-half"))
    assert no.clause == "6.5"


def test_nobody_strikes_at_one_who_speaks():
    fight = four().side_by_side("man erik").does("man", "speak", words=2)
    assert refused(lambda: fight.declares("erik", STRIKE, "man", using="axe")).clause == "5.9"


@pytest.mark.parametrize(
    ("deed", "using"), [("block", "axe"), ("parry", "axe"), ("jump back", ""), ("side step", "")]
)
def test_only_the_target_defends(deed: str, using: str):
    fight = four().side_by_side("man cogan", "man erik")
    fight.does("man", STRIKE, "cogan", using="spear")
    no = refused(lambda: fight.declares("erik", deed, using=using))
    assert (no.clause, legal(no)) == ("3.5", "cogan")
    assert fight.manoeuvres("erik") == {"turn", "speak", "sheathe weapon"}


def test_only_the_target_attacks_back():
    fight = four().side_by_side("man cogan", "man erik")
    fight.does("man", STRIKE, "cogan", using="spear")
    back = "stand and attack back"
    assert refused(lambda: fight.declares("erik", back, "man", using="axe")).clause == "3.5"


def test_a_defence_answers_an_attack_and_nothing_else():
    fight = four().does("man", "move", beside=["cogan"])
    no = refused(lambda: fight.declares("cogan", "side step"))
    assert no.why == "side step does not answer move"


def test_an_action_is_no_reaction_and_a_reaction_no_action():
    fight = four()
    assert refused(lambda: fight.does("man", "side step")).why == "side step is no action"
    fight.does("man", "turn")
    no = refused(lambda: fight.declares("cogan", "move"))
    assert (no.clause, no.why) == ("3.5", "move is no reaction")


# --- follow moves ---


def test_followers_move_before_any_other_reaction_whatever_their_initiative():
    """The archer of the example speaks instead: ranged manoeuvres are another module."""
    fight = Fight().joins("leader", Combat=6).joins("archer", Combat=6, Tactics=9)
    fight.joins("ana", "bo", Combat=6, Tactics=1).begins("leader")
    fight.does("leader", "move", beside=[])
    fight.declares("archer", "speak", words=1)
    fight.declares("ana", "follow", beside=["leader"]).declares("bo", "follow", beside=["leader"])
    began = [ev.who for ev in fight.events(e.Reacted)]
    assert began == ["ana", "bo"]
    fight.everybody_passes()
    assert fight.waits_for() == ("react", ("archer",))
    fight.answers("archer", "go")
    assert [ev.who for ev in fight.events(e.Reacted)] == ["ana", "bo", "archer"]


def test_only_a_move_is_followed():
    fight = four().does("man", "turn")
    assert refused(lambda: fight.declares("cogan", "follow")).why == "follow does not answer turn"


# --- speech and turning ---


def test_a_friend_is_warned_and_turns():
    fight = four().does("man", "move", beside=["erik"], behind=["erik"])
    assert fight.combat.facts.get("man", "stands", "erik") == "rear"
    fight.declares("cogan", "speak", words=3).passes()
    fight.declares("erik", "turn", back=[]).passes()
    assert fight.combat.facts.get("man", "stands", "erik") == "front"
    tree = [(ev.who, ev.manoeuvre, ev.on) for ev in fight.events(e.Reacted)]
    [move] = fight.events(e.Acted)
    said = fight.events(e.Reacted)[0].act
    assert tree == [("cogan", "speak", move.act), ("erik", "turn", said)]
    assert [fight.left(who, "ap") for who in ("man", "cogan", "erik")] == [22, 14, 6]


def test_thugs_are_faced_with_a_drawn_sword_and_three_words():
    fight = (
        Fight()
        .joins("cogan", **{**COGAN, "weapons": {"sword": {**SWORD, "ready": False}}})
        .joins("thug", Combat=4)
    )
    fight.side_by_side("cogan thug").begins("cogan")
    no = refused(lambda: fight.does("cogan", STRIKE, "thug", using="sword"))
    assert (no.clause, no.why) == ("7.10", "cogan's sword is not ready")
    fight.does("cogan", "ready weapon", using="sword").passes()
    fight.does("cogan", "speak", words=3).passes()
    assert fight.left("cogan", "ap") == 16 - 8
    fight.say_plainly(
        {"type": "roll", "who": "cogan", "purpose": "intimidation", "sides": 6, "count": 2}
    )
    assert (fight.rolled("intimidation").who, fight.rolled("intimidation").total) == ("cogan", 12)
    assert STRIKE in fight.manoeuvres("cogan")


def test_three_words_cost_a_point_and_four_cost_two():
    for words, cost in ((1, 2), (3, 2), (4, 4), (6, 4), (7, 6)):
        fight = four().does("man", "speak", words=words)
        assert fight.left("man", "ap") == 24 - cost
    no = refused(lambda: four().does("man", "speak", words=37))
    assert (no.why, no.numbers, lacks(no)) == (
        "speak costs 13 AP; 12 left",
        {"cost": 13, "left": 12},
        "points ap of man: 12 >= 13",
    )


def test_what_is_let_go_costs_nothing_and_is_taken_up_again_for_three():
    fight = duel(first="urlik").does("urlik", "drop weapon", using="axe").passes()
    assert fight.left("urlik", "ap") == 8
    assert refused(lambda: fight.does("urlik", STRIKE, "cogan", using="axe")).clause == "7.10"
    fight.does("urlik", "ready weapon", using="axe").passes()
    assert fight.left("urlik", "ap") == 2
