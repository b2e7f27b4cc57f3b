"""Spells: what a sheet says of each, where each is, and how its mana can be paid."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from domain.ruleset.scene import Member, Scene
from domain.rulesets.planeswalker import tables
from domain.rulesets.planeswalker.sheet import COST, spells_of
from domain.rulesets.planeswalker.zones import is_mage, master
from domain.step.step import Step

Way = tuple[int, ...]
"""How much of each color is paid, in the order of COLORS."""

_AMOUNT = re.compile(f"([0-9]{{1,3}}) ({'|'.join(tables.COLORS)})")


class Spell(NamedTuple):
    """A spell, or an ability of a creature that is used like one."""

    name: str
    cost: str
    does: str
    speed: str = tables.SORCERY
    target: str = tables.NONE
    amount: int = 0
    trait: str = ""
    lasts: str = ""
    tap: bool = False
    lessens: bool = False
    counter: str = ""

    @property
    def colors(self) -> tuple[int, Way]:
        """The mana of any color, and that of each color, that it costs."""
        return read_cost(self.cost)

    @property
    def total(self) -> int:
        """The converted cost."""
        generic, own = self.colors
        return generic + sum(own)


@lru_cache(maxsize=512)
def read_cost(cost: str) -> tuple[int, Way]:
    """The mana of any color, and that of each color, in a cost such as `1R`."""
    found = COST.fullmatch(cost)
    digits, letters = found.groups() if found else ("0", "")
    counted = Counter(tables.LETTERS[letter] for letter in letters)
    return int(digits or 0), tuple(counted[color] for color in tables.COLORS)


def names(scene: Scene, who: str) -> tuple[str, ...]:
    """The spells or abilities on somebody's sheet."""
    member = scene.member(who)
    return spells_of(member.traits) if member else ()


def spell(scene: Scene, who: str, name: str) -> Spell | None:
    """A spell of somebody's sheet by its name."""
    return scene.once(("spell", who, name), lambda: _spell(scene.member(who), name))


def _spell(member: Member | None, name: str) -> Spell | None:
    return _read(member, name) if member and f"spell {name} cost" in member.traits else None


def _read(member: Member, name: str) -> Spell:
    said = {f: member.traits.get(f"spell {name} {f}") for f in Spell._fields[1:]}
    given = {field: value for field, value in said.items() if value is not None}
    return Spell(name=name, **given)  # type: ignore[arg-type]


# --- where they are ------------------------------------------------------------------------


def card(who: str, name: str) -> str:
    """What a spell is called among those of all mages."""
    return f"{who}'s {name}"


def owner(card_name: str) -> tuple[str, str]:
    """Whose a spell is, and its name."""
    who, _, name = card_name.partition("'s ")
    return who, name


def pile(scene: Scene, who: str, place: str) -> tuple[str, ...]:
    """The spells of a mage in a place, in order."""
    return scene.once(("piles", place), lambda: _piles(scene, place)).get(who, ())


def _piles(scene: Scene, place: str) -> dict[str, tuple[str, ...]]:
    """The spells in a place, by their mages."""
    found: dict[str, tuple[str, ...]] = {}
    for whose, name in map(owner, scene.combat.places.who(place)):
        found[whose] = (*found.get(whose, ()), name)
    return found


def next_spell(scene: Scene, who: str) -> str:
    """The next spell of the library, or nothing where it is empty."""
    return next(iter(pile(scene, who, tables.LIBRARY)), "")


def move_spell(step: Step, who: str, name: str, place: str) -> None:
    """Move a spell to the end of a place."""
    step.move(card(who, name), place)


def in_memory(scene: Scene, who: str) -> tuple[str, ...]:
    """The spells that a mage holds ready."""
    return pile(scene, who, tables.MEMORY)


def is_being_cast(scene: Scene, who: str, name: str) -> bool:
    """True while the spell waits to be resolved."""
    acts = (scene.doing(frame) for frame in scene.combat.exchange.frames)
    return any(a is not None and (a.who, a.using) == (who, name) for a in acts)


# --- what they cost ------------------------------------------------------------------------


def payer(scene: Scene, who: str) -> str:
    """Whose mana is spent: for an ability, its controller's; a free creature has its own."""
    return who if is_mage(scene, who) else master(scene, who)


def mana(scene: Scene, who: str) -> Way:
    """What somebody has of each color."""
    return scene.once(("mana", who), lambda: _mana(scene, who))


def _mana(scene: Scene, who: str) -> Way:
    return tuple(scene.balance_of(who, "mana", color) for color in tables.COLORS)


def total_mana(scene: Scene, who: str) -> int:
    """All mana of somebody."""
    return sum(mana(scene, who))


MOST_WAYS = 60
"""More ways to pay than these are not listed: which is meant is then said in words."""


def is_payable(have: Way, cost: str) -> bool:
    """True where the mana is enough: of each color, and in all."""
    generic, own = read_cost(cost)
    return all(h >= o for h, o in zip(have, own, strict=True)) and sum(have) >= generic + sum(own)


@lru_cache(maxsize=4096)
def ways(have: Way, cost: str) -> tuple[Way, ...]:
    """List the ways to pay a cost, the plainest first: colorless mana before colored.

    Of more than `MOST_WAYS` it lists one too many.
    """
    if not is_payable(have, cost):
        return ()
    generic, own = read_cost(cost)
    rest = tuple(h - o for h, o in zip(have, own, strict=True))
    some = islice(_spread(rest, generic), MOST_WAYS + 1)
    return tuple(tuple(map(sum, zip(own, way, strict=True))) for way in some)


def _spread(have: Way, amount: int) -> Iterator[Way]:
    """Every way to take so much mana of any color, from no less than that."""
    if not have:
        yield ()
        return
    for taken in range(min(have[0], amount), max(0, amount - sum(have[1:])) - 1, -1):
        for rest in _spread(have[1:], amount - taken):
            yield (taken, *rest)


def read_way(said: str, have: Way, cost: str) -> Way | None:
    """Read mana as `mana_words` writes it; None where that is no way to pay the cost."""
    named = [_AMOUNT.fullmatch(part) for part in said.split(" + ")]
    amounts = {found[2]: int(found[1]) for found in named if found}
    way = tuple(amounts.get(color, 0) for color in tables.COLORS)
    generic, own = read_cost(cost)
    enough = all(o <= w <= h for o, w, h in zip(own, way, have, strict=True))
    exact = enough and sum(way) == generic + sum(own)
    return way if exact and len(amounts) == len(named) else None


@lru_cache(maxsize=4096)
def mana_words(way: Way) -> str:
    """Mana as people read it: `1 red + 2 colorless`."""
    named = [(n, color) for n, color in zip(way, tables.COLORS, strict=True) if n]
    named.sort(key=lambda amount: amount[1] == tables.COLORLESS)
    return " + ".join(f"{n} {color}" for n, color in named) or "nothing"


def life_for(scene: Scene, who: str, cost: str) -> int:
    """5.2: What a cost above Channeling takes of a mage's Life, where the table plays it so."""
    if scene.setting("beyond channeling") == "refused" or not is_mage(scene, who) or not cost:
        return 0
    generic, own = read_cost(cost)
    return max(0, generic + sum(own) - scene.trait(who, "Channeling"))


def mana_for(scene: Scene, who: str, cost: str) -> str:
    """The mana of a cost that Life does not stand for: that of any color goes first."""
    life = life_for(scene, who, cost)
    digits, letters = COST.fullmatch(cost).groups() if life else ("", "")  # type: ignore[union-attr]
    generic = int(digits or 0)
    return f"{max(0, generic - life)}{letters[max(0, life - generic) :]}" if life else cost


def pay(step: Step, who: str, cost: str, said: str = "") -> None:
    """Pay a cost from the payer's pool, in the way that was said, else the plainest.

    What the table keeps although it cannot be paid is posted with what was wanted.
    """
    of, life = payer(step, who), life_for(step, who, cost)
    cost = mana_for(step, who, cost)
    have = mana(step, of)
    chosen = read_way(said, have, cost) or next(iter(ways(have, cost)), None)
    if chosen is None:
        generic, own = read_cost(cost)
        chosen = (own[0] + generic, *own[1:])
    for color, amount in zip(tables.COLORS, chosen, strict=True):
        step.pay(of, "mana", amount, color)
    step.lose(of, "life", life)
