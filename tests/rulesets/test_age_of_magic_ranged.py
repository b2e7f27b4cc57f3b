"""Throwing and shooting: what a shot must reach, what is defended, setting oneself to aim."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.rulesets.age_of_magic.sheet import sheet
from tests.rulesets.afar import ARCHER, BOW, MAIL, SPEAR, STAR, Afar, at_a_distance
from tests.rulesets.age_of_magic import COGAN, MAN, URLIK, Points, refused

SNAP, AIM, AIMED = "snapshot fire", "set and aim", "aimed fire"
THROW, ADVANCE = "throw weapon", "advance and throw"


def shot(points: Points = None, defence: str = "", using: str = "", **said: Any) -> Afar:
    """The archer has shot at Urlik, who may have defended; both have rolled without risk."""
    fight = at_a_distance(points=points)
    fight.does("archer", SNAP, "urlik", using="bow", **{"range": "10 m", **said})
    if defence:
        fight.declares("urlik", defence, using=using)
    fight.everybody_passes().rolls("archer")
    return fight.rolls("urlik") if defence else fight


# --- the roll and what it must reach ---


def test_a_snapshot_rolls_shooting_and_co_against_range_and_size():
    fight = shot()
    assert fight.left("archer", "ap") == 18 - 4
    assert fight.why("attack") == {"Shooting": 12, "specialism": 2, "CO": 2, "bow": 2}
    assert fight.outcome("range") == (
        "difficulty", {"difficulty": 10, "range": 8, "size": 2},
    )  # fmt: skip
    assert fight.outcome("hit") == ("hit", {"attack": 18, "difficulty": 10, "by": 8})
    assert (fight.basis("range"), fight.basis("hit")) == (("3.8", "table"), ("3.8", "stated"))


def test_half_of_what_it_hit_by_goes_to_the_damage_and_st_need_not():
    fight = shot().rolls("archer")
    assert fight.why("damage") == {"bow": 12, "hit by": 4}
    assert fight.outcome("damage") == ("no wound", {"basic": 16, "resistance": 16, "net": 0})


@pytest.mark.parametrize(
    ("band", "difficulty"),
    [("point-blank", 0), ("5 hexes", 2), ("10 m", 4), ("30 m", 6), ("60 m", 8), ("more", 10)],
)
def test_the_bands_of_range(band: str, difficulty: int):
    assert shot(range=band).outcome("range")[1].get("range", 0) == 2 * difficulty


def test_what_is_shot_at_what_is_shot_and_what_else_counts_add_up():
    fight = shot(size="body", item="2", more=3)
    assert fight.outcome("range")[1] == {
        "difficulty": 22, "range": 8, "item": 4, "size": 4, "more": 6,
    }  # fmt: skip
    assert fight.outcome("hit") == ("missed", {"attack": 18, "difficulty": 22, "by": -4})
    assert "size" not in shot(size="area").outcome("range")[1]


def test_turning_costs_one_and_each_metre_beyond_effective_range_another():
    fight = shot(turns="yes", beyond=3)
    assert fight.why("attack")["turning"] == -2
    assert fight.why("attack")["beyond range"] == -6
    assert fight.outcome("hit") == ("hit", {"attack": 10, "difficulty": 10, "by": 0})


def test_a_shot_at_a_part_of_the_body_has_its_aim_modifier_or_only_its_size():
    assert shot(aim="head").why("attack")["aim"] == -8
    fight = shot({"aim-of-shots": "size"}, aim="head", size="body", range="5 hexes")
    assert "aim" not in fight.why("attack")
    assert fight.rolls("archer").why("damage")["head"] == 4


# --- loading ---


def test_a_bow_is_unloaded_after_a_shot_and_loading_costs_three():
    fight = shot(range="more")
    assert fight.fact("archer", "loaded", "bow") == "no"
    no = refused(lambda: fight.does("archer", SNAP, "urlik", using="bow", range="10 m"))
    assert (no.clause, no.why, no.pointer) == ("3.8", "archer's bow is not loaded", "/using")
    assert SNAP not in fight.manoeuvres("archer")
    fight.does("archer", "load weapon", using="bow").everybody_passes()
    assert fight.left("archer", "ap") == 14 - 6
    assert SNAP in fight.manoeuvres("archer")


def test_what_comes_unloaded_or_needs_no_loading():
    bows = {"bow": {**BOW, "loaded": False}, "sling": {**BOW, "loads": False}}
    fight = at_a_distance(archer={**ARCHER, "weapons": bows})
    assert refused(lambda: fight.does("archer", SNAP, "urlik", using="bow", range="10 m")).clause
    for _ in range(2):
        fight.does("archer", SNAP, "urlik", using="sling", range="more").everybody_passes()
        fight.rolls("archer")
    assert fight.left("archer", "ap") == 18 - 8


# --- throwing ---


def thrown(manoeuvre: str = THROW, using: str = "star", **said: Any) -> Afar:
    fight = at_a_distance(archer={**ARCHER, "weapons": {"star": STAR, "spear": SPEAR}})
    fight.does("archer", manoeuvre, "urlik", using=using, range="5 hexes", **said)
    return fight.everybody_passes().rolls("archer")


def test_a_throw_rolls_throwing_and_co_and_leaves_the_hand():
    fight = thrown()
    assert fight.left("archer", "ap") == 18 - 2
    assert fight.why("attack") == {"Throwing": 8, "CO": 2}
    assert fight.outcome("hit") == ("hit", {"attack": 10, "difficulty": 6, "by": 4})
    assert fight.fact("archer", "bears", "star") == "no"
    fight.rolls("archer")
    assert fight.why("damage") == {"ST": 2, "star": 6, "hit by": 2}


def test_what_strikes_as_well_has_values_of_its_own_when_it_is_thrown():
    fight = thrown(using="spear")
    assert fight.left("archer", "ap") == 18 - 4
    assert fight.why("attack") == {"Throwing": 8, "specialism": 1, "CO": 2, "spear": -2}
    fight.rolls("archer")
    assert fight.why("damage") == {"ST": 2, "spear": 14, "hit by": 1}


def test_advancing_a_hex_adds_one_and_says_where_one_stands():
    fight = thrown(ADVANCE, beside=["urlik"])
    assert fight.why("attack")["advancing"] == 2
    assert fight.near("archer", "urlik")


def test_what_only_flies_neither_strikes_nor_blocks():
    fight = at_a_distance(first="urlik")
    fight.side_by_side("archer urlik")
    fight.does("urlik", "stand and attack", "archer", using="axe")
    for deed in ("block", "parry"):
        no = refused(lambda deed=deed: fight.declares("archer", deed, using="bow"))  # type: ignore[misc]
        assert no.pointer == "/using"


def test_what_flies_on_the_sheet():
    traits = sheet({"Shooting": 2, "weapons": {"bow": {**BOW, "loaded": False}, "spear": SPEAR}})
    assert traits["Shooting"] == 4
    assert (traits["weapon bow skill"], traits["weapon bow loaded"]) == ("Shooting", False)
    assert (traits["weapon spear ap"], traits["weapon spear thrown ap"]) == (6, 4)
    assert traits["weapon spear thrown attack"] == -2


@pytest.mark.parametrize(
    ("thrown", "pointer"),
    [
        (4, "/traits/weapons/spear/thrown"),
        ({"damage": 7, "ap": 2}, "/traits/weapons/spear/thrown"),
        ({**SPEAR["thrown"], "ap": 9}, "/traits/weapons/spear/thrown/ap"),
        ({**SPEAR["thrown"], "parry": 1}, "/traits/weapons/spear/thrown/parry"),
    ],
)
def test_values_for_throwing_that_are_wrong_are_refused_with_a_pointer(thrown: Any, pointer: str):
    given = {"weapons": {"spear": {**SPEAR, "thrown": thrown}}}
    assert refused(lambda: sheet(given)).pointer == pointer


# --- defences ---


@pytest.mark.parametrize(
    ("defence", "using", "value"),
    [("side-step", "", 4 + 2), ("jump back", "", 4 + 3), ("block", "shield", 5 + 3)],
)
def test_a_shot_must_reach_its_difficulty_and_the_defence(defence: str, using: str, value: int):
    fight = shot(defence=defence, using=using)
    assert fight.outcome("hit")[1] == {
        "attack": 18, "difficulty": 10, "defence": 2 * value, "by": 18 - 2 * value,
    }  # fmt: skip
    assert fight.basis("hit") == ("3.8", "default")


def test_a_poor_defence_makes_no_shot_easier():
    fight = shot(defence="side-step", range="60 m")
    assert fight.outcome("hit") == (
        "hit", {"attack": 18, "difficulty": 18, "defence": 12, "by": 0},
    )  # fmt: skip
    fight = shot(defence="side-step", range="more")
    assert fight.outcome("hit")[1]["by"] == 18 - 22
    assert fight.outcome("hit")[0] == "stopped"


def test_a_table_may_let_the_defence_stand_for_the_difficulty():
    fight = shot({"shot-against": "defence"}, defence="side-step", range="more")
    assert fight.outcome("hit") == (
        "hit", {"attack": 18, "difficulty": 22, "defence": 12, "by": 6},
    )  # fmt: skip


def test_a_block_stops_an_arrow_and_locks_nothing():
    fight = at_a_distance(urlik={**URLIK, "Parry": 9})
    fight.does("archer", SNAP, "urlik", using="bow", range="10 m")
    fight.declares("urlik", "block", using="shield").everybody_passes().rolls("archer", "urlik")
    assert fight.outcome("hit")[0] == "stopped"
    assert fight.conditions("archer") == fight.conditions("urlik") == []


@pytest.mark.parametrize(
    ("setting", "legal"), [("any", {"block", "jump back"}), ("dodge", {"jump back"}), ("none", {})]
)
def test_the_table_says_which_defences_there_are(setting: str, legal: set[str]):
    fight = at_a_distance(points={"defence-against-shots": setting})
    fight.does("archer", SNAP, "urlik", using="bow", range="10 m")
    assert fight.manoeuvres("urlik") & {"block", "jump back"} == set(legal)


def test_a_hit_after_a_defence_is_soaked_as_its_follow_on():
    fight = shot(defence="side-step", range="point-blank", aim="groin")
    fight.rolls("archer", faces=(6, 6))
    assert fight.waits_for() == ("soak", ("urlik",))
    fight.does("urlik", "soak").rolls("urlik")
    assert fight.outcome("soak")[1]["soak"] == 14


# --- as a reaction ---


def group(order: tuple[str, ...] = ("leader", "one", "two", "archer")) -> Afar:
    """A leader and two followers against an archer; initiative falls in this order."""
    fight = Afar()
    for place, who in enumerate(order):
        sheet = ARCHER if who == "archer" else MAN
        side = "heroes" if who == "archer" else "foes"
        fight.joins(who, side=side, **{**sheet, "Tactics": 9 - place})
    fight.begins("leader")
    return fight


@pytest.mark.parametrize(
    "order", [("archer", "leader", "one", "two"), ("leader", "one", "two", "archer")]
)
def test_follow_moves_resolve_before_the_shot_whatever_the_initiative(order: tuple[str, ...]):
    fight = group(order).does("leader", "move")
    since = len(fight.steps)
    fight.declares("archer", SNAP, "leader", using="bow", range="10 m")
    fight.declares("one", "follow").declares("two", "follow")
    begun = [d.event for step in fight.steps[since:] for d in step if type(d.event) is e.Reacted]
    assert [b.manoeuvre for b in begun] == ["follow", "follow"]
    fight.everybody_passes().answers("archer", "go").everybody_passes()
    done = [r.manoeuvre for r in fight.events(e.Reacted)]
    assert done == ["follow", "follow", SNAP]
    assert [fight.left(who, "ap") for who in ("leader", "one", "two", "archer")] == [22, 22, 22, 14]
    assert fight.waits_for() == ("shot", ("archer",))


def test_a_shot_answers_the_movement_of_its_target():
    fight = at_a_distance(first="urlik").does("urlik", "move")
    fight.declares("archer", THROW, "urlik", using="star", range="5 hexes").everybody_passes()
    fight.rolls("archer")
    assert fight.outcome("hit")[0] == "hit"


def test_a_shot_answers_nothing_but_movement():
    fight = at_a_distance(first="urlik").does("urlik", "turn")
    no = refused(lambda: fight.declares("archer", SNAP, "urlik", using="bow", range="10 m"))
    assert (no.clause, no.why) == ("3.8", "a shot answers the movement of its target, not turn")
    assert not {SNAP, THROW, ADVANCE, AIMED} & fight.manoeuvres("archer")


def test_a_shot_as_a_reaction_is_at_who_moved():
    fight = group().does("leader", "move")
    no = refused(lambda: fight.declares("archer", SNAP, "one", using="bow", range="10 m"))
    assert (no.numbers, no.pointer) == ({"legal": "leader"}, "/targets")


def test_whom_the_shot_disables_does_not_strike():
    fight = at_a_distance(urlik={**URLIK, "WP": -9}, first="urlik")
    fight.does("urlik", "advance and attack", "archer", using="axe")
    fight.declares("archer", SNAP, "urlik", using="bow", range="point-blank", aim="left leg")
    fight.everybody_passes().rolls("archer").rolls("archer", faces=(6, 6)).passes()
    fight.rolls("urlik")
    assert fight.outcome("pain")[0] == "unconscious"
    fight.rolls("urlik")
    assert fight.outcome("hit") == ("void", {})


# --- after a lightning draw ---


def drawn(skill: float, using: str = "bow") -> Afar:
    """The archer draws what he has put away, without risk."""
    away = {"bow": {**BOW, "ready": False}, "star": {**STAR, "ready": False}}
    fight = at_a_distance(archer={**ARCHER, "Sleight of hand": skill, "weapons": away})
    return fight.does("archer", "fast draw", using=using).rolls("archer")


@pytest.mark.parametrize(
    ("deeds", "using"), [({SNAP, "speak"}, "bow"), ({THROW, ADVANCE, "speak"}, "star")]
)
def test_a_throw_or_a_snapshot_follows_a_lightning_draw(deeds: set[str], using: str):
    fight = drawn(10, using)
    assert fight.outcome("draw") == ("drawn at once", {"roll": 22, "cost": 0})
    assert fight.waits_for() == ("follow", ("archer",))
    assert fight.manoeuvres("archer") == deeds
    deed = SNAP if using == "bow" else THROW
    fight.does("archer", deed, "urlik", using=using, range="10 m").everybody_passes()
    fight.rolls("archer")
    assert fight.outcome("hit")[0] == "hit"
    [draw, shot] = fight.events(e.Acted)
    assert (shot.on, shot.targets) == (draw.act, ("urlik",))


def test_nothing_flies_at_once_after_a_slower_draw():
    fight = drawn(9)
    assert fight.outcome("draw") == ("drawn", {"roll": 20, "cost": 2})
    assert fight.waits_for() == ("declare", ("urlik",))


def test_no_shot_follows_a_block():
    fight = at_a_distance(first="urlik", archer={**ARCHER, "Combat": 12, "shield": 20})
    fight.side_by_side("archer urlik").does("urlik", "stand and attack", "archer", using="axe")
    fight.declares("archer", "block", using="shield").everybody_passes().rolls("urlik", "archer")
    assert fight.waits_for() == ("follow", ("archer",))
    no = refused(lambda: fight.does("archer", SNAP, "urlik", using="bow", range="point-blank"))
    assert (no.clause, no.why) == ("3.6", "snapshot fire does not follow block")


# --- set and aim ---


def aiming(times: int = 1, archer: dict[str, Any] = ARCHER, points: Points = None) -> Afar:
    """The archer has set and aimed, so many times in as many turns."""
    fight = at_a_distance(archer=archer, points=points)
    for n in range(times):
        if n:
            fight.ends("archer").ends("urlik").begins("archer")
        fight.does("archer", AIM, "urlik", using="bow").rolls("archer").everybody_passes()
    return fight


def test_aiming_adds_one_against_twice_the_bonus_already_held():
    fight = aiming()
    assert fight.left("archer", "ap") == 18 - 6
    assert fight.why("aim") == {"Shooting": 12, "specialism": 2, "WP": 3}
    assert fight.outcome("aim") == ("succeeded", {"roll": 17, "difficulty": 0, "bonus": 2})
    assert aiming(3).outcome("aim") == ("succeeded", {"roll": 17, "difficulty": 8, "bonus": 6})


def test_the_bonus_is_kept_over_turns_and_lost_when_aiming_fails():
    fight = aiming(5)
    assert fight.outcome("aim") == ("succeeded", {"roll": 17, "difficulty": 16, "bonus": 10})
    fight.ends("archer").ends("urlik").begins("archer")
    fight.does("archer", AIM, "urlik", using="bow").rolls("archer").everybody_passes()
    assert fight.outcome("aim") == ("failed", {"roll": 17, "difficulty": 20, "bonus": 0})
    [condition] = fight.combat.conditions.on("archer", "set")
    assert (condition.level, condition.toward, condition.key) == (0, "urlik", "bow")


def fired(points: Points = None) -> Afar:
    fight = aiming(2, points=points)
    fight.does("archer", AIMED, "urlik", using="bow", range="30 m").everybody_passes()
    return fight.rolls("archer")


def test_aimed_fire_rolls_pe_and_the_bonus_and_ends_the_aim():
    fight = fired()
    assert fight.why("attack") == {
        "Shooting": 12, "specialism": 2, "PE": 4, "bow": 2, "aimed": 4,
    }  # fmt: skip
    assert fight.outcome("hit")[1] == {"attack": 24, "difficulty": 14, "by": 10}
    assert [c.level for c in fight.combat.conditions.on("archer", "set")] == [0]
    assert fired({"aimed-fire-ends": "set"}).conditions("archer") == []


def test_aimed_fire_is_at_whom_one_aimed():
    fight = Afar().joins("archer", **ARCHER).joins("urlik", **URLIK).joins("cogan", **COGAN)
    fight.begins("archer").does("archer", AIM, "urlik", using="bow").rolls("archer")
    fight.everybody_passes()
    no = refused(lambda: fight.does("archer", AIMED, "cogan", using="bow", range="10 m"))
    assert (no.numbers, no.pointer) == ({"legal": "urlik"}, "/targets")
    fight.does("archer", AIM, "cogan", using="bow").rolls("archer").everybody_passes()
    [condition] = fight.combat.conditions.on("archer", "set")
    assert (condition.toward, condition.level) == ("cogan", 1)


def test_aimed_fire_needs_to_be_set():
    fight = at_a_distance()
    assert AIMED not in fight.manoeuvres("archer")
    no = refused(lambda: fight.does("archer", AIMED, "urlik", using="bow", range="10 m"))
    assert (no.clause, no.numbers) == ("3.8", {"legal": "nobody"})


def test_aimed_fire_answers_the_movement_of_whom_one_aims_at():
    fight = aiming().ends("archer").polls("urlik").does("urlik", "move")
    fight.declares("archer", AIMED, "urlik", using="bow", range="10 m").everybody_passes()
    fight.rolls("archer")
    assert fight.why("attack")["aimed"] == 2


def test_who_is_set_defends_with_nothing():
    fight = aiming()
    fight.side_by_side("archer urlik").ends("archer").polls("urlik")
    fight.does("urlik", "stand and attack", "archer", using="axe").everybody_passes()
    assert fight.waits_for() == ("strike", ("urlik",))
    fight.rolls("urlik")
    assert fight.outcome("hit") == ("hit", {"attack": 12, "defence": 0, "by": 12})


@pytest.mark.parametrize(
    ("points", "left", "rolled"),
    [(None, [], ("urlik", "archer")), ({"set-ends": "movement"}, ["set"], ("urlik", "archer"))],
)
def test_a_block_gives_up_being_set_as_the_table_has_it(
    points: Points, left: list[str], rolled: tuple[str, ...]
):
    archer = {**ARCHER, "shield": 2}
    fight = aiming(archer=archer, points=points)
    fight.side_by_side("archer urlik").ends("archer").polls("urlik")
    fight.does("urlik", "stand and attack", "archer", using="axe")
    fight.declares("archer", "block", using="shield").everybody_passes()
    assert fight.conditions("archer") == left
    assert fight.waits_for() == ("strike", rolled)


def test_whoever_moves_is_set_no_more():
    fight = aiming().does("archer", "move").everybody_passes()
    assert fight.conditions("archer") == []


@pytest.mark.parametrize("name", ["stunned", "staggered", "unconscious"])
def test_who_is_shaken_is_set_no_more(name: str):
    fight = aiming().fixed(what="condition", subject="archer", name=name)
    assert fight.conditions("archer") == [name]


def test_who_is_knocked_back_is_set_no_more():
    fight = aiming(archer={**ARCHER, **MAIL, "ST": 3, "Athletics": "4 1/2"})
    fight.side_by_side("archer urlik").ends("archer").polls("urlik")
    fight.does("urlik", "stand and attack", "archer", using="axe").everybody_passes()
    fight.rolls("urlik").rolls("urlik")
    assert fight.conditions("archer") == ["set"]
    fight.rolls("archer")
    assert fight.outcome("knock-back")[0] == "knocked back"
    assert "set" not in fight.conditions("archer")


# --- tiredness ---


@pytest.mark.parametrize(
    ("level", "penalty"),
    [(0, 0), (1, 0), (2, -1), (3, -2), (4, -3), (5, -4), (6, -6), (7, -8)],
)
def test_tiredness_weighs_on_every_roll(level: int, penalty: int):
    fight = at_a_distance()
    fight.fixed(what="condition", subject="archer", name="tired", level=level)
    fight.does("archer", SNAP, "urlik", using="bow", range="10 m").everybody_passes()
    fight.rolls("archer")
    assert fight.rolled("attack").total == 18 + penalty


def test_the_last_word_on_tiredness_counts_and_the_ninth_level_is_unconscious():
    fight = at_a_distance()
    fight.fixed(what="condition", subject="urlik", name="tired", level=8)
    fight.does("archer", "turn")
    [asked] = [q for q in fight.events(e.Asked) if q.about == "declare"]
    assert [(s.who, s.barred) for s in asked.slots] == [("urlik", "7.8")]
    fight.fixed(what="condition", subject="urlik", name="tired", level=2)
    fight.does("archer", "turn")
    assert fight.waits_for() == ("declare", ("urlik",))


def test_all_that_weighs_on_a_roll_adds_up():
    fight = at_a_distance(archer={**ARCHER, "Encumbrance": "-1/2", "Helmet": -1})
    for name, level in (("wound", 3), ("wound", 2), ("tired", 4), ("staggered", 0)):
        fight.fixed(what="condition", subject="archer", name=name, level=level)
    fight.does("archer", SNAP, "urlik", using="bow", range="10 m").everybody_passes()
    fight.rolls("archer")
    assert fight.why("attack") == {
        "Shooting": 12, "specialism": 2, "CO": 2, "Encumbrance": -1, "bow": 2, "wounded": -4,
        "tired": -3, "staggered": -2,
    }  # fmt: skip
