"""Every number explains itself: its parts come to it, and each is linked to its entry."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain.state.viewer import PUBLIC, TABLE, Viewer
from projections.explain import Explained, Look, Unclear, explain
from tests.projections.looking import look_at
from tests.support.games.toy import TOY
from tests.support.logs.recorded_logs import Recorded, first_trace
from tests.support.logs.whole_logs import seen_entries


def look_of(story: Recorded, at: int | None = None, viewer: Viewer = TABLE) -> Look:
    return look_at(seen_entries(story.log, viewer), TOY, at)


def explained(
    story: Recorded, what: str, at: int | None = None, viewer: Viewer = TABLE
) -> Explained:
    entries = seen_entries(story.log, viewer)
    numbers = {one.number: one.entry.seq for one in entries}
    return explain(look_at(entries, TOY, at), what, lambda number: numbers.get(number, 0))


def number_of(story: Recorded, kind: type[e.Event], nth: int = -1) -> str:
    """The number of an entry of a kind."""
    found = [x for x in story.log if isinstance(x.event, kind)]
    return str(found[nth].meta.number)


def details(found: Explained) -> dict[str, str]:
    return {detail.name: detail.says for detail in found.details}


# --- pools -------------------------------------------------------------------------------------


def test_why_one_ap_is_answered_by_postings_that_add_up_to_one():
    story = first_trace(TOY)
    found = explained(story, "AP of Man")
    assert (found.title, found.value, found.points, found.adds_up) == ("Man: 1 AP", 1, "1", True)
    assert [(part.points, part.because) for part in found.parts] == [
        ("+3", "comes in"),
        ("+0", "the round"),
        ("-1", "Man's move"),
        ("-1", "Man's parry, on Cogan's strike"),
    ]
    assert sum(part.amount or 0 for part in found.parts) == found.value == story.left("man", "ap")
    assert [part.clause for part in found.parts] == ["T1", "T1", "T3", "T5"]
    assert details(found)["in sums"] == "supplied 3, spent 2, left 1"
    for part in found.parts:
        assert isinstance(story.log[int(part.number) - 1].event, e.PoolChanged)


def test_a_pool_is_explained_at_any_moment_and_right_after_any_posting():
    story = first_trace(TOY)
    moved = number_of(story, e.PoolChanged, -3)
    assert explained(story, "ap of man", int(moved)).value == 2
    assert explained(story, moved).value == 2
    assert explained(story, "ap of man").value == 1


def test_points_that_the_referee_gives_back_are_no_filling():
    story = first_trace(TOY)
    filled = details(explained(story, "ap of man"))["last filled"]
    change = c.PoolFix(subject="man", pool="ap", delta=1)
    story.say(c.Adjust(change=change, note=e.TextRef(id="t1", digest="d")))
    found = details(explained(story, "ap of man"))
    assert (found["last filled"], found["in sums"][-6:]) == (filled, "left 2")


def test_what_was_undone_is_in_no_explanation():
    story = first_trace(TOY)
    while story.left("man", "ap") == 1:
        story.undoes()
    found = explained(story, "ap of man")
    assert found.value == story.left("man", "ap") == 2
    assert [part.amount for part in found.parts] == [3, 0, -1]


def drained() -> Recorded:
    """Something that only the referee sees takes one of Man's AP, then he moves."""
    story = Recorded(TOY).comes("man", side="b").comes("cogan", side="a").round()
    story.secretly(e.PoolChanged(subject="man", pool="ap", delta=-1, balance=2, how="lose"))
    return story.does("man", "move", beside=[])


def test_a_pool_that_something_hidden_touched_has_no_exact_balance():
    found = explained(drained(), "ap of man", viewer=PUBLIC)
    assert (found.title, found.value, found.exact, found.adds_up) == (
        "Man: ? AP",
        None,
        False,
        False,
    )
    assert [part.points for part in found.parts] == ["+3", "+0", "-1"]
    assert details(found)["hidden"].startswith("something hidden from you changed this")
    assert explained(drained(), "ap of man").value == 1


def test_it_is_in_doubt_from_the_hidden_posting_on_only_where_it_shows():
    story = Recorded(TOY).comes("man", side="b").comes("cogan", side="a").round()
    before = explained(story, "ap of man", viewer=PUBLIC)
    story.secretly(e.PoolChanged(subject="man", pool="ap", delta=-1, balance=2, how="lose"))
    assert explained(story, "ap of man", viewer=PUBLIC) == before


def test_a_hidden_cause_is_something_hidden():
    story = Recorded(TOY).comes("man", side="b").comes("cogan", side="a").round()
    posted = e.PoolChanged(subject="man", pool="ap", delta=-1, balance=2, how="lose")
    story.secretly(posted, to=())
    meta = story.log[-1].meta.model_copy(update={"cause": "#99.1"})
    story.log[-1] = story.log[-1]._replace(meta=meta)
    assert explained(story, "ap of man", viewer=PUBLIC).parts[-1].because == "something hidden"


# --- rolls and outcomes ------------------------------------------------------------------------


def test_a_roll_is_its_dice_and_its_modifiers():
    story = first_trace(TOY)
    found = explained(story, number_of(story, e.DiceRolled, 0))
    assert found.title == "Cogan rolls attempt 12 = 1d20 [10] + 2 might, typed"
    assert [(part.says, part.amount) for part in found.parts] == [("1d20 [10]", 10), ("might", 2)]
    assert found.adds_up and found.value == 12
    assert details(found)["rolled for"] == "Cogan's strike, on Man's move"


def test_an_outcome_links_each_figure_to_the_roll_that_came_to_it():
    story = first_trace(TOY)
    found = explained(story, "a3")
    assert found.title.startswith("Cogan's strike")
    rolls = [number_of(story, e.DiceRolled, 0), number_of(story, e.DiceRolled, 1)]
    assert [(part.says, part.amount, part.number) for part in found.parts] == [
        ("attack", 12, rolls[0]),
        ("defence", 20, rolls[1]),
    ]
    assert found.parts[0].because == "Cogan rolls attempt 12 = 1d20 [10] + 2 might, typed"
    assert explained(story, number_of(story, e.Resolved)) == found


def test_an_act_of_which_nothing_came_yet_is_told_with_its_cause_and_clause():
    found = explained(first_trace(TOY), "a1")
    assert (found.what, found.title, found.parts[0].clause) == ("entry", "Man moves", "T3")


# --- conditions and places ---------------------------------------------------------------------


def hurt() -> Recorded:
    """Cogan strikes Man, who is hurt until the end of the round."""
    story = Recorded(TOY).comes("cogan", side="a").comes("man", side="b").round()
    story.does("cogan", "move", beside=["man"]).passes()
    story.does("cogan", "strike", "man").passes()
    return story.answers("cogan", "roll", faces=[15])


def test_a_condition_says_who_since_when_until_what_and_whose_doing_it_was():
    story = hurt()
    found = explained(story, "hurt of Man")
    began = number_of(story, e.ConditionBegan)
    assert found.title == "Man: hurt" and found.parts[0].number == began
    assert details(found) == {
        "who": "Man",
        "since": "round 1, turn of Cogan",
        "until": "until the end of the round",
        "by": "Cogan's strike",
    }
    assert {d.name: d.number for d in found.details}["since"] == began
    assert explained(story, "k1") == found == explained(story, began)


def test_a_condition_that_is_over_says_when_it_ended():
    story = hurt().ends("cogan").ends("man")
    found = explained(story, "k1")
    assert found.title == "Man: hurt (over)"
    assert {d.name: d.number for d in found.details}["ended"] == number_of(story, e.ConditionEnded)
    with pytest.raises(Unclear):
        explained(story, "hurt of man")


def initiative(who: str, face: int) -> e.DiceRolled:
    """A d20 and three for wits."""
    return e.DiceRolled(
        who=who,
        purpose="initiative",
        sort="order",
        sides=20,
        faces=(face,),
        kept=(face,),
        modifiers=(e.Modifier(source="wits", value=3),),
        total=face + 3,
        provenance="typed",
        label=e.DieLabel(round=1, roller=1, sort="order", r=0),
    )


ORDER = e.OrderSet(
    scope="initiative", order=(("cogan",), ("man",)), scores={"cogan": 12, "man": 7}, why="rolled"
)


def ordered() -> Recorded:
    """An order was set of what two rolled."""
    story = Recorded(TOY).comes("man", side="b").comes("cogan", side="a").round()
    return story.secretly(initiative("man", 4), initiative("cogan", 9), ORDER, to=())


def test_a_place_is_explained_by_the_roll_that_made_its_score():
    story = ordered()
    found = explained(story, "place of Man")
    assert (found.title, found.value) == ("Man: 2 of 2 in initiative with 7", 7)
    assert [(part.says, part.amount) for part in found.parts] == [("1d20 [4]", 4), ("wits", 3)]
    assert found.adds_up and found.parts[0].number == number_of(story, e.DiceRolled, 0)
    assert details(found)["others"] == "Cogan 12" and details(found)["why"] == "rolled"
    assert explained(story, "initiative of cogan").value == 12


def test_an_order_tells_everybody_s_score_and_the_roll_behind_it():
    story = ordered()
    found = explained(story, number_of(story, e.OrderSet))
    assert [(part.says, part.amount) for part in found.parts] == [("Cogan", 12), ("Man", 7)]
    assert found.parts[1].because == "Man rolls initiative 7 = 1d20 [4] + 3 wits, typed"


def test_a_roll_for_something_else_made_no_score():
    story = Recorded(TOY).comes("man", side="b").comes("cogan", side="a").round()
    story.secretly(initiative("man", 4), to=()).secretly(ORDER, to=())
    found, number = explained(story, "place of Man"), number_of(story, e.OrderSet)
    [part] = found.parts
    assert (part.number, part.says, part.amount) == (number, "score in initiative", 7)
    assert found.adds_up and part.because == "rolled"


def test_an_order_made_anew_gives_even_the_same_score_anew():
    story = ordered()
    story.ends("man").ends("cogan").round().secretly(ORDER, to=())
    [part] = explained(story, "place of Man").parts
    assert part.number == number_of(story, e.OrderSet)


# --- windows -----------------------------------------------------------------------------------


def test_a_question_shows_who_was_asked_in_which_order_and_what_each_said():
    story = first_trace(TOY)
    react = next(x for x in story.log if isinstance(x.event, e.Asked) and x.event.about == "react")
    found = explained(story, str(react.meta.number))
    assert found.window is not None and found.window.about == "react"
    seats = [(s.name, s.rank, s.state, s.about) for s in found.window.seats]
    assert seats == [
        ("Cogan", 0, "answered", "strike"),
        ("Erik", 1, "passed", "a2"),
        ("Man", 0, "not asked", ""),
    ]
    assert found.window.seats[-1].why == "it is their own act"
    assert found.window.seats[0].number == number_of(story, e.Reacted, 0)


# --- how it is asked ---------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["AP of man", "ap OF Man", "action points of  MAN "])
def test_it_is_asked_in_any_of_the_words_for_it(what: str):
    assert explained(first_trace(TOY), what.replace("OF", "of")).value == 1


@pytest.mark.parametrize(
    "what",
    ["", "AP", "AP of nobody", "beer of man", "a99", "k1", "q99", "999", "place of cogan of"],
)
def test_what_is_not_there_or_not_clear_is_said_to_be_so(what: str):
    with pytest.raises(Unclear):
        explained(first_trace(TOY), what)


def test_what_is_known_of_somebody_is_listed():
    with pytest.raises(Unclear) as raised:
        explained(first_trace(TOY), "beer of man")
    assert raised.value.known == ("AP of Man",)


@pytest.mark.parametrize("what", ["", "AP", "man", "Cogan", "beer of man", "x of y"])
@pytest.mark.parametrize("at", [3, None])
def test_whatever_is_said_to_be_known_can_be_explained(what: str, at: int | None):
    for story in (first_trace(TOY), hurt(), ordered()):
        with pytest.raises(Unclear) as raised:
            explained(story, what, at)
        for known in raised.value.known:
            assert explained(story, known, at).title


def test_a_thing_without_its_owner_may_be_that_of_everybody():
    with pytest.raises(Unclear) as raised:
        explained(first_trace(TOY), "AP")
    assert raised.value.known == ("AP of Man", "AP of Cogan", "AP of Erik")


@pytest.mark.parametrize("viewer", [TABLE, PUBLIC])
def test_every_entry_of_a_fight_can_be_explained(viewer: Viewer):
    for story in (first_trace(TOY), hurt(), drained(), ordered(), first_trace(TOY).undoes()):
        for one in seen_entries(story.log, viewer):
            found = explained(story, one.number, viewer=viewer)
            assert found.title and (not found.adds_up or _adds_up(found))


def _adds_up(found: Explained) -> bool:
    return sum(part.amount or 0 for part in found.parts) == found.value
