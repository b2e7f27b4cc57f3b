"""Reactions: everybody declares first, then reacts in turn, and the later one thinks again."""

from domain import commands as c
from tests.support.games.toy import TOY
from tests.support.logs.trace_lines import block, traced
from tests.support.story import Story

ONE_OF_TWO_WITHDRAWS = block("""
| Acted a1 man move
    PoolChanged man.ap -1 pay
    FactSet adjacent cogan~man yes
    FactSet adjacent erik~man yes
    Asked q1 on=a1 declare (cogan)(erik)
|     Declared a2 erik strike man on=a1 q1/erik
|     Declared a3 cogan strike man on=a1 q1/cogan
    Closed q1
    Asked q2 on=a1 react (cogan) | (erik)
      Reacted a3 cogan strike man on=a1 q2/cogan
        PoolChanged cogan.ap -1 pay
        Asked q3 on=a3 declare (man)(erik)
|         Answered erik pass q3/erik
|         Declared a4 man parry on=a3 q3/man
        Closed q3
        Asked q4 on=a3 react (man)
          Reacted a4 man parry on=a3 q4/man
            PoolChanged man.ap -1 pay
            FactSet adjacent cogan~man no
            FactSet adjacent erik~man no
            Asked q5 on=a4 declare (cogan)(erik)
|             Answered cogan pass q5/cogan
              Answered erik pass q5/erik
            Closed q5
          Closed q4
          Asked q6 on=a3 roll (cogan)(man)
|           DiceRolled cogan attempt 12 q6/cogan
|           DiceRolled man attempt 20 q6/man
          Closed q6
          Resolved a4 succeeded
          Resolved a3 stopped {attack 12, defence 20}
          Asked q7 on=a4 follow (man)
|           Answered man pass q7/man
          Closed q7
        Closed a4
      Closed a3
|     Withdrawn a2 q2/erik
    Closed q2
  Closed a1
""")


def test_two_reactors_and_one_withdraws():
    story = Story(TOY).joins("man", side="b").joins("cogan", "erik", side="a").round()
    story.does("man", "move", beside=["cogan", "erik"])
    story.declares("erik", "strike", "man").declares("cogan", "strike", "man").passes("erik")
    story.declares("man", "parry", beside=[]).passes()
    story.answers("cogan", "roll", faces=[10]).answers("man", "roll", faces=[18]).passes("man")
    story.say(c.Withdraw(who="erik"))
    assert traced(story, -10) == ONE_OF_TWO_WITHDRAWS
    assert story.refolds()
