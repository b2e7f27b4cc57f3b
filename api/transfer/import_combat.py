"""Taking a combat in: one transaction, after all of its export was verified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Literal, NamedTuple

from api.combats.key_eras import SIZE
from api.combats.precedents import rulings
from api.service.service import Service
from api.store.core.errors import Conflict
from api.store.core.rows import CatalogueRow, OpeningRow, Record
from api.store.core.side_rows import Beside
from api.transfer.read_export import Export, entries_before, key_names, read
from api.vault.key_check import brought_keys
from domain.dice.keyed_faces import parse_key_name
from domain.ruleset.ruleset import Refused
from projections.state import catalogue

Outcome = Literal["imported", "already here", "would be imported", "keys taken"]


class Another(Exception):
    """There is another combat of that name here, or another state of this one."""


class Taken(NamedTuple):
    """What an import did or would do.

    `continues`: it goes on as before, since its keys are this installation's own; other combats are
    read until the referee goes on with them. `keyed`: all its dice so far can be proven here.
    """

    combat: str
    title: str
    ruleset: str
    entries: int
    texts: int
    outcome: Outcome
    continues: bool
    keyed: bool
    kind: Literal["export"] = "export"


class Keys(NamedTuple):
    """So many of the entries `came` from elsewhere, with these `brought` keys, if any.

    Those after them are under keys that this installation drew itself.
    """

    came: int
    brought: Mapping[str, bytes] | None


def take_in(service: Service, lines: Iterable[bytes], *, dry: bool = False) -> Taken:
    """Verify an export and store it whole; raises Spoilt, Another, Refused, or what the store does.

    A combat that is here already, to the byte, stays as it is. `dry`: nothing is stored.
    """
    export = read(lines)
    if export.header.ruleset not in service.rulesets():
        why = f"the ruleset {export.header.ruleset!r} of this combat is not installed here"
        raise Refused("", why, legal=service.rulesets())
    keys = _keys(service, export)
    with service.taking_in:
        if service.log.catalogue_row(export.header.combat) is not None:
            return _here_already(service, export, keys, dry)
        if not dry:
            _store(service, export, keys)
    keyed = not keys.came or keys.brought is not None
    outcome: Outcome = "would be imported" if dry else "imported"
    return _import_result(export, outcome, keys.came < len(export.records), keyed)


def _import_result(export: Export, outcome: Outcome, continues: bool, keyed: bool) -> Taken:
    title, said = _row(export).title, export.header
    what = said.combat, title, said.ruleset, said.entries, said.texts
    return Taken(*what, outcome, continues, keyed)


def _keys(service: Service, export: Export) -> Keys:
    """What of it is our own, and the keys of the rest: of the file, or those that came before."""
    name, vault, bonds = export.header.combat, service.vault, export.log.bonds
    era = bonds.era
    own = {
        each: vault.own_key(name, *parse_key_name(each))
        for each in key_names(export.log.bonds, era)
    }
    came = entries_before(bonds, era) if export.fit(own, era) else len(export.records)
    known = {each: vault.key(name, *parse_key_name(each)) for each in key_names(bonds)}
    known = export.header.keys or known
    return Keys(came, known if came and export.fit(known) else None)


def _here_already(service: Service, export: Export, keys: Keys, dry: bool) -> Taken:
    """Check that this very combat is here; keys that were missing are taken."""
    header = export.header
    with service.lock_combat(header.combat) as combat:
        if combat.chain != header.chain:
            raise Another(_other(service, export))
        lacks, continues = not combat.origin.has_keys(1), not combat.read_only
    if not (lacks and keys.brought) or dry:
        return _import_result(
            export, "already here", continues, not lacks or keys.brought is not None
        )
    service.vault.adopt(header.combat, keys.brought)
    service.log.append((), Beside(fingerprint=brought_keys(service.vault, header.combat)))
    service.combats.let_go(header.combat)
    return _import_result(export, "keys taken", continues, True)


def _other(service: Service, export: Export) -> str:
    """In what the combat here differs from the one in the file."""
    name, last = export.header.combat, export.records[-1]
    here = service.log.last_seq(name)
    common, it = _common(service.log.read(name), export.records), f"the combat {name}"
    if common == last.seq:
        return f"{it} is here already and has gone on: {here} entries, {last.seq} in the file"
    if common == here:
        return f"{it} is here already, as far as entry {here}; the file has {last.seq} entries"
    return f"there is another combat {name} here: they differ from entry {common + 1} on"


def _common(here: Iterable[Record], there: Iterable[Record]) -> int:
    """How many entries two logs share."""
    both = zip(here, there, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0].chain == pair[1].chain, both))


def _store(service: Service, export: Export, keys: Keys) -> None:
    name = export.header.combat
    service.vault.disown(name)
    if keys.brought is not None:
        service.vault.adopt(name, keys.brought)
    opening = OpeningRow(name, export.nonces[: SIZE * keys.came]) if keys.came else None
    ruled = rulings(name, export.header.ruleset, (), export.log.entries)
    bound = brought_keys(service.vault, name)
    beside = Beside((), _row(export), export.texts, export.people, (), opening, ruled, bound)
    try:
        service.log.append(export.records, beside)
    except Conflict as error:
        service.vault.disown(name)
        raise Another(f"{name} came here meanwhile; import it again to compare") from error


def _row(export: Export) -> CatalogueRow:
    """How the catalogue lists it; the first entry of a combat is public."""
    row = catalogue.row(None, export.log.entries, export.log.head)
    assert row is not None
    return CatalogueRow(export.header.combat, *row, export.header.sample)
