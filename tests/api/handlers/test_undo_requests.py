"""Going back over HTTP: seen first, asked for, agreed to, refused, withdrawn, run out."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

from api.combats.viewers.viewer_log import Sight
from api.service.service import Request, Service
from domain import commands as c
from domain.state.viewer import Viewer
from domain.table.undo_requests import BACK_OFF, PATIENCE
from tests.api.web.routes.test_commands import MOVE
from tests.support.clients.http_client import Caller, Table, json_of
from tests.support.clients.refused_answers import legal, people_in, unanswered
from tests.support.fights.kaiser import RULES, XAN, YRSA

REFEREE = Viewer("p0", "referee")
BEGIN = c.Answer(who="referee", about="round", choice="begin")
LUCK: dict[str, Any] = {"type": "roll", "who": "ana", "sides": 20}


class Going(Table):
    """A table where whoever is concerned has to agree, and its clock."""

    time = 1_700_000_000_000

    @classmethod
    def back(cls, service: Service, **opening: Any) -> Going:
        """A fight in its first round; cleo is nobody's, and so the referee's."""
        table = cls.laid(service, **{"policy": "consent", **opening})
        assert isinstance(table, Going)
        service.effects = service.effects._replace(now=lambda: table.time)
        return table

    def asks(self, who: Caller, **where: Any) -> TestResponse:
        """Somebody asks to go back, from where he sees it stand."""
        return who.post("commands", {"type": "ask-undo", **where}, If_Match=f'"{who.head()}"')

    def open(self) -> Any:
        """The open request."""
        return self.ana.part("undo")["request"]

    def types(self, answer: TestResponse) -> list[str]:
        """What a command caused, by stored name."""
        return self.types_of(json_of(answer))

    def types_of(self, said: Any) -> list[str]:
        """The same of what was carried out."""
        return [entry["type"].split(".")[1].split("/")[0] for entry in said["entries"]]


def answers(caller: Caller, choice: str, **more: Any) -> TestResponse:
    return caller.post("commands", {"type": "answer-undo", "choice": choice, **more})


def must(caller: Caller, **where: Any) -> dict[str, str]:
    found = caller.would("rewind", **where)["receipt"]["must"]
    return {one["who"]: one["why"] for one in found}


def test_what_concerns_nobody_else_is_taken_back_at_once(service: Service):
    table = Going.back(service)
    before = table.ana.read("state")
    table.ana.says(**MOVE)
    receipt = table.ana.would("rewind")["receipt"]
    assert (receipt["must"], receipt["barred"]) == ([], "")
    assert receipt["advice"].startswith("Nothing was learned")
    assert receipt["cost"] == {"decisions": 1, "dice": 0, "people": 0, "learned": 0}
    assert must(table.bert) == {"p1": "1 decision of theirs would fall"}
    assert table.types(table.asks(table.ana)) == ["rewound"]
    assert table.ana.read("state") == before and table.open() is None
    assert table.types(table.asks(table.ana, how="redo")) == ["rewound"]


def test_what_was_learned_is_taken_back_when_all_have_agreed(either_service: Service):
    table = Going.back(either_service)
    before, head = table.ana.read("state"), table.ana.read("events?after=0&limit=1")
    table.ana.says(**LUCK)
    assert must(table.ana) == {"p2": "seen since: 1 die", "referee": "seen since: 1 die"}
    own = table.ana.post(
        "commands", {"type": "rewind", "how": "undo"}, If_Match=f'"{table.ana.head()}"'
    )
    assert own.status_code == 409 and unanswered(own, "undo request") == ["p2", "referee"]
    assert json_of(own)["legal"] == [{"value": "ask-undo", "name": "ask-undo"}]
    assert table.types(table.asks(table.ana)) == ["undo-requested"]
    request = table.open()
    assert (request["asker"], request["must"], request["agreed"]) == ("p1", ["p2", "referee"], [])
    assert request["until"] == table.time + PATIENCE
    assert table.types(answers(table.bert, "agree")) == ["undo-answered"]
    assert table.open()["agreed"] == ["p2"] and table.ana.read("state") != before
    last = answers(table.rita, "agree")
    assert table.types(last) == ["undo-answered", "rewound"]
    assert json_of(last)["step"] == json_of(last)["entries"][0]["step"]
    assert table.ana.read("state") == before and table.open() is None
    assert head == table.ana.read("events?after=0&limit=1")
    told = [line["text"] for line in table.sue.read("timeline")["items"][-4:]]
    assert "asks to undo" in told[0] and told[3].startswith("Undo: play goes back")
    assert "agrees to the undo" in told[1] and "agrees to the undo" in told[2]


def test_while_a_request_is_open_play_waits_and_talk_does_not(service: Service):
    table = Going.back(service)
    tag = table.ana.get("options").headers["ETag"]
    table.ana.says(**LUCK)
    table.asks(table.ana)
    assert table.ana.get("options", If_None_Match=tag).json["options"] == []  # type: ignore[index]
    stopped = table.ana.post("commands", MOVE)
    assert stopped.status_code == 409
    assert json_of(stopped)["detail"].startswith("Play waits for an undo request of Anna Berg:")
    assert unanswered(stopped) == ["p2", "referee"]
    assert (
        table.rita.post("commands", {"type": "rewind", "how": "undo"}, If_Match="*").status_code
        == 409
    )
    assert table.asks(table.bert).status_code == 409
    table.ana.says("note", note="I meant the other one")
    assert table.types(answers(table.ana, "withdraw")) == ["undo-answered"]
    table.ana.says(**MOVE)


def test_an_open_request_is_what_the_state_waits_for(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    first = table.ana.get("state?part=waiting")
    assert json_of(first)["waiting"] is None
    number = json_of(table.asks(table.ana))["entries"][0]["number"]
    known = first.headers["ETag"]
    opened = table.ana.get("state?part=waiting", If_None_Match=known)
    assert json_of(opened)["waiting"] == {
        "question": f"request {number}",
        "about": "undo",
        "says": "Anna Berg asks to undo to entry 16",
        "on": "",
        "waits_for": [
            {"who": "p2", "name": "Bert Cole"},
            {"who": "referee", "name": "the referee"},
        ],
        "barred": [],
        "acts": [],
        "declared": [],
    }
    answers(table.bert, "agree")
    known = opened.headers["ETag"]
    agreed = table.ana.get("state?part=waiting", If_None_Match=known)
    assert [one["who"] for one in json_of(agreed)["waiting"]["waits_for"]] == ["referee"]
    answers(table.rita, "refuse")
    assert (
        table.ana.get("state?part=waiting", If_None_Match=first.headers["ETag"]).status_code == 304
    )
    past = table.ana.get(f"state?part=waiting&at={number}")
    assert json_of(past)["waiting"] == json_of(opened)["waiting"]
    assert "immutable" not in past.headers["Cache-Control"]


def test_a_head_goes_with_what_stops_play(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    table.asks(table.ana)
    tag = table.rita.get("state").headers["ETag"]
    note = {"type": "note", "note": "hm"}
    assert table.rita.post("commands", note, If_Match=tag).status_code == 200


def test_nobody_answers_their_own_request(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    table.asks(table.ana)
    said = json_of(answers(table.ana, "agree"))
    assert said["detail"].startswith("Anna Berg asked to go back: others answer that")
    assert said["names"] == {"p1": "Anna Berg"}
    assert said["pointer"] == "/choice"
    assert said["legal"] == [{"value": "withdraw", "name": "withdraw"}]
    assert table.open()["agreed"] == []
    beforehand = table.ana.post("why-not", {"type": "answer-undo", "choice": "agree"})
    assert "Anna Berg asked to go back" in json_of(beforehand)["says"]


def test_an_answer_of_somebody_who_is_not_asked_says_by_name_who_is(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    table.asks(table.ana)
    answers(table.bert, "agree")
    said = json_of(answers(table.bert, "agree"))
    assert said["detail"].startswith("Bert Cole has agreed: this waits for the answer of the ref")
    assert "pointer" not in said and [one["who"] for one in said["missing"]] == ["referee"]
    said = json_of(answers(table.rita, "agree", who="p1"))
    assert said["detail"].startswith("Anna Berg is not asked: this waits for the answer of the ref")
    assert (said["pointer"], said["legal"]) == (
        "/who",
        [{"value": "referee", "name": "the referee"}],
    )


def test_who_withdraws_a_request_waits_as_after_a_refusal(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    for times in (1, 2):
        assert table.types(table.asks(table.ana)) == ["undo-requested"]
        answers(table.ana, "withdraw")
        soon = json_of(table.asks(table.ana))
        assert soon["numbers"] == {"refused": times, "seconds": times**2 * BACK_OFF // 1000}
        table.time += times**2 * BACK_OFF


def test_who_plays_no_combatant_cannot_make_play_wait(service: Service):
    table = Going.back(service)
    seat = table.rita.says("seat-open", person="Dora Fox", role="player")
    dora = table.caller(seat["tokens"]["s5"])
    table.ana.says(**LUCK)
    stopped = table.asks(dora)
    assert stopped.status_code == 403 and "Play does not wait for you" in json_of(stopped)["detail"]
    contest = {"type": "contest", "entry": 1, "note": "No!"}
    assert dora.post("commands", {**contest, "pause": True}).status_code == 403
    assert dora.post("commands", contest).status_code == 200
    table.ana.says(**MOVE)


def test_whose_combatant_has_left_may_ask_to_undo_that_and_nothing_later(service: Service):
    table = Going.back(service)
    table.rita.says("leave", who="bert")
    assert table.types(table.asks(table.bert)) == ["undo-requested"]
    answers(table.rita, "refuse", who="p1" if "p1" in table.open()["must"] else "")
    table.ana.says(**LUCK)
    table.time += BACK_OFF
    assert table.asks(table.bert).status_code == 403
    table.ana.says(**LUCK)


def test_a_refusal_changes_nothing_but_how_long_one_waits(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    state = table.ana.read("state")
    for times in (1, 2):
        assert table.asks(table.ana).status_code == 200
        assert table.types(answers(table.bert, "refuse")) == ["undo-answered"]
        assert table.ana.read("state") == state
        soon = table.asks(table.ana)
        seconds = BACK_OFF * times**2 // 1000
        assert json_of(soon)["numbers"] == {"refused": times, "seconds": seconds}
        table.time += BACK_OFF * times**2
    assert table.asks(table.ana).status_code == 200


def test_silence_is_no(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    table.asks(table.ana)
    table.time += PATIENCE
    assert table.open() is None
    assert answers(table.bert, "agree").status_code == 409
    assert table.ana.says(**MOVE)["entries"][0]["type"] == "combat.acted/1"
    assert answers(table.ana, "withdraw").status_code == 409


def test_whoever_wants_to_be_asked_no_more_is_not(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    table.asks(table.ana)
    answers(table.bert, "block")
    table.time += BACK_OFF
    assert people_in(table.asks(table.ana), "open to undo requests") == ["p2"]
    assert table.ana.part("undo")["closed_to"] == ["p2"]
    answers(table.bert, "allow")
    assert table.asks(table.ana).status_code == 200


def test_a_retry_of_the_last_answer_answers_the_same(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    table.asks(table.ana)
    answers(table.bert, "agree")
    agree = {"type": "answer-undo", "choice": "agree"}
    one, two = (table.rita.post("commands", agree, Idempotency_Key="k1") for _ in range(2))
    assert json_of(one)["entries"] == json_of(two)["entries"] and json_of(two)["replayed"]
    assert table.types(two) == ["undo-answered", "rewound"]


def test_a_free_move_answers_what_was_asked_and_that_the_head_moved(service: Service):
    table = Going.back(service)
    table.rita.says("undo-policy", policy="consent", allowance=1)
    table.ana.says(**LUCK)
    ask = {"type": "ask-undo"}
    sent = {"If_Match": "*", "Idempotency_Key": "k1"}
    one, two = (table.ana.post("commands", ask, **sent) for _ in range(2))
    assert table.types(one) == table.types(two) == ["undo-requested", "rewound"]
    assert json_of(one)["step"] == json_of(two)["step"] == json_of(one)["entries"][0]["step"]


def test_a_request_outlives_a_restart(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    table.asks(table.ana)
    service.combats.let_go(table.combat)
    assert table.open()["asker"] == "p1"


def test_redo_goes_on_to_where_the_next_round_begins_or_to_the_end(service: Service):
    table = Going.back(service, policy="free")
    for who in ("ana", "bert", "cleo"):
        table.operator.says("answer", who=who, about="turn", choice="end")
    last = table.ana.read("")["last"]
    table.ana.says("rewind", how="jump", to=6)
    turn = table.ana.says("rewind", how="redo", span="turn")["entries"][0]["event"]
    rest = table.ana.says("rewind", how="redo", span="phase")["entries"][0]["event"]
    assert int(turn["to"]) < int(rest["to"]) == int(last)


def test_a_span_that_never_began_is_not_gone_back_to_and_what_did_is_said(service: Service):
    table = Going.back(service, policy="free")
    no = table.ana.post(
        "commands", {"type": "rewind", "how": "undo", "span": "phase"}, If_Match="*"
    )
    assert no.status_code == 409
    assert "No phase began before this moment; go back by step." in json_of(no)["detail"]
    assert json_of(no)["pointer"] == "/span" and legal(no) == ["step"]
    table.operator.says("answer", who="ana", about="turn", choice="end")
    no = table.ana.tries("rewind", span="phase")
    assert legal(no) == ["step", "turn", "round"]


def test_a_sealed_choice_is_taken_back_by_its_owner_and_nobody_else_hears_of_it(service: Service):
    service.rulesets = lambda: {"kaiser": RULES}
    ann, ben = Viewer("p1", "player", ("xan",)), Viewer("p2", "player", ("yrsa",))
    seats = tuple(
        c.SeatOpen(person=p, role="player", combatants=(who,))
        for p, who in (("Ann", "xan"), ("Ben", "yrsa"))
    )
    name = service.open(c.Open(ruleset="kaiser"), seats).combat.name
    for who, traits in (("xan", XAN), ("yrsa", YRSA)):
        service.say(name, Request(c.Join(subject=who, side=who, traits=traits), REFEREE))
    service.say(name, Request(BEGIN, REFEREE))
    heard = len(Sight(service.combat(name), ben))
    intends = c.Declare(who="xan", manoeuvre="attack intention", using="long sword")
    service.say(name, Request(intends, ann))
    declared = Sight(service.combat(name), ann)
    service.say(name, Request(c.Rewind(), ann))
    after = Sight(service.combat(name), ann)
    assert len(declared.moment(declared.node).combat.exchange.acts) == 1
    assert not after.moment(after.node).combat.exchange.acts
    assert len(Sight(service.combat(name), ben)) == heard
