"""A fight from a file: what is in it is shown first, and a button opens it."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from api.pages.forms.files import MOST, FileReading, importers
from api.pages.layout.api_client import answer
from api.pages.layout.render import Trouble, page
from api.transfer.import_file import recognised_by
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.routes.import_file import post_import as import_file
from domain.rosters.lines import decode

MOST_KIB = MOST // 1024
LARGER = "Import larger ones with the command `combatlog import`."


class Sent(NamedTuple):
    """A file as it was sent: its bytes, its name, its format, and whether it was read before."""

    raw: bytes
    name: str
    kind: str
    confirmed: bool


def get_import(
    call: Call, trouble: Trouble | None = None, reading: FileReading | None = None
) -> Response:
    """The form for a file, with what was read or went wrong just now."""
    formats = dict(importers(call))
    return page(
        "import",
        call,
        scripted=True,
        trouble=trouble,
        reading=reading,
        formats=formats,
        chosen=request.form.get("as", "") if trouble else "",
        exported=bool(reading and reading.report["kind"] == "export"),
    )


def post_import(call: Call) -> Answer:
    """Show what is in a file, or open the fight that was shown and confirmed."""
    try:
        sent = _sent()
        report = _imported(call, sent)
    except Problem as problem:
        return get_import(call, Trouble(problem))
    if sent.confirmed:
        return redirect(f"/combats/{report['combat']}", 303)
    text = decode(sent.raw)[0]
    return get_import(call, reading=FileReading(text, sent.name, sent.kind, "", report))


def _sent() -> Sent:
    """Return the file of the form; raise Problem for none, or one that is too large."""
    form, file = request.form, request.files.get("file")
    if file is not None and file.filename:
        raw, name, confirmed = file.read(MOST + 1), file.filename, False
        file.close()
    else:
        # A form sends every end of a line as two signs.
        text = form.get("text", "").replace("\r\n", "\n")
        raw, name, confirmed = text.encode(), form.get("name", ""), True
    if not raw:
        raise Problem("bad-request", "No file was chosen. Choose one, or drop it on the field.")
    if len(raw) > MOST:
        raise Problem("bad-request", f"The file has more than {MOST_KIB} KiB. {LARGER}")
    known = recognised_by(raw, name)
    kind = form.get("as") or (known[0] if len(known) == 1 else "")
    return Sent(raw, name[-200:], kind, confirmed)


def _imported(call: Call, sent: Sent) -> Any:
    """Return the report of the API; until it is confirmed, nothing is opened."""
    dry = "" if sent.confirmed else "1"
    lines = sent.raw.splitlines(keepends=True)
    asked = {"dry-run": dry, "name": sent.name, "as": sent.kind}
    return answer(call, import_file, asked, lines=lines).value
