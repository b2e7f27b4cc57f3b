"""Audit pages: tables with pictures, each entry a link; of one combat, or of many as a campaign."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, request

from api.pages.layout.api_client import answer, response_of
from api.pages.layout.render import combat_page, page
from api.read.reports.audit_charts import pictures
from api.read.reports.pool_charts import bars
from api.web.problems import Problem
from api.web.route_table import CSV, HTML, MARKDOWN, Call, long_read
from api.web.routes import audit, evidence
from api.web.routes.explain import get_ledger
from domain.ruleset.ruleset import Ruleset
from projections.audit.markdown import sections
from projections.wording.game_words import word

ENTRY = "entry"
"""The heading of a column whose cells are numbers of entries."""

_PLACE = re.compile(r"([0-9.]+)(?: \(([A-Za-z0-9_-]+)\))?")
"""An entry, and its combat where there are several."""


@long_read("audits")
def get_audit(call: Call) -> Response:
    """The audit of a combat as its reader sees it."""
    again = "rejudge" in request.args
    found = audit.of_combat(call, again)
    with call.lock_combat() as (combat, _):
        rules = combat.rules
    said = audit_context(found, call.combat, rules, audit.is_scripted(call))
    return combat_page("audit", call, again=again, **said)


@long_read("audits")
def get_campaign(call: Call) -> Response:
    """What several fights come to, people by their names, and what narrows it."""
    asked, again = _which(), "rejudge" in request.args
    found = audit.of_campaign(call, audit.Which(**asked, rejudge=again))
    fights, games = found.report.fights, call.service.rulesets()
    titles = {fight.ruleset for fight in fights}
    one_game = next((rules for rules in games.values() if {rules.title} == titles), None)
    return page(
        "audit_of_many",
        call,
        said={"q": "", "ruleset": "", "campaign": "", **asked},
        games=games,
        asked=asked,
        again=again,
        many="1 combat" if len(fights) == 1 else f"{len(fights)} combats",
        **audit_context(found, fights[0].combat if len(fights) == 1 else "", one_game),
    )


def _which() -> dict[str, str]:
    """What narrows a campaign, of what the address says."""
    return {
        name: said for name in ("q", "ruleset", "campaign") if (said := request.args.get(name, ""))
    }


def audit_context(
    found: audit.Audit, combat: str, rules: Ruleset | None, scripted: bool = False
) -> dict[str, Any]:
    """Return what the parts of an audit are drawn from, in the words of a game if all are of one.

    `way` leads from a cell to the moment that it names: of `combat`, or of that named in the cell.
    """
    around = word(rules, "round") if rules else "round"
    return {
        "parts": tuple(
            part._replace(headings=tuple(h.replace("round", around) for h in part.headings))
            for part in sections(*found, scripted)
        ),
        "charts": {p.name: bars(p.in_words_of(around)) for p in pictures(found.report)},
        "way": lambda heading, cell: _way(combat, heading, cell),
    }


def _way(combat: str, heading: str, cell: str) -> str:
    """The address of the moment that a cell names; nothing for any other cell."""
    named = _PLACE.fullmatch(cell) if heading == ENTRY else None
    if named is None:
        return ""
    return f"/combats/{named[2] or combat}/replay?at={named[1]}&by=entry&through=1"


# --- files ---------------------------------------------------------------------------------


def get_audit_file(call: Call) -> Response:
    """The audit in one file: a page that stands by itself, Markdown, or a table."""
    found = answer(call, audit.get_audit, accepts=_media(call))
    return response_of(found, f"{call.combat}-audit.{call.path['form']}")


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
    return response_of(found, f"{call.combat}-postings.csv")


def get_bundle(call: Call) -> Response:
    """The evidence in one file, to be checked by anybody."""
    return response_of(answer(call, evidence.get_evidence, request.args, accepts=evidence.ZIP))
