"""Reading an export: all of it is verified before anything of it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from api.eras import SIZE, era_of, split
from api.exports.lines import (
    EntryLine,
    Header,
    Lines,
    PersonLine,
    Spoilt,
    TextLine,
    Trailer,
    by_number,
)
from api.store import Record
from api.vault import SAMPLE_PREFIX
from api.verifying import Apart, Flawed, Verifier, sealed
from domain import dice, seal
from domain.events import CombatOpened

Words = TypeVar("Words", PersonLine, TextLine)


class Export(NamedTuple):
    """A whole export, verified: what it says of itself, its records, and what they add up to."""

    header: Header
    people: tuple[PersonLine, ...]
    texts: tuple[TextLine, ...]
    records: tuple[Record, ...]
    nonces: bytes
    verifier: Verifier

    def fit(self, keys: Mapping[str, bytes], since: int = 1) -> bool:
        """Whether these are all keys of the combat since an era: of its dice, and of its seal."""
        name, bound = self.header.combat, self.verifier.dice.bound
        if list(keys) != self.key_names(since):
            return False
        for each, (domain, era) in ((each, dice.named(each)) for each in keys):
            of_dice = domain != "blind"
            if of_dice and dice.commitment(keys[each], name, era, domain).hex() != bound[each]:
                return False
        eras, before = self.verifier.dice.table.eras, self.before(since)
        blinds = (
            (r.seq, keys[dice.key_name("blind", era_of(r.seq, eras))])
            for r in self.records[before:]
        )
        drawn = (b"".join(seal.nonces(blind, name, seq)) for seq, blind in blinds)
        return self.nonces[SIZE * before :] == b"".join(drawn)

    def before(self, era: int) -> int:
        """How many entries are older than an era."""
        return self.verifier.dice.table.eras[era - 2] - 1 if era > 1 else 0

    def key_names(self, since: int = 1) -> list[str]:
        """How its keys since an era are called, in the order in which an export lists them."""
        eras = range(since, self.verifier.dice.shown.era + 1)
        bound = (d for d in dice.key_domains(self.verifier.dice.bound) if dice.named(d)[1] >= since)
        return [*bound, *(dice.key_name("blind", era) for era in eras)]


def read(raw: Iterable[bytes]) -> Export:
    """An export from the lines of its file; raises Spoilt with the first line that is wrong."""
    lines = Lines(raw)
    header = _header(lines)
    people = tuple(_apart(lines, PersonLine, header.people))
    words = tuple(_apart(lines, TextLine, header.texts))
    verifier = Verifier(_commitments(people, words))
    found = [_entry(lines, header, verifier) for _ in range(header.entries)]
    _ends(lines, header, verifier)
    try:
        verifier.recompute(header.combat, _raw(header.keys or {}))
    except Flawed as flaw:
        raise lines.spoilt(str(flaw)) from flaw
    records, nonces = tuple(r for r, _ in found), b"".join(n for _, n in found)
    export = Export(header, people, words, records, nonces, verifier)
    if header.keys is not None and not export.fit(_raw(header.keys)):
        raise Spoilt(1, "the keys are not those that this combat is bound to")
    return export


def _header(lines: Lines) -> Header:
    """The header; samples are read by everybody, and so their keys are everybody's as well."""
    header = lines.next(Header)
    if header.sample != header.combat.startswith(SAMPLE_PREFIX):
        raise lines.spoilt(f"a sample is called {SAMPLE_PREFIX}..., and nothing else is")
    return header


def _raw(keys: Mapping[str, str]) -> dict[str, bytes]:
    return {domain: bytes.fromhex(key) for domain, key in keys.items()}


def _apart(lines: Lines, shape: type[Words], count: int) -> Iterator[Words]:
    """The people or the texts, in the order of their numbers, none twice."""
    before = (0, "")
    for _ in range(count):
        line = lines.next(shape)
        if by_number(line.id) <= before:
            raise lines.spoilt(f"{line.id} does not come here")
        before = by_number(line.id)
        yield line


def _commitments(people: Iterable[PersonLine], words: Iterable[TextLine]) -> Apart:
    """The commitments that the log has to hold of these names and words."""
    texts = {each.id: (each.author, _digest(each.author, each.salt, each.words)) for each in words}
    return Apart(texts, {each.id: _digest(each.id, each.salt, each.name) for each in people})


def _digest(whose: str, salt: str, words: str) -> str:
    return seal.commit_words(whose, bytes.fromhex(salt), words.encode())


def _entry(lines: Lines, header: Header, verifier: Verifier) -> tuple[Record, bytes]:
    line = lines.next(EntryLine)
    body, nonces = line.body.encode(), bytes.fromhex(line.nonces)
    record = Record(
        header.combat,
        line.seq,
        body.partition(b"\n")[0].decode(),
        body,
        line.command.encode(),
        b"",
        bytes.fromhex(line.chain),
    )
    record = record._replace(leaf=sealed(record, split(nonces), verifier.chain).leaf)
    try:
        entry = verifier.take(record, split(nonces))
    except Flawed as flaw:
        raise lines.spoilt(str(flaw)) from flaw
    if isinstance(entry.event, CombatOpened):
        _opens(lines, header, entry.event)
    return record, nonces


def _opens(lines: Lines, header: Header, opened: CombatOpened) -> None:
    said = (header.ruleset, header.edition, header.commitments)
    if said != (opened.ruleset, opened.edition, opened.commitments):
        raise lines.spoilt("it opens another combat than the header says")


def _ends(lines: Lines, header: Header, verifier: Verifier) -> None:
    """Check the trailer, and that nothing follows it."""
    trailer, chain = lines.next(Trailer), verifier.chain.hex()
    if (trailer.entries, trailer.chain, header.chain) != (header.entries, chain, chain):
        raise lines.spoilt("it does not close the combat that the header opens")
    if verifier.unnamed:
        raise lines.spoilt(f"no entry refers to {min(verifier.unnamed)}")
    lines.end()
