"""`combatlog correct`: what is shown, what is adopted, and words that make no correction."""

from __future__ import annotations

import re

import pytest

from tests.api.typed import Typed


@pytest.fixture
def typed(typed: Typed) -> Typed:
    """Ana moves up in step 7, strikes in step 9, and rolls a loose die in step 10."""
    typed.says("play more.jsonl --into last")
    return typed


def test_every_step_is_shown_with_what_becomes_of_it(typed: Typed):
    before = typed.json("show last")
    said = typed.says("correct last annul --step 7 --dry-run")
    assert re.search(r"^8 +\d+ +dropped, moot +-$", said, re.MULTILINE)
    assert re.search(r"^9 +\d+ +dropped, illegal +Ana strikes Bert; ", said, re.MULTILINE)
    assert re.search(r"^ +Bert is no legal target of strike \(§ T4\)$", said, re.MULTILINE)
    assert re.search(r"^10 +\d+ +kept +Ana rolls ", said, re.MULTILINE)
    assert re.search(r"^Ana +AP +1 +3$", said, re.MULTILINE)
    assert said.endswith("Nothing was changed.\n")
    assert typed.json("show last") == before


def test_what_changes_is_shown_before_and_after(typed: Typed):
    line = (
        """correct last amend --step 10 --command '{"type": "roll", "who": "ana", "faces": [4]}'"""
    )
    said = typed.says(f"{line} --dry-run")
    assert re.search(r"^10 +\d+ +changed +Ana rolls ", said, re.MULTILINE)
    assert re.search(r"^ +now +Ana rolls loose 4 = 1d6 \[4\], typed, by", said, re.MULTILINE)


def test_an_entry_is_as_good_as_its_step_and_nothing_may_follow(typed: Typed):
    rows = typed.json("correct last annul --step 9 --dry-run")["steps"]
    number = typed.json("correct last annul --step 7 --dry-run")["steps"][2]["number"]
    assert typed.json(f"correct last annul --entry {number} --dry-run")["steps"] == rows


def test_it_is_adopted_with_a_note_and_a_jump_leads_back(typed: Typed):
    before = typed.json("show last")
    last = typed.json("log last --full")["number"]
    refused = typed.fails("correct last annul --step 9 --yes")
    assert refused["detail"] == "Say why in a note. Nothing has changed."
    said = typed.says('correct last annul --step 9 --note "not her turn" --yes')
    assert said.splitlines()[-1] == f"Adopted: entry {int(last) + 1}."
    assert "2 action points" in typed.says("show last")
    assert "Correction: back from" in typed.says("log last")
    typed.says(f"jump last {int(last)} --yes")
    assert typed.json("show last")["action_points"] == before["action_points"]


def test_a_corrected_combat_travels_and_is_as_it_should_be(typed: Typed):
    typed.says('correct last annul --step 9 --note "not her turn" --yes')
    said = typed.json("show last")
    typed.says("export last --keys -o fight.ndjson")
    typed.says("import fight.ndjson --data elsewhere")
    assert typed.json("show last --data elsewhere")["conditions"] == said["conditions"]
    assert typed.json("show last --data elsewhere")["action_points"] == said["action_points"]
    for folder in (".combatlog", "elsewhere"):
        assert "as it should be" in typed.says(f"rebuild --check --data {folder}")
    refused = typed.fails("correct last annul --step 7 --dry-run --data elsewhere")
    assert refused["detail"].startswith("This combat was begun elsewhere")


def test_words_that_make_no_correction(typed: Typed):
    for line, why in (
        ("correct last annul", "Say which step: --step or --entry."),
        ("correct last annul --step 9 --entry 9", "Say which step: --step or --entry."),
        ("correct last annul --entry x", "'x' is no number of an entry."),
        ("correct last annul --entry 999", "There is no entry 999."),
        ("correct last amend --step 9 --command '{'", "--command is no JSON"),
    ):
        assert why in typed.fails(line, code=2)["detail"]
