"""Named states that last: wounds, stuns, surprises. Instances, not flags."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.events import ConditionBegan, ConditionChanged, ConditionEnded, Mod, Params, Until
from domain.state.fold import Answers, Folds, with_entry, without

_ORDER = {"set": 0, "times": 1, "least": 2, "add": 3}


class Condition(NamedTuple):
    """One instance. `toward` ties it to somebody; `left` counts the spans until it ends.

    `act` says what it comes from, `source` who caused it, `parent` with which condition it ends,
    `external` by which id a source knows it that has reported it.
    """

    id: str
    subject: str
    name: str
    key: str
    toward: str
    level: int
    at: str
    detail: Params
    mods: tuple[Mod, ...]
    until: Until | None
    act: str
    source: str
    parent: str
    concentration: bool
    external: str
    left: int

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody whom it names: its bearer, target, source, and whose turns it goes by."""
        whose = self.until.whose if self.until else ""
        return self.subject, self.toward, self.source, whose

    def hangs_on(self, other: str) -> bool:
        """True for what ends with another condition."""
        until = self.until
        return self.parent == other or (
            until is not None and (until.span, until.name) == ("condition", other)
        )


class Conditions(NamedTuple):
    """Every condition that stands, by id, oldest first."""

    all: dict[str, Condition] = {}

    def on(self, subject: str, name: str = "") -> tuple[Condition, ...]:
        """What a subject is under, of one name if given, oldest first."""
        mine = [c for c in self.all.values() if c.subject == subject]
        return tuple([c for c in mine if c.name == name] if name else mine)

    def begun_by(self, act: str, *names: str) -> tuple[Condition, ...]:
        """What stands of these names since an act, oldest first."""
        return tuple(c for c in self.all.values() if c.act == act and c.name in names)

    def has(self, subject: str, name: str) -> bool:
        """True while at least one instance stands."""
        return name in [c.name for c in self.all.values() if c.subject == subject]

    def altered_trait(self, subject: str, trait: str, base: int) -> int:
        """A trait as the conditions alter it: set, then times, then at least, then add."""
        mods = [m for c in self.on(subject) for m in c.mods if m.trait == trait]
        for mod in sorted(mods, key=lambda m: _ORDER[m.how]):
            base = _alter(base, mod)
        return base


def _alter(base: int, mod: Mod) -> int:
    match mod.how:
        case "set":
            return mod.value
        case "times":
            return base * mod.value
        case "least":
            return max(base, mod.value)
        case _:
            return base + mod.value


def _began(conditions: Conditions, event: ConditionBegan, _: Answers) -> Conditions:
    condition = Condition(**vars(event), left=event.until.left if event.until else 0)
    return Conditions(with_entry(conditions.all, event.id, condition))


def _fold_changed(conditions: Conditions, event: ConditionChanged, _: Answers) -> Conditions:
    if (old := conditions.all.get(event.id)) is None:
        return conditions
    toward = old.toward if event.toward is None else event.toward
    until = None if event.endless else event.until or old.until
    new = old._replace(level=event.level, left=event.left, toward=toward, until=until)
    return Conditions(with_entry(conditions.all, event.id, _with_reported_parts(new, event)))


def _with_reported_parts(old: Condition, event: ConditionChanged) -> Condition:
    """A condition with what only a report changes: its source, its parent, its detail."""
    parts = ("source", "parent", "concentration")
    said = {part: getattr(event, part) for part in parts} | {"name": event.name or None}
    changes: dict[str, Any] = {part: value for part, value in said.items() if value is not None}
    if event.detail:
        detail = {**old.detail, **event.detail}
        changes["detail"] = {name: v for name, v in detail.items() if v is not None}
    return old._replace(**changes) if changes else old


def _fold_ended(conditions: Conditions, event: ConditionEnded, _: Answers) -> Conditions:
    return Conditions(without(conditions.all, event.id))


FOLDS: Folds = {
    ConditionBegan: _began,
    ConditionChanged: _fold_changed,
    ConditionEnded: _fold_ended,
}
