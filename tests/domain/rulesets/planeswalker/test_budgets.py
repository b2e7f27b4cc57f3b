"""Planeswalker: actions, Focus and mana to restore, where the referee changes them in the turn."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from tests.support.fights.planeswalker import Combat, M, duel
from tests.support.logs.refused_fights import refused
from tests.support.refusals import lacks


def at_main(**sheet: int) -> Combat:
    """Mira's Main phase; she has a wolf, and two actions."""
    combat = duel(m={"Speed": 2, **sheet}).creature("wolf", "mira", Power=2, Toughness=1)
    return combat.goes_to("mira")


@pytest.mark.parametrize("delta", [-1, 1])
def test_an_action_given_or_taken_by_the_referee_is_none_that_was_done(delta: int):
    combat = at_main().fixes(what="pool", subject="mira", pool="actions", delta=delta)
    assert {"command", "flee"} <= set(combat.manoeuvres("mira"))
    assert combat.does("mira", "command").waits_for() == ("orders", ("wolf",))
    assert combat.left("mira", "actions") == 1 + delta


def test_what_was_done_counts_although_the_referee_gives_the_action_back():
    combat = at_main().does("mira", "move", "nils")
    combat.fixes(what="pool", subject="mira", pool="actions", delta=1)
    assert combat.left("mira", "actions") == 2
    assert not {"command", "flee"} & set(combat.manoeuvres("mira"))


# --- another sheet ---------------------------------------------------------------------------


def edited(combat: Combat, **sheet: Any) -> Combat:
    return combat.say(c.Edit(who="mira", traits={**M, **sheet}))


def test_another_speed_and_focus_change_what_is_left_by_as_much():
    combat = edited(at_main().does("mira", "move", "nils"), Speed=3, Focus=3)
    assert (combat.left("mira", "actions"), combat.left("mira", "focus")) == (2, 3)
    assert edited(combat, Speed=1, Focus=2).left("mira", "focus") == 2
    assert combat.left("mira", "actions") == 0


def test_who_has_become_faster_still_commands_and_flees_first():
    combat = edited(at_main(), Speed=3)
    assert {"command", "flee"} <= set(combat.manoeuvres("mira"))


def test_what_the_referee_gave_stays_on_another_sheet():
    combat = at_main().fixes(what="pool", subject="mira", pool="actions", delta=1)
    assert edited(combat, Speed=3).left("mira", "actions") == 4


# --- who is Close as mana is restored --------------------------------------------------------


def most(combat: Combat) -> int:
    """How much colorless mana Mira may restore now."""
    blanks = [o.blanks[0] for o in combat.offered() if o.command.get("using") == "colorless"]
    return blanks[0].most if blanks else 0


def test_an_enemy_set_close_in_channeling_takes_two_off_what_is_restored():
    combat = duel().goes_to("mira", "channeling").close("mira nils")
    assert most(combat) == 1
    why = refused(combat, lambda: combat.does("mira", "channel", using="red", amount=2))
    assert (why.clause, lacks(why)) == ("4.1", "points restore of mira: 1 >= 2")


def test_an_enemy_set_ranged_in_channeling_takes_nothing_off():
    combat = duel().close("mira nils").goes_to("mira", "channeling").zones("ranged", "mira nils")
    assert combat.does("mira", "channel", using="red", amount=3).pool("mira") == {"red": 3}


def test_what_was_restored_before_the_enemy_was_close_counts():
    combat = duel().goes_to("mira", "channeling").does("mira", "channel", using="red", amount=2)
    assert most(combat.close("mira nils")) == 0
    assert combat.zones("ranged", "mira nils").stands() != ("mira", "channeling")
