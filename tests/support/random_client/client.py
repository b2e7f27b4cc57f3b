"""A client that knows the contract alone: it reads its options, fills them in and posts them.

It knows no rules. From an option it takes the command, puts a value that fits its schema at each
pointer, leaves out what it may, and sends that. It prefers what it has done least, whoever may do
it, and goes on to another fight where it finds nothing rare any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import chain
from random import Random
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain import commands as c
from tests.support.clients.http_client import Caller, Json
from tests.support.random_client.schema_values import value
from tests.support.story import Story

LEFT_OUT, RARE, STALE = 0.5, 0.9, 0.03
"""How often an optional blank stays empty, what is rare is done, and old options are used."""

ENOUGH = 5
"""What was done so often is not rare any more."""

PATIENCE = 30
"""After so many steps without anything rare a fight is broken off."""

Offer = tuple[Caller, Json]
"""An option with the seat that has it."""


class RandomClient:
    """Plays several seats, and counts what it has done and what was refused."""

    def __init__(self, client: FlaskClient, operator: str, seed: int):
        self.client, self.chance = client, Random(seed)
        self.operator = Caller(client, operator)
        self.seats: list[Caller] = []
        self.seen: dict[Caller, Json] = {}
        self.used, self.refused = Counter[str](), Counter[str]()
        self.steps = self.requests = self.rare = self.idle = 0
        self.failed: list[str] = []

    def plays(self, begins: Callable[[], Story], steps: int) -> int:
        """Play a fight for so many steps, or while anything rare comes; how often it came."""
        self.sets_up(begins())
        self.rare = self.idle = 0
        for _ in range(steps):
            if self.idle > PATIENCE or not self.step():
                break
        return self.rare

    def sets_up(self, story: Story) -> None:
        """Open the combat of a story as far as it was told, with a seat for each of its players."""
        opening, *rest = (command.model_dump(mode="json") for command in story.commands)
        shares = enumerate(_shares(story))
        players = [{"person": f"p{n}", "role": "player", "combatants": who} for n, who in shares]
        seats = [*players, {"person": "rita", "role": "referee"}]
        opened: Any = self.operator.post("/v1/combats", {**opening, "seats": seats}).json
        at = self.operator.at = f"/v1/combats/{opened['combat']}"
        self.seats = [Caller(self.client, seat["token"], at) for seat in opened["seats"]]
        self.seen.clear()
        for command in rest:
            answer = self.operator.post("commands", command)
            assert answer.status_code == 200, (command, answer.text)
        for seat in self.seats:
            seat.get("options")  # from now on they are here, and answer for themselves

    def step(self) -> bool:
        """Somebody who may do something does it; False where nobody may do anything."""
        offers: list[Offer] = []
        for seat in self.chance.sample(self.seats, len(self.seats)):
            here = [(seat, option) for option in self._read(seat)["options"]]
            if rare := [(seat, option) for seat, option in here if self._is_rare(option)]:
                offers = rare if self.chance.random() < RARE else here
                break
            offers += here
        if all(option["command"]["type"] == "withdraw" for _, option in offers):
            return False
        self._do(*self._chosen(offers))
        return True

    def _read(self, seat: Caller) -> Json:
        """The options of a seat: seldom those that it read some time ago."""
        if seat not in self.seen or self.chance.random() > STALE:
            self.requests += 1
            answer: Any = seat.get("options")
            assert answer.status_code == 200, answer.text
            self.seen[seat] = answer.json
        return self.seen[seat]

    def _do(self, seat: Caller, option: Json) -> None:
        command = filled(option, self.chance)
        self.requests += 1
        answer = seat.post("commands", command, If_Match=self.seen[seat]["head"])
        if answer.status_code == 200:
            self._counts(option)
            return
        kind = _kind(answer)
        self.refused[kind] += 1
        if kind not in ("412", "ask the referee"):
            self.failed.append(f"{command}\n  {answer.text}\n  {option['blanks']}")

    def _counts(self, option: Json) -> None:
        """Count what was done, and how long nothing rare was done."""
        is_rare = self._is_rare(option)
        self.rare += is_rare
        self.idle = 0 if is_rare else self.idle + 1
        self.steps += 1
        self.used[_name(option)] += 1

    def _is_rare(self, option: Json) -> bool:
        return "manoeuvre" in option["command"] and self.used[_name(option)] < ENOUGH

    def _chosen(self, offers: list[Offer]) -> Offer:
        """Mostly what was done least."""
        [chosen] = self.chance.choices(offers, [self._weight(option) for _, option in offers])
        return chosen

    def _weight(self, option: Json) -> float:
        """How often something is chosen: an answer always alike, the rest less for each time."""
        if option["command"]["type"] == "answer":
            return 1
        return 1 / (1 + self.used[_name(option)])


def _shares(story: Story) -> list[list[str]]:
    """Whom each player plays: a side that came in as one, or half of those on a side."""
    joined = [command for command in story.commands if isinstance(command, c.Join)]
    sides = {join.subject: [join.subject] for join in joined if join.kind == "side"}
    for join in joined:
        if sides.get(join.side) != [join.side]:
            sides.setdefault(join.side, []).append(join.subject)
    halves = ((who[::2], who[1::2]) for who in sides.values())
    return [half for half in chain.from_iterable(halves) if half]


def _name(option: Json) -> str:
    """What an option does, as the client counts it."""
    said = option["command"]
    words = (said.get(part, "") for part in ("type", "about", "choice"))
    return str(said.get("manoeuvre") or " ".join(words))


def _kind(answer: TestResponse) -> str:
    """What kind of refusal an answer is."""
    problem: Json = answer.json or {}
    asks = str(problem.get("detail")).startswith("Ask the referee")
    return "ask the referee" if asks else str(answer.status_code)


def filled(option: Json, chance: Random) -> Json:
    """Return the command of an option with its blanks filled in at random."""
    command: Json = deepcopy(option["command"])
    for blank in option["blanks"]:
        if not blank["optional"] or chance.random() > LEFT_OUT:
            put(command, blank["pointer"], value(narrowed(blank["schema"], command), chance))
    return command


def narrowed(schema: Json, command: Json) -> Json:
    """Return a schema without what the value that it comes besides takes from it."""
    besides: Json = schema.get("x-besides", {})
    there = _at(command, besides["pointer"]) if besides else None
    if there is None:
        return schema
    if "left" in besides:
        most = (besides["left"] - there * besides["their_price"]) // besides["price"]
        return schema | {"maximum": min(schema["maximum"], most)}
    free = [each for each in schema["items"]["enum"] if each != there]
    return schema | {"items": {"enum": free}} if free else {"const": []}


def _at(command: Any, pointer: str) -> Any:
    """Return what stands at a JSON Pointer; None where nothing does."""
    for part in pointer.split("/")[1:]:
        command = command.get(part, {})
    return None if command == {} else command


def put(command: Any, pointer: str, filled_in: Any) -> None:
    """Put a value at a JSON Pointer; objects on the way are made."""
    *outer, last = (part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])
    for part in outer:
        command = command.setdefault(part, {})
    command[last] = filled_in
