"""Heads noted by devices: each is the beginning of the next, or two histories were shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.evidence.checks.flaws import Flaw
from api.evidence.checks.merkle_proofs import consistent
from api.evidence.heads import SIGNED, UNSIGNED, canonical, check_signature

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
    if proven["since"] != old or not consistent(old, head["public"], first, second, path):
        raise another(old)


def genuine(head: Noted) -> None:
    """Check that the server signed a head; raises Flaw."""
    try:
        said = {name: head[name] for name in SIGNED}
        check_signature(head["key"], head["signature"], canonical(said))
    except UNSIGNED as error:
        raise Flaw("the noted head", "the server did not sign it") from error


def another(number: int) -> Flaw:
    """Return that what is shown now does not begin as it did when a head was noted."""
    return Flaw(
        f"public entry {number}",
        "another history was shown when this head was noted:"
        " this entry or one before it was altered, put in, or left out",
    )
