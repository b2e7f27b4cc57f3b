"""9 and 7: conditions that count down, end, ease or are resisted again; and maintenance."""

from __future__ import annotations

from typing import Any

from domain.ruleset.params import number
from domain.ruleset.ruleset import Asking, Deed, Params, Slot, Throw, Until, Window, not_yet
from domain.ruleset.scene import Scene
from domain.rulesets.kaiser import checks, costs, legality, tables, weapons
from domain.step.step import Step

NOTHING_LEFT = "nothing is left of it"
"""9.3: why a power ends with its last condition."""


def begin_countdown(
    step: Step, target: str, state: str, rounds: int, detail: Params, **said: Any
) -> None:
    """9.2: A condition with a countdown; at zero it ends, eases, or is resisted again.

    `said` are its power (as `act`) and its intensity (as `level`).
    """
    until = Until(span="phase", name="end", left=max(1, rounds))
    step.begin_condition(target, state, until=until, detail=detail, **said)


def rounds_from_now(scene: Scene, rounds: int) -> int:
    """9.2: the End phases until a power's first condition is over: the first may not count."""
    return max(1, rounds) + (scene.setting("first tick") == "next round")


def resister(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9.1: a slot for the target of the power; the dead are barred."""
    who = str(asking.params.get("who", ""))
    barred = "9.6" if scene.has(who, "dead") else ""
    return (Slot(id=who, who=who, barred=barred),) if who in scene.present() else ()


def resistance(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """9.1: 2d6 and the resistance; by a condition that asks again, or by the spell being cast."""
    name = str(asking.params.get("by", ""))
    act = scene.doing(asking.on)
    if not name and act is not None:
        name = weapons.spell_word(scene, act.who, act.using, "resist")
    return checks.check(scene, slot.who, name, "resist", "9.1", {name: scene.trait(slot.who, name)})


# --- at zero -------------------------------------------------------------------------------


def counted_down(step: Step) -> None:
    """9.2: At zero the condition ends or eases, or its victim resists again, as the power says."""
    condition = step.combat.conditions.all.get(getattr(step.event, "id", ""))
    if condition is None:
        return
    who, detail = condition.subject, condition.detail
    if (easier := detail.get("then")) and step.rules.condition(str(easier)):
        step.end_condition(condition, "it eases")
        rest = number(detail, "rest")
        kept = {"act": condition.act, "level": condition.level}
        last = {**detail, "then": "", "rest": 0}
        begin_countdown(step, who, str(easier), rest, last, **kept)
    elif detail.get("on zero") != "recheck" or step.has(who, "dead"):
        end_with_power(step, condition.id, "its rounds are over")
    else:
        again: Params = {"who": who, "by": detail.get("resist"), "condition": condition.id}
        step.ask("recheck", params=again)


def resolve_recheck(step: Step) -> None:
    """9.2: Passed, it ends; failed, it goes on for the spell's rounds, else by degrees.

    9.6: The final roll of a subject who is stunned is halved, also against the stun itself.
    """
    condition = step.combat.conditions.all.get(str(checks.question_params(step).get("condition")))
    if condition is None:
        return
    total = (checks.roll_totals(step) or {}).get(condition.subject, 0)
    dos = checks.degrees(total, number(condition.detail, "difficulty"))
    if dos > 0:
        power = step.combat.conditions.all.get(condition.act)
        end_with_power(step, condition.id, "resisted")
        if power is not None:
            begin_immunity(step, condition.subject, power.subject, power.key, dos)
    else:
        own = step.setting("recheck rounds") == "the spell's" and number(condition.detail, "rounds")
        step.change_condition(condition, condition.level, own or -dos)


def begin_immunity(step: Step, target: str, caster: str, spell: str, degrees: int) -> None:
    """9.4: Make a target that passed a trigger power's check immune, a round for each degree."""
    if weapons.spell_word(step, caster, spell, "trigger") == "True":
        until = Until(span="phase", name="end", left=degrees)
        step.begin_condition(target, "immune", key=spell, until=until)


def end_with_power(step: Step, condition: str, why: str) -> None:
    """End a condition; a power that holds nothing any more is over as well."""
    standing = step.combat.conditions.all
    ended = standing[condition]
    step.end_condition(ended, why)
    rest = any(c.act == ended.act for c in step.combat.conditions.all.values())
    power = standing.get(ended.act)
    if power is not None and not rest:
        step.end_condition(power, NOTHING_LEFT)


# --- maintenance ---------------------------------------------------------------------------


def maintenance(step: Step) -> None:
    """7, 9.3: A power not kept up ends with the round, its conditions too; a daily one lasts.

    Every power is that of a spell: nothing else begins one.
    """
    now = step.combat.clock.rounds
    _end_spent_powers(step)
    for power in tuple(c for c in step.combat.conditions.all.values() if c.name == "power"):
        interval = tables.INTERVALS.get(str(power.detail.get("maintain")), 0)
        since = number(power.detail, "since")
        due = interval and now > since
        if due and interval < tables.INTERVALS["daily"] and not keeps_spells(step, power.subject):
            _end_power(step, power.id, "not maintained")
        elif due and (now - since) % interval == 0:
            _pay_upkeep(step, power.id)


def _end_spent_powers(step: Step) -> None:
    """9.3: End the powers whose conditions are all over; those that the table set stay."""
    standing = tuple(step.combat.conditions.all.values())
    held = {c.act for c in standing}
    for power in standing:
        if power.name == "power" and power.act and power.id not in held:
            step.end_condition(power, NOTHING_LEFT)


def keeps_spells(scene: Scene, who: str) -> bool:
    """5: True where a fighter maintains spells this round; ki and phenom are kept up apart."""
    return any(c.key == costs.KEEPS_SPELLS for c in scene.combat.conditions.on(who, "kept"))


def _pay_upkeep(step: Step, power: str) -> None:
    """7: The maintenance is paid, or the power ends with the round."""
    condition = step.combat.conditions.all[power]
    upkeep = number(condition.detail, "upkeep")
    if upkeep > step.balance_of(condition.subject, "mana"):
        _end_power(step, power, "its maintenance is not paid")
    else:
        step.pay(condition.subject, "mana", upkeep)


def _end_power(step: Step, power: str, why: str) -> None:
    """9.3: Without its power a condition ends without a check."""
    for condition in tuple(step.combat.conditions.all.values()):
        if condition.act == power:
            step.end_condition(condition, f"the power is {why}")
    step.end_condition(step.combat.conditions.all[power], why)


def keeping(step: Step) -> None:
    """5: Record that a power is maintained this round."""
    step.begin_condition(step.act.who, "kept", key=step.act.manoeuvre)


def _keep_once(scene: Scene, deed: Deed) -> None:
    """5: once a round is enough."""
    if any(c.key == deed.manoeuvre for c in scene.combat.conditions.on(deed.who, "kept")):
        why = f"{deed.manoeuvre}: done already this round"
        raise checks.refuse("5", why, not_yet(deed.manoeuvre, deed.who))


def _powers(scene: Scene, deed: Deed) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c.key for c in scene.combat.conditions.on(deed.who, "power")))


def drop_power(step: Step) -> None:
    """9.3: End a power that its caster lets go."""
    for power in step.combat.conditions.on(step.act.who, "power"):
        if power.key == step.act.using:
            _end_power(step, power.id, "let go")


MANOEUVRES = (
    *(
        legality.active_action(
            name, f"keep up {name.split()[1]}", "5", "keeping", allows=_keep_once
        )
        for name in costs.MAINTAINED
    ),
    legality.swift_action("let go", "let a power go", "9.3", "drop power", usings=_powers),
)

WINDOWS = (
    Window("recheck", "resist again", "9.2", resister, throw=resistance, then="resolve recheck"),
)

STAGES = (counted_down, resolve_recheck, maintenance, keeping, drop_power)
