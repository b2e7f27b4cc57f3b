"""People's words and names, encrypted apart from the log, each under a random key of its own.

The log holds only `t17` or `p3` with a commitment to the words and whose they are, salted by that
key, so that destroying the key forgets the words and every proof still holds. Keys are wrapped by a
key that is not in the database.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.events import TextRef
from domain.seal import lp

UNREADABLE = (InvalidTag, ValueError)
"""What is raised where words cannot be opened."""

_NONCE = bytes(12)
"""A key is used once, so that its nonce may be fixed."""

_BLOCK = 32


class Sealed(NamedTuple):
    """A text as stored: ciphertext, its key wrapped, and the digest that the log holds."""

    ciphertext: bytes
    wrapped_key: bytes
    digest: str


def seal_text(whose: str, text: str, text_key: bytes) -> Sealed:
    """Encrypt a text of a person (`p3`).

    It is padded to whole blocks of 32 bytes, so that its length tells little.
    """
    plain = text.encode()
    padded = len(plain).to_bytes(4, "big") + plain
    padded += bytes(-len(padded) % _BLOCK)
    key = secrets.token_bytes(32)
    ciphertext = AESGCM(key).encrypt(_NONCE, padded, None)
    return Sealed(ciphertext, wrapped(key, text_key), digest_of(whose, ciphertext, key))


def wrapped(key: bytes, text_key: bytes) -> bytes:
    """A text's own key as it is stored; one that was destroyed stays so."""
    if not key:
        return b""
    nonce = secrets.token_bytes(12)
    return nonce + AESGCM(text_key).encrypt(nonce, key, None)


def unwrapped(wrapped_key: bytes, text_key: bytes) -> bytes:
    """A text's own key, for whoever takes it elsewhere; empty where it was destroyed.

    Raises cryptography's InvalidTag where it was wrapped under another key.
    """
    if not wrapped_key:
        return b""
    return AESGCM(text_key).decrypt(wrapped_key[:12], wrapped_key[12:], None)


def digest_of(whose: str, ciphertext: bytes, key: bytes) -> str:
    """Commitment that the log holds: binds words or a name, their key, and the person.

    It is SHA-256(lp(person) || ciphertext || SHA-256(key)); the key is its salt.
    """
    return hashlib.sha256(lp(whose) + ciphertext + hashlib.sha256(key).digest()).hexdigest()


def open_text(ciphertext: bytes, wrapped_key: bytes, text_key: bytes) -> str:
    """The text again; raises cryptography's InvalidTag where anything was altered."""
    key = AESGCM(text_key).decrypt(wrapped_key[:12], wrapped_key[12:], None)
    return opened(ciphertext, key)


def opened(ciphertext: bytes, key: bytes) -> str:
    """The text again, with its own key; raises InvalidTag, or ValueError for what is no key."""
    padded = AESGCM(key).decrypt(_NONCE, ciphertext, None)
    return padded[4 : 4 + int.from_bytes(padded[:4], "big")].decode()


def reference(number: int, sealed: Sealed) -> TextRef:
    """What the log holds of a text."""
    return TextRef(id=f"t{number}", digest=sealed.digest)
