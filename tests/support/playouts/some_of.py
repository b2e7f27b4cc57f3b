"""Some values of a blank, picked at random within its bounds."""

from __future__ import annotations

from random import Random

from domain.ruleset.ruleset import Blank


def some_of(blank: Blank, chance: Random, likely: float) -> list[str]:
    """Return some of the values, each as likely as said: not fewer or more than may be."""
    if blank.least == blank.most == 1:
        return [chance.choice(blank.values)]
    some = [value for value in blank.values if chance.random() < likely]
    rest = [value for value in blank.values if value not in some]
    few = max(0, blank.least - len(some))
    return (some + chance.sample(rest, few))[: blank.most or None]
