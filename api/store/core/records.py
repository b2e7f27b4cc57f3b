"""Mapper between records and stored events; no name from the database is ever imported.

The state of a stored event is leaf, chain, the length of the body as u32, the number of the
dictionary as u8, and then body and command, compressed with it.
"""

from __future__ import annotations

import struct
from typing import Final

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Cipher, Compressor, Mapper, StoredEvent, Transcoder

from api.store.core.compression import CURRENT, compress, decompress
from api.store.core.errors import Damaged, WrongSettings
from api.store.core.rows import Record

_HEAD: Final = struct.Struct(">32s32sIB")
_HASH_SIZE: Final = 32


class RecordMapper(Mapper[str]):
    """Mapper of the library for records; it compresses them itself.

    Raises `WrongSettings` if the environment asks for a compressor or a cipher.
    """

    def __init__(
        self,
        transcoder: Transcoder,
        compressor: Compressor | None = None,
        cipher: Cipher | None = None,
    ) -> None:
        if compressor or cipher:
            raise WrongSettings(
                "Entries are compressed in one way only, and are not encrypted."
                " Unset COMPRESSOR_TOPIC, CIPHER_TOPIC and CIPHER_KEY; encrypt the disk instead."
            )
        super().__init__(transcoder)

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return the stored event of a record.

        Raises `TypeError` for anything else, `ValueError` unless both hashes have 32 bytes.
        """
        if not isinstance(domain_event, Record):
            raise TypeError(f"the store takes records, not {type(domain_event).__name__}")
        combat, seq, name, body, command, leaf, chain = domain_event
        if len(leaf) != _HASH_SIZE or len(chain) != _HASH_SIZE:
            sizes = f"{len(leaf)}, {len(chain)}"
            raise ValueError(f"leaf and chain have {_HASH_SIZE} bytes, not {sizes}")
        head = _HEAD.pack(leaf, chain, len(body), CURRENT)
        return StoredEvent(combat, seq, name, head + compress(body + command))

    def to_domain_event(self, stored_event: StoredEvent) -> Record:
        """Return the record of a stored event; raises `Damaged` if it cannot be decompressed."""
        combat, seq = str(stored_event.originator_id), stored_event.originator_version
        try:
            leaf, chain, size, dictionary = _HEAD.unpack_from(stored_event.state)
            sealed = decompress(stored_event.state[_HEAD.size :], dictionary)
        except (struct.error, TypeError, ValueError) as error:
            raise _damaged(combat, seq) from error
        if len(sealed) < size:
            raise _damaged(combat, seq)
        body, command = sealed[:size], sealed[size:]
        return Record(combat, seq, stored_event.topic, body, command, leaf, chain)


def _damaged(combat: str, seq: int) -> Damaged:
    said = f"Entry {seq} of combat {combat} is cut short or altered. Restore the log from a backup."
    return Damaged(said, combat, seq)
