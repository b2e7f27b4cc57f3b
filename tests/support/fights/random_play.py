"""Playing at random by the list of options alone, with the service's own dice."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from api.combats.bound_dice import BoundDice
from domain.events import PoolChanged
from domain.events.measures import written
from domain.legality.option import Option, fill
from domain.ruleset.ruleset import Blank
from domain.state.combat import dump, load, state_hash
from domain.state.pools import pool_key
from tests.support.playouts.some_of import some_of
from tests.support.story import Story

IDLE = {
    "speak",
    "turn",
    "ready weapon",
    "sheathe weapon",
    "drop weapon",
    "fast draw",
    "let go",
    "something else",
    "flee",
    "fast flee",
    "delay",
    "control mount",
    "dismount",
    "use power",
    "conjure",
    "complete power",
    "prepare",
    "move",
    "spirit",
    "manifest",
    "run",
    "sprint",
    "total defense",
    "maintain ki",
    "maintain phenom",
    "hidden power",
    "anticipate surprise",
    "talk",
    "",
}
"""What people do less often than strike and parry; empty: what is no deed at all."""


def keyed(seed: int, decks: Mapping[str, tuple[str, ...]] = MappingProxyType({})) -> Any:
    """Dice and cards as the service has them, bound by a key."""
    return BoundDice("a fight", lambda domain: sha256(f"{seed} {domain}".encode()).digest(), decks)


def play(story: Story, seed: int, steps: int) -> Story:
    """So many steps; whatever is offered must be accepted, and nobody spends what he lacks."""
    chance = random.Random(seed)
    story.dice = keyed(seed, story.rules.decks)
    for _ in range(steps):
        if not (offered := story.offered()):
            break
        story.say_plainly(pick(offered, chance))
        check_floors(story)
        story.holds()
    return story


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
                return some_of(blank, chance, 0.5)
            case "ordered":
                return chance.sample(blank.values, len(blank.values))
            case "number":
                number = chance.randint(blank.least, min(blank.most, blank.least + 3))
                return written(number, blank.scale)
            case "text":
                return chance.choice(("", "well met"))

    return choose


def check_floors(story: Story) -> None:
    """No pool is below its least; one without a least may be."""
    for pools in story.combat.pools.of.values():
        for name, left in pools.items():
            declared = story.rules.pool(name.partition("/")[0])
            assert declared is None or declared.least is None or left >= declared.least


def check_ledger(story: Story) -> None:
    """Every posting goes on from the balance before: opening, gains, spending, losses add up."""
    balances: dict[tuple[str, str], int] = {}
    for draft in itertools.chain(*story.steps):
        if isinstance(event := draft.event, PoolChanged):
            account = event.subject, pool_key(event.pool, event.key)
            assert event.balance == balances.get(account, 0) + event.delta
            balances[account] = event.balance
    for (subject, pool), balance in balances.items():
        assert story.combat.pools.of[subject][pool] == balance


def check_whole(story: Story) -> None:
    """The books balance; folding it again, storing the state and loading it change nothing."""
    check_ledger(story)
    assert story.refolds()
    again = load(dump(story.combat))
    assert again == story.combat
    assert state_hash(again) == state_hash(story.combat)
