"""Facts that a game declares: ties between two, and properties of one."""

from __future__ import annotations

from typing import Literal, NamedTuple


class FactKind(NamedTuple):
    """A tie between two, or a property of one. `values` empty = any word.

    One that is a `trait` begins as the sheet has it, and is nothing where the sheet is silent.
    Without `values` it `holds` anything, a number from 0 that goes by parts of 1/`scale`, or
    somebody: the id of another who can act, empty for nobody. It is said `toward` nobody,
    somebody, some thing such as a weapon, or anything; where it is somebody or some thing, that
    has to be said. One that is `symmetric` is toward somebody, and the same from both ends.
    """

    name: str
    says: str
    clause: str
    values: tuple[str, ...] = ()
    default: str = ""
    symmetric: bool = False
    trait: bool = False
    holds: Literal["anything", "number", "somebody"] = "anything"
    scale: int = 1
    toward: Literal["anything", "nobody", "somebody", "something"] = "anything"

    @property
    def is_tie(self) -> bool:
        """True for what stands between two who are somebody."""
        return self.symmetric or self.toward == "somebody"
