"""Melee by both sides: cards and answers come in any order, and all blows fall in one step."""

from itertools import permutations

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.games.melee import MELEE
from tests.support.logs.refused_fights import refused
from tests.support.logs.trace_lines import block, traced
from tests.support.refusals import legal
from tests.support.story import Story

ENTRIES = (("ann", "xan", "ace"), ("bob", "yves", "deuce"), ("bob", "zoe", "king"))


def paired_off() -> Story:
    story = Story(MELEE).joins("ann", "bob", side="heroes").joins("xan", "yves", "zoe", side="foes")
    return story.round().answers("foes", "pair", xan="ann", yves="bob", zoe="bob")


EVERY_WOUND_AT_ONCE = block("""
| RoundBegan 1
  PhaseBegan melee
  Asked q1 on=phase pairings (foes)
|   Answered foes pair q1/foes
  Closed q1
  FactSet paired ann~xan yes
  FactSet paired bob~yves yes
  FactSet paired bob~zoe yes
  Asked q2 on=phase melee (ann xan)(bob yves)(bob zoe)
|   Answered bob give ground q2/bob yves
|   CardDrawn ann melee ace q2/ann xan
|   Withdrawn q2/bob yves
|   CardDrawn bob melee king q2/bob zoe
|   CardDrawn bob melee deuce q2/bob yves
  Closed q2
  PoolChanged xan.wounds -2 lose
  PoolChanged bob.wounds -1 lose
  PoolChanged zoe.wounds -1 lose
  PhaseEnded melee
  RoundEnded 1
""")


def test_every_wound_falls_in_the_step_of_the_last_answer():
    """An answer is taken back as long as the question is open; a card that was drawn is not."""
    story = paired_off()
    story.answers("bob", "give ground", toward="yves").answers("ann", "draw", card="ace")
    story.say(c.Withdraw(who="bob", toward="yves"))
    with pytest.raises(Refused, match="nothing here to take back"):
        story.say(c.Withdraw(who="ann"))
    story.answers("bob", "draw", toward="zoe", card="king")
    story.answers("bob", "draw", toward="yves", card="deuce")
    assert traced(story, -7) == EVERY_WOUND_AT_ONCE
    assert story.refolds()


def test_who_has_several_slots_says_which_of_them_he_fills_or_empties():
    story = paired_off()
    draw = c.Answer(who="bob", about="melee", choice="give ground")
    no = refused(story, lambda: story.say(draw))
    assert (no.clause, no.pointer, legal(no)) == ("F2", "/toward", "yves; zoe")
    story.answers("bob", "give ground", toward="yves").answers("bob", "give ground")
    assert [a.choice for a in story.events(e.Answered)[-2:]] == ["give ground"] * 2
    back = refused(story, lambda: story.say(c.Withdraw(who="bob")))
    assert (back.pointer, legal(back)) == ("/toward", "yves; zoe")


def test_each_wound_has_its_own_answer_for_a_cause():
    """Wounds come by pairing, in whatever order the cards were drawn."""
    story = paired_off()
    for one, foe, card in reversed(ENTRIES):
        story.answers(one, "draw", toward=foe, card=card)
    [*_, asked] = story.events(e.Asked)
    wounds = [d for d in story.steps[-1] if isinstance(d.event, e.PoolChanged)]
    assert [d.cause for d in wounds] == [f"{asked.question} {one} {foe}" for one, foe, _ in ENTRIES]


@pytest.mark.parametrize("entries", tuple(permutations(ENTRIES)))
def test_the_order_of_entry_is_irrelevant(entries: tuple[tuple[str, str, str], ...]):
    """Only the pile of drawn cards lies as they were drawn; that is its nature."""
    story, plain = paired_off(), paired_off()
    for told, order in ((story, entries), (plain, ENTRIES)):
        for one, foe, card in order:
            told.answers(one, "draw", toward=foe, card=card)
    piles = [sorted(s.combat.places.who("drawn melee")) for s in (story, plain)]
    assert piles[0] == piles[1]
    assert story.combat._replace(places=plain.combat.places) == plain.combat
    assert traced(story).partition("Closed")[2] == traced(plain).partition("Closed")[2]
    assert story.refolds()
