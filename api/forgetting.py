"""Forgetting people: their names and words are gone for good, and every proof still holds.

Each text has a key of its own, wrapped under the key in `texts.key`, which is in no database. To
forget, the own keys are dropped, all others are wrapped anew under a new key, and the old one is
destroyed: so what lies in the write-ahead log, in free pages, in a replica or in an old copy of
the database opens no more. The log keeps numbers alone, `p3` and `t17`, and hashes of what was
encrypted.

What was taken along before is out of reach: an export, a backup with its keys, what somebody copied
from a screen. Of several processes that serve one PostgreSQL all but one have to be stopped first:
another one would go on wrapping new words under the key that was destroyed. While there is one,
nobody is forgotten; and one that is started meanwhile waits. One that has lost its session counts
no longer: so no process keeps the key, and what was sealed before it came back is sealed again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from api import texts
from api.key_check import TEXTS, fingerprint
from api.service import Service
from api.store import CombatLog, FingerprintRow, NotAlone, PersonRow, TextRow
from api.vault import Vault
from domain.ruleset import Refused
from domain.seats import TABLE

Row = TypeVar("Row", PersonRow, TextRow)
_LEAST = 3
"""Letters of a part of a name that counts as mentioning somebody."""


class Mention(NamedTuple):
    """A text that mentions somebody: its id, who wrote it, and the entry it stands beside."""

    text: str
    author: str
    number: str


class Forgotten(NamedTuple):
    """What was forgotten of whom, and which texts of others mention the person.

    `words` counts the texts that were the person's own. A referee may forget a text as well.
    """

    person: str
    words: int
    mentions: tuple[Mention, ...]


class _Rows(NamedTuple):
    """Everything of a database that is wrapped under the key of texts.

    `roots` has the combat of each stream: of a fork, the one that it goes on from in the end.
    """

    people: list[PersonRow]
    texts: list[TextRow]
    roots: Mapping[str, str]


def forget(service: Service, combat: str, *, person: str = "", text: str = "") -> Forgotten:
    """Forget a person with his words, or one text; raises Refused for who or what is not there.

    It is refused as well while other processes have the log open. Whoever writes meanwhile waits.
    Raises Unknown, and the store's Unavailable; then nothing is forgotten.
    """
    service.combat(combat)
    with service.words.shut():
        here = service.log.here()
        with _alone(service.log):
            rows = _all(service.log)
            own = _own(rows, combat, person, text)
            noted = _noting(service, rows, combat, person) if person else rows.texts
            _rewrap(service, rows._replace(texts=noted), own, here)
    words = sum(isinstance(row, TextRow) for row in own)
    return Forgotten(person, words, mentions_of(service, combat, person) if person else ())


@contextmanager
def _alone(log: CombatLog) -> Iterator[None]:
    """No other process has the log open; raises Refused."""
    try:
        with log.alone():
            yield
    except NotAlone as others:
        raise Refused(
            "",
            "other processes have this log open, and would keep the key that is destroyed:"
            " stop them first, or all workers but one",
            {"others": others.others},
        ) from others


def mentions_of(service: Service, combat: str, person: str) -> tuple[Mention, ...]:
    """The texts that are noted to mention somebody who was forgotten and that can still be read."""
    with service.held(combat) as held:
        line, label = held.line, held.numbers.label
        found = [row for row in service.log.texts(combat) if person in row.mentions]
        return tuple(
            Mention(row.id, row.author, label(line.first(int(row.id[1:])), TABLE))
            for row in sorted(found, key=lambda row: int(row.id[1:]))
            if row.wrapped_key
        )


def all_forgotten(service: Service, combat: str) -> tuple[Forgotten, ...]:
    """Everybody who was forgotten, with the texts that still mention them; raises Unknown."""
    service.combat(combat)
    gone = [row.id for row in service.log.people(combat) if not row.wrapped_key]
    words = service.log.texts(combat)
    return tuple(
        Forgotten(
            person, sum(row.author == person for row in words), mentions_of(service, combat, person)
        )
        for person in sorted(gone, key=lambda person: int(person[1:]))
    )


# --- keys --------------------------------------------------------------------------------------


def settle(log: CombatLog, vault: Vault) -> None:
    """After a crash amid forgetting: take the key that the database is bound to."""
    if (coming := vault.coming_text_key) is not None:
        taken = log.fingerprints().get(TEXTS) == fingerprint(TEXTS, coming)
        vault.settle_text_key(taken=taken)


def _rewrap(
    service: Service, rows: _Rows, without: Iterable[PersonRow | TextRow], here: int
) -> None:
    """Wrap all keys anew but those that are to be forgotten, and destroy the old key.

    Raises Conflict where this process was cut off since `here`, and so not alone all along.
    """
    old, new = service.vault.text_key, service.vault.make_text_key()
    gone = {(row.combat, row.id) for row in without}
    try:
        service.log.append(
            (),
            people=[_anew(row, gone, old, new) for row in rows.people],
            texts=[_anew(row, gone, old, new) for row in rows.texts],
            here=here,
            fingerprint=FingerprintRow(TEXTS, fingerprint(TEXTS, new)),
        )
    finally:
        # Where it is not known whether the database has it, the database is asked.
        settle(service.log, service.vault)


def _anew(row: Row, gone: set[tuple[str, str]], old: bytes, new: bytes) -> Row:
    """A row with its key under the new one; without it where it is forgotten."""
    if (row.combat, row.id) in gone:
        return row._replace(wrapped_key=b"")
    try:
        return row._replace(wrapped_key=texts.wrapped(texts.unwrapped(row.wrapped_key, old), new))
    except texts.UNREADABLE:
        return row


def _all(log: CombatLog) -> _Rows:
    roots = {stream: name for name in log.names() for stream in _streams(log, name)}
    people = [row for stream in roots for row in log.people(stream)]
    return _Rows(people, [row for stream in roots for row in log.texts(stream)], roots)


def _streams(log: CombatLog, name: str) -> Iterator[str]:
    """A combat or fork, and every fork that goes on from it."""
    yield name
    for fork in log.forks(name):
        yield from _streams(log, fork.fork)


# --- whose -------------------------------------------------------------------------------------


def _own(rows: _Rows, combat: str, person: str, text: str) -> list[PersonRow | TextRow]:
    """What is to be forgotten: a person's name and words, or one text."""
    people = [row for row in rows.people if (row.combat, row.id) == (combat, person)]
    said = [row for row in rows.texts if rows.roots[row.combat] == combat]
    words = [row for row in said if _is_of(row, person, text)]
    if not people and not words:
        where = "/person" if person else "/text"
        raise Refused("", "there is nobody and nothing called so at this table", None, where)
    return [*people, *words]


def _is_of(row: TextRow, person: str, text: str) -> bool:
    return row.author == person if person else row.id == text


def _noting(service: Service, rows: _Rows, combat: str, person: str) -> list[TextRow]:
    """All texts; those of others in which the name occurs, or a part of it, say so from now on."""
    name = next((r for r in rows.people if (r.combat, r.id) == (combat, person)), None)
    parts = list(_parts(_plain(service, name))) if name else []
    if not parts:
        return rows.texts
    named = re.compile(rf"\b({'|'.join(map(re.escape, parts))})\b")

    def mentions(row: TextRow) -> bool:
        here = rows.roots[row.combat] == combat
        theirs = here and person not in (row.author, *row.mentions)
        return theirs and named.search(_plain(service, row)) is not None

    return [
        row._replace(mentions=(*row.mentions, person)) if mentions(row) else row
        for row in rows.texts
    ]


def _parts(name: str) -> Iterator[str]:
    """A name, and each word of it that is long enough to mean somebody."""
    if name:
        yield name
    yield from (word for word in name.split() if len(word) >= _LEAST)


def _plain(service: Service, row: PersonRow | TextRow) -> str:
    """What a row says, such that what people take for the same is the same."""
    try:
        said = texts.open_text(row.ciphertext, row.wrapped_key, service.vault.text_key)
    except texts.UNREADABLE:
        return ""
    return unicodedata.normalize("NFKC", said).casefold()
