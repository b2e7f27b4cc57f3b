"""Options and decisions agree: what is offered is accepted, and what is not is refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from api.combats.bound_dice import BoundDice
from domain import commands as c
from domain import events as e
from domain.legality.option import Option, fill, plainest
from domain.legality.options import options
from domain.ruleset.ruleset import Blank, Forbidden, Refused, Ruleset
from domain.state.viewer import PUBLIC, TABLE, Viewer
from tests.support.fights.random_play import check_whole, chooser, keyed, pick
from tests.support.games.counters import COUNTERS
from tests.support.games.delay import DELAY
from tests.support.games.melee import MELEE
from tests.support.games.responses import RESPONSES
from tests.support.games.simultaneous import SIMULTANEOUS
from tests.support.games.stopping import STOPPING
from tests.support.logs.refused_fights import (
    ANN,
    BEN,
    UNREAL,
    both_strike,
    closing_in,
    three,
    unchanged,
)
from tests.support.story import Story
from tests.sweeps import examples

GAMES = (UNREAL, COUNTERS, RESPONSES, SIMULTANEOUS, STOPPING, MELEE, DELAY)
TRAITS: dict[str, dict[str, int]] = {"counters": {"ap": 4}, "simultaneous": {"scrolls": 2}}
SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("rules", GAMES, ids=[r.key for r in GAMES])


def opened(rules: Ruleset, seed: int) -> Story:
    """Two against two, with dice and cards as the service gives them."""
    story = Story(rules)
    for place, who in enumerate(("ana", "bert", "cleo", "dan")):
        story.joins(who, side="AR"[place % 2], **TRAITS.get(rules.key, {}))
    key = keyed(seed).keys["open"]
    story.dice = BoundDice("a fight", lambda domain: key, rules.decks)  # type: ignore[assignment]
    return story


def played(story: Story, chance: random.Random, most: int) -> Story:
    """So many options taken, as long as the deck lasts."""
    for _ in range(most):
        wanted = pick(story.offered(), chance)
        try:
            story.say_plainly(wanted)
        except Refused as refused:
            assert refused.pointer == "/deck"
            break
    return story


# --- what is offered -------------------------------------------------------------------------


@every_game
@examples(15)
@given(seed=SEEDS)
def test_whatever_is_taken_the_story_stays_whole(rules: Ruleset, seed: int):
    check_whole(played(opened(rules, seed), random.Random(seed), 60))


@every_game
@examples(10)
@given(seed=SEEDS, moves=st.integers(0, 25))
def test_every_option_is_accepted_however_its_blanks_are_filled(
    rules: Ruleset, seed: int, moves: int
):
    chance = random.Random(seed)
    story = played(opened(rules, seed), chance, moves)
    here = story.combat, len(story.steps)
    for option in story.offered():
        for choose in (plainest, chooser(chance)):
            assume(option.command.get("choice") != "draw")
            story.say_plainly(fill(option, choose))
            story.combat, story.steps = here[0], story.steps[: here[1]]


@every_game
@examples(10)
@given(seed=SEEDS)
def test_every_act_and_question_is_closed_once_and_nothing_is_left_between_turns(
    rules: Ruleset, seed: int
):
    story = played(opened(rules, seed), random.Random(seed), 60).say(c.End())
    told = [draft.event for step in story.steps for draft in step]
    opened_frames = {ev.act for ev in told if isinstance(ev, e.Acted | e.Reacted)}
    opened_frames |= {ev.question for ev in told if isinstance(ev, e.Asked)}
    closed = Counter(ev.frame for ev in told if isinstance(ev, e.Closed))
    assert closed == Counter(opened_frames)
    assert story.combat.exchange.frames == ()


@every_game
@examples(5)
@given(seed=SEEDS)
def test_a_new_turn_begins_on_an_empty_stack(rules: Ruleset, seed: int):
    story, chance = opened(rules, seed), random.Random(seed)
    for _ in range(40):
        before = story.combat.clock.actors
        played(story, chance, 1)
        asks = isinstance(story.steps[-1][-1].event, e.Asked)
        if story.combat.clock.actors != before and not asks:
            assert story.combat.exchange.top() is None


# --- what is not offered ---------------------------------------------------------------------


def anything(story: Story) -> Iterator[dict[str, Any]]:
    """Every command with plain words that somebody might try, but for what a side may take back."""
    members = (*story.combat.roster.members, "referee", "A", "nobody")
    names = (*(m.name for m in story.rules.manoeuvres), "dance")
    abouts = (*story.rules.windows, "declare", "react", "turn", "round", "phase")
    for who in members:
        if story.rules is not SIMULTANEOUS:
            yield {"type": "withdraw", "who": who}
        for about in abouts:
            for choice in ("pass", "go", "roll", "draw", "stop", "end", "begin"):
                yield {"type": "answer", "who": who, "about": about, "choice": choice}
        for name in names:
            for targets in ([], *([m] for m in members)):
                for kind in ("act", "declare"):
                    deed = {"type": kind, "who": who, "manoeuvre": name}
                    yield {**deed, "targets": targets} if targets else deed


def offers(found: tuple[Option, ...], command: dict[str, Any]) -> bool:
    """True where a command is one of the options, filled in as plainly as it is said."""
    return any(covers(option, command) for option in found)


def covers(option: Option, command: dict[str, Any]) -> bool:
    targets = [b.values for b in option.blanks if b.name == "targets"]
    if {k: v for k, v in option.command.items() if k != "toward"} != {
        k: v for k, v in command.items() if k != "targets"
    }:
        return False
    return command.get("targets", [""])[0] in targets[0] if targets else "targets" not in command


@every_game
@examples(8)
@given(seed=SEEDS, moves=st.integers(0, 25))
def test_what_is_not_offered_is_refused_and_changes_nothing(rules: Ruleset, seed: int, moves: int):
    chance = random.Random(seed)
    story = played(opened(rules, seed), chance, moves)
    found, tries = story.offered(), list(anything(story))
    for command in chance.sample(tries, min(len(tries), 60)):
        if not offers(found, command):
            with unchanged(story), pytest.raises((Refused, Forbidden)):
                story.say_plainly(command)


@every_game
@examples(8)
@given(seed=SEEDS, moves=st.integers(0, 25))
def test_a_player_is_offered_only_what_he_may_say(rules: Ruleset, seed: int, moves: int):
    story = played(opened(rules, seed), random.Random(seed), moves)
    ana, all_of_it = Viewer("p1", "player", ("ana",)), story.offered(TABLE)
    his = story.offered(ana)
    assert {option.command.get("who", "ana") for option in his} <= {"ana"}
    assert all(option in all_of_it for option in his)
    assert story.offered(PUBLIC) == ()
    for option in all_of_it:
        if option.command.get("who", "ana") != "ana":
            command = c.COMMAND.validate_python(fill(option, plainest))
            with unchanged(story), pytest.raises(Forbidden):
                story.say(command, ana)


# --- examples --------------------------------------------------------------------------------


def test_an_option_says_what_it_is_what_it_costs_and_where_it_stands():
    [move] = [o for o in three().offered(ANN) if o.command.get("manoeuvre") == "move"]
    assert (move.says, move.clause, move.cost) == ("move", "T3", {"ap": 1})
    assert move.blanks == (Blank("beside", "some", ("cogan", "erik"), optional=True),)


def test_what_can_be_done_with_several_things_is_offered_with_each():
    throws = [o for o in three().offered(ANN) if o.command.get("manoeuvre") == "throw"]
    assert [o.command["using"] for o in throws] == ["axe", "dart"]
    assert fill(throws[0], plainest) == {
        "type": "act",
        "who": "man",
        "manoeuvre": "throw",
        "using": "axe",
        "params": {"force": 1, "aim": "head", "order": ["a", "b"], "with": [], "cry": ""},
    }


def test_a_blank_for_the_target_becomes_the_target():
    story = closing_in()
    [strike] = [o for o in story.offered(BEN) if o.command.get("who") == "erik" and o.cost]
    assert fill(strike, plainest) == {
        "type": "declare",
        "who": "erik",
        "manoeuvre": "strike",
        "targets": ["man"],
    }


def test_nothing_is_offered_of_what_cannot_be_afforded():
    story = three()
    assert "move" in story.manoeuvres("man")
    story.say(c.Adjust(change=c.PoolFix(subject="man", pool="ap", delta=-3), note="tired"))
    assert story.manoeuvres("man") == {"throw"}


def test_a_choice_of_one_among_none_is_filled_with_nothing():
    assert plainest(Blank("whom", "one")) == ""


def test_whoever_speaks_for_several_may_pass_for_all_of_them():
    story = closing_in()
    assert {"type": "pass-all"} in [o.command for o in story.offered(BEN)]
    assert {"type": "pass-all"} not in [o.command for o in story.offered(ANN)]
    together = [o.says for o in story.offered(BEN) if o.command == {"type": "pass-all"}]
    assert together == ["all of yours pass"]
    story.passes("cogan")
    assert {"type": "pass-all"} not in [o.command for o in story.offered(BEN)]


def test_a_reaction_that_waits_may_be_taken_back():
    story = both_strike().passes("erik").passes("man").answers("cogan", "roll", faces=[1])
    [back] = [o.command for o in story.offered(BEN) if o.command["type"] == "withdraw"]
    assert story.say_plainly(back).left("erik", "ap") == 3


def test_the_referee_begins_the_next_round_and_nobody_else():
    story = three().ends("man").ends("cogan").ends("erik")
    [begin] = story.offered()
    assert begin.command == {
        "type": "answer",
        "who": "referee",
        "about": "round",
        "choice": "begin",
    }
    assert story.offered(ANN) == ()
    assert options(story.combat, story.rules, PUBLIC) == ()
