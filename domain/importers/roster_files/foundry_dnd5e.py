"""Numbers of an actor of dnd5e in Foundry, versions 1 to 5."""

from __future__ import annotations

from domain.importers.document import Node
from domain.importers.roster_files.draft import Draft, modifier
from domain.rosters.combatants import Amount, State

_ABILITIES = {
    "str": "strength",
    "dex": "dexterity",
    "con": "constitution",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
}
_COUNTED = {"legact": "legendary actions", "legres": "legendary resistances"}


def take(draft: Draft, numbers: Node) -> None:
    """Take what counts in a fight from `system` (or `data`, to version 1.5)."""
    attributes = numbers.at("attributes")
    _take_hit_points(draft, attributes.at("hp"))
    _take_armour_class(draft, attributes.at("ac"))
    for short, ability in _ABILITIES.items():
        draft.fact(ability, numbers.at("abilities", short, "value"))
    _take_initiative(draft, attributes.at("init"), numbers.at("abilities"))
    _take_exhaustion(draft, attributes.at("exhaustion"))
    for outcome in ("success", "failure"):
        _take_death_saves(draft, outcome, attributes.at("death", outcome))
    for short, pool in _COUNTED.items():
        _take_counted(draft, pool, numbers.at("resources", short))
    _take_details(draft, numbers.at("details"))
    for part in numbers.parts():
        part.excuse("Skills, spells and words of the sheet are not brought in.")


def _take_hit_points(draft: Draft, hp: Node) -> None:
    """Take hit points: the most that counts is `max` and `tempmax` together."""
    now, most, more, extra = (hp.at(name) for name in ("value", "max", "tempmax", "temp"))
    top = None if most.number is None else most.number + (more.number or 0)
    if top is not None:
        said = f"The maximum is {top}." if not more.number else f"With {more.number:+} it is {top}."
        most.imported(said)
    if more.number is not None:
        more.imported("It changes the maximum." if more.number else "The maximum is not changed.")
    if now.number is not None:
        _take_current(draft, now, top)
    elif top is not None:
        draft.hp = Amount(top, top)
        most.interpreted("The file has no current hit points: all are taken to be there.")
    if extra.number is not None and draft.hp:
        draft.hp = draft.hp._replace(temporary=max(extra.number, 0))
        extra.imported(f"Temporary points are {draft.hp.temporary}.")


def _take_current(draft: Draft, now: Node, top: int | None) -> None:
    assert now.number is not None
    draft.hp = Amount(now.number, top)
    if top is not None:
        now.imported(f"Hit points are {now.number}.")
    else:
        why = "Foundry works the maximum of a character out and does not store it: set it."
        now.interpreted(f"Hit points are {now.number}, without a maximum. {why}")


def _take_armour_class(draft: Draft, ac: Node) -> None:
    """Take the armour class where it is a number of its own, and not that of armour."""
    calc, flat, value = ac.at("calc"), ac.at("flat"), ac.at("value")
    if calc.words in ("flat", "natural") and flat.number is not None:
        draft.ac = flat.number
        calc.imported("It says that the number counts.")
        shield = " A shield is not counted." if calc.words == "natural" else ""
        (flat.interpreted if shield else flat.imported)(f"The armour class is {draft.ac}.{shield}")
    elif calc.words:
        ac.left_out("Armour decides it in Foundry, and it is not stored: set it at the table.")
    elif value.number is not None:
        draft.ac = value.number
        value.imported(f"The armour class is {draft.ac}.")


def _take_initiative(draft: Draft, init: Node, abilities: Node) -> None:
    """Take the bonus to initiative, unless a part of it is a formula."""
    short = init.at("ability").words or "dex"
    ability, bonus = abilities.at(short, "value"), init.at("bonus")
    if bonus.value not in (None, "") and bonus.number is None:
        bonus.left_out("It is a formula, so the bonus to initiative is not known: set it.")
        return
    if ability.number is None:
        return
    value = init.at("value")
    draft.bonus = modifier(ability.number) + (bonus.number or 0) + (value.number or 0)
    name = _ABILITIES.get(short, short)
    ability.interpreted(f"The bonus to initiative is {draft.bonus:+}, with that of {name}.")
    for part in (bonus, value):
        if part.number is not None:
            part.imported("It is counted in the bonus to initiative.")
    if init.at("ability").words:
        init.at("ability").imported("This ability counts for initiative.")


def _take_exhaustion(draft: Draft, exhaustion: Node) -> None:
    level = exhaustion.number
    if level:
        draft.states.append(State("exhaustion", level=level))
    if level is not None:
        exhaustion.imported(f"Exhaustion has level {level}." if level else "No exhaustion.")


def _take_death_saves(draft: Draft, outcome: str, count: Node) -> None:
    """Take a counter of saving throws against death, where it has begun."""
    if count.number:
        draft.pools[f"death save {outcome}"] = Amount(count.number, 3)
    if count.number is not None:
        count.imported(f"{count.number} of 3 to {outcome}.")


def _take_counted(draft: Draft, pool: str, counted: Node) -> None:
    """Take legendary actions: `spent` since version 5.1, `value` are those left before it."""
    most, spent, left = (counted.at(name) for name in ("max", "spent", "value"))
    if most.number is None:
        return
    held = most.number - spent.number if spent.number is not None else left.number
    if most.number and held is not None:
        draft.pools[pool] = Amount(held, most.number)
    if held is not None:
        said = f"{pool}: {held} of {most.number} are left."
        for node in (most, spent, left):
            if node.number is not None:
                node.imported(said)


def _take_details(draft: Draft, details: Node) -> None:
    rating = details.at("cr")
    if isinstance(rating.value, int | float) and not isinstance(rating.value, bool):
        draft.facts["challenge rating"] = f"{rating.value:g}"
        rating.imported(f"The challenge rating is {rating.value:g}.")
    draft.fact("type", details.at("type", "value"))
    draft.fact("alignment", details.at("alignment"))
