"""Playing: what the caller may do next, and doing it, exactly once."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from pydantic import Field

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.read.entries import caused_json
from api.read.offers import Offers, offers
from api.service.dry_run import dry_run, of_command
from api.service.service import Receipt, Request, Stale
from api.web.batch import MOST_BYTES, BatchPreview, BatchResult, answer_batch
from api.web.conditional import REPLAYED, etag_headers, expected_head, stale
from api.web.examples import BY_TYPE
from api.web.problems import Problem, legal_values
from api.web.route_table import JSON, NDJSON, Answer, Call, Routes
from api.web.schemas.entries import CommandResult
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.request_bodies import MOVES, AnyCommand, command_of
from api.web.validation import At, Dry
from domain import commands as c
from domain.ruleset.scene import Scene
from domain.state.viewer import Viewer
from domain.table.dispute_procedure import pausing_dispute
from projections.changes.preview import Preview
from projections.wording.game_words import names_in

ROUTES = Routes("play")


class Eyes(At):
    """Through whose eyes: the caller's own, or for the referee those of a seat."""

    seat: str | None = Field(None, max_length=80, description="For the referee: as this seat.")


@ROUTES.get("options", "reader", query=Eyes, answers=Offers, revalidates=True)
def get_options(call: Call) -> Answer:
    """Everything that the caller may do next, in the order to offer it.

    Each option is a command with blanks. Fill them in and send it: whatever fits is accepted, but
    for dice that showed other faces before. What is about the table is no option: notes, undo,
    seats, disputes. Nor is joining and leaving, or the referee's own hand: `adjust`, `roll`,
    `report`. A deed may have `results` and `rolls` as well, which are no blanks. While play waits
    for the table, there are none. A label is made of `says` and of
    the names of `who`, `toward`, `using`, `targets` and `on`.
    """
    with call.lock_combat() as (combat, _):
        viewer = eyes(call, combat)
        head = call.service.token(combat, viewer)
        still = call.service.waits(combat) or pausing_dispute(combat.table.disputes)
        waits = "+waits" if still else ""
        headers = etag_headers(call, head + waits)
        scene = Scene(combat.view(viewer), combat.rules)
        may = call.service.may(combat, viewer)
        found = [each for option in may for each in offers(option, scene)]
        names = names_in(scene.combat)
    return Answer({"head": head, "names": names, "options": found}, headers)


def eyes(call: Call, combat: OpenCombat) -> Viewer:
    """Return the viewer whose sight is asked for; raise the problem of a seat not theirs."""
    seat: str | None = call.query.seat
    if seat is None:
        return call.caller.viewer
    if not call.caller.viewer.is_referee:
        raise Problem("forbidden", "Only the referee looks through the eyes of another seat.")
    if seat not in combat.table.seats:
        legal = legal_values(combat.table.seats)
        raise Problem("not-found", "There is no such seat here.", legal=legal)
    return combat.table.seats[seat].viewer


@ROUTES.post(
    "commands",
    "player",
    body=AnyCommand,
    query=Dry,
    takes=(NDJSON,),
    most=MOST_BYTES,
    answers=CommandResult | shape(Preview) | BatchResult | BatchPreview,
    media=(JSON, NDJSON),
    problems=("refused", "too-many"),
    head=True,
    once=True,
    example=BY_TYPE["act"],
)
def post_command(call: Call) -> Answer:
    """Say what somebody does, answers or wants; it becomes one step of the log, or is refused.

    With an `Idempotency-Key` it is carried out once, however often it is sent. With `If-Match` it
    is carried out only if nothing happened since. Commands that move the head, or may, demand it:
    `rewind`, `ask-undo`, `correct`, `correct-number`, `rule-dispute`. Heads differ from seat to
    seat; quotes around them may be left out.

    With `dry-run=1` nothing is stored and no die falls: the answer tells what would come of it, as
    far as the caller may know, as though all agreed who must. The ETag is the head, for `If-Match`;
    the note may be left out.

    A batch is sent as `application/x-ndjson`, a command on each line, under one key. Each is a step
    of its own. Up to 200 lines are carried out all, or none; only dice of the service that fell
    stay, with what led to them. A longer batch, up to 5,000 lines, runs until a line is refused:
    `stopped` says where and why. Between its chunks others play on; with `If-Match` it stops where
    they did. The same key answers the same again, and goes on where a batch was cut off. With
    `Accept: application/x-ndjson` each line is answered as it is carried out.
    """
    if call.body is None:
        return answer_batch(call)
    if call.accepts == NDJSON:
        raise Problem("not-acceptable", "One command is answered as JSON: `application/json`.")
    command = command_of(call.body)
    return _dry_run_answer(call, command) if call.query.dry == "1" else carry_out(call, command)


LONG = (c.Correct, c.CorrectNumber, c.Contest, c.AnswerDispute, c.RuleDispute)
"""Commands of which a dry run decides many steps again."""


def dry_run_lane(call: Call, command: c.Command) -> AbstractContextManager[Any]:
    """Return the lane in which a command is tried: one at a time of what takes long."""
    return call.lanes.hold_lane("dry runs", call.caller) if isinstance(command, LONG) else _FREE


_FREE = nullcontext()


def _dry_run_answer(call: Call, command: c.Command) -> Answer:
    """Answer what a command would do."""
    viewer, service = call.caller.viewer, call.service
    with dry_run_lane(call, command), call.lock_combat() as (combat, sight):
        request = Request(command, viewer, expected=expected_head(call, combat, demanded=False))
        try:
            service.check(combat, request)
        except Stale as error:
            raise stale(call, combat) from error
        found = dry_run(service, combat, sight, viewer, of_command(command))
        return Answer(plain(found), {"ETag": f'"{service.token(combat, viewer)}"'})


def carry_out(call: Call, command: c.Command) -> Answer:
    """Carry a command out, and answer what it caused."""
    moves = isinstance(command, MOVES)
    with call.service.lock_combat(call.combat) as combat:
        request = Request(
            command,
            call.caller.viewer,
            call.caller.seat,
            call.key,
            call.raw,
            expected_head(call, combat, demanded=moves),
        )
        try:
            receipt = call.service.say(call.combat, request)
        except Stale as error:
            raise stale(call, combat) from error
        # The first secret of a combat gives those who may see it a log of their own.
        sight = call.sights.of(combat, call.caller.viewer)
        return _receipt(call, combat, sight, receipt, _noted(combat, command))


def _noted(combat: OpenCombat, command: c.Command) -> list[str]:
    """The pointers to traits of a sheet that are kept, and that no rule reads."""
    kind, given = "", {}
    if isinstance(command, c.Join):
        kind, given = command.kind, command.traits
    elif isinstance(command, c.Edit):
        member = combat.head.roster.get(command.who)
        kind, given = member.kind if member else "", command.traits or {}
    return list(combat.rules.sheet_of(kind).noted(given))


def _receipt(
    call: Call, combat: OpenCombat, sight: Sight, receipt: Receipt, noted: list[str]
) -> Answer:
    head = call.service.token(combat, call.caller.viewer)
    # Behind the lock, what was just carried out is all that came after it began.
    last = combat.last_step(receipt.step) if receipt.replayed else combat.line.steps
    value: dict[str, Any] = {
        "step": combat.numbers.step(receipt.step, call.caller.viewer),
        "replayed": receipt.replayed,
        "head": head,
        "entries": caused_json(call.service, combat, sight, receipt.step, last),
    }
    headers = {"ETag": f'"{head}"'}
    if receipt.replayed:
        value["standing"] = standing(combat, receipt.step, call)
        headers[REPLAYED] = "true"
    if receipt.tokens:
        value["tokens"] = receipt.tokens
    if noted:
        value["noted"] = noted
    return Answer(value, headers)


def standing(combat: OpenCombat, step: int, call: Call) -> str:
    """Whether a step is on the line of play, or which step undid it."""
    line = combat.line
    if not line.is_play(step) or line.standing(step):
        return "on the line"
    later = range(line.steps, step, -1)
    after = (line.step_of(line.node_after(line.last(n - 1))) for n in later)
    undoing = next(n for n, head in zip(later, after, strict=True) if line.is_ancestor(step, head))
    return f"undone by step {combat.numbers.step(undoing, call.caller.viewer)}"
