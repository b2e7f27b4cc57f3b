"""Kaiser: refused Counters, a spell's own rounds, missile weapons, batteries, and 2.5.4's order."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from projections.state.pools import is_keyed, pools
from projections.visibility.snapshot import Moment
from tests.support.fights.kaiser import BOW, MAGE, RULES, XAN, YRSA, Fight, duel, refused
from tests.support.refusals import lacks, legal

# --- a refused Counter ---


def shot(feet: int) -> Fight:
    """An archer has shot at Yrsa from so far, and she has blocked it."""
    fight = Fight().joins("archer", side="a", **{**XAN, "weapons": BOW})
    fight.joins("yrsa", side="b", **YRSA).round().intends("archer", "attack intention", using="bow")
    fight.intends("yrsa", "attack intention", using="long sword").all_declared()
    fight.initiative("archer", "yrsa").does("archer", "attack", "yrsa", using="bow", feet=feet)
    dice = (1, 2, 1) if feet <= 5 else (1, 2)
    return fight.rolls(archer=dice).does("yrsa", "dodge").rolls(yrsa=(6, 5))


def counters(fight: Fight) -> Any:
    return refused(fight, lambda: fight.does("yrsa", "counter", "archer", using="long sword"))


def test_a_counter_is_refused_as_neither_hand_to_hand_nor_within_5_feet():
    why = counters(shot(60))
    assert (why.clause, why.why) == ("6.3", "Counter: none, neither hand to hand nor within 5 ft")
    assert set(why.numbers) == {"offence", "defence"}
    assert shot(5).waits_for() == ("counter", ("yrsa",))


def test_a_counter_is_refused_as_a_tie_has_no_degree():
    fight = duel().does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 4))
    fight.does("yrsa", "block").rolls(yrsa=(4, 4))
    assert fight.outcome("struck")[0] == "nothing"
    why = refused(fight, lambda: fight.does("yrsa", "counter", "xan", using="long sword"))
    assert (why.clause, why.why) == ("6.4", "Counter: none, a tie has no degree")


def test_a_counter_is_refused_as_the_attack_hit_or_as_there_was_none():
    fight = duel()
    why = refused(fight, lambda: fight.does("yrsa", "counter", "xan", using="long sword"))
    assert (why.clause, lacks(why)) == ("8", "time question: nothing = counter")
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 5))
    fight.does("yrsa", "block").rolls(yrsa=(3, 2))
    why = refused(fight, lambda: fight.does("yrsa", "counter", "xan", using="long sword"))
    assert why.why == "the attack hit: a Counter wants a defence that was won"


# --- a spell's own rounds ---

HOLD: dict[str, Any] = {
    "mana": 40,
    "resist": "SR",
    "difficulty": 12,
    "condition": "fascinated",
    "rounds": 5,
    "on zero": "recheck",
}


def held(**points: str) -> Fight:
    """Yrsa has failed against a spell of five rounds, by more or less than that."""
    mage = {**MAGE, "spells": {"hold": {**HOLD, "maintain": "daily"}}}
    fight = Fight(points=points).joins("mage", side="a", **mage).joins("yrsa", side="b", **YRSA)
    fight.round().intends("mage", "magic", how="mass").all_declared()
    fight.rolls(mage=(6, 5), yrsa=(1, 2)).does("mage", "cast", "yrsa", using="hold")
    return fight


def left(fight: Fight) -> int:
    return next(c.left for c in fight.combat.conditions.on("yrsa") if c.name == "fascinated")


def test_the_rounds_of_a_spell_come_before_the_degree_of_failure():
    assert left(held().rolls(yrsa=(1, 2))) == 5


# --- missile weapons ---


@pytest.mark.parametrize(("deed", "at"), [("reload", ()), ("multiple missiles", ("yrsa",))])
def test_what_is_for_missile_weapons_wants_one(deed: str, at: tuple[str, ...]):
    fight = duel()
    why = refused(fight, lambda: fight.does("xan", deed, *at, using="long sword"))
    assert (why.clause, why.why) == ("5", "xan has no missile weapon in hand")
    assert deed not in fight.manoeuvres("xan")
    archer = {**XAN, "weapons": {**BOW, "dagger": {}}}
    fight = Fight().joins("xan", side="a", **archer).joins("yrsa", side="b", **YRSA).round()
    fight.intends("xan", "attack intention", using="dagger", others=["bow"]).all_declared()
    fight.initiative("xan", "yrsa")
    why = refused(fight, lambda: fight.does("xan", deed, *at, using="dagger"))
    assert legal(why) == "bow"
    fight.does("xan", deed, *at, using="bow")


# --- things that hold mana, and where mana is listed ---


def test_a_thing_comes_in_with_mana_and_ki():
    fight = Fight().joins("mage", side="a", **MAGE)
    fight.say(c.Join(subject="crystal", kind="thing", traits={"mana": 30, "ki": 9}))
    fight.say(c.Join(subject="stone", kind="thing", traits={"weight": 3}))
    assert (fight.left("crystal", "mana"), fight.left("crystal", "ki")) == (30, 9)
    assert fight.combat.pools.of["crystal"] == {"mana": 30, "ki": 9}
    assert "stone" not in fight.combat.pools.of
    fight.round().intends("mage", "magic", how="transfer").all_declared().rolls(mage=(5, 5))
    fight.does("mage", "pull mana", using="crystal", amount=25)
    assert fight.left("crystal", "mana") == 5


@pytest.mark.parametrize("amount", [-1, "much", True])
def test_a_thing_holds_no_strange_amount(amount: Any):
    fight = Fight()
    join = c.Join(subject="crystal", kind="thing", traits={"mana": amount})
    assert refused(fight, lambda: fight.say(join)).pointer == "/traits/mana"


def test_mana_is_listed_with_the_mana_and_nowhere_else():
    monk = {**MAGE, "ki": 20, "presence": 4, "chakras": {"eye": 3}}
    fight = Fight().joins("mage", side="a", **monk).round()
    fight.intends("mage", "magic", how="mass").intends("mage", "spirit", how="fill chakra")
    fight.all_declared()
    moment = Moment(fight.combat)
    rows = pools(moment, RULES)
    listed = [(r.pool, r.key, r.current) for r in rows if is_keyed(RULES, r.pool, r.key)]
    assert listed == [("mana", "", 150), ("mass", "", 50), ("ki", "", 17), ("chakra", "eye", 3)]
    assert "lp" in {row.pool for row in rows if not is_keyed(RULES, row.pool, row.key)}


# --- the order of the End phase ---


def test_countdowns_come_before_expiries_and_those_before_the_loss_of_ap():
    fight = held().rolls(yrsa=(1, 2)).round_over()
    steps = [x.pool if isinstance(x, e.PoolChanged) else type(x) for x in fight_end(fight)]
    counted, over, lost = (steps.index(x) for x in (e.ConditionChanged, e.ConditionEnded, "ap"))
    assert counted < over < lost < steps.index(e.PhaseEnded)


def test_a_recheck_comes_before_the_loss_of_ap():
    fight = held(**{"recheck rounds": "degree of failure"}).rolls(yrsa=(1, 2))
    fight = until_recheck(fight)
    assert fight.left("mage", "ap") > 0
    fight.rolls(yrsa=(1, 2))
    assert (fight.left("mage", "ap"), left(fight)) == (0, 9)


def test_after_a_failed_recheck_it_is_the_rounds_of_the_spell_again():
    fight = until_recheck(held().rolls(yrsa=(1, 2))).rolls(yrsa=(1, 2))
    assert left(fight) == 5


def until_recheck(fight: Fight) -> Fight:
    """Rounds pass until the condition is resisted again."""
    while True:
        while fight.combat.clock.path and fight.waits_for()[0] != "recheck":
            if fight.waits_for()[0] == "initiative":
                fight.initiative("mage", "yrsa")
            elif fight.waits_for()[0]:
                fight.passes()
            else:
                fight.ends(fight.combat.clock.actors[0])
        if fight.combat.clock.path:
            return fight
        fight.round()


def fight_end(fight: Fight) -> list[Any]:
    """The events of the last End phase."""
    events = [draft.event for step in fight.steps for draft in step]
    begun = [n for n, x in enumerate(events) if isinstance(x, e.PhaseBegan) and x.phase == "end"]
    return events[begun[-1] :]
