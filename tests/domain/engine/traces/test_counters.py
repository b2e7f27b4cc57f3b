"""Counters: each miss lets the one who was missed strike back, inside the attack that missed."""

from domain import events as e
from tests.support.games.counters import COUNTERS
from tests.support.logs.trace_lines import block, traced
from tests.support.story import Story


def three_misses_deep() -> Story:
    story = Story(COUNTERS, 8, 10, 8, 12, 13, 11).joins("xena", ap=3).joins("yuri", ap=1).round()
    story.does("xena", "attack", "yuri").does("yuri", "block", "xena")
    story.does("yuri", "attack", "xena").does("xena", "block", "yuri")
    return story.does("xena", "attack", "yuri").does("yuri", "block", "xena")


COUNTER_TO_A_COUNTER = block("""
| Acted a1 xena attack yuri
    PoolChanged xena.ap -1 pay
    DiceRolled xena attack 8
    Asked q1 on=a1 defend (yuri)
|     Reacted a2 yuri block xena on=a1 q1/yuri
        DiceRolled yuri block 10
        Resolved a2 blocked {guard 10}
      Closed a2
    Closed q1
    Resolved a1 of=yuri miss {dos 2, bonus 1}
    Asked q2 on=a1 counter (yuri)
|     Reacted a3 yuri attack xena on=a1 q2/yuri
        PoolChanged yuri.ap -1 pay
        DiceRolled yuri attack 9
        Asked q3 on=a3 defend (xena)
|         Reacted a4 xena block yuri on=a3 q3/xena
            DiceRolled xena block 12
            Resolved a4 blocked {guard 12}
          Closed a4
        Closed q3
        Resolved a3 of=xena miss {dos 3, bonus 1}
        Asked q4 on=a3 counter (xena)
|         Reacted a5 xena attack yuri on=a3 q4/xena
            PoolChanged xena.ap -1 pay
            DiceRolled xena attack 14
            Asked q5 on=a5 defend (yuri)
|             Reacted a6 yuri block xena on=a5 q5/yuri
                DiceRolled yuri block 11
                Resolved a6 blocked {guard 11}
              Closed a6
            Closed q5
            Resolved a5 of=yuri hit {dos 3}
            PoolChanged yuri.ap +0 lose wanted -1
            ConditionBegan k1 yuri flat footed
          Closed a5
        Closed q4
      Closed a3
    Closed q2
  Closed a1
""")


def test_a_counter_to_a_counter_closes_from_the_inside_out():
    """What a block came to is an outcome of the block, read by the attack that it answered."""
    story = three_misses_deep()
    assert traced(story, -6) == COUNTER_TO_A_COUNTER
    assert story.left("yuri", "ap") == 0
    assert story.refolds()


def test_who_had_no_point_left_to_lose_is_flat_footed_until_the_end_of_the_round():
    story = three_misses_deep()
    story.does("xena", "attack", "yuri").ends("xena").ends("yuri")
    assert traced(story, -3) == block("""
    | Acted a7 xena attack yuri
        PoolChanged xena.ap -1 pay
        DiceRolled xena attack 3
        Asked q6 on=a7 defend (yuri barred 'K5')
        Closed q6
        Resolved a7 of=yuri miss {dos 7, bonus 3}
        Asked q7 on=a7 counter (yuri barred 'K5')
        Closed q7
      Closed a7
    | TurnEnded xena
      TurnBegan yuri
    | TurnEnded yuri
      ConditionEnded k1
      RoundEnded 1
    """)
    assert [r.outcome for r in story.events(e.Resolved)][-1] == "miss"
    assert story.refolds()


def test_whoever_lets_it_be_is_not_struck_back_at():
    story = Story(COUNTERS, 8).joins("xena", ap=3).joins("yuri", ap=1).round()
    story.does("xena", "attack", "yuri").passes("yuri").passes("yuri")
    assert traced(story, -2) == block("""
    |     Answered yuri pass q1/yuri
        Closed q1
        Resolved a1 of=yuri miss {dos 2, bonus 1}
        Asked q2 on=a1 counter (yuri)
    |     Answered yuri pass q2/yuri
        Closed q2
      Closed a1
    """)
    assert story.refolds()
