"""A dry run says what a command would do: that happens when it is done, and nothing before."""

from __future__ import annotations

from typing import Any

import pytest

from api.combats.bound_dice import BoundDice
from api.combats.open_combat import OpenCombat
from api.combats.viewers.sights import Sights
from api.service.service import Service
from api.web.examples import STORIES
from domain.state.viewer import TABLE
from projections.changes.differences import changes
from projections.visibility.snapshot import Moment
from tests.api.web.routes.test_commands import MOVE
from tests.api.web.test_examples import operator
from tests.support.clients.http_client import Caller, Json, Table, changes_of, json_of, steps_of

__all__ = ["operator"]
WITH_LEAVE = ("ask-undo", "contest", "answer-dispute")
"""What others have to agree to or uphold before it does anything."""

LUCK: Json = {"type": "roll", "who": "ana", "sides": 20}


def stands(combat: OpenCombat) -> Moment:
    """How things stand for the referee."""
    sight = Sights().of(combat, TABLE)
    return sight.moment(sight.node)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story[0]["title"])
def test_what_it_says_is_what_happens(story: list[Json], operator: Caller, service: Service):
    """Every command of every story is tried first; what needs no dice comes out as was said."""
    opened = operator.post("/v1/combats", {k: v for k, v in story[0].items() if k != "type"})
    name = json_of(opened)["combat"]
    caller, tried = Caller(operator.client, operator.token, f"/v1/combats/{name}"), 0
    for command in story[1:]:
        combat = service.combat(name)
        last, before = combat.line.entries, stands(combat)
        found = caller.would(**command)
        assert combat.line.entries == last and service.log.last_seq(name) == last
        assert caller.post("commands", command, If_Match="*").status_code == 200
        if not found["needs_dice"] and command["type"] not in WITH_LEAVE:
            real = changes(before, stands(combat), combat.rules)
            assert found["changes"] == [one._asdict() for one in real], command
            tried += bool(real)
    assert tried > 2


def test_no_die_falls_in_it_and_none_that_fell_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    """Neither the next die nor the one that was undone, which would come again."""
    [face] = table.ana.says(**LUCK)["entries"][0]["event"]["faces"]
    table.ana.says("rewind")

    def falls(*_: Any) -> tuple[int, ...]:
        raise AssertionError("a die fell")

    with monkeypatch.context() as patch:
        patch.setattr(BoundDice, "faces", falls)
        found = table.ana.would(**LUCK)
    assert found["needs_dice"] and found["steps"] == []
    assert table.ana.tries(**LUCK, faces={"loose": [face]}).status_code == 200
    assert table.ana.tries(**LUCK, faces={"loose": [face % 20 + 1]}).status_code == 409


def test_it_shows_no_keys_of_the_dice(table: Table):
    """Nothing is revealed by it, so that the combat may be reopened and more dice fall."""
    table.rita.says("end")
    tried = table.rita.tries("reveal-keys", hidden=True)
    assert tried.status_code == 200 and json_of(tried)["steps"] == []
    keys = table.service.combat(table.combat).luck.all_keys().values()
    assert keys and not any(key.hex() in tried.text for key in keys)


def test_what_is_typed_is_known_and_what_it_costs_as_well(table: Table):
    found = table.ana.would(**LUCK, faces={"loose": [7]})
    assert not found["needs_dice"]
    [step] = steps_of(found, "new")
    assert step["number"] is None and "[7]" in step["becomes"][0]
    [spent] = changes_of(table.ana.would(**MOVE), "pool")
    assert (spent["who"], spent["was"], spent["becomes"]) == ("ana", "3", "2")


def test_what_may_not_be_done_is_refused_alike(table: Table):
    for command in (
        {"type": "act", "who": "bert", "manoeuvre": "move"},
        {"type": "act", "who": "ana", "manoeuvre": "no such thing"},
        {"type": "rewind", "how": "redo"},
        {"type": "seat-open", "person": "Eve", "role": "player"},
    ):
        tried = table.ana.post("commands?dry-run=1", command)
        done = table.ana.post("commands", command, If_Match="*")
        assert tried.status_code == done.status_code >= 400
        assert json_of(tried) == json_of(done)
    assert table.sue.tries("rewind").status_code == 403


def test_it_tells_what_the_asker_sees_alone(table: Table):
    """A die that the referee threw in secret is no part of it, and stands in nobody's way."""
    before = json_of(table.ana.tries("rewind"))
    table.rita.says("roll", who="referee", sides=20, hidden=True)
    assert json_of(table.ana.tries("rewind")) == before
    secret = {"who": "referee", "sides": 20, "hidden": True, "faces": {"loose": [4]}}
    assert len(table.rita.would("roll", **secret)["steps"]) == 1
    assert steps_of(table.rita.would("rewind"), "falls")


def test_all_who_must_agree_are_taken_to_agree(service: Service):
    table = Table.laid(service, policy="consent")
    table.ana.says(**LUCK)
    asked, moved = table.bert.would("ask-undo"), table.bert.would("rewind")
    assert asked == moved and steps_of(moved, "falls")
    assert [one["who"] for one in moved["receipt"]["must"]] == ["p1", "referee"]
    assert table.bert.post("commands", {"type": "rewind"}, If_Match="*").status_code == 409
