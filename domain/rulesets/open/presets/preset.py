"""What a preset says of a game: its title, words, sheet fields, usual conditions, initiative."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from domain.ruleset.ruleset import ConditionKind, FactKind, Params, Until
from domain.ruleset.scene import Scene

BEARER, SOURCE = "bearer", "source"
"""Whose turns a usual condition may go by."""


class PresetField(NamedTuple):
    """A field of the sheet: its name, what it holds, what people call it, other names.

    `limits` are the `least` and the `most` of a pool, and `each` when it is filled again.
    """

    name: str
    holds: Literal["pool", "number", "word", "yes or no"]
    says: str
    also: tuple[str, ...] = ()
    limits: Params = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that it goes by, in small letters."""
        return tuple(name.casefold() for name in (self.name, self.says, *self.also))


class Usual(NamedTuple):
    """A usual condition: how it begins where nothing else is said, in the blanks of an act.

    Its level goes up to `most`, and down by `falls` as a turn of its bearer ends.
    """

    name: str
    says: str
    brings: Params
    most: int | None = None
    falls: int = 0

    @property
    def kind(self) -> ConditionKind:
        """The condition as a game declares it; whose turns it goes by is known as it begins."""
        edge = "begin" if self.brings.get("edge") == "begin" else "end"
        span = "turn" if "turns" in self.brings else "round"
        left, level = self.brings.get(f"{span}s"), self.brings.get("level", 0)
        until = Until(span=span, edge=edge, left=left) if isinstance(left, int) else None
        whose = str(self.brings.get("whose", BEARER)) if span == "turn" and until else ""
        level = level if isinstance(level, int) else 0
        kept_up = self.brings.get("concentration") == "yes"
        kind = ConditionKind(self.name, self.says, "", until, whose=whose, level=level)
        return kind._replace(concentration=kept_up, most=self.most, falls=self.falls)


@dataclass(frozen=True)
class Preset:
    """What a game is called, its words, sheet, usual conditions, and defaults of table options."""

    title: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    sheet: Mapping[str, PresetField] = field(default_factory=dict)
    conditions: Mapping[str, Usual] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _fields(self) -> dict[str, PresetField]:
        return {name: each for each in self.sheet.values() for name in each.names}

    def field(self, name: str) -> PresetField | None:
        """The field of the sheet that a name means, in any letters; None where it names none."""
        return self._fields.get(name.casefold())

    def own_name(self, name: str) -> str:
        """The name under which a field is kept that is called so; any other as it is."""
        found = self.field(name)
        return found.name if found else name

    @cached_property
    def _conditions(self) -> dict[str, str]:
        said = {usual.says.casefold(): name for name, usual in self.conditions.items()}
        return said | {name.casefold(): name for name in self.conditions}

    def own_condition(self, name: str) -> str:
        """The name of the usual condition that is called so, in any letters; any other as it is."""
        return name if name in self.conditions else self._conditions.get(name.casefold(), name)

    def fact(self, name: str) -> FactKind | None:
        """The fact of that name, as people call it; None for a pool, and for any other name."""
        found = self.sheet.get(name)
        if found is None or found.holds == "pool":
            return None
        return FactKind(name, found.says, "", trait=True)

    @cached_property
    def pool_words(self) -> dict[str, str]:
        """What people call those pools that have a word of their own."""
        pools = (each for each in self.sheet.values() if each.holds == "pool")
        return {each.name: each.says for each in pools if each.says != each.name}

    @cached_property
    def story_words(self) -> dict[str, str]:
        """The words of the story: those of every game, and how each pool is spoken of."""
        said = {**self.words, **self.pool_words}
        for pool, says in self.pool_words.items():
            said[f"given cost {pool}"] = f"{{value}} {says} spent"
            said[f"given their {pool}"] = f"{{value}} {says}"
        return said

    @cached_property
    def brings(self) -> dict[str, Params]:
        """What each usual condition brings with it, where nothing else is said."""
        return {name: usual.brings for name, usual in self.conditions.items()}


NO_PRESET = Preset()


def preset_of(scene: Scene) -> Preset:
    """The preset under which a fight was opened; an empty one where there is none."""
    found = getattr(scene.rules, "preset", NO_PRESET)
    return found if isinstance(found, Preset) else NO_PRESET
