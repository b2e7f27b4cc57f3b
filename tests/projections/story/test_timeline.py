"""The story of a fight as people read it: nested, in the game's own words, undone parts marked."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.state.viewer import PUBLIC, TABLE
from projections.story.timeline import Storyteller, story
from tests.printed_story import timeline, transcript
from tests.support.fights.kaiser import RULES as KAISER
from tests.support.fights.kaiser import XAN, YRSA, Fight
from tests.support.goldens.stories import FOLDER, second_thoughts, texts
from tests.support.logs.recorded_logs import Recorded, first_trace
from tests.support.logs.recorded_playouts import RULES
from tests.support.logs.whole_logs import seen_entries


@pytest.mark.parametrize("name", sorted(texts()))
def test_a_golden_transcript_reads_as_it_did(name):
    assert texts()[name] == (FOLDER / name).read_text("utf-8")


def test_every_golden_file_is_a_telling():
    assert {path.name for path in FOLDER.iterdir()} == set(texts())


def test_a_line_stands_under_what_it_belongs_to():
    depths = {line.text: line.depth for line in timeline(first_trace(RULES).log, RULES)}
    move, strike = "Man moves (1 AP, 2 left)", "Cogan reacts and strikes Man (1 AP, 2 left)"
    parry = "Man reacts and parries (1 AP, 1 left)"
    assert [depths[text] for text in (move, strike, parry)] == [2, 3, 4]
    assert depths["Combat turn 1"] == 0 and depths["Phase of Man"] == 1


def test_told_in_full_every_entry_has_its_line():
    told = first_trace(RULES)
    numbers = [line.number for line in timeline(told.log, RULES, full=True)]
    assert numbers == [str(entry.meta.number) for entry in told.log]


def test_a_terse_story_leaves_out_questions_passes_and_endings():
    kinds = {line.kind for line in timeline(first_trace(RULES).log, RULES)}
    assert not kinds & {"question", "answer", "closing", "posting"}


def test_undone_lines_are_kept_marked_and_say_so():
    lines = timeline(second_thoughts().log, RULES, PUBLIC)
    undone = [line for line in lines if line.undone]
    assert [line.text.split()[0] for line in undone] == ["Man", "Man", "Man's", "Erik:"]
    printed = transcript(second_thoughts().log, RULES, PUBLIC).splitlines()
    marked = [text for text in printed if text.startswith("~")]
    assert len(marked) == len(undone) and all(text.endswith("(undone)") for text in marked)


def test_what_is_redone_is_marked_no_more():
    told = second_thoughts()
    undone = next(entry.event.was for entry in told.log if isinstance(entry.event, e.Rewound))
    told.rewinds(undone, "redo")
    lines = timeline(told.log, RULES)
    assert lines[-1].text == "Redo: play goes back from entry 36 to entry 28"
    assert not any(line.undone for line in lines if line.text.startswith("Man strikes"))


def test_a_go_that_is_held_is_told_even_tersely():
    told = Recorded(RULES).comes("man").round()
    told.secretly(e.TurnEnded(who=("man",), held=True, why="delays"), to=())
    assert timeline(told.log, RULES)[-1].text == "Phase of Man is held (delays)"


def test_a_spectator_is_told_nothing_hidden():
    told = second_thoughts()
    assert "fate" not in transcript(told.log, RULES, PUBLIC, full=True)
    assert "Ghost" in transcript(told.log, RULES, TABLE)


def test_names_and_words_that_stand_apart_are_told_where_they_are_known():
    told = second_thoughts()
    texts = {"p1": "Ann", "t1": "that was mine"}
    lines = [line.text for line in story(seen_entries(told.log, PUBLIC), RULES, texts=texts)]
    assert "Ann sits down as player for erik" in lines
    assert 'A note on 28: "that was mine"' in lines


def test_the_referees_reason_stands_by_what_he_did():
    told = Recorded(RULES).comes("man")
    fix = c.PoolFix(subject="man", pool="ap", delta=2)
    note = e.TextRef(id="t4", digest="d")
    told.say(c.Adjust(change=fix, note=note))
    last = told.log[-1]
    told.log[-1] = last._replace(meta=last.meta.model_copy(update={"note": note}))
    lines = story(seen_entries(told.log, PUBLIC), RULES, texts={"t1": "forgot the bonus"})
    assert lines[-1].text == 'Man: AP set to 5 [table]: "forgot the bonus"'


def test_a_storyteller_goes_on_where_he_left_off():
    told = first_trace(RULES)
    entries = seen_entries(told.log, PUBLIC)
    teller = Storyteller(RULES, full=True)
    lines = tuple(teller.tell(entry).line() for entry in entries)
    assert lines == story(entries, RULES, full=True)


def test_a_breach_and_a_default_are_said():
    told = Recorded(RULES, mode="record").comes("man").comes("erik").round()
    told.does("man", "strike", "erik", against=True)
    texts_now = [line.text for line in timeline(told.log, RULES)]
    assert texts_now[-1] == "Man strikes Erik (1 AP, 2 left) [against T4]"
    last = told.log[-1]
    meta = last.meta.model_copy(update={"basis": "default", "clause": "6.6"})
    ended = e.Resolved(act=told.log[-2].meta.cause, stage="", outcome="hit")
    told.log[-1] = Entry(meta, ended)
    assert timeline(told.log, RULES)[-1].text == "Man's strike: hit [default 6.6]"


class RecordedFight(Fight, Recorded):
    """A fight under Kaiser that keeps its log."""


def test_a_fact_without_words_is_told_in_full_only():
    fight = RecordedFight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
    fight.round().all_declared().rolls(xan=(6, 6), yrsa=(1, 2)).rolls(xan=(2,))
    terse, full = (
        [line.text for line in timeline(fight.log, KAISER, full=full) if "rolls" in line.text]
        for full in (False, True)
    )
    assert [text.split(" = ")[0] for text in terse] == [
        "Xan rolls initiative 25",
        "Xan has a double six and rolls on",
        "Yrsa rolls initiative 14",
        "Xan rolls open roll 2",
    ]
    assert "Xan (initiative): no longer rolls more dice [2.2]" in full
