"""Heads of a log: of all its entries, and of the public feed that players' devices know.

Players are shown the feed alone: its leaves hash public entries, each with a blinded anchor of
everything before it (`domain.log.sealing`), so that neither its size nor its root tells of what is
hidden.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from api.combats.open_combat import OpenCombat
from api.evidence.checks.flaws import Flaw
from api.evidence.checks.merkle_proofs import consistent
from api.service.service import Service
from api.vault.key_files import Vault
from domain.events import PublicNumber
from domain.log import sealing

_SIGNED = sealing.lp("combatlog-head/1")


class FeedHead(NamedTuple):
    """The head of the public feed after so many public entries, signed by the server's key.

    `public_root` is the root of the tree over them (RFC 6962), `key` the Ed25519 key and
    `signature` its signature; all three in hexadecimal. `signed_at` is the time of signing in
    milliseconds since 1970 (UTC), and is signed as well.
    """

    combat: str
    public: int
    public_root: str
    signed_at: int
    key: str = ""
    signature: str = ""


SIGNED = ("combat", "public", "public_root", "signed_at")
"""What the server signs of a head of the public feed."""


UNSIGNED = (InvalidSignature, ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What a wrong signature, or what is written as none, makes a check raise."""


class Proven(NamedTuple):
    """A head, and the path that shows that an earlier one (after `since`) is its beginning."""

    head: FeedHead
    since: PublicNumber
    path: tuple[str, ...]


def feed_head(service: Service, combat: OpenCombat, number: int, since: int = 0) -> Proven:
    """Sign the head of the feed after a public entry, and prove it; behind the combat's lock.

    Raises ValueError for numbers that are not there, or not in this order.
    """
    combat.trees.catch_up()
    feed = combat.trees.feed
    path = feed.consistency(since, number) if since else ()
    head = FeedHead(combat.name, number, feed.root(number).hex(), service.effects.now())
    sign = signature(service.vault, canonical(_signed_part(head._asdict())))
    head = head._replace(key=sign["key"], signature=sign["signature"])
    return Proven(head, since, tuple(each.hex() for each in path))


class FeedEntry(NamedTuple):
    """A public entry as the feed has it, and the path from its leaf to the root of a head.

    The leaf of the feed is SHA-256 of `04`, the number (u64), the anchor and the entry's leaf.
    """

    number: PublicNumber
    anchor: str
    leaf: str
    path: tuple[str, ...]


def feed_entry(combat: OpenCombat, number: int, size: int) -> FeedEntry:
    """A public entry and its proof of inclusion, once the head was asked for.

    Raises ValueError for a number that is not among the first `size`.
    """
    path = combat.trees.feed.inclusion(number - 1, size)
    seq = combat.numbers.seq(number)
    before = combat.chain_at(seq - 1)
    record = next(iter(combat.records(seq, seq)))
    anchor = sealing.anchor(combat.origin.blind_key(seq), combat.name, seq, before)
    return FeedEntry(number, anchor.hex(), record.leaf.hex(), tuple(each.hex() for each in path))


def signature(vault: Vault, said: bytes) -> dict[str, str]:
    """The server's key, and its signature of what was said of a head."""
    key = Ed25519PrivateKey.from_private_bytes(vault.signing_key)
    public = key.public_key().public_bytes_raw().hex()
    return {"key": public, "signature": key.sign(_SIGNED + said).hex()}


def check_signature(key: str, sign: str, said: bytes) -> None:
    """Raise ValueError or cryptography's InvalidSignature unless this key signed this head."""
    if key != key.lower() or sign != sign.lower() or (len(key), len(sign)) != (64, 128):
        raise ValueError("a key and a signature are written in one way")
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
    public.verify(bytes.fromhex(sign), _SIGNED + said)


def canonical(value: Any) -> bytes:
    """Write JSON in one way only: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n"


# --- heads noted by devices: each is the beginning of the next ------------------------------------

Noted = Mapping[str, Any]
"""A head of the public feed as JSON: its combat, `public` number, root, time, key and signature."""


def follows(noted: Noted, proven: Noted) -> None:
    """Check that a noted head is the beginning of one that is shown now, with its proof.

    Raises Flaw where it is not, or where the server did not sign what it shows.
    """
    head, old = proven["head"], noted["public"]
    if head["combat"] != noted["combat"]:
        raise Flaw("the noted head", f"it is of another combat, {noted['combat']}")
    genuine(head)
    first, second = (bytes.fromhex(each["public_root"]) for each in (noted, head))
    path = [bytes.fromhex(each) for each in proven["path"]]
    if proven["since"] != str(old) or not consistent(old, head["public"], first, second, path):
        raise another(old)


def _signed_part(head: Noted) -> Noted:
    return {name: head[name] for name in SIGNED}


def genuine(head: Noted) -> None:
    """Check that the server signed a head; raises Flaw."""
    try:
        check_signature(head["key"], head["signature"], canonical(_signed_part(head)))
    except UNSIGNED as error:
        raise Flaw("the noted head", "the server did not sign it") from error


def another(number: int) -> Flaw:
    """Return that what is shown now does not begin as it did when a head was noted."""
    return Flaw(
        f"public entry {number}",
        "another history was shown when this head was noted:"
        " this entry or one before it was altered, put in, or left out",
    )
