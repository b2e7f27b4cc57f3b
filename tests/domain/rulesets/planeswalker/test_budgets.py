"""Planeswalker: actions, Focus and mana to restore, where the referee changes them in the turn."""

from __future__ import annotations

import pytest

from tests.support.fights.planeswalker import Combat, duel


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
