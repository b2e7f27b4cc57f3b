"""Why a number is what it is, on a page or in a sheet over the table."""

from __future__ import annotations

from flask import Response, request

from api.contract import Call
from api.looking import look_of
from api.pages.sheets import page
from api.pages.table import common
from api.parsing import query
from api.problems import Problem
from api.routes.explaining import Asking
from api.routes.reading import node_at, place_of
from projections.explaining import Unclear, explain


def get_explain(call: Call) -> Response:
    """The parts that a number is made of, each with its entry; without the frame for a sheet."""
    asked = query(Asking, {name: request.args.getlist(name) for name in request.args})
    assert isinstance(asked, Asking)
    with call.held() as (combat, sight):
        node = sight.node if asked.at is None else node_at(sight, asked.at)
        try:
            found = explain(
                look_of(combat, sight, node), asked.what, lambda number: place_of(sight, number)
            )
        except Unclear as unclear:
            raise Problem("not-found", f"This cannot be told: {unclear.why}.") from unclear
    alone = "HX-Request" in request.headers
    return page(
        "explained" if alone else "explain", call, found=found, at=asked.at or "", alone=alone,
        **common(call),
    )  # fmt: skip
