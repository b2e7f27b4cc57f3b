"""Evenings of a campaign over HTTP, and what is read of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from api.server.app import create_app
from api.service.service import Service
from domain.log.codec import Entry
from domain.ruleset.ruleset import Ruleset
from domain.state.viewer import PUBLIC, REFEREE
from projections.campaigns.fight_record import FightRecord, fight_record
from projections.campaigns.outlasting import outlasting
from projections.visibility.snapshot import START, advance, line_of_play
from tests.support.clients.http_client import Caller, Json
from tests.support.logs.whole_logs import seen_entries

CROWN = "The Iron Crown"
SEATS = [
    {"person": "Anna Berg", "role": "player", "combatants": ["ann"]},
    {"person": "Bert Cole", "role": "player", "combatants": ["bo"]},
    {"person": "Rita Eck", "role": "referee"},
]
POOLS = {"ann": {"health": 12, "slots": 3}, "bo": {"health": 9}}


class Evening:
    """A fight of a campaign, and everybody who may have something to do with it."""

    def __init__(self, service: Service, opened: Json) -> None:
        self.service, self.opened, self.combat = service, opened, str(opened["combat"])
        self.app = create_app(service, long_reads=10**6)
        client, at = self.app.test_client(), self.combat
        tokens = [seat["token"] for seat in opened["seats"]]
        callers = (Caller(client, token, f"/v1/combats/{at}") for token in tokens)
        self.anna, self.bert, self.rita = [*callers, *[Caller(client, None)] * 3][:3]
        self.operator = Caller(client, service.vault.operator_token(), f"/v1/combats/{at}")
        self.nobody = Caller(client, None)

    @classmethod
    def tries(cls, service: Service, key: str = "", **said: Any) -> Any:
        """Try to open the next fight of the campaign."""
        body = {"ruleset": "open", "settings": {"order": "as added"}, "seats": SEATS}
        operator = cls.operator_of(service)
        headers = {"Idempotency_Key": key} if key else {}
        return operator.post("/v1/combats", {**body, "campaign": CROWN, **said}, **headers)

    @staticmethod
    def operator_of(service: Service) -> Caller:
        """The operator of an installation."""
        return Caller(create_app(service).test_client(), service.vault.operator_token())

    def says(self, type: str, by: Caller | None = None, **command: Any) -> Json:
        """Send a command, as the operator unless somebody else says it."""
        return (by or self.operator).says(type, **command)

    def moves(self, type: str, **command: Any) -> Json:
        """Send a command that moves the head, from wherever that is."""
        answer = self.operator.post("commands", {"type": type, **command}, If_Match="*")
        assert answer.status_code == 200, answer.text
        return dict(answer.json or {})

    def joins(self, *names: str) -> None:
        """Bring fighters in."""
        for name in names:
            traits = {"pools": POOLS.get(name, {"health": 20})}
            self.says("join", subject=name, name=name.capitalize(), traits=traits)

    def begins(self) -> None:
        """Begin the first round."""
        self.says("answer", who=REFEREE, about="round", choice="begin")

    def hit(self, who: str, whom: str, by: int) -> Json:
        """A blow as a command."""
        params = {"their health": by}
        return {"type": "act", "who": who, "manoeuvre": "hit", "targets": [whom], "params": params}

    def hits(self, who: str, whom: str, by: int) -> int:
        """Strike a blow; return its step."""
        return int(self.says(**self.hit(who, whom, by))["step"])

    def suffers(self, who: str, name: str) -> None:
        """Put somebody into a condition."""
        change = {"what": "condition", "subject": who, "name": name}
        self.says("adjust", change=change, note="so it is")

    def members(self) -> list[Json]:
        """Who is here."""
        return list(self.operator.part("members"))

    def pools(self, who: str) -> dict[str, str]:
        """What somebody has left."""
        rows = self.operator.part("pools")
        return {row["pool"]: row["amount"] for row in rows if row["who"] == who}

    def conditions(self, who: str) -> list[str]:
        """What somebody is under."""
        rows = self.operator.part("conditions")
        return [one["says"] for row in rows if row["who"] == who for one in row["conditions"]]

    def last(self) -> str:
        """The number of the last entry."""
        return str(self.operator.read("")["last"])


def evening(service: Service, title: str, **said: Any) -> Evening:
    """The next fight of the campaign; without `carry`, two characters and a troll have begun."""
    answer = Evening.tries(service, title=title, **said)
    assert answer.status_code == 201, answer.text
    found = Evening(service, dict(answer.json or {}))
    if "carry" not in said:
        found.joins("ann", "bo", "troll")
        found.begins()
    return found


def campaign_of(service: Service, name: str = CROWN) -> Json:
    """What a campaign comes to, as the operator reads it."""
    app = create_app(service)
    assert app.extensions["campaigns"].wait(60)
    operator = Caller(app.test_client(), service.vault.operator_token())
    found: Json = operator.read(f"/v1/combats?campaign={name}")["campaign"]
    return found


def fighter(found: Json, name: str) -> Json:
    """One fighter of a campaign."""
    return next(one for one in found["totals"]["fighters"] if one["name"] == name)


def person(found: Json, name: str) -> Json:
    """One person of a campaign."""
    return next(one for one in found["totals"]["people"] if one["name"] == name)


def record(log: Sequence[Entry], rules: Ruleset) -> FightRecord:
    """What a fight adds to a campaign, of a story that was recorded."""
    return fight_record(seen_entries(log, PUBLIC), rules)


def carried(log: Sequence[Entry], rules: Ruleset, who: str) -> dict[str, str]:
    """The pools that somebody takes along from a story that was recorded."""
    entries = seen_entries(log, PUBLIC)
    played = [entries[seq - 1] for seq in line_of_play(entries)]
    found = outlasting(reduce(advance, played, START), played, rules, who).changes
    return {each["pool"]: str(each["to"]) for each in found if each["what"] == "pool"}
