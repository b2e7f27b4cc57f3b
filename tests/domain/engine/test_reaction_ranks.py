"""Reactions of one rank begin together: none of them is answered before all have begun."""

from __future__ import annotations

from dataclasses import replace

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Asking, Manoeuvre, Slot, Stretch, Window
from domain.ruleset.scene import Scene
from tests.support.games.toy import TOY
from tests.support.games.toy_parts import toy
from tests.support.logs.refused_fights import refused
from tests.support.story import Story

ONE_RANK = replace(TOY, rank=lambda scene, act: 0)
THEN_BOTH = replace(TOY, rank=lambda scene, act: 0 if act.who == "cogan" else 1)


def struck_at(rules=ONE_RANK) -> Story:
    """Man moves up to all three, who declare to strike him, the last one last."""
    story = Story(rules).joins("man", side="b").joins("cogan", "erik", "olaf", side="a").round()
    story.does("man", "move", beside=["cogan", "erik", "olaf"])
    for who in ("cogan", "erik", "olaf"):
        story.declares(who, "strike", "man")
    return story


TOGETHER = """
|     Declared a2 olaf strike man on=a1 q1/olaf
    Closed q1
    Asked q2 on=a1 react (cogan)(erik)(olaf)
      Reacted a3 cogan strike man on=a1 q2/cogan
        PoolChanged cogan.ap -1 pay
        Reacted a4 erik strike man on=a1 q2/erik
          PoolChanged erik.ap -1 pay
          Reacted a2 olaf strike man on=a1 q2/olaf
            PoolChanged olaf.ap -1 pay
            Asked q3 on=a2 declare (man)(cogan)(erik)
"""


def test_all_of_a_rank_begin_before_any_is_answered():
    story = struck_at()
    assert story.trace(-1) == TOGETHER


def test_then_each_is_finished_before_the_next_goes_on():
    story = struck_at()
    for who in ("olaf", "erik", "cogan"):
        assert story.waits_for()[0] == "declare"
        story.passes()
        assert story.waits_for() == ("roll", (who,))
        story.answers(who, "roll", faces=[1])
    assert story.waits_for() == ("", ())
    assert story.refolds()


def test_what_stands_does_not_keep_the_others_from_going_on():
    """Two parry for him whom Olaf strikes: each of them stands until the blow falls."""
    story = Story(ONE_RANK).joins("olaf", side="a").joins("man", "wife", side="b").round()
    story.does("olaf", "move", beside=["man", "wife"]).passes()
    story.does("olaf", "strike", "man").declares("man", "parry").declares("wife", "parry")
    assert story.waits_for() == ("declare", ("olaf", "man"))
    story.passes()
    assert story.waits_for() == ("declare", ("olaf", "wife"))
    story.passes()
    assert story.waits_for() == ("roll", ("olaf", "wife", "man"))
    story.answers("man", "roll", faces=[5]).answers("wife", "roll", faces=[9])
    story.answers("olaf", "roll", faces=[4])
    assert story.told()[:4] == [
        "DiceRolled olaf attempt 6 q1/olaf",
        "Closed q1",
        "Resolved a1 succeeded",
        "Resolved a2 succeeded",
    ]
    assert story.waits_for() == ("follow", ("wife",))
    story.passes()
    assert story.waits_for() == ("follow", ("man",))
    story.passes()
    assert story.waits_for() == ("", ())


def waiting_for_two() -> Story:
    """Cogan's blow has missed; Erik and Olaf share the next rank."""
    story = struck_at(THEN_BOTH).passes()
    return story.answers("cogan", "roll", faces=[1])


def test_in_a_later_rank_all_say_what_they_do_before_any_begins():
    story = waiting_for_two()
    assert story.waits_for() == ("react", ("erik", "olaf"))
    story.answers("olaf", "go")
    assert story.told() == ["Answered olaf go q1/olaf"]
    assert story.waits_for() == ("react", ("erik",))
    story.answers("erik", "go")
    told = [line.split(" ")[0] for line in story.told()]
    assert told == ["Answered", "Reacted", "PoolChanged", "Reacted", "PoolChanged", "Asked"]


def test_who_withdraws_lets_the_others_begin():
    story = waiting_for_two().answers("olaf", "go").say(c.Withdraw(who="erik"))
    assert [line.split(" ")[:3:2] for line in story.told()[:2]] == [
        ["Withdrawn", "q1/erik"],
        ["Reacted", "olaf"],
    ]


def test_who_has_said_go_may_take_it_back_and_withdraw():
    story = waiting_for_two().answers("olaf", "go").say(c.Withdraw(who="olaf"))
    assert story.waits_for() == ("react", ("erik", "olaf"))
    story.say(c.Withdraw(who="olaf")).answers("erik", "go")
    assert story.told()[0].startswith("Reacted a2 erik strike")


def test_who_does_something_else_instead_waits_for_his_rank_as_well():
    story = waiting_for_two().does("olaf", "strike", "man")
    assert [line.split(" ")[0] for line in story.told()] == ["Withdrawn", "Declared"]
    assert story.waits_for() == ("react", ("erik",))
    story.answers("erik", "go")
    assert [line.split(" ")[2] for line in story.told() if line.startswith("Reacted")] == [
        "erik",
        "olaf",
    ]


def test_who_leaves_while_others_are_still_to_say_holds_nobody_up():
    story = waiting_for_two().answers("olaf", "go").say(c.Leave(who="erik"))
    assert story.told()[-1].startswith("Asked")
    story.passes().answers("olaf", "roll", faces=[1])
    assert story.waits_for() == ("", ())


def test_what_has_become_impossible_by_then_is_withdrawn():
    story = waiting_for_two().answers("olaf", "go")
    tired = c.PoolFix(subject="olaf", pool="ap", delta=-3)
    story.say(c.Adjust(change=tired, note="out of breath")).answers("erik", "go")
    assert story.events(e.Withdrawn)[-1].why == "strike costs 1 AP; 0 left (T4)"
    story.passes().answers("erik", "roll", faces=[1])
    assert story.waits_for() == ("", ())


# --- what others have answered already ------------------------------------------------------------


def polled(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    return tuple(Slot(id=who, who=who, rank=n) for n, who in enumerate(scene.present()))


def in_ranks() -> Story:
    """Man says what he will do, then Cogan, who knows it."""
    ranked = Window(
        "poll", "now?", "", polled, takes=("action",), declares=True, many=True, passes=True
    )
    cheer = Manoeuvre("cheer", "cheer", "", ("action",), ())
    phase = Stretch("phase", "talk", opens=("poll",))
    rules = toy("ranked", Stretch("round", "round", inside=(phase,)), manoeuvres=(cheer,))
    rules.asks(ranked)
    return Story(rules).joins("man", "cogan").round()


def test_what_a_later_rank_knows_of_is_not_taken_back():
    story = in_ranks().declares("man", "cheer").passes("man")
    story.say(c.Withdraw(who="man")).passes("man").declares("cogan", "cheer")
    said = refused(story, lambda: story.say(c.Withdraw(who="man")))
    assert said.why == "man has nothing here to take back"
    assert {o.command["who"] for o in story.offered() if o.command["type"] == "withdraw"} == {
        "cogan"
    }
    story.say(c.Withdraw(who="cogan")).say(c.Withdraw(who="man"))
    assert story.waits_for() == ("poll", ("man",))
