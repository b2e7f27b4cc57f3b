"""Writing an export, line by line; the combat is held only while its beginning is put together."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from api.combats.key_eras import NoncesOf
from api.combats.open_combat import OpenCombat
from api.service.service import Service
from api.store.core.rows import Record
from api.transfer import format
from domain.dice.keyed_faces import key_name
from domain.events import CombatOpened
from domain.log.codec import parse_body, parse_kept


def export(service: Service, name: str, *, keyed: bool = False) -> Iterator[bytes]:
    """The lines of an export of a combat as it is now; raises Unknown and Damaged.

    `keyed`: with the keys of its dice and its seal.
    """
    with service.lock_combat(name) as combat:
        people, words = _people(service, name), _texts(service, name)
        header = _header(service, combat, (people, words), keyed)
        # Damage has to be found before the first line is sent.
        deque(combat.records(1, header.entries), maxlen=0)
    entries = _entries(combat.records(1, header.entries), combat.nonces)
    trailer = format.Trailer(entries=header.entries, chain=header.chain)
    lines = chain((header, *people, *words), entries, (trailer,))
    return map(format.Sums().add_sum, lines)


def _header(
    service: Service,
    combat: OpenCombat,
    apart: tuple[Sequence[format.Line], Sequence[format.Line]],
    keyed: bool,
) -> format.Header:
    first = next(iter(combat.records(1, 1)))
    opened, kept = parse_body(first.body)[1], parse_kept(first.command)
    assert isinstance(opened, CombatOpened) and kept is not None
    return format.Header(
        combat=combat.name,
        engine=kept.context.engine,
        sample=bool(combat.listed and combat.listed.sample),
        people=len(apart[0]),
        texts=len(apart[1]),
        entries=combat.line.entries,
        chain=combat.chain,
        keys=_keys(service, combat) if keyed else None,
        **opened.model_dump(include={"ruleset", "edition", "commitments"}),
    )


def _keys(service: Service, combat: OpenCombat) -> dict[str, bytes] | None:
    """The keys of all eras, of the dice and of the seal; None where some stayed elsewhere."""
    eras = range(1, combat.luck.shown.era + 1)
    if not all(map(combat.origin.has_keys, eras)):
        return None
    keys = combat.luck.all_keys()
    for era in eras:
        keys[key_name("blind", era)] = service.vault.key(combat.name, "blind", era)
    return keys


def _people(service: Service, combat: str) -> list[format.PersonLine]:
    rows = sorted(service.log.people(combat), key=lambda row: format.by_number(row.id))
    return [format.PersonLine(id=row.id, salt=row.salt, name=row.name.decode()) for row in rows]


def _texts(service: Service, combat: str) -> list[format.TextLine]:
    rows = sorted(service.log.texts(combat), key=lambda row: format.by_number(row.id))
    return [
        format.TextLine(
            id=row.id,
            author=row.author,
            mentions=list(row.mentions),
            salt=row.salt,
            words=row.words.decode(),
        )
        for row in rows
    ]


def _entries(records: Iterable[Record], nonces: NoncesOf) -> Iterator[format.EntryLine]:
    for record in records:
        yield format.EntryLine(
            seq=record.seq,
            body=record.body.decode(),
            command=record.command.decode(),
            nonces=b"".join(nonces(record.seq)),
            chain=record.chain,
        )
