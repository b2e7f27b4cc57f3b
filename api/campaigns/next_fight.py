"""Next fight of a campaign: its characters come in as they left their last one.

Each is one report of the campaign: the sheet as it was last, then the pools and conditions that
outlast a fight (`projections.campaigns.outlasting`). What everybody saw is carried, nothing else:
what something hidden has touched is left to the referee, who is told of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from api.campaigns.last_sheets import joins_by_id
from api.combats.open_combat import OpenCombat
from api.combats.viewers.sights import Sights
from api.service.batch import join_all
from api.service.service import Request, Service
from api.store.core.rows import CatalogueRow
from domain import commands as c
from domain.ruleset.ruleset import Refused
from domain.ruleset.scene import Scene
from domain.state.viewer import PUBLIC, REFEREE
from projections.campaigns.fight_record import fighters, players
from projections.campaigns.outlasting import outlasting

SOURCE: Final = "campaign"
"""What reports of the characters of a campaign name as their source."""

MOST_FIGHTS: Final = 50
"""How many of the last fights are looked through for a character."""


class Character(NamedTuple):
    """A character as they left their last fight: how they come into the next one, and with what.

    `in_doubt` are pools that something hidden has touched: they come in as the sheet has them.
    """

    name: str
    person: str
    join: c.Join
    changes: tuple[dict[str, Any], ...]
    in_doubt: tuple[str, ...]

    @property
    def report(self) -> c.Report:
        """The command by which they come in."""
        parts = self.join.model_dump(exclude={"type", "note", "instead", "hidden"})
        changes = [{"what": "join", **parts}, *self.changes]
        return c.Report.model_validate(
            {"source": SOURCE, "id": self.join.subject, "changes": changes}
        )


def characters(
    service: Service, campaign: str, ruleset: str, but: str = ""
) -> dict[str, Character]:
    """Return the characters of a campaign in one game, by name, as they left their last fight.

    They are those whom a player plays; where no player has a seat, everybody who fought. The fight
    that they come into is left out.
    """
    found = dict[str, Character]()
    rows = service.log.combats(campaign=campaign, ruleset=ruleset, limit=MOST_FIGHTS)
    newest_first = sorted(rows, key=lambda row: -row.opened_at)
    for row in (row for row in newest_first if row.combat != but):
        for character in _of_fight(service, row):
            found.setdefault(character.name, character)
    played = {name: one for name, one in found.items() if one.person != REFEREE}
    return played or found


def _of_fight(service: Service, row: CatalogueRow) -> Iterator[Character]:
    with service.lock_combat(row.combat) as combat:
        yield from list(_characters(combat))


def _characters(combat: OpenCombat) -> Iterator[Character]:
    sight, rules = Sights().of(combat, PUBLIC), combat.rules
    entries = sight.seen_entries(range(1, len(sight) + 1))
    played, moment = list(sight.path(0, sight.node)), sight.moment(sight.node)
    plays, sheets = players(entries, moment.combat.roster), joins_by_id(combat)
    scene = Scene(moment.combat, rules)
    for member in fighters(moment.combat.roster):
        if member.subject in sheets:
            join = sheets[member.subject]
            more = rules.carried(scene, member.subject)
            said = {"traits": {**join.traits, **more}, "name": member.name, "side": member.side}
            took = outlasting(moment, played, rules, member.subject)
            yield Character(member.name, plays[member.subject], join.model_copy(update=said), *took)


def chosen(found: dict[str, Character], names: Collection[str]) -> list[Character]:
    """Return the characters of these names, or all where none is named; raises Refused."""
    if unknown := [name for name in names if name not in found]:
        why = f"the campaign has no character {unknown[0]!r} in this game"
        raise Refused("", why, None, "/carry", legal=list(found))
    return [one for name, one in found.items() if not names or name in names]


def carry_in(service: Service, combat: str, coming: Iterable[Character], request: Request) -> None:
    """Let characters come into a fight, all or none; once for the key of the request."""
    coming = list(coming)
    if coming:
        reports = [one.report for one in coming]
        whole = request._replace(command=reports[0])
        join_all(service, combat, reports, [one.name for one in coming], whole)


def left_out(coming: Iterable[Character]) -> list[str]:
    """Return in words what was not carried, for the referee to set by hand."""
    return [
        f"{one.name}: {pool} is as on the sheet, since something hidden has touched it."
        for one in coming
        for pool in islice(one.in_doubt, 5)
    ]
