"""The recap: a page of Markdown of what stands, as its reader may know it."""

from __future__ import annotations

from domain import commands as c
from domain.state.viewer import PUBLIC, Viewer
from projections.story.recap import recap
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.recorded_playouts import RULES
from tests.support.logs.whole_logs import seen_entries


def page(told: Recorded, viewer: Viewer = PUBLIC) -> str:
    """The recap of a log for somebody."""
    return recap(seen_entries(told.log, viewer), RULES)


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

1 roll, 1 die: Man 1.
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


def test_before_anything_there_is_little_to_tell():
    assert (
        page(Recorded(RULES))
        == "# A combat\n\n*Toy, nothing has begun, going on*\n\nNo dice fell.\n"
    )


def test_a_name_cannot_forge_markdown():
    told = Recorded(RULES).comes("man", "*Man* | [x](http://y) <b>")
    assert r"\*Man\* \| \[x\](http://y) \<b\>" in page(told)
