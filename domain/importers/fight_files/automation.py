"""What an automation of Avrae did: its rolls, with what they were for and how they came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.importers.fight_files.snapshots import Said


def rolls_of(tree: Any, target: str = "") -> Iterator[Said]:
    """Yield the rolls of a result tree, each with the target that it was made against."""
    if isinstance(tree, list):
        for each in tree:
            yield from rolls_of(each, target)
    elif isinstance(tree, Mapping):
        target = str(tree.get("target_id") or target)
        yield from _own(tree, target)
        for name, inside in tree.items():
            if isinstance(inside, list | Mapping) and not name.endswith("roll"):
                yield from rolls_of(inside, target)


def _own(node: Mapping[str, Any], target: str) -> Iterator[Said]:
    against = {"targets": [target]} if target else {}
    match node.get("type"):
        case "attack":
            hit = {"did_hit": node.get("did_hit"), "did_crit": node.get("did_crit")}
            yield from _roll(node.get("to_hit_roll"), "attack", dc=node.get("ac"), **hit, **against)
        case "save":
            saved = {"did_save": node.get("did_save"), "dc": node.get("dc")}
            purpose = f"{node.get('ability') or ''} save".strip()
            whose = {"who": target} if target else {}
            yield from _roll(node.get("save_roll"), purpose, **saved, **whose)
        case "damage":
            yield from _roll(node.get("damage_roll"), "damage", **against)
        case "temphp":
            yield from _roll(node.get("amount_roll"), "temporary hit points", **against)
        case "roll" | "check":
            found = node.get("roll") or node.get("check_roll")
            yield from _roll(found, str(node.get("name") or node["type"]))


def _roll(said: Any, purpose: str, **more: Any) -> Iterator[Said]:
    """Yield one roll; its faces stand in its text alone."""
    if isinstance(said, Mapping) and said.get("total") is not None:
        known = {name: value for name, value in more.items() if value is not None}
        yield {"for": purpose, "dice": said.get("result"), "total": said["total"], **known}


def texts_of(tree: Any) -> Iterator[str]:
    """Yield the words of a result tree."""
    if isinstance(tree, list):
        for each in tree:
            yield from texts_of(each)
    elif isinstance(tree, Mapping):
        if tree.get("type") == "text" and tree.get("text"):
            yield str(tree["text"])
        for inside in tree.values():
            if isinstance(inside, list | Mapping):
                yield from texts_of(inside)
