"""A sample fight in its middle with people at the table, for disputes about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from api.server.app import create_app
from api.service.service import Service
from api.transfer.samples import FOLDER
from domain.rulesets import all_rulesets
from tests.support.clients.http_client import Caller

MIDDLE = {
    "age-of-magic/the-toll-bridge": ("cogan", "urlik"),
    "arq/lamplighters-alley": ("ilse", "rook"),
    "planeswalker/the-swift-errand": ("korr", "vessa"),
    "ninth-age-2e/the-causeway": ("lances", "brutes"),
    "kaiser/the-narrow-stair": ("hilde", "captain"),
}
"""A fight of each game, and two of those in it, whom Ann and Bo play."""

ENDS = ("end", "leave")


class Middle:
    """A fight to where it ends, with Ann, Bo and Cleo who plays nobody in it, and Rita to judge."""

    def __init__(self, service: Service, fight: str):
        self.service, self.fight = service, fight
        service.rulesets = all_rulesets
        self.ann_plays, self.bo_plays = MIDDLE[fight]
        first, *later = said_lines(FOLDER / fight / "fight.jsonl")
        client = create_app(service, long_reads=10**6, request_id=lambda: "r1").test_client()
        operator = Caller(client, service.vault.operator_token())
        opened: Any = operator.post("/v1/combats", {**_opening(first), "seats": self._seats()}).json
        self.combat: str = opened["combat"]
        at = f"/v1/combats/{self.combat}"
        tokens = [seat["token"] for seat in opened["seats"]]
        self.operator = Caller(client, operator.token, at)
        self.ann, self.bo, self.cleo, self.rita = (Caller(client, t, at) for t in tokens)
        self.people = {"p1": self.ann, "p2": self.bo, "p3": self.cleo, "referee": self.rita}
        for said in later:
            body = {k: v for k, v in said.items() if k != "as"}
            answer = self.operator.post("commands", body, If_Match="*")
            assert answer.status_code == 200, answer.text

    def _seats(self) -> list[dict[str, Any]]:
        return [
            {"person": "Ann", "role": "player", "combatants": [self.ann_plays]},
            {"person": "Bo", "role": "player", "combatants": [self.bo_plays]},
            {"person": "Cleo", "role": "player"},
            {"person": "Rita", "role": "referee"},
        ]

    def last_deed(self, who: str) -> int:
        """The last entry in which somebody acts or answers an act."""
        rows = self.rita.read("events?limit=500&after=0")
        items = rows["items"]
        while rows["next"]:
            rows = self.rita.read(f"events?limit=500&after={rows['next']}")
            items += rows["items"]
        deeds = ("combat.acted/1", "combat.reacted/1", "combat.declared/1")
        found = [x for x in items if x["type"] in deeds and x["event"].get("who") == who]
        return int(found[-1]["number"])

    def contests(self, caller: Caller, entry: int, **more: Any) -> int:
        """Somebody contests an entry; the number of the dispute."""
        said = caller.says("contest", entry=entry, note="That is not what the rule says.", **more)
        return int(said["entries"][0]["number"])

    def case(self, number: int, caller: Caller | None = None) -> Any:
        """A dispute, as the docket has it."""
        items = (caller or self.cleo).read("disputes")["items"]
        return next(case for case in items if case["number"] == str(number))


def said_lines(file: Path) -> list[dict[str, Any]]:
    """The lines of a sample up to where somebody leaves or it ends; what the operator says."""
    said = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    end = next((n for n, each in enumerate(said) if each["type"] in ENDS), len(said))
    return [each for each in said[:end] if not each["type"].startswith(("seat", "note"))]


def _opening(said: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in said.items() if k != "type"}
