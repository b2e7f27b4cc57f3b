"""Where we were, in five lines: exact for the samples of all games, and nothing hidden in it."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.legality.options import options
from domain.state.viewer import PUBLIC, Viewer
from domain.table.undo_requests import Request
from projections.state.pools import pools
from projections.story.recap import recap
from projections.story.where_we_were import OpenMatter, TableMatters, WhereWeWere, where_we_were
from projections.visibility.snapshot import START, advance
from tests.projections.story.test_recap import fought
from tests.support.fights.kaiser import RULES as KAISER
from tests.support.fights.kaiser import XAN, YRSA
from tests.support.fights.open import RULES as ANY_GAME
from tests.support.goldens.samples import FIGHTS, sample_in
from tests.support.goldens.where_we_were import GOLDEN, HEAD, at
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.recorded_playouts import RULES
from tests.support.logs.whole_logs import seen_entries

SAID: dict[str, dict[int, list[str]]] = {}
for block in GOLDEN.read_text("utf-8").split("\n\n"):
    head, *lines = block.strip().splitlines()
    if found := HEAD.fullmatch(head):
        SAID.setdefault(found[1], {})[int(found[2])] = lines


def now(told: Recorded, viewer: Viewer = PUBLIC, beside: TableMatters | None = None) -> WhereWeWere:
    return where_we_were(seen_entries(told.log, viewer), RULES, beside or TableMatters())


@pytest.mark.sweep
@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.parent.name)
def test_every_sample_is_told_in_five_lines_at_four_moments(fight: Path, tmp_path: Path):
    service, name = sample_in(tmp_path, fight)
    said = SAID[f"{fight.parent.parent.name}/{fight.parent.name}"]
    assert len(said) == 4
    for upto, lines in said.items():
        assert list(at(service.combat(name), upto).lines) == lines
    service.close()


def test_the_parts_say_the_same_as_the_lines():
    found = now(fought())
    assert found.lines == (
        "Toy: combat turn 1, phase of Man.",
        "Hurt or in some state: Erik (hurt). Unhurt: Man.",
        "Nothing is open.",
        "Last: Man strikes Erik; Man rolls attempt 20 = 1d20 [18] + 2 might;"
        " Man's strike: hit (attack 20, defence 12);"
        " Erik: hurt, until the end of the combat turn.",
        "Next: Man.",
    )
    assert [(one.who, one.is_down, one.left, one.harms) for one in found.standing] == [
        ("erik", False, 100, 1),
        ("man", False, 100, 0),
    ]
    assert (found.go, found.open, found.next.who) == (("man",), (), ("man",))


def drained(**given: Any) -> Recorded:
    """Lio of a table's own game is hit, and loses a point of each of some pools."""
    told = Recorded(ANY_GAME, order="as added").comes("gob", "Goblin")
    told.comes("lio", "Lio", traits={"pools": given}).round()
    taken: dict[str, Any] = {f"their {pool}": 1 for pool in given}
    return told.does("gob", "hit", "lio", **taken)


def test_life_is_what_is_called_hit_points_and_no_other_pool_where_there_are_such():
    both = {"hp": {"current": 18, "most": 18}, "ki": 4}
    for given, left, says in ((both, 95, "HP 17 of 18"), ({"ki": 4}, 75, "KI 3 of 4")):
        lio, _ = where_we_were(seen_entries(drained(**given).log, PUBLIC), ANY_GAME).standing
        assert (lio.left, lio.says) == (left, says)


def test_a_pool_of_a_short_name_is_called_the_same_by_every_lens():
    seen = seen_entries(drained(ki=4).log, PUBLIC)
    moment = reduce(advance, seen, START)
    assert [(row.pool, row.says) for row in pools(moment, ANY_GAME)] == [("ki", "KI")]
    assert "3 KI" in recap(seen, ANY_GAME)
    assert "KI 3 of 4" in where_we_were(seen, ANY_GAME).standing[0].says


def in_pain() -> Recorded:
    """Xan strikes Yrsa, who fails the check of a critical: she is in pain, and flat footed."""
    told = Recorded(KAISER).comes("xan", side="a", traits=XAN)
    told.comes("yrsa", side="b", traits={**YRSA, "PhR": 5, "block": 6})
    near = {"what": "fact", "of": "xan", "name": "hand to hand", "toward": "yrsa", "value": "yes"}
    told.say_plainly({"type": "adjust", "note": "set up", "change": near}).round()
    for who in ("xan", "yrsa"):
        told.declares(who, "attack intention", using="long sword")
    told.passes().answers("xan", "roll", faces=[6, 5]).answers("yrsa", "roll", faces=[1, 2])
    told.does("xan", "attack", "yrsa", using="long sword").answers("xan", "roll", faces=[3, 4])
    told.does("yrsa", "block").answers("yrsa", "roll", faces=[1, 1])
    told.answers("yrsa", "roll", faces=[1, 2]).answers("xan", "roll", faces=[3, 3])
    return told.answers("yrsa", "roll", faces=[1, 2])


def test_a_state_that_names_no_act_is_the_harm_of_the_act_that_caused_it():
    told = in_pain()
    began = (one.event for one in told.log if isinstance(one.event, e.ConditionBegan))
    pain = next(event for event in began if event.name == "pain")
    assert (pain.act, pain.source) == ("", "")
    found = where_we_were(seen_entries(told.log, PUBLIC), KAISER)
    assert {one.who: one.harms for one in found.standing} == {"yrsa": pain.level + 1, "xan": 0}


def test_what_is_undone_is_not_told():
    told = fought()
    before, lines = told.head, now(told).lines
    told.say(c.Act(who="man", manoeuvre="move"))
    assert now(told).lines != lines
    told.rewinds(before)
    assert now(told).lines == lines


def test_nothing_hidden_shows_but_to_the_referee():
    told, lines = fought(), now(fought()).lines
    told.say(c.Join(subject="lurker", name="Lurker", side="a", hidden=True))
    told.say(c.Roll(who="referee", sides=20, hidden=True))
    assert now(told).lines == lines
    assert now(told)._replace(next=None) == now(fought())._replace(next=None)  # type: ignore[arg-type]
    seen = now(told, Viewer("", "referee"))
    assert "Unhurt: Man, Lurker." in seen.lines[1]
    assert "The referee rolls" in seen.lines[3]


def test_an_undo_request_comes_before_play():
    asks = e.UndoRequested(asker="p1", must=("p2", "referee"), until=9, how="undo", was=20, to=17)
    beside = TableMatters(Request(21, asks, ("referee",)), people={"p1": "Robin", "p2": "Kim"})
    found = now(fought(), beside=beside)
    assert found.lines[2] == "Robin asks to undo to entry 17: waits for Kim."
    assert found.open == (OpenMatter("undo", found.lines[2], ("p2",)),)
    assert found.lines[4] == "Next: Kim."


def test_the_ways_of_one_of_several_who_are_asked_are_said_to_be_theirs():
    told = Recorded(RULES).comes("man", side="b").comes("cogan", side="a").comes("erik", side="a")
    told.round().does("man", "move", beside=["cogan", "erik"])
    for own, says in (
        (("erik",), "Next: Cogan and Erik. Erik may: let it be, strike."),
        (("erik", "cogan"), "Next: Cogan and Erik: let it be, all of yours pass, strike."),
        ((), "Next: Cogan and Erik."),
    ):
        offered = options(told.combat, RULES, Viewer("p1", "player", own))
        assert now(told, beside=TableMatters(offered=offered)).lines[4] == says


def between_rounds() -> Recorded:
    """A round of any game is over, and everybody may act at any time."""
    told = Recorded(ANY_GAME, order="as added").comes("kira", "Kira").comes("gob", "Goblin")
    return told.round().ends("kira").ends("gob")


@pytest.mark.parametrize(("role", "may"), [("referee", True), ("player", False)])
def test_between_rounds_play_goes_on_once_the_referee_begins_the_next(role: str, may: bool):
    told = between_rounds()
    viewer = Viewer("p", role, ("kira",))
    beside = TableMatters(offered=options(told.combat, ANY_GAME, viewer))
    assert beside.offered
    found = where_we_were(seen_entries(told.log, viewer), ANY_GAME, beside).next
    assert (found.who, found.says) == (("referee",), "Next: the referee begins the next round.")
    begin = {"type": "answer", "who": "referee", "about": "round", "choice": "begin"}
    assert found.command == (begin if may else {})


def test_the_first_round_is_begun_by_the_referee_in_the_words_of_the_game():
    told = Recorded(RULES).comes("man").comes("erik")
    assert now(told).lines[4] == "Next: the referee begins the first combat turn."
    asks = e.UndoRequested(asker="p1", must=("p2",), until=9, how="undo", was=20, to=17)
    assert now(told, beside=TableMatters(Request(21, asks, ()))).lines[4] == "Next: p2."


def test_before_anything_there_are_five_lines_as_well():
    assert now(Recorded(RULES)).lines == (
        "Toy: nothing has begun.",
        "Nobody is here.",
        "Nothing is open.",
        "Last: A combat (Toy, edition 1).",
        "Next: anybody.",
    )
