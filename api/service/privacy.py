"""Forgetting people: their names and words are deleted, and every proof still holds.

Names and words are rows beside the log, which has only `p3` and `t17` with salted commitments. To
forget is to delete the rows with their salts, and to leave nothing of them in the files of the live
database: neither in free pages nor, on SQLite, in the write-ahead log.

Out of reach are copies: exports, backups, what somebody copied from a screen, what a file system
or a replica keeps of older states. On PostgreSQL so are its write-ahead log, until it is recycled,
and its own log files where they hold statements.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from api.service.service import OPERATOR, Service
from api.store.core.rows import PersonRow, TextRow
from api.store.core.side_rows import Beside
from domain.ruleset.ruleset import Refused
from domain.state.viewer import TABLE

NOBODY_SO = (
    "there is nobody and no text of that name at this table: a person has had a seat here,"
    " and the id of a text stands in the entry it belongs to"
)

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


def forget(service: Service, combat: str, *, person: str = "", text: str = "") -> Forgotten:
    """Forget a person with everything they wrote, or one text.

    Returns once nothing of it is left in the files. Where that fails after the rows are deleted,
    ask again. Raises Refused for who or what never was there, Unknown, and the store's Unavailable.
    """
    log = service.log
    with service.lock_combat(combat) as held, log.turn(combat):
        _must_be_known(held, person, text)
        people = [row for row in log.people(combat) if row.id == person]
        said = log.texts(combat)
        part, wanted = ("author", person) if person else ("id", text)
        words = [row for row in said if getattr(row, part) == wanted]
        noted = _noting([row for row in said if getattr(row, part) != wanted], people)
        log.append((), Beside(texts=noted, forgotten=[*people, *words]))
    log.erase_deleted()
    mentions = mentions_of(service, combat, person) if person else ()
    return Forgotten(person, len(words), mentions)


def _must_be_known(held: OpenCombat, person: str, text: str) -> None:
    """Raise Refused for who or what never was there."""
    if _is_known(held, person, text):
        return
    # Another process may have added it after the combat was looked at.
    held.catch_up()
    if not _is_known(held, person, text):
        where = "/person" if person else "/text"
        raise Refused("", NOBODY_SO, None, where)


def _is_known(held: OpenCombat, person: str, text: str) -> bool:
    """Whether somebody ever had a seat, or a text may have been written."""
    if person:
        return person in {OPERATOR.person, *(seat.person for seat in held.table.seats.values())}
    return int(text[1:]) <= held.line.steps


def mentions_of(service: Service, combat: str, person: str) -> tuple[Mention, ...]:
    """Return the texts that are left and noted to mention somebody who was forgotten."""
    with service.lock_combat(combat) as held:
        line, label = held.line, held.numbers.label
        found = [row for row in service.log.texts(combat) if person in row.mentions]
        return tuple(
            Mention(row.id, row.author, label(line.first(int(row.id[1:])), TABLE))
            for row in sorted(found, key=lambda row: int(row.id[1:]))
        )


def all_forgotten(service: Service, combat: str) -> tuple[Forgotten, ...]:
    """Return everybody who was forgotten, with the texts that still mention them; raises Unknown.

    Their own texts are counted as the log has them.
    """
    with service.lock_combat(combat) as held:
        left = {row.id for row in service.log.people(combat)}
        gone = [p for seat in held.table.seats.values() if (p := seat.person) not in left]
        entries = held.entries(1, held.line.entries) if gone else ()
        noted = ((it.meta, it.meta.note) for it in entries if it.meta.note)
        authors = [meta.by for meta, note in noted if note.id == f"t{meta.step}"]
    return tuple(
        Forgotten(person, authors.count(person), mentions_of(service, combat, person))
        for person in gone
    )


# --- mentions ----------------------------------------------------------------------------------


def _noting(said: Iterable[TextRow], people: Iterable[PersonRow]) -> list[TextRow]:
    """The texts in which a name or a part of it occurs, noted to mention the person."""
    found = []
    for person in people:
        name = _plain(person.name)
        # The name, and each word of it that is long enough to mean somebody.
        parts = [name, *(word for word in name.split() if len(word) >= _LEAST)]
        named = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, parts))})(?!\w)")
        found += [
            row._replace(mentions=(*row.mentions, person.id))
            for row in said
            if named.search(_plain(row.words))
        ]
    return found


def _plain(words: bytes) -> str:
    """Words such that what people take for the same is the same."""
    return unicodedata.normalize("NFKC", words.decode()).casefold()
