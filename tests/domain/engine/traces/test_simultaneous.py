"""Simultaneous effects: all is declared first and done in the order of the log; then panic."""

from domain import events as e
from tests.support.games.simultaneous import SIMULTANEOUS
from tests.support.logs.trace_lines import block, traced
from tests.support.story import Story


def both_sides_cast() -> Story:
    """Side A declares two blasts and has enough; then side R, one."""
    story = Story(SIMULTANEOUS).joins("mage", "pikes", side="A", scrolls=2)
    story.joins("seer", "slaves", side="R", scrolls=1).round()
    story.declares("mage", "blast", "slaves").declares("mage", "blast", "seer").passes("A")
    return story.declares("seer", "blast", "pikes").passes("R")


ORDER_OF_THE_LOG = block("""
| RoundBegan 1
  PhaseBegan magic
  Asked q1 on=phase cast (A) | (R) in-order
|   Declared a1 mage blast slaves
    PoolChanged mage.scrolls -1 pay
|   Declared a2 mage blast seer
    PoolChanged mage.scrolls -1 pay
|   Answered A pass q1/A
|   Declared a3 seer blast pikes
    PoolChanged seer.scrolls -1 pay
|   Answered R pass q1/R
    Acted a1 mage blast slaves
      Asked q2 on=a1 throw (mage)
|       DiceRolled mage blast 3 q2/mage
      Closed q2
      PoolChanged slaves.models -3 lose
    Closed a1
    Acted a2 mage blast seer
      Asked q3 on=a2 throw (mage)
|       DiceRolled mage blast 3 q3/mage
      Closed q3
      PoolChanged seer.models -3 lose
    Closed a2
    Acted a3 seer blast pikes
      Asked q4 on=a3 throw (seer)
|       DiceRolled seer blast 3 q4/seer
      Closed q4
      PoolChanged pikes.models -3 lose
    Closed a3
  Closed q1
  Asked q5 on=phase panic in-order
    Declared a4 panic test pikes
    Declared a5 panic test seer
    Declared a6 panic test slaves
    Acted a4 panic test pikes
      Asked q6 on=a4 throw (pikes)
""")


def test_effects_run_in_the_order_of_the_log():
    """Each blast is a command of its own, and a pass says that it was the last of that side.

    So one slot of a side holds as many acts as it likes, and any may be refused by itself.
    """
    story = both_sides_cast()
    for caster in ("mage", "mage", "seer"):
        story.answers(caster, "roll")
    assert traced(story, -9) == ORDER_OF_THE_LOG
    assert story.refolds()


EVERY_PANIC_FIRST = block("""
|       DiceRolled pikes panic test 5 q6/pikes
      Closed q6
      Resolved a4 panics
      Declared a7 flee pikes
    Closed a4
    Acted a5 panic test seer
      Asked q7 on=a5 throw (seer)
|       DiceRolled seer panic test 3 q7/seer
      Closed q7
      Resolved a5 holds
    Closed a5
    Acted a6 panic test slaves
      Asked q8 on=a6 throw (slaves)
|       DiceRolled slaves panic test 6 q8/slaves
      Closed q8
      Resolved a6 panics
      Declared a8 flee slaves
    Closed a6
    Acted a7 flee pikes
      Asked q9 on=a7 throw (pikes)
|       DiceRolled pikes flee 4 q9/pikes
      Closed q9
      Moved pikes 4 back
    Closed a7
    Acted a8 flee slaves
      Asked q10 on=a8 throw (slaves)
|       DiceRolled slaves flee 2 q10/slaves
      Closed q10
      Moved slaves 2 back
    Closed a8
  Closed q5
  PhaseEnded magic
  RoundEnded 1
""")


def test_every_panic_is_rolled_before_the_first_flees():
    story = both_sides_cast()
    for caster in ("mage", "mage", "seer"):
        story.answers(caster, "roll")
    for who, face in (("pikes", 5), ("seer", 3), ("slaves", 6), ("pikes", 4), ("slaves", 2)):
        story.answers(who, "roll", faces=[face])
    assert traced(story, -5) == EVERY_PANIC_FIRST
    born = [d for d in story.events(e.Declared) if not d.who]
    assert [d.manoeuvre for d in born] == ["panic test"] * 3 + ["flee"] * 2
    assert story.refolds()
