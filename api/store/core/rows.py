"""The rows of the store, as they go in and as they come out."""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.events import PublicNumber

Status = Literal["open", "ended"]


class Record(NamedTuple):
    """One entry of a combat's log, as the bytes that are stored.

    The domain decides these bytes (`domain.log.codec`) and seals them (`domain.log.sealing`); the
    store neither reads nor changes them. `name` is the stored type name, such as `combat.acted/1`;
    an absent command is empty. Leaf and chain have 32 bytes each.
    """

    combat: str
    seq: int
    name: str
    body: bytes
    command: bytes
    leaf: bytes
    chain: bytes

    @property
    def originator_id(self) -> str:
        """What the storage library calls the combat."""
        return self.combat

    @property
    def originator_version(self) -> int:
        """What the storage library calls the number of the entry."""
        return self.seq


class KeyRow(NamedTuple):
    """An idempotency key, and what became of a line of its request, which `mac` is a hash of.

    `step` is what the line was carried out as. The line at which a batch stopped has no step, but
    the `problem` as JSON.
    """

    combat: str
    seat: str
    key: str
    mac: bytes
    step: int
    line: int = 1
    problem: str = ""


class CatalogueRow(NamedTuple):
    """A combat as the catalogue lists it; times are milliseconds since 1970 UTC.

    `members` are the names of those who fight, joined, to be searched. A what-if has the
    combat and the entry that it goes on from, and the person there who made it.
    """

    combat: str
    title: str
    ruleset: str
    status: Status
    members: str
    opened_at: int
    changed_at: int
    origin: str = ""
    origin_entry: PublicNumber = 0
    maker: str = ""
    sample: bool = False

    @property
    def cursor(self) -> tuple[int, str]:
        """Where the next page goes on, if this is the last row of a page."""
        return self.changed_at, self.combat


class TextRow(NamedTuple):
    """A text that somebody wrote, in UTF-8, with the salt of the commitment that the log holds.

    `author` is a person, such as `p3`; `mentions` are people who were forgotten.
    """

    combat: str
    id: str
    author: str
    mentions: tuple[str, ...]
    salt: bytes
    words: bytes


class PersonRow(NamedTuple):
    """A person's name, in UTF-8, with the salt of the commitment that the log holds."""

    combat: str
    id: str
    salt: bytes
    name: bytes


class SecretRow(NamedTuple):
    """The hash of the bearer token that opens a seat; None takes the token away."""

    combat: str
    seat: str
    token_hash: bytes | None


class FingerprintRow(NamedTuple):
    """A public hash of a key file, by which it is known again; it tells nothing of the key."""

    key: str
    hash: bytes


class RulingRow(NamedTuple):
    """A ruling on a dispute, in the index of precedents: under which clause, and what was done.

    `number` is the public number of the entry that contests, `remedy` the kind of what was ruled,
    `at` when that was, in milliseconds since 1970 UTC.
    """

    combat: str
    number: int
    ruleset: str
    clause: str
    remedy: str
    at: int


class OpeningRow(NamedTuple):
    """What opens the entries of a combat that came without its keys.

    `nonces` has 32 bytes for each entry, in order: those of its body and of its command.
    """

    combat: str
    nonces: bytes


class JoiningRow(NamedTuple):
    """That a combat may be joined: as what, the hash of its code, until when in milliseconds."""

    combat: str
    role: Literal["player", "spectator"]
    code_hash: bytes
    until: int


class CampaignRow(NamedTuple):
    """That a combat belongs to a campaign, by its name."""

    combat: str
    campaign: str


class OriginsRow(NamedTuple):
    """The origins of the pages that may call the API for a combat."""

    combat: str
    origins: tuple[str, ...]


class Mark(NamedTuple):
    """That there is a checkpoint at an entry, and the chain at which it was taken.

    A checkpoint is a cache: it may be deleted, and counts only where the chain is still the same.
    """

    seq: int
    chain: bytes


class Head(NamedTuple):
    """The last entry of a combat, the chain there, and how many rows stand beside its entries."""

    seq: int
    chain: bytes
    keys: int = 0
    texts: int = 0
    people: int = 0
    rulings: int = 0


class LineDump(NamedTuple):
    """A dumped index of a line of play up to entry `seq`; a cache like a checkpoint."""

    seq: int
    chain: bytes
    data: bytes
