"""Files with odd signs and values on a real service: imported, or refused with the reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.service.service import OPERATOR, Service
from api.transfer.file_report import FileReport, Wanted
from api.transfer.import_file import bring_in, read_file
from domain.importers.importer import NotReadable
from tests.support.timelines.installation import installation


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service that knows any game."""
    with installation(tmp_path / "here") as opened:
        yield opened


def brought(service: Service, text: str) -> FileReport:
    """Import a text, and read what came of it as the API writes it."""
    report = bring_in(service, "", read_file(text.encode()), Wanted(OPERATOR))
    json.dumps(report, ensure_ascii=False, default=str).encode()
    return report


@pytest.mark.parametrize(
    "text",
    [
        r'{"Name":"Ogre \ud83d","HP":{"Value":5,"Notes":"a \ud83d"},"AC":{"Value":3},"Id":"x"}',
        r'{"_id":"s","round":1,"turn":0,"combatants":[{"_id":"a","name":"Ogre \uD83D"}]}',
        r'{"k":"meta","fight":"f\udc00"}' "\n" r'{"k":"join","who":"a","name":"Ogre \ud83d"}',
    ],
)
def test_half_a_sign_is_replaced(service: Service, text: str):
    name = brought(service, text).combat
    [member] = service.combat(name).head.roster.members.values()
    assert member.name == "Ogre \ufffd"


def test_whole_signs_and_escaped_backslashes_are_kept():
    text = r'{"k":"note","text":"\ud83d\ude00 \\ud83d \n \ud83d"}'
    [line] = read_file(text.encode()).imported.lines
    assert line["text"] == "\U0001f600 \\ud83d \n \ufffd"


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85"])
def test_a_sign_that_ends_lines_elsewhere_ends_none_here(service: Service, sign: str):
    note = {"k": "note", "text": f"one{sign}two"}
    lines = [{"k": "meta"}, note, {"k": "join", "who": "ann"}]
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    report = brought(service, text)
    assert [each.at for each in report.findings if each.how == "left out"] == []
    assert report.reported == 2
    ogre: dict[str, Any] = {"_id": "A1", "name": f"Old{sign}Ogre", "type": "npc"}
    ogre["system"] = {"attributes": {"hp": {"value": 3, "max": 3}}}
    actors = [ogre, {**ogre, "_id": "A2", "name": "Goblin"}]
    file = "\n".join(json.dumps(each, ensure_ascii=False) for each in actors)
    found = read_file(file.encode()).imported.combatants
    assert [each.id for each in found] == ["Actor.A1", "Actor.A2"]


@pytest.mark.parametrize(
    "sign", ["\t", "\n", "\r\n", "\0", "\u2028", "\u202e", "\ufeff", "\x1b", "\ud83d"]
)
def test_signs_that_cannot_be_seen_are_in_no_title(service: Service, sign: str):
    meta = {"k": "meta", "source": f"my{sign}sim", "fight": f"f{sign}7", "title": f"The{sign}ford"}
    text = f"{json.dumps(meta)}\n{json.dumps({**meta, 'k': 'note', 'text': f'a{sign}b'})}"
    report = brought(service, text)
    between = "\ufffd" if sign == "\ud83d" else " "
    row = service.log.catalogue_row(report.combat)
    assert row is not None and row.title == f"The{between}ford"
    assert brought(service, text).combat == report.combat


def test_signs_that_cannot_be_seen_are_in_no_id_of_the_source(service: Service):
    name = brought(service, json.dumps({"k": "join", "who": "a\0b\u202ec"})).combat
    assert service.combat(name).head.roster.members["a-b-c"].traits["source id"] == "a b c"


def moment(**odd: Any) -> str:
    """A combat of Foundry VTT with something odd."""
    ann = {"_id": "a", "name": "Ann", "initiative": 3}
    return json.dumps({"_id": "f1", "round": 1, "turn": 0, "combatants": [ann], **odd})


def record(event: str, **odd: Any) -> str:
    """A record of Avrae: an event with something odd, and a message."""
    about = {"combat_id": "1", "timestamp": 1}
    message = {**about, "event_type": "message", "content": "hello"}
    return f"{json.dumps({**about, 'event_type': event, **odd})}\n{json.dumps(message)}"


def fighter(**odd: Any) -> str:
    """A record of Avrae with one combatant."""
    ann = {"id": "a", "name": "Ann", "init": 3, **odd}
    return record("combat_state_update", data={"combatants": [ann], "round": 1})


@pytest.mark.parametrize(
    ("text", "here", "out"),
    [
        (moment(_stats=[1]), ["a"], []),
        (moment(_stats="x", flags=5), ["a"], ["flags"]),
        (moment(combatants=[{"_id": "a", "initiative": "12"}]), ["a"], []),
        (moment(combatants=[{"_id": "a", "initiative": [1]}]), ["a"], ["initiative"]),
        (moment(combatants=[{"_id": "a", "token": "x"}, 5]), ["a"], ["5"]),
        (record("combat_state_update", data="x"), [], ['{"combat_id"']),
        (record("combat_state_update", data={"combatants": 5}), [], ['{"combat_id"']),
        (record("combat_state_update", data={"combatants": {"a": 1}}), [], ['{"combat_id"']),
        (fighter(effects=5), ["a"], []),
        (fighter(effects=[{"name": "bane", "duration": float("inf")}]), ["a"], []),
        (record("message", embeds=5, content="hi"), [], []),
    ],
)
def test_values_of_another_kind_stop_no_fight(
    service: Service, text: str, here: list[str], out: list[str]
):
    report = brought(service, text)
    assert list(service.combat(report.combat).head.roster.members) == here
    left = [each.words.partition(":")[0] for each in report.findings if each.how == "left out"]
    assert left == out


def test_initiative_that_is_text_is_a_score(service: Service):
    people = [{"_id": "a", "initiative": 3}, {"_id": "b", "initiative": "12"}]
    name = brought(service, moment(combatants=people)).combat
    assert service.combat(name).head.clock.order("order") == ("b", "a")


def test_what_is_nested_too_deep_is_refused_with_the_reason():
    deep = "[" * 450 + "]" * 450
    with pytest.raises(NotReadable) as refused:
        read_file(f'{{"name": "x", "type": "npc", "system": {{"deep": {deep}}}}}'.encode())
    assert str(refused.value).startswith("This is no whole JSON, or it is nested deeper than 100.")


def test_a_long_line_of_digits_takes_no_time():
    head, border = "[3/1/2026, 7:04:12 PM] Ogre", "-" * 27
    chat = "\n".join([head, "1" * 100_000, "1d" * 50_000, border])
    lines = read_file(chat.encode()).imported.lines
    assert [line["k"] for line in lines] == ["meta", "join", "note", "note"]
