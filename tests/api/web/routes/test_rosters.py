"""Pasted rosters over HTTP: the report comes first, and who is understood joins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from api.store.core.rows import Record
from api.store.core.side_rows import Beside
from api.web.route_table import TEXT
from domain import commands as c
from domain.state.viewer import Viewer
from tests.support.clients.http_client import Caller, Table, json_of
from tests.support.goldens.samples import service_in

HOW = {"Content_Type": TEXT}


@pytest.fixture
def bridge(tmp_path: Path) -> Table:
    """A fight of any game with nobody in it."""
    service = service_in(tmp_path)
    return Table.at_combat(service, service.open(c.Open(ruleset="open")).combat.name)


def members(table: Table) -> dict[str, str]:
    found = table.service.combat(table.combat).head.roster.members
    return {subject: member.name for subject, member in found.items()}


def test_all_join_where_nothing_is_remarked(bridge: Table):
    text = "Enemies:\n2 x Goblin HP 7 AC 13 +2\nThug HP 32 [prone] -- by the door"
    answer = json_of(bridge.operator.post("import", text.encode(), **HOW))
    assert (answer["joined"], answer["remarks"]) == (True, [])
    assert members(bridge) == {"goblin-1": "Goblin 1", "goblin-2": "Goblin 2", "thug": "Thug"}
    assert answer["combatants"][0]["traits"] == {"hp": 7, "ac": 13, "initiative": 2}
    head = bridge.service.combat(bridge.combat).head
    assert head.pools.balance_of("goblin-2", "hp") == 7
    assert head.roster.members["thug"].side == "Enemies"
    assert [one.name for one in head.conditions.on("thug")] == ["prone"]


def test_who_has_more_than_their_most_joins_with_that(bridge: Table):
    text = b"Kara 30/24 slots=5/4 AC 16\nShade 12/9 hidden\nOrc 9/9"
    answer = json_of(bridge.operator.post("import", text, **HOW))
    assert [one["code"] for one in answer["remarks"]] == ["over-most"] * 3 and not members(bridge)
    answer = json_of(bridge.operator.post("import?despite-remarks=1", text, **HOW))
    assert answer["joined"]
    assert answer["combatants"][0]["traits"]["hp"] == {"current": 30, "most": 24}
    pools = bridge.service.combat(bridge.combat).head.pools
    found = {(who, pool) for who in ("kara", "shade") for pool in pools.of[who]}
    held = {each: (pools.balance_of(*each), pools.limits_of(*each).most) for each in found}
    assert held == {("kara", "hp"): (30, 24), ("kara", "slots"): (5, 4), ("shade", "hp"): (12, 9)}
    combat = bridge.service.combat(bridge.combat)
    seen = combat.view(Viewer("ann", "spectator"))
    assert seen.pools.balance_of("kara", "hp") == 30 and "shade" not in seen.pools.of


def test_nobody_joins_before_the_report_was_seen(bridge: Table):
    text = b"Dragon HP lots AC 19\nKara HP 24"
    answer = json_of(bridge.operator.post("import", text, **HOW))
    assert (answer["joined"], members(bridge)) == (False, {})
    assert answer["remarks"] == [
        {
            "code": "not-understood",
            "line": 1,
            "column": 8,
            "words": "HP lots",
            "why": 'Not understood: "HP lots".',
            "taken": "Dragon is taken without it.",
            "instead": "Write a whole number behind it, as in: HP 7.",
            "left_out": "HP lots",
        }
    ]
    answer = json_of(bridge.operator.post("import?despite-remarks=1", text, **HOW))
    assert answer["joined"] and set(members(bridge)) == {"dragon", "kara"}


def test_a_dry_run_reads_and_brings_nobody_in(bridge: Table):
    answer = json_of(bridge.operator.post("import?dry-run=1", b"Kara HP 24", **HOW))
    assert (answer["joined"], answer["combatants"][0]["subject"]) == (False, "kara")
    assert members(bridge) == {}


def test_bytes_that_are_no_utf_8_are_read_and_said(bridge: Table):
    answer = json_of(bridge.operator.post("import?dry-run=1", "Élan HP 7".encode("cp1252"), **HOW))
    assert answer["combatants"][0]["name"] == "Élan"
    assert answer["remarks"][0]["taken"] == "It was read as cp1252."


def test_one_who_comes_later_gets_a_number(bridge: Table):
    bridge.operator.post("import", b"Goblin HP 7", **HOW)
    answer = json_of(bridge.operator.post("import?despite-remarks=1", b"Goblin HP 7", **HOW))
    assert answer["remarks"][0]["taken"] == 'It is taken as "Goblin 1".'
    assert members(bridge) == {"goblin": "Goblin", "goblin-1": "Goblin 1"}


def test_a_text_that_is_too_large_is_refused(bridge: Table):
    assert bridge.operator.post("import?as=roster", b"a" * 20_001, **HOW).status_code == 413
    assert members(bridge) == {}


def test_a_text_of_the_most_bytes_is_read_to_its_end(bridge: Table):
    token = bridge.service.vault.operator_token()
    answer = bridge.app.test_client().post(
        f"/v1/combats/{bridge.combat}/import?dry-run=1&as=roster",
        data=b"0" * 20_000,
        headers={"Authorization": f"Bearer {token}"},
        content_type=TEXT,
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code == 200


def test_other_games_take_no_roster(table: Table):
    answer = table.operator.post("import", b"Kara HP 24", **HOW)
    assert answer.status_code == 409 and "any game" in json_of(answer)["detail"]


def test_only_the_referee_brings_anybody_in(bridge: Table):
    nobody = Caller(bridge.app.test_client(), None, bridge.operator.at)
    assert nobody.post("import", b"Kara HP 24", **HOW).status_code == 401


def test_all_join_in_one_transaction_and_once_for_a_key(
    bridge: Table, monkeypatch: pytest.MonkeyPatch
):
    append, appended = bridge.service.log.append, list[int]()

    def counting(records: Sequence[Record], beside: Beside) -> Sequence[int]:
        appended.append(len(records))
        return append(records, beside)

    monkeypatch.setattr(bridge.service.log, "append", counting)
    text = b"3 x Goblin HP 7 AC 13\nOgre HP 59 AC 11\n"
    first, again = (
        bridge.operator.post("import", text, **HOW, Idempotency_Key="k") for _ in range(2)
    )
    assert json_of(first)["joined"] and json_of(again) == json_of(first)
    assert len(members(bridge)) == 4
    assert len(appended) == 1


def test_names_of_the_preset_are_understood(bridge: Table):
    said = bridge.operator.post("/v1/combats", {"ruleset": "open", "preset": "dnd-5e"})
    at = f"/v1/combats/{json_of(said)['combat']}/import?dry-run=1"
    text = b"Kara HP 24 armor class 16 +3 pp 12\nBo speed 30 save dc 14"
    answer = json_of(bridge.operator.post(at, text, **HOW))
    assert (answer["kind"], answer["remarks"]) == ("roster", [])
    kara, bo = (one["traits"] for one in answer["combatants"])
    assert kara == {"hp": 24, "ac": 16, "initiative": 3, "passive perception": 12}
    assert bo == {"speed": 30, "spell save dc": 14}
    assert json_of(bridge.operator.post(at.partition("?")[0], text, **HOW))["joined"]


def test_columns_of_the_preset_are_fields_in_the_report(bridge: Table):
    said = bridge.operator.post("/v1/combats", {"ruleset": "open", "preset": "dnd-5e"})
    at = f"/v1/combats/{json_of(said)['combat']}/import"
    text = b"name;hp;ac;pp;speed\nKara;24;16;12;30"
    answer = json_of(bridge.operator.post(at, text, **HOW))
    assert [(one["how"], one["said"]) for one in answer["findings"]] == [
        ("imported", "It is a header, or a side."),
        ("imported", "Kara: hp 24/24, ac 16, passive perception 12, speed 30."),
    ]


def test_a_condition_of_the_preset_begins_with_its_level(bridge: Table):
    said = bridge.operator.post("/v1/combats", {"ruleset": "open", "preset": "dnd-5e"})
    combat = json_of(said)["combat"]
    at = f"/v1/combats/{combat}/import?despite-remarks=1"
    text = b"Kara HP 24 [exhaustion 2]\nBo HP 9 [Exhaustion 9]"
    assert json_of(bridge.operator.post(at, text, **HOW))["joined"]
    on = bridge.service.combat(combat).head.conditions.on
    found = [(one.name, one.level) for who in ("kara", "bo") for one in on(who)]
    assert found == [("exhaustion", 2), ("exhaustion", 6)]


def test_a_hint_does_not_stop_the_joining(bridge: Table):
    text = b"Kara HP 24\nthe one with the funny hat"
    answer = json_of(bridge.operator.post("import", text, **HOW))
    assert answer["joined"] and [one["code"] for one in answer["remarks"]] == ["no-numbers"]
    assert set(members(bridge)) == {"kara", "the-one-with-the-funny-hat"}
