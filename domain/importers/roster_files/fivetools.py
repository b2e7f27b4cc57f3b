"""Monsters in the JSON of 5e.tools: the user's own file, or a homebrew one."""

from __future__ import annotations

from domain.importers.document import Document, Node, whole
from domain.importers.file import File
from domain.importers.importer import Imported, Importer, NotReadable
from domain.importers.roster_files.draft import Draft, modifier, take_name
from domain.rosters.combatants import Amount, Combatant

_ABILITIES = {
    "str": "strength",
    "dex": "dexterity",
    "con": "constitution",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
}
_RULES_TEXT = "Rules texts are not brought in: look them up in their book."


def recognises(file: File) -> bool:
    """Return whether a file has a list `monster` of objects with names."""
    monsters = file.json.get("monster") if isinstance(file.json, dict) else None
    if not isinstance(monsters, list) or not monsters:
        return False
    return all(isinstance(each, dict) and "name" in each for each in monsters)


def read(file: File) -> Imported:
    """Read monsters; each is a combatant with its average hit points."""
    document = Document(file.json)
    monsters = document.root.at("monster")
    if not isinstance(monsters.value, list):
        raise NotReadable('There is no list called "monster" in this file.')
    document.root.at("_meta").excuse("It is about the file.")
    found = [_combatant(node, line) for line, node in enumerate(monsters.parts(), 1)]
    return Imported(tuple(filter(None, found)), findings=document.findings())


def _combatant(node: Node, line: int) -> Combatant | None:
    name, source = take_name(node.at("name")), node.at("source")
    if not name or node.at("_copy").value is not None:
        why = "It is a copy of another entry, with changes" if name else "It has no name"
        node.left_out(f"{why}, so nobody joins.")
        return None
    draft = Draft(name, f"{name}|{source.words}")
    node.about(name, draft.id)
    draft.fact("source", source)
    _take_hit_points(draft, node.at("hp"))
    _take_armour_class(draft, node.at("ac"))
    _take_abilities(draft, node)
    _take_rating(draft, node.at("cr"))
    _take_kind(draft, node)
    for part in node.parts():
        part.excuse(_RULES_TEXT)
    return draft.combatant(line)


def _take_hit_points(draft: Draft, hp: Node) -> None:
    """Take the average; what is special is words, unless it is a number."""
    average, special = hp.at("average"), hp.at("special")
    number = average if average.number is not None else special
    if number.number is not None:
        draft.hp = Amount(number.number, number.number)
        number.imported(f"Hit points are {number.number} of {number.number}.")
    elif special.words:
        special.left_out("It is no number of hit points: set them at the table.")
    draft.fact("hit dice", hp.at("formula"))


def _take_armour_class(draft: Draft, ac: Node) -> None:
    """Take the first number without a condition; the others hold at times."""
    for entry in ac.parts():
        number = entry.at("ac") if isinstance(entry.value, dict) else entry
        condition = entry.at("condition") if isinstance(entry.value, dict) else None
        conditional = condition is not None and condition.value is not None
        if number.number is None:
            entry.left_out("It is no number for an armour class: set it at the table.")
        elif draft.ac is None and not conditional:
            draft.ac = number.number
            number.imported(f"The armour class is {draft.ac}.")
            if number is not entry:
                entry.at("from").excuse("What the armour class comes from is not brought in.")
        else:
            entry.left_out("Another armour class, which holds at times.")


def _take_abilities(draft: Draft, node: Node) -> None:
    for short, ability in _ABILITIES.items():
        draft.fact(ability, node.at(short))
    dexterity = whole(node.at("dex").value)
    if node.at("initiative").value is not None:
        node.at("initiative").left_out("Its bonus to initiative is not worked out: say it.")
    elif dexterity is not None:
        draft.bonus = modifier(dexterity)
        node.at("dex").interpreted(
            f"The bonus to initiative is {draft.bonus:+}, that of dexterity."
        )


def _take_rating(draft: Draft, cr: Node) -> None:
    """Take the challenge rating: a word, or an object with that and other ratings."""
    draft.fact("challenge rating", cr.at("cr") if isinstance(cr.value, dict) else cr)
    if isinstance(cr.value, dict):
        cr.at("lair").excuse("The rating in its lair is not brought in.")


def _take_kind(draft: Draft, node: Node) -> None:
    kind = node.at("type")
    draft.fact("type", kind.at("type") if isinstance(kind.value, dict) else kind)
    for name in ("size", "alignment"):
        letters = node.at(name).value
        if isinstance(letters, list) and letters and all(isinstance(one, str) for one in letters):
            draft.facts[name] = "/".join(letters)
            node.at(name).imported(f"The {name} is {draft.facts[name]}.")


IMPORTER = Importer(
    name="5etools",
    reads="monsters in the JSON of 5e.tools",
    gives="roster",
    source="5etools",
    recognises=recognises,
    read=read,
)
