"""Time that passes at once, for clients that wait."""

from __future__ import annotations

import time

import pytest


class Clock:
    """A clock that goes on only while somebody sleeps; how long each slept is in `slept`."""

    def __init__(self) -> None:
        self.now, self.slept = 100.0, list[float]()

    def sleep(self, seconds: float) -> None:
        """Sleep without waiting."""
        self.now += seconds
        self.slept.append(seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of `api.client`."""
    clock = Clock()
    monkeypatch.setattr(time, "sleep", clock.sleep)
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    monkeypatch.setattr("api.client.follow.sleep", clock.sleep)
    monkeypatch.setattr("api.client.follow.monotonic", lambda: clock.now)
    return clock
