"""The rows that are written beside the entries of a step, in the same transaction.

Every statement here is understood by SQLite and by PostgreSQL alike; parameters are question marks.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from api.store.rows import (
    CatalogueRow,
    ForkRow,
    KeyRow,
    OpeningRow,
    PersonRow,
    RulingRow,
    SecretRow,
    TextRow,
)

Statement = tuple[str, tuple[Any, ...]]
"""SQL with question marks, and what stands in for them."""

_KEY: Final = "INSERT INTO keys (combat, seat, key, mac, step) VALUES (?, ?, ?, ?, ?)"
_CATALOGUE: Final = (
    "INSERT INTO catalogue"
    " (combat, title, ruleset, status, members, opened_at, changed_at, sample, words)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (combat) DO UPDATE SET"
    " title = excluded.title, ruleset = excluded.ruleset, status = excluded.status,"
    " members = excluded.members, opened_at = excluded.opened_at,"
    " changed_at = excluded.changed_at, sample = excluded.sample, words = excluded.words"
)
_TEXT: Final = (
    "INSERT INTO texts (combat, id, author, mentions, ciphertext, wrapped_key)"
    " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (combat, id) DO UPDATE SET"
    " author = excluded.author, mentions = excluded.mentions,"
    " ciphertext = excluded.ciphertext, wrapped_key = excluded.wrapped_key"
)
_PERSON: Final = (
    "INSERT INTO people (combat, id, ciphertext, wrapped_key) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (combat, id) DO UPDATE SET"
    " ciphertext = excluded.ciphertext, wrapped_key = excluded.wrapped_key"
)
_SECRET: Final = (
    "INSERT INTO secrets (combat, seat, token_hash) VALUES (?, ?, ?)"
    " ON CONFLICT (combat, seat) DO UPDATE SET token_hash = excluded.token_hash"
)
_OPENING: Final = "INSERT INTO openings (combat, nonces) VALUES (?, ?)"
_FORK: Final = (
    "INSERT INTO forks (fork, combat, seq, chain, title, person, role, combatants, shared, shown,"
    " made_at, mac) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (fork) DO UPDATE SET shown = excluded.shown"
)
_RULING: Final = (
    "INSERT INTO rulings (combat, number, ruling, ruleset, clause, remedy, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (combat, number) DO UPDATE SET"
    " ruling = excluded.ruling, clause = excluded.clause, remedy = excluded.remedy,"
    " at = excluded.at"
)
_NO_SECRET: Final = "DELETE FROM secrets WHERE combat = ? AND seat = ?"


class Beside(NamedTuple):
    """Everything that one step writes beside its entries."""

    key: KeyRow | None = None
    catalogue: CatalogueRow | None = None
    texts: Sequence[TextRow] = ()
    people: Sequence[PersonRow] = ()
    secrets: Sequence[SecretRow] = ()
    opening: OpeningRow | None = None
    fork: ForkRow | None = None
    rulings: Sequence[RulingRow] = ()

    def statements(self) -> Iterator[Statement]:
        """What to execute, in order."""
        if self.key:
            yield _KEY, self.key
        if self.catalogue:
            yield _CATALOGUE, _listing(self.catalogue)
        for text in self.texts:
            yield _TEXT, _text(text)
        for person in self.people:
            yield _PERSON, person
        if self.opening:
            yield _OPENING, self.opening
        if self.fork:
            yield _FORK, (*self.fork[:7], json.dumps(self.fork.combatants), *self.fork[8:])
        for ruling in self.rulings:
            yield _RULING, ruling
        for secret in self.secrets:
            yield (_NO_SECRET, secret[:2]) if secret.token_hash is None else (_SECRET, secret)


NOTHING: Final = Beside()


def searchable(text: str) -> str:
    """A text such that what people take for the same word is the same: case and width folded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _listing(row: CatalogueRow) -> tuple[Any, ...]:
    return *row, searchable(f"{row.title} {row.members}")


def _text(row: TextRow) -> tuple[Any, ...]:
    *before, mentions, ciphertext, wrapped_key = row
    return *before, json.dumps(mentions), ciphertext, wrapped_key
