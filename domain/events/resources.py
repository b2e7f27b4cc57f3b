"""What is counted, what lasts, what is set, and where things are."""

from __future__ import annotations

from typing import Literal

from domain.events.values import Event, Mod, Params, Until

PostingKind = Literal["fill", "pay", "lose", "gain", "move", "set"]
"""How a pool changed."""


class PoolChanged(Event):
    """A counted resource changed by `delta` to `balance`; `wanted` is what it should have been."""

    subject: str
    pool: str
    key: str = ""
    delta: int
    balance: int
    how: PostingKind
    wanted: int | None = None


class PoolLimited(Event):
    """A pool has a least and a most from now on; None stands for no limit.

    Temporary points of a pool are counted apart, under the key `temporary`, and have no limits.
    """

    subject: str
    pool: str
    key: str = ""
    least: int | None = None
    most: int | None = None


class PoolRemoved(Event):
    """A pool is there no more; it held `left`."""

    subject: str
    pool: str
    key: str = ""
    left: int = 0


class ConditionBegan(Event):
    """One instance of a named state began; two wounds are two instances.

    `act` is the act (or another word) that it comes from, `source` the subject who caused it,
    where that is not the doer of the act. It ends with the condition `parent`, whoever bears that.
    Nobody bears two that take `concentration`. Where it was reported, `external` is the id by
    which its source knows it.
    """

    id: str
    subject: str
    name: str
    key: str = ""
    toward: str = ""
    level: int = 0
    at: str = ""
    detail: Params = {}
    mods: tuple[Mod, ...] = ()
    until: Until | None = None
    act: str = ""
    source: str = ""
    parent: str = ""
    concentration: bool = False
    external: str = ""


class ConditionChanged(Event):
    """The level changed, or how many spans are left, the target, or what ends it.

    None leaves `toward`, `until`, `source` and `parent` as they were; an `endless` one lasts until
    it is ended. Of its `detail` what is named here is replaced, and what is null is gone. One that
    is called otherwise from now on has a `name` here.
    """

    id: str
    level: int
    left: int = 0
    toward: str | None = None
    until: Until | None = None
    endless: bool = False
    source: str | None = None
    parent: str | None = None
    concentration: bool | None = None
    name: str = ""
    detail: Params = {}


class ConditionEnded(Event):
    """The instance is over."""

    id: str
    why: str = ""


class FactSet(Event):
    """A trait, a setting of the rules, or a tie between two, as it now stands."""

    of: str
    name: str
    toward: str = ""
    was: int | str | bool | None = None
    value: int | str | bool | None


class Moved(Event):
    """One leg of a move: a fighter to a place, a card to a pile (at an index, else the end)."""

    subject: str
    was: str = ""
    place: str
    index: int | None = None
