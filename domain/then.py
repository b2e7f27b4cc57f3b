"""What comes next, as data: stages by name, one after the other, with commas between.

Nobody can pause inside a function, so an act, a span of the clock and a question say what follows
by name. Beside the stages of a ruleset these words may stand there; `domain.settle` knows them.
"""

from __future__ import annotations

END = "end"
"""The act or span is over. A stage may also return it."""

BEGIN = "begin"
"""Among an act's stages: those before it are an attempt, made while the act is only declared."""

STAND = "stand"
"""Among an act's stages: from here on it waits for the act that it answers."""

IN_ORDER = "in-order"
"""A question's: run what was declared in it, act by act, in the order of the log."""

CLOSE = "close"
"""The closing stages of a span are over: end what lasts until this edge."""

SHUT = "shut"
"""The span closes now."""

CHANGED = "rules-changed"
"""The rules that are played by now do not know what was to follow: the referee is asked."""

NAMES = "names-changed"
"""These rules do not know names that the log holds: the referee is asked."""

NAMES_RULED = "names-ruled"
"""Play goes on without the names that these rules do not know."""

KERNEL = (END, BEGIN, STAND, IN_ORDER, CLOSE, SHUT)
"""The words that need no stage."""

SPANS = ("round", "turn", "phase")

Todo = tuple[str, str]
"""An act or span, and what runs next on it."""


def successor(listing: tuple[str, ...], stage: str) -> str:
    """The stage after `stage` in a list; empty after the last, or where it is not listed."""
    place = listing.index(stage) + 1 if stage in listing else len(listing)
    return listing[place] if place < len(listing) else ""


def joined(then: str, rest: str, listing: tuple[str, ...]) -> str:
    """`then`, and behind it what else was to run, unless `then` leads back into the list."""
    leads_back = then.rpartition(",")[2] in listing
    return then if leads_back or not rest else f"{then},{rest}"
