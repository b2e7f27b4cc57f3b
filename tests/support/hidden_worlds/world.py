"""A fight with a public script and some hidden things; every answer to the players is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

from api.service.service import Service
from domain.log.codec import body_bytes, parse_body
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Caller, Table, json_of, rules
from tests.support.clients.stream_listener import Listening
from tests.support.hidden_worlds.all_addresses import (
    ASKED,
    AT_MOMENTS,
    CAMPAIGN,
    DRAWN,
    IN_A_WHAT_IF,
    PAGES_ASKED,
    PAGES_TO_LOOK_AT,
    READS,
)
from tests.support.hidden_worlds.fixed_clock import Tape
from tests.support.hidden_worlds.received import Received


class Secrets(NamedTuple):
    """What is hidden in a world: how many rolls and lurkers, and what they show."""

    rolls: int = 1
    face: int = 1
    lurkers: int = 1


class World:
    """A fight with the same public script as any other; every answer to the players is kept."""

    opening: Mapping[str, Any] = {"policy": "free"}
    rules = staticmethod(rules)
    kept_from: tuple[str, ...] = ("ana", "bert", "sue")
    """Who must not see a difference, beside those who have no seat."""
    share = 0.1
    """How much of what there is to read is drawn at each look but the last; the soak reads all."""

    def __init__(self, service: Service, tape: Tape, secrets: Secrets):
        self.tape, self.secrets, self.kept, self.dice = tape, secrets, Received(), Random(1)
        self.table = Table.opened(service, campaign=CAMPAIGN, **self.opening)
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
        stream = Listening(self.table.app, f"{self.table.at}/events", caller.token, last)
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
        self.fight()
        self.go_back()
        self.contest()
        self.ask()
        self.tries()

    def fight(self) -> None:
        """Ana moves up to Bert and strikes, and he parries."""
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

    def go_back(self) -> None:
        """Ana undoes and redoes steps, jumps, and undoes the round."""
        ana = self.table.ana
        for how in ("undo", "redo", "redo", "undo", "undo"):
            self.hide()
            self.moves(ana, how)
        self.moves(ana, "jump", to=8)
        self.hide()
        self.moves(ana, "jump", to=8)
        self.moves(ana, "undo", span="round")
        self.look()

    def tries(self) -> None:
        """Ana tries something out over hidden things, and what is stored of it is kept as well."""
        self.tape.time += 1000
        key, head = str(self.tape.time), str(self.table.ana.read("state")["number"])
        made = self.table.ana.post("what-ifs", {"at": head}, Idempotency_Key=key)
        self.keep(made)
        name = json_of(made)["combat"]
        there = Caller(self.table.client, self.table.ana.token, f"/v1/combats/{name}")
        self.hide()
        for sides in (20, 6):
            self.says(there, type="roll", who="bert", sides=sides)
        self.hide()
        for caller in (self.table.ana, self.table.bert, self.table.sue):
            for path in (f"/v1/combats?origin={self.table.combat}", f"compare?with={name}"):
                self.keep(caller.get(path))
            self.keep(Reader(self.table.app, caller.token or "").get(f"/combats/{name}"))
            for path in IN_A_WHAT_IF:
                self.keep(Caller(caller.client, caller.token, there.at).asks(path))
        for record in self.table.service.log.read(name):
            # The id of an entry is drawn at random, and is told to nobody.
            meta, event = parse_body(record.body)
            body = body_bytes(meta.model_copy(update={"id": ""}), event)
            self.kept.answers.append((200, [], self.kept.each_commitment(body)))
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
            self.look_at_a_dispute(caller, number)
            for claim in (remedy, {"remedy": "go-back", "to": 9}):
                said = {"type": "contest", "entry": 16, "claim": claim}
                self.keep(caller.post("commands?dry-run=1", said))
        ruling = {"dispute": number, "remedy": remedy, "note": "It was."}
        self.ruled(ruling)
        self.hide()
        answer = {"type": "answer-dispute", "dispute": number}
        self.sends(table.ana, **answer, choice="appeal", note="It was not.")
        self.hide()
        self.sends(table.bert, **answer, choice="uphold")
        [case] = table.sue.read("disputes")["items"]
        assert (case["appeal"], case["stage"], len(case["rulings"])) == ("p1", "settled", 2)
        self.look()

    def ruled(self, ruling: dict[str, Any]) -> None:
        """The referee rules, from the head as it is."""
        self.tape.time += 1000
        self.table.operator.says("rule-dispute", **ruling)
        for stream in self.heard:
            self.hears(stream)

    def look_at_a_dispute(self, caller: Caller, number: int) -> None:
        """Somebody reads what there is to read about a dispute, and the audit."""
        self.keep(caller.get(f"disputes/{number}"))
        for path in ("precedents?clause=T3", *DRAWN):
            self.keep(caller.get(path))
        for form in ("text/html", "text/markdown"):
            self.keep(caller.get("audit", Accept=form))

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
            self.sends(table.ana, **request)
            self.look()
            if answer:
                self.says(table.bert, type="answer-undo", choice=answer)
        self.hide()
        self.look()
        said = [
            x["event"].get("choice", "asked")
            for x in table.sue.read("events?limit=500")["items"]
            if x["type"].startswith("combat.undo-") and "policy" not in x["type"]
        ]
        assert said == ["asked", "refuse", "asked", "asked", "agree"], said

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
        self.sends(caller, type="rewind", how=how, **where)

    def sends(self, caller: Caller, **command: Any) -> None:
        """A command from where its sender sees it stand, a second later."""
        self.tape.time += 1000
        self.keep(caller.post("commands", command, If_Match=f'"{caller.head()}"'))
        for stream in self.heard:
            self.hears(stream)

    def hide(self) -> None:
        """Something that only the referee sees."""
        referee, face = self.table.operator, self.secrets.face
        for nth in range(self.secrets.rolls):
            roll = {
                "who": "referee",
                "sides": 20,
                "faces": {f"ambush {nth}": [face]},
                "purpose": f"ambush {nth}",
            }
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
                self.keep(caller.asks(path))
            self.look_at_pages(caller)
        for caller in self.viewers:
            again = self.listen(caller, last="3")
            self.received.append((200, sorted(again.answer.headers.items()), again.events))
        self.keep(self.table.nobody.get("events as text/event-stream"))

    def drawn(self, paths: Iterable[str]) -> list[str]:
        """Those of the paths that are read this time."""
        return [path for path in paths if self.dice.random() < self.share]

    def look_at_pages(self, caller: Caller) -> None:
        """The same in a browser."""
        reader, at = Reader(self.table.app, caller.token or ""), f"/combats/{self.table.combat}"
        for page in self.drawn(PAGES_TO_LOOK_AT):
            self.keep(reader.get(page.replace("<combat>", self.table.combat)))
        story = (f"{at}?all=1", f"{at}?at=8", f"{at}?at=8.1", f"{at}/board?all=1")
        asked = (f"{at}/{page}" for page in PAGES_ASKED)
        campaign = f"/campaigns?name={CAMPAIGN}"
        for path in self.drawn(("/?q=lurker", campaign, *story, f"{at}/move?how=redo", *asked)):
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
