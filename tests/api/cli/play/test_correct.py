"""`combatlog correct`: what is shown, what is adopted, and words that make no correction."""

from __future__ import annotations

import re

from tests.support.clients.cli_runner import Typed


def test_every_step_is_shown_with_what_becomes_of_it(rolled: Typed):
    before = rolled.json("show state last")
    said = rolled.says("correct annul last --step 7 --dry-run")
    assert re.search(r"^8 +\d+ +dropped, moot +-$", said, re.MULTILINE)
    assert re.search(r"^9 +\d+ +dropped, illegal +Ana strikes Bert; ", said, re.MULTILINE)
    assert re.search(r"^ +Bert is no legal target of strike \(§ T4 Striking\)$", said, re.MULTILINE)
    assert re.search(r"^10 +\d+ +kept +Ana rolls ", said, re.MULTILINE)
    assert re.search(r"^Ana +AP +1 +3$", said, re.MULTILINE)
    assert said.endswith("Nothing was changed.\n")
    assert rolled.json("show state last") == before


def test_what_changes_is_shown_before_and_after(rolled: Typed):
    line = (
        """correct amend last '{"type": "roll", "who": "ana", "faces": {"loose": [4]}}' --step 10"""
    )
    said = rolled.says(f"{line} --dry-run")
    assert re.search(r"^10 +\d+ +changed +Ana rolls ", said, re.MULTILINE)
    assert re.search(r"^ +now +Ana rolls loose 4 = 1d6 \[4\], typed, by", said, re.MULTILINE)


def test_an_entry_is_as_good_as_its_step_and_nothing_may_follow(rolled: Typed):
    rows = rolled.json("correct annul last --step 9 --dry-run")["steps"]
    number = rolled.json("correct annul last --step 7 --dry-run")["steps"][2]["number"]
    assert rolled.json(f"correct annul last --entry {number} --dry-run")["steps"] == rows


def test_it_is_adopted_with_a_note_and_a_jump_leads_back(rolled: Typed):
    before = rolled.json("show state last")
    last = rolled.json("show log last --full")["number"]
    refused = rolled.fails("correct annul last --step 9 --yes")
    assert refused["detail"] == "Say why in a note. Nothing has changed."
    said = rolled.says('correct annul last --step 9 --note "not her turn" --yes')
    assert said.splitlines()[-1] == f"Adopted: entry {int(last) + 1}."
    assert "2 action points" in rolled.says("show state last")
    assert "Correction: play goes back from" in rolled.says("show log last")
    rolled.says(f"undo jump last {int(last)} --yes")
    assert rolled.json("show state last")["pools"] == before["pools"]


def test_a_corrected_combat_travels_and_is_as_it_should_be(rolled: Typed):
    rolled.says('correct annul last --step 9 --note "not her turn" --yes')
    said = rolled.json("show state last")
    rolled.says("transfer export last --keys -o fight.ndjson")
    rolled.says("transfer import fight.ndjson --data elsewhere")
    assert rolled.json("show state last --data elsewhere")["conditions"] == said["conditions"]
    assert rolled.json("show state last --data elsewhere")["pools"] == said["pools"]
    for folder in (".combatlog", "elsewhere"):
        assert "as it should be" in rolled.says(f"admin rebuild --check --data {folder}")
    refused = rolled.fails("correct annul last --step 7 --dry-run --data elsewhere")
    assert refused["detail"].startswith("This combat was begun elsewhere")


def test_words_that_make_no_correction(rolled: Typed):
    for line, why in (
        ("correct annul last", "Say which step: --step or --entry."),
        ("correct annul last --step 9 --entry 9", "Say which step: --step or --entry."),
        ("correct annul last --entry x", "'x' is no number of an entry."),
        ("correct annul last --entry 999", "There is no entry 999."),
        ("correct amend last '{' --step 9", "This is no JSON"),
    ):
        assert why in rolled.fails(line, code=2)["detail"]


def test_one_number_is_corrected_at_its_entry(rolled: Typed):
    (rolled.folder / "typed.jsonl").write_text(
        '{"type": "roll", "who": "bert", "faces": {"loose": [3]}}\n'
    )
    rolled.says("play typed.jsonl --into last")
    entry = rolled.json("show log last --full")["number"]
    said = rolled.says(f"correct number last {entry} 4 --dry-run")
    assert re.search(r"^ +now +Bert rolls loose 4 = 1d6 \[4\], typed", said, re.MULTILINE)
    assert said.endswith("Nothing was changed.\n")
    refused = rolled.fails(f"correct number last {entry} 4 --not 5 --yes")
    assert refused["detail"].startswith("No 5 was entered here; say which")
    assert refused["numbers"] == {"die": 3}
    said = rolled.says(f"correct number last {entry} 4 --not 3 --yes")
    assert said.splitlines()[-1] == f"Adopted: entry {int(entry) + 1}."
    assert "Bert rolls loose 4 = 1d6 [4], typed" in rolled.says("show log last")
    assert 'die: that was 4, not 3"' in rolled.says("show log last")
