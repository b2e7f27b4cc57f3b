"""The catalogue's row: kept from step to step, of what the public may know."""

from __future__ import annotations

from domain import commands as c
from domain.state.viewer import PUBLIC
from projections.state.catalogue import Row, row
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.recorded_playouts import RULES
from tests.support.logs.whole_logs import rebuild


def rows(told: Recorded) -> list[Row | None]:
    """The row after every step."""
    found: list[Row | None] = [None]
    for step in range(1, told.log[-1].step + 1):
        entries = [x for x in told.log if x.step == step]
        upto = told.log[: entries[-1].seq]
        found.append(row(found[-1], entries, rebuild(upto, PUBLIC).combat))
    return found


def test_a_row_says_who_fights_under_which_rules_since_when():
    told = Recorded(RULES)
    told.comes("a", "Reds", kind="side").comes("man").comes("erik").round()
    last = rows(told)[-1]
    assert last == Row("", "toy", "open", "Man, Erik", told.log[0].meta.at, told.log[-1].meta.at)


def test_the_title_stays_that_of_the_opening():
    told = Recorded(RULES).comes("man")
    first = told.log[0]
    told.log[0] = first._replace(event=first.event.model_copy(update={"title": "The bridge"}))
    assert {found.title for found in rows(told) if found} == {"The bridge"}


def test_an_ended_combat_is_open_again_after_a_rewind():
    told = Recorded(RULES).comes("man")
    before = told.head
    told.say(c.End()).rewinds(before)
    assert [found.status for found in rows(told) if found] == ["open", "open", "ended", "open"]


def test_nothing_hidden_moves_a_combat_in_the_list():
    told = Recorded(RULES).comes("man")
    seen = rows(told)[-1]
    told.say(c.Join(subject="lurker", name="Lurker", hidden=True))
    told.say(c.Roll(who="referee", sides=20, hidden=True))
    assert rows(told)[-1] == seen
    assert row(None, told.log[-1:], told.combat) is None


def test_who_left_can_still_be_found():
    told = Recorded(RULES).comes("man").comes("erik").say(c.Leave(who="erik"))
    found = rows(told)[-1]
    assert found and found.members == "Man, Erik"
