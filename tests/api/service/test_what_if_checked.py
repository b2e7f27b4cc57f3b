"""A what-if is held to the checks of any log, and so is what it says was decided elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.evidence.bundle import bundle
from api.evidence.checks.dice_checks import key_bonds
from api.evidence.checks.flaws import Flaw
from api.evidence.checks.log_checks import Words
from api.evidence.checks.whole_log import check_log
from domain import events as e
from domain.log.codec import IMPORTED, Entry
from tests.api.web.routes.test_commands import MOVE
from tests.support.clients.http_client import Table
from tests.support.combats.javascript_checker import in_javascript
from tests.support.combats.what_ifs import LUCK, tries


def begun(table: Table) -> tuple[str, list[Entry]]:
    """A what-if in which two dice fell, and its entries."""
    table.ana.says(**MOVE)
    there = tries(table, table.ana)
    there.says(**LUCK)
    there.says(**LUCK)
    name = there.at.rpartition("/")[2]
    combat = table.service.combat(name)
    return name, list(combat.entries(1, combat.line.entries, kept=True))


def check(name: str, entries: list[Entry]) -> None:
    check_log(name, entries, key_bonds(name, entries), {}, Words({}, {}))


def test_only_what_was_decided_elsewhere_lacks_its_command(table: Table):
    name, entries = begun(table)
    check(name, entries)
    assert any(x.meta.nth == 0 and x.kept is None for x in entries[1:-2])
    with pytest.raises(Flaw, match=f"entry {len(entries)}: a step keeps its command"):
        check(name, [*entries[:-1], entries[-1]._replace(kept=None)])


def test_nothing_that_was_decided_elsewhere_follows_what_was_decided_here(table: Table):
    name, entries = begun(table)
    last = entries[-1]
    elsewhere = last._replace(meta=last.meta.model_copy(update={"basis": IMPORTED}))
    with pytest.raises(Flaw, match=f"entry {len(entries)}: it was decided in another log, but"):
        check(name, [*entries[:-1], elsewhere])


@pytest.mark.parametrize("basis", ["", IMPORTED])
def test_nothing_was_decided_elsewhere_where_the_opening_names_no_other(table: Table, basis: str):
    name, [first, *others] = begun(table)
    assert isinstance(first.event, e.CombatOpened)
    opening = first._replace(
        meta=first.meta.model_copy(update={"basis": basis}),
        event=first.event.model_copy(update={"origin": None}),
    )
    at = 1 if basis else 2
    with pytest.raises(Flaw, match=f"entry {at}: it was decided in another log, but"):
        check(name, [opening, *others])


def test_the_independent_checker_holds_a_what_if_for_whole(table: Table, tmp_path: Path):
    name, _ = begun(table)
    said = in_javascript(tmp_path, bundle(table.service, name))
    assert said.startswith("HOLDS "), said
