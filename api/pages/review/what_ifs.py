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
from api.pages.table.submit import submit_form
from api.web.route_table import Call
from api.web.routes import what_if
from api.web.routes.catalogue import get_combats
from api.web.schemas.response_bodies import CombatRow
from api.web.validation import MOST_ROWS
from projections.changes.preview import QUIET
from projections.changes.replay_frames import Frame

_FIELDS = (
    Field("one:at", "text", "Right after entry", optional=True, hint="Left empty, it is now."),
    Field("text:title", "text", "What is tried, in a few words", optional=True),
)


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
    made = what_ifs_of(call)
    form = None
    if call.caller.viewer.role != "spectator":
        with call.lock_combat() as (combat, sight):
            form = press(call, combat, sight).form({}, "Try it out", head="", fields=_FIELDS)
    return combat_page("what_if", call, what_ifs=made, form=form, trouble=trouble)


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
    return combat_page(
        "compare", call, found=found, trouble=trouble, said=said, what_ifs=what_ifs_of(call)
    )
