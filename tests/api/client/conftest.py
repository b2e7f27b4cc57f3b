"""Time that passes at once, for clients that wait."""

from __future__ import annotations

import time
from threading import get_ident

import pytest


class Clock:
    """A clock that goes on only while its test sleeps; how long each time is in `slept`.

    Threads that tests before have left behind sleep as ever: `time.sleep` is everybody's.
    """

    def __init__(self) -> None:
        self.now, self.slept = 100.0, list[float]()
        self._test, self._sleep = get_ident(), time.sleep

    def sleep(self, seconds: float) -> None:
        """Sleep without waiting."""
        if get_ident() != self._test:
            return self._sleep(seconds)
        self.now += seconds
        self.slept.append(seconds)
        return None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of `api.client`."""
    clock = Clock()
    monkeypatch.setattr(time, "sleep", clock.sleep)
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    monkeypatch.setattr("api.client.follow.sleep", clock.sleep)
    monkeypatch.setattr("api.client.follow.monotonic", lambda: clock.now)
    return clock
