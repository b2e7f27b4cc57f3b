"""What people say with a deed: its rolls and its results fit the table, or are refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain import commands as c
from domain.engine.adjustments import in_pool_units, known_pool
from domain.engine.said_dice import check_said
from domain.ruleset.ruleset import Forbidden, Manoeuvre, Need, Refused, by_name
from domain.state.conditions import Condition
from domain.step.names_meant import change_meant
from domain.step.step import Step


def params_said(command: c.Deed) -> dict[str, Any]:
    """What an act keeps of what was said with it beside its parameters."""
    said: dict[str, Any] = {}
    if command.risk:
        said["risk"] = dict(command.risk)
    if command.faces:
        said["faces"] = {k: list(v) for k, v in command.faces.items()}
    if command.rolls:
        said["rolls"] = list(map(_short, command.rolls))
    if command.results:
        said["results"] = [{"what": result.what, **_short(result)} for result in command.results]
    return said


def _short(said: c.SaidRoll | c.Result) -> dict[str, Any]:
    """What was said as JSON, without what was left out."""
    return said.model_dump(mode="json", exclude_defaults=True)


def check_said_with(step: Step, command: c.Deed, manoeuvre: Manoeuvre | None) -> None:
    """Refuse rolls and results that do not fit, with the place of the one that is at fault."""
    for name in ("rolls", "results"):
        if getattr(command, name) and manoeuvre is not None and not manoeuvre.says_results:
            why = f"the rules say what comes of {manoeuvre.name}: leave out the {name}"
            raise Refused(manoeuvre.clause, why, None, f"/{name}")
    for place, said in enumerate(command.rolls):
        _at(f"/rolls/{place}", _check_roll, step, said)
    results = [change_meant(step, result) for result in command.results]
    for place, result in enumerate(results):
        _at(f"/results/{place}", _check_result, step, result, results[:place])


def _at(place: str, check: Any, *said: Any) -> None:
    """Check one part; a refusal points at it."""
    try:
        check(*said)
    except Refused as refused:
        refused.pointer = place + refused.pointer.removeprefix("/change")
        raise


def _check_roll(step: Step, said: c.SaidRoll) -> None:
    check_said(said)
    if said.who:
        _openly_here(step, said.who, "/who")
        if not step.viewer.speaks_for(said.who, step.combat.roster):
            raise Forbidden(f"this seat does not roll for {by_name(said.who)}")


def _openly_here(step: Step, who: str, at: str) -> None:
    """Refuse a stranger, somebody who left, and somebody in hiding, whom nobody may name."""
    here = {member.subject: member.name for member in step.combat.roster.present()}
    if who in here:
        return
    ids = [subject for subject, name in here.items() if name.casefold() == who.casefold()]
    why = f"nobody and nothing here is called {who!r}"
    if ids:
        why = f"{who!r} is a name: say the id, {' or '.join(map(repr, ids))}"
    raise Refused("", why, None, at, legal=ids or here)


def _check_result(step: Step, result: c.Result, before: Iterable[c.Result]) -> None:
    """Refuse a result that names what is not there; what it does is told when it comes about."""
    match result:
        case c.PoolFix():
            _openly_here(step, result.subject, "/subject")
            _check_pool(step, result)
        case c.ConditionFix(begin=True):
            _check_new_condition(step, result)
        case c.ConditionFix() | c.ConditionChange():
            _openly_here(step, result.subject, "/subject")
            _check_standing(step, result, before)
        case c.FactFix():
            _openly_here(step, result.of, "/of")
            _check_fact(step, result)
        case c.PlaceFix():
            _openly_here(step, result.subject, "/subject")


def _check_pool(step: Step, fix: c.PoolFix) -> None:
    pool = known_pool(step, fix)
    parts = [part for part in ("delta", "to", "least", "most") if getattr(fix, part) is not None]
    if not parts or {"delta", "to"} <= set(parts):
        why = "say by how much it changes, or what it is set to"
        raise Refused("", why, None, "/delta" if not parts else "/to")
    for part in parts:
        if getattr(fix, part) != "none":
            in_pool_units(step, fix, pool, part)


def _check_new_condition(step: Step, fix: c.ConditionFix) -> None:
    whose = fix.until.whose if fix.until else ""
    named = {"/subject": fix.subject, "/toward": fix.toward, "/source": fix.source}
    for at, who in {**named, "/until/whose": whose}.items():
        if who or at == "/subject":
            _openly_here(step, who, at)
    if step.rules.condition(fix.name) is None:
        why, known = f"no condition is called {fix.name!r} here", step.rules.conditions
        raise Refused("", why, None, "/name", legal=(kind.name for kind in known))
    if fix.until and fix.until.span == "round" and whose:
        raise Refused("", "a round is nobody's: leave out whose", None, "/until/whose")
    if fix.parent and fix.parent not in step.combat.conditions.all:
        raise Refused("", f"{fix.name} cannot end with what is over", None, "/parent")


def _check_standing(
    step: Step, fix: c.ConditionFix | c.ConditionChange, before: Iterable[c.Result]
) -> None:
    """Refuse what is to end or change and does not stand, nor begins just before it."""
    begun = any(
        isinstance(x, c.ConditionFix) and x.begin and (x.subject, x.name) == (fix.subject, fix.name)
        for x in before
    )
    if not begun and not step.conditions_meant(fix):
        why = f"{by_name(fix.subject)} is not {fix.name}"
        need, standing = Need("condition", fix.name, fix.subject), step.combat.conditions
        legal = _names(standing.on(fix.subject))
        raise Refused("", why, None, "/name", missing=[need], legal=legal)


def _names(conditions: Iterable[Condition]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(condition.name for condition in conditions))


def _check_fact(step: Step, fix: c.FactFix) -> None:
    kind = step.rules.fact(fix.name)
    if kind is None:
        why, known = f"no fact is called {fix.name!r} here", step.rules.facts
        raise Refused("", why, None, "/name", legal=(fact.name for fact in known))
    if kind.values and fix.value not in kind.values:
        why = f"{fix.value!r} is no value of {fix.name!r}"
        raise Refused(kind.clause, why, None, "/value", legal=kind.values)
