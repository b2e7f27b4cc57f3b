"""Kaiser 8: guards who step in for their wards, and sweeps that strike both."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain import events as e
from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, duel, refused
from tests.support.refusals import lacks

# --- a guard -------------------------------------------------------------------------------


def guarded(**guard: Any) -> Fight:
    """Yrsa attacks the mage with 16; Xan guards the mage."""
    fight = Fight().joins("xan", side="a", **{**XAN, "block": 8, "av": 1, **guard})
    fight.joins("mage", side="a", **MAGE).joins("yrsa", side="b", **YRSA)
    fight.close_together("yrsa mage").round().intends("xan", "guard", ward="mage")
    fight.intends("yrsa", "attack intention", using="long sword").all_declared()
    fight.rolls(yrsa=(6, 5), xan=(1, 2), mage=(1, 2))
    return fight.does("yrsa", "attack", "mage", using="long sword").rolls(yrsa=(3, 4))


def test_scenario_25_guard_and_ward_are_both_struck():
    fight = guarded()
    fight.does("xan", "defend another", "mage", **{"with": "block"}).rolls(xan=(3, 1, 6))
    what, figures = fight.outcome("struck")
    assert (what, figures) == (
        "hit",
        {
            "offence": 16,
            "defence": 12,
            "degrees": 4,
            "units": 1,
            "base": 5,
            "damage": 5,
            "guard": "xan",
        },
    )
    assert (fight.left("xan", "lp"), fight.left("mage", "lp")) == (95, 60)
    assert (fight.left("xan", "ap"), fight.left("mage", "ap")) == (4, 5)


def test_scenario_25_not_while_flat_footed_nor_against_a_surpriser():
    fight = guarded().pool("xan", "ap", -5)
    fight.state("xan", "flat footed")
    why = refused(fight, lambda: fight.does("xan", "defend another", "mage", **{"with": "block"}))
    assert why.clause in ("3.4", "")
    other = guarded().state("xan", "surprised", toward="yrsa")
    assert refused(
        other, lambda: other.does("xan", "defend another", "mage", **{"with": "block"})
    ).why


def test_who_is_no_guard_cannot_step_in():
    fight = duel()
    fight.joins("ally", side="b", **YRSA)
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(2, 1))
    assert refused(
        fight, lambda: fight.does("ally", "defend another", "yrsa", **{"with": "block"})
    ).why


def test_the_ward_too_far_for_a_step():
    fight = guarded()
    why = refused(
        fight, lambda: fight.does("xan", "defend another", "mage", feet=10, **{"with": "block"})
    )
    assert (why.clause, why.numbers, lacks(why)) == (
        "8",
        {"cost": 10, "left": 0},
        "points movement of xan: 0 >= 10",
    )


def test_a_guard_alert_to_danger_pays_for_the_first_check_against_an_attacker_only():
    fight = Fight().joins("xan", side="a", **XAN).joins("ward", side="b", **YRSA)
    fight.joins("guard", side="b", **YRSA).close_together("xan ward").round()
    fight.intends("xan", "attack intention", using="long sword")
    fight.intends("guard", "guard", ward="ward").intends("guard", "alert to danger")
    fight.all_declared().initiative("xan", "ward", "guard")
    fight.does("xan", "attack", "ward", using="long sword").rolls(xan=(3, 4))
    fight.does("guard", "defend another", "ward", **{"with": "block"}).rolls(guard=(5, 5, 6))
    assert fight.why("defence") == {"block": 9, "foreseen": -4}
    fight.does("xan", "attack", "ward", using="long sword").rolls(xan=(3, 4))
    fight.does("guard", "defend another", "ward", **{"with": "block"}).rolls(guard=(5, 5, 6))
    assert fight.why("defence") == {"block": 9, "repeated": -2}
    assert fight.outcome("struck")[1]["defence"] == 10 + 9 - 2


# --- a sweep -------------------------------------------------------------------------------


def sweep(how: str = "block", *faces: int, intend: tuple[str, ...] = ("two",)) -> Fight:
    """Xan sweeps at three with 14, after the penalty of 5; One defends with 9 and the faces."""
    fight = Fight().joins("xan", side="a", **{**XAN, "strike": 12})
    for foe in ("one", "two", "three"):
        fight.joins(foe, side="b", **{**YRSA, "block": 9, "dodge": 9, "av": 40})
    fight.close_together("xan one", "xan two", "xan three").round()
    for who in ("xan", *intend):
        fight.intends(who, "attack intention", using="long sword")
    fight.all_declared().rolls(xan=(6, 5), one=(5, 4), two=(4, 2), three=(1, 2))
    fight.does("xan", "sweeping", "one", using="long sword", then=["two", "three"])
    fight.rolls(xan=(3, 4))
    return fight.does("one", how).rolls(one=faces or (1, 2))


def struck(fight: Fight) -> list[tuple[str, str]]:
    return [(r.of, r.outcome) for r in fight.events(e.Resolved) if r.stage == "struck"]


def test_scenario_28_a_counter_won_by_block_stops_the_sweep():
    fight = sweep()
    assert fight.waits_for() == ("defend", ("two",))
    fight.does("two", "block").rolls(two=(3, 4))
    assert fight.outcome("struck")[1] == {"offence": 14, "defence": 16, "degrees": 2, "bonus": 1}
    assert fight.waits_for() == ("counter", ("two",))
    fight.passes()
    assert struck(fight) == [("one", "hit"), ("two", "missed")]
    assert fight.combat.exchange.frames == ()


def test_scenario_28_one_won_by_dodge_waits_until_it_is_over():
    fight = sweep().does("two", "dodge").rolls(two=(3, 4))
    assert fight.waits_for() == ("defend", ("three",))
    fight.passes()
    assert struck(fight) == [("one", "hit"), ("two", "missed"), ("three", "hit")]
    assert fight.waits_for() == ("counter", ("two",))
    fight.does("two", "counter", "xan", using="long sword").rolls(two=(1, 2))
    assert fight.why("attack") == {"strike": 9, "counter": 1}


def test_a_sweep_keeps_its_roll_where_the_next_has_left_the_fight():
    fight = sweep()
    fight.say(c.Leave(who="two")).passes()
    assert struck(fight) == [("one", "hit"), ("two", "nobody is there"), ("three", "hit")]
    assert [r.figures["offence"] for r in fight.events(e.Resolved) if r.stage == "struck"] == [
        14,
        14,
        14,
    ]


def stopped() -> Fight:
    """One dodges the sweep by 2 and waits, Two blocks by 2 and stops it; Three is not struck at."""
    fight = sweep("dodge", 3, 4, intend=("one", "two"))
    fight.does("two", "block").rolls(two=(3, 4))
    assert struck(fight) == [("one", "missed"), ("two", "missed")]
    assert fight.waits_for() == ("counter", ("two",))
    return fight


def test_who_dodged_a_sweep_that_is_stopped_may_counter_once():
    fight = stopped().passes()
    assert fight.waits_for() == ("counter", ("one",))
    fight.does("one", "counter", "xan", using="long sword").rolls(one=(1, 2)).passes()
    assert fight.why("attack") == {"strike": 9, "counter": 1}
    assert (fight.outcome("struck")[1]["offence"], fight.left("one", "ap")) == (13, 2)
    assert (fight.waits_for()[0], fight.combat.exchange.frames) == ("", ())


def test_the_one_who_stopped_it_counters_first():
    fight = stopped().does("two", "counter", "xan", using="long sword").rolls(two=(1, 2)).passes()
    assert fight.waits_for() == ("counter", ("one",))
    fight.passes()
    assert (fight.waits_for()[0], fight.combat.exchange.frames) == ("", ())
    assert [r.who for r in fight.events(e.Reacted) if r.manoeuvre == "counter"] == ["two"]
    assert len(struck(fight)) == 3  # the Counter of Two is the third


def swept_ward(**ward: Any) -> Fight:
    """Xan sweeps with 16 at One, whose guard Two meets it with 10; nobody else is in it."""
    fight = Fight().joins("xan", side="a", **{**XAN, "strike": 14})
    fight.joins("one", side="b", **{**YRSA, **ward}).joins(
        "two", side="b", **{**YRSA, "av": 1, "block": 8}
    )
    fight.close_together("xan one", "xan two").round()
    fight.intends("xan", "attack intention", using="long sword").intends("two", "guard", ward="one")
    fight.all_declared().rolls(xan=(6, 5), one=(5, 4), two=(4, 2))
    fight.does("xan", "sweeping", "one", using="long sword").rolls(xan=(3, 4))
    fight.does("two", "defend another", "one", **{"with": "block"})
    return fight.rolls(two=(1, 2, 6))


def test_a_guard_who_has_defended_in_a_sweep_may_step_in_for_the_next_of_it():
    fight = Fight().joins("xan", side="a", **{**XAN, "strike": 14})
    fight.joins("one", side="b", **YRSA).joins("two", side="b", **{**YRSA, "block": 8})
    fight.close_together("xan one", "xan two").round()
    fight.intends("xan", "attack intention", using="long sword").intends("two", "guard", ward="one")
    fight.all_declared().rolls(xan=(6, 5), one=(5, 4), two=(4, 2))
    fight.does("xan", "sweeping", "one", using="long sword", then=["two"]).rolls(xan=(3, 4))
    fight.does("two", "defend another", "one", **{"with": "block"}).rolls(two=(1, 2, 6))
    assert fight.waits_for() == ("defend", ("two",))  # what was done for the ward is not its own
    fight.does("two", "block").rolls(two=(1, 2))
    met = [(r.of, r.figures["defence"]) for r in fight.events(e.Resolved) if r.stage == "struck"]
    assert met == [("one", 11), ("two", 9)]


def hurt(fight: Fight, stage: str) -> dict[str, int]:
    figures = fight.outcome(stage)[1]
    return {name: figures[name] for name in ("units", "base", "damage")}


def test_a_sweep_that_beats_the_guard_wounds_guard_and_ward():
    fight = swept_ward(av=2)
    assert fight.outcome("struck")[1]["degrees"] == 5  # 16 against 11
    assert hurt(fight, "struck") == {"units": 2, "base": 7, "damage": 14}
    assert hurt(fight, "ward") == {"units": 1, "base": 7, "damage": 7}
    assert (fight.left("two", "lp"), fight.left("one", "lp")) == (80 - 14, 80 - 7)
    assert (fight.left("two", "ap"), fight.left("one", "ap")) == (4, 5)
    assert fight.waits_for() == ("", ())


def test_the_wards_wound_may_be_critical_after_the_guards():
    fight = swept_ward(lp=20).rolls(xan=(1, 1), one=(6, 6))
    [mine] = [r for r in fight.events(e.Resolved) if r.outcome == "a critical wound"]
    assert (mine.of, mine.figures) == ("one", {"damage": 21, "before": 20})
    assert fight.left("two", "lp") == 80 - 14


def test_an_area_spell_that_beats_the_guard_wounds_guard_and_ward():
    burst = {"burst": {"mana": 20, "projectile": True, "damage": 6, "area": True}}
    for spells, left in ((burst, 60 - 2 * 6), (MAGE["spells"], 60)):
        fight = Fight().joins("caster", side="a", **{**MAGE, "spells": spells})
        fight.joins("ward", side="b", **MAGE).joins("two", side="b", **{**YRSA, "av": 2}).round()
        fight.intends("caster", "magic", how="mass").intends("two", "guard", ward="ward")
        fight.all_declared().rolls(caster=(6, 5), ward=(1, 2), two=(1, 2))
        fight.does("caster", "cast", "ward", using=next(reversed(spells))).rolls(caster=(4, 4))
        fight.does("two", "defend another", "ward", **{"with": "block"}).rolls(two=(1, 2, 6))
        assert fight.outcome("struck")[1]["degrees"] == 4
        assert (fight.left("ward", "lp"), fight.left("ward", "ap")) == (left, 5)


def test_a_take_down_that_beats_the_guard_throws_the_guard_down():
    fight = guarded_from("take down", using="long sword").rolls(yrsa=(3, 5))
    fight.does("xan", "defend another", "mage", **{"with": "block"}).rolls(xan=(1, 2, 6))
    assert fight.outcome("struck")[1]["guard"] == "xan"
    assert (fight.conditions("xan"), fight.conditions("mage")) == (["prone"], ["ward"])


def guarded_from(manoeuvre: str, **said: Any) -> Fight:
    """Yrsa attacks the mage, whom Xan guards, with a special attack."""
    fight = Fight().joins("xan", side="a", **XAN).joins("mage", side="a", **MAGE)
    fight.joins("yrsa", side="b", **YRSA).close_together("yrsa mage").round()
    fight.intends("xan", "guard", ward="mage")
    fight.intends("yrsa", "attack intention", using="long sword").all_declared()
    fight.rolls(yrsa=(6, 5), xan=(1, 2), mage=(1, 2))
    return fight.does("yrsa", manoeuvre, "mage", **said)


def spell_at_ward(*faces: int, **spell: Any) -> Fight:
    """A projectile spell with a condition hits the guard of its target by the faces."""
    spells = {"bolt": {"mana": 20, "projectile": True, "condition": "shaken", **spell}}
    fight = Fight().joins("caster", side="a", **{**MAGE, "spells": spells})
    fight.joins("ward", side="b", **MAGE).joins("two", side="b", **{**YRSA, "av": 2}).round()
    fight.intends("caster", "magic", how="mass").intends("two", "guard", ward="ward")
    fight.all_declared().rolls(caster=(6, 5), ward=(1, 2), two=(1, 2))
    fight.does("caster", "cast", "ward", using="bolt").rolls(caster=faces)
    return fight.does("two", "defend another", "ward", **{"with": "block"}).rolls(two=(1, 2, 6))


def test_a_spell_that_hits_the_guard_puts_the_guard_under_its_condition():
    fight = spell_at_ward(5, 4, rounds=3)
    assert fight.outcome("struck")[1]["units"] == 17 - 12 - 2 - 2
    assert (fight.conditions("two"), fight.conditions("ward")) == (["shaken"], ["ward"])


def test_one_whose_guard_is_hit_for_no_unit_is_under_nothing():
    fight = spell_at_ward(4, 4, rounds=3)  # 4 degrees
    assert (fight.conditions("two"), fight.conditions("ward")) == ([], ["ward"])


def test_the_guard_resists_the_spell_and_by_an_area_the_ward_after_it():
    one = spell_at_ward(5, 4, resist="PhR", difficulty=14)
    assert one.waits_for() == ("resist", ("two",))
    assert one.rolls(two=(1, 2)).waits_for()[0] == ""
    assert one.outcome("effect")[1] == {"check": 8 + 3, "difficulty": 14, "by": 3}
    both = spell_at_ward(5, 4, resist="PhR", difficulty=14, area=True)
    assert both.waits_for() == ("resist", ("two",))
    assert both.rolls(two=(6, 5)).waits_for() == ("resist", ("ward",))
    both.rolls(ward=(1, 2))
    assert (both.conditions("two"), both.conditions("ward")) == ([], ["ward", "shaken"])


def test_an_area_spell_on_guard_and_ward_is_one_power():
    fight = spell_at_ward(5, 4, rounds=3, area=True)
    assert (fight.conditions("two"), fight.conditions("ward")) == (["shaken"], ["ward", "shaken"])
    assert fight.conditions("caster").count("power") == 1
    fight.does("caster", "let go", using="bolt")
    assert (fight.conditions("two"), fight.conditions("ward")) == ([], ["ward"])


def swept(*stances: dict[str, Any], surprised: str = "") -> Fight:
    """Xan sweeps at One, Two and Three with a roll of 11 and a Strike of 14, less 5."""
    fight = Fight().joins("xan", side="a", **{**XAN, "strike": 14})
    for foe in ("one", "two", "three"):
        fight.joins(foe, side="b", **{**YRSA, "av": 60}).close_together(f"xan {foe}")
    fight.round().intends("xan", "attack intention", using="long sword")
    for stance in stances:
        fight.intends("xan", **stance)
    fight.all_declared().initiative("xan", "one", "two", "three")
    if surprised:
        fight.state("xan", "surprised", toward=surprised)
    fight.does("xan", "sweeping", "one", using="long sword", then=["two", "three"])
    return fight.rolls(xan=(6, 5)).passes().passes().passes()


def offences(fight: Fight) -> list[int]:
    return [r.figures["offence"] for r in fight.events(e.Resolved) if r.stage == "struck"]


def test_the_one_roll_of_a_sweep_counts_less_against_each_who_was_foreseen():
    anticipates: dict[str, Any] = {"intention": "anticipate surprise", "of": ["two"]}
    assert offences(swept()) == [20, 20, 20]
    assert offences(swept(anticipates)) == [20, 16, 20]
    assert offences(swept({**anticipates, "of": ["one"]})) == [16, 20, 20]
    assert offences(swept({"intention": "alert to danger"}, anticipates)) == [16, 14, 16]


def test_the_one_roll_of_a_sweep_counts_less_against_a_surpriser():
    assert offences(swept(surprised="one")) == [11, 20, 20]
    assert offences(swept(surprised="three")) == [20, 20, 11]
