"""The story as cards: the newest line first, under its act, in plain words, and no empty card."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api.pages.layout.static_files import FOLDER
from api.pages.table.rows import worst_change
from api.pages.table.story_cards import cards, newest_first, plain
from domain.rulesets import all_rulesets
from projections.story.timeline import StoryLine
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.combats.any_game import any_game


def line(number: int, depth: int, text: str, kind: str = "act") -> StoryLine:
    return StoryLine(str(number), depth, text, kind)


FIGHT = (
    line(1, 0, "Round 1", "heading"),
    line(2, 1, "Action", "heading"),
    line(3, 2, "Ana strikes"),
    line(4, 3, "Bert parries"),
    line(5, 0, "Robin sits down", "seat"),
    line(6, 3, "Ana rolls", "roll"),
    line(7, 2, "Cleo moves"),
    line(8, 1, "Melee", "heading"),
    line(9, 1, "Shooting", "heading"),
    line(10, 2, "Ana shoots"),
    line(11, 0, "Round 2", "heading"),
    line(12, 1, "Movement", "heading"),
)


def test_the_newest_line_comes_first_and_what_answers_an_act_stands_under_it():
    found = [(it.number, it.depth) for it in newest_first(FIGHT[2:7])]
    assert found == [("7", 0), ("3", 0), ("6", 1), ("4", 1), ("5", 0)]


def test_a_stretch_in_which_nothing_happened_has_no_card():
    found = [[it.text for it in card.headings] for card in cards(FIGHT)]
    assert found == [["Round 2", "Movement"], ["Shooting"], ["Round 1", "Action"]]
    assert [len(card.lines) for card in cards(FIGHT)] == [0, 1, 5]


@pytest.mark.parametrize(
    ("kind", "written", "read"),
    [
        ("posting", 'ana: AP set to 1 [table]: "a curse"', 'ana: AP set to 1 (by hand): "a curse"'),
        ("fact", "Ana and Bert: side by side [table]", "Ana and Bert: side by side"),
        ("condition", "Ana: hidden [default 8]", "Ana: hidden (as usual, § 8)"),
        ("outcome", "The bolt: hits [ruled 7.3]", "The bolt: hits (as ruled here, § 7.3)"),
        ("roll", "Ana rolls attack 3 = 1d6 [3], typed", "Ana rolls attack 3 = 1d6 [3], typed"),
        ("note", 'Ana: "see it [table]"', 'Ana: "see it [table]"'),
        ("act", 'Ana acts: "he reads, typed"', 'Ana acts: "he reads, typed"'),
    ],
)
def test_marks_of_dice_and_rules_are_plain_words(kind: str, written: str, read: str):
    assert plain(line(1, 1, written, kind)).text == read


def test_the_number_on_a_die_is_centred_by_itself():
    # The style of a page does not reach into a picture of another file.
    drawn = (FOLDER / "marks.svg").read_text(encoding="utf-8")
    numbers = re.findall(r"<text ([^>]*)>", drawn)
    assert len(numbers) == 21
    assert all('text-anchor="middle" font-size="10"' in each for each in numbers)


@pytest.fixture
def fight(tmp_path: Path) -> Table:
    """Vala has shot at the wolf in her turn."""
    table = any_game(tmp_path, vala="heroes", bram="heroes", wolf="pack")
    said = {"who": "vala", "manoeuvre": "deed", "targets": ["wolf"]}
    table.operator.says("act", **said, params={"what": "long shot", "their hp": 4})
    return table


def board(table: Table) -> Sheet:
    return Reader(table.app, table.service.vault.operator_token()).reads(f"/combats/{table.combat}")


def just_now(table: Table) -> str:
    """What the table says beside the question."""
    return board(table).words.partition("Just now")[2].partition("What now?")[0]


def test_a_turn_that_begins_and_a_seat_that_is_taken_hide_nothing_that_happened(fight: Table):
    shot = "Vala long shot at Wolf (4 hp)Wolf loses 4 HP, 5 left"
    assert shot in just_now(fight)
    Reader(fight.app, fight.service.vault.operator_token()).sends(board(fight).form("End the turn"))
    assert "Turn of Bram" in board(fight).words and shot in just_now(fight)
    fight.operator.says("seat-open", person="Sam", role="spectator")
    assert shot in just_now(fight) and "sits down" not in just_now(fight)


def test_points_that_somebody_gets_have_another_picture_than_those_lost(fight: Table):
    fight.operator.says("act", who="vala", manoeuvre="gain", params={"pool": "HP", "by": 3})
    page = Reader(fight.app, fight.service.vault.operator_token()).get(f"/combats/{fight.combat}")
    kinds = re.findall(r'<li class="k-(gain|posting)[^>]*>.*?#(plus|droplet)"', page.text)
    assert kinds == [("gain", "plus"), ("posting", "droplet")]


def test_the_first_round_is_not_the_next_and_the_last_may_end_in_its_middle(tmp_path: Path):
    table = any_game(tmp_path, begun=False)
    assert "Begin the first round" in board(table).words
    table.operator.says("answer", who="referee", about="round", choice="begin")
    table.operator.says("end")
    assert "Ended in round 1" in board(table).words and "After round" not in board(table).words


def test_before_anything_has_happened_it_says_what_round_it_is(tmp_path: Path):
    table = any_game(tmp_path, begun=False)
    assert "Wolf comes in" in just_now(table)
    table.operator.says("answer", who="referee", about="round", choice="begin")
    assert "comes in" not in just_now(table)


def test_an_undo_is_told_by_what_was_undone(fight: Table):
    at, operator = (
        f"/combats/{fight.combat}",
        Reader(fight.app, fight.service.vault.operator_token()),
    )
    page = operator.reads(f"{at}/move?how=undo")
    assert "Undo Vala's “long shot”?" in page.words
    operator.sends(page.form("Undo it"))
    assert "Undone: Vala's “long shot”" in just_now(fight)
    assert "from entry" not in board(fight).words
    operator.sends(operator.reads(f"{at}/move?how=redo").form("Redo it"))
    assert "Redone: Vala's “long shot”" in just_now(fight)


def test_an_undo_right_after_a_note_is_told_by_what_was_undone(fight: Table):
    operator = Reader(fight.app, fight.service.vault.operator_token())
    fight.operator.says("note", note="Was that in range?")
    operator.sends(operator.reads(f"/combats/{fight.combat}/move?how=undo").form("Undo it"))
    assert "Undone: Vala's “long shot”" in board(fight).words


def test_a_wound_is_harm_although_it_counts_up():
    rules = all_rulesets()["arq"]
    harm, gain = (worst_change({("snag", "wounds"): by}, rules) for by in (1, -1))
    assert harm < 0 < gain and worst_change({}, rules) == 0


def test_a_correction_is_the_news_and_what_follows_stands_in_the_turn_it_goes_back_to(fight: Table):
    fight.operator.says("answer", who="vala", about="turn", choice="end")
    fight.operator.says("correct-number", entry="16", value=2)
    assert 'Correction: "their hp: that was 2, not 4"' in just_now(fight)
    story = board(fight).words.partition("The story")[2]
    places = [story.index(each) for each in ("Turn of Bram", "Turn of Vala", "Wolf (2 hp)")]
    places += [story.index(each, places[-1]) for each in ("Turn of Vala", "Wolf (4 hp)")]
    assert places == sorted(places) and "Turn of Bram undone" not in story
    assert "from entry" not in story
