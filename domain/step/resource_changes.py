"""What a step says of the stores: pools, facts and places."""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.ruleset.ruleset import Refused
from domain.ruleset.scene import ends
from domain.state.pools import TEMPORARY, Limits
from domain.step.condition_changes import ConditionChanges


class Stores(ConditionChanges):
    """A step that posts to pools, changes conditions, sets facts and moves things."""

    # --- counted ---------------------------------------------------------------------------

    def fill(self, who: str, pool: str, to: int, key: str = "", **said: str) -> None:
        """Set a pool to what it is filled to."""
        self._post("fill", who, pool, key, to, None, **said)

    def set_pool(self, who: str, pool: str, to: int, key: str = "") -> None:
        """Set a pool by somebody's word."""
        self._post("set", who, pool, key, to)

    def pay(self, who: str, pool: str, cost: int, key: str = "", **said: str) -> None:
        """Pay a cost; what cannot be paid (against the rules) is said as wanted."""
        left = self.balance_of(who, pool, key)
        wanted = None if cost <= left else -cost
        if cost:
            self._post("pay", who, pool, key, left - max(0, min(cost, left)), wanted, **said)

    def lose(self, who: str, pool: str, loss: int, key: str = "") -> None:
        """Lose temporary points, then those of the pool; what it did not hold is said."""
        temporary = 0 if key else self.balance_of(who, pool, TEMPORARY)
        if temporary > 0 and loss > 0:
            taken = min(temporary, loss)
            self._post("lose", who, pool, TEMPORARY, temporary - taken)
            loss -= taken
        declared = self.rules.pool(pool)
        floor = declared.least if declared else None
        wanted = self.balance_of(who, pool, key) - loss
        to = wanted if floor is None else max(floor, wanted)
        if loss:
            self._post("lose", who, pool, key, to, -loss if to != wanted else None)

    def limit_pool(
        self, who: str, pool: str, limits: Limits, key: str = "", *, trims: bool = True
    ) -> None:
        """Set the least and the most of a pool; what it holds beyond them is gone at once.

        Without `trims` it is left as it is, since its balance is set next.
        """
        if limits == self.combat.pools.limits_of(who, pool, key):
            return
        said = limits._asdict()
        self.emit(e.PoolLimited(subject=who, pool=pool, key=key, **said))
        left = self.balance_of(who, pool, key)
        trims = trims and self.combat.pools.has(who, pool, key)
        if trims and (to := limits.nearest(left)) != left:
            self.set_pool(who, pool, to, key)

    def gain(self, who: str, pool: str, amount: int, key: str = "") -> None:
        """Gain without anything that it comes from: a wound, points that were found."""
        if amount:
            self._post("gain", who, pool, key, self.balance_of(who, pool, key) + amount)

    def shift(self, who: str, pool: str, delta: int, key: str = "") -> None:
        """Move so much into a pool, or out of it; where it comes from or goes is posted apart."""
        if delta:
            self._post("move", who, pool, key, self.balance_of(who, pool, key) + delta)

    def _post(
        self,
        how: e.PostingKind,
        who: str,
        pool: str,
        key: str,
        to: int,
        wanted: int | None = None,
        **said: str,
    ) -> None:
        """Post a change to a balance, or to the nearest within its limits; it says what was due."""
        left, what = self.balance_of(who, pool, key), {"pool": pool, "key": key}
        limits = self.combat.pools.limits_of(who, pool, key)
        within = (limits if how in ("fill", "set") else limits.widened_to(left)).nearest(to)
        if within != to and wanted is None:
            wanted = to - left
        delta, to = within - left, within
        event = e.PoolChanged(subject=who, delta=delta, balance=to, how=how, wanted=wanted, **what)
        self.emit(event, None, **said)

    # --- set and placed --------------------------------------------------------------------

    def set_fact(self, name: str, of: str, value: Any, toward: str = "", **said: str) -> None:
        """Set a declared fact; setting what already stands says nothing. Raises Refused."""
        kind = self.rules.fact(name)
        if kind is None:
            why, known = f"no fact is called {name!r} here", self.rules.facts
            raise Refused("", why, None, "/change/name", legal=(fact.name for fact in known))
        if kind.values and value not in kind.values:
            why = f"{value!r} is no value of a fact called {name!r}"
            raise Refused(kind.clause, why, None, "/change/value", legal=kind.values)
        was = self.fact(name, of, toward)
        if was != value:
            of, name, toward = ends(kind, name, of, toward)
            event = e.FactSet(of=of, name=name, toward=toward, was=was, value=value)
            self.emit(event, None, **said)

    def move(self, subject: str, place: str, index: int | None = None) -> None:
        """One leg of a move."""
        was = self.combat.places.of(subject) or self.rules.where(self, subject)
        self.emit(e.Moved(subject=subject, was=was, place=place, index=index))
