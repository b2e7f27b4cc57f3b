"""The store: combat logs in SQLite or PostgreSQL, on the ports of the library `eventsourcing`.

Nothing outside this package imports that library, and nothing in here knows the rules of any game:
records are bytes that the domain has decided and sealed.
"""

from api.store.core.errors import (
    Conflict,
    Damaged,
    DatabaseBusy,
    KeyTaken,
    Rejected,
    StoreError,
    Unavailable,
    WrongKeys,
    WrongSchema,
    WrongSettings,
)
from api.store.core.rows import (
    CatalogueRow,
    FingerprintRow,
    Head,
    KeyRow,
    LineDump,
    Mark,
    OpeningRow,
    PersonRow,
    Record,
    RulingRow,
    SecretRow,
    Status,
    TextRow,
)
from api.store.core.settings import Settings
from api.store.log import CombatLog
from api.store.open_log import check, migrate, open_log

__all__ = [
    "CatalogueRow",
    "CombatLog",
    "Conflict",
    "Damaged",
    "DatabaseBusy",
    "FingerprintRow",
    "Head",
    "KeyRow",
    "KeyTaken",
    "LineDump",
    "Mark",
    "OpeningRow",
    "PersonRow",
    "Record",
    "Rejected",
    "RulingRow",
    "SecretRow",
    "Settings",
    "Status",
    "StoreError",
    "TextRow",
    "Unavailable",
    "WrongKeys",
    "WrongSchema",
    "WrongSettings",
    "check",
    "migrate",
    "open_log",
]
