"""ARQ 4.2: figures that wait for each other in a ring, as the referee may have it."""

from __future__ import annotations

import pytest

from tests.support.fights.arq import Clash

ORDERS = ["free", "deck"]


def offered(clash: Clash) -> set[tuple[str, str]]:
    """Who is offered an action."""
    mine = ((o.command["who"], o.command.get("manoeuvre", "")) for o in clash.offered())
    return {(who, what) for who, what in mine if what == "action"}


def two(order: str) -> Clash:
    """c1 and o1 wait for each other; c2 waits for o1."""
    clash = Clash({"order": order}).figures(c1="0,0", c2="0,5", o1="9,0").round().settled()
    clash.fact("waits for", "c1", "o1").fact("waits for", "o1", "c1")
    return clash.fact("waits for", "c2", "o1").draws(*(["foe"] if order == "deck" else []))


@pytest.mark.parametrize("order", ORDERS)
def test_two_who_wait_for_each_other_wait_no_more(order: str):
    clash = two(order)
    here = {"free": {("c1", "action"), ("o1", "action")}, "deck": {("o1", "action")}}[order]
    assert offered(clash) == here
    clash.does("o1", "action")
    assert clash.waits_for() == {
        "free": ("action", ("c1", "c2")),
        "deck": ("the next to go", ("referee",)),
    }.get(order)


@pytest.mark.parametrize("order", ORDERS)
def test_a_ring_of_dash_tests_that_closed_while_one_was_down_holds_nobody(order: str):
    """c1 waits for o2, o1 for c1, c2 for o1; with o1 down, o2 loses to c2."""
    clash = Clash({"order": order}).figures(c1="0,0", c2="0,5", o1="9,0", o2="9,5").round()
    clash.settled().draws(*(["player"] if order == "deck" else []))
    clash.dash("c1", "o2", "loses").dash("c1", "o1", "wins").dash("c2", "o1", "loses")
    clash.has_taken("o1", 6).dash("c2", "o2", "wins").has_taken("o1", -1)
    everybody = {(who, "action") for who in ("c1", "c2", "o1", "o2")}
    assert offered(clash) == (
        everybody if order == "free" else {("c1", "action"), ("c2", "action")}
    )


@pytest.mark.parametrize(("outcome", "waits"), [("wins", "o1"), ("loses", "c1")])
def test_a_dash_test_between_two_of_a_ring_settles_who_goes_first(outcome: str, waits: str):
    clash = two("free").dash("c1", "o1", outcome)
    assert (waits, "action") not in offered(clash)
    assert {"o1": "c1", "c1": "o1"}[waits] in {who for who, _ in offered(clash)}
