"""Playing at random by the list of options alone, with the service's own dice."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from api.chance import BoundDice
from domain.combat import dump, load, state_hash
from domain.options import Option, fill
from domain.ruleset import Blank
from tests.story import Story

IDLE = {
    "speak", "turn", "ready weapon", "sheathe weapon", "drop weapon", "fast draw", "let go",
    "something else", "flee", "fast flee", "delay", "control mount", "dismount", "",
}  # fmt: skip
"""What people do less often than strike and parry; empty: what is no deed at all."""


def keyed(seed: int, decks: tuple[str, ...] = ()) -> Any:
    """Dice and cards as the service has them, bound by a key."""
    return BoundDice("a fight", lambda domain: sha256(f"{seed} {domain}".encode()).digest(), decks)


def play(story: Story, seed: int, steps: int) -> Story:
    """So many steps; whatever is offered must be accepted, and nobody spends what he lacks."""
    chance = random.Random(seed)
    story.dice = keyed(seed, tuple(story.rules.decks))
    for _ in range(steps):
        if not (offered := story.offered()):
            break
        story.say_plainly(pick(offered, chance))
        for pools in story.combat.pools.of.values():
            assert all(left >= 0 or _has_no_floor(story, pool) for pool, left in pools.items())
        story.holds()
    return story


def _has_no_floor(story: Story, pool: str) -> bool:
    declared = story.rules.pool(pool)
    return declared is not None and declared.least is None


def pick(offered: tuple[Option, ...], chance: random.Random) -> dict[str, Any]:
    """One of the options, with its blanks filled in."""
    [option] = chance.choices(offered, [weight(o) for o in offered])
    return fill(option, chooser(chance))


def weight(option: Option) -> float:
    """Fights go on: blows are struck and met more often than words are said or taken back."""
    if option.command["type"] == "withdraw":
        return 0.1
    if option.command.get("choice") == "pass" or option.command["type"] == "pass-all":
        return 3
    return 0.5 if option.command.get("manoeuvre", "") in IDLE else 6


def chooser(chance: random.Random) -> Callable[[Blank], Any]:
    """Fills any blank."""

    def choose(blank: Blank) -> Any:
        match blank.kind:
            case "one":
                return chance.choice(blank.values)
            case "some":
                some = [v for v in blank.values if chance.random() < 0.5]
                return some[: blank.most or None]
            case "ordered":
                return chance.sample(blank.values, len(blank.values))
            case "number":
                return chance.randint(blank.least, min(blank.most, blank.least + 3))
            case "text":
                return chance.choice(("", "well met"))

    return choose


def check_whole(story: Story) -> None:
    """Folding it all again, and storing the state and loading it, change nothing."""
    assert story.refolds()
    again = load(dump(story.combat))
    assert again == story.combat
    assert state_hash(again) == state_hash(story.combat)
