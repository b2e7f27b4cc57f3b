"""What differs between two moments, of one combat or of two combats of one game."""

from __future__ import annotations

from flask import Response, request

from api.contract import Call
from api.pages.leaves import asked, leaf
from api.pages.sheets import Trouble
from api.problems import Problem
from api.routes import what_ifs

FIELDS = ("at", "with", "with_at")


def get_comparison(call: Call) -> Response:
    """What differs between two moments, and the form that chooses them."""
    said = {name: request.args.get(name, "") for name in FIELDS}
    made = what_ifs.get_what_ifs(call).value.items
    found, trouble = None, None
    if any(said.values()):
        try:
            query = asked(what_ifs.Beside, said)
            found = what_ifs.get_comparison(call._replace(query=query)).value
        except Problem as problem:
            trouble = Trouble(problem)
    with call.held() as (_, sight):
        last, members = sight.last, sight.moment(sight.node).combat.roster.members.values()
    return leaf(
        "compare",
        call,
        found=found,
        trouble=trouble,
        said=said,
        what_ifs=made,
        newest=last,
        names={m.subject: m.name for m in members},
    )
