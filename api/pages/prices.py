"""What an option costs, in words; a range where that hangs on a number still to be filled in."""

from __future__ import annotations

from domain.measures import written
from domain.options import Option, plainest
from domain.ruleset import Deed, Refused
from domain.scene import Scene
from projections.words import pool_points, pool_word

_UNKNOWN = (Refused, LookupError, AttributeError, TypeError, ValueError)


def price(scene: Scene, option: Option) -> str:
    """`2 AP`, `1 to 4 AP`, `1 actions, 2 red mana`; `free` for a deed that costs nothing.

    What may be done at any time says nothing of a price that it does not have.
    """
    if option.command["type"] not in ("act", "declare"):
        return ""
    most = _at_most(scene, option)
    said = [
        _points(scene, pool, raw, most.get(pool, raw))
        for pool, raw in option.cost.items()
        if raw or most.get(pool)
    ]
    manoeuvre = scene.rules.manoeuvre(option.command["manoeuvre"])
    return ", ".join(said) or ("" if manoeuvre and manoeuvre.any_time else "free")


def _points(scene: Scene, pool: str, least: int, most: int) -> str:
    base, _, key = pool.partition("/")
    low, high = (pool_points(scene.rules, base, raw) for raw in (least, most))
    amount = low if low == high else f"{low} to {high}"
    return f"{amount} {pool_word(scene.rules, base, key, amount)}"


def _at_most(scene: Scene, option: Option) -> dict[str, int]:
    """The cost with every number as high as it goes."""
    manoeuvre = scene.rules.manoeuvre(option.command["manoeuvre"])
    numbers = {b.name: written(b.most, b.scale) for b in option.blanks if b.kind == "number"}
    if manoeuvre is None or not numbers:
        return {}
    plain = {b.name: plainest(b) for b in option.blanks if not b.optional and b.name != "targets"}
    question = scene.question()
    deed = Deed(
        option.command["who"],
        manoeuvre.name,
        manoeuvre.kinds[0],
        question.on if question else "",
        using=option.command.get("using", ""),
        params={**plain, **numbers},
    )
    try:
        return manoeuvre.cost(scene, deed)
    except _UNKNOWN:
        return {}
