"""The chat log of Foundry VTT as text: who said what when, and rolls with their totals.

What the text has lost stays lost: whispers, dropped dice, targets and ids. The time is that of the
place where the log was exported, without a zone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from domain.importers.fight_files.snapshots import Said
from domain.importers.file import File
from domain.importers.findings import Finding, imported, left_out
from domain.importers.importer import Imported, Importer, NotReadable

_HEAD = re.compile(
    r"^\[(?P<time>\d{1,2}/\d{1,2}/\d{4}, \d{1,2}:\d\d:\d\d[ \u202f][AP]M)\] (?P<who>.*)$"
)
_BORDER = re.compile(r"^-{27}$")
_DICE = re.compile(r"d\d", re.I)
_TOTAL = re.compile(r" ?-?\d+")


_OUTSIDE = "It stands in no message: one begins with its time, as in [3/1/2026, 7:04:12 PM] Kara."

Numbered = tuple[int, str]
"""A line with its number."""


class Message(NamedTuple):
    """One message: where it begins, who said it when, and its lines."""

    at: int
    time: str
    who: str
    text: tuple[Numbered, ...]


def recognises(file: File) -> bool:
    """Return whether a text is a chat log: its first line is a time and a speaker."""
    first = next((text for text in file.lines if text.strip()), "")
    return bool(_HEAD.match(first))


def messages(lines: tuple[str, ...]) -> Iterator[Message | Numbered]:
    """Yield the messages of a log, and each line that stands in none; a border divides them."""
    for block in _blocks(lines):
        heads = [nth for nth, (_, line) in enumerate(block) if _HEAD.match(line)]
        yield from block[: heads[0] if heads else None]
        if heads:
            yield _message(*block[heads[0] :])


def _blocks(lines: tuple[str, ...]) -> Iterator[list[Numbered]]:
    """Yield what stands between borders, without blank lines."""
    block: list[Numbered] = []
    for at, line in enumerate(lines, 1):
        if _BORDER.match(line):
            yield block
            block = []
        elif line.strip():
            block.append((at, line))
    yield block


def _message(head: Numbered, *text: Numbered) -> Message:
    at, words = head
    found = _HEAD.match(words)
    assert found is not None
    time, who = found["time"].replace("\u202f", " "), found["who"].strip()
    return Message(at, time, who, tuple((at, line.strip()) for at, line in text))


def read(file: File) -> Imported:
    """Read the messages: each speaker joins at their first, rolls are rolls, the rest are notes."""
    log, known = list[Said](), set[str]()
    findings: list[Finding] = []
    for message in messages(file.lines):
        if not isinstance(message, Message):
            findings.append(left_out(f"line {message[0]}", message[1], _OUTSIDE))
            continue
        if message.who not in known:
            known.add(message.who)
            log.append({"k": "join", "who": message.who, "name": message.who, "role": "unit"})
        findings.append(
            imported(f"line {message.at}", message.who, "It says who speaks, and when.")
        )
        for at, text in message.text:
            line, said = _line(message, text)
            log.append({**line, "t": message.time, "src": f"line {at}"})
            findings.append(imported(f"line {at}", text, said)._replace(who=message.who))
    if not log:
        raise NotReadable("No message stands in this chat log.")
    return Imported(lines=({"k": "meta", "source": "foundry"}, *log), findings=tuple(findings))


def _is_roll(text: str) -> bool:
    """Return whether a line is a formula with dice, its result, and a total."""
    parts = text.split("=")
    known = len(parts) == 3 and bool(parts[0] and parts[1] and _TOTAL.fullmatch(parts[2]))
    return known and bool(_DICE.search(text))


def _line(message: Message, text: str) -> tuple[Said, str]:
    if _is_roll(text):
        return {"k": "roll", "who": message.who, "dice": text}, "It is a roll as it fell."
    return {"k": "note", "who": message.who, "text": text}, "It is a note."


IMPORTER = Importer(
    name="foundry-chat",
    reads="the chat log of Foundry VTT, exported as text",
    gives="timeline",
    source="foundry",
    recognises=recognises,
    read=read,
)
