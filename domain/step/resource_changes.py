"""What a step says of the stores: pools, conditions, facts and places."""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.ruleset.ruleset import Refused
from domain.ruleset.scene import ends
from domain.state.conditions import Condition
from domain.state.pools import TEMPORARY, Limits
from domain.step.draft import Drafting


class Stores(Drafting):
    """A step that posts to pools, begins and ends conditions, sets facts and moves things."""

    # --- counted ---------------------------------------------------------------------------

    def fill(self, who: str, pool: str, to: int, key: str = "") -> None:
        """Set a pool to what it is filled to."""
        self._post("fill", who, pool, key, to)

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
        within = self.combat.pools.limits_of(who, pool, key).nearest(to)
        if within != to and wanted is None:
            wanted = to - left
        delta, to = within - left, within
        event = e.PoolChanged(subject=who, delta=delta, balance=to, how=how, wanted=wanted, **what)
        self.emit(event, None, **said)

    # --- lasting ---------------------------------------------------------------------------

    def begin_condition(self, subject: str, name: str, basis: str = "", **said: Any) -> str:
        """Begin an instance of a declared condition; its id. What `said` leaves out is its kind's.

        Raises Refused for a condition that the ruleset does not declare.
        """
        kind = self.rules.condition(name)
        if kind is None:
            known = ", ".join(c.name for c in self.rules.conditions)
            raise Refused("", f"no condition is called {name!r} here", {"known": known})
        said = {"until": kind.until, "mods": kind.mods, **said}
        condition = self.new_id()
        event = e.ConditionBegan(id=condition, subject=subject, name=name, **said)
        self.emit(event, basis=basis or self.basis)
        return condition

    def change_condition(self, condition: Condition, level: int, left: int) -> None:
        """Change the level of an instance, or how many spans it lasts."""
        self.emit(e.ConditionChanged(id=condition.id, level=level, left=left))

    def end_condition(self, condition: Condition, why: str) -> None:
        """End one instance, and what lasts only while it does."""
        self.emit(e.ConditionEnded(id=condition.id, why=why))
        for other in tuple(self.combat.conditions.all.values()):
            if other.until and (other.until.span, other.until.name) == ("condition", condition.id):
                self.end_condition(other, f"{condition.name} ended")

    def expire(self, kind: str, name: str = "", edge: str = "end") -> None:
        """At an edge of a span, oldest first: end what lasts until then, or count it down.

        `name` is the act, or the stretch, whose edge it is. A condition with a stage for zero is
        not ended: the stage decides.
        """
        for condition in tuple(self.combat.conditions.all.values()):
            if condition.id in self.combat.conditions.all and self._until(
                condition, kind, name, edge
            ):
                self._tick(condition, f"until the {edge} of the {kind}")

    def _until(self, condition: Condition, kind: str, name: str, edge: str) -> bool:
        until = condition.until
        if until is None or (until.span, until.edge) != (kind, edge):
            return False
        named = condition.source == name if kind == "act" else until.name in ("", name)
        return named and (not until.whose or until.whose in self.actors())

    def _tick(self, condition: Condition, why: str) -> None:
        kind = self.rules.condition(condition.name)
        if condition.left > 1:
            self.change_condition(condition, condition.level, condition.left - 1)
        elif kind is not None and (stage := kind.at_zero(condition)):
            self.change_condition(condition, condition.level, 0)
            self.due.append((stage, self.drafts[-1].event))
        else:
            self.end_condition(condition, why)

    # --- set and placed --------------------------------------------------------------------

    def set_fact(self, name: str, of: str, value: Any, toward: str = "", **said: str) -> None:
        """Set a declared fact; setting what already stands says nothing. Raises Refused."""
        kind = self.rules.fact(name)
        if kind is None:
            known = ", ".join(f.name for f in self.rules.facts) or "none"
            raise Refused("", f"no fact is called {name!r} here", {"known": known})
        if kind.values and value not in kind.values:
            legal = {"legal": ", ".join(kind.values)}
            raise Refused(kind.clause, f"{value!r} is no value of a fact called {name!r}", legal)
        was = self.fact(name, of, toward)
        if was != value:
            of, name, toward = ends(kind, name, of, toward)
            event = e.FactSet(of=of, name=name, toward=toward, was=was, value=value)
            self.emit(event, None, **said)

    def move(self, subject: str, place: str, index: int | None = None) -> None:
        """One leg of a move."""
        was = self.combat.places.of(subject) or self.rules.where(self, subject)
        self.emit(e.Moved(subject=subject, was=was, place=place, index=index))
