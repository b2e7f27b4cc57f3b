"""Avrae's `!init list`, pasted: one moment of a fight, of which nobody knows how it came about."""

from __future__ import annotations

from itertools import pairwise

from domain.importers.fight_files.init_list_text import HEAD, RULE, is_row, state_of
from domain.importers.fight_files.snapshots import EMPTY, lines_between
from domain.importers.file import File
from domain.importers.findings import Finding, imported, left_out
from domain.importers.importer import Imported, Importer, NotReadable


def recognises(file: File) -> bool:
    """Return whether a text is a list of initiative: its head, and a line of equal signs."""
    lines = _lines(file)
    return any(HEAD.match(text) and RULE.match(below) for text, below in pairwise(lines))


def _lines(file: File) -> list[str]:
    return [text.strip() for text in file.lines]


def read(file: File) -> Imported:
    """Read the list as what is so at this moment."""
    state = state_of(list(file.lines))
    if not state["combatants"]:
        raise NotReadable("Nobody stands in this list of initiative.")
    said = ({**line, "src": "the whole file"} for line in lines_between(EMPTY, state))
    findings = [_finding(at, text) for at, text in enumerate(file.lines, 1) if text.strip()]
    return Imported(lines=({"k": "meta", "source": "avrae"}, *said), findings=tuple(findings))


def _finding(at: int, text: str) -> Finding:
    words = text.strip()
    if HEAD.match(words):
        return imported(f"line {at}", words, "It says the round, and whose turn it is.")
    if RULE.match(words) or words.startswith("```"):
        return left_out(f"line {at}", words, "It is only there to be looked at.")
    if is_row(text):
        return imported(f"line {at}", words, "Whoever stands here comes in as they are now.")
    return left_out(f"line {at}", words, "It is no line of the list.")


IMPORTER = Importer(
    name="avrae-list",
    reads="the text of `!init list` of Avrae",
    gives="timeline",
    source="avrae",
    recognises=recognises,
    read=read,
)
