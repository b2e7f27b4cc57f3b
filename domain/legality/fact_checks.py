"""Facts that somebody sets: what they hold and toward whom they are, as the game declares them."""

from __future__ import annotations

from domain import commands as c
from domain.events.measures import units, written
from domain.ruleset.messages import format_value
from domain.ruleset.ruleset import ABLE_KINDS, FactKind, Refused, by_name
from domain.ruleset.scene import Scene

_WORDS = {True: "yes", False: "no"}
"""The words for what programs may say as true or false."""


def fact_value(scene: Scene, fix: c.FactFix) -> c.Scalar:
    """Return the value of a fact as it is kept; raises Refused for what its declaration forbids."""
    kind = scene.rules.fact(fix.name)
    if kind is None:
        return fix.value
    _check_toward(scene, fix, kind)
    return _value(scene, fix, kind)


# --- toward whom ---------------------------------------------------------------------------


def _check_toward(scene: Scene, fix: c.FactFix, kind: FactKind) -> None:
    """A tie is between two who came; a property of one is toward nobody."""
    if kind.is_tie:
        _check_other(scene, fix, kind)
    elif kind.toward == "something" and not fix.toward:
        why = f"{_called(kind)} is said of one thing each: say toward which"
        raise Refused(kind.clause, why, None, "/change/toward")
    elif kind.toward == "nobody" and fix.toward:
        why = f"{_called(kind)} is said of {by_name(fix.of)} alone: leave out toward whom"
        raise Refused(kind.clause, why, None, "/change/toward")


def _check_other(scene: Scene, fix: c.FactFix, kind: FactKind) -> None:
    """Refuse nobody, a stranger and oneself as the other end; who has left may be let go of."""
    if fix.toward != fix.of and scene.member(fix.toward) is not None:
        return
    why = f"{fix.toward!r} is not in this combat"
    if fix.toward == fix.of:
        why = f"{by_name(fix.of)} cannot be tied to {by_name(fix.of)}"
    elif not fix.toward:
        why = f"{_called(kind)} stands between two: say toward whom"
    raise Refused(kind.clause, why, None, "/change/toward", legal=_others(scene, fix.of))


def _called(kind: FactKind) -> str:
    """A fact by the name that a command has for it."""
    return f"the fact {kind.name!r}"


def _others(scene: Scene, who: str) -> list[str]:
    return [other for other in scene.present() if other != who]


# --- values --------------------------------------------------------------------------------


def _value(scene: Scene, fix: c.FactFix, kind: FactKind) -> c.Scalar:
    """The value in the form that is kept; raises Refused for one of another sort."""
    if kind.holds == "number":
        return _number(fix, kind)
    if kind.holds == "somebody":
        return _somebody(scene, fix, kind)
    word = _WORDS.get(fix.value, "") if isinstance(fix.value, bool) else ""
    return word if word in kind.values else fix.value


def _number(fix: c.FactFix, kind: FactKind) -> int | str:
    number = units(fix.value, kind.scale)
    if number is not None and number >= 0:
        return written(number, kind.scale)
    part = f" by parts of 1/{kind.scale}" if kind.scale > 1 else ""
    parts = {"parts": 1 / kind.scale} if kind.scale > 1 else {}
    why = f"{_shown(fix, kind)}, which counts from 0{part}"
    raise Refused(kind.clause, why, {"least": 0, **parts}, "/change/value")


def _somebody(scene: Scene, fix: c.FactFix, kind: FactKind) -> str:
    """Somebody else who is here, openly or in hiding; empty for nobody."""
    if fix.value == "":
        return ""
    member = scene.member(fix.value) if isinstance(fix.value, str) else None
    why = f"{_shown(fix, kind)}, which holds the id of somebody else who is here"
    if member and member.here and member.kind in ABLE_KINDS and member.subject != fix.of:
        why = _barred(scene, kind, fix.of, member.subject)
        if not why:
            return member.subject
    legal = [who for who in _others(scene, fix.of) if not _barred(scene, kind, fix.of, who)]
    raise Refused(kind.clause, why, None, "/change/value", legal=legal)


def _barred(scene: Scene, kind: FactKind, of: str, other: str) -> str:
    """Why the game does not let a fact of somebody hold somebody else; empty where it does."""
    why_not = scene.rules.barred.get(kind.name)
    return why_not(scene, of, other) if why_not else ""


def _shown(fix: c.FactFix, kind: FactKind) -> str:
    return f"{format_value(fix.value)} is no value of {_called(kind)}"
