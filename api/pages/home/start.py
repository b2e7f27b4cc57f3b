"""Home page: your fights, a new one, a way to join, and a sample that moves."""

from __future__ import annotations

import secrets

from flask import Response, request

from api.campaigns.campaign import readable_campaigns
from api.pages.home.fights import Fight, Fights, fights
from api.pages.home.new_fight import Choices, choices
from api.pages.home.sample_replay import sample_replay
from api.pages.layout.render import page
from api.web.route_table import Call

LONGEST_LIST = 300
"""Letters of the names in a choice: a window is not wider."""


def get_start(call: Call) -> Response:
    """The viewer's fights and the samples, and what begins another fight."""
    q, after = request.args.get("q", "")[:200], request.args.get("after", "")[:200]
    found = fights(call, q, after)
    is_new, offered = not (found.own or q or after), choices(call)
    return page(
        "start",
        call,
        scripted=True,
        q=q,
        fights=found,
        choices=offered,
        last_game=_last_game(found, offered),
        sources=_sources(found),
        campaigns=readable_campaigns(
            call.service, call.caller.combat, is_operator=call.caller.is_operator
        ),
        replay=sample_replay(call) if is_new else None,
        key=secrets.token_hex(16),
    )


def _last_game(found: Fights, offered: Choices) -> str:
    """Return the game of the fight that was opened last, or any game; as the form calls it."""
    if not found.own:
        return offered.any_game
    last = max(found.own, key=lambda fight: fight.row.opened_at)
    presets = (key for key, title in offered.presets if title == last.game)
    return next(presets, last.row.ruleset)


def _sources(found: Fights) -> dict[str, list[tuple[str, str]]]:
    """Return by game the fights to take fighters from: their names, titles and fighters."""
    by_game: dict[str, list[tuple[str, str]]] = {}
    for fight in (*found.samples, *found.own):
        if fight.row.members:
            by_game.setdefault(fight.game, []).append((fight.row.combat, _says(fight)))
    return by_game


def _says(fight: Fight) -> str:
    return f"{fight.row.title or 'Untitled'}: {fight.row.members}"[:LONGEST_LIST]
