"""Export and import: the same bytes after a round trip, and combats that are there already."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from api.combats.combat_history import entry_of
from api.read.entries import person_name, words
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.core.side_rows import Beside
from api.store.open_log import migrate, open_log
from api.transfer.import_combat import Another, take_in
from api.vault.key_files import SAMPLE_PREFIX, Vault
from domain import commands as c
from domain.ruleset.ruleset import Refused
from domain.state.combat import state_hash
from tests.printed_story import timeline
from tests.support.clients.http_client import rules
from tests.support.combats.carried import ANNA, elsewhere, fought, is_empty, lines_of, relined
from tests.support.playing_service import play, say

GOLDEN = sorted((Path(__file__).parents[1] / "exports").glob("*.ndjson"))


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


def test_a_request_that_ran_out_goes_round_as_well(service: Service, tmp_path: Path):
    name = fought(service)
    say(service, name, c.Roll(who="ana", sides=20), ANNA)
    say(service, name, c.AskUndo(how="undo"), ANNA)
    service.effects = service.effects._replace(now=lambda: 1_999_000_000_000)
    say(service, name, c.Roll(who="ana", sides=20), ANNA)
    assert service.combat(name).table.undoing.waiting(1_999_000_000_000) is None
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


def test_forgotten_words_stay_forgotten(service: Service, tmp_path: Path):
    name = fought(service)
    service.log.append([], Beside(forgotten=[*service.log.texts(name), *service.log.people(name)]))
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
