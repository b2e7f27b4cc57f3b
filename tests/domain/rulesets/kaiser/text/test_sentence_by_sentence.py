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
    fight.does("xan", "phenom", potential=5, difficulty=10).rolls(xan=(1, 2))
    assert fight.outcome("phenom") == ("succeeds", {"check": 12, "difficulty": 10, "by": 2})
