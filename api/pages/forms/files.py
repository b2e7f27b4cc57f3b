"""Files of other programs on a page: what is in one is shown before anybody joins."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import request

from api.pages.layout.api_client import answer
from api.pages.layout.session import check_form
from api.service.service import Service
from api.transfer.import_file import recognised_by
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.routes.import_file import get_importers
from api.web.routes.rosters import post_combat_import
from domain.rosters.lines import decode

MOST = 1024 * 1024
"""Bytes of a file that a page takes; the command line takes more."""
_WITH_FIELDS = 2 * MOST


class FileReading(NamedTuple):
    """A file that was read: its text for the button that confirms, and the report about it."""

    text: str
    name: str
    kind: str
    only: str
    report: Any

    @property
    def places(self) -> list[str]:
        """Every place that was interpreted or left out, as sentences."""
        found = (each for each in self.report["findings"] if each["how"] != "imported")
        return [f"{each['at']}{_of(each['who'])}: {each['how']}. {each['said']}" for each in found]

    @property
    def imported(self) -> int:
        """How many places were taken as they stand."""
        return sum(each["how"] == "imported" for each in self.report["findings"])


def _kind_of(raw: bytes, name: str) -> str:
    """Return the one format that a file has by its content; empty where that is not clear."""
    known = recognised_by(raw, name)
    return known[0] if len(known) == 1 else ""


def _of(who: str) -> str:
    return f" ({who})" if who else ""


def check_file_form(service: Service) -> None:
    """Raise the problem of a form with a file that does not come from a page of ours."""
    request.max_content_length = _WITH_FIELDS
    request.max_form_memory_size = _WITH_FIELDS
    check_form(service)


def importers(call: Call) -> list[tuple[str, str]]:
    """Return each format that can be chosen: its name, and what it reads."""
    return [(each["name"], each["reads"]) for each in answer(call, get_importers).value["items"]]


def read_sent_file(call: Call) -> FileReading:
    """Read the file of a form, or bring in the one that was read before and is confirmed."""
    form, sent = request.form, request.files.get("file")
    if sent is not None and sent.filename:
        raw, name, dry = sent.read(MOST + 1), sent.filename, "1"
        sent.close()
    else:
        raw, name, dry = form.get("text", "").encode(), form.get("name", ""), ""
    if not raw or len(raw) > MOST:
        size = f"A page takes files of up to {MOST} bytes." if raw else "Choose a file."
        raise Problem("bad-request", f"{size} Larger ones come in by `combatlog import`.")
    kind, only = form.get("as") or _kind_of(raw, name), form.get("only", "")
    query = {"dry-run": dry, "name": name[-200:], "as": kind, "only": only}
    found = answer(call, post_combat_import, query, lines=[raw]).value
    return FileReading(decode(raw)[0], name, kind, only, found)
