"""What is wrong with a log or an archive, and where; an entry is read, or it has a flaw."""

from __future__ import annotations

from domain.log.codec import NAMES, Entry, body_bytes, parse_body, parse_kept

_LONGEST = 400
"""Characters of a place or a reason that are shown."""


class Flaw(Exception):
    """Something wrong in a log or an archive: the place and the reason."""

    def __init__(self, where: str, why: str):
        where, why = _printable(where) or "a file without a name", _printable(why)
        super().__init__(f"{where}: {why}")
        self.where, self.why = where, why


def _printable(text: str) -> str:
    """Replace control characters: an archive may say anything, and a terminal would obey it."""
    signs = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in signs)


def read_entry(
    seq: int, body: bytes, command: bytes, leaf: bytes = b"", chain: bytes = b""
) -> Entry:
    """Read an entry that is written in the one way there is; raises Flaw."""
    try:
        meta, event = parse_body(body)
        entry = Entry(meta, event, parse_kept(command), leaf, chain)
        as_written = NAMES[type(event)].encode() != body.partition(b"\n")[0] or (
            body_bytes(meta, event) == body
        )
    except Exception as error:  # whatever hostile bytes make this raise
        raise Flaw(f"entry {seq}", f"it cannot be read: {error}") from error
    if not as_written:
        raise Flaw(f"entry {seq}", "it is not written as an entry is written")
    return entry
