"""What may be done at any time, aimed or not, by whom one controls, and what the end sets off."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Blank, FactKind, Manoeuvre, Ruleset, Slot, Stretch, Window
from domain.ruleset.scene import Member
from domain.state.viewer import Viewer
from tests.support.logs.refused_fights import refused
from tests.support.refusals import legal
from tests.support.story import Story

TURN = Stretch("turn", "turn", next="in order", acts=True)


def game(*manoeuvres: Manoeuvre, **more: Any) -> Ruleset:
    sequence = Stretch("round", "round", inside=(TURN,))
    rules = Ruleset("game", "Game", "1", "1", sequence, manoeuvres=manoeuvres, **more)
    rules.stages["done"] = lambda step: step.resolve("done")
    return rules


def deed(name: str, **more: Any) -> Manoeuvre:
    return Manoeuvre(name, name, "A1", more.pop("kinds", ("action",)), ("done",), **more)


def test_what_is_for_any_time_is_done_in_anothers_go_and_nothing_else():
    story = Story(game(deed("shout", any_time=True), deed("strike"))).joins("ana", "bert").round()
    assert story.manoeuvres("ana") == {"shout", "strike"}
    assert story.manoeuvres("bert") == {"shout"}
    assert refused(story, lambda: story.does("bert", "strike")).why == "it is not bert's turn"
    assert story.does("bert", "shout").told()[0] == "Acted a1 bert shout"
    assert refused(story, lambda: story.ends("bert")).why == "it is not bert's turn"
    story.ends("ana").ends("bert")
    assert story.manoeuvres("ana") == set()  # between rounds nothing is done


def test_whether_a_deed_is_aimed_may_depend_on_what_it_is_done_with():
    cast = deed(
        "cast",
        usings=lambda scene, deed: ("bolt", "light"),
        targets=lambda s, deed: ("bert",),
        aims=lambda scene, deed: deed.using == "bolt",
    )
    story = Story(game(cast)).joins("ana", "bert").round()
    offered = {o.command["using"]: o.blanks for o in story.offered() if "using" in o.command}
    assert [b.name for b in offered["bolt"]] == ["targets"]
    assert offered["light"] == ()
    assert refused(story, lambda: story.does("ana", "cast", using="bolt")).pointer == "/targets/0"
    why = refused(story, lambda: story.does("ana", "cast", "bert", using="light")).why
    assert why == "cast wants no target"
    story.does("ana", "cast", "bert", using="bolt").does("ana", "cast", using="light")


def test_some_of_a_list_may_have_a_most():
    pick = Blank("what", "some", ("a", "b", "c"), most=2)
    story = Story(game(deed("take", blanks=lambda scene, deed: (pick,)))).joins("ana").round()
    why = refused(story, lambda: story.does("ana", "take", what=["a", "b", "c"]))
    assert (why.numbers, why.pointer, legal(why)) == ({"most": 2}, "/params/what/2", "nothing")
    story.does("ana", "take", what=["a", "c"]).does("ana", "take", what=[])


def shouting(able: str = "") -> Story:
    """Ana strikes; bert may answer, cleo is barred by a clause."""

    def slots(scene: Any, asking: Any) -> tuple[Slot, ...]:
        return (Slot(id="bert", who="bert"), Slot(id="cleo", who="cleo", barred="A7"))

    answer = deed("answer", kinds=("reaction",), answers=("strike",))
    rules = game(
        Manoeuvre("strike", "strike", "A1", ("action",), ("respond", "done")),
        answer,
        able=lambda scene, who: able if who == "dan" else "",
    )
    rules.asks(Window("respond", "?", "A2", slots, takes=("reaction",), passes=True))
    return Story(rules).joins("ana", "bert", "cleo", "dan").round().does("ana", "strike")


def test_who_is_barred_is_told_the_clause():
    story = shouting()
    why = refused(story, lambda: story.does("cleo", "answer"))
    assert (why.clause, why.why) == ("A7", "cleo may not answer this")
    assert why.pointer == "/who"
    assert refused(story, lambda: story.does("cleo", "strike")).clause == "A1"


def test_who_cannot_act_is_told_that_first():
    story = shouting(able="A9")
    assert refused(story, lambda: story.does("dan", "answer")).clause == "A9"


def test_a_rule_brings_somebody_in_and_takes_him_out():
    story = Story(rules := game(deed("call"))).joins("ana").round()
    wolf = Member("wolf", "creature", "Wolf", "", "ana", 0, {"Power": 2})

    def call(step: Any) -> None:
        step.bring_in(wolf)
        step.take_out("wolf", "gone again")

    rules.stages["done"] = call
    story.does("ana", "call")
    assert story.told()[1:3] == [
        "Joined wolf creature Wolf ana 2 {'Power': 2}",
        "Left wolf gone again",
    ]
    assert not story.combat.roster.members["wolf"].here
    assert story.refolds()


def test_a_rule_puts_somebody_into_other_hands_and_all_else_of_him_stays():
    story = Story(rules := game(deed("call"))).joins("ana", side="east").joins("bert", side="west")
    story.say(
        c.Join(subject="wolf", kind="creature", controller="ana", side="east", traits={"Power": 2})
    ).round()
    rules.stages["done"] = lambda step: step.hand_over("wolf", "bert", "west")
    before = story.combat.roster.members["wolf"]
    story.does("ana", "call").joins("dora")
    after = story.combat.roster.members
    assert after["wolf"] == before._replace(controller="bert", side="west")
    assert (before.roller, after["dora"].roller) == (3, 4)
    assert Viewer("Ben", "player", ("bert",)).speaks_for("wolf", story.combat.roster)
    assert not Viewer("Anna", "player", ("ana",)).speaks_for("wolf", story.combat.roster)
    assert story.refolds()


def test_who_plays_somebody_plays_what_he_controls():
    story = Story(game(deed("strike"))).joins("ana")
    story.say(c.Join(subject="wolf", kind="creature", controller="ana"))
    roster = story.combat.roster
    assert Viewer("Anna", "player", ("ana",)).speaks_for("wolf", roster)
    assert not Viewer("Ben", "player", ("bert",)).speaks_for("wolf", roster)


def test_what_the_end_of_the_combat_sets_off_is_done():
    rules = game(
        deed("strike"),
        triggers={"CombatEnded": "tidy", "TurnEnded": "never"},
        facts=(FactKind("tidy", "tidy", "A3"),),
    )
    rules.stages["tidy"] = lambda step: step.set_fact("tidy", "ana", "yes")
    rules.stages["never"] = lambda step: step.set_fact("tidy", "ana", "no")
    story = Story(rules).joins("ana").round().say(c.End())
    assert story.told()[-2:] == ["CombatEnded ended by the referee", "FactSet tidy ana~ yes"]
    assert len(story.events(e.FactSet)) == 1


def test_the_referee_moves_a_card_that_lies_somewhere():
    rules = game(deed("lay"))
    rules.stages["done"] = lambda step: step.move("ace", "hand")
    story = Story(rules).joins("ana").round().does("ana", "lay")
    move = {"what": "place", "subject": "ace", "place": "table"}
    story.say_plainly({"type": "adjust", "note": "fell down", "change": move})
    assert story.combat.places.of("ace") == "table"
    strange = {"type": "adjust", "note": "?", "change": {**move, "subject": "king"}}
    assert refused(story, lambda: story.say_plainly(strange)).pointer == "/change"
