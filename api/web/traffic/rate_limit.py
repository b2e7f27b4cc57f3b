"""How often something may be tried: so many times a minute from one address, and from all."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from api.web.problems import Problem

MOST_KNOWN = 10_000
"""Addresses that are remembered; those that tried longest ago are forgotten first."""


class _Left(NamedTuple):
    """What is left to somebody, as of a time."""

    tries: float
    at: float


class Rates:
    """Tries of one kind: they come back evenly, and as many as a minute brings may be used at once.

    Counted in each process for itself.
    """

    def __init__(self, each: int, together: int, now: Callable[[], float] = time.monotonic):
        self._each, self._together, self._now = each, together, now
        self._left: OrderedDict[str, _Left] = OrderedDict()
        self._lock = Lock()

    def count_try(self, address: str) -> None:
        """Count a try; raises the problem of too many, which are not counted."""
        with self._lock:
            own, all_ = self._of(address, self._each), self._of("", self._together)
            wait = max((1 - own.tries) / self._each, (1 - all_.tries) / self._together) * 60
            if wait > 0:
                raise Problem(
                    "too-many",
                    "That was tried too often. Wait a little, then try again.",
                    {"Retry-After": str(int(wait) + 1)},
                )
            for key, left in ((address, own), ("", all_)):
                self._left[key] = left._replace(tries=left.tries - 1)
                self._left.move_to_end(key)
            while len(self._left) > MOST_KNOWN:
                self._left.popitem(last=False)

    def _of(self, key: str, most: int) -> _Left:
        """What is left now: what is not used up grows back."""
        now = self._now()
        left = self._left.get(key, _Left(most, now))
        return _Left(min(most, left.tries + (now - left.at) * most / 60), now)
