"""The keys of a combat's dice that everybody may know: those that were revealed, and a sample's."""

from __future__ import annotations

from api.evidence.dice_checks import revealed_key
from api.open_combat import OpenCombat
from api.service import Service
from api.vault import SAMPLE_PREFIX
from domain.events import Revealed
from domain.seats import Viewer
from domain.wire import NAMES, parse_body


def revealed(service: Service, combat: OpenCombat, viewer: Viewer) -> dict[str, str]:
    """The keys by domain, in hexadecimal; those that only some may see for whom they are."""
    found = _public(combat) if combat.name.startswith(SAMPLE_PREFIX) else {}
    name = NAMES[Revealed]
    for record in combat.records(1, combat.line.entries):
        if record.name == name:
            meta, event = parse_body(record.body)
            assert isinstance(event, Revealed)
            if viewer.sees(meta.audience) and (shown := revealed_key(event)):
                found[shown[0]] = event.value
    return found


def _public(combat: OpenCombat) -> dict[str, str]:
    """The keys of a sample, which are drawn from a secret that everybody has."""
    return {name: key.hex() for name, key in combat.luck.all_keys().items()}
