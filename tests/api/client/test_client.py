"""A program plays over HTTP and on files, by the same calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from threading import Thread

import pytest

from api.client import Client, Combat, Failed, Stale, command, connect, fill
from api.client.answers import Entry, Offers
from api.client.client import Command
from api.client.errors import no_answer
from api.client.http import HttpTransport
from api.client.transport import Reply
from tests.support.clients.real_server import Served

SEATS = [{"person": "Ann", "role": "player", "combatants": ["ann"]}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("client"))
    yield served
    served.close()


@pytest.fixture(params=["over HTTP", "on files"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Client]:
    if request.param == "on files":
        with connect(data=tmp_path, create=True) as client:
            yield client
        return
    served: Served = request.getfixturevalue("server")
    with connect(f"http://127.0.0.1:{served.port}", str(served.operator.token)) as client:
        yield client


def fight_of(table: Client) -> Combat:
    fight = table.open_combat("open", title="The bridge", settings={"order": "as added"})
    for who in ("ann", "troll"):
        fight.say("join", subject=who, name=who.title())
    fight.say("answer", who="referee", about="round", choice="begin")
    return fight


def test_a_fight_is_opened_played_and_read(table: Client):
    opened = table.opened(ruleset="open", title="The bridge", seats=SEATS)
    fight = table.combat(opened["combat"])
    said = fight.say("join", subject="ann", name="Ann", note="")
    assert said["entries"][0]["type"] == "combat.joined/1"
    assert [each["number"] for each in fight.events()][-1] == said["entries"][-1]["number"]
    assert "Ann comes in" in fight.story()
    assert table.combat("last").id == fight.id
    [seat] = opened["seats"]
    with pytest.raises(Failed) as found:
        fight.seated(seat["token"]).say("seat-renew", seat="s1")
    assert found.value.slug == "forbidden"


def test_every_entry_is_read_page_by_page_and_followed(table: Client):
    fight = fight_of(table)
    entries = [entry["number"] for entry in fight.events(page=2)]
    assert len(entries) > 5 and entries == sorted(set(entries), key=int)
    assert next(fight.events(after=entries[-3]))["number"] == entries[-2]
    found: list[str] = []
    following = Thread(target=lambda: found.extend(follow(fight, entries[-3], 4)))
    following.start()
    fight.say("roll", who="ann", purpose="luck", sides=6)
    fight.say("roll", who="ann", purpose="luck", sides=6)
    following.join(20)
    assert found == [entry["number"] for entry in fight.events(after=entries[-3])]


def follow(fight: Combat, after: str, count: int) -> Iterator[str]:
    return (entry["number"] for entry in islice(fight.events(after, follow=True), count))


def test_an_outdated_command_gets_what_was_missed_and_is_decided_again(table: Client):
    fight = fight_of(table)
    head = fight.options()["head"]
    fight.say("roll", who="troll", purpose="rage", sides=6, faces={"rage": [6]})
    roll = {"type": "roll", "who": "ann", "purpose": "fear", "sides": 6, "faces": {"fear": [1]}}
    with pytest.raises(Stale) as stale:
        fight.send(roll, head=head)
    assert [entry["event"]["purpose"] for entry in stale.value.missed] == ["rage"]
    assert fight.send(roll, head=stale.value.head)["entries"]

    seen: list[list[Entry]] = []

    def choose(options: Offers, missed: list[Entry]) -> Command:
        seen.append(missed)
        if len(seen) < 3:
            fight.say("roll", who="troll", purpose="rage", sides=6)
        purpose = f"try {len(seen)}"
        return {**roll, "purpose": purpose, "faces": {purpose: [1]}}

    said = fight.decide(choose)
    assert said is not None and [len(missed) for missed in seen] == [0, 1, 1]
    assert said["entries"][0]["event"]["purpose"] == "try 3"
    assert fight.decide(lambda options, missed: None) is None


def test_a_dry_run_says_what_would_change_and_from_where(table: Client):
    fight = fight_of(table)
    undo = command("rewind", how="undo")
    found, head = fight.dry_run(undo)
    assert found["steps"] and head == fight.options()["head"]
    assert fight.send(undo, head=head)["entries"][0]["type"] == "combat.rewound/1"
    with pytest.raises(Stale):
        fight.send(undo, head=head)


def test_many_commands_are_sent_under_one_key(table: Client):
    fight = fight_of(table)
    rolls = [command("roll", who="ann", sides=6, faces=[n]) for n in (1, 2)]
    assert fight.try_batch(rolls)["done"] == 2
    done = fight.batch(rolls, key="rolls")
    assert (done["done"], done["replayed"], done["stopped"]) == (2, False, None)
    assert fight.batch(rolls, key="rolls")["replayed"]
    with pytest.raises(Failed) as found:
        fight.batch([*rolls, command("roll", who="nobody", sides=6)])
    assert found.value.problem["line"] == 3
    with pytest.raises(Stale):
        fight.batch(rolls, head="1-0000000000000000")


def test_an_option_is_filled_by_pointers(table: Client):
    fight = fight_of(table)
    deed = next(
        each for each in fight.options()["options"] if each["command"]["manoeuvre"] == "deed"
    )
    filled = fill(deed, {"/targets": ["troll"], "/params/what": "waves", "/params/a~1b~0c": 1})
    assert filled["targets"] == ["troll"] and filled["params"] == {"what": "waves", "a/b~c": 1}
    assert "params" not in deed["command"]


def test_what_never_settles_is_given_up(table: Client):
    fight = fight_of(table)

    def choose(options: Offers, missed: list[Entry]) -> Command:
        fight.say("roll", who="troll", purpose="rage", sides=6)
        return {"type": "roll", "who": "ann", "sides": 6}

    with pytest.raises(Stale):
        fight.decide(choose, tries=2)


class Forgetful(HttpTransport):
    """A connection that loses the answers to commands: the first of each key."""

    def __init__(self, url: str):
        super().__init__(url)
        self.known: set[str] = set()

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Send a request, and lose its answer where its key is new."""
        reply = super().send(method, path, headers, body)
        key = headers.get("Idempotency-Key", "")
        if key and key not in self.known:
            self.known.add(key)
            raise no_answer("The answer was lost.")
        return reply


def test_a_command_whose_answer_was_lost_is_carried_out_once(server: Served):
    transport = Forgetful(f"http://127.0.0.1:{server.port}")
    table = Client(transport, str(server.operator.token))
    table.get("/v1/rulesets")
    fight = fight_of(table)
    said = fight.say("roll", who="ann", purpose="luck", sides=6)
    assert said["replayed"] and len(transport.known) == 5
    types = [entry["type"] for entry in fight.events()]
    assert types.count("combat.joined/1") == 2 and types.count("combat.dice-rolled/1") == 1


def test_no_token_goes_to_a_server_of_another_address(server: Served, tmp_path: Path):
    with connect(f"http://127.0.0.1:{server.port}", data=tmp_path) as table:
        assert table.token == ""
        with pytest.raises(Failed, match="needs a token"):
            table.open_combat("open")


def test_a_folder_without_combats_is_not_made_unless_asked(tmp_path: Path):
    with pytest.raises(Failed, match="no combats"):
        connect(data=tmp_path / "none")
    assert not (tmp_path / "none").exists()
