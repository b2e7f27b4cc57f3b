"""Facts of any name: words, numbers, yes or no; as the sheet has them until they are set."""

from __future__ import annotations

import re
from functools import lru_cache

from domain.ruleset.params import text
from domain.ruleset.ruleset import NAME_LETTERS, Blank, Deed, FactKind, Refused
from domain.ruleset.scene import Scene
from domain.step.step import Step

from .pools import of_whom, whose
from .presets.preset import preset_of
from .sheet_fields import NO_FACTS, POOL

_WHOLE = re.compile(r"-?\d{1,9}")
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


@lru_cache(1024)
def fact_kind(name: str) -> FactKind | None:
    """A fact of any name; None for what the sheet says of pools, the order and places."""
    if name in NO_FACTS or name.startswith(f"{POOL}/") or ">" in name:
        return None
    return FactKind(name, name, "", trait=True)


def blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Return what is left open where a fact is set."""
    return scene.once(("fact",), lambda: _blanks(scene))


def _blanks(scene: Scene) -> tuple[Blank, ...]:
    says = "which fact, old or new"
    return (
        Blank("name", "text", known_facts(scene), 0, NAME_LETTERS, says=says, never=NO_FACTS),
        Blank("value", "text", says="a number, a word, yes or no"),
        of_whom(scene),
    )


def known_facts(scene: Scene) -> tuple[str, ...]:
    """The names of the facts of anybody or anything here, on a sheet or set since."""
    return scene.once(("facts",), lambda: _known_facts(scene))


def _known_facts(scene: Scene) -> tuple[str, ...]:
    members, since = scene.combat.roster.present(), scene.combat.facts.of
    on_sheets = (name for m in members for name in m.traits)
    set_since = (key.partition(">")[0] for m in members for key in since.get(m.subject, {}))
    return tuple(name for name in dict.fromkeys((*on_sheets, *set_since)) if fact_kind(name))


def read_value(said: str) -> int | str | bool:
    """A value as it is kept: whole numbers as such, yes and no as such, else the words."""
    if _WHOLE.fullmatch(said):
        return int(said)
    return _FLAGS.get(said.casefold(), said)


def set_named_fact(step: Step) -> None:
    """A fact stands so from now on; the log keeps what it was."""
    params = step.act.params
    name = preset_of(step).own_name(text(params, "name", "noted").replace(">", " "))
    if fact_kind(name) is None:
        why = f"{name!r} is no fact here: the order, places and limits are changed as such"
        raise Refused("", why, None, "/params/name", legal=known_facts(step))
    step.set_fact(name, whose(step), read_value(text(params, "value")))
