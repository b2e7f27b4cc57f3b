"""What must not be known is not in any answer: two worlds that differ in hidden things alone."""

from __future__ import annotations

import hashlib
import itertools
import logging
import re
import shutil
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from api.app import create_app
from api.logging_setup import JsonLines
from api.pages.site import PAGES
from api.routes import all_routes
from api.service import Service
from api.store import Settings, migrate, open_log
from api.vault import Vault
from domain.wire import parse_body
from tests.api.listening import Listening
from tests.api.paper import Reader
from tests.api.table import OPENING, Caller, Table, json_of, rules
from tests.rulesets.kaiser import RULES, XAN, YRSA

READS = ("state", "turn-order", "action-points", "mana-pools", "conditions", "options", "events",
         "events.ndjson", "dice", "timeline", "timeline.txt", "recap", "preview", "undo", "seats",
         "export", "bundle", "feed", "forgotten", "forks", "compare", "frames", "marks", "explain",
         "why-not", "rejudged",
         "disputes", "evidence", "precedents", "audit", "audit/picture", "postings.csv",
         "ledger", "ledger.csv", "ask", "ask.csv", "")  # fmt: skip
ASKED = ("explain?what=ap of ana", "explain?what=8", "explain?what=ap of lurker1",
         "why-not?who=ana&what=strike", "ask?sql=SELECT * FROM entries",
         "ask.csv?named=left-at-turn-end")  # fmt: skip
IN_A_FORK = ("state", "events", "timeline", "options", "compare", "preview", "")
STREAMS = ("stream",)
"""What is listened to from the first entry to the last: see `World.listen`."""
PAGES_TO_LOOK_AT = ("/", "/enter", "/join", "/combats/<combat>", "/combats/<combat>/board",
                    "/combats/<combat>/move", "/combats/<combat>/referee",
                    "/combats/<combat>/seats", "/audit",
                    "/combats/<combat>/head", "/combats/<combat>/heads",
                    "/combats/<combat>/docket",
                    "/combats/<combat>/contest", "/combats/<combat>/replay",
                    "/combats/<combat>/replay/frame", "/combats/<combat>/compare",
                    "/combats/<combat>/audit", "/combats/<combat>/postings.csv",
                    "/combats/<combat>/bundle.zip", "/combats/<combat>/why",
                    "/combats/<combat>/why-not", "/combats/<combat>/ask",
                    "/combats/<combat>/ask.csv", "/combats/<combat>/dice",
                    "/combats/<combat>/what-if")  # fmt: skip
PAGES_ASKED = ("why?what=ap of ana", "why?what=8", "contest?entry=8",
               "replay?at=8", "replay/frame?place=5", "compare?at=4&with_at=7", "audit.md",
               "why-not?who=ana&what=strike", "ask?named=left-at-turn-end", "docket/8",
               "ask.csv?named=rolls")  # fmt: skip
NO_TABLE = {"/reference", "/new", "/enter/<token>"}
"""Pages that tell of games or of a token, not of a combat."""
SECRETS = 20
HASH, ALOUD = re.compile(rb"[0-9a-f]{64,}"), re.compile(rb"(?:[0-9a-f]{4} ){3}[0-9a-f]{4}")
"""A commitment, and the beginning of one as it is read aloud."""


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


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., World]]:
    """Makes worlds with the same keys, clock and chance."""
    Vault(tmp_path / "keys").operator_token()
    # Beats come by the clock, which stands still here: how fast a world is played is no secret.
    monkeypatch.setattr("api.live.streams.clock", lambda: 0.0)
    made: list[Service] = []

    def make(secrets: Secrets, kind: type[World] = World) -> World:
        tape, folder = Tape(), tmp_path / f"world{len(made)}"
        monkeypatch.setattr("api.texts.secrets", tape)
        monkeypatch.setattr("api.vault.secrets", tape)
        shutil.copytree(tmp_path / "keys", folder / "keys")
        settings = Settings(f"sqlite:///{folder}/combats.db")
        migrate(settings)
        vault = Vault(folder / "keys")
        made.append(Service(open_log(settings), vault, kind.rules, tape.now, tape.new_id))
        return kind(made[-1], tape, secrets)

    yield make
    for service in made:
        service.close()


class World:
    """A fight with the same public script as any other; every answer to the players is kept."""

    opening: Mapping[str, Any] = {"policy": "free"}
    rules = staticmethod(rules)
    kept_from: tuple[str, ...] = ("ana", "bert", "sue")
    """Who must not see a difference, beside those who have no seat."""

    def __init__(self, service: Service, tape: Tape, secrets: Secrets):
        self.tape, self.secrets, self.received = tape, secrets, list[Any]()
        self.hashes: dict[bytes, int] = {}
        self.table = Table.opened(service, **self.opening)
        self.table.at = f"/v1/combats/{self.table.combat}"
        self.viewers: list[Caller] = [getattr(self.table, name) for name in self.kept_from]
        self.heard = [self.listen(caller) for caller in self.viewers]
        self.heard.append(self.listen_on_the_page(self.table.bert))
        self.play()
        self.received += [(200, [], chunk) for stream in self.heard for chunk in stream.chunks]

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
        """Somebody contests an entry amid hidden things; it is ruled, and settled by a player."""
        table, gain = self.table, {"what": "pool", "subject": "ana", "pool": "ap", "delta": 1}
        remedy = {"remedy": "compensate", "change": gain}
        self.hide()
        self.says(table.ana, type="contest", entry=17, claim=remedy, note="So it was.", clause="T3")
        [case] = table.sue.read("disputes")["items"]
        number = case["number"]
        self.hide()
        for caller in (table.ana, table.bert, table.sue):
            for path in (f"evidence?dispute={number}", "precedents?clause=T3",
                         "audit/picture?of=luck", "audit/picture?of=passed"):  # fmt: skip
                self.keep(caller.get(path))
            for form in ("text/html", "text/markdown"):
                self.keep(caller.get("audit", Accept=form))
            self.keep(caller.post("remedies/preview", remedy))
            self.keep(caller.post("remedies/preview", {"remedy": "go-back", "to": 9}))
        self.says(
            table.operator, type="rule-dispute", dispute=number, remedy=remedy, note="It was."
        )
        self.hide()
        for caller in (table.ana, table.bert):
            self.says(caller, type="answer-dispute", dispute=number, choice="accept")
        self.tape.time += 200_000
        self.moves(table.ana, "commands", type="settle-dispute", dispute=number)
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
        ends = [x["event"]["how"] for x in table.sue.read("events?limit=500")["items"]
                if x["type"] == "combat.closed/1" and x["parent"] is None]  # fmt: skip
        assert ends == ["compensated", "refused", "expired", "agreed"]

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
        """Everybody who is no referee reads everything there is to read."""
        for caller in (*self.viewers, self.table.nobody):
            for path in READS:
                self.keep(caller.get(path))
            for path in ("state?at=8", "timeline?full=1", "timeline?at=9", "events?after=7&limit=3",
                         "state?at=999", "state?at=8.1", "preview?how=redo", "preview?span=turn",
                         "preview?how=jump&to=8", "frames?by=turn&through=1", "/v1/combats",
                         "/v1/combats?q=lurker", "/v1/combats?limit=1", *ASKED):  # fmt: skip
                self.keep(caller.get(path))
            self.look_at_pages(caller)
        for caller in self.viewers:
            again = self.listen(caller, last="3")
            self.received.append((200, sorted(again.answer.headers.items()), again.events))
        self.keep(self.table.nobody.get("stream"))

    def look_at_pages(self, caller: Caller) -> None:
        """The same in a browser."""
        reader, at = Reader(self.table.app, caller.token or ""), f"/combats/{self.table.combat}"
        for page in PAGES_TO_LOOK_AT:
            self.keep(reader.get(page.replace("<combat>", self.table.combat)))
        for path in ("/?q=lurker", f"{at}?all=1", f"{at}?at=8", f"{at}?at=8.1",
                     f"{at}/board?all=1", f"{at}/move?how=redo",
                     *(f"{at}/{asked}" for asked in PAGES_ASKED)):  # fmt: skip
            self.keep(reader.get(path))

    def keep(self, answer: Any) -> None:
        data = answer.data
        if b"public_root" in data:
            data = HASH.sub(self._ordinal, ALOUD.sub(self._ordinal, data))
        self.received.append((answer.status_code, sorted(answer.headers.items()), data))

    def _ordinal(self, found: re.Match[bytes]) -> bytes:
        """In place of a commitment, which of those that were received it is."""
        return b"hash %d" % self.hashes.setdefault(found[0], len(self.hashes))

    @property
    def everything(self) -> bytes:
        """Every byte that was received, what came twice only once."""
        parts = {
            data if isinstance(data, bytes) else repr(data).encode() for _, _, data in self.received
        }
        parts |= {repr(headers).encode() for _, headers, _ in self.received}
        return b"\n".join(sorted(parts))


def test_every_route_to_read_is_looked_at():
    rules_ = {r.rule for r in all_routes() if r.method == "GET" and "<combat>" in r.rule}
    looked = {f"/v1/combats/<combat>/{path}".rstrip("/") for path in (*READS, *STREAMS)}
    assert rules_ == looked | {"/v1/combats/<combat>/forks/<fork>"}


def test_every_page_to_read_is_looked_at():
    pages = {page.rule for page in PAGES if page.method == "GET"}
    listened_to = {f"/combats/<combat>/{path}" for path in STREAMS}
    asked = {"/combats/<combat>/docket/<dispute>", "/combats/<combat>/audit.<form>",
             "/audit.<form>", "/combats/<combat>/what-if/<fork>"}  # fmt: skip
    assert pages == {*PAGES_TO_LOOK_AT, *listened_to, *asked, *NO_TABLE}


@pytest.mark.parametrize(
    "other",
    [Secrets(face=17), Secrets(rolls=3), Secrets(lurkers=3), Secrets(0, 1, 0), Secrets(2, 20, 0)],
)
def test_worlds_that_differ_in_hidden_things_look_the_same(worlds: Any, other: Secrets):
    one, two = worlds(Secrets()), worlds(other)
    assert len(one.received) == len(two.received)
    for here, there in zip(one.received, two.received, strict=True):
        assert here == there


class Sealed(World):
    """A fight in which Anna seals what she intends, and takes it back; the others wait for her."""

    opening: Mapping[str, Any] = {
        "ruleset": "kaiser", "policy": "free",
        "seats": [
            {"person": "Anna Berg", "role": "player", "combatants": ["xan"]},
            {"person": "Bert Cole", "role": "player", "combatants": ["yrsa"]},
            *OPENING["seats"][2:],
        ],
    }  # fmt: skip
    rules = staticmethod(lambda: {"kaiser": RULES})
    kept_from = ("bert", "sue")

    def play(self) -> None:
        operator, bert = self.table.operator, self.table.bert
        for subject, traits in (("xan", XAN), ("yrsa", YRSA)):
            self.says(operator, type="join", subject=subject, side=subject, traits=traits)
        self.says(operator, type="answer", who="referee", about="round", choice="begin")
        for seals in (self.secrets.rolls, self.secrets.lurkers):
            for nth in range(seals):
                if nth:
                    self.table.ana.post("undo", {}, If_Match="*")
                self.intends()
            self.look()
            self.says(bert, type="note", note="Well?")
        self.says(bert, type="declare", who="yrsa", manoeuvre="attack intention", using="dagger")
        self.says(bert, type="declare", who="xan", manoeuvre="attack intention", using="dagger")
        self.look()

    def intends(self) -> None:
        """Anna binds herself to something, where she has not yet."""
        using = "long sword" if self.secrets.face == 1 else "dagger"
        intention = {"type": "declare", "who": "xan", "manoeuvre": "attack intention"}
        self.table.ana.post("commands", {**intention, "using": using})


@pytest.mark.parametrize("other", [Secrets(face=17), Secrets(rolls=3), Secrets(0, 1, 1),
                                   Secrets(0, 1, 0)])  # fmt: skip
def test_worlds_that_differ_in_what_is_sealed_look_the_same(worlds: Any, other: Secrets):
    one, two = worlds(Secrets(), Sealed), worlds(other, Sealed)
    assert len(one.received) == len(two.received)
    for here, there in zip(one.received, two.received, strict=True):
        assert here == there
    if other != Secrets(rolls=3):
        assert one.table.ana.get("events").data != two.table.ana.get("events").data


def test_the_referee_sees_the_difference(worlds: Any):
    one, two = worlds(Secrets()), worlds(Secrets(face=17))
    for path in ("events", "state", "timeline"):
        assert one.table.rita.get(path).data != two.table.rita.get(path).data


def test_whoever_hashes_every_candidate_finds_nothing(worlds: Any):
    world = worlds(Secrets(rolls=1, face=13, lurkers=0))
    records = world.table.service.log.read(world.table.combat)
    hidden = [r for r in records if parse_body(r.body)[0].audience]
    assert len(hidden) > 2
    received = world.everything
    for record in hidden[:2]:
        for face in range(1, SECRETS + 1):
            body = record.body.replace(b"13", str(face).encode())
            for guess in guesses(body, face):
                assert guess not in received
        for proof in (record.leaf, record.chain):
            assert not any(form in received for form in forms(proof))


def guesses(body: bytes, face: int) -> Iterator[bytes]:
    """What somebody might find who knows all but the face."""
    for plain in (body, body.rpartition(b"\n")[2], str(face).encode(), bytes([face])):
        for tag in (b"", b"\x00", b"\x02", b"\x03", b"\x04", b"\x10"):
            for hashed in (hashlib.sha256, hashlib.sha512):
                yield from forms(hashed(tag + plain).digest())


def forms(digest: bytes) -> tuple[bytes, ...]:
    """How a digest may be written, cut to what is sure to be no chance."""
    short, long = digest[:8], digest[:9]
    return short, short.hex().encode(), b64encode(long), urlsafe_b64encode(long)


# --- tokens and logs -----------------------------------------------------------------------


@contextmanager
def logged() -> Iterator[StringIO]:
    """What the server writes to its log, each request included."""
    said, root = StringIO(), logging.getLogger()
    handler = logging.StreamHandler(said)
    handler.setFormatter(JsonLines())
    before = root.level, logging.getLogger("combatlog.access").level
    root.addHandler(handler)
    logging.getLogger("combatlog.access").setLevel(logging.INFO)
    try:
        yield said
    finally:
        root.removeHandler(handler)
        root.setLevel(before[0])
        logging.getLogger("combatlog.access").setLevel(before[1])


def test_no_token_gets_into_the_log(table: Table, monkeypatch: pytest.MonkeyPatch):
    token = table.tokens["ana"]

    def fail(*_: Any) -> None:
        raise RuntimeError(f"Authorization: Bearer {token}")

    with logged() as said:
        table.ana.get("state")
        table.nobody.get(f"state?token={token}")
        monkeypatch.setattr(table.service, "may", fail)
        table.ana.get("options")
        table.operator.get(f"/v1/combats/{token}")
    assert "RuntimeError" in said.getvalue() and '"status": 200' in said.getvalue()
    assert token not in said.getvalue()


def test_no_request_is_logged_unless_asked_for(table: Table, caplog: pytest.LogCaptureFixture):
    table.ana.get("state")
    assert not caplog.records


def test_answers_with_a_token_are_not_kept_anywhere(service: Service):
    client = create_app(service).test_client()
    operator = Caller(client, service.vault.operator_token())
    answer = operator.post("/v1/combats", {"ruleset": "toy"})
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Vary"] == "Authorization, Accept"
