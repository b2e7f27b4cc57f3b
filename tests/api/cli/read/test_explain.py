"""`combatlog explain`: why, why not, and the ledger."""

from __future__ import annotations

import csv
import io

from tests.support.clients.cli_runner import Typed


def test_why_one_ap_is_printed_as_postings_that_add_up(typed: Typed):
    lines = typed.says("explain why last AP of ana").splitlines()
    assert lines[0] == "Ana: 1 AP"
    amounts = [line.split()[1] for line in lines[2:6]]
    assert amounts == ["+3", "+0", "-1", "-1"]
    assert "pays" in lines[5] and "Ana's strike" in lines[5] and lines[5].endswith("§ T4 Striking")
    assert lines[6].split() == ["1", "in", "all"]
    assert "in sums: supplied 3, spent 2, left 1" in lines


def test_what_cannot_be_explained_says_what_can(typed: Typed):
    assert (
        "Known: AP of Ana, side by side of Ana."
        in typed.fails("explain why last beer of ana")["detail"]
    )
    assert typed.json("explain why last AP of ana --at 12")["number"] == "12"


def test_why_not_is_printed_with_the_window_and_everybody_in_it(typed: Typed):
    said = typed.says("explain why-not last ana parry")
    assert said.startswith("Ana: parry: Ana is not asked now")
    assert "The question: a reaction? (on Ana's strike) [§ T4 Striking]" in said
    assert any(line.split() == ["Bert", "1", "waits"] for line in said.splitlines())
    assert "it is their own act" in said
    assert typed.json("explain why-not last bert parry")["allowed"] is True


def test_the_ledger_is_printed_as_a_table_and_as_csv(typed: Typed):
    said = typed.says("explain ledger last")
    assert "Ana's move" in said and "supplied 3, spent 2, left 1" in said
    rows = list(csv.DictReader(io.StringIO(typed.says("explain ledger last --csv"))))
    assert [row["delta"] for row in rows if row["subject"] == "ana"] == ["3", "0", "-1", "-1"]
