"""One combatant while its place of a document is read."""

from __future__ import annotations

from decimal import Decimal

from domain.importers.document import Node
from domain.importers.words import plain
from domain.rosters.combatants import Amount, Combatant, State
from domain.rosters.draft import LONGEST_NAME, LONGEST_WORD


class Draft:
    """A combatant in the making: each value is taken from a place, and said to be so."""

    def __init__(self, name: str, id: str, part: str = "") -> None:
        self.name, self.id, self.part = name, id, part
        self.side, self.hidden, self.dead = "", False, False
        self.played: bool | None = None
        self.hp: Amount | None = None
        self.ac: int | None = None
        self.bonus: int | None = None
        self.score: Decimal | None = None
        self.pools: dict[str, Amount] = {}
        self.facts: dict[str, int | str | bool] = {}
        self.states: list[State] = []
        self.notes: list[str] = []

    def fact(self, name: str, node: Node) -> None:
        """Take a number, a word, or yes or no as a fact."""
        value = _value(node)
        if value == "":
            return
        if isinstance(value, str) and len(value) > LONGEST_WORD:
            node.left_out(f"It is longer than the {LONGEST_WORD} signs of a word.")
        else:
            self.facts[name] = value
            node.imported(f"{name[:1].upper()}{name[1:]} is {_said(value)}.")

    def note(self, node: Node) -> None:
        """Take a text as a note."""
        if node.words:
            self.notes.append(plain(node.words))
            node.imported("It is a note.")

    def combatant(self, line: int) -> Combatant:
        """Return the combatant; `line` is its number in the file."""
        return Combatant(
            line=line,
            name=self.name,
            id=self.id,
            side=self.side,
            hp=self.hp,
            ac=self.ac,
            bonus=self.bonus,
            score=self.score,
            pools=self.pools,
            states=tuple(self.states),
            notes=tuple(self.notes),
            hidden=self.hidden,
            dead=self.dead,
            played=self.played,
            facts=self.facts,
            part=self.part,
        )


def take_name(node: Node, longest: int = LONGEST_NAME) -> str:
    """Return the name that stands at a place; empty, and said so, where none can be taken."""
    name = plain(node.words)
    if name and len(name) <= longest:
        node.imported(f"The name is {name}.")
        return name
    if name:
        node.left_out(f"It is longer than the {longest} signs of a name.")
    return ""


def modifier(score: int) -> int:
    """Return what an ability of the usual scale adds to a roll: 14 adds 2."""
    return (score - 10) // 2


def _value(node: Node) -> int | str | bool:
    """Return yes or no, a number or a word; a word that is empty where there is neither."""
    if isinstance(node.value, bool):
        return node.value
    return plain(node.words) if node.number is None else node.number


def _said(value: int | str | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
