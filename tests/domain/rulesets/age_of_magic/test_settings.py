"""What the book leaves open, as a table settles it: each value of a setting, number by number."""

from __future__ import annotations

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import (
    COGAN,
    HALF,
    RULES,
    STOUT,
    STRIKE,
    SWORD,
    Fight,
    boxers,
    duel,
    four,
    maimed,
    refused,
    suffers,
)
from tests.support.refusals import lacks, legal


def values(key: str) -> tuple[str, ...]:
    point = RULES.point(key)
    assert point is not None
    return point.values


# --- 10.7: when a reaction is paid ---


def both_declare(paid: str) -> Fight:
    """The man has come up to Cogan and Erik, who both mean to strike; Cogan does so first."""
    fight = four(points={"ap paid": paid}).does("man", "move", beside=["cogan", "erik"])
    fight.declares("erik", STRIKE, "man", using="axe").passes("bard")
    return fight.declares("cogan", STRIKE, "man", using=HALF)


@pytest.mark.parametrize(("paid", "eriks"), [("done", 8), ("declared", 8 - 6)])
def test_a_reaction_is_paid_when_it_is_done_or_when_it_is_declared(paid: str, eriks: int):
    fight = both_declare(paid)
    assert (fight.left("cogan", "ap"), fight.left("erik", "ap")) == (16 - 4, eriks)
    fight.declares("man", "jump back", beside=["erik"]).everybody_passes()
    fight.rolls("cogan", "man")
    assert fight.waits_for() == ("react", ("erik",))
    fight.answers("erik", "go").everybody_passes().rolls("man", "erik")
    assert fight.left("erik", "ap") == 8 - 6


@pytest.mark.parametrize(("paid", "left"), [("done", 8), ("declared", 8 - 6)])
def test_a_reaction_that_is_dropped_costs_nothing_or_what_was_paid(paid: str, left: int):
    fight = both_declare(paid).declares("man", "jump back", beside=[]).everybody_passes()
    fight.rolls("cogan", "man")
    assert fight.combat.facts.get("erik", "adjacent", "man") == "no"
    [drop] = [o for o in fight.offered() if o.command["type"] == "withdraw"]
    fight.say_plainly(drop.command)
    assert fight.left("erik", "ap") == left


@pytest.mark.parametrize("paid", values("ap paid"))
def test_an_action_and_a_follow_on_are_paid_once_whatever_the_table_says(paid: str):
    fight = duel(urlik=STOUT, points={"ap paid": paid})
    fight.does("cogan", STRIKE, "urlik", using=HALF).declares("urlik", "side step")
    fight.everybody_passes().rolls("cogan", "urlik")
    fight.does("urlik", STRIKE, "cogan", using="axe")
    assert (fight.left("cogan", "ap"), fight.left("urlik", "ap")) == (16 - 4, 24 - 2 - 6)


def test_words_that_are_paid_are_said_also_by_who_has_no_ap_left():
    fight = four(points={"ap paid": "declared"}).tires("bard", 4)
    fight.does("man", "move", beside=["cogan"]).declares("bard", "speak", words=6)
    assert fight.left("bard", "ap") == 0
    fight.passes()
    assert fight.events(e.Reacted)[-1].params == {"words": 6}
    assert fight.left("bard", "ap") == 0


@pytest.mark.parametrize(("ap", "declared", "most"), [(2, 1, 3), (2, 4, 3), (4, 3, 6)])
def test_other_words_than_those_paid_are_offered_for_the_ap_that_are_left(
    ap: int, declared: int, most: int
):
    fight = four(points={"ap paid": "declared"}).tires("bard", ap + 2 * -(-declared // 3))
    fight.does("man", "move", beside=["cogan"]).declares("bard", "speak", words=declared)
    fight.declares("cogan", "turn").everybody_passes()
    assert (fight.waits_for(), fight.left("bard", "ap")) == (("react", ("bard",)), ap)
    [speak] = [o for o in fight.offered() if o.command.get("manoeuvre") == "speak"]
    assert speak.blanks[0].most == most
    assert refused(lambda: fight.does("bard", "speak", words=most + 1)).clause == "3.3"
    fight.does("bard", "speak", words=most)
    assert fight.left("bard", "ap") == 0


# --- 10.2, 3.3: the rolls of a turn ---


@pytest.mark.parametrize(
    ("first", "asked"),
    [
        ("initiative", ["initiative", "ties", "action points", "phase"]),
        ("AP", ["action points", "initiative", "ties", "phase"]),
    ],
)
def test_which_roll_comes_first(first: str, asked: list[str]):
    fight = Fight(points={"rolled first": first}).joins("ana", Combat=5).joins("bo", Combat=4)
    found = [q.about for q in fight.begins("ana").events(e.Asked)]
    assert found == asked
    assert (fight.left("ana", "ap"), fight.left("bo", "ap"), fight.actor()) == (10, 8, "ana")
    fight.ends("ana").ends("bo").begins("bo")
    assert [q.about for q in fight.events(e.Asked)][4:] == asked


@pytest.mark.parametrize(
    ("half", "ap"), [("kept", (13, 6)), ("rounded down", (12, 6)), ("rounded up", (14, 6))]
)
def test_half_an_ap_is_kept_or_rounded(half: str, ap: tuple[int, int]):
    fight = Fight(points={"half ap": half}).joins("ana", Combat="6 1/2").joins("bo", Combat="1/2")
    fight.begins("ana")
    assert (fight.left("ana", "ap"), fight.left("bo", "ap")) == ap  # 6 1/2, 6, 7; and 3 at least


@pytest.mark.parametrize(
    ("when", "line"), [("forfeited", ["bo", "ana", "cy"]), ("forfeited last", ["ana", "cy", "bo"])]
)
def test_who_cannot_act_forfeits_his_phase_at_once_or_last(when: str, line: list[str]):
    fight = three_with_one_down(when)
    fight.polls("ana").ends("ana").ends("cy")
    turns = [t.who[0] for t in fight.events(e.TurnBegan)]
    assert turns == line
    assert [t.why for t in fight.events(e.TurnBegan) if t.who == ("bo",)] == ["forfeited"]
    assert fight.combat.clock.path == ()


def three_with_one_down(when: str) -> Fight:
    """Of three, Bo, who comes first, faints before the poll."""
    fight = Fight(points={"unable phase": when})
    for who, tactics in (("ana", 4), ("bo", 9), ("cy", 2)):
        fight.joins(who, Combat=5, Tactics=tactics)
    fight.round().rolls("ana", "bo", "cy").rolls("ana", "bo")
    fight.adjusts(what="condition", subject="bo", name="unconscious")
    return fight.rolls("cy")


def test_who_comes_round_in_time_has_his_phase_where_it_is_forfeited_last():
    fight = three_with_one_down("forfeited last").polls("ana")
    fight.adjusts(what="condition", subject="bo", name="unconscious", begin=False)
    fight.ends("ana")
    assert fight.waits_for() == ("phase", ("bo",))


# --- 1.8, 3.7: bare hands ---


def held(points: dict[str, str]) -> Fight:
    """Ana has grabbed Bo's right arm; it is Bo's phase."""
    fight = boxers(points=points).does("ana", "arm grab", "bo", aim="right arm").everybody_passes()
    fight.rolls("ana", faces=(6, 6)).rolls("bo").passes("ana")
    assert fight.conditions("bo") == ["held"]
    return fight.ends("ana")


@pytest.mark.parametrize(
    ("tie", "outcome", "left"),
    [("who resists", "is still held", ["held"]), ("who acts", "breaks free", [])],
)
def test_a_tie_of_a_broken_hold_is_the_tables_to_say(tie: str, outcome: str, left: list[str]):
    fight = held({"opposed tie": tie}).does("bo", "break hold", "ana").everybody_passes()
    fight.rolls("bo", "ana")
    assert fight.outcome("break hold") == (outcome, {"roll": 22, "against": 22})
    assert fight.basis("break hold") == ("7.9", "ruled")
    assert fight.conditions("bo") == left


@pytest.mark.parametrize("lock", values("arm lock"))
def test_an_arm_is_locked_as_it_is_grabbed_or_in_a_later_action_too(lock: str):
    fight = held({"arm lock": lock}).ends("bo").begins("ana")
    if lock == "follow on":
        no = refused(lambda: fight.does("ana", "arm lock", "bo", aim="right arm"))
        assert (no.clause, lacks(no)) == ("3.7", "time kind of deed of ana: action = follow on")
        return
    assert "arm lock" in fight.manoeuvres("ana")
    no = refused(lambda: fight.does("ana", "arm lock", "bo", aim="left arm"))
    assert legal(no) == "right arm"
    fight.does("ana", "arm lock", "bo", aim="right arm").everybody_passes()
    assert fight.left("ana", "ap") == 16 - 2
    suffers(fight.rolls("ana", faces=(6, 6)).rolls("bo"), "bo")
    assert [c.detail["by"] for c in fight.combat.conditions.on("bo", "held")] == ["arm lock"]


def test_no_arm_is_locked_later_that_nobody_has_grabbed():
    fight = boxers(points={"arm lock": "action too"})
    no = refused(lambda: fight.does("ana", "arm lock", "bo", aim="right arm"))
    assert (no.clause, legal(no)) == ("3.7", "nothing")


@pytest.mark.parametrize("adds", values("forearm block adds"))
def test_a_forearm_block_adds_what_the_table_says(adds: str):
    fight = boxers(points={"forearm block adds": adds}).does("ana", "martial strike", "bo")
    fight.declares("bo", "forearm block").everybody_passes().rolls("ana", "bo")
    assert fight.rolled("defence").total == 18 + 2 * int(adds)


# --- 3.5: a fast draw that may not be paid ---


def drawing(short: str, ap: int, points: int) -> Fight:
    """Cogan, who has so many half-points of AP, may draw; a roll without risk comes to `points`."""
    knife = {**SWORD, "ready": False, "size": "medium", "worn": "waist"}
    cogan = {**COGAN, "CO": 0, "Sleight of hand": points, "weapons": {"knife": knife}}
    return duel(cogan=cogan, points={"fast draw short": short}).tires("cogan", ap)


def test_who_has_fewer_than_three_ap_tries_no_fast_draw_where_nothing_is_agreed():
    no = refused(lambda: drawing("refused", 5, 5).does("cogan", "fast draw", using="knife"))
    assert (no.clause, no.numbers, lacks(no)) == (
        "3.3",
        {"cost": 3, "left": 2.5},
        "points ap of cogan: 2 1/2 >= 3",
    )


@pytest.mark.parametrize(
    ("points", "outcome", "left", "ready"),
    [
        (2, "too slow", 1, None),
        (5, "drawn", 1, "yes"),
        (8, "drawn", 3, "yes"),
        (11, "drawn at once", 5, "yes"),
        (0, "not drawn", 1, None),
    ],
)
def test_or_tries_and_loses_all_he_has_where_it_is_not_enough(
    points: int, outcome: str, left: int, ready: str | None
):
    fight = drawing("tried", 5, points).does("cogan", "fast draw", using="knife").rolls("cogan")
    assert (fight.outcome("fast draw")[0], fight.left("cogan", "ap")) == (outcome, left)
    assert fight.combat.facts.get("cogan", "bears", "knife") == ready


# --- numbers ---


@pytest.mark.parametrize("most", values("most dice"))
def test_so_many_dice_may_be_risked_and_no_more(most: str):
    fight = duel(points={"most dice": most}).does("cogan", STRIKE, "urlik", using=HALF)
    fight.everybody_passes()
    no = refused(lambda: fight.answers("cogan", "roll", risk=int(most) + 1))
    assert (no.clause, no.numbers) == ("6.1", {"most": int(most)})
    fight.rolls("cogan", faces=(1,) * int(most))
    assert fight.rolled("attack").total == 24 - 4 * int(most)  # each takes 3 off and shows a 1


@pytest.mark.parametrize("adds", values("fast draw otherwise"))
def test_what_a_draw_adds_that_is_not_printed(adds: str):
    maul = {**SWORD, "ready": False, "size": "large"}
    cogan = {**COGAN, "CO": 0, "Sleight of hand": 4, "weapons": {"maul": maul}}
    fight = duel(cogan=cogan, points={"fast draw otherwise": adds})
    if adds == "no":
        no = refused(lambda: fight.does("cogan", "fast draw", using="maul"))
        assert (no.clause, lacks(no)) == ("3.5", "setting fast draw otherwise: no != no")
    else:
        fight.does("cogan", "fast draw", using="maul").rolls("cogan")
        assert fight.rolled("fast draw").total == 8 + 2 * int(adds)


@pytest.mark.parametrize("off", values("impaled otherwise"))
def test_what_a_weapon_takes_off_that_is_not_in_the_list(off: str):
    fight = maimed("chest", 3, "impaling", points={"impaled otherwise": off})
    [spike] = fight.combat.conditions.on("urlik", "impaled")
    assert [(m.trait, m.value) for m in spike.mods] == [("impaled", 2 * int(off))]


@pytest.mark.parametrize("off", values("prone rolls"))
def test_what_lying_down_takes_off_attack_and_defence(off: str):
    fight = boxers(points={"prone rolls": off})
    for who in ("ana", "bo"):
        fight.adjusts(what="condition", subject=who, name="prone")
    fight.does("ana", "martial kick", "bo").everybody_passes().rolls("ana", "bo")
    assert fight.rolled("attack").total == 18 + 2 + 2 * int(off)
    assert fight.rolled("defence").total == 16 + 2 * int(off)
