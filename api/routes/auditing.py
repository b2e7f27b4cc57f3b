"""Auditing: who overruled what, whether the dice were fair, and what today's rules would say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pydantic import Field

from api.contract import CSV, HTML, JSON, MARKDOWN, Answer, Call, Routes, long_read
from api.parsing import Query
from api.problems import Problem
from api.rejudging import rejudged_combat
from api.reports.cells import cells
from api.reports.collecting import facts, read
from api.shapes import plain, shape
from projections.audit import Report, report
from projections.audit_text import markdown
from projections.audited import Facts
from projections.rejudged import Rejudging

ROUTES = Routes("auditing")
NOW = {"Cache-Control": "no-store"}
SVG = "image/svg+xml"
MOST_COMBATS = 200


class Audit(NamedTuple):
    """An audit; `rejudged` says what today's rules would say, of each combat, where it is asked."""

    report: Report
    rejudged: tuple[Rejudging, ...]


class How(Query):
    """Whether to decide every step again under today's rules; the referee alone may ask that."""

    example = "rejudge=false"
    rejudge: bool = False


class Which(Query):
    """Which combats: of a game, or with words in their title or members; by default all."""

    example = "q=ford"
    q: str = Field("", max_length=200, description="Words in the title, or names of members.")
    ruleset: str | None = Field(None, max_length=80)
    rejudge: bool = False


class Drawing(Query):
    """Which picture."""

    example = "of=passed"
    of: Literal[
        "irregular", "moves", "rulings", "sources", "luck", "purposes", "unused", "passed", "turns"
    ]


@ROUTES.get("/v1/combats/<combat>/rejudged", access="referee", answers=shape(Rejudging))
@long_read("audits")
def get_rejudged(call: Call) -> Answer:
    """Every step decided again from the recorded state before it, under today's rules.

    Its recorded dice fall again, and nothing is drawn. `steps` are those that come out otherwise:
    `differs`, `refused` with the clause, `needs dice` that never fell, or `not judged` at all; with
    the `revision` under which they were played, where that is not today's. Nothing changes: the
    combat stays what was recorded.
    """
    return Answer(plain(_rejudged(call, call.combat)), NOW)


def _rejudged(call: Call, combat: str) -> Rejudging:
    return rejudged_combat(lambda: call.service.held(combat))


@ROUTES.get(
    "/v1/combats/<combat>/audit",
    access="reader",
    query=How,
    answers=shape(Audit),
    media=(JSON, HTML, MARKDOWN, CSV),
)
@long_read("audits")
def get_audit(call: Call) -> Answer:
    """The audit of a combat, of what the caller sees.

    Overrides, irregularities and corrections; moves of the head by person; rulings by clause; on
    whose word dice fell, and how likely such luck is, counted exactly; what was left unused,
    reactions let pass, the longest goes. As JSON, or with `Accept: text/html` (pictures in it) or
    `text/markdown` as a page, or with `text/csv` as a line for each cell of its tables.
    """
    if call.query.rejudge and not call.caller.viewer.is_referee:
        raise Problem("forbidden", "Only the referee has steps decided again. Ask the referee.")
    found = _one(call)
    rejudged = (_rejudged(call, call.combat),) if call.query.rejudge else ()
    return _shown(call, found, rejudged)


def _one(call: Call) -> Report:
    return report([_facts(call)])


def _facts(call: Call) -> Facts:
    with call.held() as (combat, sight):
        seen = read(combat, sight)
    return facts(call.service, seen)


def _shown(call: Call, found: Report, rejudged: Sequence[Rejudging]) -> Answer:
    """A report in the form that is asked for."""
    if call.accepts == MARKDOWN:
        return Answer(raw=markdown(found, rejudged).encode(), headers=NOW, media=MARKDOWN)
    if call.accepts == HTML:
        from api.reports.page import page

        made = page(found, rejudged)
        headers = {**NOW, "Content-Security-Policy": made.policy}
        return Answer(raw=made.html, headers=headers, media=HTML)
    if call.accepts == CSV:
        return Answer(raw=cells(found, rejudged), headers=NOW, media=CSV)
    return Answer(plain(Audit(found, tuple(rejudged))), NOW)


@ROUTES.get(
    "/v1/combats/<combat>/audit/picture",
    access="reader",
    query=Drawing,
    media=(SVG,),
    problems=("not-found",),
)
@long_read("audits")
def get_audit_picture(call: Call) -> Answer:
    """A picture of the audit, as SVG, with its title and a description in words."""
    from api.reports.pictures import PICTURES, drawn

    picture = PICTURES[call.query.of](_one(call))
    if not picture.labels:
        raise Problem("not-found", "There is nothing to be drawn yet.")
    made = drawn(picture)
    headers = {**NOW, "Content-Security-Policy": made.policy}
    return Answer(raw=made.svg, headers=headers, media=SVG)


@ROUTES.get("/v1/combats/<combat>/postings.csv", access="reader", media=(CSV,))
@long_read("audits")
def get_postings_csv(call: Call) -> Answer:
    """Every change of a pool that the caller sees, as CSV, those that were undone marked."""
    from api.reports.postings import postings

    with call.held() as (combat, sight):
        entries, rules = sight.seen(range(1, len(sight) + 1)), combat.rules
    return Answer(raw=postings(entries, rules), headers=NOW, media=CSV)


@ROUTES.get(
    "/v1/audit",
    access="operator",
    query=Which,
    answers=shape(Audit),
    media=(JSON, HTML, MARKDOWN, CSV),
)
@long_read("audits")
def get_campaign_audit(call: Call) -> Answer:
    """The audit of many combats taken together: a campaign, a game, or all, 200 at most.

    Those that changed last are in it. People go by their names. Samples are left out unless they
    are looked for, and what-ifs always.
    """
    found = of_campaign(call)
    return _shown(call, found.report, found.rejudged)


def of_campaign(call: Call) -> Audit:
    """The audit of the combats that are meant."""
    names = list(_campaign(call))
    found = report([_facts(call._replace(combat=name)) for name in names])
    rejudged = [_rejudged(call, name) for name in names] if call.query.rejudge else []
    return Audit(found, tuple(rejudged))


def _campaign(call: Call) -> Iterator[str]:
    """The combats that are meant, the first first."""
    query: Which = call.query
    rows = call.service.log.combats(query.q, ruleset=query.ruleset, limit=MOST_COMBATS)
    counted = (row for row in reversed(rows) if not row.origin)
    return (row.combat for row in counted if query.q or not row.sample)
