"""As much of pydantic as the events need, in the standard library alone, and stricter.

A value must be of the very type that its field names: no text is read as a number, nothing is
filled in but defaults, no key comes twice or is unknown.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from types import UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

JsonValue = Any
ConfigDict = dict
Reader = Callable[[Any], Any]
_SCALARS = frozenset((str, int, bool, type(None)))


class ValidationError(ValueError):
    """This is not of the shape that it should have."""


class _Read:
    """Reads one class of models from JSON, as its annotations say."""

    def __init__(self, model: type[BaseModel]):
        self._model = model
        self._readers: dict[str, Reader] = {}
        self._defaults: dict[str, Any] = {}
        self._seen: set[tuple[Any, ...]] = set()

    def _plan(self) -> None:
        """Look at the annotations, once all classes are there."""
        for name, hint in get_type_hints(self._model).items():
            if get_origin(hint) is not ClassVar:
                self._readers[name] = _reader(hint)
                if hasattr(self._model, name):
                    self._defaults[name] = getattr(self._model, name)

    def validate_json(self, data: bytes) -> BaseModel:
        """A model from JSON; raises ValidationError."""
        return self.read(_parsed(data.decode()))

    def read(self, said: Any) -> BaseModel:
        """A model from what JSON says of it; raises ValidationError."""
        if type(said) is self._model:
            return said
        if type(said) is not dict:
            raise ValidationError(f"no {self._model.__name__}")
        # What has the very names and scalars of one that was read needs no second look.
        kinds = (*said, *map(type, said.values()))
        model = self._model.__new__(self._model)
        model.__dict__ = self._defaults | (said if kinds in self._seen else self._fields(said))
        if len(model.__dict__) != len(self._readers):
            raise ValidationError(f"a {self._model.__name__} lacks a field")
        if _SCALARS.issuperset(kinds[len(said) :]):
            self._seen.add(kinds)
        return model

    def _fields(self, said: dict[str, Any]) -> dict[str, Any]:
        if not self._readers:
            self._plan()
        try:
            return {name: self._readers[name](value) for name, value in said.items()}
        except (LookupError, AttributeError) as error:
            raise ValidationError(f"no {self._model.__name__}: {error}") from error


class BaseModel:
    """A model: its fields are its annotations."""

    __pydantic_validator__: ClassVar[_Read]

    def __init_subclass__(cls) -> None:
        """Every class reads itself."""
        cls.__pydantic_validator__ = _Read(cls)

    def __init__(self, **said: Any):
        self.__dict__ = self.__pydantic_validator__.read(said).__dict__


class TypeAdapter:
    """Writes a state as plain JSON values."""

    def __init__(self, of: Any):
        self._of = of

    def dump_python(self, value: Any, mode: str = "json") -> Any:
        """The value in dictionaries and lists."""
        return _plain(value)


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return {name: _plain(part) for name, part in value.__dict__.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValidationError("a key comes twice")
    return found


def _refuse(constant: str) -> None:
    raise ValidationError(f"{constant} is no number of JSON")


_PLAIN = json.JSONDecoder(parse_constant=_refuse).raw_decode
_STRICT = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse).raw_decode


def _parsed(text: str) -> Any:
    """JSON in which no key comes twice; counting tells that of most, and of all the rest a look."""
    try:
        value, end = (_PLAIN if text.count("{") == 1 else _STRICT)(text)
        if text.count("{") == 1 and len(value) != text.count('":'):
            value, end = _STRICT(text)
    except (StopIteration, RecursionError, TypeError, json.JSONDecodeError) as error:
        raise ValidationError("no JSON") from error
    if end != len(text):
        raise ValidationError("something stands behind the JSON")
    return value


# --- what reads a value of an annotated type ---------------------------------------------------


def _reader(hint: Any) -> Reader:
    """What reads values of a type; raises TypeError for a type that no event has."""
    inside = get_args(hint)
    match get_origin(hint):
        case None if hint is Any:
            return _anything
        case None if hint in _SCALARS:
            return partial(_one_of, (hint,), ())
        case None if issubclass(hint, BaseModel):
            read: Reader = hint.__pydantic_validator__.read
            return read
        case Origin if Origin in (Union, UnionType):
            scalars = tuple(each for each in inside if each in _SCALARS)
            return partial(_one_of, scalars, tuple(_reader(t) for t in inside if t not in scalars))
        case Origin if Origin is Literal:
            return partial(_literal, inside)
        case Origin if Origin is dict:
            return partial(_dict, _reader(inside[1]))
        case Origin if Origin is tuple and inside[-1] is Ellipsis:
            return partial(_tuple, _reader(inside[0]))
        case Origin if Origin is tuple:
            return partial(_row, tuple(_reader(each) for each in inside))
    raise TypeError(f"no event has a field of type {hint}")


def _anything(value: Any) -> Any:
    return value


def _one_of(scalars: tuple[type, ...], others: tuple[Reader, ...], value: Any) -> Any:
    if type(value) in scalars:
        return value
    for read in others:
        return read(value)
    raise ValidationError(f"{type(value).__name__} is not what belongs here")


def _literal(values: tuple[Any, ...], value: Any) -> Any:
    if type(value) is not str or value not in values:
        raise ValidationError("this word does not belong here")
    return value


def _dict(read: Reader, value: Any) -> dict[str, Any]:
    if type(value) is not dict:
        raise ValidationError("here belong names with values")
    return value if read is _anything else {name: read(part) for name, part in value.items()}


def _tuple(read: Reader, value: Any) -> tuple[Any, ...]:
    if type(value) not in (list, tuple):
        raise ValidationError("here belongs a list")
    return tuple([read(part) for part in value])


def _row(readers: tuple[Reader, ...], value: Any) -> tuple[Any, ...]:
    if type(value) not in (list, tuple) or len(value) != len(readers):
        raise ValidationError(f"here belong {len(readers)} values")
    return tuple([read(part) for read, part in zip(readers, value, strict=True)])
