"""Kaiser 9: conditions that count down, end, ease or are resisted again; maintenance."""

from __future__ import annotations

import pytest

from domain import events as e
from domain.rulesets.kaiser.tables import MINDLESS
from tests.support.fights.kaiser import MAGE, SPELLS, YRSA, Fight, Points, duel


def cast(spell: str, *resist: int, points: Points = None, **more: int | str) -> Fight:
    """The mage casts a spell at Yrsa, whose resistances are 0, in the first round."""
    known = {**SPELLS, spell: {**SPELLS[spell], **more}}
    fight = Fight(points=points).joins("mage", side="a", **{**MAGE, "spells": known})
    fight.joins("yrsa", side="b", **{**YRSA, "PhR": 0, "SR": 0})
    round_begins(fight, "mass").does("mage", "cast", "yrsa", using=spell)
    return fight.rolls(yrsa=resist)


def round_begins(fight: Fight, how: str = "", state: str = "") -> Fight:
    """A round up to its initiative, which the mage has; Yrsa rolls unless in such a state."""
    fight.round()
    if how:
        fight.intends("mage", "magic", how=how)
    fight.all_declared().rolls(mage=(5, 5))
    return fight if state in MINDLESS else fight.rolls(yrsa=(1, 2))


def round_passes(fight: Fight, keeps: bool = True) -> Fight:
    """A round in which the mage keeps his spells up, or does not."""
    round_begins(fight)
    if keeps:
        fight.does("mage", "maintain spells")
    return fight.round_over()


def countdown(fight: Fight, who: str = "yrsa") -> tuple[str, int]:
    held = [c for c in fight.combat.conditions.on(who) if c.act]
    return (held[0].name, held[0].left) if held else ("", 0)


def resists(fight: Fight, *faces: int) -> Fight:
    """Goes on to the End phase, where the check is made again."""
    while fight.waits_for()[0] != "recheck":
        if fight.waits_for()[0]:
            fight.passes()
        else:
            fight.ends(fight.combat.clock.actors[0])
    return fight.rolls(yrsa=faces)


def test_scenario_16_fascinated_by_three_for_three_rounds():
    fight = cast("hypnotic display", 4, 5)
    assert fight.outcome("effect") == ("not resisted", {"check": 9, "difficulty": 12, "by": 3})
    assert countdown(fight) == ("fascinated", 3)
    assert countdown(fight.round_over()) == ("fascinated", 2)
    assert countdown(round_passes(fight)) == ("fascinated", 1)
    round_begins(fight).does("mage", "maintain spells")
    resists(fight, 4, 6)
    assert countdown(fight) == ("fascinated", 2)
    assert countdown(round_passes(fight)) == ("fascinated", 1)
    round_begins(fight).does("mage", "maintain spells")
    resists(fight, 6, 6)
    assert (countdown(fight), fight.combat.clock.rounds) == (("", 0), 5)
    assert fight.conditions("mage") == []


def test_scenario_16_a_power_that_is_not_kept_up_ends_without_a_check():
    fight = cast("hypnotic display", 4, 5).round_over()
    round_passes(fight, keeps=False)
    assert countdown(fight) == ("", 0)
    ended = [k.why for k in fight.events(e.ConditionEnded)]
    assert "the power is not maintained" in ended and "not maintained" in ended


@pytest.mark.parametrize("state", ["asleep", "unconscious", "fascinated"])
def test_who_is_asleep_or_unconscious_resists_again(state: str):
    fight = resists(cast("hypnotic display", 5, 6, condition=state), 4, 6)
    assert fight.outcome("effect")[1] == {"check": 11, "difficulty": 12, "by": 1}
    assert countdown(fight) == (state, 12 - 10)
    round_begins(fight, state=state).does("mage", "maintain spells")
    fight.round_over()
    assert countdown(fight) == (state, 1)
    round_begins(fight, state=state).does("mage", "maintain spells")
    assert countdown(resists(fight, 6, 6)) == ("", 0)


def test_the_stunned_resist_again_at_half_of_their_roll():
    fight = cast("hypnotic display", 5, 6, condition="stunned", resist="MR")
    assert countdown(fight) == ("stunned", 12 - 11)
    assert countdown(resists(fight, 6, 6)) == ("stunned", 12 - 12 // 2)
    other = cast("hypnotic display", 5, 6).state("yrsa", "stunned")
    assert countdown(resists(other, 6, 6)) == ("fascinated", 6)


def test_who_has_fallen_since_resists_again_and_the_dead_do_not():
    fallen = cast("hypnotic display", 5, 6).pool("yrsa", "lp", -85)
    assert countdown(resists(fallen, 4, 6)) == ("fascinated", 12 - 10)
    dead = cast("hypnotic display", 5, 6).pool("yrsa", "lp", -125).round_over()
    assert (countdown(dead), dead.conditions("mage")) == (("", 0), [])


@pytest.mark.parametrize(
    ("kept", "left"), [("spells", ("fascinated", 2)), ("ki", ("", 0)), ("phenom", ("", 0))]
)
def test_only_maintaining_spells_keeps_the_power_of_a_spell_up(kept: str, left: tuple[str, int]):
    fight = cast("hypnotic display", 4, 4).round_over()
    assert countdown(fight) == ("fascinated", 3)
    round_begins(fight).does("mage", f"maintain {kept}").round_over()
    assert (countdown(fight), fight.conditions("mage")) == (left, ["power"] if left[1] else [])


def test_scenario_17_blind_and_then_half_blind():
    fight = cast("flare", 1, 2)
    assert fight.outcome("effect")[1] == {"check": 3, "difficulty": 14, "by": 11}
    states = []
    for number in range(12):
        states.append(countdown(fight))
        if number:
            round_begins(fight)
        fight.round_over()
    assert states[:4] == [
        ("totally blind", 2),
        ("totally blind", 1),
        ("partially blind", 9),
        ("partially blind", 8),
    ]
    assert (states[10], states[11]) == (("partially blind", 1), ("", 0))


def test_a_small_failure_is_half_blind_from_the_start():
    assert countdown(cast("flare", 3, 6)) == ("partially blind", 5)


def test_who_resists_has_nothing():
    fight = cast("flare", 6, 6, difficulty=12)
    assert (fight.outcome("effect")[0], fight.conditions("yrsa")) == ("resisted", [])


def test_the_first_end_phase_counts_unless_the_table_says_otherwise():
    later = cast("hypnotic display", 4, 5, points={"first tick": "next round"}).round_over()
    assert countdown(later) == ("fascinated", 3)


def test_a_willing_target_does_not_resist():
    fight = Fight().joins("mage", side="a", **MAGE).joins("yrsa", side="b", **YRSA)
    round_begins(fight, "mass")
    fight.does("mage", "cast", "yrsa", using="hypnotic display", willing="yes")
    assert countdown(fight) == ("fascinated", 12)


def test_maintenance_is_paid_or_the_power_ends():
    fight = cast("hypnotic display", 1, 2, upkeep=30).round_over()
    assert fight.left("mage", "mana") == 200 - 40
    assert countdown(round_passes(fight)) == ("fascinated", 7)
    assert fight.left("mage", "mana") == 200 - 40 - 30
    fight.pool("mage", "mana", -110)
    assert countdown(round_passes(fight)) == ("", 0)


def test_a_power_whose_sleeper_was_woken_ends_and_nothing_is_paid_for_it():
    fight = cast("hypnotic display", 1, 2, condition="asleep", upkeep=30)
    fight.joins("zoe", side="b", **YRSA).round_over()
    fight.round().all_declared().rolls(mage=(5, 5), zoe=(1, 2)).does("mage", "maintain spells")
    fight.ends("mage").does("zoe", "wake", "yrsa")
    assert (countdown(fight), fight.conditions("mage")) == (("", 0), ["power", "kept"])
    fight.round_over()
    assert (fight.conditions("mage"), fight.left("mage", "mana")) == ([], 200 - 40)
    assert "nothing is left of it" in [k.why for k in fight.events(e.ConditionEnded)]


def test_a_power_is_let_go_at_any_time():
    fight = cast("hypnotic display", 4, 5).ends("mage")
    fight.does("mage", "let go", using="hypnotic display")
    assert countdown(fight) == ("", 0)


def test_the_fascinated_do_nothing_of_their_own():
    fight = cast("hypnotic display", 4, 5).ends("mage")
    assert fight.combat.clock.actors == ("yrsa",)
    assert fight.manoeuvres("yrsa") <= {"increase action", "hidden power", "talk"}


def test_a_projectile_must_hit_for_a_unit_first():
    spells = {
        "venom": {
            "mana": 10,
            "projectile": True,
            "damage": 1,
            "resist": "PhR",
            "difficulty": 12,
            "condition": "partially blind",
        }
    }
    fight = Fight().joins("mage", side="a", **{**MAGE, "spells": spells})
    fight.joins("yrsa", side="b", **YRSA)
    round_begins(fight, "mass").does("mage", "cast", "yrsa", using="venom").rolls(mage=(1, 2))
    fight.does("yrsa", "dodge").rolls(yrsa=(3, 4))
    assert (fight.outcome("struck")[0], fight.waits_for()[0]) == ("missed", "")
    fight.does("mage", "cast", "yrsa", using="venom").rolls(mage=(1, 2)).passes()
    assert (fight.outcome("struck")[0], fight.waits_for()[0]) == ("hit", "resist")


def test_states_weigh_on_attack_and_defence():
    fight = duel().state("xan", "flanked").state("yrsa", "blind side").state("xan", "prone")
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(4, 4, 5, 6))
    fight.does("yrsa", "block").rolls(yrsa=(3, 4))
    assert fight.why("defence") == {"block": 9, "blind side": -8}
    assert fight.outcome("struck")[1]["offence"] == 10 - 1 + 8


def test_a_trigger_power_that_was_withstood_leaves_one_immune_for_its_degrees():
    fight = cast("flare", 6, 5, difficulty=9, trigger=True)
    assert [(k.name, k.key, k.left) for k in fight.combat.conditions.on("yrsa")] == [
        ("immune", "flare", 2)
    ]
    round_begins(fight.round_over(), "mass").does("mage", "cast", "yrsa", using="flare")
    assert fight.outcome("effect")[0] == "immune to it"
    fight.round_over()
    assert fight.conditions("yrsa") == []


def test_a_trigger_power_that_is_withstood_at_zero_leaves_one_immune_as_well():
    fight = resists(cast("hypnotic display", 4, 5, trigger=True, difficulty=10), 6, 6)
    assert (fight.conditions("yrsa"), fight.conditions("mage")) == (["immune"], [])
    assert [c.left for c in fight.combat.conditions.on("yrsa")] == [12 - 10]
    round_begins(fight, "mass").does("mage", "cast", "yrsa", using="hypnotic display")
    assert fight.outcome("effect")[0] == "immune to it"
    fight.round_over()
    assert round_begins(fight).conditions("yrsa") == ["immune"]
    assert fight.round_over().conditions("yrsa") == []
    plain = resists(cast("hypnotic display", 4, 5, difficulty=10), 6, 6)
    assert plain.conditions("yrsa") == []


def test_what_eases_lasts_no_longer_where_the_first_end_phase_does_not_count():
    fight = cast("flare", 1, 2, points={"first tick": "next round"}).round_over()
    left = [countdown(fight)]
    while left[-1][0]:
        left.append(countdown(round_begins(fight).round_over()))
    assert left[:3] == [("totally blind", 2), ("totally blind", 1), ("partially blind", 9)]
    assert len(left) == 11 + 1
