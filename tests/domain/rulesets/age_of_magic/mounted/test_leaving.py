"""Riders and mounts that leave and come back: one figure no more, until one mounts again."""

from __future__ import annotations

from domain.ruleset.scene import Scene
from domain.rulesets.age_of_magic.riding import mount_of, rider_of
from tests.support.fights.age_of_magic import RULES, URLIK
from tests.support.fights.age_of_magic_ranged import HORSE, KNIGHT, Afar, mounted


def riders(fight: Afar, *those: str) -> dict[str, str]:
    """What each of them rides."""
    scene = Scene(fight.combat, RULES)
    return {who: mount_of(scene, who) for who in those}


def test_a_mount_left_behind_has_one_rider_when_the_first_comes_back():
    urlik = {**URLIK, "Tactics": 12, "Combat": 9}
    fight = mounted("urlik", urlik=urlik).say_plainly({"type": "leave", "who": "knight"})
    fight.does("urlik", "mount", "horse").everybody_passes()
    fight.joins("knight", side="heroes", **KNIGHT)
    assert riders(fight, "knight", "urlik") == {"knight": "", "urlik": "horse"}
    assert rider_of(Scene(fight.combat, RULES), "horse") == "urlik"


def test_a_mount_that_comes_back_has_nobody_in_the_saddle():
    fight = mounted().say_plainly({"type": "leave", "who": "horse"})
    fight.does("knight", "move", beside=[]).everybody_passes()
    back = {"type": "join", "subject": "horse", "kind": "creature", "side": "heroes"}
    fight.say_plainly({**back, "traits": HORSE})
    assert riders(fight, "knight") == {"knight": ""}
    assert (fight.near("knight", "urlik"), fight.near("horse", "urlik")) == (False, True)


def test_a_ride_that_ended_before_says_nothing_more_when_somebody_leaves():
    fight = mounted().adjusts(what="fact", of="knight", name="rides", value="")
    fight.say_plainly({"type": "leave", "who": "horse"})
    assert [type(draft.event).__name__ for draft in fight.steps[-1]] == ["Left"]
