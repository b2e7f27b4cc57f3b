"""A move that stops: no path is stored ahead, so after a pause the mover is asked how to go on."""

import pytest

from tests.support.games.stopping import STOPPING
from tests.support.logs.trace_lines import block, traced
from tests.support.story import Story


@pytest.fixture
def story() -> Story:
    """Mara sets out from the camp, and Finn holds the ford."""
    story = Story(STOPPING).joins("mara", side="a").joins("finn", side="b")
    at_the_ford = {"what": "place", "subject": "finn", "place": "ford"}
    return story.say_plainly({"type": "adjust", "note": "set up", "change": at_the_ford}).round()


def test_blundering_past_a_foe_and_on(story: Story):
    """Blundering is an act on top of the move; the foe's manoeuvre answers it, not the move."""
    story.does("mara", "move", to="ford").does("mara", "blunder").does("finn", "strike")
    story.answers("mara", "go", to="mill")
    assert traced(story, -4) == block("""
    | Acted a1 mara move
        Moved mara ford
        FactSet threatens finn~mara yes
        Asked q1 on=a1 stopped (mara)
    |     Acted a2 mara blunder on=a1 q1/mara
            Asked q2 on=a2 manoeuvre (finn)
    |         Reacted a3 finn strike on=a2 q2/finn
                Resolved a3 of=mara hits
              Closed a3
            Closed q2
          Closed a2
        Closed q1
        Asked q3 on=a1 next leg (mara)
    |     Answered mara go q3/mara
        Closed q3
        Moved mara mill
        FactSet threatens finn~mara no
      Closed a1
    """)
    assert story.combat.places.of("mara") == "mill"
    assert story.refolds()


def test_stopping_where_the_foe_threatens(story: Story):
    story.does("mara", "move", to="ford").answers("mara", "stop")
    assert traced(story, -2) == block("""
    | Acted a1 mara move
        Moved mara ford
        FactSet threatens finn~mara yes
        Asked q1 on=a1 stopped (mara)
    |     Answered mara stop q1/mara
        Closed q1
      Closed a1
    """)
    assert story.refolds()
