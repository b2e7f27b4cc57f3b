"""Auditing: who overruled what, whether the dice were fair, and what today's rules would say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple

from pydantic import Field

from api.combats.open_combat import OpenCombat
from api.read.entries import person_name, words
from api.read.reports.audit_charts import PICTURES
from api.read.reports.csv_tables import cells
from api.read.reports.pool_charts import bars
from api.read.step_audits import rejudged_combat
from api.web.call import best_form
from api.web.problems import Flaw, Problem
from api.web.route_table import CSV, HTML, JSON, MARKDOWN, Answer, Call, Routes, long_read
from api.web.schemas.json_schema import plain, shape
from api.web.validation import At, Query, invalid
from domain import commands as c
from domain import events as e
from projections.audit.findings import Facts, audit_facts
from projections.audit.markdown import markdown
from projections.audit.report import AuditReport, report
from projections.audit.step_audits import Rejudging
from projections.visibility.visible_log import SeenEntry

ROUTES = Routes("auditing")
SVG = "image/svg+xml"
MOST_COMBATS = 200


class Audit(NamedTuple):
    """An audit; `rejudged` says what today's rules would say, of each combat, where it is asked."""

    report: AuditReport
    rejudged: tuple[Rejudging, ...]


Picture = Literal[
    "irregular", "moves", "rulings", "sources", "luck", "purposes", "unused", "passed", "turns"
]


class How(At):
    """How an audit is made."""

    example = "rejudge=false"
    rejudge: bool = Field(
        False,
        description="Decide every step again from the recorded state before it, under today's"
        " rules; for the referee.",
    )
    picture: Picture | None = Field(None, description="This picture of it alone, as SVG.")


class Which(Query):
    """Which combats: of a campaign or a game, with words in title or members; by default all."""

    example = "q=ford"
    q: str = Field("", max_length=200, description="Words in the title, or names of members.")
    ruleset: str | None = Field(None, max_length=80)
    campaign: c.Word | None = Field(None, description="Those of this campaign.")
    rejudge: bool = False


def _rejudging_of(call: Call) -> Rejudging:
    @contextmanager
    def held() -> Iterator[OpenCombat]:
        with call.lock_combat() as (combat, _):
            yield combat

    return rejudged_combat(held)


@ROUTES.get(
    "audit",
    "reader",
    query=How,
    answers=shape(Audit),
    media=(JSON, HTML, MARKDOWN, CSV, SVG),
    problems=("not-found",),
)
@long_read("audits")
def get_audit(call: Call) -> Answer:
    """The audit of a combat, of what the caller sees.

    When: a table looks back on a fight, or doubts that it was fair.

    Overrides, irregularities and corrections; moves of the head by person; rulings by clause; on
    whose word dice fell, and how likely such luck is, counted exactly; what was left unused,
    reactions let pass, the longest goes. Dice that another program reported are no evidence of luck
    here: they are counted only by whose word they fell.

    As JSON, or with `Accept: text/html` (pictures in it) or `text/markdown` as a page, or with
    `text/csv` as a line for each cell of its tables. With `picture` it is one picture as SVG, with
    its title and a description in words.

    With `rejudge` each step is decided again. Its recorded dice fall again, and nothing is drawn.
    `steps` are those that come out otherwise: `differs`, `refused` with the clause, `needs dice`
    that never fell, or `not judged` at all; with the `revision` under which they were played, where
    that is not today's. Nothing changes: the combat stays what was recorded.
    """
    if call.query.picture:
        return _picture(call, call.query.picture)
    if call.accepts == SVG:
        missing = "Say which picture."
        raise invalid([Flaw(parameter="picture", code="missing", detail=missing)])
    return _audit_answer(call, of_combat(call, call.query.rejudge))


def _picture(call: Call, wanted: Picture) -> Answer:
    best_form((SVG,))
    picture = PICTURES[wanted](report([_facts(call)]))
    if not picture.labels:
        raise Problem("not-found", "There is nothing to be drawn yet.")
    return Answer(raw=bars(picture).svg, media=SVG)


def of_combat(call: Call, rejudge: bool) -> Audit:
    """Return the audit of a combat; only the referee has its steps decided again."""
    if rejudge and not call.caller.viewer.is_referee:
        raise Problem("forbidden", "Only the referee has steps decided again. Ask the referee.")
    found = report([_facts(call)])
    return Audit(found, (_rejudging_of(call),) if rejudge else ())


def _facts(call: Call) -> Facts:
    """What an audit is made of, with names of people and the words written to entries."""
    with call.lock_combat() as (combat, sight):
        rules, seqs = combat.rules, range(1, len(sight) + 1)
        entries, texts = sight.seen_entries(seqs), [sight.text(seq) for seq in seqs]
    # Play goes on meanwhile.
    return audit_facts(call.combat, entries, rules, dict(_words_of(call, entries, texts)))


def _words_of(
    call: Call, entries: Sequence[SeenEntry], texts: Sequence[str]
) -> Iterator[tuple[str, str]]:
    for entry, text in zip(entries, texts, strict=True):
        if isinstance(event := entry.event, e.SeatOpened):
            yield event.person, person_name(call.service, call.combat, event.person)
        if (note := entry.entry.meta.note) is not None:
            yield note.id, words(call.service, call.combat, text)


def is_scripted(call: Call) -> bool:
    """True for a sample: its dice were written with its story."""
    row = call.service.log.catalogue_row(call.combat) if call.combat else None
    return bool(row and row.sample)


def _audit_answer(call: Call, found: Audit) -> Answer:
    """An audit in the form that is asked for."""
    scripted = is_scripted(call)
    if call.accepts == MARKDOWN:
        return Answer(raw=markdown(*found, scripted).encode(), media=MARKDOWN)
    if call.accepts == HTML:
        from api.read.reports.audit_html import POLICY, page

        headers = {"Content-Security-Policy": POLICY}
        return Answer(raw=page(*found, scripted), headers=headers, media=HTML)
    if call.accepts == CSV:
        return Answer(raw=cells(*found), media=CSV)
    return Answer(plain(found))


@ROUTES.get(
    "/v1/audit", "operator", query=Which, answers=shape(Audit), media=(JSON, HTML, MARKDOWN, CSV)
)
@long_read("audits")
def get_campaign_audit(call: Call) -> Answer:
    """The audit of many combats taken together: a campaign, a game, or all, 200 at most.

    When: you look back on many fights, or check a new edition of rules against them.

    Those that changed last are in it. People go by their names. Samples are left out unless they
    are looked for, and what-ifs always.
    """
    return _audit_answer(call, of_campaign(call, call.query))


def of_campaign(call: Call, which: Which) -> Audit:
    """Return the audit of the combats that are meant, the first first."""
    rows = call.service.log.combats(
        which.q, ruleset=which.ruleset, campaign=which.campaign, limit=MOST_COMBATS
    )
    counted = (row for row in reversed(rows) if not row.origin)
    names = [row.combat for row in counted if which.q or not row.sample]
    calls = [call._replace(combat=name) for name in names]
    found = report(list(map(_facts, calls)))
    return Audit(found, tuple(map(_rejudging_of, calls)) if which.rejudge else ())
