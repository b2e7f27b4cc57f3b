"""ARQ 5.1: figures that come back where another stands by now."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain.ruleset.messages import plain
from tests.domain.rulesets.arq.test_movement import moving
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import Clash


def displaced(moved: bool) -> Clash:
    """c2 has left from 0,5 or, having moved, from 1,5; c1 stands there now."""
    clash = moving(c1="0,0", c2="0,5", o1="9,0")
    if moved:
        clash.does("c2", "move", to="1,5")
    clash.say(c.Leave(who="c2"))
    return clash.does("c1", "move", to="1,5" if moved else "0,5")


def back(clash: Clash) -> Clash:
    return clash.say(c.Join(subject="c2", side="party"))


@pytest.mark.parametrize(("moved", "at"), [(True, "/subject"), (False, "/traits/at")])
def test_who_comes_back_on_a_taken_square_is_put_on_another_first(moved: bool, at: str):
    clash = displaced(moved)
    no = refused(lambda: back(clash))
    assert no.pointer == at
    assert plain(no.why).endswith("adjust the place of c2 before they come back")
    put: dict[str, Any] = {"what": "place", "subject": "c2", "place": "2,2"}
    clash.say_plainly({"type": "adjust", "note": "beside", "change": put})
    assert back(clash).at("c2") == "2,2"
