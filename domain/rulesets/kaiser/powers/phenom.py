"""7: phenom: a check against a difficulty, with Potential to split over several."""

from __future__ import annotations

from domain.ruleset.params import number
from domain.ruleset.ruleset import Asking, Blank, Deed, Need, Slot, Throw, Window, by_name
from domain.ruleset.scene import Scene
from domain.ruleset.windows import doer
from domain.rulesets.kaiser import checks, costs, legality
from domain.step.step import Step


def _phenom_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    most = max(0, scene.balance_of(deed.who, "potential"))
    return (
        Blank("potential", "number", (), 1, most, says="Potential put into it"),
        Blank("difficulty", "number", (), 0, 60, says="against what"),
    )


def _check_manifesting(scene: Scene, deed: Deed) -> None:
    """4, 7: refuse one who has not intended to manifest, or has no Potential left."""
    legality.check_active(scene, deed)
    if scene.has(deed.who, "manifesting"):
        return _check_potential(scene, deed)
    if legality.times(scene, deed.who, "manifest"):
        why = f"{by_name(deed.who)} concentrates this round: one of the two"
        raise checks.refuse("4", why, Need("condition", "manifesting", deed.who))
    why = f"{by_name(deed.who)} has not intended to manifest"
    raise checks.refuse("4", why, Need("condition", "manifesting", deed.who))


def _check_potential(scene: Scene, deed: Deed) -> None:
    """7: Each check takes a share of the Potential; without any left there is no further one."""
    if not scene.balance_of(deed.who, "potential"):
        why = f"{by_name(deed.who)} has no Potential left for another check"
        raise checks.refuse("7", why, scene.supply(deed.who, "potential").need(1))


def _roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    act = scene.doing(asking.on)
    put = number(act.params, "potential") if act else 0
    parts = {
        "Potential": put,
        **checks.weighing(scene, slot.who, "any", but=checks.ignored_states(scene)),
    }
    return checks.check(
        scene, slot.who, "phenom", "attempt", "7", parts, checks.advantage(scene, slot.who)
    )


def phenom_known(step: Step) -> None:
    """1.2: On the difficulty or above it is a success."""
    totals = checks.roll_totals(step)
    if totals is None:
        return
    total, difficulty = totals.get(step.act.who, 0), number(step.act.params, "difficulty")
    dos = checks.degrees(total, difficulty)
    outcome = "succeeds" if dos > 0 else "fails"
    step.resolve(outcome, stage="phenom", check=total, difficulty=difficulty, by=abs(dos))


MANOEUVRES = (
    legality.active_action(
        "phenom",
        "bring a phenom about",
        "7",
        "phenom",
        "phenom known",
        blanks=_phenom_blanks,
        cost=costs.as_said("potential", "potential"),
        moment=_check_manifesting,
    ),
)

WINDOWS = (Window("phenom", "roll the phenom", "7", doer, throw=_roll, then="phenom known"),)

STAGES = (phenom_known,)
