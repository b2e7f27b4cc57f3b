"""5: withdrawing from hand to hand: Acrobatics against the Strike of each foe in reach."""

from __future__ import annotations

from domain.ruleset.params import number
from domain.ruleset.ruleset import END, Asking, Deed, Need, Slot, Throw, Window, by_name
from domain.ruleset.scene import Scene
from domain.ruleset.windows import doer
from domain.rulesets.kaiser import checks, legality, weapons
from domain.rulesets.kaiser.attacks.counter import ask_counter
from domain.rulesets.kaiser.attacks.offensive_roll import (
    counted_against,
    foreseen_penalty,
    record_meeting,
)
from domain.step.step import Step

from .movement import check_move

FREE = 4
"""5: by so many degrees a withdrawal leaves freely."""


def _check_withdrawal(scene: Scene, deed: Deed) -> None:
    """5: a withdrawal is from foes hand to hand who can act."""
    if not _opponents(scene, deed.who):
        why = f"{by_name(deed.who)} is hand to hand with no foe who can act"
        raise checks.refuse("5", why, Need("fact", weapons.ENGAGED, deed.who), legal=["move"])


def _opponents(scene: Scene, who: str) -> tuple[str, ...]:
    """5, 9.6: The foes hand to hand with somebody; the asleep, unconscious and dead stop nobody."""
    return tuple(w for w in weapons.opposite(scene, who) if not legality.able(scene, w))


def _reaching(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    act = scene.doing(asking.on)
    return tuple(Slot(id=w, who=w) for w in _opponents(scene, act.who)) if act else ()


def _acrobatics(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    return _opposed_throw(scene, slot.who, "acrobatics", "attempt")


def _strike(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    act = scene.doing(asking.on)
    return _opposed_throw(scene, slot.who, "strike", "react", act.who if act else "")


def _opposed_throw(scene: Scene, who: str, skill: str, sort: str, foe: str = "") -> Throw:
    """1.1, 2.3: a skill, with the states; against a foe what one has foreseen of it as well."""
    parts = {skill: scene.trait(who, skill), **checks.weighing(scene, who, "any", toward=foe)}
    parts["foreseen"] = foreseen_penalty(scene, who, foe)
    return checks.check(scene, who, skill, sort, "5", parts, checks.advantage(scene, who))


def ask_strikes(step: Step) -> str | None:
    """5: Acrobatics against the Strike of each foe in reach; none may be left by now."""
    totals = checks.roll_totals(step)
    if totals is None:
        return None
    if not _opponents(step, step.act.who):
        return END
    return step.ask("strike", params={"acrobatics": totals.get(step.act.who, 0)})


def withdrawn(step: Step) -> str | None:
    """5: Four degrees leave freely, fewer are stopped; a failure gives a Counter with all of it.

    A combatant who is not free of all of them moves no farther.
    """
    totals = checks.totals_of_present(step)
    rolled_once = number(checks.question_params(step), "acrobatics")
    if totals is None:
        return None
    bonus: dict[str, int] = {}
    for foe, strike in totals.items():
        mine = rolled_once + counted_against(step, step.act.who, foe)
        record_meeting(step, step.act.who, foe)
        by = mine - strike
        outcome = "free of it" if by >= FREE else "stopped" if by >= 0 else "caught"
        step.resolve(outcome, stage="withdraw", of=foe, acrobatics=mine, strike=strike, by=by)
        bonus |= {foe: -by} if by < 0 else {}
        if by >= FREE:
            step.set_fact(weapons.ENGAGED, step.act.who, "no", foe)
    if any(foe in weapons.opposite(step, step.act.who) for foe in totals):
        step.lose(step.act.who, "movement", step.balance_of(step.act.who, "movement"))
    return ask_counter(step, bonus)


MANOEUVRES = (
    legality.active_action(
        "withdraw",
        "withdraw from hand to hand",
        "5",
        "acrobatics",
        "ask strikes",
        "withdrawn",
        moment=check_move,
        allows=_check_withdrawal,
    ),
)

WINDOWS = (
    Window("acrobatics", "roll acrobatics", "5", doer, throw=_acrobatics, then="ask strikes"),
    Window("strike", "roll strike against it", "5", _reaching, throw=_strike, then="withdrawn"),
)

STAGES = (ask_strikes, withdrawn)
