"""Asking a combat: the named questions, questions in SQL, their answers as tables and as CSV."""

from __future__ import annotations

from flask import Response, request

from api.pages.layout.api_client import answer, answer_or_trouble, response_of
from api.pages.layout.links import file_name
from api.pages.layout.render import address_values, combat_page
from api.pages.review.moments import turns_of
from api.web.route_table import CSV, Call
from api.web.routes import query
from domain.ruleset.ruleset import Ruleset
from projections.story.landmarks import landmarks
from projections.wording.game_words import name_of, pool_word

FIELDS = ("named", "sql", "who", "round", "clause", "at")


def get_ask(call: Call) -> Response:
    """The forms that ask, and the answer to what was asked."""
    said, known = address_values(*FIELDS), answer(call, query.get_queries).value
    wanted = bool(said["named"] or said["sql"].strip())
    found, trouble = answer_or_trouble(call, query.get_query, said, wanted)
    with call.lock_combat() as (combat, sight):
        moment = sight.moment(sight.node)
        members = moment.combat.roster.members.values()
        entries = sight.seen_entries(range(1, len(sight) + 1))
        marks = landmarks(entries, combat.rules, name_of(moment.combat))
        turns = tuple(turns_of(sight, marks, combat.rules))
    people = tuple((m.subject, m.name) for m in members if m.kind != "side")
    return combat_page(
        "ask",
        call,
        said=said,
        known=known,
        found=found,
        trouble=trouble,
        people=people,
        turns=turns,
        names={**_words(combat.rules), **dict(people)},
        query=request.query_string.decode("ascii", "replace"),
        chosen=next((one for one in known["named"] if one["name"] == said["named"]), None),
    )


def _words(rules: Ruleset) -> dict[str, str]:
    """What the game calls what stands in the tables by its key."""
    pools = {pool.name: pool_word(rules, pool.name) for pool in rules.pools}
    states = {kind.name: kind.says for kind in rules.conditions}
    return {m.name: m.name for m in rules.manoeuvres} | states | pools


def get_ask_csv(call: Call) -> Response:
    """The answer as a table for a spreadsheet."""
    found = answer(call, query.get_query, address_values(*FIELDS), accepts=CSV)
    return response_of(found, file_name(call, "answer.csv"))
