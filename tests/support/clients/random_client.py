"""A client that knows the contract alone: it reads its options, fills them in and posts them.

It knows no rules. From an option it takes the command, puts a value that fits its schema at each
pointer, leaves out what it may, and sends that. It prefers the manoeuvre that it used least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain
from random import Random
from typing import Any

from flask.testing import FlaskClient

from domain import commands as c
from tests.support.clients.http_client import Caller, Json
from tests.support.clients.schema_values import value
from tests.support.story import Story

LEFT_OUT, RARE, STALE = 0.5, 0.7, 0.05
ENOUGH = 5

"""How often an optional blank is left out, the rarest option chosen, old options are used."""


class RandomClient:
    """Several seats of one combat after another, and how often each thing was done."""

    def __init__(self, client: FlaskClient, operator: str, seed: int):
        self.client, self.chance = client, Random(seed)
        self.operator = Caller(client, operator)
        self.seats: list[Caller] = []
        self.used, self.refused = Counter[str](), Counter[str]()
        self.steps = self.requests = 0
        self.failed: list[str] = []
        self._old: Json = {}

    def plays(self, begins: Callable[[], Story], steps: int) -> None:
        """Play a fight for so many steps, or as long as anybody may do anything."""
        self._sets_up(begins())
        for _ in range(steps):
            if not self.step():
                break

    def _sets_up(self, story: Story) -> None:
        """Open the combat of a story as far as it was told, with a seat for each of its players."""
        opening, *rest = (command.model_dump(mode="json") for command in story.commands)
        players = [{"person": f"p{n}", "role": "player", "combatants": m} for n, m in enumerate(_shares(story))]
        seats = [*players, {"person": "rita", "role": "referee"}]
        opened = self.operator.post("/v1/combats", {**opening, "seats": seats}).json or {}
        self.operator.at = f"/v1/combats/{opened['combat']}"
        tokens = (seat["token"] for seat in opened["seats"])
        self.seats = [Caller(self.client, token, self.operator.at) for token in tokens]
        for command in rest:
            self.operator.post("commands", command)

    def step(self) -> bool:
        """Somebody who may do something does it; False where nobody may do anything."""
        for seat in self.chance.sample(self.seats, len(self.seats)):
            found = self._reads(seat)
            if any(o["command"]["type"] != "withdraw" for o in found["options"]):
                self._does(seat, found)
                return True
        return False

    def _reads(self, seat: Caller) -> Json:
        self.requests += 1
        answer = seat.get("options")
        assert answer.status_code == 200, answer.text
        return dict(answer.json or {})

    def _does(self, seat: Caller, found: Json) -> None:
        option = self._chosen(found["options"])
        command = filled(option, self.chance)
        self.requests += 1
        answer = seat.post("commands", command, If_Match=found["head"])
        if answer.status_code == 200:
            self.steps += 1
            self.used[_name(option)] += 1
            return
        problem = answer.json or {}
        kind = f"{answer.status_code} {problem.get('type')}"
        if problem.get("detail", "").startswith("Ask the referee"):
            kind = "ask the referee"
        self.refused[kind] += 1
        self.used[_name(option)] += 0
        if answer.status_code != 412 and kind != "ask the referee":
            self.failed.append(f"{command}\n  {answer.status_code} {problem.get('detail')} {problem.get('errors')}\n  {option['blanks']}")

    def _chosen(self, options: list[Json]) -> Json:
        """Mostly a manoeuvre that was used too seldom so far; else what lets the fight go on."""
        rare = [o for o in options if "manoeuvre" in o["command"] and self.used[_name(o)] < ENOUGH]
        if rare and self.chance.random() < RARE:
            least = min(self.used[_name(option)] for option in rare)
            return self.chance.choice([o for o in rare if self.used[_name(o)] == least])
        [chosen] = self.chance.choices(options, list(map(self._weight, options)))
        return chosen

    def _weight(self, option: Json) -> float:
        """How often something is chosen: what was done often less than what goes on."""
        if option["command"]["type"] == "withdraw":
            return 0.1
        often = self.used[_name(option)] if "manoeuvre" in option["command"] else 0
        return 1 / (1 + often) 


def _shares(story: Story) -> list[list[str]]:
    """Whom each player plays: two players on a side, or one who plays a whole side."""
    joined = [command for command in story.commands if isinstance(command, c.Join)]
    sides: dict[str, list[str]] = {j.subject: [j.subject] for j in joined if j.kind == "side"}
    for join in joined:
        if join.side not in sides or sides[join.side] != [join.side]:
            sides.setdefault(join.side, []).append(join.subject)
    halves = (([*who[::2]], [*who[1::2]]) for who in sides.values())
    return [half for half in chain.from_iterable(halves) if half]


def _name(option: Json) -> str:
    """What an option does, as the client counts it."""
    said = option["command"]
    return said.get("manoeuvre") or " ".join(said.get(part, "") for part in ("type", "about", "choice"))


def filled(option: Json, chance: Random) -> Json:
    """Return the command of an option with its blanks filled in at random."""
    command: Json = dict(option["command"])
    for blank in option["blanks"]:
        if not blank["optional"] or chance.random() > LEFT_OUT:
            put(command, blank["pointer"], value(blank["schema"], chance))
    return command


def put(command: Any, pointer: str, filled_in: Any) -> None:
    """Put a value at a JSON Pointer; objects on the way are made."""
    *outer, last = (part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])
    for part in outer:
        command = command.setdefault(part, {})
    command[last] = filled_in
