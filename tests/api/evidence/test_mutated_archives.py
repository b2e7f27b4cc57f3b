"""No archive breaks the one who verifies it: it is not verified, and the place is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli import main
from api.evidence.archive_checks import check_archive
from api.evidence.heads import canonical
from api.evidence.zip_archive import pack_archive
from tests.api.evidence.test_edited_archives import bundles
from tests.support.tampering.edited import PROOFS, Bundle
from tests.support.tampering.mutated import MUTATIONS, held, mutants, signer_of


@pytest.fixture(scope="module")
def proven(tmp_path_factory: pytest.TempPathFactory) -> list[Bundle]:
    """The archives of one fight, full and redacted, with the heads noted along the way."""
    return bundles(tmp_path_factory.mktemp("proven"))


def test_archives_changed_at_random_are_not_verified_and_the_place_is_told(proven: list[Bundle]):
    seen = sum(held(bundle, data) for _, bundle, data in mutants(proven, range(400)))
    assert seen > 300


@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda mutate: mutate.__name__)
def test_the_command_line_tells_it_in_words_and_as_json(
    proven: list[Bundle], tmp_path: Path, mutate: object
):
    seeds = [seed for seed in range(60) if MUTATIONS[seed % len(MUTATIONS)] is mutate]
    for seed, bundle, data in mutants(proven, range(seeds[0], seeds[-1] + 1, len(MUTATIONS))):
        (file := tmp_path / f"{seed}.zip").write_bytes(data)
        words = ["evidence", "verify", str(file), "--signer", signer_of(bundle)]
        said, as_json = (CliRunner().invoke(main, [*words, *more]) for more in ([], ["--json"]))
        assert isinstance(said.exception, SystemExit | None), seed
        found = json.loads(as_json.stdout)
        assert found["verified"] == (said.exit_code == 0) == (as_json.exit_code == 0)
        assert found["verified"] or (
            said.stdout.startswith("NOT VERIFIED\n")
            and all(flaw["where"] and flaw["why"] for flaw in found["flaws"])
        )


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\3\4", b"\0" * 100, b"PK\5\6" + bytes(18)])
def test_what_is_no_archive_is_not_verified(data: bytes):
    assert check_archive(data).flaws


def test_an_empty_list_of_proofs_that_is_an_object_is_found(proven: list[Bundle]):
    of = next(b for b in proven if not json.loads(b.files[PROOFS])["consistency"])
    changed = canonical(json.loads(of.files[PROOFS]) | {"consistency": {}})
    assert held(of, of.with_file(PROOFS, changed))


def test_a_file_without_a_name_is_called_so(proven: list[Bundle]):
    data = bytearray(pack_archive({"": b"", **proven[0].files}))
    data[10] ^= 1  # the time of its first file
    flaws = check_archive(bytes(data)).flaws
    assert any(flaw.where == "a file without a name" for flaw in flaws)
