"""What an act was said to do, carried out: each change is an event that the act has caused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from domain import commands as c
from domain import events as e
from domain.events.measures import units
from domain.ruleset.ruleset import Limits
from domain.state.conditions import Condition
from domain.state.pools import TEMPORARY
from domain.step.names_meant import change_meant
from domain.step.resource_changes import Stores

LANDS = "lands"
"""The stage of an act at which its results come about."""

_RESULT: TypeAdapter[c.Result] = TypeAdapter(c.Result)


class ActResults(Stores):
    """A step that carries out what an act does to anybody or anything."""

    def carry_out(self, said: Mapping[str, Any]) -> None:
        """Carry out one result of the running act; what has become impossible is said so.

        Limits of a pool stop a gain or a loss, and temporary points are lost first.
        """
        result = change_meant(self, _RESULT.validate_python(said))
        whom = result.of if isinstance(result, c.FactFix) else result.subject
        member = self.member(whom)
        if member is None or not member.here or member.hidden:
            self._say_instead("is no longer there", whom)
            return
        match result:
            case c.PoolFix():
                self._change_pool(result)
            case c.ConditionFix(begin=True):
                self._begin(result)
            case c.ConditionFix() | c.ConditionChange():
                self._end_or_change(result)
            case c.FactFix():
                self.set_fact(result.name, result.of, result.value, result.toward)
            case c.PlaceFix():
                self.move(result.subject, result.place)

    def _say_instead(self, outcome: str, of: str = "") -> None:
        self.emit(e.Resolved(act=self.on, stage=LANDS, outcome=outcome, of=of), basis=self.basis)

    # --- pools -----------------------------------------------------------------------------

    def _change_pool(self, fix: c.PoolFix) -> None:
        who, pool, key = fix.subject, fix.pool, fix.key
        limits = self._limits_said(fix)
        self.limit_pool(who, pool, limits, key, trims=fix.to is None)
        if fix.to is not None:
            self.set_pool(who, pool, self._in_units(pool, fix.to), key)
        elif fix.delta is not None:
            self._gain_or_lose(fix, self._in_units(pool, fix.delta))

    def _gain_or_lose(self, fix: c.PoolFix, delta: int) -> None:
        """Gain so much, or lose it; what was never there cannot be lost."""
        if delta > 0:
            self.gain(fix.subject, fix.pool, delta, fix.key)
        elif not self.combat.pools.has(fix.subject, fix.pool, fix.key):
            named = f"{TEMPORARY} {fix.pool}" if fix.key == TEMPORARY else fix.pool
            self._say_instead(f"has no {named}", fix.subject)
        else:
            self.lose(fix.subject, fix.pool, -delta, fix.key)

    def _limits_said(self, fix: c.PoolFix) -> Limits:
        limits = self.combat.pools.limits_of(fix.subject, fix.pool, fix.key)
        ends = {end: getattr(fix, end) for end in ("least", "most")}
        said = {
            end: None if given == "none" else self._in_units(fix.pool, given)
            for end, given in ends.items()
            if given is not None
        }
        limits = limits._replace(**said)
        return limits._replace(least=limits.most) if limits.is_empty else limits

    def _in_units(self, pool: str, value: int | str) -> int:
        declared = self.rules.pool(pool)
        return units(value, declared.scale if declared else 1) or 0

    # --- conditions ------------------------------------------------------------------------

    def _begin(self, fix: c.ConditionFix) -> None:
        """Begin a condition; who acts has caused it, unless another is named.

        What is left out is as the game declares that condition.
        """
        doer = self.combat.exchange.acts[self.on].who
        parts, source = ("level", "toward", "at", "parent"), fix.source or doer
        said: dict[str, Any] = {part: value for part in parts if (value := getattr(fix, part))}
        if fix.parent and fix.parent not in self.combat.conditions.all:
            self._say_instead(f"is not {fix.name}: what it came with is over", fix.subject)
            return
        said |= self.how_kept_up(fix, source)
        self.begin_condition(fix.subject, fix.name, act=self.on, source=source, **said)

    def how_kept_up(self, fix: c.ConditionFix, source: str) -> dict[str, Any]:
        """Until when a condition lasts, and who concentrates on it: as said, else as usual.

        What is usually kept up takes the concentration of its source; without one its bearer's.
        """
        ends = {"until": self.until_of(fix.until, fix.subject)} if fix.until else {}
        kind = self.rules.condition(fix.name)
        takes = kind is not None and kind.concentration
        if fix.concentration is not None or not takes or source in ("", fix.subject):
            said = takes if fix.concentration is None else fix.concentration
            return {"concentration": said, **ends}
        if fix.parent:
            return ends
        own = {"until": self.until_of(fix.until, source)} if fix.until else {}
        parent = self.concentrate(source, fix.name, self.on, **own)
        return {"parent": parent, "until": None, **ends}

    def _end_or_change(self, fix: c.ConditionFix | c.ConditionChange) -> None:
        """End or change the youngest condition that is meant."""
        meant = self.conditions_meant(fix)
        if not meant:
            self._say_instead(f"is not {fix.name}", fix.subject)
        elif isinstance(fix, c.ConditionChange):
            self.change_as_said(meant[-1], fix)
        else:
            self.end_condition(meant[-1], "ended")

    def conditions_meant(self, fix: c.ConditionFix | c.ConditionChange) -> tuple[Condition, ...]:
        """Those that stand of that name or id; of one that ends, `toward` and `at` say which."""
        named = (x for x in self.combat.conditions.on(fix.subject) if fix.name in (x.id, x.name))
        if isinstance(fix, c.ConditionChange):
            return tuple(named)
        return tuple(x for x in named if fix.toward in ("", x.toward) and fix.at in ("", x.at))

    def change_as_said(self, condition: Condition, fix: c.ConditionChange) -> bool:
        """Give a condition the level, target and end that were said; return whether any is new."""
        level = condition.level if fix.level is None else fix.level
        toward = condition.toward if fix.toward is None else fix.toward
        until = fix.until and self.until_of(fix.until, fix.subject)
        ends = {"until": until} if fix.until or fix.endless else {}
        return self.alter_condition(condition, level, toward, **ends)

    def until_of(self, said: c.Duration, bearer: str) -> e.Until:
        """When something ends that lasts so long; turns are its bearer's unless it is said."""
        whose = (said.whose or bearer) if said.span == "turn" else ""
        return e.Until(span=said.span, whose=whose, edge=said.edge, left=said.left)
