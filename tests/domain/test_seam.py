"""What a ruleset's functions may ask of a scene and say in a step, on a game made for that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.chance import cards_left
from domain.options import fill
from domain.ruleset import (
    Asking,
    Blank,
    Choice,
    ConditionBegan,
    ConditionKind,
    Draw,
    FactKind,
    Manoeuvre,
    Mod,
    Modifier,
    OpenPoint,
    Pool,
    Refused,
    Slot,
    Stretch,
    Throw,
    Until,
    Window,
)
from domain.scene import Scene
from domain.seats import TABLE
from domain.step import Step
from domain.windows import doer
from tests.domain.fights import Said, refused
from tests.rulesets.parts import die, slots, toy
from tests.rulesets.toy import TOY
from tests.story import Story


def risked(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """Up to three dice for a blow."""
    return Throw(slot.who, "blow", "die", 6, None, (Modifier(source="might", value=4),), most=3)


def drawn(scene: Scene, asking: Asking, slot: Slot) -> Draw:
    return Draw(slot.who, "fate", "fate", {"Queen": 12})


def twice(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Two slots of one person, told apart by the foe."""
    foes = scene.foes(who := scene.doing(asking.on).who)  # type: ignore[union-attr]
    return tuple(Slot(id=f"{who} {foe}", who=who, about=foe) for foe in foes)


def everybody(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    return slots(scene.present())


LAB = toy(
    "lab",
    pools=(Pool("ap", "points", "L1"), Pool("debt", "debt", "L2", least=None)),
    conditions=(
        ConditionKind("weak", "weak", "L3", mods=(Mod(trait="might", value=-2),)),
        ConditionKind("numb", "numb", "L3", Until(span="round", left=2)),
        ConditionKind("doomed", "doomed", "L3", Until(span="round"), on_zero="doom"),
    ),
    facts=(FactKind("near", "near", "L4", ("yes", "no"), "no"),),
    points=(OpenPoint("tie", ("attack", "defence"), "attack", "L5", "who wins a tie?"),),
    decks={"fate": ("Queen", "Knave", "Queen")},
    opening=lambda traits: {"ap": 9},
    windows={
        "hush": Window("hush", "", "L6"),
        "hit": Window("hit", "roll", "L6", doer, throw=risked),
        "fate": Window("fate", "draw", "L6", twice, draw=drawn),
        "join in": Window(
            "join in", "", "L6", everybody, takes=("reaction", "follow-on"), passes=True
        ),
        "ready": Window("ready", "", "L6", everybody, passes=True),
    },
    manoeuvres=(
        Manoeuvre("wait", "wait", "L7", ("action",), ("hush", "done")),
        Manoeuvre("point", "point", "L7", ("action",), ("done",), target=True),
        Manoeuvre("blow", "blow", "L7", ("action",), ("hit", "done")),
        Manoeuvre("tempt fate", "tempt fate", "L7", ("action",), ("fate", "done")),
        Manoeuvre("sing", "sing", "L7", ("action",), ("join in", "done")),
        Manoeuvre("hum", "hum", "L7", ("reaction",), ("done",)),
        Manoeuvre("chorus", "chorus", "L7", ("follow-on",), ("done",)),
    ),
)  # fmt: skip


@LAB.stage("done")
def done(step: Step) -> None:
    """L8: It is done."""
    step.resolve("done")


@LAB.stage("doom")
def doom(step: Step) -> None:
    """L3: Whoever is doomed falls."""
    assert step.event is not None
    [doomed] = (k for k in step.combat.conditions.all.values() if k.name == "doomed")
    step.end_condition(doomed, "fell")


def lab(*faces: int, rules: Any = LAB) -> Story:
    return Story(rules, *faces).joins("ana", "bert", might=5, guild="smiths").round()


def step_of(story: Story) -> Step:
    """A step that a stage might be given."""
    return Step(story.combat, story.rules, story.dice, 99, TABLE)


# --- windows -----------------------------------------------------------------------------------


def no_two_hats(scene: Scene, asking: Asking, slot: Slot, params: Any) -> None:
    """Nobody wears two."""
    if params.get("hats") == 2:
        raise Refused("L9", "nobody wears two hats", {"most": 1}, "/params/hats")


def hats(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    return (Choice("hats", blanks=(Blank("hats", "number", most=1),)),)


HATS = Window("hush", "hats?", "L9", everybody, hats, allows=no_two_hats)


def test_a_window_names_the_clause_that_an_answer_breaks():
    story = lab(rules=replace(LAB, windows={**LAB.windows, "hush": HATS}))
    story.does("ana", "wait")
    said = refused(story, lambda: story.answers("ana", "hats", hats=2))
    assert said == Said("nobody wears two hats", "L9", {"most": 1}, "/params/hats")
    assert refused(story, lambda: story.answers("ana", "hats", hats=3)).numbers == {
        "least": 0, "most": 1,
    }  # fmt: skip
    story.answers("ana", "hats", hats=2, against=True)
    assert story.steps[-1][0].basis == "against"


def test_who_is_not_asked_is_told_under_which_clause_others_are():
    story = lab(rules=replace(LAB, windows={**LAB.windows, "hush": HATS}))
    story.does("ana", "wait").answers("ana", "hats", hats=1)
    asked = {"open": "hush", "waits for": "bert"}
    said = refused(story, lambda: story.answers("ana", "hats", hats=1))
    assert said == Said("ana is not asked now: that is answered already", "L9", asked, "/who")
    said = refused(story, lambda: story.does("ana", "wait"))
    assert (said.clause, said.numbers) == ("L9", asked)


def test_who_answers_twice_is_told_toward_whom_he_is_asked():
    story = lab().joins("cyd").does("ana", "tempt fate")
    story.answers("ana", "draw", "bert")
    said = refused(story, lambda: story.answers("ana", "draw", "bert"))
    assert said == Said(
        "ana is not asked that toward bert", "L6",
        {"open": "fate", "waits for": "ana", "toward": "cyd"}, "/toward",
    )  # fmt: skip


def test_a_deck_of_the_combat_is_whole_again_at_each_shuffle():
    story = lab()
    step = step_of(story)
    cards = ("sun", "moon", "sun")
    drawn = [step.draw(Draw("ana", "omen", "sky", cards=cards, shuffle=1)) for _ in cards]
    assert [(d.card, d.copy_no, d.shuffle) for d in drawn] == [
        ("sun", 0, 1), ("moon", 0, 1), ("sun", 1, 1),
    ]  # fmt: skip
    with pytest.raises(Refused, match="no card is left in 'sky'"):
        step.draw(Draw("ana", "omen", "sky", cards=cards, shuffle=1))
    assert step.remaining("sky", 2, cards) == ("sun#0", "moon#0", "sun#1")
    assert cards_left(step, "sky", 2, cards) == ("sun#0", "moon#0", "sun#1")


# --- asked of a scene ------------------------------------------------------------------------


def test_a_trait_is_a_number_as_conditions_alter_it_and_a_word_is_a_word():
    step = step_of(lab())
    assert (step.trait("ana", "might"), step.word("ana", "guild")) == (5, "smiths")
    step.begin_condition("ana", "weak")
    assert step.trait("ana", "might") == 3
    assert (step.trait("ana", "guild", 1), step.trait("nobody", "might", 2)) == (1, 2)
    assert (step.word("ana", "rank", "none"), step.word("nobody", "guild")) == ("none", "")


def test_an_open_point_is_played_by_its_default_until_the_table_settles_it():
    story = lab()
    step = step_of(story)
    assert (step.setting("tie"), step.basis_of("tie"), step.setting("moon")) == (
        "attack", "default", "",
    )  # fmt: skip
    assert step.point("tie") == LAB.points[0]
    step = step_of(story.say(c.Rule(point="tie", value="defence")))
    assert (step.setting("tie"), step.basis_of("tie")) == ("defence", "ruled")


def test_a_fact_that_no_rule_declares_is_nothing():
    assert step_of(lab()).fact("married", "ana", "bert") is None


def test_the_basic_value_of_a_throw_is_all_but_its_dice():
    assert risked(step_of(lab()), Asking("", "hit"), Slot(id="ana", who="ana")).basic == 4


# --- said in a step --------------------------------------------------------------------------


def test_what_costs_or_loses_nothing_is_not_said():
    step = step_of(lab())
    step.pay("ana", "ap", 0)
    step.lose("ana", "ap", 0)
    assert step.drafts == []


def test_what_is_moved_leaves_one_pool_and_comes_into_another():
    step = step_of(lab())
    step.shift("ana", "ap", -4)
    step.shift("bert", "ap", 4)
    step.shift("bert", "ap", 0)
    moved = [d.event for d in step.drafts if isinstance(d.event, e.PoolChanged)]
    assert [(p.subject, p.delta, p.balance, p.how) for p in moved] == [
        ("ana", -4, 5, "move"), ("bert", 4, 13, "move"),
    ]  # fmt: skip


def test_what_is_lost_stops_at_the_floor_of_the_pool_where_it_has_one():
    step = step_of(lab())
    step.lose("ana", "ap", 12)
    step.lose("ana", "debt", 3)
    assert [(d.event.balance, d.event.wanted) for d in step.drafts] == [  # type: ignore[attr-defined]
        (0, -12), (-3, None),
    ]  # fmt: skip


def test_what_lasts_while_something_else_does_ends_with_it():
    step = step_of(lab())
    grip = step.begin_condition("ana", "weak")
    step.begin_condition("bert", "weak", until=Until(span="condition", name=grip))
    step.begin_condition("bert", "numb")
    step.end_condition(step.combat.conditions.all[grip], "let go")
    assert [k.name for k in step.combat.conditions.all.values()] == ["numb"]


def condition(who: str, name: str) -> c.Adjust:
    return c.Adjust(change=c.ConditionFix(subject=who, name=name), note="a spell")


def test_what_lasts_two_rounds_is_counted_down_first():
    story = lab().say(condition("ana", "numb")).ends("ana").ends("bert")
    assert [k.left for k in story.combat.conditions.on("ana")] == [1]
    story.round().ends("ana").ends("bert")
    assert story.combat.conditions.on("ana") == ()


def test_at_zero_a_stage_decides_what_becomes_of_it():
    story = lab().say(condition("ana", "doomed")).ends("ana").ends("bert")
    [ended] = story.events(e.ConditionEnded)
    assert ended.why == "fell"


def test_whatever_the_rules_do_not_declare_is_not_begun_set_asked_or_rolled():
    step = step_of(lab())
    with pytest.raises(Refused, match="no condition is called 'bored'"):
        step.begin_condition("ana", "bored")
    with pytest.raises(Refused, match="no value of a fact called 'near'"):
        step.set_fact("near", "ana", "perhaps")
    with pytest.raises(LookupError, match="no window 'tea'"):
        step.ask("tea", then="end")
    with pytest.raises(LookupError, match="no rolls of the sort 'luck'"):
        step.roll(Throw("ana", "luck", "luck", 6))


def test_nothing_replied_where_no_question_has_closed():
    step = step_of(lab())
    assert step.reply("ana") is None
    assert list(step.replies()) == []


# --- stages ----------------------------------------------------------------------------------


def test_a_window_without_anybody_to_ask_is_passed_over():
    story = lab().does("ana", "wait")
    assert story.events(e.Asked) == []
    assert [r.outcome for r in story.events(e.Resolved)] == ["done"]


def test_a_manoeuvre_at_somebody_that_lists_nobody_has_no_legal_target():
    story = lab()
    assert refused(story, lambda: story.does("ana", "point", "bert")) == Said(
        "bert is no legal target of point", "L7", {"legal": "nobody"}, "/targets"
    )


def test_a_stage_that_does_not_exist_is_a_fault_of_the_ruleset():
    broken = replace(LAB, manoeuvres=(Manoeuvre("wait", "", "L7", ("action",), ("sleep",)),))
    with pytest.raises(LookupError, match="no stage 'sleep'"):
        lab(rules=broken).does("ana", "wait")


def test_an_act_whose_manoeuvre_the_rules_no_longer_know_just_ends():
    story = lab().does("ana", "sing")
    story.rules = replace(LAB, manoeuvres=LAB.manoeuvres[:1])
    story.passes()
    assert story.told() == [
        "Answered ana pass q1/ana", "Answered bert pass q1/bert", "Closed q1",
        "Resolved a1 done", "Closed a1",
    ]  # fmt: skip


def test_what_is_born_of_the_rules_needs_a_manoeuvre_as_well():
    def fear(step: Step) -> None:
        step.declare("panic", step.queue("fear"))

    story = lab(rules=replace(LAB, stages={**LAB.stages, "done": fear}))
    assert refused(story, lambda: story.does("ana", "wait")).why == "no manoeuvre is called 'panic'"


def test_the_doer_is_offered_to_follow_on_and_the_others_to_react():
    story = lab().does("ana", "sing")
    assert (story.manoeuvres("ana"), story.manoeuvres("bert")) == ({"chorus"}, {"hum"})
    story.does("bert", "hum").does("ana", "chorus")
    assert story.told()[-1] == "Closed a1"


def test_a_question_between_the_rounds_may_lead_to_nothing():
    def tally(step: Step) -> str | None:
        return step.ask("ready", then="end", on="round")

    rules = replace(LAB, stages={**LAB.stages, "tally": tally}, triggers={"RoundEnded": "tally"})
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
    assert roll.blanks == (Blank("risk", "number", (), 0, 3, says="how many dice to risk"),)
    said = refused(story, lambda: story.answers("ana", "roll", risk=4))
    assert said == Said("so many dice cannot be risked", "", {"most": 3}, "/risk")
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
    gasp = Window("gasp", "gasp?", "T9", doer, choices=lambda s, a, slot: (Choice("gasp"),))
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
        return step.ask("gasp", then="stand", on=guard.id)

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
        return step.ask("gasp", then="end", on=over[0]) if step.act.manoeuvre == "sing" else None

    windows = {**LAB.windows, "gasp": Window("gasp", "", "L6", doer, passes=True)}
    story = lab(rules=replace(LAB, windows=windows, stages={**LAB.stages, "done": done}))
    story.does("ana", "sing").does("bert", "hum").passes("ana")
    assert story.waits_for() == ("gasp", ("bert",))
    assert closed_once(story.passes())


def test_a_question_at_the_close_of_a_turn_lets_it_close():
    turn = Stretch("turn", "turn", closes=("rest",), next="in-order", acts=True)
    stages = {**LAB.stages, "rest": lambda step: step.ask("ready", then="end")}
    round_ = Stretch("round", "round", inside=(turn,))
    story = lab(rules=replace(LAB, sequence=round_, stages=stages)).ends("ana")
    assert story.waits_for() == ("ready", ("ana", "bert"))
    story.passes()
    assert story.told()[-2:] == ["TurnEnded ana", "TurnBegan bert"]


def test_a_blank_for_the_risk_of_a_roll_becomes_its_risk():
    [roll] = lab().does("ana", "blow").offered()
    assert fill(roll, lambda blank: 2)["risk"] == 2


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
