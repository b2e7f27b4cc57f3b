"""The audit of many combats as one campaign: those of a game, or with words in their title."""

from __future__ import annotations

from flask import Response

from api.contract import Call, long_read
from api.pages.audit import form_of, told
from api.pages.leaves import asked, sent, style_name
from api.pages.sheets import page
from api.routes import auditing
from domain.ruleset import Ruleset


@long_read("audits")
def get_campaign(call: Call) -> Response:
    """What several fights come to, people by their names, and what narrows it."""
    query: auditing.Which = asked(auditing.Which)
    found = auditing.of_campaign(call._replace(query=query))
    said = {"q": query.q, "ruleset": query.ruleset or ""}
    fights = len(found.report.fights)
    place = found.report.fights[0].combat if fights == 1 else ""
    return page(
        "campaign",
        call,
        second=style_name(),
        said=said,
        games=call.service.rulesets(),
        asked={name: value for name, value in said.items() if value},
        again=query.rejudge,
        many="1 combat" if fights == 1 else f"{fights} combats",
        **told(found, place, _one_game(call, found)),
    )


def _one_game(call: Call, found: auditing.Audit) -> Ruleset | None:
    """The game that they all are of, whose words are used then."""
    titles = {fight.ruleset for fight in found.report.fights}
    games = (rules for rules in call.service.rulesets().values() if {rules.title} == titles)
    return next(games, None)


def get_campaign_file(call: Call) -> Response:
    """The same in one file."""
    media = form_of(call)
    answer = auditing.get_campaign_audit(call._replace(query=asked(auditing.Which), accepts=media))
    return sent(answer, f"audit.{call.path['form']}")
