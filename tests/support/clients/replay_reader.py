"""A replay file as a reader without a script has it, and its frames as a program finds them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "input", "link", "br", "img"}


class ReplayReader(HTMLParser):
    """A replay file, read: its tags, its story line by line, its data, style, script and policy."""

    def __init__(self, html: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.inside: list[str] = []
        self.texts: dict[str, str] = {"style": "", "script": "", "json": "", "title": "", "h1": ""}
        self.story: list[tuple[str, str]] = []
        self._kind = ""
        self.feed(html)
        self.close()
        assert self.inside == [], self.inside
        self.data: Any = json.loads(self.texts["json"])
        self.policy = next(
            found["content"]
            for tag, found in self.tags
            if tag == "meta" and found.get("http-equiv") == "Content-Security-Policy"
        )

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.append((tag, found))
        if tag not in VOID:
            self.inside.append(tag)
        if tag == "script":
            self._kind = "json" if found.get("type") == "application/json" else "script"
        elif tag == "li" and re.fullmatch(r"e[0-9.]+", found.get("id", "")):
            self.story.append((found["id"][1:], ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.inside.pop() == tag

    def handle_data(self, data: str) -> None:
        here = self.inside[-1] if self.inside else ""
        kind = self._kind if here == "script" else here
        if kind in self.texts:
            self.texts[kind] += data
        elif "template" not in self.inside and "li" in self.inside and here == "span":
            number, told = self.story[-1]
            self.story[-1] = (
                number,
                (told or data) if self.inside[-2:] == ["span", "span"] else data,
            )

    def frames(self, by: str, through: bool) -> list[tuple[str, list[str]]]:
        """The number at which each frame ends, and what changed in it, as text."""
        way = next(each for each in self.data["ways"] if each["by"] == by)
        return [
            (self.story[stop - 1][0], [text_of(self.data["pieces"][n]) for n in (*things, *times)])
            for stop, things, times in way["through" if through else "past"]
        ]

    def moment(self, place: int) -> list[str]:
        """The clock, who has left, and how each stood right after an entry, as text."""
        row: list[int] = []
        for length, *pairs in self.data["moments"][:place]:
            row = row[:length] + [-1] * (length - len(row))
            for where, piece in zip(pairs[::2], pairs[1::2], strict=True):
                row[where] = piece
        return [text_of(self.data["pieces"][n]) for n in row]


def text_of(html: str) -> str:
    """The text of a piece of HTML, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def hash_of(text: str) -> str:
    """What a policy names a style or a script by."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
