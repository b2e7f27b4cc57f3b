"""Export and import: the same bytes after a round trip, and every spoilt file refused whole."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.exports import Another, Spoilt, take_in
from api.open_combat import entry_of
from api.service import Service
from api.store import Settings, migrate, open_log
from api.vault import SAMPLE_PREFIX, Vault
from api.words import person_name, words
from domain import commands as c
from domain.combat import state_hash
from domain.events import SeatOpened
from domain.ruleset import Refused
from domain.seal import commit_words
from domain.seats import Viewer
from projections.timeline import timeline
from tests.api.carried import ANNA, elsewhere, forged, fought, is_empty, lines_of, summed
from tests.api.table import rules
from tests.play import play, say

GOLDEN = sorted((Path(__file__).parent / "exports").glob("*.ndjson"))


# --- there and back ------------------------------------------------------------------------


@pytest.mark.parametrize("keyed", [True, False], ids=["with keys", "without"])
def test_a_round_trip_gives_the_same_bytes(either_service: Service, tmp_path: Path, keyed: bool):
    name = fought(either_service)
    lines = lines_of(either_service, name, keyed=keyed)
    with elsewhere(tmp_path) as there:
        taken = take_in(there, lines)
        assert (taken.combat, taken.outcome, taken.keyed) == (name, "imported", keyed)
        assert not taken.continues
        assert lines_of(there, name, keyed=keyed) == lines
    with elsewhere(tmp_path) as again:
        assert lines_of(again, name, keyed=keyed) == lines


def test_what_was_carried_is_the_same_combat(service: Service, tmp_path: Path):
    name = fought(service)
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, name))
        here, copy = service.combat(name), there.combat(name)
        assert state_hash(copy.head) == state_hash(here.head)
        assert (copy.table, copy.node, copy.chain) == (here.table, here.node, here.chain)
        told = [timeline(c.entries(1, c.line.entries), c.rules) for c in (here, copy)]
        assert told[0] == told[1]
        assert there.log.catalogue_row(name) == service.log.catalogue_row(name)
        assert person_name(there, name, "p2") == "Björk Ó"
        assert [words(there, name, row.id) for row in there.log.texts(name)] == [
            "for luck",
            'What a "parry"!\nWell…',
        ]


def test_a_long_random_fight_goes_round(service: Service, tmp_path: Path):
    name = fought(service)
    play(service, name, Random(7), 60)
    lines = lines_of(service, name)
    with elsewhere(tmp_path) as there:
        take_in(there, lines)
        assert lines_of(there, name) == lines


def test_what_time_has_ended_goes_round_as_well(service: Service, tmp_path: Path):
    name = fought(service)
    say(service, name, c.Roll(who="ana", sides=20), ANNA)
    say(service, name, c.AskUndo(how="undo"), ANNA)
    service.effects = service.effects._replace(now=lambda: 1_999_000_000_000)
    say(service, name, c.Roll(who="ana", sides=20), ANNA)
    assert [r.name for r in service.log.read(name)][-1] == "combat.closed/1"
    lines = lines_of(service, name)
    with elsewhere(tmp_path) as there:
        assert take_in(there, lines).outcome == "imported"
        assert lines_of(there, name) == lines


def test_tokens_and_keys_of_the_installation_stay_here(service: Service):
    name = fought(service)
    secrets = [service.vault.operator_token().encode()]
    secrets += [
        (service.vault.folder / f"{key}.key").read_bytes().hex().encode()
        for key in ("master", "server")
    ]
    secrets += [
        row[0].hex().encode() for row in service.log.tables.fetch("SELECT token_hash FROM secrets")
    ]
    whole = b"".join(lines_of(service, name, keyed=True))
    assert len(secrets) == 5 and not any(secret in whole for secret in secrets)
    bare = b"".join(lines_of(service, name))
    for domain in ("open", "hidden", "blind"):
        key = service.vault.key(name, domain).hex().encode()
        assert key in whole and key not in bare


# --- going on ------------------------------------------------------------------------------


def test_keys_may_come_later(service: Service, tmp_path: Path):
    name = fought(service)
    keyed = lines_of(service, name, keyed=True)
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, name))
        assert take_in(there, keyed).outcome == "keys taken"
        assert lines_of(there, name, keyed=True) == keyed
        assert take_in(there, keyed) == take_in(there, lines_of(service, name))


def test_an_installation_that_made_it_needs_no_keys(service: Service, tmp_path: Path):
    name = fought(service)
    lines = lines_of(service, name)
    settings = Settings(f"sqlite:///{tmp_path}/anew.db")
    migrate(settings)
    anew = Service(open_log(settings), Vault(tmp_path / "keys"), rules)
    assert take_in(anew, lines).continues
    say(anew, name, c.Roll(who="ana"), ANNA)
    assert anew.log.nonces(name) == b""
    anew.close()


def test_a_sample_goes_on_everywhere_and_stays_a_sample(service: Service, tmp_path: Path):
    name = f"{SAMPLE_PREFIX}toy-ford"
    service.open(c.Open(ruleset="toy", title="At the ford"), sample=True, name=name)
    with elsewhere(tmp_path) as there:
        taken = take_in(there, lines_of(service, name))
        row = there.log.catalogue_row(name)
        assert taken.continues and row is not None and row.sample
        say(there, name, c.Join(subject="ana"))


# --- what is there already -----------------------------------------------------------------


def test_a_dry_run_stores_nothing(service: Service, tmp_path: Path):
    name = fought(service)
    with elsewhere(tmp_path) as there:
        taken = take_in(there, lines_of(service, name, keyed=True), dry=True)
        assert (taken.outcome, taken.entries) == ("would be imported", service.log.last_seq(name))
        assert is_empty(there)


def test_the_same_combat_stays_as_it_is(service: Service):
    name = fought(service)
    lines = lines_of(service, name)
    assert take_in(service, lines).outcome == "already here"
    assert lines_of(service, name) == lines


def test_a_combat_that_went_on_is_not_written_over(service: Service, tmp_path: Path):
    name = fought(service)
    early = lines_of(service, name, keyed=True)
    entries = service.log.last_seq(name)
    with elsewhere(tmp_path) as there:
        take_in(there, early)
        say(service, name, c.Note(note="later"))
        with pytest.raises(Another, match=f"has gone on: {entries + 1} entries, {entries} in"):
            take_in(service, early)
        with pytest.raises(Another, match=f"as far as entry {entries}; the file has {entries + 1}"):
            take_in(there, lines_of(service, name))
        say(there, name, c.GoOn())
        with pytest.raises(Another, match=f"they differ from entry {entries + 1} on"):
            take_in(there, lines_of(service, name))


def test_a_game_that_is_not_installed_is_refused(service: Service, tmp_path: Path):
    lines = lines_of(service, fought(service))
    with elsewhere(tmp_path) as there:
        there.rulesets = dict
        with pytest.raises(Refused, match="'toy' of this combat is not installed"):
            take_in(there, lines)
        assert is_empty(there)


# --- spoilt files --------------------------------------------------------------------------


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


def relined(data: bytes) -> list[bytes]:
    """The lines of a file."""
    return data.splitlines(keepends=True)


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
    (3, '"id":"p2"', '"id":"p3"', 0, "no entry refers to p3"),
    (6, "The ford", "The fort", 6, "its seal is broken"),
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
    service.log.append([], texts=texts)
    with elsewhere(tmp_path) as there, pytest.raises(Spoilt, match="altered"):
        take_in(there, lines_of(service, name))


def exchanged(service: Service, name: str, table: str, **changes: str) -> list[bytes]:
    """An export in which two people's rows have exchanged what they hold but their ids."""
    rows: Any = getattr(service.log, table)(name)
    store: Any = service.log.append
    rows = sorted(rows, key=lambda row: getattr(row, "author", row.id))
    theirs = {row.id: other for row, other in zip(rows, rows[::-1], strict=True)}
    fields = changes or {"salt": "", "name": ""}
    found = [r._replace(**{f: getattr(theirs[r.id], f) for f in fields}) for r in rows]
    store([], **{table: found})
    lines = lines_of(service, name)
    store([], **{table: rows})
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
    service.log.append([], forgotten=rows[:forgotten])
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


def test_forgotten_words_stay_forgotten(service: Service, tmp_path: Path):
    name = fought(service)
    service.log.append([], forgotten=[*service.log.texts(name), *service.log.people(name)])
    lines = lines_of(service, name)
    with elsewhere(tmp_path) as there:
        take_in(there, lines)
        assert lines_of(there, name) == lines
        assert not there.log.texts(name) and not there.log.people(name)


# --- formats are for ever ------------------------------------------------------------------


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_an_old_export_is_read_and_written_again_to_the_byte(file: Path, tmp_path: Path):
    lines = relined(file.read_bytes())
    keyed = json.loads(lines[0])["keys"] is not None
    with elsewhere(tmp_path) as there:
        taken = take_in(there, lines)
        assert (taken.continues, taken.keyed) == (False, keyed)
        assert lines_of(there, taken.combat, keyed=keyed) == lines
        assert [entry_of(r).seq for r in there.log.read(taken.combat)][-1] == taken.entries
        say(there, taken.combat, c.GoOn())
        say(there, taken.combat, c.Roll(who="ana"), ANNA)


def test_every_format_has_its_old_files():
    assert {file.name for file in GOLDEN} >= {"v1-keyed.ndjson", "v1-read-only.ndjson"}
