"""What a ruleset's stages lead to: windows, dice that were promised, questions on reactions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from domain import events as e
from domain.legality.option import fill
from domain.ruleset.ruleset import Blank, Choice, ConditionBegan, Manoeuvre, Stretch, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import doer
from domain.step.step import Step
from tests.support.games.toy import TOY
from tests.support.games.toy_parts import die, toy
from tests.support.logs.refused_fights import Said, refused, told
from tests.support.logs.ruleset_lab import LAB, lab
from tests.support.story import Story

# --- stages ----------------------------------------------------------------------------------


def test_a_window_without_anybody_to_ask_is_passed_over():
    story = lab().does("ana", "wait")
    assert story.events(e.Asked) == []
    assert [r.outcome for r in story.events(e.Resolved)] == ["done"]


def test_a_manoeuvre_at_somebody_that_lists_nobody_has_no_legal_target():
    story = lab()
    assert told(refused(story, lambda: story.does("ana", "point", "bert"))) == Said(
        "bert is no legal target of point", "L7", {}, "/targets/0", "", "nothing"
    )


def test_a_stage_that_does_not_exist_is_a_fault_of_the_ruleset():
    broken = replace(LAB, manoeuvres=(Manoeuvre("wait", "", "L7", ("action",), ("sleep",)),))
    with pytest.raises(LookupError, match="no stage 'sleep'"):
        lab(rules=broken).does("ana", "wait")


def test_an_act_whose_manoeuvre_the_rules_no_longer_know_ends_as_the_referee_says():
    story = lab().does("ana", "sing")
    story.rules = replace(LAB, manoeuvres=LAB.manoeuvres[:1])
    story.passes()
    assert story.told() == [
        "Answered ana pass q1/ana",
        "Answered bert pass q1/bert",
        "Closed q1",
        "Asked q2 on=a1 rules changed (referee)",
    ]
    assert story.answers("referee", "on").told()[-1] == "Closed a1"


def test_what_is_born_of_the_rules_needs_a_manoeuvre_as_well():
    def fear(step: Step) -> None:
        step.declare("panic", step.queue("fear"))

    windows = {**LAB.windows, "fear": Window("fear", "who fears", "L6")}
    story = lab(rules=replace(LAB, windows=windows, stages={**LAB.stages, "done": fear}))
    with pytest.raises(LookupError, match="no manoeuvre 'panic'"):
        story.does("ana", "wait")


def test_the_doer_is_offered_to_follow_on_and_the_others_to_react():
    story = lab().does("ana", "sing")
    assert (story.manoeuvres("ana"), story.manoeuvres("bert")) == ({"chorus"}, {"hum"})
    story.does("bert", "hum").does("ana", "chorus")
    assert story.told()[-1] == "Closed a1"


def over(window: str) -> dict[str, Window]:
    """The windows of the lab, after one of which the act or stretch is over."""
    return {**LAB.windows, window: replace(LAB.windows[window], then="end")}


def test_a_question_between_the_rounds_may_lead_to_nothing():
    def tally(step: Step) -> str | None:
        return step.ask("ready", on="round")

    stages, triggers = {**LAB.stages, "tally": tally}, {"RoundEnded": "tally"}
    rules = replace(LAB, windows=over("ready"), stages=stages, triggers=triggers)
    story = lab(rules=rules).ends("ana").ends("bert")
    assert story.waits_for() == ("ready", ("ana", "bert"))
    assert story.passes().round().waits_for() == ("", ())


def test_a_stage_may_be_set_off_by_a_condition_and_told_which_began():
    def sees(step: Step) -> None:
        """L8: What began is in the event."""
        assert isinstance(step.event, ConditionBegan)
        step.set_fact("near", step.event.subject, "yes", "bert")

    rules = replace(LAB, stages={**LAB.stages, "sees": sees}, triggers={"ConditionBegan": "sees"})
    fix = {"what": "condition", "subject": "ana", "name": "weak"}
    story = lab(rules=rules).say_plainly({"type": "adjust", "note": "ill", "change": fix})
    assert [type(d.event).__name__ for d in story.steps[-1]] == ["ConditionBegan", "FactSet"]
    assert story.combat.facts.get("ana", "near", "bert") == "yes"


# --- dice that were promised, dice that are asked --------------------------------------------


def test_a_promise_of_plain_dice_needs_no_risk():
    plain = Window("hit", "", "L6", doer, throw=lambda s, asking, slot: die(slot.who, "blow"))
    rules = replace(LAB, windows={**LAB.windows, "hit": plain})
    story = lab(rules=rules).does("ana", "blow", faces={"blow": [17]})
    assert [r.total for r in story.events(e.DiceRolled)] == [17]
    assert lab(rules=rules).does("ana", "blow").offered()[0].blanks == ()


def test_the_owner_chooses_how_many_dice_to_risk():
    story = lab(2, 2).does("ana", "blow")
    [roll] = story.offered()
    assert roll.blanks == (
        Blank("risk", "number", (), 0, 3, says="how many dice to risk", at="/risk/blow"),
    )
    said = refused(story, lambda: story.answers("ana", "roll", risk=4))
    assert told(said) == Said("so many dice cannot be risked", "", {"most": 3}, "/risk/blow")
    assert story.answers("ana", "roll", risk=2).told()[0] == "DiceRolled ana blow 8 q1/ana"


def test_a_card_is_drawn_in_the_slot_that_is_meant():
    story = Story(LAB).joins("ana", "bert", "cleo").round().does("ana", "tempt fate")
    assert [o.command["toward"] for o in story.offered()] == ["bert", "cleo"]
    story.answers("ana", "draw", toward="cleo", card="Knave")
    assert story.told() == ["CardDrawn ana fate Knave q1/ana cleo"]
    story.answers("ana", "draw")
    assert story.events(e.CardDrawn)[-1].rank == 12


# --- asked on a reaction that stands ---------------------------------------------------------


def standing(blow: Callable[[Step], str | None]) -> Story:
    """Man strikes, Erik parries; what the blow does is to be seen."""
    gasp = Window(
        "gasp", "gasp?", "T9", doer, choices=lambda s, a, slot: (Choice("gasp"),), then="stand"
    )
    stages = {**TOY.stages, "blow": blow, "after": lambda step: None}
    rules = replace(TOY, stages=stages, windows={**TOY.windows, "gasp": gasp})
    manoeuvres = tuple(
        replace(m, stages=("declare", "react", "blow", "after")) if m.name == "strike" else m
        for m in TOY.manoeuvres
    )
    story = Story(replace(rules, manoeuvres=manoeuvres)).joins("man", side="b")
    story.joins("erik", side="a").round().does("man", "move", beside=["erik"]).passes()
    story.does("man", "strike", "erik").declares("erik", "parry").passes()
    return story


def closed_once(story: Story) -> bool:
    """True where the stack is empty and nothing was closed twice."""
    closed = [event.frame for event in story.events(e.Closed)]
    return not story.combat.exchange.frames and len(closed) == len(set(closed))


def test_the_act_goes_on_when_what_was_asked_on_its_guard_is_answered():
    def blow(step: Step) -> str | None:
        [guard] = step.combat.exchange.standing(step.on)
        return step.ask("gasp", on=guard.id)

    story = standing(blow)
    assert story.waits_for() == ("gasp", ("erik",))
    story.answers("erik", "gasp").passes()
    assert closed_once(story)


def test_a_turn_has_an_end_even_where_nothing_opens_it():
    bare = toy("bare", Stretch("round", "round", inside=(Stretch("phase", "calm"),)))
    story = Story(bare).joins("ana").round()
    assert story.told() == ["RoundBegan 1", "PhaseBegan calm", "PhaseEnded calm", "RoundEnded 1"]


def test_two_of_no_rank_react_together():
    rules = replace(TOY, rank=LAB.rank)
    story = Story(rules).joins("man", side="b").joins("cogan", "erik", side="a").round()
    story.does("man", "move", beside=["cogan", "erik"])
    story.declares("cogan", "strike", "man").declares("erik", "strike", "man")
    assert [event.who for event in story.events(e.Reacted)] == ["cogan", "erik"]
    for who in ("erik", "cogan"):
        story.passes()
        story.answers(who, "roll", faces=[1])
    assert closed_once(story)


def test_a_question_on_an_act_that_is_over_ends_nothing_twice():
    def done(step: Step) -> str | None:
        over = [a.id for a in step.combat.exchange.acts.values() if a.manoeuvre == "hum"]
        return step.ask("gasp", on=over[0]) if step.act.manoeuvre == "sing" else None

    windows = {**LAB.windows, "gasp": Window("gasp", "", "L6", doer, passes=True, then="end")}
    story = lab(rules=replace(LAB, windows=windows, stages={**LAB.stages, "done": done}))
    story.does("ana", "sing").does("bert", "hum").passes("ana")
    assert story.waits_for() == ("gasp", ("bert",))
    assert closed_once(story.passes())


def test_a_question_at_the_close_of_a_turn_lets_it_close():
    turn = Stretch("turn", "turn", closes=("rest",), next="in order", acts=True)
    stages = {**LAB.stages, "rest": lambda step: step.ask("ready")}
    round_ = Stretch("round", "round", inside=(turn,))
    rules = replace(LAB, sequence=round_, windows=over("ready"), stages=stages)
    story = lab(rules=rules).ends("ana")
    assert story.waits_for() == ("ready", ("ana", "bert"))
    story.passes()
    assert story.told()[-2:] == ["TurnEnded ana", "TurnBegan bert"]


def test_a_blank_for_the_risk_of_a_roll_becomes_its_risk():
    [roll] = lab().does("ana", "blow").offered()
    assert fill(roll, lambda blank: 2)["risk"] == {"blow": 2}


def test_where_somebody_is_and_how_a_fact_follows_are_the_rulesets_word():
    def near(scene: Scene, one: str, other: str) -> str:
        return "yes" if scene.rules.where(scene, one) == scene.rules.where(scene, other) else "no"

    story = lab()
    scene = Scene(story.combat, LAB)
    assert (LAB.where(scene, "ana"), dict(LAB.between)) == ("", {})
    rules = replace(LAB, where=lambda scene, who: who[:1], between={"near": near})
    scene = Scene(story.combat, rules)
    assert rules.where(scene, "ana") == "a"
    assert rules.between["near"](scene, "ana", "bert") == "no"
