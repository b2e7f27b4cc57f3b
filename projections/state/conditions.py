"""Conditions: what each stands under, since when, until what, and whose doing it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from domain.ruleset.ruleset import Ruleset
from domain.state.combat import Combat
from domain.state.conditions import Condition
from projections.visibility.snapshot import Moment, Origin
from projections.wording.displayed_points import shared_fields
from projections.wording.game_words import (
    effect,
    lasting,
    level_word,
    name_of,
    to_go,
    while_it_lasts,
)


class StandingCondition(NamedTuple):
    """One condition that stands.

    `since` is the number of the entry that says so; `act` the act (or another word) that it comes
    from, `doing` that act in words, `source` who caused it; `remaining` how long it still lasts;
    `parent` the condition that it ends with; `effects` how it alters traits; `called` what the
    game calls its level, if it does: `light wound`. Where it was reported, `external` is the id by
    which its source knows it, and `detail` what else that says of it.
    """

    id: str
    condition: str
    says: str
    key: str
    level: int
    at: str
    toward: str
    until: str
    left: int
    since: str
    act: str
    doing: str
    effects: tuple[str, ...] = ()
    called: str = ""
    source: str = ""
    remaining: str = ""
    parent: str = ""
    concentration: bool = False
    external: str = ""
    detail: Mapping[str, JsonValue] = {}
    toward_name: str = ""
    source_name: str = ""

    @property
    def words(self) -> str:
        """What it is: what the game calls its level, else its name with the level."""
        return self.called or " ".join(filter(None, (self.says, str(self.level or ""))))


class Stricken(NamedTuple):
    """A subject, and every condition that it is under, oldest first."""

    who: str
    name: str
    conditions: tuple[StandingCondition, ...]


def conditions(moment: Moment, rules: Ruleset) -> tuple[Stricken, ...]:
    """Everybody who stands under anything, in the order they joined, then other subjects."""
    combat, name = moment.combat, name_of(moment.combat)
    under: dict[str, list[Condition]] = {}
    for condition in combat.conditions.all.values():
        under.setdefault(condition.subject, []).append(condition)
    known = [who for who in combat.roster.members if who in under]
    found = []
    for who in [*known, *sorted(under.keys() - set(known))]:
        mine = (_standing(moment, rules, each) for each in under[who])
        found.append(Stricken(who, name(who), tuple(mine)))
    return tuple(found)


def _standing(moment: Moment, rules: Ruleset, c: Condition) -> StandingCondition:
    combat, origin = moment.combat, moment.origins.get(c.id, Origin(""))
    name, source = name_of(combat), c.source or origin.who
    own = {
        "condition": c.name,
        "says": rules.condition_word(c.name),
        "toward_name": name(c.toward) if c.toward else "",
        "until": _until(combat, rules, c),
        "remaining": _remaining(rules, c),
        "source": source,
        "source_name": name(source) if source else "",
        "since": origin.number,
        "doing": _doing(combat, rules, origin),
        "effects": tuple(effect(rules, mod) for mod in c.mods) if c.mods else (),
        "called": level_word(rules, c.name, c.level),
        "detail": c.detail if c.external else {},
    }
    return StandingCondition(**shared_fields(StandingCondition, c) | own)


def _remaining(rules: Ruleset, c: Condition) -> str:
    """How long it still lasts, where that is or was more than one span."""
    most = max(c.left, c.until.left) if c.until else 0
    return to_go(rules, c.until, c.left) if most > 1 else ""


def _until(combat: Combat, rules: Ruleset, c: Condition) -> str:
    """Until when it lasts, and while what else: `while Ana is concentrating, until ...`."""
    name, until = name_of(combat), c.until
    by_another = until is not None and until.span == "condition"
    said = []
    if c.parent or by_another:
        parents = {c.parent, until.name if until and by_another else ""}
        others = (each for id, each in combat.conditions.all.items() if id in parents)
        said = [while_it_lasts(rules, other, name) for other in others]
    if not said or (until and not by_another):
        said.append(lasting(rules, until, c.left, name))
    return ", ".join(said)


def _doing(combat: Combat, rules: Ruleset, origin: Origin) -> str:
    """Whose act it was: `strike of Cogan`."""
    if not origin.manoeuvre:
        return ""
    who = f" of {name_of(combat)(origin.who)}" if origin.who else ""
    return origin.manoeuvre + who
