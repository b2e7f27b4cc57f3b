"""What an open point has settled is said with its basis: the default, or the table's ruling."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from domain.step import Step


@contextmanager
def settled(step: Step, *keys: str) -> Iterator[None]:
    """What is said meanwhile stands on these open points; without any, on the rules."""
    before, step.basis = step.basis, basis(step, *keys)
    try:
        yield
    finally:
        step.basis = before


def basis(step: Step, *keys: str) -> str:
    """The basis of what several open points have settled together; a ruling counts for more."""
    found = {step.basis_of(key) for key in keys}
    return "ruled" if "ruled" in found else "default" if found else step.basis
