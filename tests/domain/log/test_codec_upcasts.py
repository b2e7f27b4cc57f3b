"""Events stored under an older name are carried over to the newest, or unreadable."""

from __future__ import annotations

import pytest

from domain.events import Event
from domain.log.codec import Stored, Unreadable, Upcast, parse_event


class Fled(Event):
    """An event as it is called in its third version."""

    who: str
    paces: int
    why: str = ""


BOOK = {"combat.fled/3": Stored(Fled, "play")}
CARRIED: dict[str, Upcast] = {
    "combat.fled/1": (
        "combat.fled/2",
        lambda old: {"subject": old["subject"], "yards": old.get("far", 0)},
    ),
    "combat.fled/2": (
        "combat.fled/3",
        lambda old: {"who": old["subject"], "paces": old["yards"] * 2},
    ),
}


def fled(name: str, data: bytes, upcasts: dict[str, Upcast] = CARRIED) -> Event:
    return parse_event(name, data, BOOK, upcasts)


def test_the_newest_version_is_read_as_it_stands():
    assert fled("combat.fled/3", b'{"who":"ana","paces":4}') == Fled(who="ana", paces=4)


def test_an_old_version_is_carried_over_to_the_next():
    assert fled("combat.fled/2", b'{"subject":"ana","yards":2}') == Fled(who="ana", paces=4)


def test_the_oldest_version_is_carried_over_step_by_step():
    assert fled("combat.fled/1", b'{"subject":"ana","far":2}') == Fled(who="ana", paces=4)
    assert fled("combat.fled/1", b'{"subject":"ana"}') == Fled(who="ana", paces=0)


@pytest.mark.parametrize(
    "data", [b"{", b"[]", b"{}", b"7", b'{"subject":["ana"]}', b'{"subject":null}']
)
def test_an_old_version_of_a_broken_shape_is_unreadable(data):
    with pytest.raises(Unreadable):
        fled("combat.fled/1", data)


def test_a_version_that_leads_nowhere_is_unreadable():
    with pytest.raises(Unreadable, match=r"no event is called 'combat\.fled/4'"):
        fled("combat.fled/1", b"{}", {"combat.fled/1": ("combat.fled/4", dict)})
    with pytest.raises(Unreadable, match=r"no event is called 'combat\.fled/1'"):
        fled("combat.fled/1", b"{}", {})
