"""Dice as they fell elsewhere: they use up none of the dice of this combat."""

from __future__ import annotations

from collections import Counter

from domain import commands as c
from domain import events as e
from domain.legality.blank_checks import points_in_units
from domain.ruleset.ruleset import Refused
from domain.state.viewer import REFEREE
from domain.step.rolling import LOOSE
from domain.step.step import Step


def enter_roll(step: Step, said: c.ReportedRoll, pointer: str) -> None:
    """Enter a roll as it was said; where its dice come to another total, that is the source's."""
    who, scale = said.who or REFEREE, step.rules.scale
    member = step.member(who)
    label = e.DieLabel(
        round=step.combat.clock.rounds, roller=member.roller if member else 0, sort=LOOSE, r=0
    )
    first, *more = (*(_dice(d, scale, pointer) for d in said.dice if d.faces), None)
    bonus = _units(step, said.bonus, f"{pointer}/bonus")
    told = {
        "who": who,
        "purpose": _purpose(said),
        "sort": LOOSE,
        "modifiers": (e.Modifier(source="bonus", value=bonus),) if bonus else (),
        "total": _units(step, said.total, f"{pointer}/total"),
        "target": None if said.target is None else _units(step, said.target, f"{pointer}/target"),
        "outcome": said.outcome,
        "text": said.text,
    }
    own = dict(first) if first else {"sides": 0, "faces": (), "kept": (), "lost": True}
    rolled = e.DiceRolled(
        **told, **own, more=tuple(filter(None, more)), provenance="reported", label=label
    )
    step.emit(rolled)


def _purpose(said: c.ReportedRoll) -> str:
    """What it was for; an effect that it belongs to stands behind it."""
    effect = f"({said.on})" if said.on else ""
    return f"{said.purpose} {effect}".strip() or LOOSE


def _dice(said: c.ReportedDice, scale: int, pointer: str) -> e.DiceGroup:
    """Dice of one size; raises Refused where dice are kept that did not fall."""
    fell = Counter(said.faces)
    left = tuple((fell - Counter(said.dropped)).elements())
    kept = left if said.kept is None else said.kept
    rest = fell - Counter(kept)
    if Counter(kept) - fell:
        why = f"dice are kept that did not fall: {_written(kept)} of {_written(said.faces)}"
        raise Refused("", why, None, f"{pointer}/dice")
    kept = said.faces if not rest else kept
    dropped, unit = tuple(rest.elements()), said.unit * scale
    return e.DiceGroup(sides=said.sides, faces=said.faces, kept=kept, dropped=dropped, unit=unit)


def _written(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))


def _units(step: Step, said: int | str, pointer: str) -> int:
    return points_in_units(said, step.rules.scale, "points", "", pointer)
