"""Batches over HTTP: a command on each line, and what became of each of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from typing import Any

from flask import g
from pydantic import Field, TypeAdapter

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.read.entries import caused_json
from api.service.batch import MOST_WHOLE, Batch, BatchRun, Line, Outcome, Stop
from api.service.dry_run import dry_run_batch
from api.service.service import Request, Stale
from api.web import validation
from api.web.conditional import REPLAYED, expected_head, stale
from api.web.error_mapping import as_problem, as_problems
from api.web.problems import Problem, ProblemDetails
from api.web.request_scope import request_id
from api.web.route_table import JSON, NDJSON, Answer, Call
from api.web.schemas.entries import Entry
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.request_bodies import MOVES, AnyCommand, command_of
from api.web.schemas.response_bodies import Shape
from projections.changes.preview import Preview

MOST_LINES = 5_000
MOST_BYTES = 4 * 1024 * 1024
MOST_LINE = 64 * 1024
"""Bytes of a line, as of a body with one command."""

_COMMAND: TypeAdapter[Any] = TypeAdapter(AnyCommand)


class BatchLine(Shape):
    """What a line of a batch caused, as its sender sees it: its first hundred entries."""

    line: int
    step: int
    head: str = Field(description="The head after it.")
    entries: list[Entry]
    tokens: dict[str, str] | None = Field(None, description="New tokens by seat, shown once.")


class BatchStop(Shape):
    """The line at which a batch stopped, and why; it and all after it were not carried out."""

    line: int
    problem: ProblemDetails


class BatchResult(Shape):
    """What a batch caused. As NDJSON its items come first, and this last without them."""

    items: list[BatchLine] = []
    done: int = Field(description="How many lines were carried out.")
    stopped: BatchStop | None = None
    replayed: bool = Field(description="True where all of it was carried out before.")
    head: str = Field(
        description="The head now, for `If-Match`: the last one known where the database went away."
    )


class BatchPreview(Shape):
    """What a batch would do; fewer lines are `done` where dice have to fall first."""

    done: int
    preview: shape(Preview)  # type: ignore[valid-type]


def answer_batch(call: Call) -> Answer:
    """Carry out a batch, or try it, and answer what became of its lines."""
    lines, digest = _read_lines(call)
    if call.query.dry == "1":
        return _tried(call, lines)
    with call.service.lock_combat(call.combat) as combat:
        moves = any(isinstance(line.command, MOVES) for line in lines)
        expected = expected_head(call, combat, demanded=moves)
        head = call.service.token(combat, call.caller.viewer)
    who = call.caller.viewer, call.caller.seat
    request = Request(lines[0].command, *who, call.key, digest, expected)
    batch = Batch(lines, request, _explainer(call, lines))
    with ExitStack() as held:
        if not batch.is_whole:
            held.enter_context(call.lanes.hold_lane("batches", call.caller))
        run = BatchRun(call.service, call.combat, batch)
        chunks = _rendered(call, run)
        # What is refused as a whole is an answer of its own: it has to come before any line.
        first = next(chunks)
        if call.accepts == NDJSON:
            written = _written(call, run, chain([first], chunks), head)
            return Answer(raw=Streamed(written, held.pop_all()), media=NDJSON)
        return _whole_answer(call, run, [*first, *(row for rows in chunks for row in rows)])


# --- what is sent -----------------------------------------------------------------------------


def _read_lines(call: Call) -> tuple[list[Line], bytes]:
    """Return the commands of a batch, and a hash of what was sent; raise the first flaw's problem.

    Lines that are empty count as lines, but are none.
    """
    sent, found = hashlib.sha256(NDJSON.encode()), list[Line]()
    for number, raw in enumerate(call.lines, start=1):
        sent.update(raw)
        if raw.strip():
            found.append(Line(number, _command(number, raw)))
        if len(found) > MOST_LINES:
            said = f"The batch is too large. Send at most {MOST_LINES} commands at once."
            raise Problem("too-large", said)
    if not found:
        raise Problem("bad-json", "The batch is empty. Send a command, as JSON, on each line.")
    return found, sent.digest()


def _command(number: int, raw: bytes) -> Any:
    if len(raw) > MOST_LINE:
        said = f"The line is too long. A command has at most {MOST_LINE} bytes."
        raise Problem("too-large", said).at_line(number)
    try:
        return command_of(validation.body(_COMMAND, raw, JSON, ""))
    except Problem as problem:
        raise problem.at_line(number) from problem


def _explainer(call: Call, lines: Sequence[Line]) -> Callable[[int, Exception], Stop]:
    """Return what makes a problem of an error at a line, as it is stored for those who retry."""
    asked_by, commands = g.request_id, {line.number: line.command for line in lines}

    def explain(number: int, error: Exception) -> Stop:
        problem = _problem(call._replace(body=commands[number]), error).at_line(number)
        return Stop(problem, json.dumps(problem.details(asked_by)))

    return explain


def _problem(call: Call, error: Exception) -> Problem:
    if isinstance(error, Stale):
        with call.service.lock_combat(call.combat) as combat:
            problem = stale(call, combat)
        # What was missed may have words in it, which are stored nowhere else but beside the log.
        del problem.members["missed"]
        return problem
    try:
        with as_problems(call):
            raise error
    except Problem as problem:
        return problem


# --- what is answered -------------------------------------------------------------------------


def _rendered(call: Call, run: BatchRun) -> Iterator[list[dict[str, Any]]]:
    """Carry a batch out; yield what some more lines caused."""
    chunks = run.chunks()
    while True:
        try:
            chunk = next(chunks, None)
        except Stale as error:
            with call.service.lock_combat(call.combat) as combat:
                raise stale(call, combat) from error
        if chunk is None:
            return
        with call.lock_combat() as (combat, sight):
            rows = [_row(call, combat, sight, each) for each in chunk if not each.problem]
        yield rows


def _row(call: Call, combat: OpenCombat, sight: Sight, done: Outcome) -> dict[str, Any]:
    viewer, line = call.caller.viewer, combat.line
    row: dict[str, Any] = {
        "line": done.line,
        "step": combat.numbers.step(done.step, viewer),
        "head": call.service.token(combat, viewer, line.node_after(line.last(done.last))),
        "entries": caused_json(call.service, combat, sight, done.step, done.last),
    }
    return row | ({"tokens": done.tokens} if done.tokens else {})


def _head_now(call: Call) -> str:
    with call.service.lock_combat(call.combat) as combat:
        return call.service.token(combat, call.caller.viewer)


def _result(run: BatchRun, items: Sequence[dict[str, Any]], head: str) -> dict[str, Any]:
    return {
        "items": items,
        "done": len(run.outcomes) - bool(run.stopped),
        "stopped": _stopped(run.stopped) if run.stopped else None,
        "replayed": run.is_replayed,
        "head": head,
    }


def _stopped(stop: Outcome) -> dict[str, Any]:
    """Say from which line on nothing was carried out, and why."""
    problem = json.loads(stop.problem)
    stands = f"Nothing from line {stop.line} on was carried out."
    problem["detail"] = problem["detail"].replace("Nothing has changed.", stands)
    if problem["line"] != stop.line:
        # What stood when the line at fault was decided was taken back with the lines before it.
        problem = {name: said for name, said in problem.items() if name not in ("window", "entry")}
    return {"line": stop.line, "problem": problem}


def _whole_answer(call: Call, run: BatchRun, items: Sequence[dict[str, Any]]) -> Answer:
    found = _result(run, items, _head_now(call))
    again = {REPLAYED: "true"} if run.is_replayed else {}
    return Answer(found, {"ETag": f'"{found["head"]}"', **again})


def _written(
    call: Call, run: BatchRun, chunks: Iterator[list[dict[str, Any]]], head: str
) -> Iterator[bytes]:
    """Yield each line as it is carried out, and at the end what became of the batch.

    `head` is the one before the first line, for a batch that ends before another is known.
    """
    stop: dict[str, Any] = {}
    try:
        for rows in chunks:
            head = rows[-1]["head"] if rows else head
            yield _ndjson(rows)
        head = _head_now(call)
    except Exception as error:
        # The answer has begun: what went wrong can only stand in it. The combat may be out of
        # reach, so the last line says what is known without it.
        made = as_problem(error)
        if not isinstance(made, Problem):
            raise
        stop = _cut_off(run, made)
    yield _ndjson([_result(run, [], head) | stop])


def _cut_off(run: BatchRun, problem: Problem) -> dict[str, Any]:
    """Return where a problem ended a batch; empty where it came after the batch's own end."""
    if (line := run.next_line) is None:
        return {}
    return {"stopped": {"line": line, "problem": problem.at_line(line).details(request_id())}}


def _ndjson(rows: Sequence[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


class Streamed(Iterator[bytes]):
    """An answer that is written line by line, and gives back what it holds when it ends."""

    def __init__(self, lines: Iterator[bytes], held: ExitStack):
        self._lines, self._held = lines, held

    def __next__(self) -> bytes:
        try:
            return next(self._lines)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give back what is held, wherever the answer ended."""
        self._held.close()


# --- dry runs ---------------------------------------------------------------------------------


def _tried(call: Call, lines: Sequence[Line]) -> Answer:
    """Answer what a batch would do; raise the problem of the first line that is refused."""
    if len(lines) > MOST_WHOLE:
        raise Problem("too-large", f"A dry run takes at most {MOST_WHOLE} lines. Send fewer.")
    if move := next((line for line in lines if isinstance(line.command, MOVES)), None):
        said = "A dry run of a batch moves no head. Try this command alone."
        raise Problem("refused", said).at_line(move.number)
    viewer, service = call.caller.viewer, call.service
    # What would be legal instead is known for the head alone, not for a line further on.
    explain = _explainer(call._replace(combat=""), lines)
    batch = Batch(lines, Request(lines[0].command, viewer), explain)
    with call.lanes.hold_lane("dry runs", call.caller), call.lock_combat() as (combat, sight):
        expected = expected_head(call, combat, demanded=False)
        if expected and expected != service.token(combat, viewer):
            raise stale(call, combat)
        done, found = dry_run_batch(service, combat, sight, batch)
        headers = {"ETag": f'"{service.token(combat, viewer)}"'}
    return Answer({"done": done, "preview": plain(found)}, headers)
