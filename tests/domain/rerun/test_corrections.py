"""Correcting the past: what is put in, what is adopted, and an oracle that does it by force."""

from __future__ import annotations

from random import Random

import pytest

from domain import commands as c
from domain import events as e
from domain.rerun.corrections import ALONE, How, adopted_steps, corrected_steps
from domain.rerun.rerun import Judged, again
from domain.ruleset.ruleset import Refused
from tests.domain.rerun.test_rerun import parried
from tests.support.fights.random_fights import TALES
from tests.support.fights.random_play import play
from tests.support.games.toy import TOY
from tests.support.oracles.corrected_by_force import ended_by_id, tried
from tests.support.redecided_stories import in_short, kept_steps, state_after


def judged(at: int, how: How, command: c.Command | None = None) -> list[Judged]:
    """The parried blow, with one step corrected."""
    steps = kept_steps(parried())
    put = steps[at - 1]._replace(command=command) if command else None
    put = put._replace(origin=99, drafts=()) if put and how == "insert" else put
    later = corrected_steps(steps[at - 1 :], how, put)
    return list(again(state_after(steps[: at - 1]), later, TOY))


def test_a_step_is_left_out_or_replaced_or_another_comes_before_it():
    steps = kept_steps(parried())[:3]
    other = steps[0]._replace(origin=99)
    assert corrected_steps(steps, "annul") == (steps[1], steps[2])
    assert corrected_steps(steps, "amend", other) == (other, steps[1], steps[2])
    assert corrected_steps(steps, "insert", other) == (other, *steps)
    assert corrected_steps((), "insert", other) == (other,)


def test_what_is_not_said_cannot_be_put_anywhere():
    steps = kept_steps(parried())[:3]
    with pytest.raises(ValueError, match="annul wants no other step"):
        corrected_steps(steps, "annul", steps[0])
    for how in ("amend", "insert"):
        with pytest.raises(ValueError, match=f"{how} wants another step"):
            corrected_steps(steps, how)
    with pytest.raises(ValueError, match="amend wants another step"):
        corrected_steps((), "amend", steps[0])


def test_what_still_happens_is_adopted_in_whole_or_up_to_a_step():
    """Without the parry its roll is orphaned; the rest goes on."""
    found = judged(8, "annul")
    assert in_short(found) == [
        "9 changed",
        "10 changed",
        "11 dropped orphaned",
        "12 dropped moot",
        "14 changed",
    ]
    assert [one.played.origin for one in adopted_steps(found, "annul")] == [9, 10, 13, 14]
    for upto, origins in ((9, [9]), (12, [9, 10]), (13, [9, 10, 13])):
        assert [one.played.origin for one in adopted_steps(found, "annul", upto)] == origins
    with pytest.raises(Refused, match="not among what is decided again"):
        adopted_steps(found, "annul", 8)


def test_where_judging_stopped_the_referee_says_up_to_where():
    found = judged(6, "annul")
    assert in_short(found) == ["7 stopped needs an answer"]
    with pytest.raises(Refused, match="say up to where") as refused:
        adopted_steps(found, "annul", shown={7: 70, ALONE: 60})
    said = refused.value
    assert (said.pointer, said.numbers, said.legal) == ("/upto", {"stopped at": 70}, (60,))
    with pytest.raises(Refused, match="not among what is decided again"):
        adopted_steps(found, "annul", 7)


def test_what_stops_at_the_very_next_step_is_adopted_alone():
    assert adopted_steps(judged(6, "annul"), "annul", ALONE) == ()
    found = judged(6, "insert", c.Roll(who="man", faces={"loose": (3,)}))
    stopped = [found[0], found[1]._replace(verdict="stopped")]
    assert [one.played.origin for one in adopted_steps(stopped, "insert", ALONE)] == [99]
    with pytest.raises(Refused, match="not among what is decided again"):
        adopted_steps(stopped, "insert", 99)


def test_the_last_step_before_it_stops_may_be_the_last_that_is_adopted():
    steps = judged(8, "annul")
    stopped = (*steps[:-1], steps[-1]._replace(verdict="stopped"))
    for upto in (None, steps[-1].played.origin):
        with pytest.raises(Refused) as refused:
            adopted_steps(stopped, "annul", upto)
        assert refused.value.legal == (steps[-2].played.origin,)
    assert adopted_steps(stopped, "annul", steps[-2].played.origin)


def test_a_correction_must_itself_be_legal():
    found = judged(7, "amend", c.Act(who="cogan", manoeuvre="strike", targets=("man",)))
    with pytest.raises(Refused, match="it is not cogan's turn") as refused:
        adopted_steps(found, "amend")
    assert refused.value.pointer == "/command/who"
    found = judged(7, "insert", c.Roll(who="man"))
    with pytest.raises(Refused, match="step 99 needs 1d6, which never fell; type its faces"):
        adopted_steps(found, "insert")


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(len(TALES)), ids=lambda seed: TALES[seed].begins.__name__)
def test_brute_force_from_the_start_comes_to_the_same(seed: int):
    chance = Random(seed)
    story = ended_by_id(play(TALES[seed].begins(), seed, 60), chance)
    for _ in range(6):
        tried(story, chance).check()


def test_whoever_counts_under_another_number_after_a_correction_still_rolls_again():
    """An archer's fumble is rolled again, although the one who came before him never came."""
    tale = next(t for t in TALES if (t.game, t.begins.__name__) == ("Kaiser", "four"))
    steps = kept_steps(play(tale.begins(), 64, 80))
    rules = tale.begins().rules
    found = list(again(state_after(steps[:3]), corrected_steps(steps[3:], "annul"), rules))
    rerolled = [
        draft.event.label
        for one in found
        for draft in one.drafts
        if isinstance(draft.event, e.DiceRolled) and draft.event.label.reroll
    ]
    assert rerolled and found[-1].verdict == "stopped"
