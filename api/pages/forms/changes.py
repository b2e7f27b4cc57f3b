"""Changes that the referee may make by hand, or that make something good: as fields to fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from api.pages.forms.fields import NOBODY, Field, Pairs
from api.pages.forms.sheets import usual_of, with_usual
from domain.ruleset.ruleset import FactKind, Pool, Ruleset
from domain.state.combat import Combat
from domain.state.conditions import Condition
from domain.state.pools import TEMPORARY
from projections.wording.game_words import capital, name_of, pool_word

WHOSE = Field("one:change.subject", "one", "Whose")
"""Whom a change is about."""
_TOWARD = Field(
    "one:change.toward", "word", "Toward", optional=True, hint="Somebody's id, or a thing."
)


_LEVEL = Field("number:change.level", "number", "Level", least=-1000, most=1000, optional=True)
_SPANS = (("round", "rounds"), ("turn", "turns"))
_EDGES = (("begin", "beginning"), ("end", "end"))


class Change(NamedTuple):
    """A change: what it says of itself, the button that makes it, and what is left to fill in."""

    key: str
    group: str
    says: str
    button: str
    change: dict[str, Any]
    fields: tuple[Field, ...] = ()


def changes(
    view: Combat, rules: Ruleset, name_in_command: Callable[[Condition], str]
) -> Iterator[Change]:
    """Yield every change of a game, for those who are here."""
    here = tuple((m.subject, m.name) for m in view.roster.members.values() if m.here)
    if not here:
        return
    yield from (_pool(rules, pool, here) for pool in _pools(view, rules))
    if rules.conditions or rules.any_condition:
        yield _beginning(rules, here)
    for condition in view.conditions.all.values():
        called = name_in_command(condition)
        yield _changing(view, rules, condition, called, here)
        yield _ending(view, rules, condition, called)
    yield from (_fact(kind, here) for kind in rules.facts)
    fields = WHOSE._replace(label="Who", values=here), Field("one:change.place", "text", "Where")
    says, button = "A change of place", "Set the place"
    yield Change("place", "Ties and places", says, button, {"what": "place"}, fields)


def _pools(view: Combat, rules: Ruleset) -> tuple[Pool, ...]:
    """The pools of a game, and those that somebody here has besides."""
    own = (
        key.partition("/")[0]
        for m in view.roster.present()
        for key in view.pools.of.get(m.subject, {})
    )
    found = {pool.name: pool for pool in rules.pools}
    return tuple(found.values()) + tuple(
        kind for name in dict.fromkeys(own) if name not in found and (kind := rules.pool(name))
    )


def _pool(rules: Ruleset, pool: Pool, here: Pairs) -> Change:
    word = pool_word(rules, pool.name)
    keys = tuple((key, key) for key in (*pool.keys, *(() if pool.any_key else (TEMPORARY,))))
    says, hint = f"{capital(word)} more or less", "Such as 2, -1 or -1 1/2."
    part = Field("one:change.key", "one", "Which", keys, optional=not pool.keys)
    fields = (
        WHOSE._replace(values=here),
        Field("one:change.key", "text", "Called") if pool.any_key else part,
        Field("points:change.delta", "points", says, hint=hint, optional=True),
        Field("points:change.to", "points", f"{capital(word)} from now on", optional=True),
        Field("points:change.least", "points", "Never less than", optional=True),
        Field("points:change.most", "points", "Never more than", optional=True),
    )
    says, button = f"{capital(word)}, more or less", f"Change {word}"
    change = {"what": "pool", "pool": pool.name}
    return Change(f"pool {pool.name}", "Pools", says, button, change, fields)


def _beginning(rules: Ruleset, here: Pairs) -> Change:
    kinds = tuple((each.name, with_usual(each.says, usual_of(each))) for each in rules.conditions)
    fields = (
        WHOSE._replace(values=here),
        Field("one:change.name", "word" if rules.any_condition else "one", "Which", kinds),
        _LEVEL,
        Field("one:change.at", "text", "Where", optional=True),
        Field("one:change.toward", "one", "Toward", here, optional=True),
        Field("one:change.source", "one", "Caused by", here, optional=True),
        *_duration(here),
        Field("flag:change.concentration", "flag", "Takes concentration"),
    )
    says, button = "A condition begins", "Begin a condition"
    change = {"what": "condition", "begin": True}
    return Change("condition", "Conditions", says, button, change, fields)


def _duration(here: Pairs) -> tuple[Field, ...]:
    """How long a condition lasts, at which edge of which turn or of the round it is counted."""
    return (
        Field("number:change.until.left", "number", "For", least=1, most=1_000_000, optional=True),
        Field("one:change.until.span", "one", "Rounds or turns", _SPANS, optional=True),
        Field("one:change.until.whose", "one", "Whose turns", here, optional=True),
        Field("one:change.until.edge", "one", "Counted at the", _EDGES, optional=True),
    )


def _changing(
    view: Combat, rules: Ruleset, condition: Condition, called: str, here: Pairs
) -> Change:
    """Another level, target or end of a condition that stands."""
    who, whole = _in_words(view, rules, condition)
    fields = (
        _LEVEL,
        Field("one:change.toward", "one", "Toward", here, optional=True),
        *_duration(here),
        Field("flag:change.endless", "flag", "Until it is ended"),
    )
    change = {"what": "condition-change", "subject": condition.subject, "name": called}
    key, says = f"change {condition.subject} {called}", f"{capital(who)} is otherwise: {whole}"
    return Change(key, "Conditions", says, f"Change for {who}: {whole}", change, fields)


def _in_words(view: Combat, rules: Ruleset, condition: Condition) -> tuple[str, str]:
    """Who is under a condition, and what it is."""
    name, kind = name_of(view), rules.condition(condition.name)
    who, says = name(condition.subject), kind.says if kind else condition.name
    level = f" {condition.level}" if condition.level else ""
    at = f", {condition.at}" if condition.at else ""
    toward = f", toward {name(condition.toward)}" if condition.toward else ""
    return who, f"{says}{level}{at}{toward}"


def _ending(view: Combat, rules: Ruleset, condition: Condition, called: str) -> Change:
    """The end of a condition, as the command calls it: its id where several are called the same."""
    who, whole = _in_words(view, rules, condition)
    change = {"what": "condition", "subject": condition.subject, "name": called, "begin": False}
    key, ends = f"end {condition.subject} {called}", f"{capital(who)} is no longer: {whole}"
    return Change(key, "Conditions", ends, f"End for {who}: {whole}", change)


def _fact(kind: FactKind, here: Pairs) -> Change:
    fields = Field("one:change.of", "one", "Of", here), *_toward(kind, here), _value(kind, here)
    says, change = capital(kind.says), {"what": "fact", "name": kind.name}
    return Change(f"fact {kind.name}", "Ties and places", says, f"Set: {kind.says}", change, fields)


def _toward(kind: FactKind, here: Pairs) -> tuple[Field, ...]:
    """Toward whom or what, where a fact is said toward any."""
    if kind.toward == "nobody":
        return ()
    if kind.is_tie:
        return (_TOWARD._replace(values=here, optional=False, hint="Somebody's id."),)
    return (_TOWARD._replace(values=here, optional=kind.toward != "something"),)


def _value(kind: FactKind, here: Pairs) -> Field:
    """The value of a fact: one of a few, somebody, a number, or any words."""
    if kind.holds == "number":
        hint = "Such as 2 or 2 1/2." if kind.scale > 1 else ""
        return Field("points:change.value", "points", "Value", hint=hint)
    if kind.holds == "somebody":
        return Field("one:change.value", "one", "Value", ((NOBODY, "nobody"), *here))
    values = tuple((value, value) for value in kind.values)
    return Field("one:change.value", "one" if values else "text", "Value", values)
