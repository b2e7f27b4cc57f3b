"""Reading an export: all of it is verified before anything of it is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from api.combats.key_eras import SIZE, era_of, split
from api.combats.sealed_entries import expected_seal
from api.evidence.checks.dice_checks import KeyBonds, key_bonds
from api.evidence.checks.flaws import Flaw
from api.evidence.checks.log_checks import committed_words
from api.evidence.checks.whole_log import CheckedLog, check_log, read_record
from api.store.core.rows import PersonRow, Record, TextRow
from api.transfer import format
from api.vault.key_files import SAMPLE_PREFIX
from domain.dice import keyed_faces
from domain.events import CombatOpened
from domain.log import sealing
from domain.log.codec import Entry
from domain.log.sealing import GENESIS

Apart = TypeVar("Apart", format.PersonLine, format.TextLine)

_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""A NUL character as JSON writes it; a database may not store it, and no command lets it in."""


class Export(NamedTuple):
    """A whole export, verified: what it says of itself, its records, and what they add up to."""

    header: format.Header
    people: tuple[PersonRow, ...]
    texts: tuple[TextRow, ...]
    records: tuple[Record, ...]
    nonces: bytes
    log: CheckedLog

    def fit(self, keys: Mapping[str, bytes], since: int = 1) -> bool:
        """Return whether these are all keys of the combat since an era: of its dice and seal."""
        return _fit(self.header.combat, self.log.bonds, self.nonces, keys, since)


def _fit(
    combat: str, bonds: KeyBonds, nonces: bytes, keys: Mapping[str, bytes], since: int = 1
) -> bool:
    if list(keys) != key_names(bonds, since):
        return False
    of_dice = (name for name in keys if keyed_faces.parse_key_name(name)[0] != "blind")
    if not all(bonds.are_of(combat, name, keys[name]) for name in of_dice):
        return False
    before = entries_before(bonds, since)
    seqs = range(before + 1, len(nonces) // SIZE + 1)
    blinds = ((seq, keys[keyed_faces.key_name("blind", era_of(seq, bonds.eras))]) for seq in seqs)
    drawn = (b"".join(sealing.nonces(blind, combat, seq)) for seq, blind in blinds)
    return nonces[SIZE * before :] == b"".join(drawn)


def entries_before(bonds: KeyBonds, era: int) -> int:
    """Return how many entries are older than an era."""
    return bonds.eras[era - 2] - 1 if era > 1 else 0


def key_names(bonds: KeyBonds, since: int = 1) -> list[str]:
    """Return the names of the keys since an era, in the order of an export."""
    bound = (
        d
        for d in keyed_faces.key_domains(bonds.commitments)
        if keyed_faces.parse_key_name(d)[1] >= since
    )
    return [*bound, *(keyed_faces.key_name("blind", era) for era in range(since, bonds.era + 1))]


def read(raw: Iterable[bytes]) -> Export:
    """Read an export from the lines of its file; raises Spoilt with the first wrong line."""
    lines = format.Lines(raw)
    header = _header(lines)
    people, words = tuple(_people(lines, header)), tuple(_texts(lines, header))
    first = lines.number
    records, nonces_of, entries = zip(*_entries(lines, header), strict=True)
    _ends(lines, header, records[-1].chain)
    nonces, bonds = b"".join(nonces_of), key_bonds(header.combat, entries)
    keys = header.keys or {}
    if header.keys is not None and not _fit(header.combat, bonds, nonces, keys):
        raise format.Spoilt(1, "the keys are not those that this combat is bound to")
    apart = committed_words(words, people)
    try:
        log = check_log(header.combat, entries, bonds, keys, apart)
    except Flaw as flaw:
        raise format.Spoilt(first + int(flaw.where.removeprefix("entry ")), flaw.why) from flaw
    return Export(header, people, words, records, nonces, log)


def _header(lines: format.Lines) -> format.Header:
    """The header; samples are read by everybody, and so their keys are everybody's as well."""
    header = lines.next(format.Header)
    if header.sample != header.combat.startswith(SAMPLE_PREFIX):
        raise lines.spoilt(f"a sample is called {SAMPLE_PREFIX}..., and nothing else is")
    return header


def _people(lines: format.Lines, header: format.Header) -> Iterator[PersonRow]:
    for one in _apart(lines, format.PersonLine, header.people):
        yield PersonRow(header.combat, one.id, one.salt, one.name.encode())


def _texts(lines: format.Lines, header: format.Header) -> Iterator[TextRow]:
    for one in _apart(lines, format.TextLine, header.texts):
        said = one.author, tuple(one.mentions), one.salt, one.words.encode()
        yield TextRow(header.combat, one.id, *said)


def _apart(lines: format.Lines, shape: type[Apart], count: int) -> Iterator[Apart]:
    """The people or the texts, in the order of their numbers, none twice."""
    before = (0, "")
    for _ in range(count):
        line = lines.next(shape)
        if format.by_number(line.id) <= before:
            raise lines.spoilt(f"{line.id} does not come here")
        before = format.by_number(line.id)
        yield line


def _entries(lines: format.Lines, header: format.Header) -> Iterator[tuple[Record, bytes, Entry]]:
    """Read all entries, each held to its seal, as records, with nonces; raises Spoilt."""
    chain = GENESIS
    for seq in range(1, header.entries + 1):
        line = lines.next(format.EntryLine)
        if _NUL.search(line.body):
            raise lines.spoilt("it has a NUL character")
        record = _record(header.combat, line)
        record = record._replace(leaf=expected_seal(record, split(line.nonces), chain).leaf)
        try:
            entry = read_record(record, split(line.nonces), seq, chain)
        except Flaw as flaw:
            raise lines.spoilt(flaw.why) from flaw
        if isinstance(entry.event, CombatOpened):
            _opens(lines, header, entry.event)
        chain = record.chain
        yield record, line.nonces, entry


def _record(combat: str, line: format.EntryLine) -> Record:
    body, command = line.body.encode(), line.command.encode()
    name = body.partition(b"\n")[0].decode()
    return Record(combat, line.seq, name, body, command, b"", line.chain)


def _opens(lines: format.Lines, header: format.Header, opened: CombatOpened) -> None:
    said = (header.ruleset, header.edition, header.commitments)
    if said != (opened.ruleset, opened.edition, opened.commitments):
        raise lines.spoilt("it opens another combat than the header says")


def _ends(lines: format.Lines, header: format.Header, chain: bytes) -> None:
    """Check the trailer, and that nothing follows it."""
    trailer = lines.next(format.Trailer)
    if (trailer.entries, trailer.chain, header.chain) != (header.entries, chain, chain):
        raise lines.spoilt("it does not close the combat that the header opens")
    lines.end()
