"""What a step says of conditions: they begin, change, are counted down, and end."""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.ruleset.ruleset import ConditionKind, Refused
from domain.state.conditions import Condition
from domain.step.draft import Drafting

CONCENTRATING = "concentrating"
"""The condition of those who keep up what they have done to others; its key names that."""

MISSED = "no turn to count"
"""Why something ended that lasted until a turn which did not come in its round."""


def _usual_end(kind: ConditionKind, bearer: str, source: str) -> e.Until | None:
    """When a condition ends where nothing else is said; whose turns count is known only now."""
    if kind.until is None or not kind.whose:
        return kind.until
    whose = source if kind.whose == "source" else bearer
    return kind.until.model_copy(update={"whose": whose})


def _within_most(kind: ConditionKind | None, level: int) -> int:
    return level if kind is None or kind.most is None else min(level, kind.most)


class ConditionChanges(Drafting):
    """A step that begins, changes and ends conditions."""

    def begin_condition(self, subject: str, name: str, basis: str = "", **said: Any) -> str:
        """Begin an instance of a declared condition; its id. What `said` leaves out is its kind's.

        One that takes concentration ends what its bearer concentrated on. Raises Refused for a
        condition that the ruleset does not declare, or that is to end with one that is over.
        """
        kind = self.rules.condition(name)
        if kind is None:
            why, known = f"no condition is called {name!r} here", self.rules.conditions
            raise Refused("", why, None, "/change/name", legal=(c.name for c in known))
        until = _usual_end(kind, subject, said.get("source") or subject)
        said = {"until": until, "mods": kind.mods, "level": kind.level, **said}
        if said.get("concentration"):
            self.end_concentration(subject)
        if said.get("parent") and said["parent"] not in self.combat.conditions.all:
            raise Refused("", f"{name} cannot end with what is over", None, "/change/parent")
        said["level"] = _within_most(kind, said["level"])
        condition = self.new_id()
        event = e.ConditionBegan(id=condition, subject=subject, name=name, **said)
        self.emit(event, basis=basis or self.basis)
        return condition

    def concentrate(self, source: str, on: str, act: str = "", **ends: Any) -> str:
        """Let somebody concentrate on a condition of others, as long as that would last; its id.

        What one act, or the table, lays on several is kept up together.
        """
        for known in self.combat.conditions.on(source, CONCENTRATING):
            if known.key == on and act in ("", known.act):
                return known.id
        kind = self.rules.condition(on)
        until: dict[str, Any] = {
            "until": _usual_end(kind, source, source) if kind else None,
            **ends,
        }
        said: dict[str, Any] = {"key": on, "act": act, "concentration": True}
        return self.begin_condition(source, CONCENTRATING, **said, **until)

    def end_concentration(self, subject: str) -> None:
        """End what a subject concentrates on, since it begins to concentrate on something else."""
        for former in self.combat.conditions.on(subject):
            if former.concentration and former.id in self.combat.conditions.all:
                self.end_condition(former, "another concentration")

    def change_condition(self, condition: Condition, level: int, left: int, **said: Any) -> None:
        """Change the level of an instance, how many spans it lasts, or what `said` names."""
        level = _within_most(self.rules.condition(condition.name), level)
        self.emit(e.ConditionChanged(id=condition.id, level=level, left=left, **said))

    def alter_condition(self, condition: Condition, level: int, toward: str, **ends: Any) -> bool:
        """Give an instance another level or target; and another end, where `until` is given.

        With `until` None it lasts until it is ended. Returns whether anything changed.
        """
        until = ends.get("until", condition.until)
        left = until.left if until and "until" in ends else condition.left if until else 0
        level = _within_most(self.rules.condition(condition.name), level)
        new = condition._replace(level=level, toward=toward, until=until, left=left)
        if new == condition:
            return False
        said: dict[str, Any] = {"toward": toward} if toward != condition.toward else {}
        if until != condition.until:
            said |= {"until": until} if until else {"endless": True}
        self.change_condition(condition, level, left, **said)
        return True

    def end_condition(self, condition: Condition, why: str) -> None:
        """End one instance, and what lasts only while it does."""
        self.emit(e.ConditionEnded(id=condition.id, why=why))
        stands = self._is_there if self.drafts[-1].audience else self._stands
        for other in self._standing():
            if other.hangs_on(condition.id) and stands(other):
                self.end_condition(other, f"{condition.name} ended")
        self._end_idle_concentration(condition)

    def _standing(self) -> tuple[Condition, ...]:
        """What stands, oldest first: also what ended in secret, and stands where all see it.

        The clock goes on for that as though nothing had happened.
        """
        standing = self.combat.conditions.all
        seen = self.public.conditions.all if self.public else standing
        return tuple((standing if seen is standing else {**seen, **standing}).values())

    def _stands(self, condition: Condition) -> bool:
        seen = self.public is not None and condition.id in self.public.conditions.all
        return seen or self._is_there(condition)

    def _is_there(self, condition: Condition) -> bool:
        """True for what stands indeed, and not only where all see it."""
        return condition.id in self.combat.conditions.all

    def _end_idle_concentration(self, ended: Condition) -> None:
        """End the concentration that kept up what has just ended, and keeps up nothing else."""
        standing = self.combat.conditions.all
        kept_by = standing.get(ended.parent)
        if kept_by is None or kept_by.name != CONCENTRATING:
            return
        if not any(other.hangs_on(kept_by.id) for other in standing.values()):
            self.end_condition(kept_by, "nothing is left to keep up")

    # --- counted down ----------------------------------------------------------------------

    def expire(self, kind: str, name: str = "", edge: str = "end") -> None:
        """At an edge of a span, oldest first: end what lasts until then, or count it down.

        `name` is the act, or the stretch, whose edge it is. A condition with a stage for zero is
        not ended: the stage decides.
        """
        for condition in self._standing():
            until = self._reached(condition, kind, name, edge)
            if until and self._stands(condition):
                self._tick(condition, until.reason)
            if (kind, edge) == ("turn", "end") and condition.subject in self.actors():
                self._fall(condition.id)

    def _fall(self, id: str) -> None:
        """Lower the level of what falls as a turn of its bearer ends; at 0 it is over."""
        condition = self.combat.conditions.all.get(id)
        kind = self.rules.condition(condition.name) if condition else None
        if condition is None or kind is None or not kind.falls:
            return
        if (level := condition.level - kind.falls) > 0:
            self.change_condition(condition, level, condition.left)
        else:
            self.end_condition(condition, "down to 0")

    def _reached(self, condition: Condition, kind: str, name: str, edge: str) -> e.Until | None:
        until = condition.until
        if until is None or (until.span, until.edge) != (kind, edge):
            return None
        named = condition.act == name if kind == "act" else until.name in ("", name)
        return until if named and (not until.whose or until.whose in self.actors()) else None

    def count_missed_turns(self) -> None:
        """As a round ends, count down what goes by the turns of somebody who had none in it.

        They may have left, been passed over, or not act at all: what lasts three turns of theirs
        lasts three rounds then, instead of for ever.
        """
        span = self.combat.clock.path[-1]
        had_one = ("", *span.done, *span.held)
        for condition in self._standing():
            until = condition.until
            missed = until is not None and until.span == "turn" and until.whose not in had_one
            # What hung on one that has just ended is over as well.
            if missed and self._stands(condition):
                self._tick(condition, MISSED)

    def _tick(self, condition: Condition, why: str) -> None:
        kind = self.rules.condition(condition.name)
        if condition.left > 1:
            self.change_condition(condition, condition.level, condition.left - 1)
        elif kind and self._is_there(condition) and (stage := kind.at_zero(condition)):
            self.change_condition(condition, condition.level, 0)
            self.due.append((stage, self.drafts[-1].event))
        else:
            self.end_condition(condition, why)
