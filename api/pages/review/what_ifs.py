"""What-ifs on pages: those made of a combat, one more, and what differs between two moments."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from werkzeug.wrappers import Response as Answer

from api.pages.forms.fields import Field
from api.pages.forms.options import press
from api.pages.layout.api_client import answer, answer_or_trouble
from api.pages.layout.render import Trouble, address_values, combat_page
from api.pages.table.submit import submit_form
from api.web.route_table import Call
from api.web.routes import what_if
from api.web.routes.combats import get_combats
from api.web.schemas.response_bodies import CombatRow
from api.web.validation import MOST_ROWS

_FIELDS = (
    Field("one:at", "text", "Right after entry", optional=True, hint="Left empty, it is now."),
    Field("text:title", "text", "What is tried, in a few words", optional=True),
)


def what_ifs_of(call: Call) -> list[CombatRow]:
    """Return the what-ifs that the viewer has made of a combat, those that changed last first."""
    found = answer(call, get_combats, {"origin": call.combat, "limit": str(MOST_ROWS)}).value
    return list(found.items)


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
