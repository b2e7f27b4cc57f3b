"""Delay: a held turn is resumed at a final end of somebody else's, or last of all."""

import pytest

from domain.ruleset.ruleset import Refused
from tests.support.games.delay import DELAY
from tests.support.logs.trace_lines import block, traced
from tests.support.story import Story


def two_delay() -> Story:
    story = Story(DELAY).joins("ada", "ben", "cid", "dot").round()
    return story.does("ada", "act").does("ada", "delay").does("ben", "delay")


TWO_RESUME_AT_ONCE = block("""
| Acted a1 ada act
    PoolChanged ada.ap -1 pay
  Closed a1
| Acted a2 ada delay
  Closed a2
  TurnEnded ada held
  TurnBegan ben
  PoolChanged ben.ap +2 fill
| Acted a3 ben delay
  Closed a3
  TurnEnded ben held
  TurnBegan cid
  PoolChanged cid.ap +2 fill
| TurnEnded cid
  Asked q1 on=round resume (ada)(ben)
|   Answered ada resume q1/ada
|   Answered ben resume q1/ben
  Closed q1
  Asked q2 on=round who goes first (ada)(ben)
|   DiceRolled ada goes first 4 q2/ada
|   DiceRolled ben goes first 9 q2/ben
  Closed q2
  TurnBegan ben resumes
| TurnEnded ben
  Asked q3 on=round resume (ada)
""")


def test_two_who_resume_at_once_roll_for_who_goes_first():
    """A turn that is only held asks nobody, and a resumed one refills no pool."""
    story = two_delay().ends("cid").answers("ada", "resume").answers("ben", "resume")
    story.answers("ada", "roll", faces=[4]).answers("ben", "roll", faces=[9]).ends("ben")
    assert traced(story, -9) == TWO_RESUME_AT_ONCE
    assert story.refolds()


def test_the_last_who_waits_resumes_or_forfeits():
    """He begins with what he had left, and may not delay once more."""
    story = two_delay().ends("cid").answers("ada", "wait").answers("ben", "resume").ends("ben")
    story.answers("ada", "wait").ends("dot").answers("ada", "resume")
    with pytest.raises(Refused, match="nobody is left to wait for"):
        story.does("ada", "delay")
    story.ends("ada")
    assert traced(story, -4) == block("""
    |   Answered ada wait q2/ada
      Closed q2
      TurnBegan dot
      PoolChanged dot.ap +2 fill
    | TurnEnded dot
      Asked q3 on=round resume or forfeit (ada)
    |   Answered ada resume q3/ada
      Closed q3
      TurnBegan ada resumes
    | TurnEnded ada
      RoundEnded 1
    """)
    assert story.left("ada", "ap") == 1
    assert story.refolds()


def test_of_two_who_still_wait_the_lowest_comes_first():
    """Delay is no answer here. Who forfeits has his turn taken up and ended in one step."""
    story = two_delay().ends("cid").answers("ada", "wait").answers("ben", "wait").ends("dot")
    with pytest.raises(Refused, match="'wait' is no answer here"):
        story.answers("ben", "wait")
    story.answers("ben", "forfeit").answers("ada", "resume")
    assert traced(story, -3) == block("""
    | TurnEnded dot
      Asked q2 on=round resume or forfeit (ben)
    |   Answered ben forfeit q2/ben
      Closed q2
      TurnBegan ben resumes
      TurnEnded ben forfeit
      Asked q3 on=round resume or forfeit (ada)
    |   Answered ada resume q3/ada
      Closed q3
      TurnBegan ada resumes
    """)
    assert story.refolds()
