"""What people write with a command, put apart from the log: sealed, and named in its place."""

from __future__ import annotations

from typing import TypeVar

from api import texts
from api.key_check import check_text_key
from api.store import CombatLog, PersonRow, TextRow
from api.vault import Vault
from domain import commands as c
from domain import events as e

C = TypeVar("C", bound=c.Command)


class Apart:
    """The words and names that come with the commands of one request.

    `here` tells the log since when the key that they are sealed with was the one that counts; None
    where there are none.
    """

    def __init__(self, combat: str, log: CombatLog, vault: Vault):
        self.texts: list[TextRow] = []
        self.people: list[PersonRow] = []
        self.here: int | None = None
        self._names: dict[str, str] = {}
        self._combat, self._log, self._vault = combat, log, vault

    def begin(self) -> None:
        """Words are opened, or sealed, from now on; raises what the store raises, and WrongKeys."""
        if self.here is None:
            self.here = self._log.here()
            check_text_key(self._log, self._vault)

    def put(self, command: C, step: int, author: str, person: str) -> C:
        """A command of a step without its words, which are the author's.

        `person` is the id of whoever is new in it.
        """
        changes: dict[str, object] = {}
        if isinstance(command.note, str):
            sealed = self._sealed(author, command.note)
            ref = texts.reference(step, sealed)
            self.texts.append(TextRow(self._combat, ref.id, author, (), *sealed[:2]))
            changes["note"] = ref
        if isinstance(command, c.SeatOpen):
            sealed = self._sealed(person, command.person)
            self._names[person] = sealed.digest
            self.people.append(PersonRow(self._combat, person, *sealed[:2]))
            changes["person"] = person
        if not changes:
            return command
        return type(command).model_validate({**command.model_dump(), **changes})

    def bind(self, event: e.Event) -> e.Event:
        """Return an event with the commitment to the name that was put apart for it."""
        if not isinstance(event, e.SeatOpened):
            return event
        return event.model_copy(update={"name": self._names[event.person]})

    def _sealed(self, whose: str, text: str) -> texts.Sealed:
        self.begin()
        return texts.seal_text(whose, text, self._vault.text_key)
