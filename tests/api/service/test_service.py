"""The service on both databases: exactly once, secrets, the seal, and caches over restarts."""

from __future__ import annotations

import threading
from random import Random

import pytest

from api.combats.combat_history import entry_of
from api.combats.dice_state import Luck
from api.combats.registry import Unknown
from api.handlers.transaction import TooLarge
from api.read.entries import person_name, words
from api.service.service import OPERATOR, KeyMisused, Request, Stale
from api.store.core.errors import Unavailable
from api.vault.key_files import token_hash
from domain import commands as c
from domain import events as e
from domain.log import sealing
from domain.log.codec import body_bytes, kept_bytes
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.combat import state_hash
from domain.state.viewer import PUBLIC, Viewer
from tests.api.store.test_log import reply_lost_after
from tests.support.clients.restarted_service import Start, start
from tests.support.playing_service import opened, play, say

__all__ = ["start"]


# --- exactly once ---------------------------------------------------------------------------


def test_a_retry_with_the_same_key_answers_the_same_step(start: Start) -> None:
    service = start()
    name = opened(service)
    roll = Request(c.Roll(who="ana"), OPERATOR, key="k1", body=b"roll")
    first = service.say(name, roll)
    again = service.say(name, roll)
    assert (first.step, first.replayed) == (again.step, False)
    assert again.replayed
    after_restart = start().say(name, roll)
    assert after_restart.step == first.step and after_restart.replayed
    with pytest.raises(KeyMisused):
        start().say(name, roll._replace(body=b"another"))


def test_a_step_that_was_stored_unknown_to_its_process_is_answered_to_a_retry(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reply of the database is lost after the commit: memory does not have the step."""
    service = start()
    name = opened(service)
    reply_lost_after(monkeypatch, service.log)
    request = Request(c.Roll(who="ana"), OPERATOR, key="k1", body=b"roll")
    monkeypatch.setattr(service.log, "find_key", lambda *_: None)
    with pytest.raises(Unavailable):
        service.say(name, request)
    monkeypatch.undo()
    again = service.say(name, request)
    assert again.replayed and again.step == again.combat.line.steps
    assert again.combat.log.last_seq(name) == again.combat.line.entries


def test_a_step_that_memory_could_not_follow_is_answered_with_all_that_it_led_to(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database fails after the commit, where the undo that was agreed to is taken in."""
    service = start()
    name = opened(service)
    say(service, name, c.Roll(who="ana"))
    say(service, name, c.AskUndo(how="undo"), Viewer("p1", "player", ("ana",)))
    combat = service.combat(name)
    before, leave, left = combat.line.steps, combat.luck.leave, [1, 2]

    def fail_once(to: int) -> None:
        if left.pop() == 2:
            raise Unavailable("the database is lost")
        leave(to)

    monkeypatch.setattr(combat.luck, "leave", fail_once)
    with pytest.raises(Unavailable):
        say(service, name, c.AnswerUndo(choice="agree"), key="k1")
    agreed = say(service, name, c.AnswerUndo(choice="agree"), key="k1")
    combat = service.combat(name)
    assert agreed.replayed
    assert (agreed.step, combat.last_step(agreed.step)) == (before + 1, before + 2)
    assert combat.line.entries == service.log.last_seq(name)


def test_a_step_that_memory_has_only_half_taken_in_is_read_anew(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it was said with a key or without one, it counts once, and nothing is in doubt."""
    service = start()
    name = opened(service)
    before = service.combat(name).line.entries
    for key in ("k1", ""):
        request = Request(c.Roll(who="ana"), OPERATOR, key=key, body=b"roll")
        monkeypatch.setattr(Luck, "hear", _away)
        with pytest.raises(Unavailable):
            service.say(name, request)
        monkeypatch.undo()
        with service.lock_combat(name) as combat:
            assert combat.line.entries == before + (1 if key else 2)
            assert combat.chain == service.log.head(name).chain  # type: ignore[union-attr]
        if key:
            assert service.say(name, request).replayed
    assert state_hash(service.combat(name).head) == state_hash(start().combat(name).head)


def _away(*_: object) -> None:
    raise Unavailable("the database is away")


def test_what_others_do_in_the_same_millisecond_is_no_part_of_an_undo(start: Start) -> None:
    service = start()
    name = opened(service)
    service.effects = service.effects._replace(now=lambda: 1_700_000_000_000)
    for _ in range(2):
        say(service, name, c.Roll(who="ana"))
    undone = say(service, name, c.Rewind(), key="k1")
    say(service, name, c.Roll(who="bert"))
    again = say(service, name, c.Rewind(), key="k1")
    assert again.replayed and again.step == undone.step
    assert again.combat.last_step(again.step) == undone.step


def test_fifty_duplicates_at_once_make_one_step(start: Start) -> None:
    service = start()
    name = opened(service)
    before = service.combat(name).line.steps
    steps: list[int] = []

    def send() -> None:
        request = Request(c.Roll(who="ana"), OPERATOR, key="one", body=b"roll")
        steps.append(service.say(name, request).step)

    threads = [threading.Thread(target=send) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(steps) == {before + 1} and len(steps) == 50
    assert service.combat(name).line.steps == before + 1


def test_whoever_looked_at_an_older_head_is_told_so(start: Start) -> None:
    service = start()
    name = opened(service)
    seen = service.token(service.combat(name), OPERATOR)
    say(service, name, c.Note(note="talk does not count"))
    say(service, name, c.Roll(who="ana"), expected=seen)
    with pytest.raises(Stale):
        say(service, name, c.Roll(who="ana"), expected=seen)


def test_a_refused_command_leaves_no_trace(start: Start) -> None:
    service = start()
    name = opened(service)
    combat = service.combat(name)
    before = (combat.line.entries, combat.chain, state_hash(combat.head))
    for command, wrong in (
        (c.Act(who="bert", manoeuvre="move"), Refused),
        (c.Act(who="ana", manoeuvre="fly"), Refused),
        (c.Adjust(change=c.PoolFix(subject="ana", pool="ap", delta=1)), Refused),
        (c.Note(note="x" * 2000, about=None), None),
    ):
        if wrong:
            with pytest.raises(wrong):
                say(service, name, command)
    assert (combat.line.entries, combat.chain, state_hash(combat.head)) == before
    with pytest.raises(TooLarge):
        huge = {f"p{n}": (1,) * 100 for n in range(100)}
        say(service, name, c.Act(who="ana", manoeuvre="move", faces=huge))
    assert (combat.line.entries, combat.chain) == before[:2]


def test_an_unknown_combat_is_unknown(start: Start) -> None:
    with pytest.raises(Unknown):
        start().combat("c-nowhere")


# --- people, seats, secrets -----------------------------------------------------------------


def test_a_seats_secret_is_given_once_and_kept_as_a_hash(start: Start) -> None:
    service = start()
    receipt = service.open(c.Open(ruleset="toy"), (c.SeatOpen(person="Anna Berg", role="player"),))
    token, name = receipt.tokens["s1"], receipt.combat.name
    assert service.viewer_of(token) == (name, "s1")
    renewed = say(service, name, c.SeatRenew(seat="s1")).tokens["s1"]
    assert service.viewer_of(token) is None and service.viewer_of(renewed) == (name, "s1")
    say(service, name, c.SeatClose(seat="s1"))
    assert service.viewer_of(renewed) is None
    assert len(token_hash(token)) == 32
    with pytest.raises(Forbidden):
        say(service, name, c.SeatOpen(person="Eve", role="referee"), PUBLIC)


def test_words_and_names_stand_apart_from_the_log(start: Start) -> None:
    service = start()
    name = opened(service)
    say(service, name, c.Note(note="Berta cheats, says Anna Berg"))
    service.combat(name).store_caches(all_of_it=True)
    written = b"".join(r.body + r.command for r in service.log.read(name))
    assert b"Berta cheats" not in written and b"Anna Berg" not in written
    noted = [
        entry.event
        for entry in service.combat(name).entries(1, service.combat(name).line.entries)
        if isinstance(entry.event, e.Noted)
    ]
    assert words(service, name, noted[0].text.id) == "Berta cheats, says Anna Berg"
    assert person_name(service, name, "p1") == "Anna Berg"


def test_hidden_rolls_and_lurkers_change_nothing_that_others_see(start: Start) -> None:
    service = start()
    name = opened(service)
    combat = service.combat(name)
    seen = state_hash(combat.view(PUBLIC)), service.token(combat, PUBLIC)
    options = service.may(combat, Viewer("p1", "player", ("ana",)))
    say(service, name, c.Roll(who="bert", sides=20, hidden=True))
    say(service, name, c.Join(subject="lurker", side="b", hidden=True))
    assert (state_hash(combat.view(PUBLIC)), service.token(combat, PUBLIC)) == seen
    assert service.may(combat, Viewer("p1", "player", ("ana",))) == options
    assert combat.head.roster.get("lurker") and not combat.view(PUBLIC).roster.get("lurker")
    say(service, name, c.Join(subject="lurker", side="b"))
    assert combat.view(PUBLIC).roster.get("lurker")
    again = start().combat(name)
    assert state_hash(again.view(PUBLIC)) == state_hash(combat.view(PUBLIC))


# --- the seal -------------------------------------------------------------------------------


def test_every_entry_is_sealed_onto_the_one_before(start: Start) -> None:
    service = start()
    name = opened(service)
    play(service, name, Random(7), 20)
    combat = service.combat(name)
    before, entries = sealing.GENESIS, [entry_of(r, kept=True) for r in service.log.read(name)]
    for entry in entries:
        parts = body_bytes(entry.meta, entry.event), kept_bytes(entry.kept)
        blind = combat.origin.blind_key(entry.seq)
        sealed = sealing.seal(blind, name, entry.seq, *parts, before)
        assert (entry.leaf, entry.chain) == sealed
        before = entry.chain
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert all((entry.kept is not None) == (entry.meta.nth == 0) for entry in entries)


# --- memory and caches ----------------------------------------------------------------------


def test_stored_states_of_another_log_are_not_believed(start: Start) -> None:
    service = start()
    name = opened(service)
    combat = service.combat(name)
    right = state_hash(combat.head)
    service.log.put_checkpoint(name, combat.node, bytes(32), 1, b"{}")
    service.log.put_line(name, combat.line.entries, bytes(32), b"rubbish")
    assert state_hash(start().combat(name).head) == right


def test_words_are_about_entries_that_there_are(start: Start) -> None:
    service = start()
    name = opened(service)
    with pytest.raises(Refused, match="there is no entry 9999"):
        say(service, name, c.Note(note="what?", about=9999))
