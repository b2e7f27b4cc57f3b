"""Correcting the past: one past step is annulled, amended, or has another put before it.

What was played after it is decided again with its recorded dice (`domain.rerun.rerun`). The referee
rules how much of that is adopted; a step that cannot be done any more is left out, and nobody
else's word is made up for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from domain.rerun.rerun import Judged, Played
from domain.ruleset.ruleset import Refused

How = Literal["annul", "amend", "insert"]

ALONE = 0
"""Stands for the step up to which is adopted where that is the correction, and nothing after it."""


def corrected_steps(
    later: Sequence[Played], how: How, put: Played | None = None
) -> tuple[Played, ...]:
    """The steps from the corrected one on, as they are to be judged now.

    annul: the first of them never was. amend: `put` stands in its place. insert: `put` comes before
    it. Raises ValueError where nothing is put, or something in the place of nothing.
    """
    if (put is None) != (how == "annul") or (how != "insert" and not later):
        raise ValueError(f"{how} wants {'no other' if how == 'annul' else 'another'} step")
    rest = later if how == "insert" else later[1:]
    return (*((put,) if put else ()), *rest)


def adopted_steps(
    judged: Sequence[Judged], how: How, upto: int | None = None, shown: Mapping[int, int] = {}
) -> tuple[Judged, ...]:
    """The steps of the new branch: those that still happen, all of them or up to one (its origin).

    Up to ALONE nothing that follows is among them. `shown` are the numbers of steps on the line of
    play, by origin, where they differ. Raises Refused where what is put in cannot be done itself,
    where judging stopped and nobody said up to where to adopt, and for no step that was judged.
    """
    if how != "annul":
        _check_put(judged[0])
    places = _places(judged, how)
    final = [*places][-1]
    last = [shown.get(final, final)]
    if upto is not None and upto not in places:
        why = "this is not among what is decided again before it stops; say the last that counts"
        raise Refused("", why, None, "/upto", legal=last)
    if upto is None and judged and (stop := judged[-1]).verdict == "stopped":
        origin = stop.played.origin
        numbers = {"stopped at": shown.get(origin, origin)}
        why = f"this stops: {stop.said}; say up to where, and with it"
        raise Refused("", why, numbers, "/upto", legal=last)
    until = places[upto] if upto is not None else len(judged)
    return tuple(one for one in judged[: until + 1] if one.drafts)


def _check_put(put: Judged) -> None:
    """Raise Refused where what is put in cannot be done itself."""
    if not put.drafts:
        hint = "; type its faces" if put.reason == "needs dice" else ""
        refused = put.refused or Refused("", put.said)
        raise refused.but(why=put.said + hint, pointer=f"/command{refused.pointer}")


def _places(judged: Sequence[Judged], how: How) -> dict[int, int]:
    """Where the steps stand up to which can be adopted, by origin; what is inserted has no number.

    The correction alone is the first of them, and in its place an amended step.
    """
    alone = -1 if how == "annul" else 0
    begins = {} if how == "amend" else {ALONE: alone}
    rest = enumerate(judged[alone + 1 :] if how == "insert" else judged, how == "insert")
    return begins | {one.played.origin: n for n, one in rest if one.verdict != "stopped"}
