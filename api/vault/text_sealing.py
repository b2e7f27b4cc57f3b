"""People's words and names, taken out of the commands of one request to be stored beside the log.

The log holds only `t17` or `p3` with a salted commitment to the words and whose they are. Deleting
the row with the words and the salt forgets them, and every proof still holds.
"""

from __future__ import annotations

import secrets
from typing import TypeVar

from api.store.core.rows import PersonRow, TextRow
from domain import commands as c
from domain import events as e
from domain.log.sealing import commit_words

C = TypeVar("C", bound=c.Command)

_SALT = 16


class Apart:
    """The words and names that come with the commands of one request."""

    def __init__(self, combat: str):
        self.texts: list[TextRow] = []
        self.people: list[PersonRow] = []
        self._combat = combat

    def seal_words(self, command: C, step: int, author: str, person: str) -> C:
        """Return a command of a step without its words, which are the author's.

        `person` is the id of whoever is new in it.
        """
        changes: dict[str, object] = {}
        if isinstance(command.note, str):
            changes["note"] = self._text(f"t{step}", author, command.note)
        if isinstance(command, c.SeatOpen):
            salt = secrets.token_bytes(_SALT)
            self.people.append(PersonRow(self._combat, person, salt, command.person.encode()))
            changes["person"] = person
        if not changes:
            return command
        return type(command).model_validate({**command.model_dump(), **changes})

    def _text(self, id: str, author: str, words: str) -> e.TextRef:
        row = TextRow(self._combat, id, author, (), secrets.token_bytes(_SALT), words.encode())
        self.texts.append(row)
        return e.TextRef(id=id, digest=commit_words(author, row.salt, row.words))

    def bind(self, event: e.Event) -> e.Event:
        """Return an event with the commitment to the name that was put apart for it."""
        if not isinstance(event, e.SeatOpened):
            return event
        row = next(row for row in self.people if row.id == event.person)
        return event.model_copy(update={"name": commit_words(row.id, row.salt, row.name)})
