"""Audit pages: tables with pictures, each entry a link; of one combat, or of many as a campaign."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Response, request

from api.pages.layout.api_client import answer, response_of
from api.pages.layout.fight_names import fight_names
from api.pages.layout.links import file_name
from api.pages.layout.render import combat_page, page, page_query
from api.read.reports.audit_charts import pictures
from api.read.reports.plain_audit import plain_report, plain_section
from api.read.reports.pool_charts import bars
from api.web.problems import Problem
from api.web.route_table import CSV, HTML, MARKDOWN, Call, long_read
from api.web.routes import audit, evidence
from api.web.routes.explain import get_ledger
from domain.ruleset.ruleset import Ruleset
from projections.audit.findings import AuditedEntry
from projections.audit.markdown import HOW_COUNTED, sections
from projections.wording.game_words import rule, word

ENTRY = "entry"
"""The heading of a column whose cells are numbers of entries."""

_PLACE = re.compile(r"([0-9.]+)(?: \(([A-Za-z0-9_-]+)\))?")
"""An entry, and its combat where there are several."""

_NARROWS = ("q", "ruleset", "campaign")
"""What may narrow a campaign, by its names in the address."""

_PLAIN = {"combat": "fight", "of": "whose", "95 in 100": "on 95 of 100 evenings", "p": "chance (p)"}
"""Headings in the words of pages."""


class Cell(NamedTuple):
    """A cell of a table: its words, and the address of the moment that it names, if any."""

    says: str
    way: str = ""


@long_read("audits")
def get_audit(call: Call) -> Response:
    """The audit of a combat as its reader sees it."""
    again = "rejudge" in request.args
    found = audit.of_combat(call, again)
    with call.lock_combat() as (combat, _):
        games = {combat.rules.title: combat.rules}
    said = audit_context(found, games, _names(call, found), audit.is_scripted(call))
    return combat_page("audit", call, again=again, **said)


@long_read("audits")
def get_campaign(call: Call) -> Response:
    """What several fights come to, people by their names, and what narrows it."""
    asked, again = _which(), "rejudge" in request.args
    which = page_query(audit.Which, *_NARROWS)
    found = audit.of_campaign(call, which.model_copy(update={"rejudge": again}))
    fights, games = found.report.fights, call.service.rulesets()
    titles = {rules.title: rules for rules in games.values()}
    return page(
        "audit_of_many",
        call,
        said={"q": "", "ruleset": "", "campaign": "", **asked},
        games=games,
        asked=asked,
        again=again,
        many="1 fight" if len(fights) == 1 else f"{len(fights)} fights",
        **audit_context(found, titles, _names(call, found)),
    )


def _names(call: Call, found: audit.Audit) -> dict[str, str]:
    """Return what the audited fights are called, by combat."""
    rows = (call.service.log.catalogue_row(fight.combat) for fight in found.report.fights)
    return fight_names(row for row in rows if row)


def _which() -> dict[str, str]:
    """What narrows a campaign, of what the address says."""
    return {name: said for name in _NARROWS if (said := request.args.get(name, "").strip())}


def audit_context(
    found: audit.Audit,
    games: Mapping[str, Ruleset],
    names: Mapping[str, str],
    scripted: bool = False,
) -> dict[str, Any]:
    """Return what the parts of an audit are drawn from, in the words of a game if all are of one.

    `games` are rulesets by their titles, `names` what fights are called, by combat.
    """
    played = {fight.combat: fight.ruleset for fight in found.report.fights}
    shown = plain_report(found.report, names, lambda one: _clause_words(one, played, games))
    one_game = (
        games.get(next(iter(played.values()), "")) if len(set(played.values())) == 1 else None
    )
    around = word(one_game, "round") if one_game else "round"
    parts = (plain_section(part, shown) for part in sections(shown, found.rejudged, scripted))
    return {
        "parts": tuple(
            part._replace(
                headings=tuple(_PLAIN.get(h, h.replace("round", around)) for h in part.headings)
            )
            for part in parts
        ),
        "charts": {p.name: bars(p.in_words_of(around)) for p in pictures(shown)},
        "cell": lambda heading, cell: _cell(heading, cell, names),
        "how_counted": HOW_COUNTED,
    }


def _clause_words(
    one: AuditedEntry, played: Mapping[str, str], games: Mapping[str, Ruleset]
) -> str:
    """Return the clause of an entry with its title, and with its game where there are several."""
    game = played[one.combat]
    title = games[game].clause_title(one.clause) if game in games else ""
    cited = rule(one.clause, title)
    return f"{cited} ({game})" if cited and len(set(played.values())) > 1 else cited


def _cell(heading: str, cell: str, names: Mapping[str, str]) -> Cell:
    """Return a cell as people read it; an entry of one of several fights by the name of that."""
    named = _PLACE.fullmatch(cell) if heading == ENTRY else None
    if named is None:
        return Cell(cell)
    combat = named[2] or next(iter(names))
    says = f"{names[combat]}, entry {named[1]}" if named[2] else cell
    return Cell(says, f"/combats/{combat}/replay?at={named[1]}&by=entry&through=1")


# --- files ---------------------------------------------------------------------------------


def get_audit_file(call: Call) -> Response:
    """The audit in one file: a page that stands by itself, Markdown, or a table."""
    found = answer(call, audit.get_audit, accepts=_media(call))
    return response_of(found, file_name(call, f"audit.{call.path['form']}"))


def get_campaign_file(call: Call) -> Response:
    """The same of many combats."""
    found = answer(call, audit.get_campaign_audit, _which(), accepts=_media(call))
    return response_of(found, f"audit.{call.path['form']}")


def _media(call: Call) -> str:
    """Return the media type of a file by the end of its name; raise Problem of an unknown one."""
    media = {"md": MARKDOWN, "html": HTML, "csv": CSV}.get(call.path["form"])
    if media is None:
        raise Problem("not-found", "The audit comes as audit.html, audit.md or audit.csv.")
    return media


def get_postings(call: Call) -> Response:
    """Every change of a pool, for a spreadsheet."""
    found = answer(call, get_ledger, {"undone": "true"}, accepts=CSV)
    return response_of(found, file_name(call, "postings.csv"))


def get_bundle(call: Call) -> Response:
    """The evidence in one file, to be checked by anybody."""
    found = answer(call, evidence.get_evidence, request.args, accepts=evidence.ZIP)
    return response_of(found, "evidence.zip")
