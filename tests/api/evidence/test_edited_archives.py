"""Every edit of an archive is found and located; two histories are told apart by their heads."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.evidence.archive_checks import check_archive
from api.evidence.bundle import Eyes, bundle
from api.evidence.checks.flaws import Flaw
from api.evidence.heads import canonical, feed_head, follows
from api.evidence.zip_archive import pack_archive
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import open_log
from api.vault.key_files import Vault
from domain import commands as c
from tests.support.clients.http_client import rules
from tests.support.combats.bundled import afresh, dealt, flaws, gone_on
from tests.support.combats.carried import ANNA, elsewhere, fought
from tests.support.combats.javascript_checker import in_javascript
from tests.support.combats.proven import EYES, noted
from tests.support.playing_service import say
from tests.support.tampering.edited import (
    Bundle,
    Edit,
    alter,
    cut_entries,
    delete,
    forged_path,
    one_leaf,
    repeat,
    swap,
    truncate,
    unsigned,
    without_proofs,
)
from tests.support.tampering.edited_chance import one_for
from tests.support.tampering.edited_eras import older_keys, other_bond, shown_anew
from tests.support.tampering.edited_sealed import CUNNING, resealed
from tests.support.tampering.smuggled import KINDS

IN_JAVASCRIPT = (
    *(delete, repeat, swap, alter, cut_entries, truncate, forged_path, one_leaf, without_proofs),
    *(older_keys, shown_anew, other_bond),
)
"""Edits of the chain, the proofs and the dice, which the independent checker has to find."""


@pytest.fixture
def twice(service: Service, tmp_path: Path) -> Any:
    """One server that shows two histories: the same keys, and a copy of the log that goes on."""
    name = fought(service)
    service.close()
    shutil.copytree(tmp_path, other := tmp_path.with_name(f"{tmp_path.name}-b"))
    ours, theirs = (
        Service(open_log(Settings(f"sqlite:///{f}/combats.db")), Vault(f / "keys"), rules)
        for f in (tmp_path, other)
    )
    say(ours, name, c.Note(note="It was a fair blow."), ANNA)
    say(theirs, name, c.Note(note="It was a foul blow."), ANNA)
    yield ours, theirs, name
    ours.close()
    theirs.close()


def test_two_histories_are_told_apart_by_their_heads_alone(twice: Any):
    ours, theirs, name = twice
    mine, yours = noted(ours, name)[-1], noted(theirs, name)[-1]
    assert mine["public"] == yours["public"] and mine["public_root"] != yours["public_root"]
    assert mine["key"] == yours["key"] and mine["signature"] != yours["signature"]


def test_of_two_histories_neither_goes_on_from_the_others_head(twice: Any):
    ours, theirs, name = twice
    mine = noted(ours, name)[-1]
    say(theirs, name, c.Roll(who="ana", sides=6), ANNA)
    with theirs.lock_combat(name) as combat:
        last = combat.numbers.number(combat.line.entries)
        shown = feed_head(theirs, combat, last, mine["public"])
        before = feed_head(theirs, combat, last, mine["public"] - 1)
    said = _answered(shown)
    with pytest.raises(Flaw, match="another history was shown") as found:
        follows(mine, said)
    assert found.value.where == f"public entry {mine['public']}"
    follows(noted(ours, name, 1)[mine["public"] - 2], _answered(before))


def _answered(shown: Any) -> Any:
    """A head with its proof as the server answers it: numbers of entries are text."""
    return {"head": shown.head._asdict(), "since": str(shown.since), "path": shown.path}


def test_a_bundle_is_held_to_the_heads_of_both(twice: Any):
    ours, theirs, name = twice
    heads = [*noted(ours, name), *noted(theirs, name)]
    split = f"public entry {heads[-1]['public']}"
    assert flaws(bundle(ours, name), *heads) == flaws(bundle(theirs, name), *heads) == [split]


@pytest.fixture(scope="module")
def proven(tmp_path_factory: pytest.TempPathFactory) -> list[Bundle]:
    """The archives of one fight, full and redacted, with the heads noted along the way."""
    return bundles(tmp_path_factory.mktemp("proven"))


def bundles(folder: Path) -> list[Bundle]:
    """The same, for any folder."""
    with elsewhere(folder) as service:
        name = fought(service)
        heads = noted(service, name)
        found = [Bundle.of(bundle(service, name, eyes), heads) for eyes in EYES.values()]
        with_cards = dealt(service)
        more = [with_cards, afresh(service)]
        found += [Bundle.of(bundle(service, n), noted(service, n)) for n in more]
        with elsewhere(folder, "there") as there:
            moved = gone_on(service, name, there)
            return [*found, Bundle.of(bundle(there, moved), noted(there, moved))]


def held(edit: Edit, of: Bundle) -> None:
    """Check that an edit is rejected, and found where it was made."""
    found = set(flaws(edit.data, *of.noted))
    assert found, edit.done
    assert not edit.found or found & edit.found, (edit.done, edit.found, found)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_edit_is_rejected_and_located(proven: list[Bundle], kind: Any):
    chance = Random(kind.__name__)
    for _ in range(3):
        of = one_for(kind, proven, chance)
        held(kind(of, chance), of)


def test_an_entry_that_swallows_the_next_is_found_itself(proven: list[Bundle]):
    """The line feed between them is gone: the first is as broken as the second is missing."""
    for of in proven:
        entries = [*of.entries[:3], of.entries[3][:-1] + b"*", *of.entries[4:]]
        assert "entry 4" in flaws(of.with_entries(entries))


def test_what_is_edited_verifies_until_then(proven: list[Bundle]):
    for of in proven:
        assert flaws(pack_archive(of.files), *of.noted) == []
        assert flaws(resealed(of, of.entries), *of.noted) == []


def test_a_cunning_edit_is_found_by_a_noted_head_in_javascript_too(
    proven: list[Bundle], tmp_path: Path
):
    for nth, kind in enumerate(CUNNING):
        edit = kind(proven[0], Random(nth))
        said = in_javascript(tmp_path, edit.data, proven[0].noted)
        assert any(f"\n{place}: " in said for place in edit.found), said


def test_a_body_that_says_a_thing_twice_is_found(proven: list[Bundle]):
    of = proven[0]
    at = next(n for n, entry in enumerate(of.entries) if b'"balance":3' in entry)
    entry = of.entries[at].replace(b'"balance":3', b'"balance":9,"balance":3')
    data = resealed(of, [*of.entries[:at], entry, *of.entries[at + 1 :]])
    assert flaws(data) == [f"entry {at + 1}"]


@pytest.mark.parametrize("kind", IN_JAVASCRIPT, ids=lambda kind: kind.__name__)
def test_an_edit_is_found_in_javascript_too(proven: list[Bundle], tmp_path: Path, kind: Any):
    chance = Random(f"javascript {kind.__name__}")
    of = one_for(kind, proven, chance)
    edit = kind(of, chance)
    said = in_javascript(tmp_path, edit.data)
    assert said.startswith("DOES NOT HOLD\n"), (edit.done, said)
    assert any(f"\n{place}: " in said for place in edit.found), (edit.done, edit.found, said)


def test_the_signature_is_the_servers(service: Service):
    name = fought(service)
    data, key = Bundle.of(bundle(service, name)), noted(service, name)[-1]["key"]
    whole = pack_archive(data.files)
    assert (check_archive(whole).signer, flaws(whole, signer=key)) == (key, [])
    assert flaws(whole, signer="00" * 32) == ["signature.json"]
    bare = unsigned(data, {})
    assert (check_archive(bare).signer, flaws(bare), flaws(bare, signer=key)) == (
        "",
        [],
        ["signature.json"],
    )
    sign = json.loads(data.files["signature.json"])
    sign["signature"] = sign["signature"][::-1]
    assert flaws(data.with_file("signature.json", canonical(sign))) == ["signature.json"]
    assert flaws(bundle(service, name, Eyes(), unsigned=True)) == []


def test_a_noted_head_that_the_server_never_signed_accuses_nobody(service: Service):
    name = fought(service)
    head = {**noted(service, name)[-1], "public_root": "00" * 32}
    assert "the noted head" in flaws(bundle(service, name), head)
