"""Every spoilt or forged export is refused whole, and the line that is wrong is named."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.combats.combat_history import entry_of
from api.service.service import Service
from api.store.core.side_rows import Beside
from api.transfer.format import Spoilt
from api.transfer.import_combat import take_in
from domain import commands as c
from domain.events import SeatOpened
from domain.log.sealing import commit_words
from domain.state.viewer import Viewer
from tests.support.combats.carried import (
    elsewhere,
    forged,
    fought,
    is_empty,
    lines_of,
    relined,
    summed,
)
from tests.support.playing_service import say


@pytest.fixture
def lines(service: Service) -> list[bytes]:
    """An export with two people, two texts, and more than twenty entries."""
    found = lines_of(service, fought(service), keyed=True)
    kinds = [json.loads(line)["line"] for line in found]
    assert kinds[:5] == ["header", "person", "person", "text", "text"] and kinds[-1] == "trailer"
    assert len(found) > 25
    return found


def refused(there: Service, lines: list[bytes]) -> int:
    """The line for which a file is refused; nothing of it was stored."""
    with pytest.raises(Spoilt) as spoilt:
        take_in(there, lines)
    assert is_empty(there)
    return spoilt.value.line


def test_every_line_that_is_missing_doubled_or_swapped_is_named(lines: list[bytes], tmp_path: Path):
    with elsewhere(tmp_path) as there:
        for n in range(len(lines)):
            assert refused(there, lines[:n] + lines[n + 1 :]) == n + 1
            assert refused(there, [*lines[:n], lines[n], *lines[n:]]) == n + 2
        for n in range(len(lines) - 1):
            swapped = [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]
            assert refused(there, swapped) == n + 1


def test_every_flipped_byte_is_found_in_its_line(lines: list[bytes], tmp_path: Path):
    data, chance = b"".join(lines), Random(4)
    starts = [sum(map(len, lines[:n])) for n in range(len(lines))]
    edges = [p for s in starts for p in (s, s + 1, s - 1) if 0 <= p < len(data)]
    places = {*edges, *(chance.randrange(len(data)) for _ in range(400))}
    with elsewhere(tmp_path) as there:
        for place in sorted(places):
            spoilt = bytearray(data)
            spoilt[place] ^= 1 << chance.randrange(8)
            line = data.count(b"\n", 0, place) + 1
            assert refused(there, relined(bytes(spoilt).replace(b"\r", b"?"))) == line, place


def test_every_truncated_file_is_refused(lines: list[bytes], tmp_path: Path):
    data = b"".join(lines)
    with elsewhere(tmp_path) as there:
        for end in [*range(0, len(data), 997), len(data) - 1]:
            line = data.count(b"\n", 0, end) + 1
            assert refused(there, relined(data[:end])) == line


def test_nothing_may_follow_the_trailer(lines: list[bytes], tmp_path: Path):
    with elsewhere(tmp_path) as there:
        assert refused(there, [*lines, b"\n"]) == len(lines) + 1


FORGERIES = [
    (1, '"ruleset":"toy"', '"ruleset":"arq"', 6, "opens another combat"),
    (1, '"format":"combatlog-export/1"', '"format":"combatlog-export/9"', 1, "no header"),
    (1, '"sample":false', '"sample":0', 1, "sample"),
    (1, '"sample":false', '"sample":true', 1, "a sample is called sample-"),
    (1, '"people":2', '"people":1', 3, "no text"),
    (1, '"sample":false', '"sample": false', 1, "not written as"),
    (2, '"id":"p1"', '"id":"p9"', 3, "p2 does not come here"),
    (3, '"id":"p2"', '"id":"p3"', 0, "none refers to p3"),
    (6, "The ford", "The fort", 6, "its seal is broken"),
    (6, "The ford", r"The ford\\u0000", 6, "it has a NUL"),
    (8, '"seq":3', '"seq":4', 8, "entry 3 is missing"),
]


@pytest.mark.parametrize(("line", "old", "new", "found", "why"), FORGERIES)
def test_a_forger_who_mends_the_sums_is_found(
    lines: list[bytes], tmp_path: Path, line: int, old: str, new: str, found: int, why: str
):
    with elsewhere(tmp_path) as there:
        with pytest.raises(Spoilt, match=why) as spoilt:
            take_in(there, forged(lines, line, old, new))
        assert is_empty(there)
    assert found in (0, spoilt.value.line)


def test_words_that_were_exchanged_do_not_fit_the_log(service: Service, tmp_path: Path):
    name = fought(service)
    rows = service.log.texts(name)
    texts = [row._replace(id=other.id) for row, other in zip(rows, rows[::-1], strict=True)]
    service.log.append([], Beside(texts=texts))
    with elsewhere(tmp_path) as there, pytest.raises(Spoilt, match="altered"):
        take_in(there, lines_of(service, name))


def exchanged(service: Service, name: str, table: str, **changes: str) -> list[bytes]:
    """An export in which two people's rows have exchanged what they hold but their ids."""
    rows: Any = getattr(service.log, table)(name)
    store: Any = service.log.append
    rows = sorted(rows, key=lambda row: getattr(row, "author", row.id))
    theirs = {row.id: other for row, other in zip(rows, rows[::-1], strict=True)}
    fields = changes or {"salt": "", "name": ""}
    found: Any = [r._replace(**{f: getattr(theirs[r.id], f) for f in fields}) for r in rows]
    store([], Beside()._replace(**{table: found}))
    lines = lines_of(service, name)
    store([], Beside()._replace(**{table: rows}))
    return lines


def test_names_that_were_exchanged_between_two_people_are_refused(service: Service, tmp_path: Path):
    name = fought(service)
    lines = exchanged(service, name, "people")
    with elsewhere(tmp_path) as there:
        with pytest.raises(Spoilt, match="the name of p1 is altered, or another person's"):
            take_in(there, lines)
        assert is_empty(there)
        take_in(there, lines_of(service, name))


@pytest.mark.parametrize("forgotten", [0, 1])
def test_authors_that_were_exchanged_between_two_texts_are_refused(
    service: Service, tmp_path: Path, forgotten: int
):
    name, bert = fought(service), Viewer("p2", "player", ("bert",))
    say(service, name, c.Note(note="Nothing of the sort.", about=4), bert)
    rows = sorted(service.log.texts(name), key=lambda row: row.author)
    assert [row.author for row in rows] == ["p1", "p1", "p2"]
    service.log.append([], Beside(forgotten=rows[:forgotten]))
    lines = exchanged(service, name, "texts", author="")
    with elsewhere(tmp_path) as there:
        with pytest.raises(Spoilt, match=r"the words t\d+ are"):
            take_in(there, lines)
        assert is_empty(there)
        take_in(there, lines_of(service, name))


def test_a_commitment_is_salted_and_bound_to_the_person(service: Service):
    name = fought(service)
    events = (entry_of(record).event for record in service.log.read(name))
    one = next(event for event in events if isinstance(event, SeatOpened))
    [row] = [row for row in service.log.people(name) if row.id == one.person]
    assert one.name == commit_words("p1", row.salt, row.name)
    assert one.name != commit_words("p2", row.salt, row.name)
    assert one.name != commit_words("p1", bytes(16), row.name), "a guess needs the salt"
    assert row.salt not in {other.salt for other in service.log.people(name) if other != row}


def test_keys_of_another_combat_are_no_keys(service: Service, tmp_path: Path):
    name, other = fought(service), fought(service)
    keys = [service.vault.key(each, "blind").hex() for each in (name, other)]
    with elsewhere(tmp_path) as there:
        spoilt = forged(lines_of(service, name, keyed=True), 1, *keys)
        with pytest.raises(Spoilt, match="line 1: the keys are not those"):
            take_in(there, spoilt)
        assert is_empty(there)


def test_what_has_no_shape_is_no_export(tmp_path: Path):
    with elsewhere(tmp_path) as there:
        for data in (b"", b"\n", b"{}\n", b"null\n", b"\xff\xfe\n", b'{"line":"header"}\n', b"["):
            assert refused(there, relined(data)) == 1
        assert refused(there, summed(["[]", "[]"])) == 1


def test_a_line_without_end_is_not_waited_for(tmp_path: Path):
    with elsewhere(tmp_path) as there:
        assert refused(there, [b"{" * (1024 * 1024 + 1)]) == 1
