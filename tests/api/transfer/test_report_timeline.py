"""A fight of another program on a real service: equal states, whatever becomes of the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from api.service.service import OPERATOR, Service
from api.transfer.file_report import FileReport, Wanted
from api.transfer.import_combat import take_in
from api.transfer.import_file import bring_in, read_file
from domain import commands as c
from domain.importers.file import File
from domain.state.combat import state_hash
from domain.timelines.comparison import differences, our_form
from domain.timelines.reports import Timeline
from tests.domain.importers.test_avrae import LIST
from tests.support.clients.http_client import Table
from tests.support.combats.carried import lines_of
from tests.support.playing_service import say
from tests.support.timelines.battle import battle
from tests.support.timelines.cards import cards
from tests.support.timelines.evening import evening
from tests.support.timelines.installation import installation
from tests.sweeps import so_many

Said = dict[str, Any]
FIGHTS = (evening, cards, battle)
EQUAL = "It is equal to the state here."


def written(lines: list[Said]) -> bytes:
    """Return lines as a file."""
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines).encode()


def brought(
    service: Service, lines: list[Said], combat: str = "", *, dry: bool = False
) -> FileReport:
    """Import lines as a file."""
    return bring_in(service, combat, read_file(written(lines)), Wanted(OPERATOR, dry=dry))


def states(report: FileReport) -> list[str]:
    """Return what was said of each state."""
    return [each.said for each in report.findings if each.words == "state"]


def left(lines: list[Said], service: Service, name: str) -> list[str]:
    """Return where the last state of a file differs from that of a combat."""
    timeline = Timeline(lines)
    last = [step.state and timeline.expected(step.state) for step in timeline.steps()][-1]
    return list(differences(last, our_form(service.combat(name).head, timeline.ids)))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (
            '{"k": "join", "who": "ann", "name": "Ann"}\n'
            '{"k": "pool", "who": "ann", "pool": "hp", "to": {"cur": 3, "max": 9, "cur": 4}}',
            "line 2",
        ),
        ('[{"name": "Ann", "hp": {"average": 9, "cur": 3, "cur": 4}}]', "the whole file"),
    ],
)
def test_a_name_that_stands_twice_in_an_object_is_named_in_the_report(text: str, at: str):
    [lost] = File(text).lost_values
    said = ("left out", at, "cur: 3", "cur stands there again, and the last one counts.")
    assert (lost.how, lost.at, lost.words, lost.said) == said
    assert not File(text.replace('"cur": 3, ', "")).lost_values
    if at == "line 2":
        assert read_file(text.encode()).imported.findings[0] == lost


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service that knows any game."""
    with installation(tmp_path / "here") as opened:
        yield opened


@pytest.fixture(params=FIGHTS, ids=lambda fight: fight.__name__)
def lines(request: pytest.FixtureRequest) -> list[Said]:
    """A made-up fight."""
    fight: Callable[[int, int], list[Said]] = request.param
    return fight(7, 60)


def test_every_state_is_equal_and_importing_again_adds_nothing(service: Service, lines: list[Said]):
    report = brought(service, lines)
    assert set(states(report)) == {EQUAL} and len(states(report)) > 3
    assert not [str(each) for each in report.findings if each.how == "left out"]
    entries = service.combat(report.combat).line.entries
    again = brought(service, lines)
    assert (again.combat, again.reported, again.repeated) == (report.combat, 0, report.reported)
    assert service.combat(report.combat).line.entries == entries
    assert states(again) == [EQUAL]


@pytest.mark.sweep(of="imported timelines")
def test_a_file_that_has_grown_adds_what_is_new(service: Service, lines: list[Said]):
    combat = ""
    for upto in (len(lines) // 3, len(lines) // 3 + 1, len(lines) // 2, len(lines)):
        combat = brought(service, lines[:upto], combat).combat
    assert left(lines, service, combat) == []
    assert brought(service, lines, combat).reported == 0


@pytest.mark.parametrize("number", ["{}" * 50, "a\nb {}", "3"], ids=["long", "odd", "the same"])
def test_odd_numbers_lose_no_line_and_come_in_once(service: Service, number: str):
    ann = {"n": 0, "k": "join", "who": "ann", "name": "Ann", "role": "unit", "side": None}
    hp = {"k": "pool", "who": "ann", "pool": "hp", "from": None}
    points = [{**hp, "n": number.replace("{}", str(nth)), "to": {"cur": nth}} for nth in range(250)]
    report = brought(service, [{"k": "meta", "source": "x"}, ann, *points])
    assert service.combat(report.combat).head.pools.of["ann"]["hp"] == 249
    again = brought(service, [{"k": "meta", "source": "x"}, ann, *points])
    assert (again.reported, again.repeated) == (0, report.reported)


@pytest.mark.sweep(of="imported timelines")
def test_two_fights_of_one_source_may_come_into_one_combat(service: Service, lines: list[Said]):
    first, second = ([{**lines[0], "fight": id}, *lines[1:]] for id in ("f1", "f2"))
    name = brought(service, first).combat
    assert brought(service, first).repeated > 0
    assert brought(service, second, name).repeated == 0


@pytest.mark.sweep(of="imported timelines")
def test_undo_to_the_beginning_and_redo(service: Service, lines: list[Said]):
    name = brought(service, lines).combat
    combat = service.combat(name)
    head, last = state_hash(combat.head), combat.node
    say(service, name, c.Rewind(how="jump", to=1))
    assert not combat.head.roster.members
    say(service, name, c.Rewind(how="jump", to=last))
    assert (state_hash(combat.head), left(lines, service, name)) == (head, [])


@pytest.mark.sweep(of="imported timelines")
def test_after_a_restart_and_after_export_and_import(tmp_path: Path, lines: list[Said]):
    with installation(tmp_path / "first") as service:
        name = brought(service, lines).combat
        before = state_hash(service.combat(name).head)
    with installation(tmp_path / "first") as service:
        assert (state_hash(service.combat(name).head), left(lines, service, name)) == (before, [])
        assert brought(service, lines).reported == 0
        exported = lines_of(service, name)
    with installation(tmp_path / "second") as there:
        take_in(there, exported)
        assert (state_hash(there.combat(name).head), left(lines, there, name)) == (before, [])


@pytest.mark.sweep(of="imported timelines")
def test_only_trying_stores_nothing(service: Service, lines: list[Said]):
    report = brought(service, lines, dry=True)
    assert (report.combat, report.carried_out) == ("", False)
    name = brought(service, lines[:20]).combat
    entries = service.combat(name).line.entries
    tried = brought(service, lines, name, dry=True)
    assert set(states(tried)) == {EQUAL}
    assert service.combat(name).line.entries == entries


def test_a_file_of_another_program_has_one_report_of_its_rows(service: Service):
    reading = read_file(LIST.encode())
    report = bring_in(service, "", reading, Wanted(OPERATOR))
    assert report.findings == reading.imported.findings
    assert report.reported > 5
    assert bring_in(service, "", reading, Wanted(OPERATOR)).reported == 0


def test_a_difference_is_said_with_its_line_and_by_name(service: Service):
    ann = {"name": "Ann", "role": "unit", "side": None}
    hp = {"k": "pool", "who": "ann", "pool": "hp"}
    there = {**ann, "pools": {"hp": {"cur": 3, "max": 9}}, "conds": {}, "attrs": {}}
    report = brought(
        service,
        [
            {"n": 0, "k": "meta", "source": "x"},
            {"n": 1, "k": "join", "who": "ann", **ann},
            {**hp, "n": 2, "from": None, "to": {"cur": 9, "max": 9}},
            {**hp, "n": 3, "from": {"cur": 8, "max": 9}, "to": {"cur": 4, "max": 9}, "delta": -4},
            {"n": 4, "k": "pool", "who": "nobody", "pool": "hp", "from": None, "to": {"cur": 1}},
            {
                "n": 5,
                "k": "state",
                "state": {"clock": {}, "order": [], "combatants": {"ann": there}},
            },
        ],
    )
    said = {(each.at, each.how): each.said for each in report.findings if each.how != "imported"}
    assert said["line 4", "interpreted"].startswith("The source goes on from")
    assert said["line 5", "left out"].startswith("It names nobody who is there")
    assert said["line 6", "interpreted"] == (
        "combatants.ann.pools.hp.to is 3 in the source, and 4 here."
    )


@pytest.mark.sweep(of="imported timelines")
def test_a_fight_comes_in_in_parts(service: Service, lines: list[Said]):
    reading = read_file(written(lines))
    parts = [bring_in(service, "", reading, Wanted(OPERATOR, most=40))]
    while parts[-1].rest:
        parts.append(bring_in(service, "", reading, Wanted(OPERATOR, most=40)))
    assert {part.combat for part in parts} == {parts[0].combat} and len(parts) > 3
    assert max(part.reported for part in parts) == 40
    assert left(lines, service, parts[0].combat) == []
    said = [found for part in parts for found in states(part)]
    assert set(said) == {EQUAL}
    assert len(said) == sum(line["k"] == "state" for line in lines)


@pytest.mark.sweep(of="imported timelines")
@pytest.mark.parametrize("fight", FIGHTS)
def test_thousands_of_lines_survive_undo_restart_and_moving(
    fight: Callable[[int, int], list[Said]], tmp_path: Path
):
    lines = fight(21, so_many(700, 200))
    with installation(tmp_path / "first") as service:
        report = brought(service, lines)
        assert set(states(report)) == {EQUAL}
        assert {each.how for each in report.findings if each.words not in ("state", "meta")} == {
            "imported"
        }
        combat = service.combat(report.combat)
        head, last = state_hash(combat.head), combat.node
        for to in (1, last // 3, 1, last):
            say(service, report.combat, c.Rewind(how="jump", to=to))
        assert state_hash(combat.head) == head
    with installation(tmp_path / "first") as service:
        assert state_hash(service.combat(report.combat).head) == head
        exported = lines_of(service, report.combat)
    with installation(tmp_path / "second") as there:
        take_in(there, exported)
        assert state_hash(there.combat(report.combat).head) == head
        assert left(lines, there, report.combat) == []


def test_a_line_that_is_too_long_is_left_out_and_the_rest_comes_in(service: Service):
    names = [f"{nth}".zfill(60) for nth in range(400)]
    joins = [
        {"n": nth, "k": "join", "who": name, "name": name, "side": "a"}
        for nth, name in enumerate(names, start=1)
    ]
    order = {"n": 401, "k": "order", "order": [[name, 1.0] for name in names]}
    meta = {"n": 0, "k": "meta", "format": "timeline/1", "source": "test", "fight": "crowd"}
    round_one = {"n": 402, "k": "clock", "set": {"round": 1}, "from": {}}
    report = brought(service, [meta, *joins, order, round_one])
    assert report.reported == 401
    [out] = [each for each in report.findings if each.how == "left out"]
    assert "bytes" in out.said and out.at == "line 402"
    assert service.combat(report.combat).head.clock.rounds == 1


def test_the_story_calls_everybody_by_name(service: Service):
    one = {"k": "join", "role": "unit", "side": None}
    lines: list[dict[str, Any]] = [
        {**one, "who": "p1a: Nick", "name": "Nick"},
        {**one, "who": "p2", "name": "Zoe"},
        {"k": "act", "id": "x1", "verb": "bite", "who": "p1a: Nick", "targets": ["p2"]},
        {"k": "note", "by": "x1", "tag": "damage", "who": "p1a: Nick", "targets": ["p2"]},
    ]
    name = brought(service, lines).combat
    told = Table.at_combat(service, name).operator.get("timeline as text/plain").text
    assert "Damage on Zoe (by Nick)" in told
