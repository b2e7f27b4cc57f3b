"""Acts, questions and answers, held against a model that reads the whole story each time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain.combat import EMPTY, evolve
from domain.facets import Answers
from domain.facets.exchange import Exchange, Question, Reply
from domain.facets.tallies import TAKEN, counted, next_taken, roll_tally
from tests.domain.anything import IDS, made

Said = tuple[Any, Answers]

ACTS = st.sampled_from(["a1", "a2", "a3"])
QUESTIONS = st.sampled_from(["q1", "q2"])
SLOT_IDS = st.sampled_from(["s1", "s2"])
MANOEUVRES = st.sampled_from(["strike", "parry"])
deed: dict[str, Any] = {"act": ACTS, "who": IDS, "manoeuvre": MANOEUVRES, "on": ACTS | st.just("")}
dice: dict[str, Any] = {
    "who": st.just("ana"),
    "key": st.sampled_from(["open", "hidden"]),
    "label": st.builds(
        e.DieLabel,
        round=st.just(1),
        roller=st.integers(0, 1),
        sort=st.just("x"),
        r=st.just(0),
        reroll=st.integers(0, 1),
    ),
    "sort": st.sampled_from(["attempt", "loose"]),
    "own_r": st.just(0),
}
rolled = made(e.DiceRolled, **dice).filter(lambda roll: roll.own != roll.key)
slots = st.lists(
    st.builds(
        e.Slot, id=SLOT_IDS, who=IDS, rank=st.integers(0, 1), barred=st.sampled_from(["", "used"])
    ),
    max_size=2,
    unique_by=lambda slot: slot.id,
).map(tuple)
asked = made(e.Asked, question=QUESTIONS, slots=slots)
acted = made(e.Acted, **deed) | made(e.Reacted, **deed)
events = st.one_of(
    asked,
    asked,
    acted,
    acted,
    made(e.Declared, **deed),
    made(e.Answered, choice=st.sampled_from(["pass", "yes"])),
    made(e.Withdrawn, act=ACTS | st.just(""), instead=st.sampled_from(["", "strike"])),
    made(e.Resolved, act=ACTS, stage=st.sampled_from(["aim", "blow"])),
    made(e.Closed, frame=ACTS | QUESTIONS),
    made(e.Closed, frame=ACTS | QUESTIONS),
    rolled,
    made(e.CardDrawn),
    made(e.RoundBegan),
    made(e.TurnBegan),
)
stories = st.lists(st.tuples(events, st.none() | st.tuples(QUESTIONS, SLOT_IDS)), max_size=25).map(
    lambda story: plausible(story)
)


def plausible(story: list[Said]) -> list[Said]:
    """Without what is said of an act as if it were new when it is on the stack already."""
    kept: list[Said] = []
    for event, answers in story:
        if not (isinstance(event, e.Said) and event.act in stack(kept)):
            kept.append((event, answers))
    return kept


def after(story: list[Said]) -> Exchange:
    combat = EMPTY
    for event, answers in story:
        combat = evolve(combat, event, answers)
    return combat.exchange


def just(*said: Any) -> Exchange:
    """After events that answer nothing."""
    return after([(event, None) for event in said])


# --- the model -----------------------------------------------------------------------------------


def stack(story: list[Said]) -> list[str]:
    frames: list[str] = []
    for event, _ in story:
        match event:
            case e.Asked(question=frame) | e.Acted(act=frame) | e.Reacted(act=frame):
                frames += [frame] if frame not in frames else []
            case e.Closed(frame=frame) if frame in frames:
                frames.remove(frame)
    return frames


def declared(story: list[Said]) -> list[str]:
    """Acts that are said and not done, the oldest first."""
    waiting: list[str] = []
    for event, _ in story:
        match event:
            case e.Declared(act=act):
                waiting += [act] if act not in waiting else []
            case e.Acted(act=act) | e.Reacted(act=act) | e.Withdrawn(act=act) if act in waiting:
                waiting.remove(act)
    return waiting


def replies(story: list[Said], question: str) -> dict[str, tuple[str, str]]:
    """How the slots of a question were filled since it was asked; nothing if it is not open."""
    filled: dict[str, tuple[str, str]] = {}
    for upto, (event, answers) in enumerate(story):
        if isinstance(event, e.Asked) and event.question == question:
            anew = [slot.id for slot in event.slots if not slot.barred]
            filled = {slot: how for slot, how in filled.items() if slot not in anew}
        if question not in stack(story[: upto + 1]):
            filled = {}
        elif answers and answers[0] == question:
            refill(filled, answers[1], event)
    return filled


def refill(filled: dict[str, tuple[str, str]], slot: str, event: Any) -> None:
    match event:
        case e.Answered(choice=choice):
            filled[slot] = ("answered", choice)
        case e.Declared(act=act):
            filled[slot] = ("declared", act)
        case e.Acted(act=act) | e.Reacted(act=act):
            filled[slot] = ("acted", act)
        case e.DiceRolled(purpose=purpose):
            filled[slot] = ("rolled", purpose)
        case e.CardDrawn(card=card):
            filled[slot] = ("drawn", card)
        case e.Withdrawn(act=act) if slot in filled and act in ("", filled[slot][1]):
            del filled[slot]
        case e.Withdrawn(instead=instead):
            filled[slot] = ("withdrawn", instead or "pass")


def since(story: list[Said], begins: Any) -> list[Any]:
    """The events since the last that begins something; all where none did."""
    told = [event for event, _ in story]
    starts = [n for n, event in enumerate(told) if begins(event)]
    return told[starts[-1] + 1 :] if starts else told


# --- against it ----------------------------------------------------------------------------------


@given(stories)
def test_what_is_asked_or_begun_is_on_the_stack_until_it_is_closed(story):
    assert list(after(story).frames) == stack(story)


@given(stories)
def test_the_top_is_the_uppermost_that_does_not_merely_stand(story):
    standing = {
        x.act: isinstance(x, e.Reacted) and x.stands for x, _ in story if isinstance(x, e.Said)
    }
    active = [frame for frame in stack(story) if not standing.get(frame)]
    top = after(story).top()
    assert (top.id if top else None) == (active[-1] if active else None)
    assert isinstance(top, Question) == bool(active and active[-1].startswith("q"))
    assert after(story).question() == (top if isinstance(top, Question) else None)


@given(stories)
def test_a_question_is_open_while_it_is_on_the_stack_and_as_it_was_asked_last(story):
    last = {x.question: x for x, _ in story if isinstance(x, e.Asked)}
    questions = after(story).questions
    assert set(questions) == {f for f in stack(story) if f.startswith("q")}
    for name, question in questions.items():
        said = {k: v for k, v in question._asdict().items() if k not in ("id", "replies")}
        assert {"question": name, **said} == dict(last[name])


@given(stories)
def test_a_slot_is_filled_by_what_answered_it_last(story):
    for name, question in after(story).questions.items():
        found = {slot: (r.how, r.value) for slot, r in question.replies.items()}
        assert found == replies(story, name)


@given(stories)
def test_what_is_declared_waits_beside_the_stack(story):
    waiting = [a for a in after(story).acts.values() if not a.kind]
    assert sorted(a.id for a in waiting) == sorted(declared(story))
    exchange = after(story)
    assert [a.id for q in ("q1", "q2", "") for a in exchange.agenda(q)] == (
        [a.id for q in ("q1", "q2", "") for a in waiting if a.slot[0] == q]
    )
    for act in ("a1", "a2", "a3"):
        assert [a.id for a in exchange.declared(act)] == [a.id for a in waiting if a.on == act]


@given(stories)
def test_how_often_somebody_did_something_is_counted_by_span(story):
    begins = {
        "turn": lambda x: isinstance(x, e.TurnBegan),
        "round": lambda x: isinstance(x, e.RoundBegan),
        "combat": lambda x: False,
    }
    exchange = after(story)
    for span, starts in begins.items():
        done = [
            (x.who, x.manoeuvre) for x in since(story, starts) if isinstance(x, e.Acted | e.Reacted)
        ]
        for who in ("ana", "bert", "cleo"):
            for manoeuvre in ("strike", "parry"):
                assert exchange.times(span, who, manoeuvre) == done.count((who, manoeuvre))


@given(stories)
def test_rolls_are_counted_by_key_roller_and_sort_within_a_round_without_rerolls(story):
    """Those of the other key count where they are made; openly made, also where they were."""
    rolled = [
        (x.own or x.key, x.label.roller, x.sort)
        for x in since(story, lambda x: isinstance(x, e.RoundBegan))
        if isinstance(x, e.DiceRolled) and not x.label.reroll
    ]
    told = {roll_tally(*name): rolled.count(name) for name in rolled}
    tallies = {
        k: n
        for k, n in after(story).rolls.items()
        if not k.endswith(" again") and not k.startswith(TAKEN)
    }
    for name in {*told, *tallies}:
        used = tallies.get(name, 0) - told.get(name, 0)
        assert used == 0 or (used > 0 and name.startswith("hidden")), name


@pytest.mark.parametrize(
    ("own", "r", "left", "theirs"),
    [("open", 1, 2, 2), ("open", 0, 1, 1), ("open", 3, 1, 4), ("hidden", 1, 1, 2)],
    ids=["the next in secret", "one that stands", "a later one", "an open one"],
)
def test_dice_taken_from_the_other_key_are_used_up_there_if_they_came_next(
    own: Any, r: int, left: int, theirs: int
):
    """An open roll made in secret uses up none openly, since few know of it."""
    key = {"open": "hidden", "hidden": "open"}[own]
    label = e.DieLabel(round=1, roller=2, sort="loose", r=r)
    rolled = e.DiceRolled(
        who="ana",
        purpose="loose",
        sort="loose",
        sides=6,
        faces=(3,),
        kept=(3,),
        total=3,
        provenance="service",
        key=key,
        label=label,
        own=own,
        own_r=4,
    )
    rolls = counted({roll_tally(key, 2, "loose"): 1}, rolled)
    assert rolls[roll_tally(own, 2, "loose")] == 5
    assert rolls[roll_tally(key, 2, "loose")] == left
    assert next_taken(rolls, key, 2, "loose") == theirs


@given(stories)
def test_outcomes_are_kept_while_anything_is_on_the_stack(story):
    emptied = [
        n for n, (x, _) in enumerate(story) if isinstance(x, e.Closed) and not stack(story[: n + 1])
    ]
    told = [x for x, _ in story[emptied[-1] + 1 if emptied else 0 :] if isinstance(x, e.Resolved)]
    exchange = after(story)
    for act in ("a1", "a2", "a3"):
        mine = [x for x in told if x.act == act]
        kept = exchange.outcomes.get(act, ())
        assert list(kept[len(kept) - len(mine) :]) == mine
        assert exchange.outcome(act) == (kept[-1] if kept else None)
        blows = [x for x in kept if x.stage == "blow"]
        assert exchange.outcome(act, "blow") == (blows[-1] if blows else None)


@given(stories, st.sampled_from(["a1", "a2"]))
def test_an_empty_stack_remembers_no_acts_but_those_declared(story, frame):
    closing = [(e.Closed(frame=f), None) for f in reversed(["q1", "q2", "a1", "a2", "a3"])]
    exchange = after([*story, *closing])
    assert (exchange.frames, exchange.questions) == ((), {})
    assert sorted(exchange.acts) == sorted(declared(story))


# --- by example ----------------------------------------------------------------------------------

ASKED = e.Asked(
    question="q1",
    on="a1",
    about="react",
    then="blow",
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


def answered(slot: str, choice: str = "pass") -> Said:
    return e.Answered(who="x", choice=choice), ("q1", slot)


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


def test_a_slot_is_found_by_its_id():
    question = just(ASKED).question()
    assert question is not None and question.slot("s3") == ASKED.slots[2]
    assert question.slot("s9") is None
    assert [slot.id for slot in question.unfilled()] == ["s1", "s2", "s3"]


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
    assert just(STRIKE, follow).acts["a3"].kind == "follow-on"


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
    assert just(STRIKE, e.RoundBegan(n=2)).times("combat", "ana", "strike") == 1


def test_an_answer_to_a_question_that_is_not_open_changes_nothing():
    assert after([answered("s1")]) == Exchange()
    assert after([(ASKED, None), (e.Answered(who="x", choice="y"), ("q1", ""))]) == just(ASKED)
