"""States and Health Points: who is shaken, flees, is engaged or charging, and what is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from domain.step.step import Step

from . import units

# --- states --------------------------------------------------------------------------------


def shake(step: Step, unit: str, why: str) -> None:
    """10: Its models are Shaken until the end of the Player Turn."""
    for one in units.body(step, unit):
        if not step.has(one, "shaken"):
            step.begin_condition(one, "shaken", key=why, act=step.on)


def start_fleeing(step: Step, unit: str, why: str) -> None:
    """10: The unit flees until it rallies, and loses contact with the enemies it touched."""
    stop_charging(step, unit, "it flees")
    for one in units.body(step, unit):
        disengage(step, one)
        if not step.has(one, "fleeing"):
            step.begin_condition(one, "fleeing", key=why, act=step.on)


def disengage(step: Step, unit: str) -> None:
    """10: No longer in base contact with anybody; who fought this turn shoots no more in it."""
    for foe in units.engaged_with(step, unit):
        step.set_fact("engaged", unit, "no", foe)
        for one in (unit, foe):
            if not units.is_engaged(step, one) and not step.has(one, "has fought"):
                step.begin_condition(one, "has fought")


def stop_charging(step: Step, unit: str, why: str, but: str = "") -> None:
    """10: It is no longer Charging, but for one target where one is named."""
    for one in units.body(step, unit):
        for condition in step.combat.conditions.on(one, "charging"):
            if condition.toward != but:
                step.end_condition(condition, why)


def move(step: Step, unit: str, how: str) -> None:
    """M3: A unit has moved, with all who stand in it."""
    for one in units.body(step, unit):
        step.begin_condition(one, "moved", key=how)


def set_files(step: Step, unit: str, files: object) -> None:
    """M3: A Reform may change how many models stand in a rank, if that is said."""
    if isinstance(files, int) and files:
        step.set_fact("files", unit, files, basis="table")


def take_all(step: Step, *lost: str) -> None:
    """10: Units lose all Health Points they have."""
    for one in lost:
        disengage(step, one)
        take_off(step, one, units.hp(step, one))


def destroy(step: Step, unit: str, why: str) -> None:
    """10: The unit is taken off the table."""
    disengage(step, unit)
    stop_charging(step, unit, "destroyed")
    if (left := units.hp(step, unit)) > 0:
        _lose(step, unit, left, why)
    step.begin_condition(unit, "destroyed", key=why, act=step.on)


def gain(step: Step, side: str, pool: str, more: int) -> None:
    """A side has so much more of dice, tokens or counters."""
    step.fill(side, pool, step.balance_of(side, pool) + more)


# --- Health Points -------------------------------------------------------------------------


@contextmanager
def caused_by(step: Step, act: str) -> Iterator[None]:
    """Let what is emitted meanwhile be of another act: the blow, not the Round it is struck in."""
    before, step.on = step.on, act
    try:
        yield
    finally:
        step.on = before


def take_off(step: Step, unit: str, loss: int, how: str = "suffers") -> int:
    """Take Health Points off; how many there were to lose. A unit without any is destroyed."""
    before = units.hp(step, unit)
    lost = min(loss, before)
    if not lost:
        return 0
    _lose(step, unit, loss, how)
    _count_loss(step, unit, lost, before)
    if units.hp(step, unit) == 0:
        destroy(step, unit, "no Health Points left")
    return lost


def count_decimated(step: Step, unit: str) -> None:
    """10: Begin or end being Decimated, by the Health Points left; no unit of none begins it."""
    if not units.is_decimated(step, unit):
        for condition in step.combat.conditions.on(unit, "decimated"):
            step.end_condition(condition, "recovers")
    elif units.hp(step, unit) and not step.has(unit, "decimated"):
        step.begin_condition(unit, "decimated")


def _lose(step: Step, unit: str, loss: int, how: str) -> None:
    """9: Say what was lost by the running act, in Health Points and models.

    Health Points lost that remove no model are carried by the next one.
    """
    left, stood = units.hp(step, unit), units.models(step, unit)
    step.lose(unit, units.HP, loss)
    figures: dict[str, Any] = {"lost": left - units.hp(step, unit)}
    figures |= {
        "models removed": stood - units.models(step, unit),
        "carried": units.carried_damage(step, unit),
    }
    step.resolve(how, stage=f"lost {unit}", of=unit, **figures)


def enter_combat(step: Step, unit: str, fight: str, basis: str = "", **said: Any) -> None:
    """9: The unit takes part in the Round; what it had before the first blow stays known."""
    detail = {"of": units.hp(step, unit)}
    step.begin_condition(unit, "melee", basis, act=fight, detail=detail, **said)


def _count_loss(step: Step, unit: str, lost: int, before: int) -> None:
    """10: Losses count by phase; those suffered while Engaged do not.

    Outside of a Round nothing else keeps what an Engaged unit had as the phase began.
    """
    counts = 0 if units.in_contact(step, unit) else lost
    for condition in step.combat.conditions.on(unit, "losses"):
        if counts:
            step.change_condition(condition, condition.level + counts, condition.left)
        return
    known = [c.detail.get("of", before) for c in step.combat.conditions.on(unit, "melee")]
    if counts or not known:
        step.begin_condition(unit, "losses", level=counts, detail={"of": [*known, before][0]})
