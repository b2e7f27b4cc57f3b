"""The service on both databases: the state at any node, undo and redo, branches, policies."""

from __future__ import annotations

from random import Random

import pytest

from api.combats.open_combat import OpenCombat
from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.combat import fold, state_hash
from domain.state.viewer import PUBLIC, Viewer
from tests.support.clients.restarted_service import Start, start
from tests.support.playing_service import opened, play, say
from tests.support.refusals import lacks, legal

__all__ = ["start"]


def brute_force(combat: OpenCombat, seq: int) -> str:
    """The state at a node, by walking the parents of every entry one by one."""
    log = {entry.seq: entry for entry in combat.entries(1, combat.line.entries)}
    path = []
    while seq:
        path.append(log[seq])
        seq = log[seq].meta.parent or 0
    return state_hash(fold(reversed(path)))


@pytest.mark.parametrize("seed", range(3))
def test_the_state_at_any_node_equals_a_walk_along_its_parents(start: Start, seed: int) -> None:
    service, chance = start(), Random(seed)
    name = opened(service)
    play(service, name, chance, 60)
    combat = service.combat(name)
    nodes = [
        s for s in range(1, combat.line.entries + 1) if combat.line.is_play(combat.line.step_of(s))
    ]
    expected = {seq: brute_force(combat, seq) for seq in chance.sample(nodes, 25)}
    assert {seq: state_hash(combat.moments.at(seq)) for seq in expected} == expected
    again = start().combat(name)
    assert {seq: state_hash(again.moments.at(seq)) for seq in expected} == expected
    assert state_hash(again.head) == brute_force(again, again.node)


def test_undo_and_redo_of_a_step_come_back_to_the_same_state(start: Start) -> None:
    service = start()
    name = opened(service)
    before = state_hash(service.combat(name).head)
    say(service, name, c.Act(who="ana", manoeuvre="move", params={"beside": ["bert"]}))
    after = state_hash(service.combat(name).head)
    say(service, name, c.Rewind(how="undo"))
    assert state_hash(service.combat(name).head) == before
    say(service, name, c.Rewind(how="redo"))
    assert state_hash(service.combat(name).head) == after
    with pytest.raises(Refused, match="nothing to redo"):
        say(service, name, c.Rewind(how="redo"))


def test_a_new_step_after_an_undo_is_a_branch_and_nothing_is_lost(start: Start) -> None:
    service = start()
    name = opened(service)
    say(service, name, c.Act(who="ana", manoeuvre="move", params={"beside": ["bert"]}))
    first = service.combat(name).node
    say(service, name, c.Rewind(how="undo"))
    say(service, name, c.Act(who="ana", manoeuvre="move", params={"beside": ["cleo"]}))
    combat = service.combat(name)
    assert combat.head.facts.get("ana", "adjacent", "cleo") == "yes"
    assert combat.moments.at(first).facts.get("ana", "adjacent", "bert") == "yes"
    say(service, name, c.Rewind(how="jump", to=combat.numbers.number(first)))
    assert service.combat(name).head.facts.get("ana", "adjacent", "bert") == "yes"


def test_undo_to_the_start_of_a_turn_or_round(start: Start) -> None:
    service = start()
    name = opened(service)
    begun = state_hash(service.combat(name).head)
    say(service, name, c.Act(who="ana", manoeuvre="move", params={"beside": ["bert"]}))
    say(service, name, c.PassAll())
    say(service, name, c.Act(who="ana", manoeuvre="move", params={"beside": []}))
    say(service, name, c.Rewind(how="undo", span="turn"))
    assert state_hash(service.combat(name).head) == begun
    with pytest.raises(Refused, match="no phase began"):
        say(service, name, c.Rewind(how="undo", span="phase"))


def test_after_the_end_only_undoing_it_goes_on(start: Start) -> None:
    service = start()
    name = opened(service)
    before = state_hash(service.combat(name).head)
    say(service, name, c.End())
    assert service.log.catalogue_row(name).status == "ended"  # type: ignore[union-attr]
    with pytest.raises(Refused, match="undo the end"):
        say(service, name, c.Join(subject="dora"))
    say(service, name, c.Rewind())
    assert state_hash(service.combat(name).head) == before
    assert service.log.catalogue_row(name).status == "open"  # type: ignore[union-attr]


def test_who_may_move_the_head_is_the_tables_policy(start: Start) -> None:
    service = start()
    ana = Viewer("p1", "player", ("ana",))
    strict, free = opened(service, policy="strict"), opened(service, policy="free")
    with pytest.raises(Refused, match="ask them") as refused:
        say(service, strict, c.Rewind(), ana)
    said = refused.value
    assert (lacks(said), legal(said)) == ("answer undo request of referee: no = yes", "ask-undo")
    say(service, free, c.Rewind(), ana)


def test_the_same_dice_fall_again_after_an_undo(start: Start) -> None:
    service = start()
    name = opened(service)
    for _ in range(3):
        say(service, name, c.Roll(who="ana", count=3, sides=20))
        say(service, name, c.Rewind())
    combat = service.combat(name)
    rolled = [
        entry.event.faces
        for entry in combat.entries(1, combat.line.entries)
        if isinstance(entry.event, e.DiceRolled)
    ]
    assert len(rolled) == 3 and len(set(rolled)) == 1


def test_undoing_what_was_hidden_is_hidden_as_well(start: Start) -> None:
    service = start()
    name = opened(service)
    combat = service.combat(name)
    seen = service.token(combat, PUBLIC), combat.numbers.number(combat.line.entries)
    say(service, name, c.Roll(who="bert", hidden=True))
    say(service, name, c.Rewind())
    say(service, name, c.Rewind(how="redo"))
    assert (service.token(combat, PUBLIC), combat.numbers.number(combat.line.entries)) == seen
    say(service, name, c.Roll(who="bert"))
    say(service, name, c.Rewind())
    assert combat.numbers.number(combat.line.entries) == seen[1] + 2


def test_a_player_undoes_neither_the_end_nor_what_is_not_his_to_see(start: Start) -> None:
    service = start()
    name = opened(service, policy="free")
    ana = Viewer("p1", "player", ("ana",))
    say(service, name, c.Join(subject="lurker", side="b", hidden=True))
    say(service, name, c.Roll(who="ana"), ana)
    say(service, name, c.Rewind(), ana)
    assert service.combat(name).head.roster.get("lurker")
    say(service, name, c.End())
    with pytest.raises(Forbidden, match="only the referee undoes that"):
        say(service, name, c.Rewind(), ana)
