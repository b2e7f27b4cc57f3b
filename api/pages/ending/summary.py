"""Summary page: who fell, damage, luck, times, unused points, and the recap to be copied."""

from __future__ import annotations

import secrets

from flask import Response

from api.pages.ending.share import share_link, shared_seat
from api.pages.layout.api_client import answer, response_of
from api.pages.layout.render import combat_page
from api.pages.table.summary import look
from api.web.route_table import MARKDOWN, Call, long_read
from api.web.routes.log import get_timeline
from projections.audit.summary import Summary, summary
from projections.wording.game_words import capital, join_with_and, name_of, word

_MINUTE, _HOUR = 60, 3600


@long_read("audits")
def get_summary(call: Call) -> Response:
    """The summary of a combat as its reader sees it, at its end or at any time."""
    with call.lock_combat() as (combat, sight):
        rules, moment = combat.rules, sight.moment(sight.node)
        entries = sight.seen_entries(range(1, len(sight) + 1))
        name, title = name_of(moment.combat), word(rules, "round")
        own = look(moment, rules, call.caller.viewer, drawn=False).fighters
        shared = shared_seat(call, combat) if call.caller.viewer.is_referee else None
    # Play goes on meanwhile.
    found = summary(entries, rules)
    sides = list(dict.fromkeys((*(one.somebody.side for one in own), *found.sides)))
    return combat_page(
        "summary",
        call,
        scripted=True,
        found=found,
        headline=_headline(found, [capital(name(side)) for side in found.left_standing if side]),
        sides=sides,
        round_word=title,
        took=clock_words,
        recap=response_of(answer(call, get_timeline, accepts=MARKDOWN)).get_data(as_text=True),
        shared=share_link(call, shared) if shared else "",
        key=secrets.token_hex(16),
        campaign=_campaign(call),
        may_share=call.caller.viewer.is_referee and not combat.read_only,
    )


def _campaign(call: Call) -> str:
    """Return the campaign of the fight, for those who may read it."""
    has_seat = call.caller.is_operator or call.caller.combat == call.combat
    return call.service.log.campaign_of(call.combat) if has_seat else ""


def _headline(found: Summary, left: list[str]) -> str:
    """Say how the fight ended in a sentence: which side is left, if it is one of several."""
    if not found.is_over:
        return "The fight goes on"
    alone = len(found.left_standing) == 1 and len(found.sides) > 1 and left
    return f"Left standing: {join_with_and(left)}" if alone else "The fight is over"


def clock_words(seconds: int) -> str:
    """Return a time at the table as people say it: `50 s`, `6 min 10 s`, `2 h 5 min`."""
    hours, rest = divmod(seconds, _HOUR)
    minutes, left = divmod(rest, _MINUTE)
    parts = [f"{hours} h"] if hours else []
    parts += [f"{minutes} min"] if minutes else []
    parts += [f"{left} s"] if (left and not hours) or not (hours or minutes) else []
    return " ".join(parts)
