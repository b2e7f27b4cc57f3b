"""ARQ 6.1: chains that change while pairings are asked for, and who leaves and comes back."""

from __future__ import annotations

from domain import commands as c
from tests.support.fights.arq import Clash


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
