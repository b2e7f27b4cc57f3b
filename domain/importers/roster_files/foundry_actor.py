"""Actors exported from Foundry VTT: one, a list, or the lines of a world's `actors.db`."""

from __future__ import annotations

import re
from typing import Any

from domain.importers.document import Document, Node
from domain.importers.file import File
from domain.importers.findings import Finding, left_out
from domain.importers.importer import Imported, Importer, NotReadable
from domain.importers.json_lines import objects_of_lines
from domain.importers.roster_files import foundry_dnd5e, foundry_pf2e
from domain.importers.roster_files.draft import Draft, take_name
from domain.importers.roster_files.foundry_effects import take_effects
from domain.importers.ties import TIED_BY
from domain.rosters.combatants import Amount, Combatant

_SIDES = {-1: "enemy", 0: "neutral", 1: "ally"}
_GAME_AT = (
    ("_stats", "systemId"),
    ("_stats", "exportSource", "systemId"),
    ("flags", "exportSource", "system"),
)
"""Where a file says which game of Foundry it is for."""
_FILE_NAME = re.compile(r"fvtt-Actor-(?:.*-)?(?P<id>[A-Za-z0-9]+)\.json")
_ACTOR = re.compile(r"Actor\.(?P<id>[A-Za-z0-9]+)")
"""The id of an actor of a world; those of compendiums are longer, and no combatant is of one."""
_EXCUSES = {
    "items": "Attacks, spells and gear are not brought in: say what is done in the fight.",
    "img": "Pictures are not brought in.",
    "flags": "Notes that Foundry and its modules make for themselves.",
    "_stats": "Notes that Foundry makes for itself.",
    "folder": "It is about the sidebar of Foundry.",
    "sort": "It is about the sidebar of Foundry.",
    "ownership": "Who may open the sheet in Foundry.",
    "permission": "Who may open the sheet in Foundry.",
}


def recognises(file: File) -> bool:
    """Return whether a file holds actors: each with a type, and numbers under `system`."""
    values = _values(file)
    return bool(values) and all(map(_is_actor, values))


def _is_actor(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    numbers = value.get("system", value.get("data"))
    return "name" in value and isinstance(numbers, dict) and "attributes" in numbers


def _values(file: File) -> list[Any]:
    if file.json is not None:
        return file.json if isinstance(file.json, list) else [file.json]
    first = file.first_object
    if not _is_actor(first) and "$$deleted" not in first:
        return []  # other files of lines may be long
    return [line.value for line in objects_of_lines(file.text).lines]


def read(file: File) -> Imported:
    """Read actors; each is a combatant under its id in Foundry."""
    combatants, findings = list[Combatant | None](), list[Finding]()
    if file.json is None:
        lines = objects_of_lines(file.text)
        findings += [left_out(f"line {n}", words, why) for n, words, why in lines.replaced]
        pairs = [(line.number, line.value, f"line {line.number}:") for line in lines.lines]
    elif isinstance(file.json, list):
        pairs = [(n, value, f"[{n - 1}]") for n, value in enumerate(file.json, 1)]
    else:
        pairs = [(1, file.json, "")]
    if not any(isinstance(value, dict) for _, value, _ in pairs):
        raise NotReadable("There is no actor of Foundry in this file.")
    for number, value, at in pairs:
        document = Document(value, at)
        combatants.append(_combatant(document.root, number, file.name))
        findings += document.findings()
    return Imported(tuple(filter(None, combatants)), findings=tuple(findings))


def _combatant(node: Node, line: int, file_name: str) -> Combatant | None:
    name = take_name(node.at("name"))
    if not name:
        node.left_out("It has no name, so nobody joins.")
        return None
    id = _id(node, file_name)
    draft = Draft(name, id or name)
    if actor := _ACTOR.fullmatch(id):
        draft.facts[TIED_BY["foundry"]] = actor["id"]
    node.about(name, draft.id)
    _take_type(draft, node.at("type"))
    _take_token(draft, node.first("prototypeToken", "token"))
    numbers = node.first("system", "data")
    match _game(node, numbers):
        case "dnd5e":
            foundry_dnd5e.take(draft, numbers)
        case "pf2e":
            foundry_pf2e.take(draft, numbers, node.at("items"))
        case _:
            _take_unknown_game(draft, numbers.at("attributes", "hp"))
    take_effects(draft, node.at("effects"))
    for key, why in _EXCUSES.items():
        node.at(key).excuse(why)
    return draft.combatant(line)


def _id(node: Node, file_name: str) -> str:
    """Return the id in Foundry, `Actor.a1B2`: as exported, as stored, or from the file's name."""
    exported = node.at("_stats", "exportSource", "uuid")
    if exported.words:
        exported.imported("It is the id by which this actor is known again.")
        return exported.words
    if node.at("_id").words:
        node.at("_id").imported("It is the id by which this actor is known again.")
        return f"Actor.{node.at('_id').words}"
    found = _FILE_NAME.fullmatch(file_name)
    return f"Actor.{found['id']}" if found else ""


def _game(node: Node, numbers: Node) -> str:
    """Return the game that an actor is for: as the file says, or by the numbers that it has."""
    for keys in _GAME_AT:
        if game := node.at(*keys).words:
            node.at(*keys).imported(f"The game is {game}.")
            return game
    abilities = list(numbers.at("abilities").parts())
    if any(ability.at("value").number is not None for ability in abilities):
        return "dnd5e"
    return "pf2e" if any(ability.at("mod").number is not None for ability in abilities) else ""


def _take_type(draft: Draft, kind: Node) -> None:
    """Take whether a player plays it."""
    if kind.words in ("character", "npc"):
        draft.played = kind.words == "character"
        kind.imported("A player plays it." if draft.played else "No player plays it.")
    else:
        draft.fact("kind", kind)


def _take_token(draft: Draft, token: Node) -> None:
    """Take the side from the disposition of its token, and whether the token is hidden."""
    disposition, hidden = token.at("disposition"), token.at("hidden")
    if disposition.number in _SIDES:
        draft.side = _SIDES[disposition.number]
        disposition.interpreted(f"The side is {draft.side}, by the disposition of its token.")
    if isinstance(hidden.value, bool):
        draft.hidden = hidden.value
        hidden.imported("It joins hidden." if hidden.value else "It joins in sight.")
    if token.at("name").words == draft.name:
        token.at("name").imported(f"The token has the same name, {draft.name}.")
    for part in token.parts():
        part.excuse("How the token looks is not brought in.")


def _take_unknown_game(draft: Draft, hp: Node) -> None:
    now, most = hp.at("value"), hp.at("max")
    if now.number is not None and most.number is not None:
        draft.hp = Amount(now.number, most.number)
        said = f"Hit points are {now.number} of {most.number}: this game of Foundry is not known."
        now.interpreted(said)
        most.interpreted(said)


IMPORTER = Importer(
    name="foundry-actor",
    reads="actors exported from Foundry VTT, of dnd5e and pf2e",
    gives="roster",
    source="foundry",
    recognises=recognises,
    read=read,
)
