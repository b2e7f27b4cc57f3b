"""What is stored of an entry, opened by hand."""

from __future__ import annotations

from typing import Final

from eventsourcing.persistence import JSONTranscoder, StoredEvent

from api.store.core.records import RecordMapper
from api.store.core.rows import Record

_MAPPER: Final = RecordMapper(JSONTranscoder())


def opened(state: bytes) -> Record:
    """Return the record, without its names and its number; raises `Damaged`."""
    return _MAPPER.to_domain_event(StoredEvent("", 0, "", state))


def text_of(state: bytes) -> bytes:
    """Return the body and the command; raises `Damaged`."""
    record = opened(state)
    return record.body + record.command


def reworded(state: bytes, old: str, new: str) -> bytes:
    """Return the state with another word in the body."""
    record = opened(state)
    body = record.body.replace(old.encode(), new.encode())
    return _MAPPER.to_stored_event(record._replace(body=body)).state
