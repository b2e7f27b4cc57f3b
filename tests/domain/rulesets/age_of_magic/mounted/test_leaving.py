"""Riders and mounts of which one has left, or the mount can no longer move."""

from __future__ import annotations

import pytest

from domain.ruleset.scene import Scene
from domain.rulesets.age_of_magic.riding import mount_of, rider_of
from tests.support.fights.age_of_magic import ADVANCE, HALF, RULES, STRIKE, URLIK, refused
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


# --- mounts that can no longer move ---


@pytest.mark.parametrize("state", ["dead", "unconscious"])
def test_nobody_steps_up_on_a_mount_that_cannot_move(state: str):
    fight = mounted().adjusts(what="condition", subject="horse", name=state)
    no = refused(lambda: fight.does("knight", ADVANCE, "urlik", using=HALF))
    assert (no.clause, no.pointer) == ("3.2", "/who")
    assert no.why == "knight rides horse, which can no longer move: get off first"
    assert fight.manoeuvres("knight") & {ADVANCE, STRIKE, "dismount"} == {STRIKE, "dismount"}
    fight.does("knight", "dismount", beside=["urlik"]).everybody_passes()
    fight.does("knight", ADVANCE, "urlik", using=HALF)


def test_whoever_sits_on_a_dead_mount_blocks_and_does_not_dodge():
    fight = mounted("urlik", urlik={**URLIK, "Tactics": 12})
    fight.adjusts(what="condition", subject="horse", name="dead")
    fight.does("urlik", STRIKE, "knight", using="axe")
    assert fight.manoeuvres("knight") & {"block", "parry", "jump back", "side step"} == {"block"}


def test_the_step_of_a_riders_attack_is_paid_by_the_rider():
    fight = mounted().does("knight", ADVANCE, "urlik", using=HALF)
    assert (fight.left("knight", "ap"), fight.left("horse", "ap")) == (13 - 4, 10)
