"""As much of pydantic as the events need, in the standard library alone, and stricter.

A value must be of the very type that its field names: no text is read as a number, nothing is
filled in but defaults, no key comes twice or is unknown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Set
from functools import partial
from json.scanner import make_scanner
from types import UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

JsonValue = Any
ConfigDict = dict
Reader = Callable[[Any], Any]
_SCALARS = (str, int, bool, type(None))


class ValidationError(ValueError):
    """This is not of the shape that it should have."""


class _Read:
    """Reads one class of models from JSON, as its annotations say.

    What has the very names and types of one that was read before needs no second look, but for
    the fields in which more than the type matters.
    """

    def __init__(self, model: type[BaseModel]):
        self._model = model
        self._readers: dict[str, Reader] = {}
        self._known: dict[tuple[Any, ...], tuple[str, ...]] = {}

    def validate_json(self, data: bytes) -> BaseModel:
        """A model from JSON; raises ValidationError."""
        return self.read(_parsed(data.decode()))

    def read(self, said: Any) -> BaseModel:
        """A model from what JSON says of it; raises ValidationError."""
        if type(said) is not dict:
            return self._as_it_is(said)
        looks = (*said, *map(type, said.values()))
        closer = self._known.get(looks)
        if closer is None:
            closer = self._known[looks] = self._look(said)
        for name in closer:
            said[name] = self._readers[name](said[name])
        model = self._model.__new__(self._model)
        model.__dict__ = said  # what it leaves out is an attribute of its class
        return model

    def _as_it_is(self, said: Any) -> BaseModel:
        if type(said) is not self._model:
            raise ValidationError(f"no {self._model.__name__}")
        return said

    def _look(self, said: dict[str, Any]) -> tuple[str, ...]:
        """Check names and scalars; the fields that are to be read one by one."""
        lacks = [name for name in self.fields() - said.keys() if not hasattr(self._model, name)]
        if lacks or said.keys() - self._readers.keys():
            raise ValidationError(f"no {self._model.__name__}: it has other fields")
        closer = [name for name in said if not isinstance(self._readers[name], _Scalar)]
        for name in said.keys() - closer:
            self._readers[name](said[name])
        return tuple(closer)

    def fields(self) -> Set[str]:
        """The names of the fields; the annotations are looked at once all classes are there."""
        if not self._readers:
            hints = get_type_hints(self._model).items()
            self._readers = {n: _reader(h) for n, h in hints if get_origin(h) is not ClassVar}
        return self._readers.keys()


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
        fields = value.__pydantic_validator__.fields()
        return {name: _plain(getattr(value, name)) for name in fields}
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


def _scanner(**how: Any) -> Callable[[str, int], Any]:
    """What reads one value of JSON, and tells where it ends."""
    return make_scanner(json.JSONDecoder(parse_constant=_refuse, **how))  # type: ignore[arg-type]


_PLAIN, _STRICT = _scanner(), _scanner(object_pairs_hook=_unique)


def _parsed(text: str) -> Any:
    """JSON in which no key comes twice: where it is flat, counting tells, else every pair."""
    flat = text.count("{") == 1
    try:
        value, end = (_PLAIN if flat else _STRICT)(text, 0)
        if flat and len(value) != text.count('":'):
            value, end = _STRICT(text, 0)
    except (StopIteration, RecursionError, TypeError, json.JSONDecodeError) as error:
        raise ValidationError("no JSON") from error
    if end != len(text):
        raise ValidationError("something stands behind the JSON")
    return value


# --- what reads a value of an annotated type ---------------------------------------------------


class _Scalar:
    """Reads a value of some scalar types; of such a field only the type matters."""

    def __init__(self, *types: type):
        self._types = types

    def __call__(self, value: Any) -> Any:
        """The value; raises ValidationError for another type."""
        if type(value) not in self._types:
            raise ValidationError(f"{type(value).__name__} is not what belongs here")
        return value


def _reader(hint: Any) -> Reader:
    """What reads values of a type; raises TypeError for a type that no event has."""
    inside = get_args(hint) or (hint,)
    if get_origin(hint) in (None, Union, UnionType) and all(each in _SCALARS for each in inside):
        return _Scalar(*inside)
    match get_origin(hint):
        case None if hint is Any:
            return _anything
        case None:
            read: Reader = hint.__pydantic_validator__.read
            return read
        case Origin if Origin in (Union, UnionType):
            scalars = tuple(each for each in inside if each in _SCALARS)
            (other,) = (each for each in inside if each not in scalars)
            return partial(_either, scalars, _reader(other))
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


def _either(scalars: tuple[type, ...], other: Reader, value: Any) -> Any:
    return value if type(value) in scalars else other(value)


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
