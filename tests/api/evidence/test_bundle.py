"""Archives: data that verifies, redacted for others, and checked by an independent program."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from api.evidence.archive_checks import FILES, check_archive
from api.evidence.bundle import bundle
from api.evidence.redaction import Opened, Opening
from api.evidence.zip_archive import unpack_archive
from api.service.service import Service
from api.transfer.import_combat import take_in
from domain import commands as c
from domain import events as e
from domain.events import CardDrawn, DiceRolled
from domain.state.combat import state_hash
from domain.state.viewer import PUBLIC, TABLE
from tests.support.combats.bundled import flaws
from tests.support.combats.carried import elsewhere, fought, lines_of
from tests.support.combats.javascript_checker import in_javascript
from tests.support.combats.proven import EYES, log_of, noted
from tests.support.games.toy import TOY
from tests.support.goldens.samples import FIGHTS, sample_in
from tests.support.logs.recorded_logs import Recorded
from tests.support.playing_service import play, say
from tests.support.tampering.edited import HEAD


@pytest.mark.parametrize("who", EYES)
def test_an_archive_is_checked_by_a_program_that_shares_nothing(
    service: Service, tmp_path: Path, who: str
):
    name = fought(service)
    said = in_javascript(tmp_path, bundle(service, name, EYES[who]), noted(service, name))
    opened = 27 if who == "referee" else 25
    assert said == f"HOLDS {name}: 27 entries, {opened} of them opened, 0 dice\n"


def test_an_archive_is_five_files_of_data(service: Service):
    files, _ = unpack_archive(bundle(service, fought(service)))
    assert tuple(files) == FILES and len(files) == 5
    assert json.loads(files[HEAD])["format"] == "combatlog-archive/1"


def test_the_bundle_has_the_log_as_it_was_sealed(service: Service):
    name = fought(service)
    files, _ = unpack_archive(bundle(service, name))
    head, entries = json.loads(files[HEAD]), files["entries.txt"]
    combat = service.combat(name)
    assert (head["entries"], head["chain"]) == (27, combat.chain.hex())
    assert (head["node"], head["state"]) == (combat.node, state_hash(combat.head))
    for record in service.log.read(name):
        assert record.body + b"\n" in entries and record.command in entries


def test_no_name_and_no_words_of_anybody_are_in_it(service: Service):
    name = fought(service)
    data = bundle(service, name)
    for said in ("Anna Berg", "Björk", "for luck", 'parry\\"!', "Well"):
        assert said.encode() not in data


@pytest.mark.sweep
@pytest.mark.parametrize("fight", FIGHTS, ids=lambda path: path.parent.name)
def test_every_sample_verifies(fight: Path, tmp_path: Path):
    service, name = sample_in(tmp_path, fight)
    shown = [x.event for x in log_of(service, name) if isinstance(x.event, DiceRolled | CardDrawn)]
    ours = [event for event in shown if event.provenance == "service"]
    fell = sum(len(event.faces) for event in ours if isinstance(event, DiceRolled))
    came = sum(isinstance(event, CardDrawn) for event in ours)
    for eyes in EYES.values():
        found = check_archive(bundle(service, name, eyes))
        assert (found.flaws, found.head["for"]) == ([], eyes.called)
        assert found.dice <= fell if found.closed else found.dice == fell
        assert found.cards == (0 if found.closed else came)
    service.close()


def test_what_is_hidden_stays_closed_and_still_is_proven(service: Service):
    name = fought(service)
    hidden = [r for r in service.log.read(name) if b'"audience"' in r.body]
    assert len(hidden) == 2
    for who in ("public", "a player"):
        files, _ = unpack_archive(bundle(service, name, EYES[who]))
        assert not any(r.body in files["entries.txt"] for r in hidden)
        assert b"lurker" not in b"".join(files.values())
        full, _ = unpack_archive(bundle(service, name))
        for said in ("root", "chain", "public_root"):
            assert json.loads(files[HEAD])[said] == json.loads(full[HEAD])[said]


def test_everybody_finds_his_own_commands_opened_and_no_others(service: Service):
    name = fought(service)
    mine = [r.command for r in service.log.read(name) if b'"by":"p1"' in r.body and r.command]
    others = [r.command for r in service.log.read(name) if b'"by":"p0"' in r.body and r.command]
    files, _ = unpack_archive(bundle(service, name, EYES["a player"]))
    assert len(mine) == 3 and all(each in files["entries.txt"] for each in mine)
    assert not any(each in files["entries.txt"] for each in others)
    public, _ = unpack_archive(bundle(service, name, EYES["public"]))
    assert b"command." not in public["entries.txt"]


def test_a_balance_that_would_tell_of_a_hidden_posting_stays_closed():
    told = Recorded(TOY).comes("ana")
    hit, more = (
        e.PoolChanged(subject="ana", pool="ap", delta=-1, balance=left, how="lose")
        for left in (2, 1)
    )
    told.secretly(hit).secretly(more, to=())
    for viewer, closed, left in ((TABLE, [], 0), (PUBLIC, [hit, more], 3)):
        opening = Opening(viewer)
        shown = list(opening.opened_parts(told.log))
        assert [x.event for x, s in zip(told.log, shown, strict=True) if not s.body] == closed
        assert opening.state.pools.balance_of("ana", "ap") == left


def test_what_follows_something_closed_says_from_where_it_goes_on():
    told = Recorded(TOY).comes("ana")
    came = told.log[-1].seq
    told.secretly(e.FactSet(of="ana", name="zone", value="the bank"))
    told.secretly(e.FactSet(of="ana", name="zone", value="the ford"))
    told.comes("bert")
    shown = dict(
        zip([x.seq for x in told.log], Opening(PUBLIC).opened_parts(told.log), strict=True)
    )
    assert [shown[seq] for seq in (came + 1, came + 2, came + 3)] == [
        Opened(False, False),
        Opened(False, False),
        Opened(True, False, came),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_random_fights_with_hidden_things_verify_for_everybody(service: Service, seed: int):
    name = fought(service)
    for turn in range(4):
        play(service, name, Random(seed * 10 + turn), 12)
        say(service, name, c.Roll(who="referee", sides=20, hidden=True))
    for eyes in EYES.values():
        assert flaws(bundle(service, name, eyes), *noted(service, name)) == []


def test_a_combat_that_came_without_its_keys_is_proven_as_well(service: Service, tmp_path: Path):
    name = fought(service)
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, name))
        for eyes in EYES.values():
            data = bundle(there, name, eyes)
            assert flaws(data) == []
            assert json.loads(unpack_archive(data)[0][HEAD])["public_root"] == ""
            found = check_archive(data, noted(service, name)).flaws
            assert {str(flaw) for flaw in found} == {
                "the noted head: it is of a feed not told here"
            }
