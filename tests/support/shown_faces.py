"""Faces that dice have shown: no label has two values; and the order of a deck."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from domain import events as e
from domain.dice.keyed_faces import Card, draw_least
from domain.dice.shown_faces import Name, name_of, own_name


def check_faces(rolls: Iterable[e.DiceRolled]) -> None:
    """No roll is granted, and no label has two values."""
    shown: dict[Any, tuple[float, float]] = {}
    for rolled in rolls:
        assert not rolled.label.fresh
        names = {name_of(rolled.key, rolled.label), place_of(rolled)}
        for name, (j, face) in itertools.product(names, enumerate(rolled.faces)):
            (a, b), low = shown.get((name, j), (0.0, 1.0)), (face - 1) / rolled.sides
            shown[name, j] = low, high = max(a, low), min(b, face / rolled.sides)
            assert low < high, f"{name} has shown two values"


def place_of(rolled: e.DiceRolled) -> Name:
    """Which roll it is where it was made, openly or in secret."""
    name = name_of(rolled.key, rolled.label)
    return own_name(rolled) if rolled.own else name


def deck_order(key: bytes, deck: str, shuffle: int, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards from the top down, drawn one by one."""
    left, drawn = set(cards), list[Card]()
    while left:
        drawn.append(draw_least(key, deck, shuffle, left))
        left.remove(drawn[-1])
    return tuple(drawn)
