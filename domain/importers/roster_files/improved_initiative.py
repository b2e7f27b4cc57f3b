"""Files of Improved Initiative: its export, old local storage, encounters and stat blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.importers.document import Document, Node
from domain.importers.file import File
from domain.importers.importer import Imported, Importer, NotReadable
from domain.importers.json_text import loaded
from domain.importers.roster_files.draft import Draft
from domain.importers.roster_files.improved_stat_block import (
    take_combatant,
    take_name_of,
    take_stat_block,
)
from domain.rosters.combatants import Combatant

_OLD = "ImprovedInitiative."
_LISTS = ("Creatures", "PersistentCharacters", "SavedEncounters", "AutoSavedEncounters", "Spells")
_RUNNING = "the running fight"


class _Place(NamedTuple):
    """The place of one combatant: its part of the file, and an id that is unique in there."""

    node: Node
    block: Node
    part: str
    id: str
    encounter: Node | None = None


def recognises(file: File) -> bool:
    """Return whether a file has the keys of an export, or combatants or a stat block of it."""
    value = file.json
    if not isinstance(value, dict):
        return False
    return _is_export(value) or _is_encounter(value) or _is_block(value.get("StatBlock", value))


def _is_export(value: Mapping[str, Any]) -> bool:
    return any(_list_of(key) in _LISTS for key in value)


def _list_of(key: str) -> str:
    """Return the list that a key of an export belongs to: `Creatures` of `Creatures.c1`."""
    return key.removeprefix(_OLD).partition(".")[0]


def _is_encounter(value: Mapping[str, Any]) -> bool:
    members = value.get("Combatants", value.get("Creatures"))
    if not isinstance(members, list) or not members:
        return False
    return all(isinstance(one, dict) and _is_block(_block(one)) for one in members)


def _block(member: Mapping[str, Any]) -> Any:
    return member.get("StatBlock", member.get("Statblock", member))


def _is_block(value: Any) -> bool:
    """Return whether a value is a stat block: a name, and hit points with a value."""
    points = value.get("HP") if isinstance(value, dict) else None
    return isinstance(points, dict) and "Value" in points and "Name" in value


def read(file: File) -> Imported:
    """Read everybody in the file; an encounter, the library and the players are its parts."""
    if not isinstance(file.json, dict):
        raise NotReadable("This is no JSON object, and so no file of Improved Initiative.")
    document = Document(_decoded(file.json))
    places = list(_places(document.root))
    alike = Counter(map(_part_and_name, places))
    found = [
        _combatant(place, line, several=alike[_part_and_name(place)] > 1)
        for line, place in enumerate(places, 1)
    ]
    return Imported(tuple(filter(None, found)), findings=document.findings())


def _decoded(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return an export whose values are objects: old ones are JSON in a string."""
    return {
        key: _from_text(part) if _list_of(key) in _LISTS else part for key, part in value.items()
    }


def _from_text(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    found = loaded(value)
    return value if found is None else found


def _places(root: Node) -> Iterator[_Place]:
    """Yield the place of each combatant in a file of any shape."""
    if not _is_export(root.value) or _is_encounter(root.value):
        yield from _places_of_one(root)
        return
    for key in root.value:
        node, kind = root.at(key), _list_of(key)
        if isinstance(node.value, list):
            node.excuse("It lists the ids of what else is in the file.")
        elif kind in ("SavedEncounters", "AutoSavedEncounters"):
            yield from _of_encounter(node, _RUNNING if kind.startswith("Auto") else "")
        elif kind in ("Creatures", "PersistentCharacters"):
            yield _in_library(node, kind)
        elif kind == "Spells":
            node.excuse("Spells are rules texts: they are not brought in.")


def _places_of_one(root: Node) -> Iterator[_Place]:
    if _is_encounter(root.value):
        yield from _of_encounter(root, "")
    else:
        block = root.at("StatBlock") if root.at("StatBlock").value else root
        yield _Place(root, block, "", _word(block, "Id") or _word(block, "Name"))


def _of_encounter(encounter: Node, part: str) -> Iterator[_Place]:
    """Yield those of an encounter; `Creatures` and `Statblock` are names of old files."""
    for name in ("RoundCounter", "ElapsedSeconds", "ActiveCombatantId", "ActiveCreatureIndex"):
        encounter.at(name).excuse("Where the fight stood is not brought in: a roster says who.")
    for name in ("Path", "Version", "LastUpdateMs"):
        encounter.at(name).excuse("It is about the library of Improved Initiative.")
    if encounter.at("Name").words:
        part = part or encounter.at("Name").words
        encounter.at("Name").imported("It is the name of the encounter.")
    scope = _word(encounter, "Id") or part
    if _word(encounter, "Id"):
        encounter.at("Id").imported("It begins the ids of all who are in the encounter.")
    for index, node in enumerate(encounter.first("Combatants", "Creatures").parts()):
        block = node.first("StatBlock", "Statblock")
        block = node if block.value is None else block
        own = _word(node, "Id") or f"{_word(block, 'Name')} {index + 1}"
        yield _Place(node, block, part, f"{scope}/{own}" if scope else own, encounter)


def _in_library(node: Node, kind: str) -> _Place:
    own = _word(node, "Id") or str(node.path[-1])
    node.at("Id").imported("It is the id by which this one is known again.")
    if kind == "PersistentCharacters":
        return _Place(node, node.at("StatBlock"), "the players", own)
    return _Place(node, node, "the library", own)


def _word(node: Node, key: str) -> str:
    return node.at(key).words


def _part_and_name(place: _Place) -> tuple[str, str]:
    return place.part, _word(place.block, "Name")


def _combatant(place: _Place, line: int, *, several: bool) -> Combatant | None:
    node, block = place.node, place.block
    name = take_name_of(node, block, several=several)
    if not name:
        node.left_out("It has no name, so nobody joins.")
        return None
    draft = Draft(name, place.id, place.part)
    node.about(name, place.id)
    if node.at("Id").words:
        node.at("Id").imported("It is the id by which this one is known again.")
    take_stat_block(draft, block)
    if place.part == "the players":
        draft.played = True
    scope = place.id.removesuffix(node.at("Id").words)
    active = place.encounter.at("ActiveCombatantId").words if place.encounter else ""
    take_combatant(draft, node, block, scope, active)
    return draft.combatant(line)


IMPORTER = Importer(
    name="improved-initiative",
    reads="exports, encounters and stat blocks of Improved Initiative",
    gives="roster",
    source="improved-initiative",
    recognises=recognises,
    read=read,
)
