"""A campaign as it is answered: its fights, first to last, and what they come to.

Everybody with a seat in one of the fights sees all of it, since it holds only what everybody at
each table saw. Names are looked up as it is read, so that a forgotten one is in no answer.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from api.campaigns.projector import RECORD
from api.service.service import Service
from api.store.campaigns.open_records import open_records
from api.store.core.errors import Damaged
from api.store.core.rows import CatalogueRow
from projections.campaigns.totals import Campaign, CampaignFight, NamedRecord, campaign_totals

MOST_FIGHTS: Final = 200
"""Fights that are added up, those that changed last."""


def campaign(service: Service, name: str) -> Campaign:
    """Return a campaign from the records of its fights, as far as those are made."""
    rows = service.log.combats(campaign=name, limit=MOST_FIGHTS)
    rows = sorted(rows, key=lambda row: (row.opened_at, row.combat))
    with open_records(service.log.settings) as kept:
        found = kept.records([row.combat for row in rows])
    records = {combat: RECORD.validate_json(record) for combat, record in found.items()}
    named = dict[str, NamedRecord]()
    for combat in (row.combat for row in rows if row.combat in records):
        # A damaged fight counts nowhere, and holds up no other.
        with suppress(Damaged):
            names = {row.id: row.name.decode() for row in service.log.people(combat)}
            named[combat] = NamedRecord(combat, records[combat], names)
    fights = tuple(_fight(row, named.get(row.combat)) for row in rows)
    return Campaign(name, fights, campaign_totals(list(named.values())))


def _fight(row: CatalogueRow, named: NamedRecord | None) -> CampaignFight:
    record = named.record if named else None
    counted = record is not None and record.changed_at == row.changed_at
    rounds, seconds = (record.rounds, record.seconds) if record else (0, 0)
    what = row.combat, row.title, row.ruleset, row.status, row.opened_at
    return CampaignFight(*what, rounds, seconds, counted)


def readable_campaigns(service: Service, combat: str, *, is_operator: bool) -> list[str]:
    """Return the campaigns that somebody may read: the one of their fight; the operator all."""
    if is_operator:
        return service.log.campaigns()
    name = service.log.campaign_of(combat) if combat else ""
    return [name] if name else []
