"""Legality has one home: whether a deed is allowed now, and what would be instead.

Options list what passes here; decisions refuse what does not. Nothing else judges.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.legality.blank_checks import are_filled, check_blanks
from domain.ruleset.ruleset import Deed, Manoeuvre, Need, Refused, by_name
from domain.ruleset.scene import Scene


def legal(scene: Scene, deed: Deed, declared: bool = False) -> Manoeuvre:
    """The manoeuvre of a legal deed; raises Refused with the clause and the numbers.

    A `declared` deed may have been paid already, and may be one that comes about by the rules.
    """
    manoeuvre = scene.rules.manoeuvre(deed.manoeuvre)
    if manoeuvre is None:
        raise no_manoeuvre(deed.manoeuvre)
    check_occasion(scene, deed, manoeuvre, declared)
    check_with(manoeuvre.moment, scene, deed)
    _with_what(scene, deed, manoeuvre)
    _at_whom(scene, deed, manoeuvre)
    check_terms(scene, deed, manoeuvre, paid=declared and manoeuvre.prepaid(scene))
    return manoeuvre


def check_occasion(scene: Scene, deed: Deed, manoeuvre: Manoeuvre, declared: bool = False) -> None:
    """Check that its doer may act, and a deed of this kind stand here, whatever it is done with."""
    if manoeuvre.kinds or not declared:
        _in_its_place(scene, deed, manoeuvre)
    able = scene.rules.able
    if clause := scene.once(("able", deed.who), lambda: able(scene, deed.who)):
        raise unable(scene, deed.who, clause)


def check_terms(scene: Scene, deed: Deed, manoeuvre: Manoeuvre, paid: bool = False) -> None:
    """Check what was filled in, what the rules allow beyond lists, and the cost unless `paid`."""
    _well_filled(scene, deed, manoeuvre, paid)
    check_with(manoeuvre.allows, scene, deed)
    if not paid:
        _affordable(scene, deed, manoeuvre)


def no_manoeuvre(name: str, legal: tuple[str, ...] | None = None) -> Refused:
    """The refusal of a manoeuvre that this game does not have."""
    return Refused("", f"no manoeuvre is called {name!r}", None, "/manoeuvre", legal=legal)


def check_with(check: Callable[[Scene, Deed], None], scene: Scene, deed: Deed) -> None:
    """Ask a check of the manoeuvre; where it names no place at fault, the manoeuvre is."""
    try:
        check(scene, deed)
    except Refused as refused:
        refused.pointer = refused.pointer or "/manoeuvre"
        raise


def _well_filled(scene: Scene, deed: Deed, manoeuvre: Manoeuvre, paid: bool) -> None:
    """Check the blanks; what is out of range because it cannot be paid is refused for its cost."""
    blanks = manoeuvre.blanks(scene, deed)
    try:
        check_blanks(blanks, deed.params, manoeuvre.clause)
    except Refused as unfit:
        if not paid and are_filled(blanks, deed.params):
            _affordable(scene, deed, manoeuvre, unfit.pointer)
        raise


def unable(scene: Scene, who: str, clause: str, what: str = "cannot act") -> Refused:
    """Why somebody cannot act or answer: the clause, and the states of theirs that it is about."""
    kinds = {c.name: scene.rules.condition(c.name) for c in scene.combat.conditions.on(who)}
    under = [k for k in kinds.values() if k is not None and k.clause == clause]
    told = f": {', '.join(k.says for k in under)}" if under else ""
    needs = (Need("condition", k.name, who, wanted=False, has=True) for k in under)
    return Refused(clause, f"{by_name(who)} {what}{told}", None, "/who", missing=needs)


def passes(check: Callable[..., None], *asked: Any) -> bool:
    """True where a check refuses nothing."""
    try:
        check(*asked)
    except Refused:
        return False
    return True


def breach(scene: Scene, deed: Deed, declared: bool = False) -> Refused | None:
    """What `legal` would refuse a deed for; None for a legal one."""
    try:
        legal(scene, deed, declared)
    except Refused as refused:
        return refused
    return None


def has_form(scene: Scene, deed: Deed) -> bool:
    """True for a deed that may be kept even against the rules, since its stages can be run.

    It is of a kind that the manoeuvre has, aimed at somebody who is here (or nobody, as wanted),
    and every blank that must be filled is filled with what is of its kind: of what is only counted
    up from nothing, no number below it, and where people are to be named, people who are here.
    """
    manoeuvre = scene.rules.manoeuvre(deed.manoeuvre)
    if manoeuvre is None or deed.kind not in manoeuvre.kinds:
        return False
    here = {member.subject for member in scene.combat.roster.present()}
    aimed = _well_aimed(manoeuvre, scene, deed) and here.issuperset(deed.targets)
    usings = manoeuvre.usings(scene, deed) if manoeuvre.usings else ()
    names = [(usings, deed.using)]
    blanks = manoeuvre.blanks(scene, deed)
    names += [(b.values, n) for b in blanks for n in _names_in(deed.params.get(b.name))]
    known = all(_is_somebody(here, values, name) for values, name in names)
    return aimed and known and are_filled(blanks, deed.params)


def _names_in(value: Any) -> tuple[str, ...]:
    """The names in a parameter, one or several."""
    named = value if isinstance(value, list | tuple) else (value,)
    return tuple(each for each in named if isinstance(each, str))


def _is_somebody(here: set[str], values: tuple[str, ...], name: str) -> bool:
    """True for who is here, and for anything where the names to choose among are not people's."""
    return not values or not here.issuperset(values) or name in here


def _in_its_place(scene: Scene, deed: Deed, manoeuvre: Manoeuvre) -> None:
    """An action, reaction or follow-on only as the book lists it, and only after what it lists."""
    if not manoeuvre.kinds:
        why = f"{manoeuvre.name} comes about by the rules, and is nobody's to do"
        raise Refused(manoeuvre.clause, why, None, "/manoeuvre")
    if deed.kind not in manoeuvre.kinds:
        why = f"{manoeuvre.name} is no {deed.kind}"
        need = Need("time", "kind of deed", deed.who, manoeuvre.kinds, deed.kind)
        raise Refused(manoeuvre.clause, why, None, "/manoeuvre", missing=[need])
    parent = scene.doing(deed.on)
    if parent is None or not manoeuvre.answers or "*" in manoeuvre.answers:
        return
    if parent.manoeuvre not in manoeuvre.answers:
        why = f"{manoeuvre.name} does not answer {parent.manoeuvre}"
        need = Need("time", "what it answers", deed.who, manoeuvre.answers, parent.manoeuvre)
        raise Refused(manoeuvre.clause, why, None, "/manoeuvre", missing=[need])


def _with_what(scene: Scene, deed: Deed, manoeuvre: Manoeuvre) -> None:
    if manoeuvre.usings is None:
        return
    usings = manoeuvre.usings(scene, deed)
    if deed.using not in usings:
        why = f"{by_name(deed.who)} cannot use {by_name(deed.using)} for this"
        if not usings and not deed.using:
            why = f"{by_name(deed.who)} has nothing to do that with"
        elif not deed.using:
            why = f"{manoeuvre.name} wants something that it is done with"
        raise Refused(manoeuvre.clause, why, None, "/using", legal=usings)


def _at_whom(scene: Scene, deed: Deed, manoeuvre: Manoeuvre) -> None:
    _at_how_many(scene, deed, manoeuvre)
    allowed = manoeuvre.targets(scene, deed) if deed.targets else ()
    for place, target in enumerate(deed.targets):
        if target in deed.targets[:place] or target not in allowed:
            raise _no_target(scene, deed, manoeuvre, place, allowed)


def _at_how_many(scene: Scene, deed: Deed, manoeuvre: Manoeuvre) -> None:
    if _well_aimed(manoeuvre, scene, deed):
        return
    wanted, named = int(bool(manoeuvre.wants_target(scene, deed))), len(deed.targets)
    why = f"{manoeuvre.name} wants {'one target' if wanted else 'no target'}"
    need = Need("limit", "targets", "", wanted, named, ">=" if named < wanted else "<=")
    pointer = f"/targets/{min(wanted, named)}"
    legal = manoeuvre.targets(scene, deed) if named < wanted else ()
    raise Refused(manoeuvre.clause, why, None, pointer, missing=[need], legal=legal)


def _no_target(
    scene: Scene, deed: Deed, manoeuvre: Manoeuvre, place: int, allowed: tuple[str, ...]
) -> Refused:
    """The refusal of one target: named twice, not here at all, or not as the manoeuvre wants."""
    target, lacks = deed.targets[place], list[Need]()
    if target in deed.targets[:place]:
        why = f"{by_name(target)} is named more than once as a target"
    elif all(member.subject != target for member in scene.combat.roster.present()):
        why = f"nobody here is called {target!r}"
    else:
        why = f"{by_name(target)} is no legal target of {manoeuvre.name}"
        lacks = [Need("target", manoeuvre.target_is, target)] if manoeuvre.target_is else []
    free = (who for who in allowed if who not in deed.targets)
    at = f"/targets/{place}"
    return Refused(manoeuvre.clause, why, None, at, missing=lacks, legal=free)


def _well_aimed(manoeuvre: Manoeuvre, scene: Scene, deed: Deed) -> bool:
    """True for one target, none, or any number, as the manoeuvre wants."""
    wanted = manoeuvre.wants_target(scene, deed)
    return wanted is None or wanted == (len(deed.targets) == 1)


def _affordable(
    scene: Scene, deed: Deed, manoeuvre: Manoeuvre, pointer: str = "/manoeuvre"
) -> None:
    for pool, cost in manoeuvre.cost(scene, deed).items():
        supply = scene.supply(deed.who, pool)
        if cost > supply.left:
            why, clause = supply.short_of(manoeuvre.name, cost), supply.clause or manoeuvre.clause
            raise Refused(clause, why, None, pointer, missing=[supply.need(cost)])
