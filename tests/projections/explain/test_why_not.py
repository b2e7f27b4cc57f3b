"""Why not: the clause and the numbers, each way to do it, and everybody's place in the window."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain import events as e
from domain.ruleset import ruleset as r
from domain.ruleset.ruleset import Forbidden
from domain.ruleset.scene import Scene
from domain.ruleset.windows import others
from domain.state.viewer import PUBLIC, TABLE, Viewer
from projections.explain.why_not import NOTHING_AGAINST, Asked, WhyNot, why_not
from tests.projections.looking import look_at
from tests.support.games.toy import TOY
from tests.support.logs.recorded_logs import BEN, Recorded, first_trace
from tests.support.logs.whole_logs import seen_entries


def asked(
    story: Recorded,
    who: str,
    manoeuvre: str = "",
    viewer: Viewer = TABLE,
    at: int | None = None,
    answer: str = "",
    **more: Any,
) -> WhyNot:
    look = look_at(seen_entries(story.log, viewer), story.rules, at)
    return why_not(look, viewer, Asked(who, manoeuvre or answer, bool(answer), **more))


def fight() -> Recorded:
    return Recorded(TOY).comes("man", side="b").comes("cogan", side="a").comes("erik", side="a")


def test_what_is_too_dear_says_the_cost_and_what_is_left():
    story = fight().round()
    story.secretly(e.PoolChanged(subject="man", pool="ap", delta=-3, balance=0, how="lose"), to=())
    found = asked(story, "man", "move")
    assert not found.allowed and found.says == "Man: move: move costs 1 AP; 0 left (§ T3 Moving)"
    [denial] = found.denials
    assert (denial.clause, denial.numbers) == ("T3", {"cost": 1, "left": 0})
    assert (found.window, found.turn_of) == (None, ("man",))


def test_each_target_has_its_own_reason():
    story = fight().round()
    found = asked(story, "man", "strike")
    assert [(d.targets, d.why) for d in found.denials] == [
        (("cogan",), "Cogan is no legal target of strike"),
        (("erik",), "Erik is no legal target of strike"),
    ]
    story.does("man", "move", beside=["erik"]).passes()
    assert asked(story, "man", "strike").allowed
    assert [d.targets for d in asked(story, "man", "strike", target="cogan").denials] == [
        ("cogan",)
    ]


def test_what_can_be_done_is_said_to_be_possible():
    found = asked(fight().round(), "man", "move")
    assert found.allowed and found.denials == () and found.says.endswith(NOTHING_AGAINST)


def test_who_is_not_asked_sees_the_window_and_what_his_deed_would_break_besides():
    story = fight().round().does("man", "move", beside=["cogan"])
    found = asked(story, "man", "parry")
    assert [(d.why, d.clause) for d in found.denials] == [
        ("Man is not asked now; first the open question is answered", ""),
        ("parry does not answer move", "T5"),
    ]
    assert found.window is not None and found.window.clause == "T3"
    assert [(s.name, s.state, s.why) for s in found.window.seats] == [
        ("Cogan", "waits", ""),
        ("Erik", "waits", ""),
        ("Man", "not asked", "it is their own act"),
    ]


def test_an_answer_that_is_none_lists_those_there_are():
    story = fight().round().does("man", "move", beside=["cogan"])
    found = asked(story, "cogan", answer="go")
    [denial] = found.denials
    assert denial.why == "'go' is no answer here"
    assert denial.legal == (("pass", "pass"),) and found.deeds == ("strike",)
    assert denial.pointer == "/choice"


def test_it_is_asked_about_any_moment():
    story = first_trace(TOY)
    moved = next(x for x in story.log if isinstance(x.event, e.Acted))
    found = asked(story, "erik", "parry", at=moved.meta.number)
    assert found.denials and not found.allowed


def test_an_unknown_manoeuvre_lists_the_known():
    story = fight().round()
    assert asked(story, "man", "fly").denials[0].why == "no manoeuvre is called 'fly'"


def test_nobody_asks_about_whom_he_does_not_play():
    story = fight().round()
    assert asked(story, "man", "move", BEN).allowed
    for viewer in (PUBLIC, BEN):
        with pytest.raises(Forbidden):
            asked(story, "cogan", "move", viewer)


def test_it_is_judged_on_what_the_asker_sees_alone():
    story = fight().round()
    story.secretly(e.PoolChanged(subject="man", pool="ap", delta=-3, balance=0, how="lose"))
    assert asked(story, "man", "move", BEN).allowed
    assert not asked(story, "man", "move", TABLE).allowed


def test_it_asks_without_dice_and_changes_nothing():
    story = fight().round().does("man", "move", beside=["cogan"]).passes()
    before, log = story.combat, list(story.log)
    story.does("man", "strike", "cogan").passes()
    found = asked(story, "man", answer="roll")
    assert found.allowed and story.log[: len(log)] == log
    assert before != story.combat and asked(story, "man", answer="roll") == found


def windowed(**changes: dict[str, object]) -> Recorded:
    """Man has moved, in a game whose window for reactions treats some differently."""

    def slots(scene: Scene, asking: r.Asking) -> tuple[e.Slot, ...]:
        found = others(scene, asking)
        return tuple(slot.model_copy(update=changes.get(slot.who, {})) for slot in found)

    declare = r.Window(
        "declare", "a reaction?", "X1", slots, takes=("reaction",), declares=True, passes=True
    )
    rules = replace(TOY, windows={**TOY.windows, "declare": declare})
    story = Recorded(rules).comes("man", side="b").comes("cogan", side="a").comes("erik", side="a")
    return story.round().does("man", "move", beside=["cogan", "erik"])


def test_who_is_passed_over_is_told_with_the_clause():
    found = asked(windowed(erik={"barred": "X9"}), "erik", "parry")
    assert found.window is not None and found.window.clause == "X1"
    seat = next(s for s in found.window.seats if s.who == "erik")
    assert (seat.state, seat.why) == ("passed over", "X9")
    assert [d.clause for d in found.denials] == ["T5"]
    able = asked(windowed(erik={"barred": "X9"}), "erik", "strike", target="man")
    assert able.denials[0].clause == "X9"


def test_the_order_of_the_window_is_told_and_who_has_still_to_wait():
    found = asked(windowed(erik={"rank": 1}), "erik", "strike", target="man")
    assert found.denials[0].why == "Erik answers later: others come first"
    assert found.window is not None
    seats = [(s.name, s.rank, s.state, s.why) for s in found.window.seats]
    assert seats == [
        ("Cogan", 0, "waits", ""),
        ("Erik", 1, "later", "others come first"),
        ("Man", 0, "not asked", "it is their own act"),
    ]
