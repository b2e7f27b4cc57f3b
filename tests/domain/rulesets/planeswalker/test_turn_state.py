"""Planeswalker: Haste and a second Command; what is summoned is sick until the turn is over."""

from __future__ import annotations

from typing import Any

from domain import events as e
from tests.support.fights.planeswalker import CALL, WOLF, Combat, duel
from tests.support.logs.refused_fights import refused
from tests.support.refusals import lacks

BEAST: dict[str, Any] = {"name": "Beast", "Power": 2, "Toughness": 1, "keywords": ["haste"]}
HOUND = {**WOLF, "name": "Hound"}
BOOK: dict[str, Any] = {
    "beast": {"cost": "1", "does": "summon", "summons": BEAST},
    "cub": {"cost": "0", "does": "summon", "summons": {**BEAST, "name": "Cub"}},
    "wolf": CALL,
    "ambush": {"cost": "1", "does": "summon", "speed": "instant", "summons": HOUND},
    "hunt": {"cost": "0", "does": "summon", "speed": "instant", "summons": BEAST},
}
ABLE: dict[str, Any] = {
    "Speed": 6,
    "Focus": 4,
    "Channeling": 6,
    "Memory": 10,
    "mana": {"red": 6},
    "spells": BOOK,
    "memory": list(BOOK),
}


def begun(**points: Any) -> Combat:
    """Mira's Main phase; she has a fox, and Nils is Close."""
    combat = duel(m=ABLE, **points).creature("fox", "mira", Power=1).close("mira nils")
    return combat.close("fox nils").goes_to("mira")


def summoned(spell: str = "beast", **points: Any) -> Combat:
    """She has commanded, and then summoned a creature."""
    combat = begun(**points).does("mira", "command").passes()
    return combat.casts("mira", spell).resolves()


def test_haste_gets_a_second_command_which_costs_an_action():
    combat = summoned().does("mira", "command")
    assert combat.left("mira", "actions") == 3
    assert combat.waits_for() == ("orders", ("beast",))
    why = refused(combat, lambda: combat.does("fox", "move", "nils"))
    assert (why.clause, why.why, why.numbers, lacks(why)) == (
        "4.3",
        ("a second Command is for creatures with haste that were summoned since the first"),
        {"most": 2, "done": 2},
        "limit command of mira: 2 < 2",
    )
    combat.does("beast", "engage", "nils")
    assert [a.who for a in combat.events(e.Reacted)] == ["beast"]


def test_others_wait_and_a_command_after_other_actions_is_refused():
    combat = summoned("wolf")
    why = refused(combat, lambda: combat.does("mira", "command"))
    assert (why.clause, why.why) == ("4.3", "command comes before every other action")


def test_a_second_command_wants_an_action():
    combat = summoned().fixes(what="pool", subject="mira", pool="actions", delta=-4)
    assert refused(combat, lambda: combat.does("mira", "command")).clause == "4.3"


def test_there_is_no_third():
    combat = summoned().does("mira", "command").passes().casts("mira", "cub").resolves()
    why = refused(combat, lambda: combat.does("mira", "command"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "4.3",
        {"most": 2, "done": 2},
        "limit command of mira: 2 < 2",
    )


def test_who_was_there_before_is_not_reached_by_the_second():
    combat = begun().does("mira", "instant", using="hunt").resolves()
    combat.does("mira", "command").passes().casts("mira", "cub").resolves().does("mira", "command")
    assert combat.waits_for() == ("orders", ("cub",))


def test_the_first_command_may_be_the_late_one():
    combat = begun().casts("mira", "beast").resolves().does("mira", "command")
    assert combat.waits_for() == ("orders", ("beast",))


def test_summoned_before_any_action_it_is_commanded_first_or_not_at_all():
    combat = begun().does("mira", "instant", using="hunt").resolves().does("mira", "move", "nils")
    assert "command" not in combat.manoeuvres("mira")


def test_the_strict_order_is_the_tables_option():
    combat = summoned(haste="commands first")
    why = refused(combat, lambda: combat.does("mira", "command"))
    assert (why.clause, why.why) == ("4.3", "command comes before every other action")


def test_a_second_command_after_a_delay_reaches_what_came_meanwhile():
    combat = begun().does("mira", "command").passes().does("mira", "delay")
    combat.does("mira", "instant", using="hunt").resolves().ends_turn_of("nils")
    combat.answers("mira", "now").does("mira", "command")
    assert combat.waits_for() == ("orders", ("beast-2",))


# --- summoned by an instant ------------------------------------------------------------------


def test_what_an_instant_summons_is_sick_until_the_turn_is_over():
    combat = begun().does("mira", "instant", using="ambush").resolves()
    assert combat.under("hound") == ["summoned"]
    combat.does("mira", "command")
    assert combat.waits_for() == ("orders", ("fox",))
    combat.passes().goes_to("nils")
    assert combat.under("hound") == []
    combat.goes_to("mira").does("mira", "command")
    assert (combat.under("hound"), combat.waits_for()[1]) == ([], ("fox", "hound"))


def test_summoned_in_anothers_turn_it_may_intercept_and_is_commanded_in_ones_next():
    combat = begun().ends_turn().goes_to("nils").does("mira", "instant", using="ambush").resolves()
    assert combat.under("hound") == ["summoned"]
    combat.does("nils", "engage", "mira").does("hound", "intercept").resolves()
    assert combat.zone("hound", "nils") == "locked"
    fresh = begun().ends_turn().goes_to("nils").does("mira", "instant", using="ambush").resolves()
    assert fresh.goes_to("mira").under("hound") == []
    assert "hound" in fresh.does("mira", "command").waits_for()[1]


def test_what_a_creature_summons_is_its_masters():
    howl = {"cost": "0", "does": "summon", "summons": BEAST}
    combat = duel().creature("fox", "mira", Power=1, abilities={"howl": howl}).goes_to("mira")
    combat.does("mira", "command").does("fox", "use", using="howl").resolves()
    assert combat.combat.roster.members["beast"].controller == "mira"


def test_taken_over_in_the_turn_of_its_summoning_it_is_commanded_in_the_next():
    seize: dict[str, Any] = {"cost": "0", "does": "take over", "speed": "instant"}
    able = {**ABLE, "Speed": 1, "spells": {"seize": seize}, "memory": ["seize"]}
    combat = duel(m=ABLE, n=able).close("mira nils").goes_to("mira")
    combat.casts("mira", "wolf").resolves().does("nils", "instant", "wolf", using="seize")
    combat.resolves()
    assert combat.under("wolf") == ["summoned", "taken over"]
    combat.goes_to("nils")
    assert combat.under("wolf") == ["taken over"]
    assert combat.does("nils", "command").waits_for() == ("orders", ("wolf",))


def test_summoned_before_a_delay_it_is_new_until_the_rest_of_the_turn_is_over_or_lost():
    combat = begun().does("mira", "instant", using="ambush").resolves().does("mira", "delay")
    combat.ends_turn_of("nils")
    assert combat.under("hound") == ["summoned"]
    combat.passes().goes_to("mira", "channeling")
    assert combat.under("hound") == []
    assert [k.why for k in combat.events(e.ConditionEnded)][-1] == "the turn is lost"
    combat = begun().does("mira", "instant", using="ambush").resolves().does("mira", "delay")
    combat.ends_turn_of("nils").answers("mira", "now")
    assert combat.under("hound") == ["summoned"]
    assert combat.ends_turn().under("hound") == []


def summoned_in_the_turn_of_another() -> Combat:
    """Mira delays her turn and summons a hound in that of Olaf; it is still new."""
    seize: dict[str, Any] = {"cost": "0", "does": "take over", "speed": "instant"}
    able = {**ABLE, "Speed": 1, "spells": {"seize": seize}, "memory": ["seize"]}
    combat = duel(m=ABLE, n=able).mage("olaf", side="a", Speed=4).close("mira nils")
    combat.goes_to("mira").does("mira", "delay")
    while combat.stands()[0] != "olaf":
        combat.passes()
    combat.does("mira", "instant", using="ambush").resolves()
    assert combat.under("hound") == ["summoned"]
    return combat


def test_taken_over_while_its_summoners_turn_is_delayed_it_is_new_until_the_running_turn_is_over():
    combat = summoned_in_the_turn_of_another().does("nils", "instant", "hound", using="seize")
    assert combat.resolves().under("hound") == ["summoned", "taken over"]
    assert combat.goes_to("nils").under("hound") == ["taken over"]
    assert combat.combat.clock.rounds == 1
    assert combat.does("nils", "command").waits_for() == ("orders", ("hound",))


def test_a_summoner_who_has_lost_leaves_nothing_new_behind_the_running_turn():
    combat = summoned_in_the_turn_of_another()
    combat.fixes(what="pool", subject="mira", pool="life", delta=-99)
    assert combat.under("hound") == ["summoned"]
    assert combat.goes_to("nils").under("hound") == []
    combat.does("nils", "instant", "hound", using="seize").resolves()
    assert combat.does("nils", "command").waits_for() == ("orders", ("hound",))
