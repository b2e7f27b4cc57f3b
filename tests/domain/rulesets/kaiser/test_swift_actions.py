"""Kaiser 2.4.1 and 5: Swift actions at any time, on top of whatever is open."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.legality.options import options
from domain.state.viewer import PUBLIC, Viewer
from tests.domain.rulesets.kaiser.powers.test_transfers import at_transfer
from tests.support.fights.kaiser import BOW, MAGE, RULES, XAN, YRSA, Fight, duel, refused
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.whole_logs import rebuild
from tests.support.refusals import lacks

ANN, BEN = Viewer("p1", "player", ("xan",)), Viewer("p2", "player", ("yrsa",))
SWIFT = ("increase action", "hidden power", "talk")


def struck_at() -> Fight:
    """Xan has struck at Yrsa, who is asked for a defence."""
    return duel(6, 6).does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 4))


def declaring(**points: str) -> Fight:
    """Xan and Yrsa are about to declare."""
    fight = Fight(points=points).joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
    return fight.round()


# --- on top of an open frame ---


@pytest.mark.parametrize("who", ["xan", "yrsa"])
def test_it_goes_on_top_of_an_open_question_and_closes_before_it(who: str):
    fight = struck_at()
    below = fight.combat.exchange.frames
    fight.does(who, "increase action")
    assert fight.told()[0].startswith("Acted a") and fight.told()[-1].startswith("Closed a")
    assert fight.combat.exchange.frames == below
    assert fight.waits_for() == ("defend", ("yrsa",))
    assert fight.left(who, "ap") == 4
    fight.does("yrsa", "block").rolls(yrsa=(1, 2))
    assert fight.outcome("struck")[0] == "hit"


def test_it_goes_on_top_of_dice_that_are_asked_for():
    fight = duel().does("xan", "attack", "yrsa", using="long sword")
    assert fight.waits_for() == ("attack", ("xan",))
    fight.does("yrsa", "talk", words="mercy").does("xan", "talk", words="none")
    assert fight.waits_for() == ("attack", ("xan",))
    assert [x.params for x in fight.events(e.Acted)][-2:] == [{"words": "mercy"}, {"words": "none"}]


def test_the_point_gained_pays_for_the_counter_it_is_gained_for():
    fight = duel().pool("yrsa", "ap", -3)
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(1, 2))
    fight.does("yrsa", "block").rolls(yrsa=(5, 6))
    assert fight.waits_for() == ("counter", ("yrsa",))
    why = refused(fight, lambda: fight.does("yrsa", "counter", "xan", using="long sword"))
    assert (why.numbers, lacks(why)) == ({"cost": 1, "left": 0}, "points ap of yrsa: 0 >= 1")
    fight.does("yrsa", "increase action").does("yrsa", "counter", "xan", using="long sword")
    assert fight.left("yrsa", "ap") == 0


def test_a_swift_attack_on_top_is_carried_out_whole_and_the_outer_one_goes_on():
    fight = duel().state("xan", "at weapon's point", toward="yrsa")
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(6, 5))
    fight.does("yrsa", "thrust", "xan", using="long sword")
    assert fight.waits_for() == ("attack", ("yrsa",))
    fight.rolls(yrsa=(1, 2)).does("xan", "block").rolls(xan=(6, 5))
    assert fight.outcome("struck")[0] == "hit"
    assert fight.waits_for() == ("defend", ("yrsa",))
    fight.does("yrsa", "block").rolls(yrsa=(1, 2))
    assert [r.of for r in fight.events(e.Resolved) if r.stage == "struck"] == ["xan", "yrsa"]
    assert (fight.combat.exchange.frames, fight.combat.clock.actors) == ((), ("xan",))


def test_a_deed_on_top_does_not_make_the_one_below_it_the_second():
    """5: each attack and defence after the first is harder; those begun later do not count."""
    fight = duel().does("xan", "prepare", until="she moves")
    fight.does("xan", "attack", "yrsa", using="long sword")
    fight.does("xan", "release", "yrsa", using="long sword").rolls(xan=(3, 4))
    assert fight.why("attack")["repeated"] == -2
    fight.does("yrsa", "block")
    fight.rolls(yrsa=(3, 4)).everybody_passes()
    fight.rolls(xan=(3, 4))
    assert fight.why("attack").get("repeated", 0) == 0


def test_resume_and_the_last_call_take_one_too():
    fight = duel(intends="").does("xan", "delay").does("yrsa", "talk", words="ha").ends("yrsa")
    assert fight.waits_for()[0] == "resume or forfeit"
    fight.does("yrsa", "increase action").answers("xan", "forfeit")
    fight.passes("xan").does("xan", "increase action")  # one who has passed opens it again
    assert fight.waits_for() == ("swift", ("yrsa",))
    fight.passes("yrsa")
    assert fight.waits_for() == ("swift", ("xan", "yrsa"))


def test_what_is_not_swift_does_not_go_on_top():
    fight = struck_at()
    why = refused(fight, lambda: fight.does("xan", "dash"))
    assert lacks(why) == "answer defend of yrsa: no = yes"
    for name in ("attack", "delay", "cast"):
        assert name not in fight.manoeuvres("xan")


# --- when it is for ---


def test_it_is_done_in_the_intention_phase():
    fight = declaring().intends("xan", "sprint").does("xan", "increase action")
    assert fight.waits_for() == ("intentions", ("xan", "yrsa"))
    fight.does("yrsa", "talk", words="we yield").does("yrsa", "increase action")
    fight.intends("yrsa", "run").intends("yrsa", "attack intention", using="long sword")
    fight.intends("yrsa", "alert to danger").all_declared()  # 3 + 3 + 1: all seven
    assert (fight.left("xan", "ap"), fight.left("yrsa", "ap")) == (0, 0)
    assert fight.waits_for()[0] == "initiative"
    fight.does("yrsa", "talk", words="quick")
    assert fight.waits_for()[0] == "initiative"


def test_nobody_attacks_in_it():
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
    fight.state("xan", "at weapon's point", toward="yrsa").round()
    why = refused(fight, lambda: fight.does("yrsa", "thrust", "xan", using="long sword"))
    assert (why.clause, lacks(why)) == ("2.4.1", "time phase: intention = action")
    assert "thrust" not in fight.manoeuvres("yrsa")


def test_a_table_may_keep_them_out_of_it():
    fight = declaring(**{"swift in intention": "none"})
    why = refused(fight, lambda: fight.does("yrsa", "talk", words="we yield"))
    assert (why.clause, "wait for the Action phase" in why.why) == ("2.4.1", True)
    fight.all_declared().initiative("xan", "yrsa").does("yrsa", "talk", words="we yield")


def test_mana_is_transferred_on_top_as_well():
    fight = at_transfer().does("mage", "delay")
    fight.ends("friend") if fight.combat.clock.actors else fight
    assert fight.waits_for()[0] == "resume or forfeit"
    fight.does("mage", "transfer mana", "friend", amount=30)
    assert fight.left("friend", "mana") == 230


def test_not_from_the_declaration_of_a_complete_round_power_on():
    fight = Fight().joins("mage", side="a", **MAGE).joins("yrsa", side="b", **YRSA).round()
    fight.does("mage", "talk", words="now").intends("mage", "complete power", what="a wall of fire")
    for _ in ("declared", "shown", "acting"):
        why = refused(fight, lambda: fight.does("mage", "increase action"))
        assert (why.clause, lacks(why).endswith(" = end")) == ("4", True)
        assert not set(SWIFT) & fight.manoeuvres("mage")
        if fight.waits_for()[0] == "intentions":
            fight.all_declared()
        elif fight.waits_for()[0] == "initiative":
            fight.initiative("yrsa", "mage")
    fight.ends("yrsa").ends("mage").passes()
    assert fight.waits_for() == ("complete", ("referee",))
    assert refused(fight, lambda: fight.does("mage", "talk", words="now")).clause == "4"


def test_talk_is_swift_and_costs_nothing():
    fight = struck_at().state("yrsa", "flat footed")
    before = dict(fight.combat.pools.of["yrsa"])
    fight.does("yrsa", "talk", words="you will pay for this")
    assert fight.combat.pools.of["yrsa"] == before
    assert refused(fight, lambda: fight.does("yrsa", "talk")).why == "words is missing"
    fight.state("yrsa", "stunned")
    assert refused(fight, lambda: fight.does("yrsa", "talk", words="ow")).clause == "9.6"


# --- for whom ---


def told(hidden: bool) -> Recorded:
    """Xan has declared in secret, or not; both are still asked."""
    told = Recorded(RULES).comes("xan", side="a", traits={**MAGE, **XAN, "weapons": BOW})
    told.comes("yrsa", side="b", traits=YRSA).round()
    if hidden:
        told.say(c.Declare(who="xan", manoeuvre="complete power", params={"what": "fire"}), ANN)
    return told


@pytest.mark.parametrize("viewer", [BEN, PUBLIC])
def test_others_are_offered_the_same_whatever_was_declared_in_secret(viewer: Viewer):
    states = [rebuild(told(hidden).log, viewer).combat for hidden in (False, True)]
    offers: list[Any] = [options(state, RULES, viewer) for state in states]
    assert offers[0] == offers[1]
    names = {o.command["who"] for o in offers[0] if o.command.get("manoeuvre") in SWIFT}
    assert names == ({"yrsa"} if viewer is BEN else set())


def test_a_seat_is_offered_them_for_its_own_at_every_question():
    fight = duel(6, 6)
    seen: dict[str, set[str]] = {}
    for say in (
        lambda: fight.does("xan", "attack", "yrsa", using="long sword"),
        lambda: fight.rolls(xan=(1, 2)),
        lambda: fight.does("yrsa", "block"),
        lambda: fight.rolls(yrsa=(5, 6)),
    ):
        say()
        for viewer in (ANN, BEN):
            offered = options(fight.combat, RULES, viewer)
            swift = [o.command for o in offered if o.command.get("manoeuvre") in SWIFT]
            assert {command["who"] for command in swift} == set(viewer.combatants)
            assert len(swift) == len(SWIFT)  # each once
        seen[fight.waits_for()[0]] = fight.manoeuvres("yrsa")
    assert list(seen) == ["attack", "defend", "defence", "counter"]
