"""The sample fights: put into the log on the first start, for everybody to read.

A sample is a file `samples/<ruleset>/<story>/fight.jsonl` of commands, one a line, the first of
which opens the combat (with `seats`, where it has any). A line may say `as`: the seat that speaks,
else the referee does. Every line is carried out once, so that a start that was cut short is taken
up where it broke off. Sample combats have public keys: whoever likes may check their dice.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from api.presets.chosen import chosen_preset
from api.service.service import OPERATOR, KeyMisused, Request, Service
from api.store.core.errors import Damaged
from api.vault.key_files import SAMPLE_PREFIX
from api.web.schemas.request_bodies import NewCombat
from domain import commands as c
from domain.ruleset.ruleset import Forbidden, Refused

INSTALLED, CHECKED_OUT = (
    Path(__file__).parents[1] / "sample_fights",
    Path(__file__).parents[2] / "samples",
)
FOLDER = INSTALLED if INSTALLED.exists() else CHECKED_OUT
"""The samples: in an installed package, or beside the sources."""

LOG = logging.getLogger("combatlog.samples")
_SPOILT = (Refused, Forbidden, KeyMisused, Damaged, ValidationError, KeyError, ValueError)


def load_samples(service: Service, folder: Path = FOLDER) -> tuple[str, ...]:
    """Put every sample into the log that is not in it yet; the names of those that were."""
    loaded = []
    for file in sorted(folder.glob("*/*/fight.jsonl")):
        try:
            loaded += [name for name in (load_sample(service, file),) if name]
        except _SPOILT as error:
            LOG.warning("the sample %s cannot be played: %s", file.relative_to(folder), error)
    return tuple(loaded)


def load_sample(service: Service, file: Path) -> str:
    """Put one sample into the log; its name, or nothing where it is all there already."""
    name = name_of(file)
    lines = [line for line in file.read_bytes().splitlines() if line.strip()]
    if service.log.find_key(name, "", _key(len(lines))) or _came_by_import(service, name):
        return ""
    said = NewCombat.model_validate_json(lines[0])
    rules = service.rulesets().get(said.ruleset)
    preset = chosen_preset(said.preset, rules.with_preset if rules else lambda _: None)
    opening, seats = said.opening(preset), said.openings
    service.open(opening, seats, sample=True, name=name, key=_key(1), body=lines[0])
    for number, line in enumerate(lines[1:], start=2):
        _say(service, name, line, _key(number))
    return name


def _came_by_import(service: Service, name: str) -> bool:
    """True for a sample that was taken in from an export: it is whole, and has no keys of ours."""
    return bool(service.log.catalogue_row(name)) and not service.log.find_key(name, "", _key(1))


def name_of(file: Path) -> str:
    """What the combat of a sample is called: after its ruleset and its story."""
    return f"{SAMPLE_PREFIX}{file.parent.parent.name}-{file.parent.name}"


def _key(number: int) -> str:
    return f"line {number}"


def _say(service: Service, name: str, line: bytes, key: str) -> None:
    raw: dict[str, Any] = json.loads(line)
    seat = raw.pop("as", "")
    viewer = service.combat(name).table.seats[seat].viewer if seat else OPERATOR
    service.say(name, Request(c.COMMAND.validate_python(raw), viewer, "", key, line))
