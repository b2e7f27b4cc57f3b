"""A fight in a game that nobody has heard of: Vala and Bram against a wolf, in its first round."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from domain import commands as c
from tests.support.clients.http_client import Json, Table
from tests.support.goldens.samples import service_in

SHEETS: Mapping[str, Json] = {
    "vala": {"hp": 12, "pools": {"mana": 5}},
    "bram": {"hp": 15},
    "wolf": {"hp": 9},
}


def any_game(
    folder: Path, sheets: Mapping[str, Json] = SHEETS, begun: bool = True, **sides: str
) -> Table:
    """Return a table at which each comes with a sheet, and with a side where one is named."""
    service = service_in(folder)
    opened = service.open(c.Open(ruleset="open", settings={"order": "as added"}))
    table = Table.at_combat(service, opened.combat.name)
    for who, sheet in sheets.items():
        side = {"side": sides[who]} if who in sides else {}
        table.operator.says("join", subject=who, name=who.title(), traits=sheet, **side)
    if begun:
        table.operator.says("answer", who="referee", about="round", choice="begin")
    return table
