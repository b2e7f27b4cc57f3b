"""Blinded, chained entries: proof that a log was not altered, reordered or cut short.

An entry has two parts, its body and the command that caused it. Each part is hashed together with
a secret nonce, so that nobody can guess a hidden value by hashing all candidates. The two
commitments make a leaf, and each leaf is hashed onto the chain of all the leaves before it. To open
a part is to show its nonce and its bytes; a part that stays closed is 32 opaque bytes, and the
chain still verifies.

Numbers are big-endian. Every kind of hash begins with a tag byte of its own, so that no hash of one
kind can be passed off as another: `00` leaf, `02` chain, `03` anchor, `04` public leaf, `10` part,
`11` words.
"""

import hmac
import struct
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

GENESIS: Final = bytes(32)
"""The chain before the first entry: 32 zero bytes."""

_LEAF, _CHAIN, _ANCHOR, _PUBLIC_LEAF = b"\x00", b"\x02", b"\x03", b"\x04"
_PART, _WORDS = b"\x10", b"\x11"
_U32, _U64 = struct.Struct(">I"), struct.Struct(">Q")
_HASH_SIZE: Final = 32
_NONCE_SIZE: Final = 16


class Sealed(NamedTuple):
    """What sealing an entry yields: its leaf, and the chain up to and including it."""

    leaf: bytes
    chain: bytes


def u32(number: int) -> bytes:
    """Four bytes, big-endian; raises `struct.error` for what does not fit."""
    return _U32.pack(number)


def u64(number: int) -> bytes:
    """Eight bytes, big-endian; raises `struct.error` for what does not fit."""
    return _U64.pack(number)


def lp(text: str) -> bytes:
    """Length-prefixed text: its length in bytes as u32, then its UTF-8.

    Texts written one after another stay apart: `lp("a") + lp("bc")` is not `lp("ab") + lp("c")`.
    """
    data = text.encode()
    return u32(len(data)) + data


def keyed_hash(key: bytes, message: bytes) -> bytes:
    """The HMAC-SHA256 of a short message.

    Not `hmac.digest`: that sets the key up anew each time, and gives up the interpreter's lock for
    messages of any length, which costs threads that hash a few bytes far more than the hash.
    """
    hash = _set_up(key).copy()
    hash.update(message)
    return hash.digest()


@lru_cache(maxsize=1024)
def _set_up(key: bytes) -> hmac.HMAC:
    return hmac.new(key, digestmod="sha256")


def nonces(blind_key: bytes, combat: str, seq: int) -> tuple[bytes, bytes]:
    """The nonces of entry `seq`, 16 bytes each: of its body, and of its command.

    They are the first half of an HMAC-SHA512 under the blinding key, which is never revealed; a
    nonce that is shown tells nothing about any other.
    """
    drawn = _nonce_bytes(blind_key, "combatlog-nonce/1", combat, seq)
    return drawn[:_NONCE_SIZE], drawn[_NONCE_SIZE : 2 * _NONCE_SIZE]


def commit_part(nonce: bytes, data: bytes) -> bytes:
    """The commitment to one part: SHA-256 of tag `10`, nonce and bytes.

    Raises `ValueError` unless the nonce has 16 bytes: with a free border between nonce and bytes,
    one commitment could be opened as two different texts.
    """
    return _salted_hash(_PART, nonce, data)


def commit_words(whose: str, salt: bytes, words: bytes) -> str:
    """Return the commitment to a person's name or words, bound to the person (`p3`).

    It is SHA-256 of tag `11`, salt, lp(person) and words. Without the salt nobody can guess the
    words. Raises `ValueError` unless the salt has 16 bytes.
    """
    return _salted_hash(_WORDS, salt, lp(whose) + words).hex()


def leaf(c_body: bytes, c_command: bytes) -> bytes:
    """The leaf of an entry: SHA-256 of tag `00` and the commitments to its two parts.

    Raises `ValueError` unless both have 32 bytes.
    """
    return _tagged_hash(_LEAF, c_body, c_command)


def chain(previous: bytes, leaf: bytes) -> bytes:
    """The chain with one more leaf: SHA-256 of tag `02`, the chain before it and the leaf.

    Raises `ValueError` unless both have 32 bytes.
    """
    return _tagged_hash(_CHAIN, previous, leaf)


def anchor(blind_key: bytes, combat: str, seq: int, chain_before: bytes) -> bytes:
    """A blinded note of the whole chain before public entry `seq`, safe to show to players.

    Opened at the end of a combat, it proves that what was hidden stood fixed before that public
    entry. Raises `ValueError` unless the chain has 32 bytes.
    """
    return _tagged_hash(_ANCHOR + anchor_nonce(blind_key, combat, seq), chain_before)


def anchor_nonce(blind_key: bytes, combat: str, seq: int) -> bytes:
    """The 16-byte nonce of the anchor at `seq`, under a tag of its own; showing it opens one."""
    return _nonce_bytes(blind_key, "combatlog-anchor/1", combat, seq)[:_NONCE_SIZE]


def public_leaf(number: int, anchor: bytes, leaf: bytes) -> bytes:
    """The leaf of the public feed: SHA-256 of tag `04`, public number (u64), anchor and leaf.

    Raises `ValueError` unless anchor and leaf have 32 bytes.
    """
    return _tagged_hash(_PUBLIC_LEAF + u64(number), anchor, leaf)


def seal(
    blind_key: bytes, combat: str, seq: int, body: bytes, command: bytes, previous_chain: bytes
) -> Sealed:
    """Seal entry `seq` onto the chain before it; an absent command is empty bytes.

    Raises `ValueError` unless the chain has 32 bytes.
    """
    body_nonce, command_nonce = nonces(blind_key, combat, seq)
    sealed = leaf(commit_part(body_nonce, body), commit_part(command_nonce, command))
    return Sealed(sealed, chain(previous_chain, sealed))


def _nonce_bytes(blind_key: bytes, tag: str, combat: str, seq: int) -> bytes:
    hash = _combat_hmac(blind_key, tag, combat).copy()
    hash.update(u64(seq))
    return hash.digest()


@lru_cache(maxsize=1024)
def _combat_hmac(blind_key: bytes, tag: str, combat: str) -> hmac.HMAC:
    """What the nonces of one combat have in common is hashed once."""
    return hmac.new(blind_key, lp(tag) + lp(combat), "sha512")


def _salted_hash(tag: bytes, nonce: bytes, data: bytes) -> bytes:
    if len(nonce) != _NONCE_SIZE:
        raise ValueError(f"a nonce has {_NONCE_SIZE} bytes, not {len(nonce)}")
    return sha256(tag + nonce + data).digest()


def _tagged_hash(tag: bytes, *hashes: bytes) -> bytes:
    """SHA-256 over a tag and whole hashes; were their sizes free, so were the borders between."""
    for each in hashes:
        if len(each) != _HASH_SIZE:
            raise ValueError(f"a hash has {_HASH_SIZE} bytes, not {len(each)}")
    return sha256(tag + b"".join(hashes)).digest()
