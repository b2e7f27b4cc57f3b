"""What a story leaves out of no line: amounts, inches, and the words of notes."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from api.combats.viewers.viewer_log import Sight
from api.service.service import OPERATOR
from domain import events as e
from domain.events.measures import units
from projections.story.timeline import story
from projections.wording.game_words import singularize_counts
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import FIGHTS, sample_in

WORDS = "I meant the other one"


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("fight", FIGHTS, ids=[fight.parent.name for fight in FIGHTS])
def test_every_number_of_a_deed_is_in_its_line(tmp_path: Path, fight: Path):
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    sight = Sight(combat, OPERATOR)
    entries = sight.seen_entries(range(1, len(sight) + 1))
    steps, told = {seen.number: seen.entry.step for seen in entries}, defaultdict[int, str](str)
    for line in story(entries, combat.rules):
        told[steps[line.number]] += f"{line.text}; "
    for seen in entries:
        params: dict[str, Any] = seen.event.params if isinstance(seen.event, e.Said) else {}
        for value in params.values():
            # What lasts one stretch is told to last until its end.
            if value != 1 and not isinstance(value, bool) and units(value, 2) is not None:
                assert str(value) in told[seen.entry.step]
    service.close()


@pytest.mark.parametrize("fight", FIGHTS, ids=[fight.parent.name for fight in FIGHTS])
def test_no_line_says_a_number_twice(fight: Path):
    for line in fight.with_name("transcript.txt").read_text().splitlines():
        assert not re.search(r"\((\w+) (\d+)\) \(\2 \1|\(amount \d", line), line
        assert not re.search(r": (\w+) \(\1 \d", line, re.IGNORECASE), line


def test_a_deed_leaves_its_amounts_to_the_lines_that_follow():
    golem = lines_of("the-golem-in-the-hall")
    at = golem.index("Golem takes a loss")
    assert golem[at + 1] == "Golem loses 2 clay, 10 left"
    at = golem.index("Golem is in a new state")
    assert golem[at + 1] == "Golem: burning, until the end of the round (2 rounds to go)"
    assert "Col moves (35 feet, 5 left)" in lines_of("the-narrow-stair")
    assert "Mira channels red mana (2 Channeling, 2 left)" in lines_of("the-broken-gate")
    assert "Mira's fireball on Nils: damage 4 [default 5.8]" in lines_of("the-broken-gate")
    named = "The referee rules the wounds (Ilse and The Rook 2, Fenn and Pock 2, Fenn and Puck 6)"
    assert named in lines_of("lamplighters-alley")


def test_a_line_of_a_condition_says_what_it_takes_off():
    tower = lines_of("the-ruined-tower")
    assert "Gurt: staggered, all rolls -1, until the end of the combat turn" in tower
    stuck = "Oswin: has a weapon stuck in a wound (spear), rolls of CO -4, at chest, from Skarn"
    assert stuck in tower
    mill = lines_of("the-mill-at-dusk")
    assert "Brannoc: all for defense, defence +5, until the end of the round" in mill
    surprised = (
        "Brannoc: surprised, every action -9, toward Tove, until the beginning of the turn of"
    )
    assert f"{surprised} Brannoc" in mill
    gate = lines_of("the-broken-gate")
    assert "Wolf: raised (Power +2), until the end of the turn" in gate


def lines_of(sample: str) -> list[str]:
    """The lines of the transcript of a sample, without their numbers."""
    fight = next(fight for fight in FIGHTS if fight.parent.name == sample)
    text = fight.with_name("transcript.txt").read_text()
    return [line[8:].strip() for line in text.splitlines()]


def test_words_for_what_a_table_takes_have_their_singular():
    assert (
        singularize_counts("for 1 rounds") == "for 1 round"
        and singularize_counts("1 hit points from each") == "1 hit point from each"
        and singularize_counts("11 sparks") == "11 sparks"
    )
    assert (
        singularize_counts("2 1/2 hearts, 1 hearts from each") == "2 1/2 hearts, 1 heart from each"
    )


def test_inches_are_told_as_inches():
    told = next(fight for fight in FIGHTS if fight.parent.name == "the-causeway")
    story = told.with_name("transcript.txt").read_text()
    assert "marches (inches 10, inches to the nearest enemy 24)" in story
    assert "(inches 11 1/2)" in story and "(inches 13, arc front)" in story


def lines(table: Table) -> str:
    return " / ".join(line["text"] for line in table.ana.read("timeline")["items"])


def frames(table: Table) -> str:
    found = table.ana.read("frames?by=entry&through=true&limit=200")["items"]
    return " / ".join(shot["text"] for frame in found for shot in frame["shots"])


def test_a_story_a_replay_and_a_recap_tell_the_words_of_a_note(table: Table):
    table.ana.says("note", note=WORDS, about=1)
    for text in (lines(table), frames(table), table.ana.get("timeline as text/plain").text):
        assert text.count(f'A note on 1: "{WORDS}"') == text.count(WORDS) == 1
    assert WORDS in lines(table)


def test_what_was_forgotten_is_said_to_be_and_is_no_longer_told(table: Table):
    table.ana.says("note", note=WORDS, about=1)
    before = table.ana.get("timeline").headers["ETag"]
    person = next(
        s.person
        for s in table.service.combat(table.combat).table.seats.values()
        if "ana" in s.combatants
    )
    assert table.operator.post("forget", {"person": person}).status_code == 200
    assert "A note on 1: (its words are forgotten)" in lines(table)
    assert WORDS not in lines(table) + frames(table)
    assert table.ana.get("timeline").headers["ETag"] != before
