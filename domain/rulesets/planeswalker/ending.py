"""How turns, rotations, lives and combats end: burn, forgetting, flight and defeat."""

from __future__ import annotations

from functools import partial

from domain.ruleset.ruleset import END, Asking, Blank, Choice, PoolChanged, Slot, Window
from domain.ruleset.scene import Scene
from domain.step.step import Step

from . import tables, zones
from .counters import alter_stats
from .ruleset import RULES
from .spells.lasting import given_back, limit_newness, was_free
from .spells.spells import in_memory, move_spell, total_mana
from .turn import drop_effects

# --- the end of a turn and of a rotation ---------------------------------------------------


@RULES.stage("burn")
def burn(step: Step) -> None:
    """4.5: What an ignited pool holds beyond its size burns, and is gone."""
    who = tables.whose(step)
    for condition in step.combat.conditions.on(who, "ignited"):
        excess = max(0, total_mana(step, who) - step.trait(who, "Channeling"))
        step.lose(who, "life", excess)
        _lose_mana(step, who, excess)
        step.end_condition(condition, f"{excess} burnt" if excess else "spent")


def _lose_mana(step: Step, who: str, excess: int) -> None:
    """Mana that is gone: colorless first."""
    for color in tables.COLORS:
        gone = min(excess, step.balance_of(who, "mana", color))
        step.lose(who, "mana", gone, color)
        excess -= gone


def limit(scene: Scene, who: str, on: str) -> int:
    """How many spells stay in Memory: half, rounded up, in one's End phase, else Memory itself."""
    memory = max(0, scene.trait(who, "Memory"))
    return memory if on == "round" else -(-memory // 2)


def too_many(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Who holds more spells than stay: the actor in the End phase, anybody after a rotation."""
    whom = zones.mages(scene) if asking.on == "round" else (tables.whose(scene),)
    here = (who for who in whom if zones.is_in(scene, who))
    return tables.each(w for w in here if len(in_memory(scene, w)) > limit(scene, w, asking.on))


def which_spell(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """One of the spells in Memory."""
    held = in_memory(scene, slot.who)
    return (Choice("forget", "forget a spell", (Blank("spell", "one", held),)),)


@RULES.stage("forget")
@RULES.stage("surplus")
def forgets(step: Step) -> str | None:
    """4.5: Mages who hold more than half of Memory forget spells of their choice.

    5.1: At the end of the rotation the surplus over Memory is forgotten.
    """
    return step.ask("forget")


@RULES.stage("forgotten")
def forgotten(step: Step) -> str | None:
    """4.5: A forgotten spell goes to the bottom of the library; on until no more is too much."""
    for slot, reply in step.replies("forget"):
        name = str(reply.params.get("spell", ""))
        if reply.value == "forget" and name in in_memory(step, slot.who):
            _forget(step, slot.who, name)
    again = step.closed is not None and step.closed.replies
    step.closed = None
    return step.ask("forget") if again else None


def _forget(step: Step, who: str, name: str) -> None:
    to_library = step.setting("forgotten go") == "library"
    move_spell(step, who, name, tables.LIBRARY if to_library else tables.GRAVEYARD)


# --- defeat --------------------------------------------------------------------------------


@RULES.stage("check life")
def check_life(step: Step) -> None:
    """7.3: Life at 0 or less is the end; in Locked combat, when the blows are over."""
    event = step.event
    if isinstance(event, PoolChanged) and event.pool == tables.COUNTERS:
        alter_stats(step, event)
    if not isinstance(event, PoolChanged) or event.pool != "life":
        return
    who = event.subject
    if event.delta < 0:
        _flees_on(step, who, -event.delta)
    if event.balance <= 0 and not zones.locked_with(step, who):
        fall(step, who)


def _flees_on(step: Step, who: str, damage: int) -> None:
    """7.1: Too much damage ends a flight."""
    for condition in step.combat.conditions.on(who, "fleeing"):
        level = condition.level + damage
        if level < tables.ESCAPE_BELOW:
            step.change_condition(condition, level, 0)
        else:
            step.end_condition(condition, f"{level} damage taken")


def is_down(scene: Scene, who: str) -> bool:
    """True for combatants who have Life on the sheet, and none left."""
    return zones.has_life(scene, who) and scene.balance_of(who, "life") <= 0


def fall(step: Step, who: str) -> None:
    """7.3: A character loses all spells in Memory and all maintained effects; a creature dies."""
    if not zones.is_in(step, who):
        return
    if not zones.is_mage(step, who):
        destroy(step, who, "dead", "6.6")
        return
    step.begin_condition(who, "lost")
    limit_newness(step, who)
    for name in in_memory(step, who):
        _forget(step, who, name)
    drop_effects(step, who, "the caster has lost")


def destroy(step: Step, creature: str, why: str, clause: str) -> None:
    """4.5: A creature is destroyed; one that regenerates regains its Life instead."""
    for shield in step.combat.conditions.on(creature, "regenerating"):
        step.end_condition(shield, "it has regenerated")
        regain_life(step, creature)
        return
    step.take_out(creature, why, clause=clause)


def regain_life(step: Step, who: str, amount: int | None = None) -> None:
    """Give back so much lost Life, or all; never more than the sheet says."""
    left, full = step.balance_of(who, "life"), step.trait(who, "Life")
    if zones.has_life(step, who) and left < full:
        step.fill(who, "life", full if amount is None else min(full, left + amount))


# --- flight --------------------------------------------------------------------------------


def outrunners(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Who runs, and the fastest enemy."""
    act = scene.doing(asking.on)
    if act is None:
        return ()
    fastest = max(zones.enemies(scene, act.who), key=lambda w: scene.trait(w, "Speed"), default="")
    return tables.each(who for who in (act.who, fastest) if who)


@RULES.stage("outran")
def outran(step: Step) -> str | None:
    """7.2: Strictly faster than the fastest enemy is gone at once; else it is a plain flight."""
    rolled, who = tables.totals(step), step.act.who
    mine = rolled.pop(who, 0)
    against = max(rolled.values(), default=0)
    fast = mine > against
    step.resolve("gone at once" if fast else "not fast enough", speed=mine, against=against)
    if fast:
        _away(step, who)
    return END if fast else None


@RULES.stage("run")
def run(step: Step) -> None:
    """7.1: The rest of the turn is skipped; effects end, creatures are unsummoned."""
    _leave_behind(step, step.act.who)
    step.begin_condition(step.act.who, "fleeing")


def _leave_behind(step: Step, who: str) -> None:
    """7.1: No effect and no creature outlasts the flight of its mage."""
    drop_effects(step, who, "the caster flees")
    given_back(step)
    for creature in zones.own_creatures(step, who):
        step.take_out(creature, "unsummoned")


def _away(step: Step, who: str) -> None:
    """7.1: A mage who has escaped leaves, and is in flight no longer."""
    _leave_behind(step, who)
    end_flight(step, who, "escaped")
    step.take_out(who, "escaped")


def end_flight(step: Step, who: str, why: str) -> None:
    """End the flight of somebody."""
    for condition in step.combat.conditions.on(who, "fleeing"):
        step.end_condition(condition, why)


@RULES.stage("escape")
def escape(step: Step) -> None:
    """7.1: A mage in flight is away when their next turn comes, and has no phases in it."""
    if step.has(who := tables.whose(step), "fleeing"):
        _away(step, who)
        step.end_turn("escaped")


@RULES.stage("disperse")
def disperse(step: Step) -> None:
    """7.4: Nobody stays Locked, creatures are dispelled, and no pool stays above its size.

    7.3: A fighter without Life left whose Locked combat is cut short falls now.
    """
    for who in step.present():
        for other in zones.locked_with(step, who):
            step.set_fact("zone", who, zones.CLOSE, other)
    for who in step.present():
        if is_down(step, who):
            fall(step, who)
    given_back(step)
    for who in step.present():
        if zones.is_summoned(step, who) and not was_free(step, who):
            step.take_out(who, "dispelled")
    for who in filter(partial(zones.is_mage, step), step.combat.roster.members):
        _lose_mana(step, who, max(0, total_mana(step, who) - step.trait(who, "Channeling")))


RULES.asks(
    Window("forget", "which spell is forgotten?", "4.5", too_many, which_spell, then="forgotten"),
    Window("outrun", "roll Speed", "7.2", outrunners, throw=tables.roll("Speed", "7.2")),
)
