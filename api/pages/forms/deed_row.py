"""A deed on one line: what is done, to whom, the damage, a condition; the rest is folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from api.pages.forms.fields import Field
from api.pages.forms.likely_answer import Lately
from api.web.problems import Problem
from domain.ruleset.messages import by_name
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import Scene
from projections.story.standing import is_life
from projections.wording.game_words import pool_word

DAMAGE = "damage:damage"
"""The field of what those who are aimed at lose: of which pool is found when it is sent."""

_NO_TARGET = (
    "The damage has no target, so nothing was logged. Choose the target, or leave Damage empty."
)
_NO_POOL = (
    "{name} has no {word}, so nothing was logged. Leave them out; or leave Damage empty, and write"
    " under What comes of it how many are left: {name}: {pool} = 7."
)
_ROUNDS = "number:params.rounds"
_SHORT = {"text:params.what": "Action", "text:params.state": "Condition"}
_FIRST = (*_SHORT, "whom:targets")


def in_a_row(
    scene: Scene, who: str, fields: Sequence[Field], last: Lately
) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    """Return the fields that stand on one line, and the others."""
    by_name = {field.name: field for field in fields}
    if not all(name in by_name for name in _FIRST):
        return (), tuple(fields)
    action, condition = (by_name[name]._replace(label=says) for name, says in _SHORT.items())
    targets = by_name["whom:targets"]
    one = Field(
        targets.name,
        "one",
        "Target",
        targets.values,
        optional=True,
        given=_target(scene, who, last),
    )
    damage = Field(DAMAGE, "damage", "Damage", optional=True)
    lasts = [field._replace(label="For rounds") for field in fields if field.name == _ROUNDS]
    line = action, one, damage, condition, *lasts
    several = targets._replace(label="Also at")
    rest = (field for field in fields if not _is_in_row(field, scene.rules))
    return line, (several, *rest)


def _is_in_row(field: Field, rules: Ruleset) -> bool:
    """True for what the line says already: how long a condition lasts, and the points of life."""
    taken = field.name.partition(f":params.{rules.takes}")[2] if rules.takes else ""
    return field.name in (*_FIRST, _ROUNDS) or (bool(taken) and is_life(rules, taken))


def _target(scene: Scene, who: str, last: Lately) -> str:
    """Return whom somebody is likely to mean: who they aimed at last, else the first foe.

    Nobody who is down is meant.
    """
    roster = scene.combat.roster
    mine, up = roster.get(who), [m for m in roster.present() if m.subject not in last.down]
    foes = [m.subject for m in up if mine and m.side != mine.side]
    before = [target for target in last.targets.get(who, ()) if target in foes]
    return next(iter([*before, *foes]), "")


def with_damage(
    command: Mapping[str, Any], pool_of: Mapping[str, str], rules: Ruleset
) -> dict[str, Any]:
    """Return a deed with its damage: each target loses so much of its first pool.

    Where that is one pool for all, the deed itself takes it; else each loss is a result. With a
    `+` before it each target gains so much. Raises the problem of damage that changes no pool.
    """
    said = {name: value for name, value in command.items() if name != "damage"}
    damage, targets = command.get("damage"), list(dict.fromkeys(command.get("targets") or ()))
    if targets:
        said["targets"] = targets
    if damage in (None, "", 0):
        return said
    _check_targets(targets, pool_of, rules)
    hit = {pool_of[who] for who in targets if who in pool_of}
    if rules.takes and len(hit) == 1 and isinstance(damage, int):
        taken = {f"{rules.takes}{hit.pop()}": damage}
        return {**said, "params": taken | (said.get("params") or {})}
    results = _results(targets, pool_of, _delta(damage))
    return {**said, "results": [*results, *(said.get("results") or ())]}


def _check_targets(targets: Sequence[str], pool_of: Mapping[str, str], rules: Ruleset) -> None:
    """Raise the problem of damage without a target, or at somebody without any pool."""
    if not targets:
        raise Problem("invalid", _NO_TARGET)
    for who in targets:
        if pool_of.get(who) == "":
            pool = next(iter(rules.life), "points")
            said = {"name": by_name(who), "word": pool_word(rules, pool), "pool": pool}
            raise Problem("invalid", _NO_POOL.format(**said))


def _delta(damage: int | str) -> int | str:
    """Return the points that damage adds: -5 for 5, 5 for `+5`."""
    if isinstance(damage, int):
        return -damage
    return damage[1:] if damage.startswith("+") else f"-{damage}"


def _results(
    targets: Sequence[str], pool_of: Mapping[str, str], lost: int | str
) -> Iterator[dict[str, Any]]:
    for who in targets:
        if who in pool_of:
            yield {"what": "pool", "subject": who, "pool": pool_of[who], "delta": lost}
