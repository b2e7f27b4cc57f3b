"""What happens before the first turn: sides, who begins, scouts, vanguards, zones."""

from __future__ import annotations

import pytest

from tests.support.fights.ninth_age import ARMIES, SPEARS, Battle, mustered, refused, so
from tests.support.refusals import legal


def test_a_battle_is_between_two_sides():
    told = Battle().musters({"ann": ARMIES["ann"]})
    why = refused(told, told.round)
    assert (why.clause, why.numbers) == ("1", {"sides": 1, "units": 3, "without a side": 0})


def test_x_08_who_is_active_before_the_first_turn():
    omen = {"at": "before the battle", "once": True, "says": "omen"}
    units = {
        side: {f"{side}{n}": {**SPEARS, "effects": {"omen": omen}} for n in range(2)}
        for side in ("ann", "bo")
    }
    told = mustered(units).prepares(chooser="bo")
    assert told.fact("chose", "bo") == "yes"
    told.answers("ann", "deploy", unit="ann0", **so({"with": ["ann1"]}))
    assert told.waits_for() == ("first turn", ("ann",))  # who finished first decides at once
    told.answers("ann", "first turn", of="bo").deploys()
    assert (told.fact("finished", "ann"), told.fact("finished", "bo")) == ("first", "last")
    assert told.waits_for() == ("effects", ("ann",))  # Ann finished first: she is Active
    told.passes("ann").passes("bo")
    assert told.combat.clock.actors == ("bo",)


def test_scouts_and_vanguards_have_their_own_orders():
    scout, van = {**SPEARS, "Scout": True}, {**SPEARS, "Vanguard": True}
    hers, his = {"a": SPEARS, "as": scout, "av": van}, {"b": SPEARS, "bs": scout, "bv": van}
    told = mustered({"ann": hers, "bo": his}).prepares(chooser="bo")
    assert told.waits_for() == ("special deployment", ("bo",))  # who chose the zone
    told.answers("bo", "declare", scouts=["bs"]).answers("ann", "declare", scouts=["as"])
    told.deploys()
    assert told.waits_for() == ("scouts", ("ann",))  # who finished first
    told.answers("ann", "scout", unit="as", zone="outside")
    told.answers("bo", "scout", unit="bs", zone="own")
    assert told.waits_for() == ("vanguard", ("bo",))  # who finished last
    told.answers("bo", "vanguard", unit="bv").answers("ann", "no more")
    assert told.waits_for() == ("charges", ("ann",))
    assert (told.states("as"), told.states("bs")) == (["held back"], [])
    assert told.states("bv") == ["held back", "not scoring"]
    why = refused(told, lambda: told.does("as", "charge", "b", distance=5, arc="front"))
    assert (why.clause, why.why) == ("4", "as may not charge in the first Player Turn")
    told.until("charges", "bo")
    assert (told.states("as"), told.states("bv")) == ([], ["not scoring"])


def test_a_counterthrust_begins_with_single_units_that_are_no_characters():
    told = mustered().prepares(deployment="counterthrust")
    [option] = [o for o in told.offered() if o.command.get("choice") == "deploy"]
    assert [b.name for b in option.blanks] == ["unit"]
    assert "mage" not in option.blanks[0].values
    assert refused(told, lambda: told.answers("ann", "deploy", unit="mage")).clause == "4"


def test_rows_that_are_in_no_source_are_named_by_the_table():
    told = mustered().round().rolls(6)
    assert told.waits_for() == ("objective", ("referee",))
    told.answers("referee", "other", name="Secure Target").rolls(2)
    assert told.fact("objective", "ann") == "Secure Target"
    assert told.fact("deployment type", "bo") == "dawn assault"
    assert told.basis_of_fact("objective") == "ruled"


@pytest.mark.parametrize(
    ("row", "edges", "picked"),
    [
        ("dawn assault", "left edge; right edge", "right edge"),
        ("encircle", "attacker; defender", "defender"),
    ],
)
def test_what_the_chooser_of_the_zone_picks_with_it(row: str, edges: str, picked: str):
    told = mustered().prepares(deployment=row)
    assert told.waits_for() == ("zone choice", ("bo",))
    why = refused(told, lambda: told.answers("bo", "both"))
    assert (why.clause, legal(why)) == ("4", edges)
    told.answers("bo", picked)
    assert (told.fact("zone", "bo"), told.fact("zone", "ann")) == (picked, None)
    assert told.waits_for() == ("deploy", ("ann",))


def test_who_has_the_first_turn_may_be_the_tables_to_say():
    told = mustered(settings={"first turn": "the table", "deploys first": "chooser"}).prepares()
    assert told.waits_for() == ("deploy", ("bo",))
    told.deploys(first="bo")
    assert told.combat.clock.order("player turns") == ("bo", "ann")
