"""A game that nobody has heard of, tracked on its page: one form a deed, and words come back."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.combats.any_game import any_game


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A fight of Vala and Bram against a wolf, in its first round."""
    return any_game(tmp_path)


def does(referee: Reader, at: str, what: str, *whom: str, **numbers: int | str) -> None:
    """Vala does something, in one form."""
    form = referee.reads(at).form("Log it")
    said = form.filled()
    said["text:params.what"] = what
    said.setlist("whom:targets", list(whom))
    for name, value in numbers.items():
        kind = "number" if isinstance(value, int) else "text"
        said[f"{kind}:params.{name.replace('_', ' ')}"] = str(value)
    assert referee.sends(form, said).status_code == 303


def test_one_form_says_what_is_done_at_whom_and_what_it_does(referee: Reader, at: str):
    bolt: dict[str, int | str] = {"cost_mana": 2, "their_hp": 4, "state": "slowed", "rounds": 2}
    does(referee, at, "casts a frost bolt", "wolf", "bram", **bolt)
    words, costs = referee.reads(at).words, "(for 2 rounds, 4 hp) (2 mana, 3 left)"
    assert f"Vala casts a frost bolt at Wolf and Bram {costs}" in words
    assert "Wolf loses 4 HP, 5 left" in words and "Bram loses 4 HP, 11 left" in words
    assert "Wolf: slowed, until the end of the round (2 rounds to go)" in words


def test_nobody_need_be_ticked(referee: Reader, at: str):
    does(referee, at, "looks for a way out")
    assert "Vala looks for a way out" in referee.reads(at).words


def test_what_was_written_once_is_at_hand_again(referee: Reader, at: str):
    listed = '<option value="casts a frost bolt">'
    assert listed not in referee.get(at).text
    does(referee, at, "casts a frost bolt", "wolf", state="slowed")
    page = referee.get(at).text
    assert listed in page and '<option value="slowed">' in page


def test_the_referee_sets_scores_of_the_order(referee: Reader, at: str):
    form = referee.reads(f"{at}/referee").form("Set scores of order")
    said = {"scores.wolf": "22, 12.5", "scores.vala": "15.14", "note": "as rolled"}
    assert referee.sends(form, form.filled(**said)).status_code == 303
    assert "Wolf 22, Vala 15.14, Wolf 12.5" in referee.reads(at).words
    page = referee.reads(f"{at}/referee")
    assert "Now 22, 12.5." in page.words
    wrong = referee.sends(page.form("Set scores of order"), form.filled(**{"scores.wolf": "high"}))
    assert "a score such as 15 or 15.14" in wrong.text


def test_what_another_program_saw_reads_as_the_rest_with_its_source_and_time(
    table: Table, referee: Reader, at: str
):
    hurt = {"what": "pool", "subject": "wolf", "pool": "hp", "delta": -3}
    act = {"who": "vala", "manoeuvre": "Frost Bolt", "targets": ["wolf"]}
    gap = {"what": "gap", "says": 2, "of": "goes"}
    said = {"source": "avrae", "time": "2026-03-01T19:04:12"}
    table.operator.says("report", act=act, changes=[hurt, gap], **said)
    words = referee.reads(at).words
    assert "Vala: Frost Bolt at Wolf [avrae, 2026-03-01 19:04:12]" in words
    assert "Wolf loses 3 HP, 6 left" in words
    assert "As avrae reported it at 2026-03-01 19:04:12. 2 goes were not logged." in words


def test_an_act_says_all_that_comes_of_it_with_its_rolls(referee: Reader, at: str):
    form = referee.reads(at).form("Log it")
    said = form.filled()
    said["text:params.what"] = "drains it"
    said["lines:results"] = "Wolf: hp -4\nVala: luck +2\n\nBram: is weary 2 for 3 rounds"
    said["lines:rolls"] = "attack 2d20kh1+5 (4 17) against 15: hit\nWolf: dodge = 9"
    assert referee.sends(form, said).status_code == 303
    words = referee.reads(at).words
    assert "Vala rolls attack 22 = 2d20 [17] (without 4) + 5 bonus against 15: hit" in words
    assert "Wolf rolls dodge 9, faces unknown" in words
    assert "Wolf loses 4 HP, 5 left" in words and "Vala gains 2 luck, 2 left" in words
    assert "Bram: weary, level 2" in words


def test_a_line_about_nobody_comes_back_with_what_is_wrong(referee: Reader, at: str):
    form = referee.reads(at).form("Log it")
    said = form.filled()
    said["text:params.what"] = "drains it"
    said["lines:results"] = "Ghost: hp -4"
    page = referee.sends(form, said)
    assert "Nobody and nothing here is called" in page.text and "Ghost: hp -4" in page.text


def test_the_referee_rolls_dice_of_several_sizes(referee: Reader, at: str):
    form = referee.reads(f"{at}/referee").form("Roll")
    said = form.filled()
    said["one:who"], said["one:dice"], said["faces:faces"] = "vala", "2d6+1d4+3", "6 2 3"
    said["points:target"], said["one:outcome"] = "10", "well done"
    assert referee.sends(form, said).status_code == 303
    words = referee.reads(at).words
    assert "14 = 2d6 [6, 2] + 1d4 [3] + 3 bonus against 10: well done" in words


def test_turns_that_are_reported_stand_on_the_page_and_nobody_is_offered_to_end_them(
    table: Table, referee: Reader, at: str
):
    table.operator.says("rule", point="order", value="reported")
    turn = {"what": "clock", "round": 4, "turn": ["wolf"]}
    back = {"what": "clock", "turn": ["bram"], "taken_back": True}
    table.operator.says("report", source="avrae", changes=[turn])
    assert "Round 4 Turn of Wolf" in (words := referee.reads(at).words)
    assert "End the turn" not in words and "Log it" in words
    table.operator.says("report", source="avrae", changes=[back])
    assert "Turn of Wolf is taken back [avrae]" in referee.reads(at).words


def seated(table: Table, name: str, *whom: str) -> Reader:
    """A player of that name, who plays these fighters."""
    said = table.operator.says("seat-open", person=name, role="player", combatants=whom)
    [token] = said["tokens"].values()
    return Reader(table.app, token)


def open_parts(text: str) -> str:
    """What a page shows of the question before anything is unfolded."""
    question = text.partition('aria-labelledby="question"')[2].partition('class="sheet rows"')[0]
    return re.sub(r"<details(?! open).*?</summary>.*", "", question, flags=re.DOTALL)


def test_out_of_turn_a_player_s_form_is_folded_and_says_whose_go_it_is(table: Table, at: str):
    bram, vala = seated(table, "Ben", "bram"), seated(table, "Ann", "vala")
    text = bram.get(at).text
    assert "It is Vala's go. Do something out of turn …" in html.unescape(text)
    assert "Log it" not in open_parts(text) and bram.reads(at).form("Log it")
    mine = vala.get(at).text
    assert "Log it" in open_parts(mine) and "out of turn" not in mine


def test_before_the_first_round_a_player_s_form_is_folded(tmp_path: Path):
    table = any_game(tmp_path, begun=False)
    text = seated(table, "Ben", "bram").get(f"/combats/{table.combat}").text
    assert "Before the first round. Do something out of turn …" in text
    assert "Log it" not in open_parts(text)


def test_who_has_no_fighter_is_told_so_and_so_is_the_referee(
    table: Table, referee: Reader, at: str
):
    otto = seated(table, "Otto")
    page = otto.reads(at)
    assert "You play nobody yet Ask your referee for a fighter." in page.words
    assert "Nothing is asked" not in page.words and "no fighter" not in page.words
    assert "Otto has no fighter: choose" in referee.reads(at).words
    assert f'<a href="{at}/seats">choose</a>' in referee.get(at).text
