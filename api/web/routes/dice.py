"""How the dice of a combat can be trusted: what binds them, what was known; proof at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pydantic import ConfigDict

from api.combats.open_combat import OpenCombat
from api.read.table_parts import open_request
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.json_schema import plain, shape
from api.web.validation import At
from domain import events as e
from domain.dice.keyed_faces import key_name
from domain.dice.salts import Salts, entropy, says
from domain.log.codec import Entry
from domain.state.viewer import PUBLIC
from domain.table.table import KEYS
from domain.table.undo_requests import Request
from projections.story.foreknowledge import marks
from projections.wording.entry_numbers import SentNumber

ROUTES = Routes("dice")


class DiceBasis(NamedTuple):
    """What the dice stand on from a round on, beside their keys: 32 bytes in hex, and in words.

    `era` is that of the keys: another one where the combat went on elsewhere.
    """

    since: int
    salts: int
    withheld: int
    entropy: str
    says: str
    era: int = 1


class FreshRequest(e.RerollRequested):
    """An open request for fresh dice, and who has agreed; for those `away` the referee answers."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    entry: SentNumber
    agreed: tuple[str, ...]
    away: tuple[str, ...]


class Seen(NamedTuple):
    """Typed dice or a card, confirmed by witnesses."""

    entry: e.PublicNumber
    witnesses: tuple[str, ...]


class Known(NamedTuple):
    """A step chosen with knowledge: its first entry, by whom, and where what was known is shown."""

    number: str
    who: str
    how: str
    shown: tuple[str, ...]


class Bound(e.DieLabel):
    """A roll with its whole label, to be recomputed with the revealed key."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    entry: SentNumber
    key: str
    sizes: tuple[int, ...]
    faces: tuple[int, ...]
    provenance: str


class Fairness(NamedTuple):
    """All of it. `committed` and `opened` count the salts for the next round that begins.

    Labels stay closed, and `rolls` empty, until the keys are revealed.
    """

    says: str
    commitments: dict[str, str]
    standing: tuple[DiceBasis, ...]
    committed: int
    opened: int
    request: FreshRequest | None
    witnessed: tuple[Seen, ...]
    chosen: tuple[Known, ...]
    keys: dict[str, str]
    rolls: tuple[Bound, ...]


@ROUTES.get("dice", "reader", query=At, answers=shape(Fairness))
def get_dice(call: Call) -> Answer:
    """How the dice can be trusted: commitments, salts, witnesses, what was chosen with knowledge.

    When: somebody wants to check that the dice are fair.

    Once the keys were revealed, every open roll with its label, for everybody to recompute it.
    """
    with call.lock_combat() as (combat, sight):
        table, public = combat.table, sight.seen_entries(range(1, len(sight) + 1))
        known = tuple(Known(*mark[1:]) for mark in marks(public))
        log = combat.entries(1, combat.line.entries) if table.is_laid_open else iter(())
        shown = _fairness(combat, known, tuple(entry for entry in log if not entry.meta.audience))
        if found := table.fresh.waiting(call.service.now(combat)):
            shown = shown._replace(request=_request(call, combat, found))
    return Answer(plain(shown))


def _request(call: Call, combat: OpenCombat, found: Request[e.RerollRequested]) -> FreshRequest:
    return open_request(FreshRequest, combat, call.service.presence, found, call.caller.viewer)


def _fairness(combat: OpenCombat, known: tuple[Known, ...], log: tuple[Entry, ...]) -> Fairness:
    table, salts = combat.table, combat.table.salts
    keys = {
        x.event.what.removeprefix("key "): x.event.value
        for x in log
        if isinstance(x.event, e.Revealed) and f"{x.event.who} {x.event.what}".startswith(KEYS)
    }
    return Fairness(
        says(salts.counting(combat.view(PUBLIC).clock.rounds)),
        combat.origin.commitments(),
        tuple(_standing(combat.name, salts)),
        len(salts.committed),
        len(salts.opened),
        None,
        tuple(Seen(*row) for row in table.witnessed.items()),
        known,
        keys,
        tuple(_bound_rolls(log, keys)),
    )


def _standing(combat: str, salts: Salts) -> Iterator[DiceBasis]:
    for era in range(1, salts.era + 1):
        yield DiceBasis(0, 0, 0, entropy(combat, era, ()).hex(), says(()), era)
        mixed = tuple(batch for batch in salts.mixed if batch.era == era)
        for nth, batch in enumerate(mixed, start=1):
            given, value = len(batch.salts), entropy(combat, era, mixed[:nth]).hex()
            said = says(mixed[:nth])
            yield DiceBasis(batch.since, given, batch.withheld, value, said, era)


def _bound_rolls(log: tuple[Entry, ...], keys: dict[str, str]) -> Iterator[Bound]:
    for entry in log:
        rolled = entry.event
        if isinstance(rolled, e.DiceRolled) and key_name(rolled.key, rolled.label.era) in keys:
            parts = rolled.label.model_dump() | {"key": rolled.key, "sizes": rolled.sizes}
            fell = {"faces": rolled.all_faces, "provenance": rolled.provenance}
            yield Bound(entry=entry.meta.number, **parts, **fell)
