"""Questions and their slots, acts and their ends, by example."""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.state.exchange import Exchange, Reply
from tests.support.logs.exchange_stories import Said, after, answered


def just(*said: Any) -> Exchange:
    """After events that answer nothing."""
    return after([(event, None) for event in said])


ASKED = e.Asked(
    question="q1",
    on="a1",
    about="react",
    before="blow",
    slots=(
        e.Slot(id="s1", who="ana"),
        e.Slot(id="s2", who="bert"),
        e.Slot(id="s3", who="cleo", rank=1),
        e.Slot(id="s4", who="ana", barred="A5"),
    ),
)
STRIKE = e.Acted(act="a1", who="ana", manoeuvre="strike", targets=("bert",))
PARRY = e.Reacted(act="a2", who="bert", manoeuvre="parry", on="a1", stands=True)
PLAN = e.Declared(act="a3", who="ana", manoeuvre="strike")


def open_slots(*replies: Said, question: e.Asked = ASKED) -> list[str]:
    asked = after([(question, None), *replies]).question()
    assert asked is not None
    return [slot.id for slot in asked.open()]


def test_slots_of_one_rank_are_open_together_and_the_next_rank_after_them():
    assert open_slots() == ["s1", "s2"]
    assert open_slots(answered("s2")) == ["s1"]
    assert open_slots(answered("s2"), answered("s1")) == ["s3"]
    assert open_slots(answered("s2"), answered("s1"), answered("s3")) == []


def test_where_the_first_answer_counts_passes_go_on_and_anything_else_ends_it():
    first = ASKED.model_copy(update={"until": "first"})
    assert open_slots(answered("s1"), question=first) == ["s2"]
    assert open_slots(answered("s1", "left"), question=first) == ["s2"]
    assert open_slots(answered("s1", "stop"), question=first) == []


def test_a_question_redrawn_keeps_its_place_and_the_answers_that_stand():
    used = (e.Slot(id="s1", who="ana", barred="used"), e.Slot(id="s2", who="bert"))
    again = ASKED.model_copy(update={"slots": used})
    exchange = after(
        [
            (STRIKE, None),
            (ASKED, None),
            answered("s1", "yes"),
            answered("s2"),
            (PARRY, None),
            (again, None),
        ]
    )
    assert exchange.frames == ("a1", "q1", "a2")
    assert list(exchange.questions["q1"].replies) == ["s1"]


def test_a_roll_fills_its_slot_with_its_total_and_a_card_with_its_rank():
    rolled = e.DiceRolled(
        who="ana",
        purpose="strike",
        sort="attempt",
        sides=20,
        faces=(17,),
        kept=(17,),
        total=19,
        provenance="service",
        label=e.DieLabel(round=1, roller=1, sort="attempt", r=0),
    )
    card = e.CardDrawn(who="b", purpose="p", deck="d", card="Queen", rank=12, provenance="typed")
    question = after([(ASKED, None), (rolled, ("q1", "s1")), (card, ("q1", "s2"))]).questions["q1"]
    assert question.replies == {
        "s1": Reply("rolled", "strike", 19),
        "s2": Reply("drawn", "Queen", 12),
    }


def test_an_answer_taken_back_opens_its_slot_again():
    back = e.Withdrawn(), ("q1", "s1")
    assert open_slots(answered("s1"), back) == ["s1", "s2"]


def test_a_declaration_taken_back_goes_and_opens_its_slot_again():
    exchange = after([(ASKED, None), (PLAN, ("q1", "s1")), (e.Withdrawn(act="a3"), ("q1", "s1"))])
    assert exchange.agenda("q1") == ()
    assert exchange.questions["q1"].replies == {}


def test_an_act_given_up_when_its_turn_came_fills_the_slot_that_waited_for_it():
    exchange = after([(PLAN, None), (ASKED, None), (e.Withdrawn(act="a3"), ("q1", "s1"))])
    assert exchange.acts == {}
    assert exchange.questions["q1"].replies == {"s1": Reply("withdrawn", "pass")}


def test_another_act_given_up_does_not_take_back_what_fills_the_slot():
    exchange = after(
        [(ASKED, None), answered("s1", "yes"), (e.Withdrawn(act="a3", instead="run"), ("q1", "s1"))]
    )
    assert exchange.questions["q1"].replies == {"s1": Reply("withdrawn", "run")}


def test_what_is_begun_twice_lies_on_the_stack_once():
    assert just(STRIKE, STRIKE).frames == ("a1",)
    assert just(STRIKE, STRIKE, e.Closed(frame="a1")) == just(
        STRIKE, e.Closed(frame="a1"), STRIKE, e.Closed(frame="a1")
    )


def test_what_was_begun_is_not_taken_back():
    assert just(STRIKE, e.Withdrawn(act="a1")) == just(STRIKE)


def test_what_was_declared_keeps_the_place_where_it_was_said_when_it_begins():
    begun = STRIKE.model_copy(update={"act": "a3"})
    exchange = after([(ASKED, None), (PLAN, ("q1", "s1")), (begun, None)])
    assert exchange.acts["a3"].slot == ("q1", "s1")
    assert (exchange.acts["a3"].kind, exchange.agenda("q1")) == ("action", ())


def test_an_act_is_an_action_a_follow_on_or_a_reaction():
    follow = STRIKE.model_copy(update={"act": "a3", "on": "a1"})
    kinds = {name: act.kind for name, act in just(STRIKE, PARRY, follow, PLAN).acts.items()}
    assert kinds == {"a1": "action", "a2": "reaction", "a3": ""}
    assert just(STRIKE, follow).acts["a3"].kind == "follow on"


def test_a_standing_reaction_is_looked_through_until_its_act_resolves_it():
    other = PARRY.model_copy(update={"act": "a3"})
    exchange = just(STRIKE, PARRY, other)
    top = exchange.top()
    assert top is not None and top.id == "a1"
    assert [act.id for act in exchange.standing("a1")] == ["a3", "a2"]
    assert just(STRIKE, PARRY, other, e.Closed(frame="a3")).standing("a1")[0].id == "a2"
    assert just().top() is None


def test_what_came_of_an_act_that_is_over_is_kept_until_another_is_over():
    came = e.Resolved(act="a1", stage="aim", outcome="missed")
    over = STRIKE, came, e.Closed(frame="a1")
    assert just(*over).outcome("a1") == came
    other = STRIKE.model_copy(update={"act": "a2"})
    assert just(*over, other).outcome("a1") == came
    assert just(*over, other, e.Closed(frame="a2")).outcomes == {}


def test_each_turn_counts_anew():
    fresh, resumed = e.TurnBegan(who=("ana",)), e.TurnBegan(who=("ana",), resumes=True)
    assert just(fresh, STRIKE, resumed).times("turn", "ana", "strike") == 0
    assert just(fresh, STRIKE, fresh).times("turn", "ana", "strike") == 0
    assert just(fresh, STRIKE, fresh).times("round", "ana", "strike") == 1
    assert just(STRIKE, e.RoundBegan(n=2)).times("round", "ana", "strike") == 0


def test_an_answer_to_a_question_that_is_not_open_changes_nothing():
    assert after([answered("s1")]) == Exchange()
    assert after([(ASKED, None), (e.Answered(who="x", choice="y"), ("q1", ""))]) == just(ASKED)
