"""Numbers of an actor of pf2e in Foundry."""

from __future__ import annotations

from domain.importers.document import Node
from domain.importers.roster_files.draft import Draft, take_name
from domain.rosters.combatants import Amount, State
from domain.rosters.draft import LONGEST_WORD

_ABILITIES = {
    "str": "strength",
    "dex": "dexterity",
    "con": "constitution",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
}


def take(draft: Draft, numbers: Node, items: Node) -> None:
    """Take what counts in a fight from `system`, and conditions, which are items."""
    attributes = numbers.at("attributes")
    _take_hit_points(draft, attributes.at("hp"))
    _take_armour_class(draft, attributes.at("ac"))
    for short, ability in _ABILITIES.items():
        draft.fact(f"{ability} modifier", numbers.at("abilities", short, "mod"))
    draft.fact("level", numbers.at("details", "level", "value"))
    for save in ("fortitude", "reflex", "will"):
        draft.fact(save, numbers.at("saves", save, "value"))
    _take_initiative(draft, numbers)
    for item in items.parts():
        if item.at("type").words == "condition":
            _take_condition(draft, item)
    for part in numbers.parts():
        part.excuse("Skills, spells and words of the sheet are not brought in.")


def _take_hit_points(draft: Draft, hp: Node) -> None:
    now, most, extra = (hp.at(name) for name in ("value", "max", "temp"))
    if now.number is None:
        return
    draft.hp = Amount(now.number, most.number, max(extra.number or 0, 0))
    if most.number is not None:
        now.imported(f"Hit points are {now.number}.")
        most.imported(f"The maximum is {most.number}.")
    else:
        why = "Foundry works the maximum out and does not store it: set it."
        now.interpreted(f"Hit points are {now.number}, without a maximum. {why}")
    if extra.number is not None:
        extra.imported(f"Temporary points are {draft.hp.temporary}.")
    draft.note(hp.at("details"))


def _take_armour_class(draft: Draft, ac: Node) -> None:
    if ac.at("value").number is not None:
        draft.ac = ac.at("value").number
        ac.at("value").imported(f"The armour class is {draft.ac}.")
    draft.note(ac.at("details"))


def _take_initiative(draft: Draft, numbers: Node) -> None:
    """Take the bonus to initiative, that of perception; other skills are not worked out."""
    attributes = numbers.at("attributes")
    statistic = numbers.at("initiative", "statistic")
    if not statistic.words:
        statistic = attributes.at("initiative", "statistic")
    if statistic.words and statistic.words != "perception":
        statistic.left_out("This skill decides initiative, and its bonus is not known: set it.")
        return
    places = (("perception", "mod"), ("perception", "value"))
    found = [node.at(*keys) for node in (numbers, attributes) for keys in places]
    perception = next((node for node in found if node.number is not None), None)
    if perception is not None and perception.number is not None:
        draft.bonus = perception.number
        perception.interpreted(f"The bonus to initiative is {draft.bonus:+}, that of perception.")
    if statistic.words:
        statistic.imported("Perception decides initiative.")


def _take_condition(draft: Draft, item: Node) -> None:
    """Take a condition with its value as level."""
    name = take_name(item.at("name"), LONGEST_WORD)
    if not name:
        return
    level = item.first("system", "data").at("value", "value")
    draft.states.append(State(name, level=level.number or 0))
    item.at("name").imported(f"It begins with the condition {name}.")
    item.at("type").imported("It is a condition.")
    if level.number is not None:
        level.imported(f"The level of {name} is {level.number}.")
