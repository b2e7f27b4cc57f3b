"""Evidence over HTTP and on the command line: who gets what, and heads that hold or do not."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from api.evidence.archive_checks import check_archive
from api.evidence.checks.flaws import Flaw
from api.evidence.checks.merkle_proofs import consistent, is_included
from api.evidence.heads import canonical, check_signature, follows, genuine
from api.evidence.zip_archive import unpack_archive
from tests.support.clients.cli_runner import Typed, typed_in
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table


def test_the_referee_gets_everything_and_what_a_seat_sees(table: Table):
    table.operator.says("roll", who="referee", sides=20, hidden=True)
    for path, eyes, closed in (
        ("evidence as application/zip", "referee", 0),
        ("evidence?for=s1 as application/zip", "s1", 1),
        ("evidence?for=public as application/zip", "public", 1),
        ("evidence?for=s4 as application/zip", "referee", 0),
    ):
        answer = table.rita.get(path)
        assert (answer.status_code, answer.mimetype) == (200, "application/zip")
        assert answer.headers["Cache-Control"] == "no-store"
        report = check_archive(answer.data)
        assert (report.flaws, report.head["for"], report.closed) == ([], eyes, closed)
    assert table.rita.get("evidence?for=s9 as application/zip").status_code == 404
    assert table.rita.get("evidence?for=nobody as application/zip").status_code == 422


def test_others_get_theirs_when_the_combat_has_ended(table: Table):
    table.operator.says("roll", who="referee", sides=20, hidden=True)
    for caller in (table.ana, table.sue):
        refused = caller.get("evidence as application/zip")
        assert refused.status_code == 409 and "when the combat has ended" in refused.text
        assert caller.get("evidence?for=s1 as application/zip").status_code == 403
    table.operator.says("end")
    for caller, eyes in ((table.ana, "s1"), (table.sue, "s3")):
        report = check_archive(caller.get("evidence as application/zip").data)
        assert (report.flaws, report.head["for"], report.closed) == ([], eyes, 1)
    assert table.nobody.get("evidence as application/zip").status_code == 401


def test_heads_of_the_feed_are_signed_and_proven(table: Table):
    first = table.ana.read("evidence")["head"]["head"]
    said = {name: first[name] for name in ("combat", "public", "public_root", "signed_at")}
    table.service.effects = table.service.effects._replace(now=lambda: said["signed_at"])
    check_signature(first["key"], first["signature"], canonical(said))
    table.operator.says("roll", who="referee", sides=20, hidden=True)
    assert table.ana.read("evidence")["head"]["head"] == first, (
        "the feed tells nothing of what is hidden"
    )
    table.ana.says("roll", who="ana", sides=20)
    later = table.sue.read(f"evidence?since={first['public']}&entry=3")
    head, path = later["head"]["head"], [bytes.fromhex(x) for x in later["head"]["path"]]
    roots = [bytes.fromhex(each["public_root"]) for each in (first, head)]
    assert consistent(first["public"], head["public"], roots[0], roots[1], path)
    leaf, path = _leaf(later["entry"]), [bytes.fromhex(x) for x in later["entry"]["path"]]
    assert is_included(leaf, 2, head["public"], path, roots[1])


def test_the_time_of_signing_is_signed_and_shown(table: Table):
    def at(time: int) -> dict[str, Any]:
        table.service.effects = table.service.effects._replace(now=lambda: time)
        head: dict[str, Any] = table.ana.read("evidence")["head"]["head"]
        return head

    early, late = at(1_700_000_000_000), at(1_700_000_060_000)
    assert late["signed_at"] - early["signed_at"] == 60_000
    assert late["public_root"] == early["public_root"] and late["signature"] != early["signature"]
    bundled = table.rita.get("evidence as application/zip").data
    assert check_archive(bundled, [early, late]).flaws == []
    for forged in ({**early, "signed_at": late["signed_at"]}, _without(early, "signed_at")):
        assert [flaw.where for flaw in check_archive(bundled, [forged]).flaws] == ["the noted head"]
        with pytest.raises(Flaw, match="did not sign"):
            genuine(forged)
    follows(early, table.ana.read(f"evidence?since={early['public']}")["head"])
    page = Reader(table.app, table.tokens["ana"]).get(f"/combats/{table.combat}/heads")
    assert ">14 Nov 2023, 22:14 UTC</time>" in page.text


def _without(head: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in head.items() if key != name}


def _leaf(entry: dict[str, Any]) -> bytes:
    number = int(entry["number"]).to_bytes(8, "big")
    told = b"\x04" + number + bytes.fromhex(entry["anchor"]) + bytes.fromhex(entry["leaf"])
    return hashlib.sha256(told).digest()


def test_the_anchors_are_opened_by_the_bundle(table: Table):
    """The feed that devices knew is the one that the archive opens, hidden entries and all."""
    heads = []
    for _ in range(3):
        table.operator.says("roll", who="referee", sides=20, hidden=True)
        table.ana.says("roll", who="ana", sides=20)
        heads.append(table.ana.read("evidence")["head"]["head"])
    entry = table.ana.read("evidence?entry=2")["entry"]
    data = table.rita.get("evidence as application/zip").data
    assert check_archive(data, heads).flaws == []
    lines = unpack_archive(data)[0]["entries.txt"].split(b"\n")
    anchor = next(line for line in lines if line.startswith(b"2 ")).split(b" ")[3]
    before = bytes.fromhex(next(x for x in lines if x.startswith(b"1 ")).split(b" ")[4].decode())
    opened = hashlib.sha256(b"\x03" + bytes.fromhex(anchor[1:33].decode()) + before)
    assert opened.hexdigest() == entry["anchor"]


@pytest.mark.parametrize(
    "query", ["number=999", "since=999", "number=3&since=4", "entry=999", "number=3&entry=4"]
)
def test_what_cannot_be_proven_is_not_there(table: Table, query: str):
    assert table.ana.get(f"evidence?{query}").status_code == 404


# --- the command line ----------------------------------------------------------------------


def test_heads_are_noted_held_and_a_bundle_is_verified(tmp_path: Path, monkeypatch: Any):
    with typed_in(tmp_path, monkeypatch) as typed:
        typed.says("play fight.jsonl")
        assert "It goes on from 0 heads" in typed.says("evidence heads last -o heads.ndjson")
        typed.says("play more.jsonl --into last")
        assert "It goes on from 1 heads" in typed.says("evidence heads last -o heads.ndjson")
        assert len((tmp_path / "heads.ndjson").read_text().splitlines()) == 2
        typed.says("evidence bundle last -o fight.zip")
        assert "VERIFIED c-" in typed.says("evidence verify fight.zip --noted heads.ndjson")
        found = typed.json("evidence verify fight.zip --noted heads.ndjson")
        assert (found["verified"], found["flaws"], found["state"]) == (True, [], True)


def test_another_history_is_told_by_a_noted_head(tmp_path: Path, monkeypatch: Any):
    with typed_in(tmp_path, monkeypatch) as typed:
        typed.says("play fight.jsonl")
        typed.says("evidence heads last -o heads.ndjson")
        head = json.loads((tmp_path / "heads.ndjson").read_text())
        other = {**head, "public_root": "00" * 32}
        (tmp_path / "other.ndjson").write_text(json.dumps(other))
        refused = typed.fails("evidence heads last --noted other.ndjson")["detail"]
        assert refused.startswith(f"public entry {head['public']}: another history was shown")
        longer = {**head, "public": head["public"] + 1}
        (tmp_path / "longer.ndjson").write_text(json.dumps(longer))
        assert (
            "another history" in typed.fails("evidence heads last --noted longer.ndjson")["detail"]
        )


def test_what_is_wrong_with_a_bundle_is_printed_with_its_place(tmp_path: Path, monkeypatch: Any):
    with typed_in(tmp_path, monkeypatch) as typed:
        typed.says("play fight.jsonl")
        typed.says("evidence bundle last -o fight.zip")
        data = (tmp_path / "fight.zip").read_bytes()
        (tmp_path / "bad.zip").write_bytes(
            data.replace(b'"manoeuvre":"strike"', b'"manoeuvre":"stroke"')
        )
        done = typed.run("evidence verify bad.zip")
        assert done.exit_code == 1 and done.stdout.startswith("NOT VERIFIED\n")
        assert _broken(typed) == ["entry"]


def _broken(typed: Typed) -> list[str]:
    done = typed.run("evidence verify bad.zip --json")
    assert done.exit_code == 1
    places = [flaw["where"].split(" ")[0] for flaw in json.loads(done.stdout)["flaws"]]
    return sorted({place for place in places if place == "entry"})
