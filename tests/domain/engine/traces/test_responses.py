"""Responses: a spell on a spell on a spell, and the last one cast comes about first."""

import pytest

from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.games.responses import RESPONSES
from tests.support.logs.trace_lines import block, traced
from tests.support.story import Story

LAST_IN_FIRST_OUT = block("""
| Acted a1 mira bolt nils
    PoolChanged mira.mana -2 pay
    PoolChanged mira.actions -1 pay
    Asked q1 on=a1 respond (nils)(orla)
|     Declared a2 nils counter on=a1 q1/nils
      DiceRolled nils speed 9
      DiceRolled mira speed 9
      Reacted a2 nils counter on=a1 q1/nils
        PoolChanged nils.mana -1 pay
        Asked q2 on=a2 respond (mira)(orla)
|         Answered orla pass q2/orla
|         Declared a3 mira counter on=a2 q2/mira
          DiceRolled mira speed 7
          DiceRolled nils speed 5
          Reacted a3 mira counter on=a2 q2/mira
            PoolChanged mira.mana -1 pay
            Asked q3 on=a3 respond (nils)(orla)
|             Reacted a4 orla denial on=a3 q3/orla
                PoolChanged orla.mana -1 pay
                Asked q4 on=a4 respond (mira barred 'split second')(nils barred 'split second')
                Closed q4
                Resolved a4 of=counter counters
                Resolved a3 countered
                Moved orla's denial graveyard
              Closed a4
            Closed q3
            Moved mira's counter graveyard
          Closed a3
          Asked q2 on=a2 respond (mira barred 'used')(orla)
|         Answered orla pass q2/orla
        Closed q2
        Resolved a2 of=bolt counters
        Resolved a1 countered
        Moved nils's counter graveyard
      Closed a2
    Closed q1
    Moved mira's bolt graveyard
  Closed a1
""")


def test_last_in_first_out_with_split_second_on_top():
    """A question closes before the act that it is on: nothing is taken off from under another.

    Whoever could still have answered a spell that is countered meanwhile is barred, so its
    question closes unasked; only then does the spell.
    """
    story = Story(RESPONSES, 9, 9, 7, 5).joins("mira", "nils", "orla").round()
    story.does("mira", "bolt", "nils").does("nils", "counter").passes("orla")
    story.does("mira", "counter").does("orla", "denial").passes("orla")
    assert traced(story, -6) == LAST_IN_FIRST_OUT
    assert story.left("nils", "life") == 5
    assert story.refolds()


AFTER_A_FAILED_ATTEMPT = block("""
| Acted a1 mira bolt nils
    PoolChanged mira.mana -2 pay
    PoolChanged mira.actions -1 pay
    Asked q1 on=a1 respond (nils)(orla)(pia)
|     Declared a2 nils counter on=a1 q1/nils
      DiceRolled nils speed 4
      DiceRolled mira speed 9
      Resolved a2 too slow
      Withdrawn a2
|     Answered orla pass q1/orla
|     Declared a3 pia counter on=a1 q1/pia
      DiceRolled pia speed 9
      DiceRolled mira speed 8
      Reacted a3 pia counter on=a1 q1/pia
        PoolChanged pia.mana -1 pay
        Asked q2 on=a3 respond (mira)(nils)(orla)
|         Answered nils pass q2/nils
|         Answered orla pass q2/orla
|         Declared a4 mira counter on=a3 q2/mira
          DiceRolled mira speed 9
          DiceRolled pia speed 3
          Reacted a4 mira counter on=a3 q2/mira
            PoolChanged mira.mana -1 pay
            Asked q3 on=a4 respond (nils)(orla)(pia)
|             Answered nils pass q3/nils
              Answered orla pass q3/orla
              Answered pia pass q3/pia
            Closed q3
            Resolved a4 of=counter counters
            Resolved a3 countered
            Moved mira's counter graveyard
          Closed a4
        Closed q2
        Moved pia's counter graveyard
      Closed a3
      Asked q1 on=a1 respond (nils barred 'used')(orla)(pia barred 'used')
|     Answered orla pass q1/orla
    Closed q1
    PoolChanged nils.life -3 lose
    Moved mira's bolt graveyard
  Closed a1
""")


def test_a_failed_attempt_is_no_refusal_and_stays_used():
    """Dice fell, so it is in the log; nothing was paid, and nils has had his attempt.

    When play lands back on the question, whoever passed before pia acted is asked again.
    """
    story = Story(RESPONSES, 4, 9, 9, 8, 9, 3).joins("mira", "nils", "orla", "pia").round()
    story.does("mira", "bolt", "nils").does("nils", "counter")
    with pytest.raises(Refused, match="nils is not asked now"):
        story.does("nils", "denial")
    story.passes("orla").does("pia", "counter").passes("nils", "orla").does("mira", "counter")
    story.passes().passes("orla")
    assert traced(story, -9) == AFTER_A_FAILED_ATTEMPT
    assert story.left("nils", "mana") == 3
    assert len(story.events(e.DiceRolled)) == 6
    assert story.refolds()


def test_who_passed_and_is_barred_by_now_is_not_asked_for_ever():
    story = Story(RESPONSES, 9, 8).joins("mira", "nils", "orla").round()
    story.does("mira", "bolt", "nils").does("orla", "counter").passes("nils")
    story.does("mira", "denial").passes("nils")
    assert story.waits_for() == ("", ())
    assert story.left("nils", "life") == 2
    assert story.refolds()
