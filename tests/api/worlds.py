"""Worlds: fights with one public script that differ in hidden things; every answer is kept."""

from __future__ import annotations

import hashlib
import itertools
import re
import shutil
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from api.service import Service
from api.store import Settings, migrate, open_log
from api.vault import Vault
from tests.api.listening import Listening
from tests.api.looked_at import ASKED, IN_A_FORK, PAGES_ASKED, PAGES_TO_LOOK_AT, READS
from tests.api.paper import Reader
from tests.api.table import Caller, Table, json_of, rules

HASH, ALOUD = re.compile(rb"[0-9a-f]{64,}"), re.compile(rb"(?:[0-9a-f]{4} ){3}[0-9a-f]{4}")
"""A commitment, and the beginning of one as it is read aloud."""

AT_MOMENTS = (
    "state?at=8",
    "timeline?full=1",
    "timeline?at=9",
    "events?after=7&limit=3",
    "state?at=999",
    "state?at=8.1",
    "preview?how=redo",
    "preview?span=turn",
    "preview?how=jump&to=8",
    "frames?by=turn&through=1",
    "/v1/combats",
    "/v1/combats?q=lurker",
    "/v1/combats?limit=1",
)


class Secrets(NamedTuple):
    """What is hidden in a world: how many rolls and lurkers, and what they show."""

    rolls: int = 1
    face: int = 1
    lurkers: int = 1


class Tape:
    """A clock that the test sets, and chance that is the same in every world."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000
        self.ids, self.chances = itertools.count(1), itertools.count(1)

    def now(self) -> int:
        return self.time

    def new_id(self) -> str:
        return hashlib.sha256(f"id {next(self.ids)}".encode()).hexdigest()

    def token_bytes(self, size: int) -> bytes:
        return hashlib.sha256(f"bytes {next(self.chances)}".encode()).digest()[:size]

    def token_urlsafe(self, size: int) -> str:
        return urlsafe_b64encode(self.token_bytes(size)).decode()


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., World]]:
    """Makes worlds in a folder of their own."""
    with worlds_in(tmp_path_factory.mktemp("worlds")) as make:
        yield make


@contextmanager
def worlds_in(folder: Path) -> Iterator[Callable[..., World]]:
    """Makes worlds with the same keys, clock and chance; one that was made is given again."""
    Vault(folder / "keys").operator_token()
    made: dict[tuple[Secrets, type[World]], World] = {}
    with pytest.MonkeyPatch.context() as patch:
        # Beats come by the clock, which stands still here: how fast one is played is no secret.
        patch.setattr("api.live.streams.clock", lambda: 0.0)

        def make(secrets: Secrets, kind: type[World] = World) -> World:
            if (secrets, kind) not in made:
                tape = Tape()
                patch.setattr("api.texts.secrets", tape)
                patch.setattr("api.vault.secrets", tape)
                made[secrets, kind] = kind(_begun(folder, len(made), kind, tape), tape, secrets)
            return made[secrets, kind]

        yield make
        # While the clock still stands: what listens ends here, and asks nothing more of the log.
        for world in made.values():
            world.table.app.extensions["live"].hang_up()
            for stream in world.listening:
                stream.until_ended()
            world.table.service.close()


def _begun(folder: Path, number: int, kind: type[World], tape: Tape) -> Service:
    """A service of its own for a world, with the keys that all have."""
    own = folder / f"world{number}"
    shutil.copytree(folder / "keys", own / "keys")
    settings = Settings(f"sqlite:///{own}/combats.db")
    migrate(settings)
    return Service(open_log(settings), Vault(own / "keys"), kind.rules, tape.now, tape.new_id)


class Received:
    """Everything that was received, commitments told apart by their order alone."""

    def __init__(self, commitment: re.Pattern[bytes] = HASH) -> None:
        self.answers = list[Any]()
        self._commitment = commitment
        self._hashes: dict[bytes, int] = {}

    def keep(self, answer: Any) -> None:
        """Keep an answer: its status, headers and bytes.

        Of a bundle only that it was given: it tells how much is hidden, by design.
        """
        data = answer.data
        if data.startswith(b"PK"):
            self.answers.append((answer.status_code, [], b"a bundle"))
            return
        if b"public_root" in data:
            data = self.each_commitment(data)
        self.answers.append((answer.status_code, sorted(answer.headers.items()), data))

    def told(self, chunks: list[bytes]) -> None:
        """Keep what came over a stream, in the pieces in which it came."""
        self.answers += [(200, [], chunk) for chunk in chunks]

    def each_commitment(self, data: bytes) -> bytes:
        """What was received, with commitments told apart by their order alone."""
        return self._commitment.sub(self._ordinal, ALOUD.sub(self._ordinal, data))

    def _ordinal(self, found: re.Match[bytes]) -> bytes:
        """In place of a commitment, which of those that were received it is."""
        return b"hash %d" % self._hashes.setdefault(found[0], len(self._hashes))


class World:
    """A fight with the same public script as any other; every answer to the players is kept."""

    opening: Mapping[str, Any] = {"policy": "free"}
    rules = staticmethod(rules)
    kept_from: tuple[str, ...] = ("ana", "bert", "sue")
    """Who must not see a difference, beside those who have no seat."""
    share = 0.25
    """How much of what there is to read is drawn at each look but the last; the soak reads all."""

    def __init__(self, service: Service, tape: Tape, secrets: Secrets):
        self.tape, self.secrets, self.kept, self.dice = tape, secrets, Received(), Random(1)
        self.table = Table.opened(service, **self.opening)
        self.table.at = f"/v1/combats/{self.table.combat}"
        self.viewers: list[Caller] = [getattr(self.table, name) for name in self.kept_from]
        self.listening = list[Listening]()
        self.heard = [self.listen(caller) for caller in self.viewers]
        self.heard.append(self.listen_on_the_page(self.table.bert))
        self.play()
        self.share = 1.0
        self.look()
        for stream in self.heard:
            self.kept.told(stream.chunks)

    def listen(self, caller: Caller, last: str = "") -> Listening:
        """Everything that comes over a stream, in the pieces in which it comes."""
        stream = Listening(self.table.app, f"{self.table.at}/stream", caller.token, last)
        return self.hears(stream)

    def listen_on_the_page(self, caller: Caller) -> Listening:
        """The same over the stream of the page, which knows its viewer by the cookie."""
        path = f"/combats/{self.table.combat}/stream"
        return self.hears(Listening(self.table.app, path, None, cookie=caller.token or ""))

    def hears(self, stream: Listening) -> Listening:
        """Wait until a stream has told everything; what comes later comes in a piece of its own."""
        self.listening += [] if stream in self.listening else [stream]
        return stream.until(str(self.table.sue.read("")["last"]))

    def play(self) -> None:
        table = self.table
        self.hide()
        for subject, side in (("ana", "a"), ("bert", "b"), ("cleo", "b")):
            self.says(table.operator, type="join", subject=subject, side=side)
        self.says(table.operator, type="answer", who="referee", about="round", choice="begin")
        self.look()
        self.says(table.ana, type="act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
        self.hide()
        self.look()
        self.says(table.operator, type="pass-all")
        self.says(table.ana, type="act", who="ana", manoeuvre="fly")
        self.says(table.ana, type="act", who="ana", manoeuvre="strike", targets=["bert"])
        self.hide()
        self.says(table.bert, type="declare", who="bert", manoeuvre="parry")
        self.says(table.bert, type="note", note="Well.", about=20)
        self.hide()
        self.says(table.ana, type="roll", who="ana", sides=20)
        for how in ("undo", "redo", "redo", "undo", "undo"):
            self.hide()
            self.moves(table.ana, how)
        self.moves(table.ana, "jump", to=8)
        self.hide()
        self.moves(table.ana, "jump", to=8)
        self.moves(table.ana, "undo", span="round")
        self.look()
        self.contest()
        self.ask()
        for shared in (False, True):
            self.fork(shared)

    def fork(self, shared: bool) -> None:
        """Ana tries something out over hidden things, and has it promoted."""
        self.tape.time += 1000
        key, head = str(self.tape.time), str(self.table.ana.read("state")["number"])
        made = self.table.ana.post("forks", {"shared": shared, "at": head}, Idempotency_Key=key)
        self.keep(made)
        name = json_of(made)["fork"]
        there = Caller(self.table.client, self.table.ana.token, f"/v1/combats/{name}")
        self.hide()
        for sides in (20, 6):
            self.says(there, type="roll", who="bert", sides=sides)
        self.hide()
        for caller in (self.table.ana, self.table.bert, self.table.sue):
            for path in ("forks", f"forks/{name}", f"compare?with={name}"):
                self.keep(caller.get(path))
            page = f"/combats/{self.table.combat}/what-if/{name}"
            self.keep(Reader(self.table.app, caller.token or "").get(page))
            for path in IN_A_FORK:
                self.keep(caller.get(f"/v1/combats/{name}/{path}".rstrip("/")))
        self.moves(self.table.ana, f"forks/{name}/promote")
        self.look()
        self.says(self.table.bert, type="answer-undo", choice="agree")
        self.hide()
        self.look()

    def contest(self) -> None:
        """Somebody contests an entry amid hidden things; it is ruled, and taken back by a vote."""
        table, gain = self.table, {"what": "pool", "subject": "ana", "pool": "ap", "delta": 1}
        remedy = {"remedy": "compensate", "change": gain}
        self.hide()
        self.says(table.ana, type="contest", entry=17, claim=remedy, note="So it was.", clause="T3")
        [case] = table.sue.read("disputes")["items"]
        number = case["number"]
        self.hide()
        for caller in (table.ana, table.bert, table.sue):
            for path in (
                f"evidence?dispute={number}",
                "precedents?clause=T3",
                "audit/picture?of=luck",
                "audit/picture?of=passed",
            ):
                self.keep(caller.get(path))
            for form in ("text/html", "text/markdown"):
                self.keep(caller.get("audit", Accept=form))
            self.keep(caller.post("remedies/preview", remedy))
            self.keep(caller.post("remedies/preview", {"remedy": "go-back", "to": 9}))
        self.tape.time += 1000
        table.operator.says("rule-dispute", dispute=number, remedy=remedy, note="It was.")
        for stream in self.heard:
            self.hears(stream)
        self.hide()
        answer = {"type": "answer-dispute", "dispute": number}
        self.moves(table.ana, "commands", **answer, choice="appeal", note="It was not.")
        self.hide()
        self.moves(table.bert, "commands", **answer, choice="uphold")
        [case] = table.sue.read("disputes")["items"]
        assert (case["appeal"], case["stage"], len(case["rulings"])) == ("p1", "settled", 2)
        self.look()

    def ask(self) -> None:
        """Somebody asks to go back over hidden things: refused, run out, and at last agreed to."""
        table, request = self.table, {"type": "ask-undo"}
        self.says(table.operator, type="undo-policy", policy="consent")
        for answer in ("refuse", "", "agree"):
            self.tape.time += 200_000
            self.hide()
            self.says(table.ana, type="roll", who="ana", sides=20)
            self.hide()
            self.look()
            self.moves(table.ana, "commands", **request)
            self.look()
            for caller in (table.bert, table.operator) if answer else ():
                self.says(caller, type="answer-undo", choice=answer)
        self.hide()
        self.look()
        ends = [
            x["event"]["how"]
            for x in table.sue.read("events?limit=500")["items"]
            if x["type"] == "combat.closed/1" and x["parent"] is None
        ]
        assert ends == ["refused", "expired", "agreed"]

    def says(self, caller: Caller, **command: Any) -> None:
        """Something public, a second later."""
        self.tape.time += 1000
        answer = caller.post("commands", command, Idempotency_Key=str(self.tape.time))
        for stream in self.heard:
            self.hears(stream)
        if caller in self.viewers:
            self.keep(answer)

    def moves(self, caller: Caller, how: str, **where: Any) -> None:
        """A move of the head, a second later."""
        self.tape.time += 1000
        self.keep(caller.post(how, where, If_Match=f'"{caller.head()}"'))
        for stream in self.heard:
            self.hears(stream)

    def hide(self) -> None:
        """Something that only the referee sees."""
        referee, face = self.table.operator, self.secrets.face
        for nth in range(self.secrets.rolls):
            roll = {"who": "referee", "sides": 20, "faces": [face], "purpose": f"ambush {nth}"}
            referee.says("roll", hidden=True, **roll)
        for _ in range(self.secrets.lurkers):
            subject, traits = f"lurker{next(self.tape.ids)}", {"might": face}
            referee.says("join", subject=subject, hidden=True, traits=traits)

    def look(self) -> None:
        """Everybody but the referee reads some of what there is to read, the same in each world."""
        for caller in (*self.viewers, self.table.nobody):
            for path in self.drawn(READS):
                self.keep(caller.get(path))
            for path in self.drawn((*AT_MOMENTS, *ASKED)):
                self.keep(caller.get(path))
            self.look_at_pages(caller)
        for caller in self.viewers:
            again = self.listen(caller, last="3")
            self.received.append((200, sorted(again.answer.headers.items()), again.events))
        self.keep(self.table.nobody.get("stream"))

    def drawn(self, paths: Iterable[str]) -> list[str]:
        """Those of the paths that are read this time."""
        return [path for path in paths if self.dice.random() < self.share]

    def look_at_pages(self, caller: Caller) -> None:
        """The same in a browser."""
        reader, at = Reader(self.table.app, caller.token or ""), f"/combats/{self.table.combat}"
        for page in self.drawn(PAGES_TO_LOOK_AT):
            self.keep(reader.get(page.replace("<combat>", self.table.combat)))
        for path in self.drawn(
            (
                "/?q=lurker",
                f"{at}?all=1",
                f"{at}?at=8",
                f"{at}?at=8.1",
                f"{at}/board?all=1",
                f"{at}/move?how=redo",
                *(f"{at}/{asked}" for asked in PAGES_ASKED),
            )
        ):
            self.keep(reader.get(path))

    def keep(self, answer: Any) -> None:
        self.kept.keep(answer)

    @property
    def received(self) -> list[Any]:
        """Every answer, in order."""
        return self.kept.answers

    @property
    def everything(self) -> bytes:
        """Every byte that was received, what came twice only once."""
        parts = {
            data if isinstance(data, bytes) else repr(data).encode() for _, _, data in self.received
        }
        parts |= {repr(headers).encode() for _, headers, _ in self.received}
        return b"\n".join(sorted(parts))
