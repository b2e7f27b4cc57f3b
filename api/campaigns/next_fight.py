"""Next fight of a campaign: its characters come in as they left their last one.

Each is one report of the campaign: the sheet as it was last, then the pools and conditions that
outlast a fight (`projections.campaigns.outlasting`). What everybody saw is carried, nothing else:
what something hidden has touched is left to the referee, who is told of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from api.combats.open_combat import OpenCombat
from api.combats.registry import Unknown
from api.combats.viewers.sights import Sights
from api.read.last_sheets import joins_by_id
from api.service.batch import join_all
from api.service.service import Request, Service
from api.store.core.errors import Damaged, WrongKeys
from api.store.core.rows import CatalogueRow
from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from domain.ruleset.scene import Scene
from domain.state.viewer import PUBLIC, REFEREE
from projections.campaigns.outlasting import outlasting
from projections.campaigns.turns import fighters, players
from projections.visibility.visible_log import SeenEntry

SOURCE: Final = "campaign"
"""What reports of the characters of a campaign name as their source."""

MOST_FIGHTS: Final = 50
"""How many of the last fights are looked through for a character."""


_SAME_NAME: Final = "Several fighters are called {}: one comes in, let the others join by hand."


class Character(NamedTuple):
    """A character as they left their last fight: how they come into the next one, and with what.

    `called` are all names that they had in it. `in_doubt` are pools that something hidden has
    touched: they come in as the sheet has them.
    """

    name: str
    called: frozenset[str]
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


class Cast(NamedTuple):
    """Who may come into the next fight, by name; and in words what the referee sets by hand."""

    found: dict[str, Character]
    left_out: tuple[str, ...] = ()


def characters(service: Service, campaign: str, ruleset: str, but: str = "") -> Cast:
    """Return the characters of a campaign in one game, as they left their last fight.

    They are those whom a player played in any fight; where no player has a seat, everybody who
    fought. The fight that they come into is left out, and so is one that cannot be read.
    """
    rows = service.log.combats(campaign=campaign, ruleset=ruleset, limit=MOST_FIGHTS)
    fights, unread = list[list[Character]](), list[str]()
    for row in sorted(rows, key=lambda row: -row.opened_at):
        try:
            fights += [_of_fight(service, row)] if row.combat != but else ()
        except (Damaged, Unknown, WrongKeys):
            unread.append(f"{row.title or row.combat} cannot be read: set its fighters by hand.")
    played = {one.name for fought in fights for one in fought if one.person != REFEREE}
    chose = ([one for one in fought if not played or one.name in played] for fought in fights)
    # Of two with one name, the one whom a player plays is the character.
    return _cast((sorted(each, key=lambda one: one.person == REFEREE) for each in chose), unread)


def _of_fight(service: Service, row: CatalogueRow) -> list[Character]:
    with service.lock_combat(row.combat) as combat:
        return list(_characters(combat))


def _cast(fights: Iterable[Sequence[Character]], unread: Iterable[str]) -> Cast:
    """Return each as they were last; of several with one id or one name it is the last."""
    found, ids, left_out = dict[str, Character](), dict[str, Character](), list[str](unread)
    for fought in fights:
        for one in fought:
            other, name = ids.setdefault(one.join.subject, one), one.name
            if name not in found and other is one:
                found[name] = one
            elif any(found.get(name) is each for each in fought):
                left_out.append(_SAME_NAME.format(name))
            elif name not in (*found, *other.called):
                left_out.append(f"{name} has the id of {other.name}: let {name} join by hand.")
    return Cast(found, tuple(dict.fromkeys(left_out)))


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
            called = frozenset(_names_of(played, member.subject))
            came = join.model_copy(update=said)
            yield Character(member.name, called, plays[member.subject], came, *took)


def _names_of(played: Iterable[SeenEntry], who: str) -> Iterator[str]:
    for seen in played:
        match seen.event:
            case e.Joined(subject=of, name=str(name)) | e.Edited(subject=of, name=str(name)):
                if of == who:
                    yield name


def chosen(cast: Cast, names: Collection[str]) -> Cast:
    """Return the characters of these names, or all where none is named; raises Refused."""
    if unknown := [name for name in names if name not in cast.found]:
        why = f"the campaign has no character {unknown[0]!r} in this game"
        raise Refused("", why, None, "/carry", legal=list(cast.found))
    coming = {name: one for name, one in cast.found.items() if not names or name in names}
    return Cast(coming, (*cast.left_out, *_in_doubt(coming.values())))


def _in_doubt(coming: Iterable[Character]) -> Iterator[str]:
    for one in coming:
        for pool in islice(one.in_doubt, 5):
            yield f"{one.name}: {pool} is as on the sheet, since something hidden has touched it."


def carry_in(service: Service, combat: str, cast: Cast, request: Request) -> None:
    """Let characters come into a fight, all or none; once for the key of the request."""
    if cast.found:
        reports = [one.report for one in cast.found.values()]
        whole = request._replace(command=reports[0])
        join_all(service, combat, reports, list(cast.found), whole)
