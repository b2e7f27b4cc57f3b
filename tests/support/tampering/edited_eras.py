"""Edits of a combat that went on elsewhere, by somebody cunning who seals everything anew."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from domain.dice import keyed_faces
from domain.events import DieLabel
from tests.support.tampering.edited import HEAD, Bundle, Edit
from tests.support.tampering.edited_sealed import forged


def _began(bundle: Bundle) -> int:
    return next(n for n, e in enumerate(bundle.entries) if b"combat.era-began/1" in e)


def _said(entry: bytes) -> Any:
    return json.loads(entry.split(b"\n")[3])


def _saying(entry: bytes, said: Any) -> bytes:
    lines = entry.split(b"\n")
    return b"\n".join([*lines[:3], json.dumps(said, separators=(",", ":")).encode(), *lines[4:]])


def other_bond(bundle: Bundle, chance: Random) -> Edit:
    """A key of the era is not the one that was bound when it began."""
    at = _began(bundle)
    said = _said(bundle.entries[at])
    domain = chance.choice(sorted(said["commitments"]))
    said["commitments"][domain] = chance.randbytes(32).hex()
    return forged(bundle, {at: _saying(bundle.entries[at], said)}, f"bind another key {domain}")


def other_era(bundle: Bundle, chance: Random) -> Edit:
    """The era has another number, or one key less, or one that there never was."""
    at = _began(bundle)
    said = _said(bundle.entries[at])
    bonds = said["commitments"]
    additions: list[dict[str, Any]] = [
        {"era": 1},
        {"era": 3},
        {"commitments": {"open": bonds["open"]}},
        {"commitments": bonds | {"deck:0": bonds["open"]}},
    ]
    more = chance.choice(additions)
    return forged(bundle, {at: _saying(bundle.entries[at], said | more)}, f"an era of {more}")


def older_keys(bundle: Bundle, chance: Random) -> Edit:
    """Dice fall by the keys of before, which somebody else knows."""
    at = chance.choice(_rolls(bundle))
    said = _said(bundle.entries[at])
    said["label"]["era"] = 1
    return _thrown(bundle, at, said, said["faces"], "older keys")


def shown_anew(bundle: Bundle, chance: Random) -> Edit:
    """A die that was shown elsewhere falls anew by the keys of here."""
    shown = [n for n in _rolls(bundle) if _said(bundle.entries[n])["faces"] != _fell(bundle, n)]
    at = chance.choice(shown)
    said = _said(bundle.entries[at])
    return _thrown(bundle, at, said, _fell(bundle, at), "fell anew")


def _rolls(bundle: Bundle) -> list[int]:
    """The open rolls since the era began."""
    later = range(_began(bundle), len(bundle.entries))
    rolls = [n for n in later if b"combat.dice-rolled/1" in bundle.entries[n]]
    return [n for n in rolls if _said(bundle.entries[n]).get("key", "open") == "open"]


def _fell(bundle: Bundle, at: int) -> list[int]:
    """What the keys of here give for a roll before any round was salted."""
    said, combat = _said(bundle.entries[at]), json.loads(bundle.files[HEAD])["combat"]
    key = bytes.fromhex(json.loads(bundle.files["reveal.json"])["open@2"])
    label = DieLabel(**{**said["label"], "era": 2})
    sides = [said["sides"]] * len(said["faces"])
    return list(keyed_faces.faces(key, combat, keyed_faces.entropy_start(combat, 2), label, sides))


def _thrown(bundle: Bundle, at: int, said: Any, faces: list[int], how: str) -> Edit:
    said |= {"faces": faces, "kept": faces, "total": sum(faces)}
    return forged(bundle, {at: _saying(bundle.entries[at], said)}, f"{at + 1}: {how}")


MOVED = (other_bond, other_era, older_keys, shown_anew)
"""Edits of eras, for an archive of a combat that went on elsewhere."""
