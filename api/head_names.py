"""Opaque names of heads: what a caller sends back to say which head they last saw."""

from __future__ import annotations

from functools import lru_cache

from api.open_combat import OpenCombat
from api.vault import Vault
from domain.seats import Viewer

MOST_NAMES = 256
"""How many are kept: one that was asked for mostly comes back with a command."""


class HeadNames:
    """Names of heads as each viewer sees them, made with the keys of the installation."""

    def __init__(self, keys: Vault):
        self._vault = keys
        self._kept = lru_cache(MOST_NAMES)(self._name)

    def name(self, combat: OpenCombat, viewer: Viewer) -> str:
        """Return the name of a combat's head; what is hidden from the viewer does not change it."""
        seen = combat.visible_head(viewer)
        label = combat.numbers.label(seen, viewer) if seen else "0"
        return self._kept(combat.name, label, viewer)

    def _name(self, combat: str, label: str, viewer: Viewer) -> str:
        eyes = "\0".join((viewer.person, viewer.role, *viewer.combatants)).encode()
        mac = self._vault.mac(b"head", combat.encode(), label.encode(), eyes)
        return f"{label}-{mac.hex()[:16]}"
