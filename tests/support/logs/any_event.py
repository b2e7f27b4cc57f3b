"""Any event whatever, built from the models themselves, so that a new one is tried as well.

Words are few, so that events meet: the same fighter, the same act, the same place.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import BaseModel, JsonValue

from domain.events import Event, PublicNumber, Score
from domain.log.codec import STORED, Entry, Meta
from domain.state.fold import Answers

IDS = st.sampled_from(["ana", "bert", "cleo"])
NUMBERS = st.integers(-3, 3) | st.integers(-(2**40), 2**40)
WORDS = st.sampled_from(["", "ana", "bert", "#1.1", "#1.2", "order"]) | st.text(max_size=4)

_SCALARS = st.none() | st.booleans() | NUMBERS | WORDS

_PLAIN: dict[Any, SearchStrategy[Any]] = {
    str: WORDS,
    int: NUMBERS,
    bool: st.booleans(),
    NoneType: st.none(),
    PublicNumber: st.integers(1, 10**9 - 1),
    Score: NUMBERS | st.decimals(-99, 99, places=2),
    JsonValue: _SCALARS
    | st.sampled_from([[], {}, ["ana", [1, None]], {"to": {"#1.1": [True, "x"]}, "": 1}]),
}


def value(of: Any) -> SearchStrategy[Any]:
    """Any value of an annotated type; raises TypeError for a type no stored field has had yet."""
    if of in _PLAIN:
        return _PLAIN[of]
    kind, parts = get_origin(of), get_args(of)
    if kind is Literal:
        return st.sampled_from(parts)
    if kind in (Union, UnionType):
        return st.one_of(*map(value, parts))
    if kind is tuple:
        if parts[1:] == (...,):
            return st.lists(value(parts[0]), max_size=2).map(tuple)
        return st.tuples(*map(value, parts))
    if kind is dict:
        return st.dictionaries(value(parts[0]), value(parts[1]), max_size=2)
    if isinstance(of, type) and issubclass(of, BaseModel):
        return made(of)
    raise TypeError(f"tests.support.logs.any_event does not know how to make a {of!r}")


def made(model: type[BaseModel], **given: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Any instance of a model; `given` says what some of its fields are."""
    drawn = {k: value(f.annotation) for k, f in model.model_fields.items() if k not in given}
    return st.builds(model, **drawn, **given)


_EVERY = {row.event: made(row.event) for row in STORED.values()}


def any_event(*of: type[Event]) -> SearchStrategy[Event]:
    """Any stored event, of some classes if given."""
    return st.one_of(*(_EVERY[each] for each in of or _EVERY))


def any_answers() -> SearchStrategy[Answers]:
    """A question and slot that an entry answers, or none."""
    return st.none() | st.tuples(WORDS, WORDS)


def any_meta() -> SearchStrategy[Meta]:
    """Any envelope."""
    return made(Meta)


def any_entries(*of: type[Event]) -> SearchStrategy[list[Entry]]:
    """A run of play and table entries; only the envelope's parts that a fold reads are drawn."""
    metas = st.builds(
        Meta,
        seq=st.just(1),
        step=st.just(1),
        number=st.just(1),
        at=st.just(0),
        parent=st.sampled_from([None, 0, 1, 1]),
        answers=any_answers(),
    )
    return st.lists(st.builds(Entry, metas, any_event(*of)), max_size=20)


def said(*of: type[Event]) -> SearchStrategy[list[tuple[Event, Answers]]]:
    """A run of events, each with what it answers."""
    return st.lists(st.tuples(any_event(*of), any_answers()), max_size=20)
