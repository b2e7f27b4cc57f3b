"""7: mana: the mass, prepared spells, mana held over and given back; and ki."""

from __future__ import annotations

from domain.ruleset.scene import Scene
from domain.rulesets.kaiser import weapons
from domain.rulesets.kaiser.legality import able, times
from domain.rulesets.kaiser.weapons import PREPARE
from domain.step.step import Step

from .conditions import keeps_spells

LOSS = 10
"""7: the mana wasted when mana held over returns late."""

HELD_AT_MOST = 10
"""7: a mass is held over up to so many times the Mana Accumulation."""

SIGNS = {"gesture and voice": 1, "one of them": 2, "neither": 4}
"""7: the divisors of the Mana Accumulation."""


def at_magic(scene: Scene, who: str) -> str:
    """The way of Magic of this round: mass, innate, transfer, "prepare flare"; or nothing."""
    held = scene.combat.conditions.on(who, "magic")
    return held[-1].key if held else ""


def move_mana(step: Step, who: str, of: str, to: str, amount: int, key: str = "") -> int:
    """Move mana between the pool, the mass and a prepared spell; return the amount."""
    of_key, to_key = (key if p == "prepared" else "" for p in (of, to))
    amount = max(0, min(amount, step.balance_of(who, of, of_key)))
    if amount:
        step.shift(who, of, -amount, of_key)
        step.shift(who, to, amount, to_key)
    return amount


def gathering(step: Step) -> None:
    """7: Mana goes from the pool to the mass, or toward the cost of a prepared spell.

    The Mana Accumulation is halved without gesture or voice, quartered without both.
    """
    who, params = step.act.who, step.act.params
    how = str(params.get("how", ""))
    amount = step.trait(who, "MA") // SIGNS.get(str(params.get("signs")), 1)
    step.begin_condition(who, "magic", key=how, level=amount)
    gather(step, who, how, amount)


def gather(step: Step, who: str, how: str, amount: int) -> None:
    """Gather so much for the mass or a prepared spell; a mass turns into prepared mana."""
    if how == "mass":
        move_mana(step, who, "mana", "mass", amount)
    elif how.startswith(PREPARE):
        spell = how.removeprefix(PREPARE)
        cost = weapons.spell(step, who, spell, "mana")
        wanting = _wanting(step, who, spell, cost)
        move_mana(step, who, "mass", "prepared", wanting, spell)
        more = min(amount, _wanting(step, who, spell, cost))
        move_mana(step, who, "mana", "prepared", more, spell)
        _prepares(step, who, spell, wanting > 0)


def _prepares(step: Step, who: str, spell: str, unfinished: bool) -> None:
    """Say that a spell is being prepared, and in which round it was last added to.

    One that was finished before is held, and no gathering lengthens that.
    """
    held = [c for c in step.combat.conditions.on(who, "prepared") if c.key == spell]
    for condition in held if unfinished else ():
        step.change_condition(condition, step.combat.clock.rounds, 0)
    if not held:
        step.begin_condition(who, "prepared", key=spell, level=step.combat.clock.rounds)


def _wanting(step: Step, who: str, spell: str, cost: int) -> int:
    return max(0, cost - step.balance_of(who, "prepared", spell))


# --- held over -----------------------------------------------------------------------------


def held_over(step: Step) -> None:
    """2.1.4, 7: Mana and ki held but not continued return to their pools before the roll.

    10 mana are lost by it, but none of the rest of a mass that becomes a prepared spell; no ki.
    """
    for who in step.present():
        if not times(step, who, "spirit"):
            _empty_chakras(step, who)
        how = at_magic(step, who)
        too_much = step.balance_of(who, "mass") > HELD_AT_MOST * _limiting(step, who)
        if how != "mass" or too_much:
            give_back(step, who, "mass", 0 if _has_converted(step, who, how) else LOSS)
        for held in step.combat.conditions.on(who, "prepared"):
            if how != PREPARE + held.key and not is_finished(step, who, held.key):
                give_back(step, who, "prepared", LOSS, held.key)
                step.end_condition(held, "not continued")


def _has_converted(scene: Scene, who: str, how: str) -> bool:
    """7: True where a mass turned into a prepared spell; one finished before takes none of it."""
    held = scene.combat.conditions.on(who, "prepared")
    return any(PREPARE + c.key == how and c.level == scene.combat.clock.rounds for c in held)


def _limiting(scene: Scene, who: str) -> int:
    """7, 12: The Mana Accumulation that limits a mass: the sheet's, or as the signs left it."""
    gathered = [c.level for c in scene.combat.conditions.on(who, "magic")]
    final = scene.setting("mass limit") == "10 x final MA" and gathered
    return gathered[-1] if final else scene.trait(who, "MA")


def give_back(step: Step, who: str, of: str, loss: int, key: str = "") -> None:
    """Mana returns to the pool, and then some of it goes to waste."""
    if move_mana(step, who, of, "mana", step.balance_of(who, of, key), key) and loss:
        step.lose(who, "mana", loss)


def is_finished(scene: Scene, who: str, spell: str) -> bool:
    """True where a prepared spell has all that it costs."""
    return scene.balance_of(who, "prepared", spell) >= weapons.spell(scene, who, spell, "mana")


def accumulate_mana(step: Step) -> None:
    """7, 2.5: Gather once more for those who only gathered and defended; give back used masses.

    9.6: Who is asleep, unconscious or dead gathers nothing.
    """
    for who in step.present():
        for magic in step.combat.conditions.on(who, "magic"):
            if not able(step, who) and not _did_more(step, who):
                gather(step, who, magic.key, magic.level)
        if _has_used_mass(step, who):
            give_back(step, who, "mass", 0)


def _has_used_mass(scene: Scene, who: str) -> bool:
    """7: True where the mass has paid for a spell this round; a prepared one leaves it alone."""
    cast = times(scene, who, "cast") - scene.balance_of(who, "prepared cast")
    return at_magic(scene, who) == "mass" and cast > 0


def _did_more(step: Step, who: str) -> bool:
    """True for a combatant who intended or did anything but magic and defence."""
    quiet = ("magic", "block", "dodge", "barrier")
    return bool(times(step, who, *(m.name for m in step.rules.manoeuvres if m.name not in quiet)))


def overdue(step: Step) -> None:
    """7: A finished spell is maintained each round, for Focus rounds; then it returns, less 10."""
    for who in step.present():
        for held in step.combat.conditions.on(who, "prepared"):
            if why := _lets_go(step, who, held.key, step.combat.clock.rounds - held.level):
                give_back(step, who, "prepared", LOSS, held.key)
                step.end_condition(held, why)


def _lets_go(scene: Scene, who: str, spell: str, rounds: int) -> str:
    """Why a spell that was prepared so many rounds ago is not held on to; or nothing."""
    if rounds >= max(1, scene.trait(who, "focus")):
        return "held too long"
    lapsed = rounds and is_finished(scene, who, spell) and not keeps_spells(scene, who)
    return "not maintained" if lapsed else ""


# --- ki --------------------------------------------------------------


def chakras(scene: Scene, who: str) -> dict[str, int]:
    """The chakras of a sheet, with the ki that each takes a round."""
    names = weapons.names_between(scene, who, "chakra ")
    return {name: scene.trait(who, f"chakra {name}") for name in names}


def spirit(step: Step) -> None:
    """7: Fill Chakra moves to each chakra as much ki as its value, at most 5 x presence."""
    who, most = step.act.who, 5 * step.trait(step.act.who, "presence")
    how, own = str(step.act.params.get("how")), chakras(step, who)
    step.begin_condition(who, "spirit", key=how, level=sum(own.values()))
    if how != "fill chakra":
        return _empty_chakras(step, who)
    for name, value in own.items():
        room = max(0, most - step.balance_of(who, "chakra", name))
        amount = min(value, room, step.balance_of(who, "ki"))
        if amount > 0:
            step.shift(who, "ki", -amount)
            step.shift(who, "chakra", amount, name)


def _empty_chakras(step: Step, who: str) -> None:
    """2.1.4: Ki held in chakras that are not filled any further returns to its pool."""
    for name in chakras(step, who):
        if held := step.balance_of(who, "chakra", name):
            step.shift(who, "chakra", -held, name)
            step.shift(who, "ki", held)


STAGES = (held_over, gathering, accumulate_mana, overdue, spirit)
