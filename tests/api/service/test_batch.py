"""Batches on both databases: all or nothing, up to a refusal, and once however often they come."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest

from api.service import batch as batches
from api.service.batch import MOST_WHOLE, Batch, BatchRun, Line, Outcome, Stop
from api.service.service import OPERATOR, KeyMisused, Request, Service, Stale
from api.store.core.errors import Unavailable
from api.store.core.rows import Record
from api.store.core.side_rows import Beside
from domain import commands as c
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.combat import state_hash
from domain.state.viewer import Viewer
from tests.api.store.test_log import reply_lost_after
from tests.support.clients.restarted_service import Start, start
from tests.support.playing_service import opened, say

pytestmark = pytest.mark.sweep(share=2)

__all__ = ["start"]

WHOLE = 40
"""Lines up to which a batch is whole in most of these tests."""

NOT_BERTS_GO = c.Act(who="bert", manoeuvre="move")
ROLL = c.Roll(who="ana", purpose="luck")


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few lines make a batch long here, and few a chunk."""
    monkeypatch.setattr(batches, "MOST_WHOLE", WHOLE)
    monkeypatch.setattr(batches, "CHUNK", 0.002)


def typed(number: int) -> c.Roll:
    """A roll that fell on the table."""
    return c.Roll(
        who="ana", purpose=f"luck {number}", sides=20, faces={f"luck {number}": (1 + number % 20,)}
    )


def several(count: int, **at: c.Command) -> list[c.Command]:
    """So many commands: rolls and notes, but for those that are named by their line."""
    numbers = range(1, count + 1)
    found: list[c.Command] = [typed(n) if n % 2 else c.Note(note=f"{n}") for n in numbers]
    for line, command in at.items():
        found[int(line.removeprefix("line_")) - 1] = command
    return found


def explain(number: int, error: Exception) -> Stop:
    return Stop(error, json.dumps({"line": number, "why": str(error)}))


def run_of(service: Service, name: str, commands: Sequence[c.Command], **more: Any) -> BatchRun:
    lines = [Line(n, command) for n, command in enumerate(commands, 1)]
    said = {"key": "k", "body": str(len(commands)).encode(), **more}
    request = Request(commands[0], said.pop("viewer", OPERATOR), **said)
    return BatchRun(service, name, Batch(lines, request, explain))


def run(service: Service, name: str, commands: Sequence[c.Command], **more: Any) -> list[Outcome]:
    """What becomes of the lines of a batch."""
    found = run_of(service, name, commands, **more)
    outcomes = [outcome for chunk in found.chunks() for outcome in chunk]
    assert outcomes == found.outcomes
    return outcomes


def steps(outcomes: Sequence[Outcome]) -> list[int]:
    return [each.step for each in outcomes]


def log_of(service: Service, name: str) -> tuple[int, int, bytes, str]:
    """Where a combat ends, in the log and in memory."""
    head = service.log.head(name)
    assert head is not None
    with service.lock_combat(name) as combat:
        assert (combat.line.entries, combat.chain, combat.ahead) == (head.seq, head.chain, [])
        return head.seq, head.keys, head.chain, state_hash(combat.head)


# --- short batches ----------------------------------------------------------------------------


def test_each_line_is_a_step_of_its_own_and_all_are_one_transaction(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = start()
    name = opened(service)
    before = service.combat(name).line.steps
    appended, append = list[Beside](), service.log.append

    def listening(records: Sequence[Record], beside: Beside) -> Sequence[int]:
        appended.append(beside)
        return append(records, beside)

    monkeypatch.setattr(service.log, "append", listening)
    assert steps(run(service, name, several(WHOLE))) == [before + n for n in range(1, WHOLE + 1)]
    assert len(appended) == 1 and len(appended[0].keys) == WHOLE
    after = log_of(service, name)
    assert log_of(start(), name) == after
    assert len(start().log.texts(name)) == WHOLE // 2


def test_undo_goes_step_by_step(start: Start) -> None:
    service = start()
    name = opened(service, policy="free")
    before = service.combat(name).line.head
    run(service, name, [typed(1), typed(2)])
    heads = [service.combat(name).line.head]
    for _ in range(2):
        say(service, name, c.Rewind(how="undo"))
        heads.append(service.combat(name).line.head)
    assert heads == [before + 2, before + 1, before]


@pytest.mark.parametrize(
    ("line", "command", "error"),
    [
        (30, NOT_BERTS_GO, Refused),
        (WHOLE, c.Join(subject="ana", side="a"), Refused),
        (3, c.SeatOpen(person="Ulla", role="player"), Forbidden),
    ],
)
def test_a_line_that_is_refused_leaves_everything_as_it_was(
    start: Start, line: int, command: c.Command, error: type[Exception]
) -> None:
    service = start()
    name = opened(service)
    service.combat(name).store_caches(all_of_it=True)
    before = log_of(service, name)
    viewer = OPERATOR if error is Refused else Viewer("p1", "player", ("ana",))
    commands = several(WHOLE, **{f"line_{line}": command})
    with pytest.raises(error):
        run(service, name, commands, viewer=viewer)
    assert log_of(service, name) == before
    assert service.log.texts(name) == [] and service.log.find_lines(name, "", "k") == []
    run(service, name, several(WHOLE), body=b"corrected")
    assert log_of(start(), name)[0] > before[0]


def test_a_new_seat_is_there_for_the_lines_after_it_and_its_token_comes_once(start: Start) -> None:
    service = start()
    name = opened(service)
    seats = [c.SeatOpen(person=p, role="player") for p in ("Bert Cole", "Cleo Dow")]
    change = c.SeatChange(seat="s3", role="player", combatants=("cleo",))
    first, second, _ = run(service, name, [*seats, change])
    assert set(first.tokens) == {"s2"} and set(second.tokens) == {"s3"}
    assert service.viewer_of(second.tokens["s3"]) == (name, "s3")
    again = run(start(), name, [*seats, change])
    assert [each.tokens for each in again] == [{}] * 3


def test_dice_that_fell_are_not_taken_back_by_a_refusal_after_them(start: Start) -> None:
    """Else whoever sends a batch that is refused later would try out dice."""
    service = start()
    name = opened(service)
    before = service.combat(name).line.steps
    commands = several(40, line_7=ROLL, line_11=ROLL, line_30=NOT_BERTS_GO)
    for restarted in (False, False, True):
        again = start() if restarted else service
        outcomes = run(again, name, commands)
        assert steps(outcomes) == [*range(before + 1, before + 12), 0]
        assert json.loads(outcomes[-1].problem)["line"] == 30
        assert again.combat(name).line.steps == before + 11
    log_of(start(), name)


def test_a_batch_with_dice_that_is_not_refused_is_whole(start: Start) -> None:
    service = start()
    name = opened(service)
    alone = opened(service)
    commands = [ROLL, c.Note(note="Well."), ROLL]
    assert len(run(service, name, commands)) == 3
    for command in commands:
        say(service, alone, command)
    assert service.combat(name).line.entries == service.combat(alone).line.entries


def test_the_head_holds_for_the_first_line_alone(start: Start) -> None:
    service = start()
    name = opened(service)
    seen = service.token(service.combat(name), OPERATOR)
    run(service, name, several(5), expected=seen)
    with pytest.raises(Stale):
        run(service, name, several(6), key="other", expected=seen)


def test_two_hundred_lines_are_whole(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MOST_WHOLE", MOST_WHOLE)
    assert MOST_WHOLE == 200
    service = start()
    name = opened(service)
    before = log_of(service, name)
    with pytest.raises(Refused):
        run(service, name, several(MOST_WHOLE, line_150=NOT_BERTS_GO))
    assert log_of(service, name) == before
    assert len(run(service, name, several(MOST_WHOLE))) == MOST_WHOLE


# --- the same batch again -----------------------------------------------------------------------


@pytest.mark.parametrize("count", [WHOLE, WHOLE + 40])
def test_a_retry_answers_the_same_also_after_a_restart(start: Start, count: int) -> None:
    service = start()
    name = opened(service)
    first = run_of(service, name, several(count))
    found = [outcome for chunk in first.chunks() for outcome in chunk]
    assert len(found) == count and not first.is_replayed
    ends = log_of(service, name)
    for restarted in (False, True):
        again = start() if restarted else service
        retry = run_of(again, name, several(count))
        assert [outcome for chunk in retry.chunks() for outcome in chunk] == found
        assert retry.is_replayed and log_of(again, name) == ends


def test_a_key_stands_for_one_batch_and_for_no_command_beside_it(start: Start) -> None:
    service = start()
    name = opened(service)
    run(service, name, several(3))
    with pytest.raises(KeyMisused):
        run(service, name, several(4))
    with pytest.raises(KeyMisused):
        service.say(name, Request(ROLL, OPERATOR, key="k", body=b"roll"))
    service.say(name, Request(ROLL, OPERATOR, key="alone", body=b"roll"))
    with pytest.raises(KeyMisused):
        run(service, name, several(3), key="alone")


@pytest.mark.parametrize("count", [30, WHOLE + 40])
def test_duplicates_that_come_at_once_are_one_batch(start: Start, count: int) -> None:
    service = start()
    name = opened(service)
    before = service.combat(name).line.steps
    found: list[list[Outcome]] = []
    send = [
        threading.Thread(target=lambda: found.append(run(service, name, several(count))))
        for _ in range(8)
    ]
    for thread in send:
        thread.start()
    for thread in send:
        thread.join()
    assert [steps(each) for each in found] == [[*range(before + 1, before + 1 + count)]] * 8
    assert service.combat(name).line.steps == before + count
    log_of(start(), name)


# --- long batches -----------------------------------------------------------------------------


def test_a_long_batch_stops_at_the_first_refusal_for_good(start: Start) -> None:
    service = start()
    name = opened(service)
    before = service.combat(name).line.steps
    commands = several(WHOLE + 60, line_85=NOT_BERTS_GO)
    outcomes = run(service, name, commands)
    assert steps(outcomes) == [*range(before + 1, before + 85), 0]
    assert json.loads(outcomes[-1].problem)["line"] == 85
    # Later on the line would do, but the batch is over.
    say(service, name, c.Answer(who="ana", about="turn", choice="end"))
    ends = log_of(service, name)
    assert run(service, name, commands) == run(start(), name, commands) == outcomes
    assert log_of(start(), name)[:1] == ends[:1]


def test_a_long_batch_that_is_refused_at_once_says_so_for_good(start: Start) -> None:
    service = start()
    name = opened(service)
    before = log_of(service, name)
    commands = several(WHOLE + 1, line_1=NOT_BERTS_GO)
    [only] = run(service, name, commands)
    assert (only.step, json.loads(only.problem)["line"]) == (0, 1)
    assert run(start(), name, commands) == [only]
    ends = log_of(start(), name)
    assert (ends[0], ends[1]) == (before[0], before[1] + 1)


def test_others_have_their_turn_between_two_chunks(start: Start) -> None:
    service = start()
    name = opened(service)
    found = run_of(service, name, several(WHOLE + 60))
    own: list[int] = []
    others = 0
    for chunk in found.chunks():
        own += steps(chunk)
        say(service, name, c.Note(note="I too."))
        others += 1
    assert others > 2 and len(own) == WHOLE + 60
    assert service.combat(name).line.steps >= len(own) + others
    assert steps(run(service, name, several(WHOLE + 60))) == own


def test_with_a_head_nobody_comes_between_two_chunks(start: Start) -> None:
    service = start()
    name = opened(service)
    seen = service.token(service.combat(name), OPERATOR)
    commands = several(WHOLE + 60)
    found = run_of(service, name, commands, expected=seen).chunks()
    first = next(found)
    say(service, name, typed(0))
    assert "went on" in json.loads(next(found)[-1].problem)["why"]
    assert next(found, None) is None
    assert len(run(service, name, commands, expected=seen)) == len(first) + 1


# --- where it is cut off ----------------------------------------------------------------------


@pytest.mark.parametrize("count", [30, WHOLE + 40])
def test_a_batch_that_was_cut_off_goes_on_where_it_was(
    start: Start, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """The database goes away before a chunk is stored, or right after; then a retry comes."""
    whole = start()
    alone = opened(whole)
    run(whole, alone, several(count))
    for nth in (1, 3):
        for lost in ("before", "after"):
            service = start()
            name = opened(service)
            before = service.combat(name).line.steps
            with monkeypatch.context() as patched, suppress(Unavailable):
                break_at(patched, service, nth, lost)
                run(service, name, several(count))
            for restarted in (False, True):
                again = start() if restarted else service
                outcomes = run(again, name, several(count))
                assert steps(outcomes) == [*range(before + 1, before + 1 + count)]
                log_of(again, name)
                assert again.combat(name).line.entries == again.combat(alone).line.entries


def break_at(monkeypatch: pytest.MonkeyPatch, service: Service, nth: int, lost: str) -> None:
    """Lose the database at the nth transaction from now on."""
    append, seen = service.log.append, [0]

    def breaking(*said: Any) -> Any:
        seen[0] += 1
        if seen[0] == nth and lost == "before":
            raise Unavailable("The database went away.")
        if seen[0] == nth:
            reply_lost_after(monkeypatch, service.log)
        return append(*said)

    monkeypatch.setattr(service.log, "append", breaking)
