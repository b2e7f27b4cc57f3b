"""Short replay of a sample that moves on the home page: its moments, drawn without a token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.pages.table.rows import Row, changed_pools, rows
from api.pages.table.summary import look
from api.presets.shipped import ANY_GAME
from api.service.service import Service
from api.vault.key_files import SAMPLE_PREFIX
from api.web.auth import NOBODY
from api.web.error_mapping import as_problems
from api.web.problems import Problem
from api.web.route_table import Call
from domain.state.viewer import PUBLIC
from projections.changes.replay_frames import Frame, Reader, Shot
from projections.story.standing import Life, life_of
from projections.visibility.snapshot import line_of_play

SAMPLE = f"{SAMPLE_PREFIX}{ANY_GAME}-the-golem-in-the-hall"
"""The shortest sample in which somebody is hurt."""
MOST_MOMENTS = 24

_TOLD = ("act", "posting", "condition", "place", "outcome")
_RESULTS = ("condition", "place")
"""Lines that say more than the act that brought them about."""

_REPLAYS: WeakKeyDictionary[Service, SampleReplay | None] = WeakKeyDictionary()
"""A sample never changes, so its replay is made once."""


class SampleMoment(NamedTuple):
    """A moment: the clock, what happened, and a row for each fighter."""

    clock: tuple[str, ...]
    said: str
    rest: tuple[str, ...]
    rows: tuple[Row, ...]


class SampleReplay(NamedTuple):
    """The moments of a sample that are shown, and where the whole replay is."""

    combat: str
    title: str
    game: str
    moments: tuple[SampleMoment, ...]


def sample_replay(call: Call) -> SampleReplay | None:
    """Return the replay of the sample; None where it is not here."""
    if call.service not in _REPLAYS:
        row = call.service.log.catalogue_row(SAMPLE)
        if row is None or not row.sample or row.status == "open":
            return None
        _REPLAYS[call.service] = _made(call._replace(combat=SAMPLE, caller=NOBODY), row.title)
    return _REPLAYS[call.service]


def _made(call: Call, title: str) -> SampleReplay | None:
    try:
        with as_problems(call), call.lock_combat(PUBLIC) as (combat, sight):
            found = tuple(_moments(combat, sight))
            return SampleReplay(SAMPLE, title, combat.rules.title, found[:MOST_MOMENTS])
    except Problem:
        return None


def _moments(combat: OpenCombat, sight: Sight) -> Iterator[SampleMoment]:
    """Yield a moment for each step in which somebody did or suffered something."""
    entries = sight.seen_entries(range(1, len(sight) + 1))
    life = life_of((entries[seq - 1] for seq in line_of_play(entries)), combat.rules)
    reader, place = Reader(sight, "step"), (*sight.began("turn"), 1)[0]
    while (later := reader.after(place)) is not None:
        frame, place = reader.frame(later, combat.rules), later
        told = [shot for shot in frame.shots if shot.kind in _TOLD]
        if any(shot.kind == "act" for shot in told):
            yield _moment(combat, sight, frame, told, life, later)


def _moment(
    combat: OpenCombat, sight: Sight, frame: Frame, told: list[Shot], life: Life, place: int
) -> SampleMoment:
    moment = sight.moment(sight.line.node_after(place))
    seen = look(moment, combat.rules, PUBLIC, drawn=False)
    begun = sight.line.first(sight.line.step_of(place))
    changed = changed_pools(sight.seen_entries(range(begun, place + 1)), combat.rules)
    by_result = bool(changed) or told[-1].kind in _RESULTS
    said, rest = (told[-1], ()) if by_result else (told[0], told[1:3])
    drawn = rows(seen, moment, combat.rules, life, changed)
    return SampleMoment(seen.clock, said.text, tuple(shot.text for shot in rest), tuple(drawn))
