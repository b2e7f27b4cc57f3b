"""ARQ 6: pairings as the rules' examples have them, and which rule each illegal one breaks."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.legality.options import options
from domain.ruleset.messages import plain
from domain.ruleset.ruleset import Forbidden
from domain.rulesets.arq.pairings import read
from domain.state.viewer import PUBLIC, TABLE, Viewer
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import RULES, Clash
from tests.support.refusals import legal

A = {"c1": "0,0", "c2": "2,0", "o1": "0,1", "o2": "1,1", "o3": "2,1"}
B = {"c1": "0,0", "c2": "1,0", "o1": "0,1", "o2": "1,1"}
C = {**B, "o3": "2,1"}
FOUR = {**C, "o4": "1,-1"}


def engaged(**where: Any) -> Clash:
    return Clash().figures(**where).to_phase("melee")


def told(clash: Clash, pairs: str) -> tuple[str, str]:
    no = refused(lambda: clash.pair(pairs))
    assert no.legal == clash.offered()[0].blanks[0].values
    return no.clause, plain(no.why)


# --- the rules' examples ---------------------------------------------------------------------


def test_1_example_a_two_of_three_orcs_are_forced_and_one_is_free():
    clash = engaged(**A)
    assert clash.waits_for() == ("pairings", ("referee",))
    assert clash.legal_pairings() == [{"o1+c1 o2+c1 o3+c2", "o1+c1 o2+c2 o3+c2"}]


def test_1_example_a_a_rejected_pairing_names_its_rule():
    clash = engaged(**A)
    assert told(clash, "o1+c1 o3+c2") == ("6.2.2", "o2 would be unpaired")
    assert told(clash, "o1+c1 o2+c1 o2+c2 o3+c2") == (
        "6.2.4",
        "o2 would be paired twice: everybody on that side is paired once",
    )


@pytest.mark.parametrize(
    ("pairs", "who"), [("o1+c1 o2+c1 o3+c2", "c1"), ("o1+c1 o2+c2 o3+c2", "c2")]
)
def test_1_example_a_who_is_ganged_up_on(pairs, who):
    clash = engaged(**A).pair(pairs)
    assert clash.ganged_up() == [who]
    [gang] = clash.combat.conditions.on(who, "ganged up")
    assert (gang.level, gang.detail) == (2, {"effect": "none"})


def test_1_example_a_a_legal_pairing_is_told_how_to_be_written():
    no = refused(lambda: engaged(**A).pair("o3+c2 o1+c1 o2+c1"))
    assert (no.clause, legal(no)) == ("6.2", "o1+c1 o2+c1 o3+c2")


def test_2_example_b_one_to_one_and_not_across():
    clash = engaged(**B)
    assert clash.legal_pairings() == [{"o1+c1 o2+c2"}]
    assert told(clash, "o1+c2 o2+c2") == ("6.2.2", "c1 would be unpaired")
    assert told(clash, "o1+c2 o2+c1") == (
        "6.2.5",
        "o1+c2 o2+c1 cannot be: no pairing goes across another",
    )
    assert clash.pair("o1+c1 o2+c2").ganged_up() == []


def test_3_example_c_only_the_third_orc_is_forced():
    """Of (o1, o2) (1,1), (1,2) and (2,2) would do, but (2,2) leaves c1 alone."""
    assert engaged(**C).legal_pairings() == [{"o1+c1 o2+c1 o3+c2", "o1+c1 o2+c2 o3+c2"}]


def test_3_example_c_with_beneath_contempt_all_others_take_the_other():
    clash = engaged(**{**C, "c2": {"at": "1,0", "beneath contempt": True}})
    assert clash.legal_pairings() == [{"o1+c1 o2+c1 o3+c2"}]
    assert told(clash, "o1+c1 o2+c2 o3+c2") == (
        "6.2.6",
        "nobody pairs with c2 (beneath contempt) who has another choice",
    )


def test_4_example_c_with_four_orcs_five_of_eight():
    clash = engaged(**FOUR)
    by_choice = {
        tuple(dict(read(p))[o].removeprefix("c") for o in ("o1", "o2", "o4"))
        for p in clash.legal_pairings()[0]
    }
    assert by_choice == {
        ("1", "1", "1"),
        ("1", "1", "2"),
        ("1", "2", "1"),
        ("1", "2", "2"),
        ("2", "2", "1"),
    }
    assert told(clash, "o1+c2 o2+c1 o3+c2 o4+c1")[0] == "6.2.5"
    assert told(clash, "o1+c2 o2+c2 o3+c2 o4+c2") == ("6.2.2", "c1 would be unpaired")


def test_4_with_beneath_contempt_one_is_left_and_three_gang_up():
    clash = engaged(**{**FOUR, "c2": {"at": "1,0", "beneath contempt": True}})
    assert clash.legal_pairings() == [{"o1+c1 o2+c1 o3+c2 o4+c1"}]
    clash.pair("o1+c1 o2+c1 o3+c2 o4+c1")
    assert clash.ganged_up() == ["c1"]
    assert clash.waits_for() == ("melee", ("c1", "c1", "c2", "c1"))


def test_5_two_chains_are_paired_apart():
    clash = Clash().figures(c1={}, c2={}, o1={}, o2={}, o3={})
    clash.touching("o1+c1", "o2+c2", "o3+c2").to_phase("melee")
    assert clash.legal_pairings() == [{"o1+c1"}, {"o2+c2 o3+c2"}]
    no = refused(lambda: clash.pair("o1+c1 o2+c1", toward="c1"))
    assert (no.clause, plain(no.why)) == ("6.2.1", "o2 and c1 are not adjacent enemies")
    clash.pair("o2+c2 o3+c2", toward="c2").pair("o1+c1")
    assert clash.ganged_up() == ["c2"]


def gifted(points=None) -> Clash:
    clash = Clash(points).figures(c1={"beneath contempt": True}, c2={}, o1={}, o2={})
    return clash.touching("o1+c1", "o1+c2", "o2+c1", "o2+c2").to_phase("melee")


def test_7_cover_against_gift_cover_wins():
    assert gifted().legal_pairings() == [{"o1+c1 o2+c2", "o1+c2 o2+c1"}]


def test_7_cover_against_gift_where_the_table_lets_the_gift_win():
    clash = gifted({"contempt beats cover": "yes"})
    assert clash.legal_pairings() == [{"o1+c2 o2+c2"}]
    assert told(clash, "o1+c1 o2+c2")[0] == "6.2.6"
    clash.pair("o1+c2 o2+c2")
    assert clash.ganged_up() == ["c2"]
    assert clash.waits_for() == ("melee", ("c2", "c2"))


# --- who chooses -----------------------------------------------------------------------------


def test_7_where_a_foe_may_stay_unpaired_the_other_takes_both():
    """o1 is beneath contempt and stays unpaired; c1 and c2 are each paired once, o2 twice."""
    clash = Clash({"contempt beats cover": "yes"}).figures(
        c1={}, c2={}, o1={"beneath contempt": True}, o2={}
    )
    clash.touching("o1+c1", "o1+c2", "o2+c1", "o2+c2").to_phase("melee")
    assert clash.legal_pairings() == [{"o2+c1 o2+c2"}]
    assert clash.pair("o2+c1 o2+c2").ganged_up() == ["o2"]


def test_the_players_choose_where_they_are_more():
    clash = engaged(c1="0,0", c2="1,0", c3="2,0", o1="0,1", o2="2,1")
    assert clash.waits_for() == ("pairings", ("c1",))
    assert clash.legal_pairings() == [{"o1+c1 o1+c2 o2+c3", "o1+c1 o2+c2 o2+c3"}]
    assert clash.pair("o1+c1 o1+c2 o2+c3", who="c1").ganged_up() == ["o1"]


def of_players() -> Clash:
    """Two chains in which the players are more; c6 is in neither, and o3 fights nobody."""
    clash = Clash().figures(c1={}, c2={}, c3={}, c4={}, c5={}, c6={}, o1={}, o2={}, o3={})
    clash.touching("o1+c1", "o1+c2", "o2+c3", "o2+c4", "o2+c5").to_phase("melee")
    return clash


def seat(*who: str) -> Viewer:
    return Viewer("p1", "player", who)


def offers(clash: Clash, viewer: Viewer) -> list[tuple[str, str, tuple[str, ...]]]:
    """As whom, toward whom and which pairings somebody is offered."""
    found = (o for o in options(clash.combat, RULES, viewer) if o.command.get("choice") == "pair")
    return [(o.command["who"], o.command["toward"], o.blanks[0].values) for o in found]


@pytest.mark.parametrize("who", ["c1", "c2", "c3", "c6"])
def test_every_player_with_a_combatant_on_the_side_is_offered_the_pairings(who: str):
    assert offers(of_players(), seat(who)) == [
        (who, "c1", ("o1+c1 o1+c2",)),
        (who, "c3", ("o2+c3 o2+c4 o2+c5",)),
    ]


def test_a_player_of_several_is_offered_each_pairing_once_and_others_none():
    assert [who for who, *_ in offers(of_players(), seat("c2", "c6"))] == ["c2", "c2"]
    assert [who for who, *_ in offers(of_players(), TABLE)] == ["c1", "c3"]
    assert offers(of_players(), seat("o1")) == offers(of_players(), PUBLIC) == []


def test_the_first_answer_of_any_seat_of_the_side_counts():
    clash = of_players()
    clash.say(pairs("c6", "c1", "o1+c1 o1+c2"), seat("c6"))
    assert offers(clash, seat("c1")) == [("c1", "c3", ("o2+c3 o2+c4 o2+c5",))]
    no = refused(lambda: clash.say(pairs("c2", "c1", "o1+c1 o1+c2"), seat("c2")))
    assert (no.clause, no.pointer, legal(no)) == ("6.2", "/toward", "c3")
    with pytest.raises(Forbidden):
        clash.say(pairs("c6", "c3", "o2+c3 o2+c4 o2+c5"), seat("c1"))
    clash.say(pairs("c1", "", "o2+c3 o2+c4 o2+c5"), seat("c1"))
    assert clash.ganged_up() == ["o1", "o2"]
    assert [a.who for a in clash.events(e.Answered) if a.choice == "pair"] == ["c6", "c1"]


def test_an_illegal_answer_does_not_count_and_the_side_may_take_its_answer_back():
    clash = of_players()
    assert refused(lambda: clash.say(pairs("c1", "c1", "o1+c1"), seat("c1"))).clause == "6.2.2"
    clash.say(pairs("c6", "c1", "o1+c1 o1+c2"), seat("c6"))
    back = [o.command for o in options(clash.combat, RULES, seat("c2")) if "take" in o.says]
    assert back == [{"type": "withdraw", "who": "c2", "toward": "c1"}]
    clash.say(c.Withdraw(who="c2", toward="c1"), seat("c2"))
    assert len(offers(clash, seat("c1"))) == 2


def test_equal_chains_are_the_referee_s():
    clash = engaged(**B)
    assert clash.waits_for() == ("pairings", ("referee",))
    assert offers(clash, seat("c1")) == []
    with pytest.raises(Forbidden):
        clash.say(pairs("referee", "c1", "o1+c1 o2+c2"), seat("c1"))


def pairs(who: str, toward: str, line: str) -> c.Answer:
    return c.Answer(who=who, about="pairings", choice="pair", toward=toward, params={"pairs": line})


def test_nobody_is_paired_who_is_not_engaged_or_cannot_fight():
    clash = engaged(c1="0,0", c2="9,9", o1="0,1", o2="5,5")
    assert clash.legal_pairings() == [{"o1+c1"}]
    clash = Clash().figures(**B).has_taken("o2", 6).to_phase("melee")
    assert clash.legal_pairings() == [{"o1+c1 o1+c2"}]


def test_with_nobody_engaged_the_melee_is_over_at_once():
    clash = engaged(c1="0,0", o1="9,9")
    assert (clash.phase(), clash.combat.clock.path) == ("", ())


# --- off the grid ----------------------------------------------------------------------------


def square_of_four() -> Clash:
    clash = Clash().figures(c1={}, c2={}, o1={}, o2={})
    return clash.touching("o1+c1", "o1+c2", "o2+c1", "o2+c2")


def test_fronts_numbered_left_to_right_keep_pairings_from_crossing():
    clash = square_of_four()
    front = {"what": "order", "scope": "front", "order": ["c1", "o1", "c2", "o2"]}
    clash.say_plainly({"type": "adjust", "note": "left to right", "change": front})
    assert clash.to_phase("melee").legal_pairings() == [{"o1+c1 o2+c2"}]


def test_the_referee_names_pairs_that_cannot_be():
    clash = square_of_four().fact("out of line", "o1", "c1").to_phase("melee")
    assert clash.legal_pairings() == [{"o1+c2 o2+c1"}]
    assert told(clash, "o1+c1 o2+c2") == (
        "6.2.5",
        "o1+c1 cannot be: no pairing goes across another",
    )


def test_the_referee_names_pairs_that_cannot_be_together():
    clash = square_of_four().fact("crosses", "o1", "c2", "o2+c1").to_phase("melee")
    assert clash.legal_pairings() == [{"o1+c1 o2+c2"}]


def test_a_pairing_kept_against_the_rules_is_played_all_the_same():
    clash = engaged(**B)
    clash.answers("referee", "pair", pairs="o1+c2 o2+c1 o9+c1 nonsense", against=True)
    assert clash.steps[-1][0].basis == "against"
    facts = [f for f in clash.events(e.FactSet) if f.name == "paired"]
    assert [(f.of, f.toward) for f in facts] == [("c2", "o1"), ("c1", "o2")]


@pytest.mark.parametrize("ends", [("o1", "c1"), ("c1", "o1")])
def test_the_referee_names_lines_that_cross_from_either_end(ends: tuple[str, str]):
    clash = square_of_four()
    clash.fact("crosses", *ends, value="c2+o2")
    clash.to_phase("melee")
    assert clash.legal_pairings() == [{"o1+c2 o2+c1"}]


# --- a chain that changes --------------------------------------------------------------------


def two_chains() -> Clash:
    """O1 and O2 beside C1, whose pairing is told; O3 beside C2 is still asked about."""
    clash = Clash().figures(c1="0,0", c2="9,9", o1="0,1", o2="1,1", o3="9,8").to_phase("melee")
    return clash.pair("o1+c1 o2+c1", "referee", "c1")


def test_a_chain_of_which_one_falls_is_paired_again():
    clash = two_chains().has_taken("o1", 6)
    clash.pair("o2+c1", "referee", "c1").pair("o3+c2", "referee", "c2")
    assert (clash.ganged_up(), clash.waits_for()) == ([], ("melee", ("c1", "c2")))


def test_a_figure_that_was_pushed_away_fights_nobody():
    clash = Clash().figures(c1="0,0", c2="9,9", o1="0,1", o2="9,8").to_phase("melee")
    clash.pair("o1+c1", "referee", "c1")
    clash.say_plainly(
        {
            "type": "adjust",
            "note": "a gust",
            "change": {"what": "place", "subject": "o1", "place": "5,5"},
        }
    )
    clash.pair("o2+c2", "referee", "c2")
    assert clash.waits_for() == ("melee", ("c2",))


def test_off_the_grid_a_chain_is_asked_again_when_two_of_it_part():
    clash = Clash().figures(c1={}, c2={}, c3={}, o1={}, o2={}, o3={})
    clash.touching("o1+c1", "o2+c2", "o3+c3").to_phase("melee")
    clash.pair("o1+c1", "referee", "c1").fact("adjacent", "o1", "c2").fact("adjacent", "o2", "c1")
    clash.pair("o1+c2 o2+c1", "referee", "c1").fact("adjacent", "o1", "c2", "no")
    assert clash.legal_pairings() == [{"o1+c1 o2+c2"}, {"o3+c3"}]
    clash.pair("o1+c1 o2+c2", "referee", "c1").pair("o3+c3", "referee", "c3")
    assert (clash.ganged_up(), clash.waits_for()) == ([], ("melee", ("c1", "c2", "c3")))


def test_who_comes_back_is_paired_with_nobody():
    clash = Clash().figures(c1="0,0", c2="9,9", o1="0,1", o2="9,8").to_phase("melee")
    clash.pair("o1+c1", "referee", "c1").pair("o2+c2", "referee", "c2")
    clash.say(c.Leave(who="o1")).drawn("").fights(c2_o2="ties")
    clash.say(c.Join(subject="o1", side="orcs"))
    assert "yes" not in clash.combat.facts.toward("o1", "paired").values()
