"""Where an entry stands: its number, its step, its book, and that it is public where it says so."""

from __future__ import annotations

from typing import Any

from domain.events import CombatOpened
from domain.wire import STORED, Meta

from .entries import Log

_BOOKS = {row.event: row.book for row in STORED.values()}


def in_its_place(log: Log, last: Meta, seq: int, meta: Meta, event: Any) -> None:
    """Raise ValueError for an entry that cannot come here; `last` is the opened one before."""
    numbers = log.numbers
    public = numbers[seq] > numbers[seq - 1]
    if meta.seq != seq or meta.number != numbers[seq] or public == bool(meta.audience):
        raise ValueError(f"it calls itself entry {meta.seq}, and public entry {meta.number}")
    if last.seq == seq - 1:
        goes_on = meta.step == last.step
        fits = meta.nth == last.nth + 1 if goes_on else meta.nth == 0 < meta.step - last.step
    else:
        fits = (meta.step, meta.nth) > (last.step, last.nth)
    if not fits or (meta.nth and log.commands[seq - 1]):
        raise ValueError(f"entry {meta.nth} of step {meta.step} does not come here")
    if _BOOKS[type(event)] not in ("both", "table" if meta.parent is None else "play"):
        raise ValueError("it stands in the wrong book")
    if (seq == 1) != (type(event) is CombatOpened):
        raise ValueError("a combat is opened by its first entry, and only there")


def base_of(log: Log, head: int, seq: int, meta: Meta) -> int:
    """The nearest opened entry that an entry of play follows; raises ValueError for another."""
    parent = meta.parent or 0
    base = log.under.get(seq, parent)
    if parent != seq - 1 if meta.nth else head not in (-1, parent) or parent >= seq:
        raise ValueError(f"it does not follow entry {parent} here")
    closed = parent > 0 and log.bodies[parent - 1] is None
    if closed != (seq in log.under) or base > parent:
        raise ValueError(f"it does not follow from what is opened at entry {base}")
    return base
