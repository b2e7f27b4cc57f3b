"""Files of other programs: who is there, or what happened, and the report about each place."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import Field

from api.transfer.file_report import FileReport, Wanted
from api.transfer.import_file import MOST_FILE, bring_in, read_file
from api.web.problems import Problem
from api.web.route_table import TEXT, Answer, Call, Routes
from api.web.schemas.json_schema import plain, shape
from api.web.validation import Dry
from domain.importers import all_importers
from domain.importers.importer import NotReadable

ROUTES = Routes("carrying")
SEPARATOR = ";"


class Brought(Dry):
    """How a file is read, and whom of it to bring in."""

    kind: str = Field(
        "", alias="as", max_length=80, description="The importer; empty: the one that knows it."
    )
    name: str = Field("", max_length=200, description="The name of the file, without its folder.")
    only: str = Field(
        "",
        max_length=4000,
        description=f"Names of those who join, or parts of the file, apart by `{SEPARATOR}`.",
    )
    most: int = Field(
        0,
        ge=0,
        le=100_000,
        description="Of a fight: so many new happenings at most; send it again for the rest.",
    )


class ImporterRow(NamedTuple):
    """A format of files that can be brought in: its name, what it reads, and what it gives."""

    name: str
    reads: str
    gives: str


class Importers(NamedTuple):
    """Every importer, those of installed packages as well."""

    items: tuple[ImporterRow, ...]


@ROUTES.get("/v1/importers", "anyone", answers=shape(Importers))
def get_importers(call: Call) -> Answer:
    """Every format of other programs that can be brought in."""
    rows = (ImporterRow(each.name, each.reads, each.gives) for each in all_importers().values())
    return Answer(plain(Importers(tuple(rows))))


@ROUTES.post(
    "import-file",
    "referee",
    query=Brought,
    answers=shape(FileReport),
    takes=TEXT,
    most=MOST_FILE,
    problems=("refused",),
)
def post_combat_file(call: Call) -> Answer:
    """Bring a file of another program into a combat of any game.

    Its format is recognised by its content. The report says of each place what was imported,
    interpreted, or left out. Who came in before, by the id in the other program, stays as it is.
    """
    return _answer(call)


@ROUTES.post(
    "/v1/import-file",
    "operator",
    query=Brought,
    answers=shape(FileReport),
    takes=TEXT,
    most=MOST_FILE,
    problems=("refused",),
)
def post_file(call: Call) -> Answer:
    """Open a combat of any game with a file of another program in it.

    The same file, or the same fight of the other program, finds the combat that was opened for it.
    """
    return _answer(call)


def _answer(call: Call) -> Answer:
    raw = b"".join(call.lines)
    if len(raw) > MOST_FILE:
        raise Problem("too-large", f"The file is too large. Send at most {MOST_FILE} bytes.")
    only = tuple(filter(None, map(str.strip, call.query.only.split(SEPARATOR))))
    wanted = Wanted(call.caller.viewer, only, call.query.dry == "1", call.query.most)
    try:
        reading = read_file(raw, call.query.name, call.query.kind)
        found = bring_in(call.service, call.combat, reading, wanted)
    except NotReadable as error:
        raise Problem("refused", str(error)) from error
    return Answer(plain(found))
