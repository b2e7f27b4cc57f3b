"""Kaiser, sentence by sentence: what of the text was not held to."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.kaiser import BOW, XAN, YRSA, Fight, duel, refused

SWORD = "long sword"


def shot(**said: Any) -> Fight:
    """Xan, who dashes 35 feet, shoots at Yrsa from sixty."""
    fight = Fight().joins("xan", side="a", **{**XAN, "weapons": BOW})
    fight.joins("yrsa", side="b", **YRSA).round().intends("xan", "attack intention", using="bow")
    fight.all_declared().initiative("xan", "yrsa")
    return fight.does("xan", "attack", "yrsa", using="bow", feet=60, **said)


@pytest.mark.parametrize(
    ("said", "dice"),
    [
        ({"walked": 20}, 2),
        ({"walked": 21}, 3),
        ({"walked": 35}, 3),
        ({"walked": 36}, 4),
        ({"target walked": 50}, 2),
        ({"target walked": 51}, 3),
        ({"target walked": 101}, 4),
        ({"walked": 36, "target walked": 101}, 6),
        ({"walked": 21, "advantage": 1}, 2),
    ],
)
def test_who_shoots_on_the_move_or_at_what_moves_is_at_a_disadvantage(
    said: dict[str, Any], dice: int
):
    fight = shot(**said).rolls(xan=(3, 4, 5, 6, 6, 6)[:dice])
    assert fight.why("attack") == {"strike": 10}
    assert fight.waits_for()[0] == "defend"


def test_a_new_target_is_harder_to_hit():
    assert shot(**{"new target": "yes"}).rolls(xan=(3, 4)).why("attack") == {
        "strike": 10,
        "new target": -1,
    }


def test_who_has_aimed_strikes_nobody_back_that_round():
    fight = duel().does("xan", "aim", "yrsa").ends("xan")
    fight.does("yrsa", "attack", "xan", using=SWORD).rolls(yrsa=(1, 2))
    fight.does("xan", "block").rolls(xan=(6, 5))
    assert (fight.outcome("struck")[0], fight.waits_for()[0]) == ("missed", "")


def test_a_held_attack_is_not_let_go_by_who_has_aimed():
    fight = duel().does("xan", "prepare", until="she moves").does("xan", "aim", "yrsa")
    no = refused(fight, lambda: fight.does("xan", "release", "yrsa", using=SWORD))
    assert (no.clause, no.why) == ("5", "xan makes no other attack this round")


def intending(how: str) -> Fight:
    fight = Fight().joins("xan", side="a", **{**XAN, "potential": 5, "phenom projection": 4})
    fight.joins("yrsa", side="b", **YRSA).round().intends("xan", "manifest", how=how)
    return fight.all_declared().initiative("xan", "yrsa")


def test_who_concentrates_does_not_manifest_in_the_same_round():
    fight = intending("concentrate")
    no = refused(fight, lambda: fight.does("xan", "phenom", potential=0, difficulty=10))
    assert (no.clause, no.why) == ("4", "xan concentrates this round: one of the two")
    assert (fight.left("xan", "ap"), fight.left("xan", "potential")) == (3, 0)


def test_who_manifests_has_all_his_potential():
    fight = intending("manifest")
    assert fight.left("xan", "potential") == 5
    fight.does("xan", "phenom", potential=5, difficulty=10).rolls(xan=(4, 3))
    assert fight.outcome("phenom") == ("succeeds", {"check": 12, "difficulty": 10, "by": 2})


# --- unconscious ---------------------------------------------------------------------------


def felled() -> Fight:
    """A critical of 182 has felled Yrsa by 33 degrees, who has 38 life points left."""
    fight = duel(xan={**XAN, "strike": 20}, yrsa={**YRSA, "lp": 220, "PhR": -10})
    fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(4, 4)).passes()
    fight.rolls(xan=(6, 6)).rolls(yrsa=(1, 1))
    assert fight.outcome("critical")[1] == {"level": 25, "check": -8, "degrees": 33}
    assert (fight.left("yrsa", "lp"), faints(fight)) == (38, ["critical"])
    return fight


def faints(fight: Fight) -> list[str]:
    return [c.key for c in fight.combat.conditions.on("yrsa", "unconscious")]


def test_who_was_felled_by_a_critical_is_not_woken_by_the_next_wound():
    fight = felled().does("xan", "attack", "yrsa", using=SWORD, table=-22).rolls(xan=(4, 3))
    assert (fight.outcome("struck")[1]["damage"], fight.left("yrsa", "lp")) == (7, 31)
    assert faints(fight) == ["critical"]
    assert fight.ends("xan").combat.clock.actors == ()


def test_life_points_again_end_only_what_their_loss_began():
    fight = felled().pool("yrsa", "lp", -40)
    assert faints(fight) == ["critical", "no life points"]
    assert faints(fight.pool("yrsa", "lp", 1)) == ["critical", "no life points"]  # -1
    assert faints(fight.pool("yrsa", "lp", 30)) == ["critical"]
    assert "between life and death" not in fight.conditions("yrsa")
    wakes = {"what": "condition", "subject": "yrsa", "name": "unconscious", "begin": False}
    fight.say_plainly({"type": "adjust", "note": "water", "change": wakes})
    assert faints(fight) == []


def test_who_is_unconscious_by_the_referees_word_is_not_healed_of_it():
    fight = duel().state("yrsa", "unconscious").pool("yrsa", "lp", -5)
    assert faints(fight) == [""]
    assert faints(fight.pool("yrsa", "lp", -80)) == ["", "no life points"]
    assert faints(fight.pool("yrsa", "lp", 20)) == [""]


def test_a_critical_that_leaves_no_life_points_outlasts_their_return():
    fight = duel(xan={**XAN, "strike": 20}, yrsa={**YRSA, "lp": 150, "PhR": -10})
    fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(4, 4)).passes()
    fight.rolls(xan=(6, 6)).rolls(yrsa=(1, 1))
    assert (fight.left("yrsa", "lp"), faints(fight)) == (-32, ["no life points", "critical"])
    assert faints(fight.pool("yrsa", "lp", 40)) == ["critical"]


def test_an_older_log_in_which_the_loss_of_life_has_no_key_heals_as_before():
    fight = duel().pool("yrsa", "lp", -85)
    [fainted] = fight.combat.conditions.on("yrsa", "unconscious")
    older = {**fight.combat.conditions.all, fainted.id: fainted._replace(key="")}
    fight.combat = fight.combat._replace(conditions=fight.combat.conditions._replace(all=older))
    assert faints(fight.pool("yrsa", "lp", 2)) == [""]  # -3: begun once
    assert faints(fight.pool("yrsa", "lp", 13)) == []  # 10
