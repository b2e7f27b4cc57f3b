"""The open question as people at the table ask it: about whom who is down, or about which deed."""

from __future__ import annotations

from api.pages.forms.button_words import DOWN
from api.read.combat_state import Waiting
from domain.ruleset.ruleset import Ruleset
from domain.state.combat import Combat
from domain.state.exchange import Doing
from projections.wording.game_words import (
    NameOf,
    act_words,
    capital,
    deed_noun,
    join_with_and,
    name_of,
)


def question_words(waiting: Waiting | None, combat: Combat, rules: Ruleset) -> Waiting | None:
    """Return the open question in the words of the page, and what is under way in its own."""
    question = combat.exchange.question()
    if waiting is None or question is None:
        return waiting
    name, whose = name_of(combat), str(question.params.get("whose", ""))
    if waiting.about == DOWN and whose in combat.roster.members:
        says = f"{capital(name(whose))} is down. Does {name(whose)} get a turn?"
        return waiting._replace(says=says)
    acts = combat.exchange.acts
    told = {act_words(act, name): _told(act, rules, name) for act in acts.values()}
    waiting = waiting._replace(
        acts=tuple(told.get(act, act) for act in waiting.acts),
        declared=tuple(told.get(act, act) for act in waiting.declared),
    )
    act = acts.get(waiting.on)
    if act is None or not rules.free_acts:
        return waiting
    asks = f"Do you react to {deed_noun(rules, name, act)}?"
    if _is_in_own_words(act, rules):
        asks = f"{_told(act, rules, name)}. Do you react?"
    return waiting._replace(says=asks)


def _is_in_own_words(act: Doing, rules: Ruleset) -> bool:
    """True for a deed that its doer told in words of their own."""
    manoeuvre = rules.manoeuvre(act.manoeuvre)
    return manoeuvre is not None and manoeuvre.says_results and bool(act.params.get("what"))


def _told(act: Doing, rules: Ruleset, name: NameOf) -> str:
    """Return an act in words, in those of its doer where there are any: `Ann taunts at Golem`."""
    if not _is_in_own_words(act, rules):
        return act_words(act, name)
    at = f" at {join_with_and(map(name, act.targets))}" if act.targets else ""
    return f"{capital(name(act.who))} {act.params['what']}{at}"
