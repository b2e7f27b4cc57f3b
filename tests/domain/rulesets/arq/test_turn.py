"""ARQ 2 and 3: three phases, one action and one move each, free order and the activation deck."""

from __future__ import annotations

from functools import partial

import pytest

from api.combats.bound_dice import BoundDice
from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Forbidden, Params
from domain.ruleset.scene import Scene
from domain.state.viewer import Viewer
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import RULES, Clash
from tests.support.logs.refused_fights import unchanged
from tests.support.refusals import lacks

FIVE = {"c1": {}, "c2": {}, "c3": {}, "o1": {}, "o2": {"group": "goblins"}}


def phases(clash: Clash) -> list[str]:
    return [p.phase for p in clash.events(e.PhaseBegan)]


def three() -> Clash:
    return Clash().figures(c1={}, c2={}, o1={}).round().settled()


# --- the round -------------------------------------------------------------------------------


def test_a_round_has_three_phases_in_this_order():
    clash = three().all_pass().all_pass()
    assert phases(clash) == ["action", "movement", "melee"]
    assert clash.combat.clock.path == ()
    clash.round()
    assert (clash.phase(), clash.combat.clock.rounds) == ("action", 2)


def test_the_referee_first_settles_what_the_foes_are_doing():
    clash = Clash().figures(c1={}, o1={}).round()
    assert clash.waits_for() == ("intents", ("referee",))
    no = refused(lambda: clash.does("c1", "action"))
    assert (no.clause, lacks(no)) == ("2.2", "answer intents of referee: no = yes")
    clash.answers("referee", "settled", o1="holds the bridge").all_pass()
    assert clash.phase() == "movement"
    told = [a.params for a in clash.events(e.Answered)]
    assert told == [{"o1": "holds the bridge"}, {}]


def test_with_no_foe_left_nothing_is_settled():
    clash = Clash().figures(c1={}, o1={}).has_taken("o1", 6).round()
    assert clash.waits_for() == ("action", ("c1",))


def test_each_has_one_action_and_one_move_in_any_order():
    clash = (
        three().does("o1", "action", what="bars the door").does("c2", "action").does("c1", "pass")
    )
    assert [clash.left(w, "action") for w in ("c1", "c2", "o1")] == [0, 0, 0]
    assert phases(clash) == ["action", "movement"]
    assert [clash.left(w, "move") for w in ("c1", "c2", "o1")] == [1, 1, 1]


def test_14_the_phase_waits_for_everybody_and_a_pass_is_explicit():
    """Two of three have acted: movement has not begun, and nothing that is offered begins it."""
    clash = three().does("c1", "action").does("o1", "action")
    assert clash.waits_for() == ("action", ("c2",))
    for command in (
        {"type": "answer", "who": "referee", "about": "phase", "choice": "end"},
        {"type": "answer", "who": "referee", "about": "movement", "choice": "begin"},
        {"type": "pass-all"},
    ):
        with unchanged(clash):
            no = refused(partial(clash.say_plainly, command))
        assert lacks(no) == "answer action of c2: no = yes"
    assert {o.command["manoeuvre"] for o in clash.offered()} == {"action", "shoot", "pass"}
    clash.does("c2", "pass")
    assert phases(clash) == ["action", "movement"]


def test_nothing_unused_is_carried_over():
    clash = Clash({"order": "deck"}).figures(c1={}, o1={}).round().draws("foe")
    clash.does("o1", "pass").draws("player")
    assert clash.left("c1", "action") == 1
    clash.say_plainly(
        {
            "type": "adjust",
            "note": "a falling rock",
            "change": {"what": "pool", "subject": "c1", "pool": "wounds", "delta": 6},
        }
    )
    assert phases(clash) == ["action", "movement"]
    assert (clash.left("c1", "action"), clash.left("c1", "move")) == (0, 0)


def test_who_joins_in_the_middle_of_a_phase_has_his_action_in_the_next():
    clash = three().joins("c9", side="party")
    assert clash.waits_for()[1] == ("c1", "c2", "o1", "referee")
    clash.all_pass()
    assert "c9" in clash.waits_for()[1]


def test_players_speak_for_their_own_and_the_referee_for_the_foes():
    clash = three()
    ann = Viewer("ann", "player", ("c1",))
    with pytest.raises(Forbidden, match="does not speak for c2"):
        clash.say(c.Act(who="c2", manoeuvre="action"), ann)
    assert {o.command["who"] for o in clash.offered(ann)} == {"c1"}
    clash.say(c.Act(who="c1", manoeuvre="action"), ann)


# --- the activation deck ---------------------------------------------------------------------


def dealt(order: str = "deck") -> Clash:
    return Clash({"order": order}).figures(**FIVE).round()


def test_13_five_cards_make_five_activations_and_the_phase_is_over():
    """Three players, a captain and a group of goblins; drawn foe, player, player, foe, player."""
    clash = dealt()
    order = (("foe", "o2"), ("player", "c3"), ("player", "c1"), ("foe", "o1"), ("player", "c2"))
    for card, who in order:
        assert clash.waits_for() == ("the next to go", ("referee",))
        clash.draws(card).does(who, "action")
    cards = [d.card for d in clash.events(e.CardDrawn)]
    assert cards == ["foe", "player", "player", "foe", "player"]
    assert {d.provenance for d in clash.events(e.CardDrawn)} == {"typed"}
    acted = [a.who for a in clash.events(e.Acted)]
    assert acted == ["o2", "c3", "c1", "o1", "c2"]
    assert phases(clash) == ["action", "movement"]


def test_13_a_sixth_card_is_not_drawn_and_movement_begins_with_five_fresh_ones():
    clash = dealt()
    for card, who in (("foe", "o1"), ("foe", "o2"), ("player", "c1"), ("player", "c2")):
        clash.draws(card).does(who, "pass")
    no = refused(lambda: clash.draws("foe"))
    assert (no.clause, no.why) == ("3.2", "'foe' is not among the cards left")
    clash.draws("player").does("c3", "pass")
    assert clash.phase() == "movement"
    clash.draws("foe").does("o2", "move", distance=3)
    assert [d.shuffle for d in clash.events(e.CardDrawn)] == [1, 1, 1, 1, 1, 2]


def test_the_players_choose_who_of_their_side_activates():
    clash = dealt().draws("player")
    assert clash.waits_for() == ("activation", ("c1", "c2", "c3", "referee"))
    clash.does("c2", "action")
    assert clash.waits_for() == ("the next to go", ("referee",))
    clash.draws("player")
    assert clash.waits_for() == ("activation", ("c1", "c3", "referee"))


def test_a_group_acts_as_one_on_its_card():
    clash = Clash({"order": "deck"})
    clash.figures(c1={}, o1={}, o2={"group": "pack"}, o3={"group": "pack"}).round().draws("foe")
    assert clash.waits_for() == ("activation", ("o1", "o2", "o3", "referee"))
    clash.does("o3", "action")
    assert clash.waits_for() == ("activation", ("o2", "referee"))
    clash.does("o2", "action").draws("foe").does("o1", "action").draws("player")
    assert clash.waits_for() == ("activation", ("c1",))


def test_somebody_who_leaves_has_not_used_the_card():
    clash = dealt().draws("player").say(c.Leave(who="c1"))
    assert clash.waits_for() == ("activation", ("c2", "c3", "referee"))


def test_cards_with_names_activate_whom_they_name():
    clash = dealt("named deck").draws("c2")
    assert clash.waits_for() == ("activation", ("c2", "referee"))
    clash.does("c2", "action").draws("goblins")
    assert clash.waits_for() == ("activation", ("o2", "referee"))


def test_a_card_of_somebody_put_out_of_the_fight_is_drawn_for_nothing():
    clash = Clash({"order": "deck"}).figures(c1={}, o1={}).round().has_taken("c1", 6)
    clash.draws("player")
    assert clash.told(-1) == [
        "CardDrawn referee the next to go player q1/referee",
        "Closed q1",
        "Asked q2 on=phase the next to go (referee)",
    ]
    clash.draws("foe")
    assert clash.waits_for() == ("activation", ("o1",))


def test_the_service_draws_without_replacement_and_anew_for_each_phase():
    clash = Clash({"order": "deck"}).figures(**FIVE)
    clash.dice = BoundDice("c-1", lambda d: d.encode().ljust(32), RULES.decks)  # type: ignore[assignment]
    clash.round()
    for _ in range(15):
        clash.draws("")
        clash.does(clash.waits_for()[1][0], "pass")
        if clash.combat.clock.path == ():
            clash.round()
    drawn = [(d.shuffle, f"{d.card}#{d.copy_no}") for d in clash.events(e.CardDrawn)]
    for shuffle in (1, 2, 3):
        assert sorted(card for n, card in drawn if n == shuffle) == [
            "foe#0",
            "foe#1",
            "player#0",
            "player#1",
            "player#2",
        ]
    assert len({tuple(card for n, card in drawn if n == shuffle) for shuffle in (1, 2, 3)}) > 1


def asked_of(clash: Clash) -> Params:
    """The parameters of the open question."""
    question = Scene(clash.combat, RULES).question()
    assert question is not None
    return question.params


def test_a_phase_keeps_the_deck_that_it_began_with():
    clash = Clash({"order": "named deck"}).figures(c1={}, c2={}, o1={}).round()
    clash.say_plainly({"type": "rule", "note": "colours", "point": "order", "value": "deck"})
    clash.draws("o1")
    assert clash.waits_for() == ("activation", ("o1", "referee"))
    clash.does("o1", "pass").draws("c1").does("c1", "pass").draws("c2").does("c2", "pass")
    assert clash.phase() == "movement"
    assert asked_of(clash)["cards"] == ["player", "player", "foe"]


def test_a_group_is_of_foes_alone():
    clash = Clash({"order": "deck"})
    clash.figures(c1={"group": "1"}, c2={"group": "1"}, o1={"group": "1"}, o2={"group": "1"})
    assert asked_of(clash.round())["cards"] == ["player", "player", "foe"]


def test_who_comes_back_waits_for_nobody():
    clash = Clash().figures(c1={}, c2={}, o1={}).round().settled().dash("c1", "o1", "loses")
    clash.say(c.Leave(who="c1")).all_pass()
    clash.say(c.Join(subject="c1", side="party")).all_pass().round().settled().does("c1", "pass")


@pytest.mark.parametrize("order", ["free", "named deck"])
def test_who_comes_back_in_the_same_phase_still_goes(order: str):
    clash = Clash({"order": order}).figures(c1={}, c2={}, o1={}).round().settled()
    clash.draws(*(["c1"] if order == "named deck" else []))
    clash.say(c.Leave(who="c1")).say(c.Join(subject="c1", side="party"))
    if order == "named deck":
        assert clash.waits_for() == ("the next to go", ("referee",))
    else:
        clash.does("c1", "pass").does("c2", "pass").does("o1", "pass")
        assert clash.phase() == "movement"
