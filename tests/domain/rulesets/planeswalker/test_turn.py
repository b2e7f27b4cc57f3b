"""Planeswalker: mages who hold a payable instant are asked before phases pass."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.rulesets.planeswalker.turn import NOT_YET
from domain.state.combat import EMPTY, evolve
from domain.state.combat import Combat as State
from tests.support.fights.planeswalker import ANTHEM, BOLT, COUNTER, FLASH, Combat, duel
from tests.support.fights.planeswalker_random import playout, playout_otherwise
from tests.support.fights.random_play import play
from tests.support.logs.refused_fights import refused
from tests.support.refusals import legal

BOOK = {"flash": FLASH, "spare": FLASH, "counter": COUNTER, "bolt": BOLT, "anthem": ANTHEM}
HOLDS: dict[str, Any] = {
    "Life": 9,
    "Channeling": 4,
    "spells": BOOK,
    "memory": list(BOOK),
    "Memory": 12,
    "mana": {"red": 3, "blue": 1},
}


def ends(combat: Combat, who: str = "mira") -> Combat:
    """The actor ends the open phase, and whoever is asked has not answered yet."""
    return combat.say(c.Answer(who=who, about="phase", choice="end"))


def asked(combat: Combat) -> list[tuple[str, str, tuple[str, ...]]]:
    """Who is asked for instants in each phase of Mira's turn."""
    found = []
    combat.goes_to("mira", "channeling")
    while combat.stands()[0] == "mira":
        if combat.waits_for()[0] == "instants":
            found.append((*combat.stands(), combat.waits_for()[1]))
            combat.passes()
        else:
            ends(combat)
    return found


def upkeep(**nils: Any) -> Combat:
    """Mira's Upkeep is about to pass, and Nils holds instants."""
    return ends(duel(n={**HOLDS, **nils}).goes_to("mira", "channeling"))


# --- who is asked ----------------------------------------------------------------------------


def test_before_the_upkeep_combat_and_end_phases_pass_in_anybodys_turn():
    combat = duel(m=HOLDS, n=HOLDS).mage("otto", "west")
    both = ("mira", "nils")
    assert asked(combat) == [
        ("mira", "upkeep", both),
        ("mira", "combat phase", both),
        ("mira", "end", both),
    ]


@pytest.mark.parametrize(
    "nils", [{"mana": {}}, {"memory": ["bolt", "counter"]}, {"memory": []}, {"Mastery": 0}]
)
def test_who_holds_no_instant_to_pay_and_aim_is_not_asked(nils: dict[str, Any]):
    assert asked(duel(n={**HOLDS, **nils})) == []


def test_where_the_table_asks_every_mage_nobody_can_tell_what_a_hand_holds():
    hands: list[dict[str, Any]] = [HOLDS, {}, {**HOLDS, "mana": {}}, {**HOLDS, "memory": []}]
    worlds = [asked(duel(n=hand, ask_for_instants="every mage")) for hand in hands]
    assert {who for _, _, who in worlds[0]} == {("mira", "nils")}
    assert all(world == worlds[0] for world in worlds)
    assert asked(duel(n=HOLDS)) != asked(duel())


# --- who hides -------------------------------------------------------------------------------


def hides(combat: Combat, hand: dict[str, Any], red: int = 0) -> Combat:
    """Vera hides, with a hand; the referee gives or takes some of Vera's mana there."""
    combat.say(c.Join(subject="vera", side="west", traits={"kind": "mage", **hand}, hidden=True))
    if red:
        combat.fixes(what="pool", subject="vera", pool="mana", key="red", delta=red)
    return combat


def in_the_open(combat: Combat) -> State:
    """The fight as everybody sees it."""
    drafts = [draft for step in combat.steps for draft in step if not draft.audience]
    return reduce(lambda seen, draft: evolve(seen, draft.event, draft.answers), drafts, EMPTY)


@pytest.mark.parametrize("point", ["mages able to cast", "every mage"])
def test_who_is_asked_tells_of_nobody_in_hiding(point: str):
    def duel_so() -> Combat:
        return duel(n=HOLDS, ask_for_instants=point)

    lurkers = [hides(duel_so(), HOLDS), hides(duel_so(), {}), hides(duel_so(), HOLDS, red=2)]
    worlds = [asked(combat) for combat in (duel_so(), *lurkers)]
    assert all(world == worlds[0] for world in worlds)
    for combat in lurkers:
        seen = in_the_open(combat)
        assert "vera" not in f"{seen.roster} {seen.pools} {seen.places} {seen.exchange}"


def test_who_comes_out_of_hiding_has_all_of_the_sheet_in_the_open_before_anybody_is_asked():
    combat = hides(duel(), {**HOLDS, "counters": {"poison": 1}}, red=2)
    combat.say(c.Join(subject="vera", side="west"))
    pools, seen = combat.combat.pools.of["vera"], in_the_open(combat)
    assert pools == {"mana/red": 5, "mana/blue": 1, "life": 9, "counters/poison": 1}
    assert pools == seen.pools.of["vera"]
    assert combat.pile("vera", "memory") == tuple(BOOK)
    assert combat.combat.places == seen.places
    assert asked(combat)[0] == ("mira", "upkeep", ("vera",))


def test_who_comes_back_keeps_what_was_spent_and_healed():
    combat = duel(n={**HOLDS, "counters": {"poison": 1}}).goes_to("mira")
    combat.does("nils", "instant", "mira", using="flash").resolves()
    combat.fixes(what="pool", subject="nils", pool="counters", key="poison", delta=-1)
    before = combat.combat.pools.of["nils"], combat.combat.places
    combat.say(c.Leave(who="nils")).say(c.Join(subject="nils", side="west"))
    assert (combat.combat.pools.of["nils"], combat.combat.places) == before


@pytest.mark.parametrize("seed", range(3))
def test_all_that_decides_who_is_asked_lies_open_at_any_time(seed: int):
    """Memory, library, mana and what alters them: of every mage here, as everybody sees it."""
    combat = hides(playout_otherwise() if seed % 2 else playout(), HOLDS, red=1)
    play(combat, seed, 60)
    combat.say(c.Join(subject="vera", side="west"))
    play(combat, seed, 60)
    mine, seen = combat.combat, in_the_open(combat)
    here = [m.subject for m in mine.roster.present()]
    assert len(here) > 2 and mine.places == seen.places and mine.facts == seen.facts
    for who in here:
        assert mine.pools.of.get(who) == seen.pools.of.get(who)
        assert mine.conditions.on(who) == seen.conditions.on(who)
        assert mine.roster.members[who] == seen.roster.members[who]


def test_nobody_is_asked_in_a_phase_that_was_over_before_a_delay():
    combat = duel(n=HOLDS).mage("otto", "west").goes_to("mira").does("mira", "delay")
    combat.goes_to("otto", "channeling") if combat.stands()[0] == "nils" else combat
    while combat.waits_for()[0] != "resume":
        combat.passes() if combat.waits_for()[0] else combat.ends_phase()
    combat.answers("mira", "now")
    assert combat.stands() == ("mira", "main")


# --- what may be answered --------------------------------------------------------------------


def test_an_instant_then_everybody_is_asked_again_until_all_pass():
    combat = ends(duel(m=HOLDS, n=HOLDS).goes_to("mira", "channeling")).passes("mira")
    assert {o.command.get("using") for o in combat.offered()} == {None, "flash", "spare"}
    combat.does("nils", "instant", "mira", using="flash").resolves()
    assert combat.left("mira", "life") == 6
    assert combat.waits_for() == ("instants", ("mira", "nils"))
    combat.does("nils", "instant", "mira", using="spare").resolves()
    assert combat.waits_for() == ("instants", ("mira",))
    assert combat.stands() == ("mira", "upkeep")
    assert combat.passes().stands() == ("mira", "main")


def test_who_can_pay_no_more_is_not_asked_again():
    combat = upkeep(mana={"red": 1}).does("nils", "instant", "mira", using="flash").resolves()
    assert combat.stands() == ("mira", "main")


def test_nothing_but_an_instant_is_done_then():
    combat = upkeep()
    why = refused(combat, lambda: combat.does("nils", "delay"))
    assert (why.clause, legal(why)) == ("5.3", "instant")


def test_an_excess_is_spent_on_an_instant_before_it_burns():
    combat = duel(m={**HOLDS, "Channeling": 3, "mana": {"red": 3}}).goes_to("mira", "channeling")
    combat.does("mira", "channel", using="colorless", amount=1).goes_to("mira")
    ends(combat).passes()
    assert combat.stands() == ("mira", "end")
    combat.does("mira", "instant", "nils", using="flash").resolves().casts_nothing()
    assert (combat.left("mira", "life"), combat.left("nils", "life")) == (9, 2)


# --- nobody's phases -------------------------------------------------------------------------


def phases_since(combat: Combat, step: int) -> list[str]:
    return [
        d.event.phase for s in combat.steps[step:] for d in s if isinstance(d.event, e.PhaseBegan)
    ]


def test_no_phase_is_played_for_who_has_escaped():
    combat = duel(m={"Speed": 3}).mage("otto", "west").goes_to("mira").does("mira", "flee")
    combat.ends_turn_of("otto", "nils")
    before = len(combat.steps)
    combat.round()
    assert combat.events(e.Left)[-1] == e.Left(subject="mira", why="escaped")
    assert combat.events(e.TurnEnded)[-1] == e.TurnEnded(who=("mira",), why="escaped")
    assert phases_since(combat, before) == ["channeling"]
    assert combat.stands()[0] == "otto"


def test_no_further_phase_is_played_for_who_is_gone_at_once_or_has_lost():
    fast = duel(m={"Speed": 5}).goes_to("mira").does("mira", "fast flee")
    before = len(fast.steps)
    fast.rolls("mira", "nils", mira=(6, 6, 6, 6, 6), nils=(1,))
    assert (phases_since(fast, before), fast.stands()) == (["channeling"], ("nils", "channeling"))
    lost = duel(m={"Life": 1}).goes_to("mira", "channeling")
    before = len(lost.steps)
    lost.fixes(what="pool", subject="mira", pool="life", delta=-1)
    assert (phases_since(lost, before), lost.stands()) == (["channeling"], ("nils", "channeling"))
    assert lost.events(e.TurnEnded)[-1].why == "has lost"


def test_what_a_losers_creature_engaged_comes_to_nothing():
    combat = duel(combat_timing="after main").creature("wolf", "mira", Power=2)
    combat.close("wolf nils").goes_to("mira").does("mira", "command")
    combat.does("wolf", "engage", "nils").resolves()
    combat.fixes(what="pool", subject="mira", pool="life", delta=-9)
    assert combat.stands() == ("nils", "channeling")
    assert "engaging" not in combat.under("wolf")


# --- at random -------------------------------------------------------------------------------


def test_fights_at_random_come_to_every_answer():
    """Asked, cast, wished for, taken back: and it goes on."""
    combat = play(playout_otherwise(), 4, 200)
    asked = {q.question for q in combat.events(e.Asked) if q.about == "instants"}
    drafts = [d for step in combat.steps for d in step if d.answers and d.answers[0] in asked]
    answers = {getattr(d.event, "choice", type(d.event).__name__) for d in drafts}
    assert {"pass", NOT_YET, "Acted"} <= answers
    ends = {ended.why for ended in combat.events(e.ConditionEnded)}
    assert {"something was cast", "be asked again"} <= ends
