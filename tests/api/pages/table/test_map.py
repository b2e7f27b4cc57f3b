"""The drawing of the ground: what it shows of every sample, and that it stays within its paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.combats.viewers.viewer_log import Sight
from api.pages.map.links import Mark, lines_between, marks
from api.pages.map.map import Drawing, drawing
from api.pages.map.tokens import WIDE, Token
from api.service.service import OPERATOR
from api.transfer.samples import FOLDER
from domain.state.viewer import PUBLIC, Viewer
from projections.state.positions import Bond, Figure, Ground, ground
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import FIGHTS, sample_in

NAMES = [f"{fight.parent.parent.name}/{fight.parent.name}" for fight in FIGHTS]
NUMBER = re.compile(r"-?[0-9]+")
EVERY = 23


def looks(folder: Path, fight: Path, viewer: Viewer = OPERATOR) -> tuple[Sight, dict[int, Ground]]:
    """The ground of a sample at every few entries."""
    service, name = sample_in(folder, fight)
    combat = service.combat(name)
    sight = Sight(combat, viewer)
    places = range(1, len(sight) + 1, EVERY)
    found = {p: ground(sight.moment(sight.line.node_after(p)), combat.rules) for p in places}
    service.close()
    return sight, found


def at(folder: Path, name: str, number: str) -> Drawing:
    service, name = sample_in(folder, FOLDER / name / "fight.jsonl")
    combat = service.combat(name)
    sight = Sight(combat, PUBLIC)
    moment = sight.moment(sight.line.node_after(sight.place(number)))
    shown = drawing(ground(moment, combat.rules))
    service.close()
    assert shown is not None
    return shown


# --- what every game shows -------------------------------------------------------------------


def test_one_zone_for_each_pair(tmp_path: Path):
    shown = at(tmp_path, "planeswalker/the-broken-gate", "443")
    assert shown.marks == (
        Mark("near2", "locked", False),
        Mark("near1", "close", False),
        Mark("", "ranged", False),
    )
    [sketch] = shown.sketches
    assert [heading.name for heading in sketch.headings] == ["wardens", "raiders"]
    assert sorted(line.stroke for line in sketch.lines) == ["near1"] * 4 + ["near2"]
    pairs = len(sketch.tokens) * (len(sketch.tokens) - 1) // 2
    assert len(shown.words) == pairs and "Ogre and Wolf: locked (zone)" in shown.words


def test_pairings_lie_on_the_map_beside_base_contact(tmp_path: Path):
    shown = at(tmp_path, "arq/the-far-bank", "143")
    [sketch] = shown.sketches
    assert sketch.grid is not None
    assert [number for number, _ in sketch.grid.columns] == [2, 3, 4, 5, 6, 7]
    assert " ".join(token.lines[0] for token in sketch.tokens) == "Mi To Be Va Gr Sn Mo"
    assert shown.marks == (Mark("kind0", "in base contact", False), Mark("kind1", "paired", False))
    assert len([line for line in sketch.lines if line.stroke == "kind1"]) == 4
    assert {"Mina is at 3,1", "Gruk and Tom: paired"} <= set(shown.words)


def test_who_is_engaged_and_who_charged_from_where(tmp_path: Path):
    shown = at(tmp_path, "ninth-age-2e/the-causeway", "298")
    assert shown.marks == (
        Mark("kind0", "in base contact", False),
        Mark("kind1", "the arc it charges", True),
        Mark("kind2", "inches between them", True),
    )
    [sketch] = shown.sketches
    assert sorted(line.word for line in sketch.lines) == ["", "11 1/2", "13", "flank"]
    with_arrows = {line.stroke for line in sketch.lines if line.middle}
    assert with_arrows == {mark.stroke for mark in shown.marks if mark.arrow} == {"kind1", "kind2"}
    assert len(sketch.tokens) == 7
    assert sketch.tokens[0].lines == ("Company of the", "Lance")


def test_two_arrows_that_point_at_each_other_lie_side_by_side():
    there, back = (
        Bond(one, other, "sees", "", "sees", "yes", False, None, "") for one, other in ("ab", "ba")
    )
    tokens = [
        Token(who, who, (who,), 0, 10 + 90 * nth, 50, 8, None) for nth, who in enumerate("ab")
    ]
    lines = lines_between([there, back], tokens, marks([there, back]))
    assert len({line.path for line in lines}) == len({line.middle for line in lines}) == 2
    assert lines[0].middle and lines[1].middle and lines[0].middle[:2] != lines[1].middle[:2]


def test_hand_to_hand_and_the_arc_one_stands_in(tmp_path: Path):
    (tmp_path / "k").mkdir()
    stair = at(tmp_path / "k", "kaiser/the-narrow-stair", "275")
    assert stair.marks[0] == Mark("kind0", "hand to hand", False)
    assert len([x for x in stair.sketches[0].lines if x.stroke == "kind0"]) == 3
    bridge = at(tmp_path, "age-of-magic/the-toll-bridge", "181")
    assert "Man-at-arms stands behind Erik" in bridge.words
    assert ("man", "stands", "erik") in bridge.ties


def test_places_with_names_are_areas(tmp_path: Path):
    shown = at(tmp_path, "open/the-golem-in-the-hall", "60")
    assert shown.sketches == ()
    assert [(area.name, [name for name, _ in area.figures]) for area in shown.areas] == [
        ("the gallery", ["Ann"]),
        ("the stairs", ["Ben", "Golem"]),
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("fight", FIGHTS, ids=NAMES)
def test_at_every_moment_everything_is_on_the_paper_and_in_words(fight: Path, tmp_path: Path):
    _, found = looks(tmp_path, fight)
    drawings = [(ground, drawing(ground)) for ground in found.values()]
    assert any(shown for _, shown in drawings)
    for shown_ground, shown in drawings:
        for one in shown.sketches if shown else ():
            assert all(0 <= x <= WIDE for token in one.tokens for x in edges(token))
            assert all(0 <= token.y <= one.height for token in one.tokens)
            for line in one.lines:
                numbers = [int(each) for each in NUMBER.findall(line.path)]
                assert 4 <= len(numbers) <= 8
                assert all(-5 <= n <= max(WIDE, one.height) + 5 for n in numbers)
            strokes = {mark.stroke for mark in shown.marks} if shown else set()
            assert {line.stroke for line in one.lines} <= strokes
        if shown:
            assert {bond.words for bond in shown_ground.bonds} <= set(shown.words)


def edges(token: Token) -> Iterator[int]:
    yield token.x - token.half
    yield token.x + token.half


# --- odd grounds -------------------------------------------------------------------------------


def bond(one: str, other: str, value: str = "yes") -> Bond:
    return Bond(one, other, "by", other, "beside", value, True, None, f"{one} and {other}: beside")


def people(count: int, *places: str) -> tuple[Figure, ...]:
    found = (*places, *[""] * count)
    return tuple(Figure(f"p{n}", f"Person {n}", "ab"[n % 2], found[n]) for n in range(count))


def test_nothing_to_look_at_is_no_drawing():
    assert drawing(Ground(people(3), ())) is None


def test_of_many_only_those_are_drawn_who_are_tied():
    shown = drawing(Ground(people(30), (bond("p3", "p8"),)))
    assert shown is not None
    assert [token.who for token in shown.sketches[0].tokens] == ["p3", "p8"]


def test_a_line_to_somebody_off_the_map_makes_columns_beside_it():
    shown = drawing(Ground(people(3, "1,1", "2,1"), (bond("p0", "p1"), bond("p0", "p2"))))
    assert shown is not None
    assert [len(sketch.lines) for sketch in shown.sketches] == [0, 2]
    assert shown.sketches[0].grid is not None and shown.sketches[1].grid is None


def test_a_map_far_across_has_no_lines_and_stays_on_the_paper():
    shown = drawing(Ground(people(3, "-999999,0", "999999,5", "0,3"), ()))
    assert shown is not None and shown.sketches[0].grid is not None
    assert shown.sketches[0].grid.across == ()
    assert [token.x for token in shown.sketches[0].tokens] == [20, 340, 180]


def test_two_of_one_name_have_letters_of_their_own():
    twins = tuple(Figure(f"p{n}", "Orc", "", f"{n},0") for n in range(3))
    shown = drawing(Ground(twins, ()))
    assert shown is not None
    assert len({token.lines for token in shown.sketches[0].tokens}) == 3


# --- on the page -------------------------------------------------------------------------------


def test_the_table_has_the_drawing_with_the_same_in_words(table: Table):
    referee = Reader(table.app, table.service.vault.operator_token())
    here = f"/combats/{table.combat}"
    assert "figure" not in [tag for tag, _ in referee.reads(here).tags]
    form = referee.reads(here).form("Move")
    said = form.filled()
    said.setlist("some:params.beside", ["bert"])
    assert referee.sends(form, said).status_code == 303
    page: Sheet = referee.reads(here)
    [svg] = [found for tag, found in page.tags if tag == "svg" and "aria-label" in found]
    assert svg["aria-label"] == "Ana and bert: side by side."
    assert "In words" in page.words and "Ana and bert: side by side" in page.words
    assert not any("style" in found for _, found in page.tags)
