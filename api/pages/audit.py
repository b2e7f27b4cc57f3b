"""The audit on a page: tables with pictures, each entry a link; and what may be taken along."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, request

from api.contract import CSV, HTML, MARKDOWN, Call, long_read
from api.pages.leaves import asked, leaf, sent
from api.problems import Problem
from api.rejudging import rejudged_combat
from api.reports.collecting import facts, read
from api.reports.pictures import Picture, drawn, pictures
from api.routes import auditing, evidence
from domain.ruleset import Ruleset
from projections.audit import report
from projections.audit_text import Section, sections
from projections.words import word

ENTRY = "entry"
"""The heading of a column whose cells are numbers of entries."""

_PLACE = re.compile(r"([0-9.]+)(?: \(([A-Za-z0-9_-]+)\))?")
"""An entry, and its combat where there are several."""


@long_read("audits")
def get_audit(call: Call) -> Response:
    """The audit of a combat as its reader sees it."""
    again = "rejudge" in request.args
    if again and not call.caller.viewer.is_referee:
        raise Problem("forbidden", "Only the referee has steps decided again. Ask the referee.")
    with call.held() as (combat, sight):
        seen, rules = read(combat, sight), combat.rules
    found = report([facts(call.service, seen)])
    rejudged = [rejudged_combat(lambda: call.service.held(call.combat))] if again else []
    of = auditing.Audit(found, tuple(rejudged))
    return leaf("audit", call, again=again, **told(of, call.combat, rules))


def told(found: auditing.Audit, combat: str, rules: Ruleset | None) -> dict[str, Any]:
    """What the parts of an audit are drawn from, in the words of a game if all are of one.

    `way` leads from a cell to the moment that it names: of `combat`, or of that named in the cell.
    """
    pictured = {one.name: _pictured(one, rules) for one in pictures(found.report)}
    return {
        "parts": tuple(_worded(part, rules) for part in sections(*found)),
        "pictured": pictured,
        "drawn": {name: drawn(one) for name, one in pictured.items()},
        "way": lambda heading, cell: _way(combat, heading, cell),
    }


def _way(combat: str, heading: str, cell: str) -> str:
    """The address of the moment that a cell names; nothing for any other cell."""
    named = _PLACE.fullmatch(cell) if heading == ENTRY else None
    if named is None:
        return ""
    return f"/combats/{named[2] or combat}/replay?at={named[1]}&by=entry&through=1"


def _worded(part: Section, rules: Ruleset | None) -> Section:
    """A section with the game's own word for a round at the head of its columns."""
    around = word(rules, "round") if rules else "round"
    headings = tuple(heading.replace("round", around) for heading in part.headings)
    return part._replace(headings=headings)


def _pictured(picture: Picture, rules: Ruleset | None) -> Picture:
    """A picture with the game's own word for a round in its labels."""
    if rules is None:
        return picture
    was, becomes = ", round ", f", {word(rules, 'round')} "
    labels = tuple(label.replace(was, becomes) for label in picture.labels)
    return picture._replace(labels=labels, says=picture.says.replace(was, becomes))


def get_audit_file(call: Call) -> Response:
    """The audit in one file: a page that stands by itself, Markdown, or a table."""
    media = form_of(call)
    answer = auditing.get_audit(call._replace(query=auditing.How(), accepts=media))
    return sent(answer, f"{call.combat}-audit.{call.path['form']}")


def form_of(call: Call) -> str:
    """The media type of a file by the end of its name; raises the problem of an unknown one."""
    media = {"md": MARKDOWN, "html": HTML, "csv": CSV}.get(call.path["form"])
    if media is None:
        raise Problem("not-found", "The audit comes as audit.html, audit.md or audit.csv.")
    return media


def get_postings(call: Call) -> Response:
    """Every change of a pool, for a spreadsheet."""
    answer = auditing.get_postings_csv(call._replace(accepts=CSV))
    return sent(answer, f"{call.combat}-postings.csv")


def get_bundle(call: Call) -> Response:
    """The evidence in one file, to be checked by anybody."""
    return sent(evidence.get_bundle(call._replace(query=asked(evidence.For))))
