"""Which combats belong to which campaign; the operator says so, beside the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from api.store.core import row_seals as seals
from api.store.core import rows
from api.store.core.tables import Tables

_LEAVE_CAMPAIGN: Final = "DELETE FROM campaigns WHERE combat = ?"


class Memberships:
    """A part of the log: the campaigns of combats. A damaged row puts a combat into none."""

    tables: Tables

    def put_campaign(self, row: rows.CampaignRow) -> None:
        """Let a combat belong to a campaign, and to no other; without a name to none."""
        if row.campaign:
            self.tables.execute(seals.CAMPAIGNS.upsert, *seals.CAMPAIGNS.sealed_row(row))
        else:
            self.tables.execute(_LEAVE_CAMPAIGN, row.combat)

    def campaigns_of(self, combats: Sequence[str]) -> dict[str, str]:
        """The campaigns that combats belong to, by combat; those in none are left out."""
        found = self._belonging(f"WHERE {is_among(combats)}", *combats)
        return {row.combat: row.campaign for row in found}

    def campaign_of(self, combat: str) -> str:
        """The campaign that a combat belongs to; empty where it belongs to none."""
        return self.campaigns_of([combat]).get(combat, "")

    def fights_of(self, campaign: str) -> list[str]:
        """The combats that belong to a campaign."""
        return [row.combat for row in self._belonging("WHERE campaign = ?", campaign)]

    def campaigns(self) -> list[str]:
        """The names of all campaigns."""
        return sorted({row.campaign for row in self._belonging("")})

    def _belonging(self, where: str, *values: str) -> list[rows.CampaignRow]:
        """Rows of campaigns; one that is not as it was written puts a combat into none."""
        found = self.tables.recall(f"{seals.CAMPAIGNS.select} {where}", *values)
        return [seals.CAMPAIGNS.unsealed_row(r) for r in found if seals.CAMPAIGNS.is_whole(r)]


def is_among(combats: Sequence[str]) -> str:
    """The condition that a combat is one of these; PostgreSQL takes no empty list."""
    return f"combat IN ({', '.join('?' for _ in combats) or 'NULL'})"
