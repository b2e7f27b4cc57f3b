"""Samples in worlds that differ in hidden things alone: played, read as players, and compared."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest
from jinja2.bccache import Bucket, BytecodeCache

from api.server.app import create_app
from api.service.service import OPERATOR, Request, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.transfer.samples import name_of
from api.vault.key_files import Vault
from api.web.schemas.request_bodies import NewCombat
from domain import commands as c
from domain.rulesets import all_rulesets
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Caller
from tests.support.clients.stream_listener import Listening
from tests.support.hidden_worlds.all_addresses import asked
from tests.support.hidden_worlds.fixed_clock import Tape
from tests.support.hidden_worlds.received import Received

BUNDLES = ("evidence as application/zip", "/combats/<combat>/bundle.zip")
"""What tells how much is hidden, by design: of a sample always, of others when they have ended."""

BOUND = re.compile(rb"[0-9a-f]{40,}")
"""What binds in an archive: a commitment, or what opens an anchor and begins it."""

APART = 3
"""Between so many lines something hidden happens in the busier worlds."""

FAR = 12
"""So many lines before the referee goes back nothing is hidden: he would go back over it."""

ALWAYS = ("events as application/x-ndjson", "timeline?full=1", "state", "export", "frames")
"""What has every entry in it, and is looked at four times as often."""


class Compiled(BytecodeCache):
    """Compiled templates, which all worlds share."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Answer(NamedTuple):
    """What came for a path: its status, headers and bytes."""

    path: str
    status: int
    headers: tuple[tuple[str, str], ...]
    data: bytes


class Told:
    """A sample with a player and a spectator at the table, and maybe secrets of the referee.

    `face` is what hidden dice show, 0 where nothing is hidden. The fight is called like the sample,
    whose dice it has, so anybody may have its archive at any time.
    """

    def __init__(self, fight: Path, service: Service, face: int):
        self.lines = [json.loads(line) for line in fight.read_bytes().splitlines() if line.strip()]
        self.service, self.face, self.hidden = service, face, 0
        self.own = next(line["subject"] for line in self.lines if line["type"] == "join")
        said = NewCombat.model_validate(self.lines[0])
        seats = (
            *said.openings,
            c.SeatOpen(person="Pat", role="player", combatants=(self.own,)),
            c.SeatOpen(person="Sue", role="spectator"),
        )
        opened = service.open(said.opening({}), seats, name=name_of(fight), key="k")
        self.combat = opened.combat.name
        self.app = create_app(service, long_reads=10**6, request_id=lambda: "r1")
        self.app.jinja_env.bytecode_cache = COMPILED
        at, client = f"/v1/combats/{self.combat}", self.app.test_client()
        self.pat, self.sue = (Caller(client, t, at) for t in list(opened.tokens.values())[-2:])
        self.received, self.commitments, self.dispute = list[Answer](), Received(), 0

    def play(self, lines: list[dict[str, Any]]) -> None:
        """Play some lines, with secrets in between; Pat sends those of Pat's own fighter."""
        for number, line in enumerate(lines):
            soon = {each["type"] for each in lines[number : number + FAR]}
            if self.face and number % APART == 0 and "rewind" not in soon:
                self.hide()
            if line.get("who") == self.own:
                answer = self.pat.post("commands", line)
                assert answer.status_code == 200, answer.text
                self.keep("POST commands", answer)
            else:
                self.say(line)

    def say(self, said: dict[str, Any]) -> None:
        """Say something as the referee."""
        command = c.COMMAND.validate_python(said)
        self.service.say(self.combat, Request(command, OPERATOR))

    def hide(self) -> None:
        """Roll in secret, or bring somebody in who hides and is under something."""
        self.hidden += 1
        if self.hidden % 20 != 1:
            purpose = f"ambush {self.hidden}"
            roll = {"type": "roll", "who": "referee", "sides": 20, "purpose": purpose}
            self.say({**roll, "faces": {purpose: [self.face]}, "hidden": True})
            return
        lurker = {"subject": f"lurker{self.hidden}", "traits": {"might": self.face}}
        self.say({"type": "join", "kind": "thing", "hidden": True, **lurker})
        for kind in self.service.combat(self.combat).rules.conditions[:1]:
            change = {"what": "condition", "subject": lurker["subject"], "name": kind.name}
            self.say({"type": "adjust", "change": change, "note": "It waits."})

    def contest(self, chance: Random) -> None:
        """Pat contests an entry; the dispute stays open."""
        last = int(self.pat.read("")["last"].partition(".")[0])
        for entry in chance.sample(range(1, last), 20):
            said = {"type": "contest", "entry": entry, "note": "So it was not."}
            answer = self.pat.post("commands", said)
            self.keep("POST commands", answer)
            if answer.status_code == 200:
                self.dispute = self.pat.read("disputes")["items"][0]["number"]
                return
        raise AssertionError("nothing can be contested")

    def look(self, share: float, chance: Random) -> None:
        """Read a share of everything there is to read, as everybody who is no referee."""
        for viewer in (self.pat, self.sue):
            last = viewer.read("")["last"]
            for path in asked(self.own, int(last.partition(".")[0]), self.dispute, chance):
                if chance.random() < share * (4 if path in ALWAYS else 1):
                    self.look_at(viewer, path)
            token = viewer.token or ""
            self.listen(Listening(self.app, f"{viewer.at}/events", token).until(last))
            page = f"/combats/{self.combat}/stream"
            self.listen(Listening(self.app, page, None, cookie=token).until(last))

    def listen(self, stream: Listening) -> None:
        """Keep what came over a stream, in the pieces in which it came."""
        self.received += [Answer("stream", 200, (), chunk) for chunk in stream.chunks]

    def look_at(self, viewer: Caller, path: str) -> None:
        """Read a path, or send what a path says after POST."""
        if path.startswith("/"):
            page = path.replace("<combat>", self.combat)
            answer = Reader(self.app, viewer.token or "").get(page)
        else:
            answer = viewer.asks(path)
        self.keep(path, answer)

    def keep(self, path: str, answer: Any) -> None:
        """Keep an answer."""
        headers = tuple(sorted(answer.headers.items()))
        self.received.append(Answer(path, answer.status_code, headers, answer.data))

    @property
    def open_answers(self) -> list[Answer]:
        """Everything received but archives that were given."""
        return [x for x in self.received if x.path not in BUNDLES or x.status != 200]

    def bundles(self) -> list[tuple[str, bytes]]:
        """The files in the archives of those who are no referee, once the fight has ended."""
        found = []
        for viewer in (self.pat, self.sue):
            answer = viewer.get("evidence as application/zip")
            assert answer.status_code == 200, answer.text
            with ZipFile(io.BytesIO(answer.data)) as files:
                found += [(name, files.read(name)) for name in files.namelist()]
        return found


Begin = Callable[[Path, int], Told]


@contextmanager
def beginning(folder: Path) -> Iterator[Begin]:
    """Begins samples in services with the same keys, clock and chance."""
    services, keys = list[Service](), folder / "keys"
    Vault(keys).operator_token()
    with pytest.MonkeyPatch.context() as patch:
        # Chance alone is in the key of a form, and nothing of a fight.
        patch.setattr("api.pages.layout.render.new_key", lambda: 32 * "0")
        patch.setattr("api.web.live.sse.clock", lambda: 0.0)
        # A sample goes on as its referee plays it, whoever has looked at it meanwhile.
        patch.setattr("api.combats.viewers.presence.AWAY", 0)

        def begin(fight: Path, face: int) -> Told:
            tape, own = Tape(), folder / f"world{len(services)}"
            patch.setattr("api.vault.text_sealing.secrets", tape)
            patch.setattr("api.vault.key_files.secrets", tape)
            settings = Settings(f"sqlite:///{own}/combats.db")
            shutil.copytree(keys, own / "keys")
            migrate(settings)
            vault = Vault(own / "keys")
            services.append(Service(open_log(settings), vault, all_rulesets, tape.now, tape.new_id))
            return Told(fight, services[-1], face)

        yield begin
        for service in services:
            service.close()


def difference(here: bytes, there: bytes) -> tuple[bytes, bytes] | None:
    """Where two answers begin to differ, with what stands before."""
    if here == there:
        return None
    places = range(min(len(here), len(there)))
    at = next((n for n in places if here[n] != there[n]), len(places))
    return here[max(0, at - 150) : at + 50], there[max(0, at - 150) : at + 50]


def compare(one: Told, other: Told) -> None:
    """Fail where an answer of two worlds differs, commitments told apart by their order alone."""
    assert len(one.open_answers) == len(other.open_answers)
    for here, there in zip(one.open_answers, other.open_answers, strict=True):
        assert here[:3] == there[:3]
        mine = one.commitments.each_commitment(here.data)
        theirs = other.commitments.each_commitment(there.data)
        assert not difference(mine, theirs), here.path


def two_worlds(begin: Begin, fight: Path, *shares: float) -> int:
    """Play a sample with and without secrets; return how many answers were compared.

    Shares of everything there is are read in the middle, before the end, and after it.
    """
    worlds = []
    for face in (0, 3):
        world, chance = begin(fight, face), Random(fight.parent.name)
        lines = world.lines[1:]
        middle = chance.randint(len(lines) // 4, 3 * len(lines) // 4)
        world.play(lines[:middle])
        world.look(shares[0], chance)
        world.play(lines[middle:-1])
        world.contest(chance)
        world.look(shares[1], chance)
        world.play(lines[-1:])
        world.look(shares[2], chance)
        worlds.append(world)
    compare(*worlds)
    assert worlds[1].hidden > 10
    return len(worlds[0].open_answers)


def two_bundles(begin: Begin, fight: Path) -> int:
    """Play a sample with other secrets, as many; compare archives, return how many files."""
    found = []
    for face in (3, 17):
        (world := begin(fight, face)).play(world.lines[1:])
        kept = Received(BOUND)
        found.append([(name, kept.each_commitment(data)) for name, data in world.bundles()])
    assert [name for name, _ in found[0]] == [name for name, _ in found[1]]
    for (name, here), (_, there) in zip(*found, strict=True):
        assert not difference(here, there), name
    return len(found[0])
