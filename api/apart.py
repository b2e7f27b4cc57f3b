"""What people write with a command, put apart from the log: sealed, and named in its place."""

from __future__ import annotations

from typing import TypeVar

from api import texts
from api.store import PersonRow, TextRow
from domain import commands as c

C = TypeVar("C", bound=c.Command)


class Apart:
    """The words and names that come with the commands of one request."""

    def __init__(self, combat: str, author: str, text_key: bytes):
        self.texts: list[TextRow] = []
        self.people: list[PersonRow] = []
        self._combat, self._author, self._key = combat, author, text_key

    def put(self, command: C, step: int, person: str) -> C:
        """A command of a step without its words; `person` is the id of whoever is new in it."""
        changes: dict[str, object] = {}
        if isinstance(command.note, str):
            sealed = texts.seal_text(command.note, self._key)
            ref = texts.reference(step, sealed)
            self.texts.append(TextRow(self._combat, ref.id, self._author, (), *sealed[:2]))
            changes["note"] = ref
        if isinstance(command, c.SeatOpen):
            sealed = texts.seal_text(command.person, self._key)
            self.people.append(PersonRow(self._combat, person, *sealed[:2]))
            changes["person"] = person
        if not changes:
            return command
        return type(command).model_validate({**command.model_dump(), **changes})
