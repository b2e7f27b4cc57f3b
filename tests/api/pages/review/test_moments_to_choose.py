"""Fields that ask for a moment offer the turns, and say what happened at the one that is asked."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from api.service.service import Service
from tests.api.pages.review.test_replay_file import sample
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.combats.any_game import any_game


@pytest.fixture
def bridge(service: Service) -> Table:
    """The toll bridge, played to its end."""
    return sample(service, "age-of-magic/the-toll-bridge")


def reads(table: Table, path: str) -> str:
    token = table.service.vault.operator_token()
    return html.unescape(Reader(table.app, token).get(f"/combats/{table.combat}/{path}").text)


@pytest.mark.parametrize("path", ["compare", "why", "why-not", "what-if"])
def test_the_turns_can_be_chosen_by_their_words(bridge: Table, path: str):
    text = reads(bridge, path)
    listed = re.findall(r'<option value="(\d+)">(.*?)</option>', text)
    assert ("149", "Combat turn 1, after Cogan (entry 149)") in listed
    assert ("176", "Combat turn 2, as it began (entry 176)") in listed
    assert "Right after entry" not in text


def test_what_happened_at_a_moment_stands_beside_it(bridge: Table):
    text = reads(bridge, "compare?at=46&with_at=149")
    assert text.count("entry 46: Urlik passes") >= 2
    assert "instead of entry 46: Urlik passes" in text
    assert "<p>Combat turn 1, after Cogan (entry 149)" in re.sub(r"\s+<", "<", text)
    assert "entry 46: Urlik passes" in reads(bridge, "why?what=ap+of+cogan&at=46")


def test_why_not_says_each_thing_once(bridge: Table):
    text = reads(bridge, "why-not?who=cogan&what=parry&at=44")
    assert '<h2 id="says">Cogan: parry was not possible then</h2>' in text
    panel = text[text.index('<h2 id="says">') : text.index('<form method="get"')]
    denials = re.findall(r"</b>\s*(Cogan [^<]*?) <span", panel)
    assert denials and all(panel.count(each) <= denials.count(each) for each in denials)
    assert "is asked now" in panel and "the answer is missing" not in panel


def test_a_round_has_its_own_number_where_its_beginning_was_undone(tmp_path: Path):
    table = any_game(tmp_path)
    table.operator.says("rewind", how="undo")
    table.operator.says("answer", who="referee", about="round", choice="begin")
    text = reads(table, "what-if")
    assert "Round 1, as it began" in text and "Round 2" not in text
