"""A form is sent: it becomes a command on the same way as one of the API, exactly once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from api.pages.forms.deed_row import with_damage
from api.pages.forms.fields import command_from_form
from api.pages.forms.named_lines import with_ids
from api.pages.forms.options import form_id
from api.pages.layout.api_client import answer, answer_batch
from api.pages.layout.render import Trouble
from api.pages.table import referee, seats, table
from api.pages.table.combatant_forms import check_newcomer, newcomer_id
from api.pages.table.pool_by_hand import POOL_BY_HAND, change_of_pool, first_pools
from api.pages.table.table import lines_since
from api.web import validation
from api.web.error_mapping import as_problems
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.routes.commands import post_command
from projections.wording.game_words import name_of

_MOST_KEY = 64
_BEYOND = (
    "The table went on since this page was drawn, so nothing was carried out. See what happened,"
    " and choose again."
)
Shown = Callable[[Call, Trouble | None], Response]

BACK: Mapping[str, Shown] = {
    "table": table.render_page,
    "referee": referee.get_referee,
    "seats": seats.get_seats,
}
"""The pages that forms stand on: where one is sent back to."""


FORM_PAGES: Mapping[str, str] = {
    "act": "",
    "door": "/seats",
    "roster": "/referee",
    "file": "/referee",
    "share": "/summary",
    "again": "/summary",
}
"""The page that the forms of an address stand on, for who loads that address again."""


def post_act(call: Call) -> Answer:
    """Carry out what a form says, then send back to the page; refused, the page says why."""
    back = request.form.get("back", "")
    back, was_over = (back if back in BACK else "table"), _is_over(call)
    here = call.combat + ("" if back == "table" else f"/{back}")

    def way(_: Any) -> str:
        return f"{call.combat}/summary" if _is_over(call) and not was_over else here + _came()

    return submit_form(call, BACK[back], way)


def get_form_page(call: Call) -> Answer:
    """Lead from an address that forms are sent to, such as `act`, to the page they stand on."""
    page = FORM_PAGES.get(request.path.rpartition("/")[2], "")
    return redirect(f"/combats/{call.combat}{page}" if call.combat else "/", 303)


def _came() -> str:
    """Return what the referee's page is told of somebody who has come in."""
    name, command = request.form.get("text:name", ""), request.form.get("command", "")
    is_join = '"type": "join"' in command and request.form.get("back") == "referee"
    return f"?{urlencode({'came': name})}" if is_join else ""


def _is_over(call: Call) -> bool:
    """True where the fight has ended, as far as its sender may know."""
    with call.lock_combat() as (combat, _):
        return combat.view(call.caller.viewer).roster.ended


def submit_form(
    call: Call,
    shown: Shown,
    way: Callable[[Any], str],
    carry_out: Callable[[Call, dict[str, Any]], Any] | None = None,
) -> Answer:
    """Carry out the form that was sent and go on from there; refused, its page says why.

    `way` leads to a combat or a page of it, by what the API answered.
    """
    try:
        with as_problems(call):
            said = (carry_out or say)(call, submitted_command(call))
    except Problem as problem:
        sent, stale = request.form, problem.kind.slug == "stale"
        missed = lines_since(call, sent.get("head", "")) if stale else ()
        of, wanted = form_id(sent.get("command", "")), sent.get("button", "")
        return shown(call, Trouble(problem, of, sent, missed, wanted))
    if isinstance(said, dict) and said.get("tokens"):
        return seats.get_seats(call, tokens=said["tokens"])
    return redirect(f"/combats/{way(said)}", 303)


def submitted_command(call: Call) -> dict[str, Any]:
    """Return the command of the form that was sent, not yet checked."""
    command = command_from_form(request.form)
    _check_shapes(command)
    if command.get("type") == POOL_BY_HAND:
        with call.lock_combat() as (combat, _):
            return change_of_pool(combat.rules, command, request.form)
    if command.get("type") == "join":
        with call.lock_combat() as (combat, _):
            roster = combat.head.roster
        if call.caller.viewer.is_referee:
            check_newcomer(command, roster)
        command["subject"] = newcomer_id(command, roster)
    if "damage" in command or (command.get("type") == "act" and "targets" in command):
        command = with_damage(command, *first_pools(call))
    if "results" in command or "rolls" in command:
        with call.lock_combat() as (combat, _):
            names = name_of(combat.view(call.caller.viewer))
            here = combat.view(call.caller.viewer).roster.present()
        command = with_ids(command, {member.subject: names(member.subject) for member in here})
    return command


_SHAPES: Mapping[str, type | tuple[type, ...]] = {
    "damage": (int, str),
    "params": dict,
    **dict.fromkeys(("targets", "results", "commands"), list),
}
"""What members of a command are that the pages work with before the API checks them."""


def _check_shapes(command: Mapping[str, Any]) -> None:
    """Raise the problem of a command that no form of ours says."""
    said = {name: it for name in _SHAPES if (it := command.get(name)) is not None}
    wrong = [name for name, it in said.items() if not isinstance(it, _SHAPES[name])]
    if wrong or not all(isinstance(one, str) for one in said.get("targets", ())):
        raise Problem("bad-request", "The form's command is damaged. Load the page again.")


def say(call: Call, command: Mapping[str, Any]) -> Any:
    """Return what the API answers to a command; raise the problem of one that it refuses."""
    key = request.form.get("key", "")
    if not validation.idempotency_key(key) or len(key) > _MOST_KEY:
        raise Problem("bad-request", "The form came without its key. Load the page again.")
    try:
        head = request.form.get("head", "")
        if command.get("type") == "all":
            return answer_batch(call, command.get("commands") or (), head=head, key=key)
        return answer(call, post_command, body=command, head=head, key=key).value
    except Problem as problem:
        if problem.kind.slug in ("stale", "key-reused"):
            raise Problem("stale", _BEYOND) from problem
        raise
