"""Deciding again from a node: faces stay with their rolls, and every verdict has a reason."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from api.combats.bound_dice import BoundDice
from domain import commands as c
from domain import events as e
from domain.dice.recorded_dice import NeedsDice, RecordedDice
from domain.log.codec import Context, Kept
from domain.rerun.rerun import again, played_step
from domain.rerun.step_audit import redecide_step
from domain.ruleset.ruleset import Throw
from domain.state.combat import state_hash
from domain.state.viewer import TABLE, Viewer
from tests.support.fights.age_of_magic import COGAN, RULES, URLIK, Fight
from tests.support.fights.random_fights import toy
from tests.support.fights.random_play import play
from tests.support.games.toy import TOY
from tests.support.logs.recorded_logs import first_trace
from tests.support.redecided_stories import in_short, kept_steps, state_after, told_again
from tests.support.story import Story


def parried() -> Story:
    """Steps 5 to 12: Man strikes, Cogan parries with typed faces, all passes; Man ends his turn."""
    story = Story(TOY).joins("man", side="b").joins("cogan", side="a").round()
    story.does("man", "move", beside=["cogan"]).passes().does("man", "strike", "cogan")
    story.declares("cogan", "parry", beside=["man"]).passes()
    story.answers("man", "roll", faces=[14]).answers("cogan", "roll", faces=[17]).passes()
    return story.ends("man").does("cogan", "strike", "man")


def last(judged: list[Any]) -> Any:
    return judged[-1]


def rolled(judged: list[Any]) -> list[tuple[str, tuple[int, ...], str]]:
    events = (draft.event for one in judged for draft in one.drafts)
    return [(r.who, r.faces, r.provenance) for r in events if isinstance(r, e.DiceRolled)]


# --- kept ------------------------------------------------------------------------------------


def test_what_was_played_by_the_same_rules_is_kept_to_the_last_entry():
    story = parried()
    judged = told_again(story)
    assert {one.verdict for one in judged} == {"kept"}
    assert [one.command for one in judged] == story.commands
    assert last(judged).combat == story.combat
    assert state_hash(last(judged).combat) == state_hash(story.combat)


def test_typed_faces_alone_say_how_many_dice_were_risked():
    fight = Fight().joins("cogan", **COGAN).joins("urlik", side="b", **URLIK).round()
    fight.answers("cogan", "roll", faces=[6, 4]).answers("urlik", "roll", risk=1, faces=[5])
    assert {one.verdict for one in told_again(fight)} == {"kept"}
    steps = kept_steps(fight)
    found = [redecide_step(state_after(steps[:n]), steps[n], RULES) for n in range(len(steps))]
    assert {one.finding for one in found} == {"same"}


def test_any_stretch_of_any_fight_is_kept():
    for seed in range(6):
        story = play(toy(), seed, 120)
        steps = kept_steps(story)
        node = Random(seed).randrange(len(steps))
        judged = list(again(state_after(steps[:node]), steps[node:], TOY))
        assert {one.verdict for one in judged} == {"kept"}, seed
        assert last(judged).combat == story.combat


def test_a_step_of_the_log_is_as_it_was_kept():
    told = first_trace(TOY)
    by_step = [[x for x in told.log if x.meta.step == n] for n in range(1, len(told.steps) + 1)]
    with pytest.raises(ValueError, match="entry 1 has no command beside it"):
        played_step(by_step[0], TABLE)
    context = Context(engine="1", revision="1", mode="enforce", role="referee")
    later = []
    for entries, command in zip(by_step, told.commands, strict=True):
        first = entries[0]._replace(kept=Kept(command, context))
        later.append(played_step([first, *entries[1:]], TABLE))
    assert later == [step._replace(revision="1") for step in kept_steps(told)]


def test_a_step_that_was_decided_again_keeps_the_number_it_was_first_played_as():
    told = first_trace(TOY)
    entries = [x for x in told.log if x.meta.step == 3]
    context = Context(engine="1", revision="1", mode="enforce", role="referee")
    first = entries[0]._replace(kept=Kept(told.commands[2], context))
    assert played_step([first, *entries[1:]], TABLE).origin == first.origin == 3
    moved = first._replace(meta=first.meta.model_copy(update={"step": 40, "origin": 3}))
    assert (moved.step, played_step([moved, *entries[1:]], TABLE).origin) == (40, 3)


def test_a_die_of_another_size_that_shows_the_same_is_another_die():
    luck = c.Roll(who="ana", sides=20)
    story = Story(TOY, 4).joins("ana", side="a").say(luck)
    [one] = told_again(story, instead={3: c.Roll(who="ana", sides=6, faces={"loose": (4,)})})
    [told] = [d.event for d in one.drafts if isinstance(d.event, e.DiceRolled)]
    assert (one.verdict, told.faces, told.provenance) == ("changed", (4,), "typed")
    assert (told.label.kind, told.label.origin) == (1, 3)


# --- dropped ---------------------------------------------------------------------------------


def test_without_the_blow_its_parry_is_orphaned_and_the_passes_are_moot():
    """The strike of step 7 is taken back; Man has his point again."""
    story = parried()
    judged = told_again(story, 7)
    assert in_short(judged) == [
        "8 dropped orphaned",
        "9 dropped moot",
        "10 dropped orphaned",
        "11 dropped orphaned",
        "12 dropped moot",
        "14 changed",
    ]
    assert judged[0].why == "what it answered is gone: step 7 was taken back"
    assert judged[2].why == "what it answered is gone: step 7 was taken back"
    assert story.left("man", "ap") == 1
    assert last(judged).combat.pools.balance_of("man", "ap") == 2
    assert rolled(judged) == []


def test_what_has_become_illegal_says_its_clause_and_numbers():
    """Man never moved up: his strike has no target, and all that hangs on it is gone."""
    judged = told_again(parried(), 5, 6)
    assert in_short(judged)[0] == "7 dropped illegal"
    assert judged[0].why == "cogan is no legal target of strike"
    assert (refused := judged[0].refused) is not None
    assert (refused.clause, refused.numbers, refused.legal) == ("T4", {}, ())
    assert in_short(judged)[-1] == "14 dropped illegal"


def test_a_step_whose_seat_speaks_for_somebody_else_by_now_is_dropped():
    story = parried()
    steps = kept_steps(story)
    struck = steps[6]._replace(viewer=Viewer("p2", "player", ("cogan",)))
    judged = list(again(state_after(steps[:6]), [struck], TOY))
    assert in_short(judged) == ["7 dropped illegal"]
    assert judged[0].why == "this seat does not speak for man"


def test_who_never_came_orphans_whatever_names_him():
    story = parried()
    judged = told_again(story, 3)
    said = {one.played.origin: one.why for one in judged if one.reason == "orphaned"}
    assert said[7] == "cogan is not here"
    assert said[14] == "cogan is not here"


def test_who_was_refused_entry_is_missed_by_the_step_that_brought_him():
    """Another took his name: the referee's is reserved."""
    story = parried()
    taken = c.Join(subject="referee", side="a")
    judged = told_again(story, instead={3: taken})
    assert judged[0].reason == "illegal"
    missed = [one.why for one in judged if one.played.origin == 14]
    assert missed == ["cogan is not here"]


# --- changed ---------------------------------------------------------------------------------


def test_faces_stay_with_their_rolls_where_another_outcome_comes_of_them():
    """Without the parry Man's 14 hits; Cogan's typed 17 is void, never somebody else's."""
    story = parried()
    judged = told_again(story, 8)
    assert in_short(judged) == [
        "9 changed",
        "10 changed",
        "11 dropped orphaned",
        "12 dropped moot",
        "14 changed",
    ]
    assert rolled(judged) == [("man", (14,), "typed")]
    outcomes = [d.event for one in judged for d in one.drafts if isinstance(d.event, e.Resolved)]
    assert [(r.outcome, r.figures) for r in outcomes] == [("hit", {"attack": 16, "defence": 12})]
    assert last(judged).combat.conditions.has("cogan", "hurt")


def test_another_command_in_the_place_of_one_is_a_change():
    story = parried()
    harder = c.Answer(who="man", about="roll", choice="roll", faces={"attempt": (14,)}, note=None)
    assert in_short(told_again(story, instead={10: harder})) == []
    blow = story.commands[6].model_copy(update={"faces": {"attempt": (20,)}})
    judged = told_again(story, instead={7: blow})
    assert judged[0].verdict == "changed"
    assert ("man", (20,), "typed") in rolled(judged)


def test_another_id_alone_is_no_change():
    """Man hits with a 20: a condition more in step 11 gives the question passed next another id."""
    story = parried()
    mistyped = c.Answer(who="man", about="roll", choice="roll", faces={"attempt": (20,)})
    judged = told_again(story, instead={10: mistyped})
    [_, blow, passed, *_] = judged
    asked = [d.event.question for d in blow.drafts if isinstance(d.event, e.Asked)]
    before = [d.event.question for d in story.steps[10] if isinstance(d.event, e.Asked)]
    assert asked != before
    assert passed.verdict == "kept"
    assert passed.drafts[0].answers == (asked[0], "cogan")


# --- stopped ---------------------------------------------------------------------------------


def test_a_preview_never_draws():
    """Step 10 was never rolled as it is now asked: with two dice."""
    story = parried()

    def two(scene: Any, asking: Any, slot: Any) -> Throw:
        return Throw(slot.who, "attempt", "attempt", 20, 2)

    rules = replace(TOY, windows={"roll": replace(TOY.windows["roll"], throw=two)})
    judged = told_again(story, rules=rules)
    assert in_short(judged) == ["10 stopped needs dice"]
    assert last(judged).why == "step 10 needs 2d20, which never fell"
    fresh = BoundDice("c-1", lambda domain: domain.encode().ljust(32))
    judged = told_again(story, rules=rules, fresh=fresh)
    assert in_short(judged)[:2] == ["10 changed", "11 changed"]
    [(_, mine, source), *_] = rolled(judged)
    assert (mine[0], len(mine), source) == (14, 2, "service")
    [label, *_] = [d.event.label for d in judged[9].drafts if isinstance(d.event, e.DiceRolled)]
    assert (label.kind, label.origin, label.r) == (1, 10, 0)
    assert rolled(told_again(story, rules=rules, fresh=fresh)) == rolled(judged)


def test_a_die_of_another_size_is_another_die():
    [*_, roll] = [p for p in kept_steps(parried()) if p.origin == 10]
    dice = RecordedDice(10, roll.drafts, state_after(kept_steps(parried())[:9]))
    label = e.DieLabel(round=1, roller=1, sort="attempt", r=0)
    with pytest.raises(NeedsDice, match="step 10 needs 1d6"):
        dice.faces("open", label, [6])
    dice = RecordedDice(10, roll.drafts, state_after(kept_steps(parried())[:9]))
    assert dice.faces("open", label, [20]) == (14,)
    with pytest.raises(NeedsDice):
        dice.faces("open", label, [20])
    assert dice.commitments() == {}


def test_judging_stops_where_nobody_has_answered():
    """The pass of step 6 is taken back: nobody says whether Cogan reacts to the move."""
    judged = told_again(parried(), 6)
    assert in_short(judged) == ["7 stopped needs an answer"]
    assert last(judged).why == "cogan is asked about declare, and no later step answers that"
    assert last(judged).combat == state_after(kept_steps(parried())[:5])


def test_an_answer_that_became_illegal_is_made_up_for_by_a_later_pass():
    """Cogan strikes at nobody instead of parrying: refused; the pass of all is then his as well."""
    story = parried()
    judged = told_again(story, instead={8: c.Declare(who="cogan", manoeuvre="strike")})
    assert in_short(judged) == [
        "8 dropped illegal",
        "9 changed",
        "10 changed",
        "11 dropped orphaned",
        "12 dropped moot",
        "14 changed",
    ]
    assert judged[0].why == "strike wants one target"
    assert judged[0].refused is not None and judged[0].refused.clause == "T4"


# --- at random -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_taken_back_judging_ends_in_a_state_that_its_steps_fold_to(seed: int):
    """No verdict is silent, no face is new, and nothing is judged after a stop."""
    chance = Random(seed)
    story = play(toy(), seed, 60)
    gone = chance.sample(range(6, len(story.steps)), 2)
    judged = told_again(story, *gone)
    fell = {r.faces for r in story.events(e.DiceRolled)}
    combat = state_after(kept_steps(story)[: min(gone) - 1])
    for one in judged:
        combat = state_after([one.played._replace(drafts=one.drafts)], combat)
        assert one.combat == combat
        assert bool(one.drafts) == (one.verdict in ("kept", "changed"))
        assert bool(one.reason) == (one.verdict in ("dropped", "stopped")) == bool(one.why)
    assert {faces for _, faces, _ in rolled(judged)} <= fell
    assert all(before.verdict != "stopped" for before, _ in pairwise(judged))


def test_an_opening_decided_again_keeps_what_its_dice_were_bound_by():
    bound = e.CombatOpened(ruleset="toy", edition="1", commitments={"open": "c0"})
    [first] = kept_steps(Story(TOY))
    drafts = (first.drafts[0]._replace(event=bound), *first.drafts[1:])
    [judged] = again(state_after([]), [first._replace(drafts=drafts)], TOY)
    assert judged.verdict == "kept"
