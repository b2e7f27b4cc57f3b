"""Pages as a browser without any script reads them: forms with their fields, and the text."""

from __future__ import annotations

import math
import random
from html.parser import HTMLParser
from typing import NamedTuple

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

ORIGIN = "http://localhost"
VOID = {"input", "link", "meta", "br", "hr", "img"}


class Box(NamedTuple):
    """A field of a form: how it is asked, and what may be chosen in it."""

    name: str
    kind: str
    value: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    required: bool = False


def _leads(place: str, where: str) -> bool:
    """True for a place of that name, or what goes by purpose under it."""
    return place.endswith(where) or place.startswith(f"{where}.")


class Form:
    """A form: where it goes, its hidden fields, its boxes and its button."""

    def __init__(self, action: str, method: str, id: str):
        self.action, self.method, self.id = action, method, id
        self.hidden: dict[str, str] = {}
        self.boxes: list[Box] = []
        self.button = ""

    def filled(self, **by_start: str) -> MultiDict[str, str]:
        """What is sent with some boxes filled in, named by where they lead: `risk`, `aim`."""
        said = MultiDict(self.hidden)
        for box in self.boxes:
            if box.kind not in ("checkbox", "radio", "flag") and box.value:
                said.add(box.name, box.value)
        for where, value in by_start.items():
            found = [b.name for b in self.boxes if _leads(b.name.rpartition(":")[2], where)]
            found.sort(key=lambda name: name.rpartition(":")[2] != where)
            assert found, f"{self.button} has no field {where}"
            said.setlist(found[0], [value])
        return said

    def at_random(self, chance: random.Random) -> MultiDict[str, str]:
        """What is sent with every box filled in at random as the page allows it."""
        said = MultiDict(self.hidden)
        ticked: dict[str, list[str]] = {}
        keys: dict[str, list[str]] = {}
        for box in self.boxes:
            if box.kind == "radio" and box.required:
                keys.setdefault(box.name, []).append(box.value)
            elif box.kind == "checkbox":
                ticked.setdefault(box.name, []).append(box.value)
            elif (value := _any(box, chance)) is not None and not _is_ordered(box):
                said.add(box.name, value)
        for name, values in ticked.items():
            people = [value for value in values if value != "*nobody*"]
            nobody = "*nobody*" in values and chance.random() < 0.2
            some = ["*nobody*"] if nobody else [p for p in people if chance.random() < 0.4]
            for value in some:
                said.add(name, value)
        for name, values in keys.items():
            said.add(name, chance.choice(values))
        self._in_order(said, chance)
        return said

    def _in_order(self, said: MultiDict[str, str], chance: random.Random) -> None:
        """Each of those to be put in order once, in any order."""
        for name in dict.fromkeys(box.name for box in self.boxes if _is_ordered(box)):
            choices = next(box.choices for box in self.boxes if box.name == name)
            said.setlist(name, chance.sample(choices, len(choices)))


def _is_ordered(box: Box) -> bool:
    return box.name.startswith("ordered:")


def _any(box: Box, chance: random.Random) -> str | None:
    match box.kind:
        case "select":
            left_out = not box.required and chance.random() < 0.5
            return None if left_out else chance.choice([c for c in box.choices if c])
        case "number":
            if not box.required and chance.random() < 0.5:
                return None
            return str(chance.randint(box.least, min(box.most, box.least + 4)))
        case "text":
            return "well met" if box.required else None
    return None


class Sheet(HTMLParser):
    """A page, read: its forms, its text, the names of its elements; every element is closed."""

    def __init__(self, html: str):
        super().__init__()
        self.forms: list[Form] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self._open: list[str] = []
        self._select: tuple[dict[str, str], list[str]] | None = None
        self._chosen = ""
        self._resets = False
        self.feed(html)
        self.close()
        assert self._open == [], f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.append((tag, found))
        if tag not in VOID:
            self._open.append(tag)
        match tag:
            case "form":
                form = Form(found["action"], found["method"], found.get("id", ""))
                self.forms.append(form)
            case "button":
                self._resets = found.get("type") in ("reset", "button")
            case "input":
                self._input(found)
            case "textarea":
                self.forms[-1].boxes.append(
                    Box(found["name"], "text", required="required" in found)
                )
            case "select":
                self._select, self._chosen = (found, []), ""
            case "option" if self._select:
                self._select[1].append(found["value"])
                self._chosen = found["value"] if "selected" in found else self._chosen

    def _input(self, found: dict[str, str]) -> None:
        kind, name, value = found["type"], found.get("name", ""), found.get("value", "")
        if not name:
            return
        if kind == "hidden":
            self.forms[-1].hidden[name] = value
            return
        kind = "flag" if name.startswith("flag:") else kind
        least, most = (float(found.get(end) or 0) for end in ("min", "max"))
        box = Box(name, kind, value, (), math.ceil(least), math.floor(most), "required" in found)
        self.forms[-1].boxes.append(box)

    def handle_endtag(self, tag: str) -> None:
        assert self._open and self._open[-1] == tag, f"</{tag}> closes {self._open[-1:]}"
        self._open.pop()
        if tag == "select" and self._select:
            found, choices = self._select
            box = Box(
                found["name"],
                "select",
                self._chosen or choices[0],
                tuple(choices),
                required="required" in found,
            )
            self.forms[-1].boxes.append(box)
            self._select = None

    def handle_data(self, data: str) -> None:
        self.text += data
        if "textarea" in self._open:
            typed = self.forms[-1].boxes.pop()
            self.forms[-1].boxes.append(typed._replace(value=typed.value + data))
        if {"button", "form"} <= {*self._open} and not self._resets:
            self.forms[-1].button += data

    @property
    def words(self) -> str:
        """The text of the page in one line."""
        return " ".join(self.text.split())

    @property
    def leaves_alone(self) -> bool:
        """True where nothing can be sent but that one signs out."""
        return all(form.action == "/leave" for form in self.forms)

    def form(self, button: str) -> Form:
        """The form whose button has these words in it."""
        found = [form for form in self.forms if button in " ".join(form.button.split())]
        assert found, f"no {button!r} among {[' '.join(f.button.split()) for f in self.forms]}"
        return found[0]


class Reader:
    """Somebody with a browser and, where there is one, a token in its cookie."""

    def __init__(self, app: Flask, token: str = ""):
        self.client, self.token = app.test_client(), token
        if token:
            self.client.set_cookie("combatlog", token)

    def get(self, path: str, **headers: str) -> TestResponse:
        """Ask for a page."""
        return self.client.get(path, headers=headers)

    def reads(self, path: str) -> Sheet:
        """A page that is there."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return Sheet(answer.text)

    def sends(
        self, form: Form, said: MultiDict[str, str] | None = None, origin: str | None = ORIGIN
    ) -> TestResponse:
        """Send a form as the page has it, or filled in."""
        headers = {} if origin is None else {"Origin": origin}
        said = form.filled() if said is None else said
        return self.client.post(form.action, data=said, headers=headers)
