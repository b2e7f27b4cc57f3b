"""ARQ 6: pairings as the rules' examples have them, and which rule each illegal one breaks."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.ruleset.messages import plain
from domain.rulesets.arq.pairings import read
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import Clash
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


def test_7_where_a_foe_may_stay_unpaired_the_other_takes_both():
    """o1 is beneath contempt and stays unpaired; c1 and c2 are each paired once, o2 twice."""
    clash = Clash({"contempt beats cover": "yes"}).figures(
        c1={}, c2={}, o1={"beneath contempt": True}, o2={}
    )
    clash.touching("o1+c1", "o1+c2", "o2+c1", "o2+c2").to_phase("melee")
    assert clash.legal_pairings() == [{"o2+c1 o2+c2"}]
    assert clash.pair("o2+c1 o2+c2").ganged_up() == ["o2"]


def test_nobody_is_paired_who_is_not_engaged_or_cannot_fight():
    clash = engaged(c1="0,0", c2="9,9", o1="0,1", o2="5,5")
    assert clash.legal_pairings() == [{"o1+c1"}]
    clash = Clash().figures(**B).has_taken("o2", 6).to_phase("melee")
    assert clash.legal_pairings() == [{"o1+c1 o1+c2"}]


def test_with_nobody_engaged_the_melee_is_over_at_once():
    clash = engaged(c1="0,0", o1="9,9")
    assert (clash.phase(), clash.combat.clock.path) == ("", ())


def test_a_pairing_kept_against_the_rules_is_played_all_the_same():
    clash = engaged(**B)
    clash.answers("referee", "pair", pairs="o1+c2 o2+c1 o9+c1 nonsense", against=True)
    assert clash.steps[-1][0].basis == "against"
    facts = [f for f in clash.events(e.FactSet) if f.name == "paired"]
    assert [(f.of, f.toward) for f in facts] == [("c2", "o1"), ("c1", "o2")]
