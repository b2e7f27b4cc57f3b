"""Moments of a combat with its names changed: what its log names, today's rules do not have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.ruleset.scene import TABLE_SUBJECT
from domain.ruleset.stage_list import KERNEL
from domain.ruleset.windows import COMMON
from domain.state.combat import Combat
from domain.state.exchange import Doing, Question, Reply


def stages_in(combat: Combat) -> tuple[str, ...]:
    """The stages that the state names, which it has from the log."""
    asked = (question.before for question in combat.exchange.questions.values())
    return tuple(dict.fromkeys(step for step in asked if step and step not in KERNEL))


def stages_renamed(combat: Combat, old: tuple[str, ...]) -> Combat:
    """The same moment with some stages under names that are not known any more."""

    def name(stage: str) -> str:
        return f"{stage} of old" if stage in old else stage

    return _asked(combat, lambda q: q._replace(before=name(q.before)))


def windows_renamed(combat: Combat) -> Combat:
    """The same moment with every window of the game under a name that is not known any more."""
    return _asked(
        combat, lambda q: q if q.about in COMMON else q._replace(about=f"{q.about} of old")
    )


def manoeuvres_renamed(combat: Combat) -> Combat:
    """The same moment with every act under way of a name that is not known any more."""
    acts = {
        id: act._replace(manoeuvre=f"{act.manoeuvre} of old")
        for id, act in combat.exchange.acts.items()
    }
    return combat._replace(exchange=combat.exchange._replace(acts=acts))


def phases_renamed(combat: Combat) -> Combat:
    """The same moment with every open phase under a name that is not known any more."""
    path = tuple(
        span._replace(name=f"{span.name} of old") if span.kind == "phase" else span
        for span in combat.clock.path
    )
    return combat._replace(clock=combat.clock._replace(path=path))


def pools_renamed(combat: Combat) -> Combat:
    """The same moment with every pool under a name that is not known any more."""
    of = {who: {_but_key(p): n for p, n in mine.items()} for who, mine in combat.pools.of.items()}
    return combat._replace(pools=combat.pools._replace(of=of))


def _but_key(pool: str) -> str:
    name, slash, key = pool.partition("/")
    return f"{old(name)}{slash}{key}"


def facts_renamed(combat: Combat) -> Combat:
    """The same moment with every tie and property, and each word of them, called otherwise."""
    return _with_facts(combat, lambda who: who != TABLE_SUBJECT)


def settings_renamed(combat: Combat) -> Combat:
    """The same moment with every table option under a name that is not known any more."""
    return _with_facts(combat, lambda who: who == TABLE_SUBJECT)


def _with_facts(combat: Combat, whose: Callable[[str], bool]) -> Combat:
    of = {
        who: {_but_toward(f): v for f, v in mine.items()} if whose(who) else mine
        for who, mine in combat.facts.of.items()
    }
    return combat._replace(facts=combat.facts._replace(of=of))


def _but_toward(fact: str) -> str:
    name, arrow, toward = fact.partition(">")
    return f"{old(name)}{arrow}{toward}"


def values_renamed(combat: Combat) -> Combat:
    """The same moment with every value of facts and table options called otherwise."""
    of = {who: _words(mine) for who, mine in combat.facts.of.items()}
    return combat._replace(facts=combat.facts._replace(of=of))


def conditions_renamed(combat: Combat) -> Combat:
    """The same moment with every condition, where it is and what it holds called otherwise."""
    conditions = {
        id: k._replace(name=old(k.name), at=old(k.at), key=old(k.key), detail=_names(k.detail))
        for id, k in combat.conditions.all.items()
    }
    return combat._replace(conditions=combat.conditions._replace(all=conditions))


def traits_renamed(combat: Combat) -> Combat:
    """The same moment with all on the sheets, such as weapons and spells, called otherwise."""
    return _with_sheets(combat, _names)


def words_renamed(combat: Combat) -> Combat:
    """The same moment with every word on the sheets called otherwise."""
    return _with_sheets(combat, _words)


def _with_sheets(combat: Combat, change: Callable[[Any], Any]) -> Combat:
    members = {who: m._replace(traits=change(m.traits)) for who, m in combat.roster.members.items()}
    return combat._replace(roster=combat.roster._replace(members=members))


def using_renamed(combat: Combat) -> Combat:
    """The same moment with what is acted with, such as a weapon or spell, called otherwise."""
    return _acting(combat, lambda act: act._replace(using=old(act.using)))


def params_renamed(combat: Combat) -> Combat:
    """The same moment with everything that acts, questions and answers say under other names."""
    return _saying(combat, _names)


def said_renamed(combat: Combat) -> Combat:
    """The same moment with every word that acts, questions and answers say called otherwise."""
    return _saying(combat, _words)


def _saying(combat: Combat, change: Callable[[Any], Any]) -> Combat:
    combat = _acting(combat, lambda act: act._replace(params=change(act.params)))
    return _asked(
        combat,
        lambda q: q._replace(
            params=change(q.params),
            replies={s: r._replace(params=change(r.params)) for s, r in q.replies.items()},
        ),
    )


def choices_renamed(combat: Combat) -> Combat:
    """The same moment with every choice that was made under another name."""

    def renamed(reply: Reply) -> Reply:
        return reply._replace(value=old(reply.value)) if reply.how == "answered" else reply

    return _asked(
        combat, lambda q: q._replace(replies={s: renamed(r) for s, r in q.replies.items()})
    )


def outcomes_renamed(combat: Combat) -> Combat:
    """The same moment with what came of acts, and in which stage, called otherwise."""
    outcomes = {
        act: tuple(
            r.model_copy(update={"outcome": old(r.outcome), "stage": old(r.stage)}) for r in came
        )
        for act, came in combat.exchange.outcomes.items()
    }
    return combat._replace(exchange=combat.exchange._replace(outcomes=outcomes))


def tallies_renamed(combat: Combat) -> Combat:
    """The same moment with every tally of deeds under names that are not known any more."""
    turn, round_ = _names(combat.exchange.turn_counts), _names(combat.exchange.round_counts)
    exchange = combat.exchange._replace(turn_counts=turn, round_counts=round_)
    return combat._replace(exchange=exchange)


def orders_renamed(combat: Combat) -> Combat:
    """The same moment with every order under a name that is not known any more."""
    return combat._replace(clock=combat.clock._replace(orders=_names(combat.clock.orders)))


def places_renamed(combat: Combat) -> Combat:
    """The same moment with every place under a name that is not known any more."""
    places = combat.places
    at = {who: old(place) for who, place in places.at.items()}
    return combat._replace(places=places._replace(at=at, holds=_names(places.holds)))


def old(name: str) -> str:
    """A name that is not known any more."""
    return f"{name} of old" if name else name


def _names(said: Any) -> dict[str, Any]:
    return {old(name): value for name, value in said.items()}


def _words(said: Any) -> dict[str, Any]:
    return {name: old(value) if isinstance(value, str) else value for name, value in said.items()}


def _acting(combat: Combat, change: Callable[[Doing], Doing]) -> Combat:
    acts = {id: change(act) for id, act in combat.exchange.acts.items()}
    return combat._replace(exchange=combat.exchange._replace(acts=acts))


RENAMES = (
    windows_renamed,
    manoeuvres_renamed,
    phases_renamed,
    pools_renamed,
    facts_renamed,
    settings_renamed,
    values_renamed,
    conditions_renamed,
    traits_renamed,
    words_renamed,
    using_renamed,
    params_renamed,
    said_renamed,
    choices_renamed,
    outcomes_renamed,
    tallies_renamed,
    orders_renamed,
    places_renamed,
)


def _asked(combat: Combat, change: Callable[[Question], Question]) -> Combat:
    questions = {id: change(q) for id, q in combat.exchange.questions.items()}
    return combat._replace(exchange=combat.exchange._replace(questions=questions))
