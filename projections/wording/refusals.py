"""Refusals as their reader knows them: names beside ids, titles of clauses, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from domain.events.measures import canonical_number
from domain.ruleset.messages import ids_in, with_names
from domain.ruleset.refusals import Need, NeedKind, NeedValue, Refused
from domain.ruleset.ruleset import Ruleset
from projections.wording.game_words import NameOf, capital, join_with_and, pool_word, with_rule


class MissingThing(NamedTuple):
    """Something that a refused command lacks: `what` of `who`, as it is wanted and as it is.

    What it `has` must `compare` with what is `wanted`: 0 points with `>=` 1, say. `says` is the
    same in words.
    """

    kind: NeedKind
    what: str
    who: str
    name: str
    wanted: NeedValue
    has: NeedValue
    compare: Literal["=", "!=", ">=", "<=", "<", ">"]
    says: str


class LegalValue(NamedTuple):
    """A value that would be legal at the place at fault, and what it is called."""

    value: str | int | float | bool | tuple[int, ...]
    name: str


class Refusal(NamedTuple):
    """Why a command is refused: the broken clause, the numbers, what is missing, what is legal.

    `pointer` leads to the part of the command that is at fault, and `legal` lists what may stand
    there; it is null where that is no list. `entry` is the number of the entry that stands in the
    way. `names` says what ids in it are called. `guide` is the page of the guide about it.
    """

    detail: str
    clause: str
    clause_title: str
    numbers: dict[str, int | float]
    missing: tuple[MissingThing, ...]
    legal: tuple[LegalValue, ...] | None
    pointer: str
    entry: str
    names: dict[str, str]
    guide: str


GUIDE = "/guide/refusals"
"""The page of the guide that explains refusals and errors, each under its own heading."""


def tell_refusal(refused: Refused, rules: Ruleset | None, name: NameOf, entry: str = "") -> Refusal:
    """Return a refusal as somebody may know it; `name` says what ids are called.

    `entry` is the number of what is cited, where its reader sees that.
    """
    title = rules.clause_title(refused.clause) if rules else ""
    said = with_names(refused.said, name)
    legal = None if refused.legal is None else tuple(_legal(refused.legal, name))
    return Refusal(
        sentence(with_rule(said, refused.clause, title)),
        refused.clause,
        title,
        refused.numbers,
        tuple(_missing(need, rules, name) for need in refused.missing),
        legal,
        refused.pointer,
        refused.entry or entry,
        {each: name(each) for each in dict.fromkeys(_ids(refused)) if name(each) != each},
        f"{GUIDE}#refused",
    )


def sentence(why: str) -> str:
    """Return a reason as a sentence: its first letter large, a full stop at its end."""
    why = capital(why.strip())
    return why + ("" if why.endswith((".", "!", "?")) else ".")


def _ids(refused: Refused) -> Iterator[str]:
    """What may be ids in a refusal."""
    yield from ids_in(refused.said)
    for need in refused.missing:
        yield from (need.who, *_texts(need.wanted), *_texts(need.has))
    yield from (str(value) for value in refused.legal or ())


def _texts(value: NeedValue) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (value,) if isinstance(value, str) else ()


def _legal(values: tuple[Any, ...], name: NameOf) -> Iterator[LegalValue]:
    for value in values:
        yield LegalValue(value, name(value) if isinstance(value, str) else _value(value, name))


# --- what is missing -------------------------------------------------------------------------


def _missing(need: Need, rules: Ruleset | None, name: NameOf) -> MissingThing:
    called = name(need.who) if need.who else ""
    says = _needed(need, rules, called, name)
    return MissingThing(
        need.kind, need.what, need.who, called, need.wanted, need.has, need.compare, says
    )


def _needed(need: Need, rules: Ruleset | None, who: str, name: NameOf) -> str:
    """Something missing in words: `Cogan: 1 AP needed, 0 left`."""
    wanted, has = _value(need.wanted, name), _value(need.has, name)
    whose = f"{capital(who)}: " if who else ""
    match need.kind:
        case "points":
            return f"{whose}{wanted} {_pool(rules, need.what)} needed, {has} left"
        case "condition":
            says = rules.condition_word(need.what) if rules else need.what
            return f"{whose}{'' if need.has else 'not '}{says}"
        case "limit":
            least = "least" if need.compare == ">=" else "most"
            return f"{whose}{need.what}: at {least} {wanted}, {has} so far"
        case "answer":
            return f"{whose}the answer is missing ({need.what})"
        case "turn" if isinstance(need.wanted, str):
            return f"It is the turn of {has}, not of {wanted}"
    if isinstance(need.wanted, bool):
        lacks = "no " if need.kind == "item" else "not "
        return f"{whose}{lacks if need.wanted else ''}{need.what}"
    how = _COMPARED[need.compare]
    return f"{whose}{need.what}: {how}{wanted} needed, {has} now"


_COMPARED = {
    "=": "",
    "!=": "another than ",
    ">=": "at least ",
    "<=": "at most ",
    "<": "less than ",
    ">": "more than ",
}


def _pool(rules: Ruleset | None, pool: str) -> str:
    base, _, key = pool.partition("/")
    return pool_word(rules, base, key) if rules else base


def _value(value: NeedValue, name: NameOf) -> str:
    """A value in words: yes, 6 1/2, Cogan and Erik."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return join_with_and(name(str(one)) for one in value) or "nobody"
        case str():
            return name(value) or "nothing"
    return str(canonical_number(value))
