"""The keys of a combat's dice that everybody may know: those that were revealed, and a sample's."""

from __future__ import annotations

from api.open_combat import OpenCombat
from api.service import Service
from api.vault import SAMPLE_PREFIX
from domain.events import Revealed
from domain.seats import REFEREE, Viewer
from domain.wire import NAMES, parse_body

KEY = "key "
"""How the log says what was revealed, before the domain of the key."""


def revealed(service: Service, combat: OpenCombat, viewer: Viewer) -> dict[str, str]:
    """The keys by domain, in hexadecimal; those that only some may see for whom they are."""
    found = _public(combat) if combat.name.startswith(SAMPLE_PREFIX) else {}
    name = NAMES[Revealed]
    for record in combat.records(1, combat.line.entries):
        if record.name == name:
            meta, event = parse_body(record.body)
            assert isinstance(event, Revealed)
            shown = event.who == REFEREE and viewer.sees(meta.audience)
            if shown and event.what.startswith(KEY):
                found[event.what.removeprefix(KEY)] = event.value
    return found


def _public(combat: OpenCombat) -> dict[str, str]:
    """The keys of a sample, which are drawn from a secret that everybody has."""
    return {name: key.hex() for name, key in combat.luck.all_keys().items()}
