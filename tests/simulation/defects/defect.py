"""A defect of storage or concurrency, and how it is put back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple
from unittest.mock import patch

PutBack = Callable[[], AbstractContextManager[Any]]


class Defect(NamedTuple):
    """A defect by its name and in a sentence.

    `found_at` is a seed that finds it; `seeds` is how many are tried at most, where later
    changes have moved what each seed does.
    """

    name: str
    says: str
    put_back: PutBack
    found_at: int = 0
    seeds: int = 200


def put_back(owner: Any, name: str) -> Callable[[Callable[..., Any]], PutBack]:
    """Let a faulty function stand in the place of one of the product."""
    return lambda faulty: lambda: patch.object(owner, name, faulty)
