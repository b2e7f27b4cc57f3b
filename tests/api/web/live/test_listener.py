"""The end of a viewer's log: a few listeners are woken, and each of them wakes the next."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from api.web.live import listener
from api.web.live.listener import NOTHING, Ear, Heard

LISTENERS, GROWN = 200, 40


def line(number: int) -> Heard:
    return Heard((number, 0), str(number), b"{}")


def listening(ear: Ear, until: int, heard: list[str]) -> None:
    """Note the numbers that come, as a stream does, until the last of them."""
    place = NOTHING
    while place < (until, 0):
        if ear.wait(place, 60.0):
            for each in ear.since(place) or ():
                heard.append(each.number)
                place = each.place


@pytest.mark.parametrize("at_once", [1, listener.AT_ONCE])
def test_everybody_hears_everything_however_few_are_woken(monkeypatch, at_once: int):
    monkeypatch.setattr(listener, "AT_ONCE", at_once)
    ear, heard = Ear(NOTHING, Event()), [list[str]() for _ in range(LISTENERS)]
    threads = [Thread(target=listening, args=(ear, GROWN, each)) for each in heard]
    for thread in threads:
        thread.start()
    for number in range(1, GROWN + 1):
        ear.grew([line(number)], (number, 0))
    for thread in threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in threads)
    assert heard == [[str(number) for number in range(1, GROWN + 1)]] * LISTENERS
