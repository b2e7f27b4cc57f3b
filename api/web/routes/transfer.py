"""Export of a combat: the whole of it as a file."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from api.transfer.write_export import export
from api.web.problems import Problem
from api.web.route_table import NDJSON, Answer, Call, Routes
from api.web.schemas.response_bodies import Shape
from api.web.validation import Query, YesNo

ROUTES = Routes("carrying")


class Keyed(Query):
    """Whether the keys of the combat travel along."""

    keys: YesNo = Field("0", description="1: with its keys; for the operator alone.")


class ExportLine(Shape):
    """A line of an export: a header, a person, a text, an entry or a trailer, with its sum."""

    model_config = Shape.model_config | {"extra": "allow"}

    line: Literal["header", "person", "text", "entry", "trailer"]
    sum: str = Field(pattern=r"^[0-9a-f]{64}$")


@ROUTES.get("export", "referee", query=Keyed, answers=ExportLine, media=(NDJSON,))
def get_export(call: Call) -> Answer:
    """The whole combat as a file: every entry as it was sealed, hidden ones and words included.

    When: a combat moves to another server, or is kept as a file.

    With its keys it can go on elsewhere, and a person with the file can foresee its dice.
    """
    keyed = call.query.keys == "1"
    if keyed and not call.caller.is_operator:
        raise Problem("forbidden", "Only the operator may take the keys of a combat along.")
    headers = {"Content-Disposition": f'attachment; filename="{call.combat}.ndjson"'}
    return Answer(raw=export(call.service, call.combat, keyed=keyed), headers=headers, media=NDJSON)
