"""Where we were: the five lines above the board of a fight that was left for hours."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.read.table_parts import where_now
from api.web.route_table import Call
from domain.events import Rewound
from projections.story.play_time import BREAK

_HOUR, _DAY = 3600, 24 * 3600


class LeftFight(NamedTuple):
    """A fight that was left: how long ago in words, and where it stands in five lines."""

    ago: str
    lines: tuple[str, ...]


def left_fight(call: Call, combat: OpenCombat, sight: Sight) -> Callable[[], LeftFight | None]:
    """Return what tells where a left fight stands; call it outside of the lock.

    It answers None until nobody has acted for hours, and where nobody can go on here.
    """
    if combat.read_only or combat.head.roster.ended or not sight.node:
        return lambda: None
    seconds = (call.service.now(combat) - _last_act(sight)) // 1000
    if seconds < BREAK:
        return lambda: None
    tell = where_now(call.service, combat, sight, call.caller.viewer)
    return lambda: LeftFight(_ago(seconds), tell().lines)


def _last_act(sight: Sight) -> int:
    """Return when somebody last played or moved the head, in milliseconds since 1970.

    Seats and talk are neither: a table that gathers still wants to read where it was.
    """
    entries = (sight.entry(seq).entry for seq in range(len(sight), 0, -1))
    acts = (one for one in entries if one.is_play or isinstance(one.event, Rewound))
    return next(acts).meta.at


def _ago(seconds: int) -> str:
    """Return how long ago something was, roughly: `5 hours ago`, `1 day ago`."""
    many, unit = (seconds // _DAY, "day") if seconds >= _DAY else (seconds // _HOUR, "hour")
    return f"{many} {unit}{'' if many == 1 else 's'} ago"
