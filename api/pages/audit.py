"""The audit on a page: tables with pictures, each entry a link; and what may be taken along."""

from __future__ import annotations

from flask import Response, request

from api.contract import CSV, HTML, MARKDOWN, Call
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


def get_audit(call: Call) -> Response:
    """The audit of a combat as its reader sees it."""
    again = "rejudge" in request.args
    if again and not call.caller.viewer.is_referee:
        raise Problem("forbidden", "Only the referee has steps decided again. Ask the referee.")
    with call.held() as (combat, sight):
        seen, rules = read(combat, sight), combat.rules
    found = report([facts(call.service, seen)])
    rejudged = [rejudged_combat(lambda: call.service.held(call.combat))] if again else []
    pictured = {one.name: _told(one, rules) for one in pictures(found)}
    return leaf(
        "audit", call, parts=tuple(_worded(part, rules) for part in sections(found, rejudged)),
        pictured=pictured, drawn={name: drawn(one) for name, one in pictured.items()},
        again=again, entry=ENTRY,
    )  # fmt: skip


def _worded(part: Section, rules: Ruleset) -> Section:
    """A section with the game's own word for a round at the head of its columns."""
    around = word(rules, "round")
    headings = tuple(heading.replace("round", around) for heading in part.headings)
    return part._replace(headings=headings)


def _told(picture: Picture, rules: Ruleset) -> Picture:
    """A picture with the game's own word for a round in its labels."""
    was, becomes = ", round ", f", {word(rules, 'round')} "
    labels = tuple(label.replace(was, becomes) for label in picture.labels)
    return picture._replace(labels=labels, says=picture.says.replace(was, becomes))


def get_audit_file(call: Call) -> Response:
    """The audit in one file: a page that stands by itself, or Markdown."""
    media = {"md": MARKDOWN, "html": HTML}.get(call.path["form"])
    if media is None:
        raise Problem("not-found", "The audit comes as audit.html or audit.md.")
    answer = auditing.get_audit(call._replace(query=auditing.How(), accepts=media))
    return sent(answer, f"{call.combat}-audit.{call.path['form']}")


def get_postings(call: Call) -> Response:
    """Every change of a pool, for a spreadsheet."""
    answer = auditing.get_postings_csv(call._replace(accepts=CSV))
    return sent(answer, f"{call.combat}-postings.csv")


def get_bundle(call: Call) -> Response:
    """The evidence in one file, with the program that verifies it."""
    return sent(evidence.get_bundle(call._replace(query=asked(evidence.For))))
