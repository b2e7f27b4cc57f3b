"""Rounds of Combat: initiative, simultaneous blows, the score, fear and duels."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.ninth_age import ARCHERS, GHOULS, KNIGHTS, SPEARS, Battle, battle, refused
from tests.support.refusals import lacks, legal

A: dict[str, Any] = {**SPEARS, "Agility": 3}
STOMP: dict[str, Any] = {"wounds on": 4, "armour on": 7}
BLOWS: dict[str, Any] = {"hits on": 4, "wounds on": 4, "armour on": 7}


def clash(
    a: dict[str, Any] = A,
    b: dict[str, Any] = A,
    charge: bool = False,
    *,
    facing: str = "",
    more: dict[str, Any] | None = None,
) -> Battle:
    """Ann's unit a fights Bo's unit b; it has charged, if said."""
    told = battle({"ann": {"a": a, **(more or {})}, "bo": {"b": b, "friend": ARCHERS}})
    if charge:
        told.charges("a", "b", 3, facing or "front").answers("b", "hold").until("charge moves")
        told.moves_charge("a", "b", 3, 6, 6)
    else:
        told.touches("a", "b")
    return told.until("combats").does("a", "fight")


def strikes(told: Battle, who: str, target: str, attacks: int, **more: Any) -> Battle:
    return told.declares(who, "strike", target, attacks=attacks, **{**BLOWS, **more})


def causes(told: Battle, who: str, target: str, lost: int) -> Battle:
    """A unit alone in its step causes so many losses."""
    strikes(told, who, target, max(1, lost)).agrees()
    return wounds(told, lost)


def wounds(told: Battle, lost: int) -> Battle:
    if not lost:
        return told.rolls(1)
    return told.rolls(*[6] * lost).rolls(*[6] * lost)


def scores(told: Battle) -> tuple[int, int]:
    found = {
        r.of: r.figures["score"] for r in told.events(e.Resolved) if r.stage.startswith("score ")
    }
    return found["ann"], found["bo"]


# --- initiative ----------------------------------------------------------------------------


def test_x_31_a_charger_of_agility_3_strikes_with_agility_4():
    told = clash(KNIGHTS, {**A, "Agility": 4}, charge=True)
    assert told.combat.clock.orders["initiative"].scores == {"a": 4, "b": 4}
    assert told.waits_for() == ("strikes", ("a", "b"))


def test_steps_go_down_from_ten_to_nought():
    told = clash(
        {**A, "Agility": 2, "Stomp": 2, "Impact Hits": 1}, {**A, "Agility": -3}, charge=True
    )
    seen = []
    while told.waits_for()[0] == "strikes":
        seen.append((told.outcome("step")[1]["at"], told.waits_for()[1]))
        told.passes()
    assert seen == [(10, ("a",)), (3, ("a",)), (0, ("a", "b"))]


def test_the_order_is_fixed_before_the_first_blow():
    told = clash({**A, "Agility": 4}, {**A, "Agility": 2})
    told.fixes(what="condition", subject="b", name="charging")
    told.passes("a")
    assert told.outcome("step")[1] == {"at": 2}


def test_blows_of_one_step_are_simultaneous_and_the_dead_have_struck():
    told = clash({**A, "Models": 1}, {**A, "Models": 1})
    strikes(strikes(told, "a", "b", 1), "b", "a", 1).agrees()
    told.rolls(6).rolls(6)
    assert told.left("b", "hp") == 1  # casualties come off after the step
    told.agrees().rolls(6).rolls(6)
    assert (told.left("a", "hp"), told.left("b", "hp")) == (0, 0)


def test_nobody_strikes_out_of_step_or_twice():
    told = clash({**A, "Agility": 5}, {**A, "Agility": 4})
    why = refused(told, lambda: strikes(told, "b", "a", 1))
    assert lacks(why) == "answer strikes of a: no = yes"
    told = clash({**A, "Stomp": 2})
    why = refused(told, lambda: told.declares("a", "stomp", "b", attacks=1, **STOMP))
    assert (why.clause, why.numbers, lacks(why)) == (
        "9",
        {"wanted": 0, "step": 3},
        "time step of a: 3 = 0",
    )


def causes_of(told: Battle, unit: str) -> list[tuple[str, int]]:
    """Whose blow took how many Health Points off a unit, by the causes in the log."""
    acts = {a.act: a.who for a in told.events(e.Declared)}
    drafts = (draft for step in told.steps for draft in step)
    posted = ((d.cause, d.event) for d in drafts if isinstance(d.event, e.PoolChanged))
    return [(acts[cause], p.delta) for cause, p in posted if p.subject == unit and p.how == "lose"]


def test_what_is_lost_comes_of_each_blow_and_counts_for_the_round():
    told = battle({"ann": {"a": A, "c": A}, "bo": {"b": A}})
    told.touches("a", "b").touches("c", "b").until("combats").does("a", "fight")
    for who, target, count in (("a", "b", 2), ("b", "a", 1), ("c", "b", 3)):
        strikes(told, who, target, count)
    for count in (2, 1, 3):
        wounds(told.agrees(), count)
    assert causes_of(told, "b") == [("a", -2), ("c", -3)]
    assert causes_of(told, "a") == [("b", -1)]
    acts = {a.act: a.manoeuvre for a in told.events(e.Declared)}
    said = [r for r in told.events(e.Resolved) if r.stage.startswith("lost ")]
    assert [acts[r.act] for r in said] == ["strike"] * 3
    assert told.outcome("score ann")[1]["Health Points"] == 5
    assert told.outcome("score bo")[1]["Health Points"] == 1


def test_who_is_wiped_out_fell_by_the_blow():
    told = causes(clash({**A, "Agility": 4}, {**A, "Models": 2}), "a", "b", 2)
    [strike] = [a.act for a in told.events(e.Declared) if a.manoeuvre == "strike"]
    [gone] = [c for c in told.events(e.ConditionBegan) if c.name == "destroyed"]
    assert (gone.subject, gone.act) == ("b", strike)
    assert told.outcome("score ann")[1]["Health Points"] == 2


def test_what_is_lost_outside_of_the_combat_in_its_round_does_not_count_for_it():
    omen = {"at": "start of the round of combat", "to": "enemy", "loses": 2}
    for on, counts in (("b", 2), ("friend", 0)):
        told = clash({**A, "effects": {"Omen": omen}})
        told.declares("a", "use", using="Omen", on=on).passes("ann").passes("bo").passes()
        assert told.outcome("score ann")[1].get("Health Points", 0) == counts


def test_blows_count_no_losses_towards_panic():
    told = causes(clash({**A, "Agility": 4}), "a", "b", 2).passes()
    assert "losses" not in told.states("b")


def test_a_quarter_is_of_what_it_had_before_the_round_in_which_it_got_away():
    """Of 18, 2 are lost in contact; 4 more are less than a quarter of 18, but not of 16."""
    omen = {"at": "start of the round of combat", "to": "enemy", "loses": 4}
    armies: Any = {
        "ann": {"a": {**A, "Agility": 4}, "c": {**A, "effects": {"Omen": omen}}},
        "bo": {"b": {**A, "Models": 18, "Stubborn": True}, "d": A},
    }
    told = battle(armies).touches("a", "b").touches("c", "d").until("combats").does("a", "fight")
    if told.waits_for()[0] == "round effects":
        told.passes("ann").passes("bo")
    causes(told, "a", "b", 2).until("combats")
    told.fixes(what="fact", of="a", name="engaged", toward="b", value="no").does("c", "fight")
    told.declares("c", "use", using="Omen", on="b").passes("ann").passes("bo")
    [losses] = told.combat.conditions.on("b", "losses")
    assert (losses.level, losses.detail, told.left("b", "hp")) == (4, {"of": 18}, 12)
    assert told.waits_for()[0] != "discipline"


# --- the score -----------------------------------------------------------------------------


def test_x_28_what_a_combat_score_is_made_of():
    ranks4 = {**A, "Models": 23, "Agility": 4, "Discipline": 8}
    told = clash(ranks4, {**A, "Models": 12}, charge=True)
    causes(told, "a", "b", 2)
    causes(told, "b", "a", 3)
    made = told.outcome("score ann")[1]
    assert made == {"score": 7, "Health Points": 2, "charge": 1, "ranks": 3, "standards": 1}
    made = told.outcome("score bo")[1]
    assert made == {"score": 5, "Health Points": 3, "ranks": 1, "standards": 1}
    assert told.outcome("winner", "ann") == ("wins", {"by": 2})
    told.rolls(2, 3)
    assert told.outcome("verdict", "b") == ("passed", {"roll": 5, "needed": 5})


def test_x_29_in_a_tie_both_win_and_nobody_tests():
    told = clash(A, A).passes("a", "b")
    assert scores(told) == (4, 4)
    assert told.outcome("winner") == ("a tie: both sides win", {"by": 0})
    assert told.waits_for()[0] == "combat reforms"
    assert not [a for a in told.events(e.Declared) if a.manoeuvre == "break test"]


@pytest.mark.parametrize(("mark", "needed"), [({}, 5), ({"Stubborn": True}, 8)])
def test_x_26_a_break_test_is_against_discipline_less_the_difference(mark: Any, needed: int):
    plain = {**A, "Standard": False, "Models": 9, "Discipline": 8}
    told = clash({**plain, "Agility": 4}, {**plain, "Models": 9, **mark})
    causes(told, "a", "b", 3).passes("b")
    assert told.outcome("winner", "ann")[1] == {"by": 3}
    told.rolls(2, needed - 2)
    assert told.outcome("verdict", "b") == ("passed", {"roll": needed, "needed": needed})
    told = clash({**plain, "Agility": 4}, {**plain, "Models": 9, **mark})
    causes(told, "a", "b", 3).passes("b").rolls(*(3, 3) if needed == 5 else (3, 6))
    assert told.outcome("verdict", "b")[0] == "failed"
    assert "broken" in told.states("b")


def test_x_26_the_steadfast_ignore_the_difference():
    few = {**A, "Standard": False, "Models": 4, "Agility": 4}
    told = clash(few, {**A, "Models": 10, "Files": 5, "Discipline": 8, "Standard": False})
    causes(told, "a", "b", 4).passes("b")
    assert told.outcome("winner", "ann")[1] == {"by": 4}
    told.rolls(4, 4)
    assert told.outcome("verdict", "b") == ("passed", {"roll": 8, "needed": 8})


@pytest.mark.parametrize(
    ("arc", "models", "bonus"), [("flank", 9, 1), ("flank", 10, 2), ("rear", 9, 2), ("rear", 10, 3)]
)
def test_flank_and_rear_count_more_with_two_full_ranks(arc: str, models: int, bonus: int):
    told = clash({**A, "Models": models}, A, charge=True, facing=arc)
    told.passes("a").passes("b")
    assert told.outcome("score ann")[1]["flank or rear"] == bonus
    assert told.basis("score ann") == ("9", "default")


def test_a_deep_enemy_in_the_flank_takes_steadfastness_away():
    told = clash(
        {**A, "Models": 10}, {**A, "Models": 20, "Standard": False}, charge=True, facing="flank"
    )
    causes(told, "a", "b", 4).passes("b")
    [test] = [a for a in told.events(e.Declared) if a.manoeuvre == "break test"]
    assert test.params["penalty"] == told.outcome("winner", "ann")[1]["by"] > 0


def test_the_unstable_crumble_and_the_unbreakable_stand():
    told = clash({**A, "Agility": 5}, {**GHOULS, "Fear": False})
    causes(told, "a", "b", 2)
    told.passes("b")
    by = told.outcome("winner", "ann")[1]["by"]
    lost = {"lost": by, "models removed": by, "carried": 0}
    assert told.outcome("lost b", "b") == ("crumbles", lost)
    assert told.left("b", "hp") == 12 - 2 - by
    told = clash({**A, "Agility": 5}, {**A, "Unbreakable": True, "Standard": False})
    causes(told, "a", "b", 2).passes("b")
    assert told.waits_for()[0] == "combat reforms"


# --- one combat after another ------------------------------------------------------------------


def test_a_combat_is_all_that_touch_and_is_fought_once():
    told = battle({"ann": {"a": A, "c": A}, "bo": {"b": A, "d": A}})
    told.touches("a", "b").touches("c", "b").touches("c", "d").until("combats").does("a", "fight")
    melee = [c.subject for c in told.events(e.ConditionBegan) if c.name == "melee"]
    assert sorted(melee) == ["a", "b", "c", "d"]
    told.passes("a", "b", "c", "d").passes("ann").passes("bo")
    assert told.combat.clock.actors == ("bo",)


def test_combats_are_fought_one_after_the_other_as_the_active_player_likes():
    told = battle({"ann": {"a": A, "c": A}, "bo": {"b": A, "d": A}})
    told.touches("a", "b").touches("c", "d").until("combats").does("c", "fight")
    told.passes("c", "d").passes("ann").passes("bo")
    why = refused(told, lambda: told.does("c", "fight"))
    assert (why.clause, why.numbers, lacks(why), legal(why)) == (
        "9",
        {"most": 1, "done": 1},
        "limit rounds of combat of c: 1 < 1",
        "a",
    )
    told.does("a", "fight")


# --- fear and duels --------------------------------------------------------------------------


def test_who_fails_against_fear_hits_worse_and_is_hit_more_easily():
    told = clash(A, {**GHOULS, "Unstable": False, "Agility": 2})
    assert told.waits_for() == ("discipline", ("a",))
    told.rolls(6, 6)
    strikes(told, "a", "b", 1).agrees()
    assert told.outcome("aim", "b")[1] == {"attacks": 1, "needs": 5}
    told.rolls(1)
    strikes(told, "b", "a", 1).agrees()
    assert told.outcome("aim", "a")[1] == {"attacks": 1, "needs": 3}


HERO = {**A, "Champion": True}


def test_a_duel_is_issued_first_by_the_active_player_and_may_be_refused():
    told = clash(HERO, {**HERO, "Character": True})
    assert told.waits_for() == ("duels", ("ann",))
    told.answers("ann", "issue", challenger="a").answers("bo", "refuse")
    assert told.waits_for() == ("duel shame", ("ann",))
    told.answers("ann", "shame", whom="b")
    assert "shamed" in told.states("b")
    assert told.waits_for() == ("strikes", ("a",))  # the shamed does not attack


def test_overkill_in_a_duel_counts_up_to_three():
    told = clash(HERO, HERO).passes("ann").answers("bo", "issue", challenger="b")
    told.answers("ann", "accept", **{"with": "a"}).passes("a", "b")
    why = refused(told, lambda: told.answers("ann", "overkill", overkill=4))
    assert (why.clause, why.numbers) == ("9", {"least": 0, "most": 3})
    told.answers("ann", "overkill", overkill=2).answers("bo", "overkill", overkill=0)
    assert told.outcome("score ann")[1]["Overkill"] == 2
    assert told.basis("overkill ann")[1] == "table"


def test_the_first_round_after_a_charge_ends_the_charging():
    told = clash(KNIGHTS, A, charge=True)
    assert "charging" in told.states("a")
    told.passes("a", "b").until("charges", "bo")
    assert "charging" not in told.states("a")
    assert told.fact("engaged", "a", "b") == "yes"


@pytest.mark.parametrize(("played", "tested"), [("no", 0), ("yes", 1)])
def test_whether_the_fearless_and_the_dreadful_test_is_the_tables_to_say(played: str, tested: int):
    settings = {"fearless tests": played, "dreadful tests": played}
    for mark in ("Fearless", "Fear"):
        armies = {"ann": {"a": {**A, mark: True}}, "bo": {"b": {**A, "Terror": True}}}
        told = battle(armies, settings=settings).touches("a", "b").until("combats")
        told.does("a", "fight")
        tests = [a for a in told.events(e.Declared) if a.manoeuvre == "fear test"]
        assert len([a for a in tests if a.targets == ("a",)]) == tested


def test_who_refused_a_duel_loses_more_than_face():
    hero = {**HERO, "Character": True, "BSB": True, "Stubborn": True}
    told = clash({**HERO, "Agility": 5}, hero)
    told.answers("ann", "issue", challenger="a").answers("bo", "refuse")
    told.answers("ann", "shame", whom="b").passes("a")
    assert told.outcome("score bo")[1]["standards"] == 1  # the Battle Standard does not count
