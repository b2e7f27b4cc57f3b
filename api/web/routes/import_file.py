"""Import: an export of ours, or a file of another program, told apart by their content."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain
from typing import Annotated, NamedTuple

from pydantic import Field

from api.transfer.file_report import FileReport, Wanted
from api.transfer.format import MOST_EXPORT
from api.transfer.import_combat import Taken, take_in
from api.transfer.import_file import MOST_FILE, bring_in, read_file
from api.web.problems import Problem
from api.web.route_table import JSON, NDJSON, TEXT, Answer, Call, Routes
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.response_bodies import Listing
from api.web.validation import Dry, Paged, page_of
from domain.importers import all_importers
from domain.importers.importer import NotReadable
from domain.rosters.known import NOTHING_KNOWN, KnownNames

ROUTES = Routes("carrying")
SEPARATOR = ";"
FORMS = (TEXT, NDJSON, JSON)
"""Media types of files; what a file is follows from its content."""


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


class Importers(Listing):
    """Every importer, those of installed packages as well."""

    items: list[shape(ImporterRow)]  # type: ignore[valid-type]


@ROUTES.get("/v1/importers", "anyone", query=Paged, answers=Importers)
def get_importers(call: Call) -> Answer:
    """Every format of other programs that can be brought in.

    When: you offer to import files of other programs.
    """
    rows = [ImporterRow(each.name, each.reads, each.gives) for each in all_importers().values()]
    items, cursor = page_of(call.query, rows)
    return Answer({"items": plain(items), "next": cursor})


@ROUTES.post(
    "/v1/import",
    "operator",
    query=Brought,
    answers=Annotated[shape(Taken) | shape(FileReport), Field(discriminator="kind")],
    takes=FORMS,
    most=MOST_EXPORT,
    problems=("refused", "spoilt", "another"),
)
def post_import(call: Call) -> Answer:
    """Open a combat from a file: an export of combatlog, or a file of another program.

    When: a fight comes from a file.

    What it is follows from its content. An export is taken in whole or not at all: one that was cut
    short or altered is refused with the number of its first wrong line, and a combat that is here
    already, to the byte, stays as it is. A file of another program opens a combat of any game; the
    same file, or the same fight of the other program, finds the combat that was opened for it.
    """
    lines = iter(call.lines)
    first = next(lines, b"")
    whole = chain([first], lines)
    if not call.query.kind and _is_of_an_export(first):
        return Answer(plain(take_in(call.service, whole, dry=call.query.dry == "1")))
    return file_answer(call, read_whole(whole))


def _is_of_an_export(line: bytes) -> bool:
    """Whether a line is one of an export: JSON that says which kind of line it is."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and "line" in said


def read_whole(lines: Iterable[bytes]) -> bytes:
    """Return the bytes of a file; raise the problem of one that is too large."""
    raw = b"".join(lines)
    if len(raw) > MOST_FILE:
        raise Problem("too-large", f"The file is too large. Send at most {MOST_FILE} bytes.")
    return raw


def known_names(call: Call) -> KnownNames:
    """Return the names that the preset of a combat declares; none where there is no combat."""
    if not call.combat:
        return NOTHING_KNOWN
    with call.service.lock_combat(call.combat) as combat:
        return KnownNames(combat.opening_event.preset)


def file_answer(call: Call, raw: bytes) -> Answer:
    """Bring a file of another program in, and answer what came of it."""
    only = tuple(filter(None, map(str.strip, call.query.only.split(SEPARATOR))))
    wanted = Wanted(call.caller.viewer, only, call.query.dry == "1", call.query.most)
    try:
        reading = read_file(raw, call.query.name, call.query.kind, known_names(call))
        found = bring_in(call.service, call.combat, reading, wanted)
    except NotReadable as error:
        raise Problem("refused", str(error)) from error
    return Answer(plain(found))
