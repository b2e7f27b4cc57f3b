"""Legality has one home: whether a deed is allowed now, and what would be instead.

Options list what passes here; decisions refuse what does not. Nothing else judges.
"""

from __future__ import annotations

from typing import Any

from domain.ruleset import Blank, Deed, Manoeuvre, Refused, by_name
from domain.saying import shown
from domain.scene import Scene


def legal(scene: Scene, deed: Deed, declared: bool = False) -> Manoeuvre:
    """The manoeuvre of a legal deed; raises Refused with the clause and the numbers.

    A `declared` deed may have been paid already.
    """
    manoeuvre = scene.rules.manoeuvre(deed.manoeuvre)
    if manoeuvre is None:
        names = ", ".join(m.name for m in scene.rules.manoeuvres)
        raise Refused("", f"no manoeuvre is called {deed.manoeuvre!r}", {"known": names},
                      "/manoeuvre")  # fmt: skip
    _in_its_place(scene, deed, manoeuvre)
    if clause := scene.rules.able(scene, deed.who):
        raise unable(scene, deed.who, clause)
    manoeuvre.moment(scene, deed)
    _with_what(scene, deed, manoeuvre)
    _at_whom(scene, deed, manoeuvre)
    check_blanks(manoeuvre.blanks(scene, deed), deed.params, manoeuvre.clause)
    manoeuvre.allows(scene, deed)
    if not (declared and manoeuvre.prepaid(scene)):
        _affordable(scene, deed, manoeuvre)
    return manoeuvre


def unable(scene: Scene, who: str, clause: str) -> Refused:
    """Why somebody cannot act at all: the clause, and what he is under that it is about."""
    kinds = {c.name: scene.rules.condition(c.name) for c in scene.combat.conditions.on(who)}
    under = ", ".join(k.says for k in kinds.values() if k is not None and k.clause == clause)
    why = f"{by_name(who)} cannot act"
    return Refused(clause, why, {"state": under} if under else None, "/who")


def is_legal(scene: Scene, deed: Deed) -> bool:
    """True where `legal` would not refuse."""
    try:
        legal(scene, deed)
    except Refused:
        return False
    return True


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
    names += [(b.values, n) for b in blanks for n in _listed(deed.params.get(b.name))]
    known = all(_is_somebody(here, values, name) for values, name in names)
    return aimed and known and are_filled(blanks, deed.params)


def _listed(value: Any) -> tuple[str, ...]:
    """The names in a parameter, one or several."""
    return (value,) if isinstance(value, str) else tuple(value) if _names(value) else ()


def _is_somebody(here: set[str], values: tuple[str, ...], name: str) -> bool:
    """True for who is here, and for anything where the names to choose among are not people's."""
    return not values or not here.issuperset(values) or name in here


def _in_its_place(scene: Scene, deed: Deed, manoeuvre: Manoeuvre) -> None:
    """An action, reaction or follow-on only as the book lists it, and only after what it lists."""
    if not manoeuvre.kinds:
        why = f"{manoeuvre.name} comes about by the rules, and is nobody's to do"
        raise Refused(manoeuvre.clause, why, None, "/manoeuvre")
    if deed.kind not in manoeuvre.kinds:
        raise Refused(
            manoeuvre.clause, f"{manoeuvre.name} is no {deed.kind}",
            {"allowed as": ", ".join(manoeuvre.kinds)}, "/manoeuvre",
        )  # fmt: skip
    parent = scene.doing(deed.on)
    if parent is None or not manoeuvre.answers or "*" in manoeuvre.answers:
        return
    if parent.manoeuvre not in manoeuvre.answers:
        raise Refused(
            manoeuvre.clause, f"{manoeuvre.name} does not answer {parent.manoeuvre}",
            {"answers": ", ".join(manoeuvre.answers)}, "/manoeuvre",
        )  # fmt: skip


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
        usable = {"usable": ", ".join(usings) or "nothing"}
        raise Refused(manoeuvre.clause, why, usable, "/using")


def _at_whom(scene: Scene, deed: Deed, manoeuvre: Manoeuvre) -> None:
    if not _well_aimed(manoeuvre, scene, deed):
        one = manoeuvre.wants_target(scene, deed)
        why = f"{manoeuvre.name} wants {'one target' if one else 'no target'}"
        few = {"legal": ", ".join(manoeuvre.targets(scene, deed)) or "nobody"} if one else None
        raise Refused(manoeuvre.clause, why, few, "/targets")
    if twice := [t for t in deed.targets if deed.targets.count(t) > 1]:
        why = f"{by_name(twice[0])} is named {len(twice)} times as a target"
        raise Refused(manoeuvre.clause, why, {"legal": "each once"}, "/targets")
    allowed = manoeuvre.targets(scene, deed) if deed.targets else ()
    for target in deed.targets:
        if target not in allowed:
            raise Refused(
                manoeuvre.clause, f"{by_name(target)} is no legal target of {manoeuvre.name}",
                {"legal": ", ".join(allowed) or "nobody"}, "/targets",
            )  # fmt: skip


def _well_aimed(manoeuvre: Manoeuvre, scene: Scene, deed: Deed) -> bool:
    """True for one target, none, or any number, as the manoeuvre wants."""
    wanted = manoeuvre.wants_target(scene, deed)
    return wanted is None or wanted == (len(deed.targets) == 1)


def _affordable(scene: Scene, deed: Deed, manoeuvre: Manoeuvre) -> None:
    for pool, cost in manoeuvre.cost(scene, deed).items():
        left = scene.left(deed.who, pool)
        if cost > left:
            kind = scene.rules.pool(pool)
            scale = kind.scale if kind else 1
            raise Refused(
                manoeuvre.clause,
                f"{manoeuvre.name} costs {points(cost, scale)} {pool.upper()};"
                f" {points(left, scale)} left",
                {"cost": points(cost, scale), "left": points(left, scale)},
            )


def points(value: int, scale: int) -> str:
    """A number in displayed points: `6 1/2` for thirteen half-points."""
    if scale == 1:
        return str(value)
    sign, size = ("-" if value < 0 else ""), abs(value)
    whole, rest = divmod(size, scale)
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}/{scale}" if whole else f"{sign}{rest}/{scale}"


def check_blanks(blanks: tuple[Blank, ...], params: dict[str, Any], clause: str) -> None:
    """Check what was filled in against the blanks; raises Refused with a pointer."""
    known = {b.name for b in blanks}
    for name in params:
        if name not in known:
            known_here = {"known": ", ".join(b.name for b in blanks) or "nothing"}
            why = f"nothing here is called {name!r}"
            raise Refused(clause, why, known_here, f"/params/{name}")
    for blank in blanks:
        if blank.name in params:
            _check_blank(blank, params[blank.name], clause)
        elif not blank.optional:
            raise Refused(clause, f"{_called(blank)} is missing", _range(blank), "/params")


def _called(blank: Blank) -> str:
    """What is left open: a word, or the names of those whom it is about."""
    return " ".join(map(by_name, blank.name.split(" ")))


def _check_blank(blank: Blank, value: Any, clause: str) -> None:
    if not _fits(blank, value):
        raise Refused(
            clause,
            f"{shown(value)} does not fit {_called(blank)}",
            _range(blank),
            f"/params/{blank.name}",
        )


def _fits(blank: Blank, value: Any) -> bool:
    match blank.kind:
        case "one":
            return value in blank.values
        case "some":
            few = not blank.most or (_names(value) and len(value) <= blank.most)
            once = _names(value) and len(set(value)) == len(value)
            return once and set(value) <= set(blank.values) and few
        case "ordered":
            return _names(value) and sorted(value) == sorted(blank.values)
        case "number":
            return type(value) is int and blank.least <= value <= blank.most
        case _:
            return isinstance(value, str)


def are_filled(blanks: tuple[Blank, ...], params: dict[str, Any]) -> bool:
    """True where every blank that must be filled is filled with what is of its kind."""
    known = {blank.name: blank for blank in blanks}
    missing = (name for name, blank in known.items() if not blank.optional and name not in params)
    fitting = all(n in known and _has_its_kind(known[n], value) for n, value in params.items())
    return fitting and not any(missing)


def _has_its_kind(blank: Blank, value: Any) -> bool:
    match blank.kind:
        case "number":
            return type(value) is int and (value >= 0 or blank.least < 0)
        case "some" | "ordered":
            return _names(value)
        case _:
            return isinstance(value, str)


def _names(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)


def _range(blank: Blank) -> dict[str, int | str]:
    if blank.kind == "number":
        return {"least": blank.least, "most": blank.most}
    if blank.kind == "text":
        return {"legal": "words"}
    most: dict[str, int | str] = {"most": blank.most} if blank.most else {}
    return {"legal": ", ".join(blank.values) or "nothing", **most}
