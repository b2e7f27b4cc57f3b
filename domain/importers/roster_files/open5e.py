"""Monsters of the Open5e API, versions 1 and 2: one, a list, or a page of results."""

from __future__ import annotations

from typing import Any

from domain.importers.document import Document, Node
from domain.importers.file import File
from domain.importers.importer import Imported, Importer, NotReadable
from domain.importers.roster_files.draft import Draft, modifier, take_name
from domain.rosters.combatants import Amount, Combatant

_ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
_WORDS = ("size", "type", "subtype", "alignment", "hit_dice", "armor_desc", "armor_detail")
_RULES_TEXT = "Rules texts are not brought in: look them up in their document."


def recognises(file: File) -> bool:
    """Return whether a file holds monsters of Open5e: hit points and an armour class by name."""
    monsters = _monsters(Document(file.json).root)
    return bool(monsters) and all(_is_monster(node.value) for node in monsters)


def _is_monster(value: Any) -> bool:
    return isinstance(value, dict) and {"name", "hit_points", "armor_class"} <= value.keys()


def _monsters(root: Node) -> list[Node]:
    """Return the places of the monsters: those of a page, of a list, or the whole file."""
    results = root.at("results")
    if isinstance(results.value, list):
        return list(results.parts())
    if isinstance(root.value, list):
        return list(root.parts())
    return [root] if root.value is not None else []


def read(file: File) -> Imported:
    """Read monsters; each is a combatant, full of hit points."""
    document = Document(file.json)
    monsters = _monsters(document.root)
    if not any(_is_monster(node.value) for node in monsters):
        raise NotReadable("There is no monster of Open5e in this file.")
    for name in ("count", "next", "previous"):
        document.root.at(name).excuse("It is about the page of results.")
    found = [_combatant(node, line) for line, node in enumerate(monsters, 1)]
    return Imported(tuple(filter(None, found)), findings=document.findings())


def _combatant(node: Node, line: int) -> Combatant | None:
    name = take_name(node.at("name")) if _is_monster(node.value) else ""
    if not name:
        node.left_out("It has no name, hit points and armour class, so nobody joins.")
        return None
    draft = Draft(name, _id(node, name))
    node.about(name, draft.id)
    for part in node.parts():
        part.excuse(_RULES_TEXT)
    _take_numbers(draft, node)
    _take_abilities(draft, node)
    _take_rating(draft, node)
    for word in _WORDS:
        said = node.at(word, "name") if isinstance(node.at(word).value, dict) else node.at(word)
        draft.fact(word.replace("_", " "), said)
    _take_document(draft, node)
    return draft.combatant(line)


def _id(node: Node, name: str) -> str:
    key = node.first("key", "slug")
    if not key.words:
        return name
    key.imported("It is the id by which this monster is known again.")
    return key.words


def _take_numbers(draft: Draft, node: Node) -> None:
    points, armour = node.at("hit_points"), node.at("armor_class")
    if (most := points.number) is not None:
        draft.hp = Amount(most, most)
        points.imported(f"Hit points are {most} of {most}.")
    if armour.number is not None:
        draft.ac = armour.number
        armour.imported(f"The armour class is {draft.ac}.")


def _take_abilities(draft: Draft, node: Node) -> None:
    """Take abilities; version 1 has no bonus to initiative, so dexterity gives it."""
    scores = node.at("ability_scores") if node.at("ability_scores").value else node
    for ability in _ABILITIES:
        draft.fact(ability, scores.at(ability))
    bonus, dexterity = node.at("initiative_bonus"), scores.at("dexterity")
    if bonus.number is not None:
        draft.bonus = bonus.number
        bonus.imported(f"The bonus to initiative is {draft.bonus:+}.")
    elif dexterity.number is not None:
        draft.bonus = modifier(dexterity.number)
        dexterity.interpreted(f"The bonus to initiative is {draft.bonus:+}, that of dexterity.")


def _take_rating(draft: Draft, node: Node) -> None:
    """Take the challenge rating, which is a word such as 1/4 or a number such as 0.25."""
    rating = node.first("challenge_rating", "cr")
    if isinstance(rating.value, float | int) and not isinstance(rating.value, bool):
        draft.facts["challenge rating"] = f"{rating.value:g}"
        rating.imported(f"The challenge rating is {rating.value:g}.")
    else:
        draft.fact("challenge rating", rating)
        node.at("cr").excuse("The challenge rating says the same.")


def _take_document(draft: Draft, node: Node) -> None:
    """Keep the name of the document: each has its own licence."""
    for keys in (("document", "name"), ("document__title",), ("document", "title")):
        draft.fact("document", node.at(*keys))


IMPORTER = Importer(
    name="open5e",
    reads="monsters of the Open5e API",
    gives="roster",
    source="open5e",
    recognises=recognises,
    read=read,
)
