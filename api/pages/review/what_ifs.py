"""What-ifs on pages: those made of a combat, one more, and what differs between two moments."""

from __future__ import annotations

import textwrap
from typing import Any

from flask import Response, request
from werkzeug.wrappers import Response as Answer

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.pages.forms.fields import Field
from api.pages.forms.options import Form, press
from api.pages.layout.api_client import answer, answer_or_trouble
from api.pages.layout.render import Trouble, address_values, combat_page
from api.pages.review.moments import moment_choices, told_at
from api.pages.table.submit import submit_form
from api.web.route_table import Call
from api.web.routes import what_if
from api.web.routes.catalogue import get_combats
from api.web.schemas.response_bodies import CombatRow
from api.web.validation import MOST_ROWS
from projections.changes.preview import QUIET
from projections.changes.replay_frames import Frame

_AT = Field(
    "one:at",
    "word",
    "Begins after entry",
    optional=True,
    hint="Any entry, or the end of a turn from the list. Left empty, it is now.",
)
_TITLE = Field("text:title", "text", "What is tried, in a few words", optional=True)


def what_ifs_of(call: Call) -> list[CombatRow]:
    """Return the what-ifs that the viewer has made of a combat, those that changed last first."""
    found = answer(call, get_combats, {"origin": call.combat, "limit": str(MOST_ROWS)}).value
    return list(found.items)


def what_if_form(call: Call, combat: OpenCombat, sight: Sight, frame: Frame) -> Form | None:
    """Return the button that begins a what-if at a moment of the replay, titled by that moment."""
    if call.caller.viewer.role == "spectator":
        return None
    told = [shot.text for shot in frame.shots if shot.kind not in QUIET]
    title = textwrap.shorten(f"after “{told[-1]}”", 70, placeholder=" …”") if told else ""
    begins = {"at": frame.number, "title": title or f"from entry {frame.number}"}
    return press(call, combat, sight).form(begins, "What if from here", head="", quiet=True)


def get_what_ifs(call: Call, trouble: Trouble | None = None) -> Response:
    """Show the what-ifs of the viewer, and the form that makes another."""
    made, form = what_ifs_of(call), None
    with call.lock_combat() as (combat, sight):
        begins = {one.combat: _begins(combat, sight, str(one.origin_entry)) for one in made}
        if call.caller.viewer.role != "spectator":
            fields = _AT._replace(values=moment_choices(sight, combat.rules)), _TITLE
            form = press(call, combat, sight).form({}, "Try it out", head="", fields=fields)
    return combat_page("what_if", call, what_ifs=made, begins=begins, form=form, trouble=trouble)


def _begins(combat: OpenCombat, sight: Sight, entry: str) -> str:
    """Return where a what-if begins, with what happened there."""
    told = told_at(sight, combat.rules, entry)
    return f"entry {entry}: {told}" if told else f"entry {entry}"


def post_what_if(call: Call) -> Answer:
    """Make a what-if and open it; if that fails, the page says why."""

    def create(call: Call, body: dict[str, Any]) -> Any:
        key = request.form.get("key", "")
        return answer(call, what_if.post_what_if, body=body, key=key).value.model_dump()

    return submit_form(call, get_what_ifs, lambda made: str(made["combat"]), create)


def get_comparison(call: Call) -> Response:
    """Show what differs between two moments, of one combat or of two of a game."""
    said = address_values("at", "with", "with_at")
    found, trouble = answer_or_trouble(call, what_if.get_comparison, said, any(said.values()))
    with call.lock_combat() as (combat, sight):
        own = said["at"], said["with_at"] if not said["with"] else ""
        choices = dict(moment_choices(sight, combat.rules, own))
    what_ifs = what_ifs_of(call)
    return combat_page(
        "compare", call, found=found, trouble=trouble, said=said, choices=choices, what_ifs=what_ifs
    )
