"""Taking a combat in: one transaction, after all of its export was verified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from api import texts
from api.exports.reading import Export, read
from api.precedents import rulings
from api.service import Service
from api.store import CatalogueRow, Conflict, OpeningRow, PersonRow, Record, TextRow
from domain.dice import key_domains
from domain.ruleset import Refused
from projections import catalogue

Outcome = Literal["imported", "already here", "would be imported", "keys taken"]


class Another(Exception):
    """There is another combat of that name here, or another state of this one."""


class Taken(NamedTuple):
    """What an import did or would do; `continues` where the combat can go on here."""

    combat: str
    title: str
    ruleset: str
    entries: int
    texts: int
    outcome: Outcome
    continues: bool


def take_in(service: Service, lines: Iterable[bytes], *, dry: bool = False) -> Taken:
    """Verify an export and store it whole; raises Spoilt, Another, Refused, or what the store does.

    A combat that is here already, to the byte, stays as it is. `dry`: nothing is stored.
    """
    export = read(lines)
    if export.header.ruleset not in service.rulesets():
        known = ", ".join(service.rulesets())
        raise Refused(
            "", f"the ruleset {export.header.ruleset!r} of this combat is not installed here",
            {"installed": known},
        )  # fmt: skip
    keys = _keys(service, export)
    with service.words.passing(), service.taking_in:
        if service.log.catalogue_row(export.header.combat) is not None:
            return _here_already(service, export, keys, dry)
        if not dry:
            _store(service, export, keys)
    return _taken(export, "would be imported" if dry else "imported", keys is not None)


def _taken(export: Export, outcome: Outcome, continues: bool) -> Taken:
    header, row = export.header, _row(export)
    return Taken(
        header.combat, row.title, header.ruleset, header.entries, header.texts, outcome, continues
    )


def _keys(service: Service, export: Export) -> Mapping[str, bytes] | None:
    """The keys with which the combat can go on: those of the file, or our own where they fit."""
    header = export.header
    if header.keys is not None:
        return {domain: bytes.fromhex(key) for domain, key in header.keys.items()}
    own = _own(service, export)
    return own if export.fit(own) else None


def _own(service: Service, export: Export) -> Mapping[str, bytes]:
    name = export.header.combat
    domains = (*key_domains(export.header.commitments), "blind")
    return {domain: service.vault.key(name, domain) for domain in domains}


def _here_already(
    service: Service, export: Export, keys: Mapping[str, bytes] | None, dry: bool
) -> Taken:
    """Check that this very combat is here; keys that were missing are taken."""
    header = export.header
    with service.held(header.combat) as combat:
        if combat.chain.hex() != header.chain:
            raise Another(_other(service, export))
        lacks, continues = combat.read_only, keys is not None or not combat.read_only
    if not (lacks and keys) or dry:
        return _taken(export, "already here", continues)
    service.vault.adopt(header.combat, keys)
    service.combats.let_go(header.combat)
    return _taken(export, "keys taken", True)


def _other(service: Service, export: Export) -> str:
    """In what the combat here differs from the one in the file."""
    name, last = export.header.combat, export.records[-1]
    here = service.log.last_seq(name)
    common = _common(service.log.read(name), export.records)
    if common == last.seq:
        return f"{name} is here already and has gone on: {here} entries, {last.seq} in the file"
    if common == here:
        return f"{name} is here already, as far as entry {here}; the file has {last.seq} entries"
    return f"there is another combat {name} here: they differ from entry {common + 1} on"


def _common(here: Iterable[Record], there: Iterable[Record]) -> int:
    """How many entries two logs share."""
    common = 0
    for one, other in zip(here, there, strict=False):
        if one.chain != other.chain:
            break
        common = one.seq
    return common


def _store(service: Service, export: Export, keys: Mapping[str, bytes] | None) -> None:
    name, own, here = export.header.combat, _own(service, export), service.log.here()
    if keys is not None and keys != own:
        service.vault.adopt(name, keys)
    try:
        service.log.append(
            export.records, catalogue=_row(export), texts=_texts(service, export),
            people=_people(service, export),
            opening=OpeningRow(name, export.nonces) if keys is None else None,
            rulings=rulings(name, export.header.ruleset, (), export.verifier.entries), here=here,
        )  # fmt: skip
    except Conflict as error:
        service.vault.disown(name)
        raise Another(f"{name} came here meanwhile; import it again to compare") from error


def _row(export: Export) -> CatalogueRow:
    """How the catalogue lists it; the first entry of a combat is public."""
    row = catalogue.row(None, export.verifier.entries, export.verifier.head)
    assert row is not None
    return CatalogueRow(export.header.combat, *row, export.header.sample)


def _texts(service: Service, export: Export) -> list[TextRow]:
    return [
        TextRow(
            export.header.combat, each.id, each.author, tuple(each.mentions),
            bytes.fromhex(each.ciphertext), _wrapped(service, each.key),
        )
        for each in export.texts
    ]  # fmt: skip


def _people(service: Service, export: Export) -> list[PersonRow]:
    return [
        PersonRow(
            export.header.combat, each.id, bytes.fromhex(each.ciphertext),
            _wrapped(service, each.key),
        )
        for each in export.people
    ]  # fmt: skip


def _wrapped(service: Service, key: str) -> bytes:
    return texts.wrapped(bytes.fromhex(key), service.vault.text_key)
