"""What comes next, as data: the steps of an act or stretch, and the words that need no function.

Nobody can pause inside a function, so what follows an answer must be known without one. Most of it
is declared: a manoeuvre and a stretch list their steps, and a window names the stage that runs when
it has closed. An entry of the log therefore names no stage of its own. A single thing cannot be
declared: where an act stands that something interrupts. There the question says before which step
it was asked. Steps are words of the game: the ruleset publishes them with their meaning, and
publishes the words below as well, which every game has.
"""

from __future__ import annotations

from typing import NamedTuple

END = "end"
"""The act or span is over. A stage may also return it."""

BEGIN = "begin"
"""Among an act's steps: those before it are an attempt, made while the act is only declared."""

STAND = "stand"
"""Among an act's steps: from here on it waits for the act that it answers."""

CLOSE = "close"
"""The closing steps of a span are over: end what lasts until this edge."""

SHUT = "shut"
"""The span closes now."""

CHANGED = "rules changed"
"""The rules that are played by now do not know what was to follow: the referee is asked."""

NAMES = "names changed"
"""These rules do not know names that the log holds: the referee is asked."""

NAMES_RULED = "names ruled"
"""Play goes on without the names that these rules do not know."""

KERNEL = {
    END: "the act or stretch is over",
    BEGIN: "an attempt has come off, and the act begins",
    STAND: "the reaction waits for the act that it answers",
    CLOSE: "what lasts until the end of the stretch ends",
    SHUT: "the stretch closes",
    CHANGED: "the referee says how it goes on, since these rules do not know what was to follow",
}
"""The words that need no function, with their meaning."""

SPANS = ("round", "turn", "phase")


class Todo(NamedTuple):
    """What runs next on an act or span; `rest`, where it is not the next step, comes after it."""

    on: str
    stage: str
    rest: str = ""


def successor(listing: tuple[str, ...], stage: str) -> str:
    """The stage after `stage` in a list; empty after the last, or where it is not listed."""
    place = listing.index(stage) + 1 if stage in listing else len(listing)
    return listing[place] if place < len(listing) else ""
