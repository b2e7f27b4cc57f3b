"""Transcripts kept as files: `python -m tests.support.goldens.stories` writes them anew.

Read what has changed before you keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from domain import commands as c
from domain import events as e
from domain.state.viewer import PUBLIC, TABLE
from tests.printed_story import transcript
from tests.support.logs.recorded_logs import Recorded, first_trace
from tests.support.logs.recorded_playouts import RULES

FOLDER = Path(__file__).parents[2] / "projections" / "golden"


def second_thoughts() -> Recorded:
    """Man hits; that is undone, and he ends his go instead. The referee has a secret."""
    told = Recorded(RULES, hidden=(13,))
    told.talks(e.SeatOpened(seat="s1", person="p1", role="player", combatants=("erik",)), by="p0")
    told.comes("man", side="b").comes("erik", side="a")
    told.say(c.Join(subject="ghost", name="Ghost", side="b", hidden=True))
    told.round()
    told.does("man", "move", beside=["erik"]).passes()
    before = told.head
    told.does("man", "strike", "erik").passes()
    told.say(c.Roll(who="referee", purpose="fate", sides=20, hidden=True))
    told.answers("man", "roll", faces=[17])
    told.talks(e.Noted(about=told.number(), text=e.TextRef(id="t1", digest="d")), by="p1").rewinds(
        before, "undo"
    )
    told.ends("man").say(c.Leave(who="erik"))
    return told.say(c.End())


def texts() -> dict[str, str]:
    """Every golden transcript by the name of its file."""
    trace, second = first_trace(RULES), second_thoughts()
    tellings: dict[str, Callable[[], str]] = {
        "first_trace": lambda: transcript(trace.log, RULES),
        "first_trace_full": lambda: transcript(trace.log, RULES, full=True),
        "second_thoughts_public": lambda: transcript(second.log, RULES, PUBLIC),
        "second_thoughts_referee": lambda: transcript(second.log, RULES, TABLE, full=True),
    }
    return {f"{name}.txt": tell() for name, tell in tellings.items()}


if __name__ == "__main__":
    for file, text in texts().items():
        (FOLDER / file).write_text(text, "utf-8")
