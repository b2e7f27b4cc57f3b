"""A situation at the table, and who must agree to going back, as a fair judge would say.

Ann, Ben and Cat sit there; whom nobody of them plays is the referee's. The labels were written down
by hand from what happened, not from what the code says: change one only with its reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

ANN, BEN, CAT, REFEREE = "ann", "ben", "cat", "referee"
Plays = dict[str, tuple[str, ...]]


class Situation(NamedTuple):
    """What stood before, what was done since, who asks to take that back, and who must agree.

    `forward` asks to redo it instead; `barred` says that nobody can agree to it.
    """

    name: str
    plays: Plays
    before: Callable[[], Any]
    since: Callable[[Any], object]
    asker: str
    must: tuple[str, ...]
    policy: str = "consent"
    allowance: int = 0
    forward: bool = False
    barred: bool = False
