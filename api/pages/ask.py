"""Asking a combat: the named questions, questions in SQL, their answers as tables and as CSV."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.contract import CSV, JSON, Call
from api.pages.leaves import asked, leaf, sent
from api.pages.sheets import Trouble
from api.problems import Problem
from api.routes import questions
from domain.ruleset import Ruleset
from projections.words import label, pool_word

FIELDS = ("named", "sql", "who", "round", "clause", "at")


def get_ask(call: Call) -> Response:
    """The forms that ask, and the answer to what was asked."""
    said = {name: request.args.get(name, "") for name in FIELDS}
    known = questions.get_questions(call).value
    found, trouble = _answer(call) if said["named"] or said["sql"].strip() else (None, None)
    with call.held() as (combat, sight):
        members = sight.moment(sight.node).combat.roster.members.values()
        people = tuple((m.subject, m.name) for m in members if m.kind != "side")
        names = {**_words(combat.rules), **dict(people)}
    return leaf(
        "ask",
        call,
        said=said,
        known=known,
        found=found,
        trouble=trouble,
        people=people,
        names=names,
        query=request.query_string.decode("ascii", "replace"),
        chosen=next((one for one in known["named"] if one["name"] == said["named"]), None),
    )


def _answer(call: Call) -> tuple[Any, Trouble | None]:
    """The answer, or why there is none."""
    try:
        query = asked(questions.Asked)
        return questions.get_answer(call._replace(query=query, accepts=JSON)).value, None
    except Problem as problem:
        return None, Trouble(problem)


def _words(rules: Ruleset) -> dict[str, str]:
    """What the game calls what stands in the tables by its key."""
    pools = {pool.name: pool_word(rules, pool.name) for pool in rules.pools}
    states = {kind.name: kind.says for kind in rules.conditions}
    return {m.name: label(m.name) for m in rules.manoeuvres} | states | pools


def get_ask_csv(call: Call) -> Response:
    """The answer as a table for a spreadsheet."""
    answer = questions.get_answer(call._replace(query=asked(questions.Asked), accepts=CSV))
    return sent(answer, f"{call.combat}-answer.csv")
