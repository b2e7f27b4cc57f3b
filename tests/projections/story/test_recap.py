"""The recap: a page of Markdown of what stands, as its reader may know it."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain.state.viewer import PUBLIC, Viewer
from projections.story.recap import recap
from tests.support.fights.open import RULES as ANY_GAME
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.recorded_playouts import RULES
from tests.support.logs.whole_logs import seen_entries


def page(told: Recorded, viewer: Viewer = PUBLIC) -> str:
    """The recap of a log for somebody."""
    return recap(seen_entries(told.log, viewer), RULES)


BITE: dict[str, Any] = {"their hp": 1, "cost sparks": 1}


def fought() -> Recorded:
    """Erik steps up to the man and hits him."""
    told = Recorded(RULES, 18, 3)
    told.comes("a", "Reds", kind="side").comes("b", "Blues", kind="side")
    told.comes("man", side="a").comes("erik", side="b").round()
    told.say(c.Act(who="man", manoeuvre="move", params={"beside": ["erik"]})).say(c.PassAll())
    told.say(c.Act(who="man", manoeuvre="strike", targets=("erik",))).say(c.PassAll())
    told.say(c.Answer(who="man", about="roll", choice="roll"))
    return told


PAGE = """\
# A combat

*Toy, combat turn 1, going on*

- **Reds**: Man
- **Blues**: Erik

## Combat turn 1

- Man moves (1 AP, 2 left)
- Man strikes Erik (1 AP, 1 left)
  - Man's strike: hit (attack 20, defence 12)
  - Erik: hurt, until the end of the combat turn

## As it stands

| who | has left | stands under |
| --- | --- | --- |
| Man | 1 action points | - |
| Erik | 3 action points | hurt |

1 roll: Man 1. 1 die fell.
"""


def test_a_recap_says_who_fought_what_happened_and_how_it_stands():
    assert page(fought()) == PAGE


def test_what_was_undone_is_left_out():
    told = fought()
    before = told.head
    told.say(c.Act(who="man", manoeuvre="move"))
    told.rewinds(before)
    assert page(told) == PAGE


def test_what_is_hidden_is_left_out_but_not_for_the_referee():
    told = fought()
    told.say(c.Join(subject="lurker", name="Lurker", side="a", hidden=True))
    told.say(c.Roll(who="referee", sides=20, hidden=True))
    assert page(told) == PAGE
    assert "Lurker" in page(told, Viewer("", "referee"))


def test_what_acts_did_to_pools_is_told_once():
    told = Recorded(ANY_GAME, order="as added", budgets="loose")
    told.comes("kira", "Kira", traits={"pools": {"hp": 12, "sparks": 3}})
    told.comes("g1", "Goblin 1", traits={"hp": 9}).comes("g2", "Goblin 2", traits={"hp": 9}).round()
    hurt: dict[str, Any] = {"what": "pool", "pool": "hp"}
    both = [{**hurt, "subject": "g1", "delta": -1}, {**hurt, "subject": "g2", "delta": -2}]
    one = {"type": "act", "who": "kira", "manoeuvre": "strike", "targets": ["g2"]}
    told.say_plainly({**one, "results": [{**hurt, "subject": "g2", "delta": -5}]})
    told.say_plainly({**one, "results": [*both, {**hurt, "subject": "kira", "to": 7}]})
    told.does("kira", "gain", pool="sparks", by=2).does("kira", "lose", pool="hp", by=2)
    told.does("kira", "set", pool="hp", to=9)
    told.does("kira", "bite", "g2", **BITE)
    page = recap(seen_entries(told.log, PUBLIC), ANY_GAME)
    assert [line for line in page.splitlines() if line.startswith("- Kira")] == [
        "- Kira strikes Goblin 2 (Goblin 2 -5 HP)",
        "- Kira strikes Goblin 2 (HP = 7; Goblin 1 -1 HP; Goblin 2 -2 HP)",
        "- Kira gains something (+2 sparks)",
        "- Kira takes a loss (-2 HP)",
        "- Kira sets hp (HP = 9)",
        "- Kira bites Goblin 2 (1 hp) (-1 spark)",
    ]


def test_before_anything_there_is_little_to_tell():
    assert (
        page(Recorded(RULES))
        == "# A combat\n\n*Toy, nothing has begun, going on*\n\nNo dice fell.\n"
    )


def test_a_name_cannot_forge_markdown():
    told = Recorded(RULES).comes("man", "*Man* | [x](http://y) <b>")
    assert r"\*Man\* \| \[x\](http://y) \<b\>" in page(told)


def test_what_the_referee_gives_by_hand_is_told_so_that_the_points_add_up():
    told = fought()
    told.say(c.Adjust(change=c.PoolFix(subject="erik", pool="ap", delta=-1), note="a curse"))
    assert "- Erik: AP set to" in page(told) and "(by hand)" in page(told)
