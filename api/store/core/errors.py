"""What can go wrong in the store. Each message says what happened and what to do about it."""

from __future__ import annotations


class StoreError(Exception):
    """The base of all errors that the store raises."""


class WrongSettings(StoreError):
    """The settings name no database that the store can use."""


class WrongSchema(StoreError):
    """The database was never migrated, or by an older or a newer version of this program."""


class Unavailable(StoreError):
    """The database cannot be used right now; what was about to be stored is not acknowledged."""


class DatabaseBusy(Unavailable):
    """Another process writes to this database already; `pid` is its number, None if unknown."""

    def __init__(self, message: str, pid: int | None = None) -> None:
        super().__init__(message)
        self.pid = pid


class Conflict(StoreError):
    """Another writer has appended first; nothing of the step was stored."""


class KeyTaken(StoreError):
    """The idempotency key is known already; nothing was stored again.

    `mac` and `step` are what was stored with the key when its step was appended.
    """

    def __init__(self, message: str, mac: bytes, step: int) -> None:
        super().__init__(message)
        self.mac = mac
        self.step = step


class Rejected(StoreError):
    """The database refuses a row that stands beside the entries; nothing was stored."""


class Damaged(StoreError):
    """What is stored is damaged; trying again does not help.

    `combat` and `seq` say which entry is the first, where that is known; `after` is the public
    number of the last entry before it, since a global number would tell how much is hidden. `what`
    stands beside the entries, where the damage is there.
    """

    def __init__(
        self, message: str, combat: str = "", seq: int = 0, after: int = 0, what: str = ""
    ) -> None:
        super().__init__(message)
        self.combat, self.seq, self.after, self.what = combat, seq, after, what

    def again(self) -> Damaged:
        """The same damage, to be raised once more."""
        return Damaged(str(self), self.combat, self.seq, self.after, self.what)


class WrongKeys(StoreError):
    """The keys at hand are not those that the database was made with."""
