"""Ids in later commands: after a correction each means the same thing as before, or nothing."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain.rerun.equivalence import Ids
from domain.rerun.rerun import Judged
from domain.step.draft import Draft
from tests.support.fights.age_of_magic import URLIK, Fight, wounded
from tests.support.logs.reported_fights import begins, pool, report, seen_elsewhere
from tests.support.redecided_stories import in_short, told_again

BLOW, KNOCK_BACK = 11, 18
"""Steps of the fight: Cogan strikes, and Urlik rolls for the last thing that comes of it."""


def hurt() -> Fight:
    """Cogan wounds Urlik, who stays on his feet: the wound is the first thing of its step."""
    fight = wounded(urlik={**URLIK, "WP": 20, "Athletics": 14})
    fight.passes().rolls("urlik").rolls("urlik")
    assert [each.id for each in fight.combat.conditions.on("urlik")] == ["#18.1"]
    return fight


def knocked_over(fight: Fight) -> list[Judged]:
    """What follows when the knock-back roll was a miserable one: he is prone, then wounded."""
    roll = {"risk": {"knock back": 6}, "faces": {"knock back": 6 * (1,)}}
    said = c.Answer(who="urlik", about="knock back", choice="roll", **roll)
    return told_again(fight, instead={KNOCK_BACK: said})


def standing(judged: list[Judged]) -> list[tuple[str, str, int]]:
    """What Urlik is under in the end."""
    found = judged[-1].combat.conditions.on("urlik")
    return [(each.id, each.name, each.level) for each in found]


def test_the_wound_that_was_ended_is_ended_under_its_other_id():
    fight = hurt().adjusts(what="condition", subject="urlik", name="#18.1", begin=False)
    judged = knocked_over(fight)
    assert in_short(judged) == ["18 changed"]
    assert standing(judged) == [("#18.1", "prone", 0)]
    said = judged[-1].command
    assert isinstance(said, c.Adjust) and isinstance(said.change, c.ConditionFix)
    assert (said.change.name, said.note) == ("#18.2", "so be it")
    assert standing(told_again(fight)) == []


def test_the_wound_whose_level_was_changed_is_changed_under_its_other_id():
    fight = hurt().adjusts(what="condition-change", subject="urlik", name="#18.1", level=1)
    judged = knocked_over(fight)
    assert in_short(judged) == ["18 changed"]
    assert standing(judged) == [("#18.1", "prone", 0), ("#18.2", "wound", 1)]


def test_what_ends_with_the_wound_hangs_on_it_under_its_other_id():
    fight = hurt()
    fight.adjusts(what="condition", subject="urlik", name="unconscious", parent="#18.1")
    [*_, begun] = knocked_over(fight)
    assert begun.verdict == "kept"
    assert [d.event.parent for d in begun.drafts if isinstance(d.event, e.ConditionBegan)] == [
        "#18.2"
    ]


def test_an_id_of_what_never_came_about_orphans_the_step():
    fight = hurt().adjusts(what="condition", subject="urlik", name="#18.1", begin=False)
    for gone, became in ((KNOCK_BACK, "taken back"), (BLOW, "dropped")):
        [*_, last] = told_again(fight, gone)
        assert (last.played.origin, last.verdict, last.reason) == (19, "dropped", "orphaned")
        assert last.why == f"what it names is gone: step 18 was {became}"


def test_words_in_a_note_are_nobodys_id():
    fix = c.PoolFix(subject="urlik", pool="ap", delta=1)
    fight = hurt().say(c.Adjust(change=fix, note="for #18.1"))
    [*_, last] = knocked_over(fight)
    assert (last.verdict, last.command) == ("kept", fight.commands[-1])


def test_a_report_that_follows_from_an_act_which_never_was_is_orphaned():
    game = seen_elsewhere()
    game.say(report(act={"who": "kara", "manoeuvre": "Fire Bolt"}))
    step = len(game.steps)
    game.say(report(pool("ogre", delta=-7), after=f"#{step}.1"))
    assert in_short(told_again(game)) == []
    [last] = told_again(game, step)
    assert (last.reason, last.why) == (
        "orphaned",
        f"what it names is gone: step {step} was taken back",
    )


def test_two_alike_are_told_apart_by_which_came_first():
    game = seen_elsewhere()
    game.say(report(begins("ogre", "burning"), begins("ogre", "burning")))
    step = len(game.steps)
    second = [each.id for each in game.combat.conditions.on("ogre")][1]
    end = {"what": "condition-change", "subject": "ogre", "name": second, "level": 3}
    game.say_plainly({"type": "adjust", "note": "so be it", "change": end})
    both = begins("ogre", "burning"), begins("ogre", "burning")
    [*_, last] = told_again(game, instead={step: report(begins("kara", "wet"), *both)})
    found = [(each.name, each.level) for each in last.combat.conditions.all.values()]
    assert (last.verdict, found) == ("kept", [("wet", 0), ("burning", 0), ("burning", 3)])


def acted(raw: str, who: str) -> Draft:
    """An act is done."""
    return Draft(e.Acted(act=raw, who=who, manoeuvre="hit"))


def asked(raw: str, about: str) -> Draft:
    """A question is put."""
    return Draft(e.Asked(question=raw, on="round", about=about, slots=()))


def test_acts_go_by_who_does_them_and_questions_by_what_they_are_about():
    before, after = Ids(), Ids()
    before.meet(4, [acted("#4.1", "ann"), acted("#4.2", "bert"), asked("#4.3", "pain")])
    after.meet(4, [asked("#4.1", "fear"), asked("#4.2", "pain"), acted("#4.3", "bert")])
    assert [after.find(f"#4.{n}", before) for n in (1, 2, 3)] == ["", "#4.3", "#4.2"]


def test_an_act_that_is_older_than_the_correction_keeps_its_id_when_it_is_done():
    """The first of two was done then, and the second is now."""
    before, after = Ids(), Ids()
    before.meet(4, [acted("#2.1", "ann")])
    after.meet(4, [acted("#2.2", "ann")])
    assert [after.find(raw, before) for raw in ("#2.1", "#2.2")] == ["#2.1", "#2.2"]


def test_an_act_that_is_declared_first_and_done_later_counts_once():
    before, after = Ids(), Ids()
    for ids in (before, after):
        ids.meet(2, [acted("#2.1", "ann"), acted("#2.2", "ann")])
    before.meet(4, [acted("#2.2", "ann")])
    assert [after.find(raw, before) for raw in ("#2.1", "#2.2")] == ["#2.1", "#2.2"]
