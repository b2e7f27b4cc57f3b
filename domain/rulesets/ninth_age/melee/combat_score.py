"""The Combat Score, and the Break Tests of those who lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.ruleset.params import names, number
from domain.ruleset.ruleset import Asking, Blank, Choice, Slot, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import discipline, rolls, settings, states, units
from domain.rulesets.ninth_age.declared import side_asked
from domain.rulesets.ninth_age.ruleset import RULES
from domain.step.step import Step

from .combat_round import bodies_left, left_of, participants

MOST_RANKS = 3
"""9: The Rank Bonus of the best unit: +1 for each Full Rank after the first, at most this."""

MOST_OVERKILL = 3
"""9: The most that Overkill in a Duel counts."""

FLANK = {"flank": ("flank score", 1, 2), "rear": ("rear score", 2, 3)}
"""9: The score of a flank or rear; the higher with two Full Ranks, unless settled."""


def lost_by(scene: Scene, fight: str, side: str) -> int:
    """9: Health Points a side lost this Round, Characters and units now gone included."""
    fought = participants(scene, fight)
    outcomes = scene.combat.exchange.outcomes
    said = (r for act in _done_in(scene, fight) for r in outcomes.get(act, ()))
    lost = [r for r in said if r.stage.startswith("lost ") and units.side_of(scene, r.of) == side]
    own = (r for r in lost if r.of in fought or units.joined(scene, r.of) in fought)
    return sum(int(r.figures.get("lost", 0)) for r in own)


def _done_in(scene: Scene, act: str) -> Iterator[str]:
    """An act, and what was done in it: the blows of a Round, and what they have set off."""
    yield act
    for other in scene.combat.exchange.acts.values():
        if other.on == act:
            yield from _done_in(scene, other.id)


def parts(scene: Scene, fight: str, side: str) -> dict[str, int]:
    """9: The parts of a side's Combat Score.

    Of a unit without foes in a Combat that goes on only the Health Points count.
    """
    foe = units.other_side(scene, side)
    there = bodies_left(scene, fight, side)
    own = [u for u in there if units.in_contact(scene, u) or not left_of(scene, fight, foe)]
    found = {
        "Health Points": lost_by(scene, fight, foe),
        "Overkill": rolls.figure(scene, fight, f"overkill {side}", "overkill"),
        "charge": int(any(scene.has(u, "charging") for u in own)),
        "ranks": max([min(MOST_RANKS, units.full_ranks(scene, u) - 1) for u in own] or [0]),
        "standards": sum(units.is_(scene, u, "Standard") + _own_banner(scene, u) for u in own),
        "flank or rear": _facings(scene, own),
    }
    return {name: value for name, value in found.items() if value > 0}


def _own_banner(scene: Scene, unit: str) -> bool:
    """The Battle Standard counts as well, unless its bearer has refused a Duel."""
    return units.is_(scene, unit, "BSB") and not scene.has(unit, "shamed")


def _facings(scene: Scene, own: list[str]) -> int:
    """9: The score of the best flank and the best rear: their sum, or the higher."""
    found = [max([0, *(_facing(scene, u, arc) for u in own)]) for arc in FLANK]
    return sum(found) if scene.setting("flank and rear") == "both" else max(found)


def _facing(scene: Scene, unit: str, arc: str) -> int:
    if all(scene.fact("facing", unit, foe) != arc for foe in units.engaged_with(scene, unit)):
        return 0
    setting, low, high = FLANK[arc]
    said = scene.setting(setting)
    by_ranks = high if units.full_ranks(scene, unit) >= 2 else low
    return by_ranks if said == "by ranks" else int(said)


@RULES.stage("score")
def score(step: Step) -> str | None:
    """9: After a Duel the sides say their Overkill; then the scores are added up."""
    fought = step.combat.conditions.begun_by(step.on, "duel")
    return step.ask("overkill") if fought else "scored"


def both_sides(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Both sides."""
    return units.each(units.sides(scene))


def most_overkill(scene: Scene, side: str) -> int:
    """9: Up to 3; none beyond the last of a Character who still stands."""
    fought = (c for u in units.roster(scene, side) for c in scene.combat.conditions.on(u, "duel"))
    foes = {duel.toward for duel in fought}
    alive = foes and all(units.is_(scene, f, "Character") and units.stands(scene, f) for f in foes)
    return 0 if alive else MOST_OVERKILL


def overkill_choices(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Up to what counts."""
    blank = Blank("overkill", "number", least=0, most=most_overkill(scene, slot.who))
    return (Choice("overkill", "wounds beyond the foe's last", (blank,)),)


@RULES.stage("overkilled")
def record_overkill(step: Step) -> str:
    """9: Wounds beyond those that the foe in a Duel had left, up to 3."""
    for slot, reply in step.replies():
        if said := number(reply.params, "overkill"):
            stage, of = f"overkill {slot.who}", slot.who
            step.resolve("Overkill", stage=stage, of=of, basis="table", overkill=said)
    return "scored"


@RULES.stage("scored")
def resolve_score(step: Step) -> None:
    """9: The higher score wins, or who has no foes left; in a tie both count as winners."""
    totals: dict[str, int] = {}
    for side in units.in_order(step, step.actors()[0]):
        made: dict[str, Any] = parts(step, step.on, side)
        total = totals[side] = sum(made.values())
        stage, basis = f"score {side}", _basis(step, made)
        step.resolve("scores", stage=stage, of=side, basis=basis, score=total, **made)
    left = [side for side in totals if left_of(step, step.on, side)]
    high, low = max(totals.values()), min(totals.values())
    if len(left) == 1:
        step.resolve("no foes are left", stage="winner", of=left[0], by=0)
    elif high == low:
        step.resolve("a tie: both sides win", stage="winner", by=0)
    else:
        winner = next(side for side in totals if totals[side] == high)
        step.resolve("wins", stage="winner", of=winner, by=high - low)


def _basis(step: Step, made: dict[str, int]) -> str:
    points = ("flank score", "rear score", "flank and rear")
    return settings.basis(step, *points if "flank or rear" in made else ())


# --- break tests ---------------------------------------------------------------------------


def losers(scene: Scene, fight: str) -> tuple[str, ...]:
    """9: The losing units that still touch an enemy; in a tie there are none.

    Who stands in a unit stays or breaks with it.
    """
    won = scene.combat.exchange.outcome(fight, "winner")
    if won is None or not won.of:
        return ()
    side = units.other_side(scene, won.of)
    found = left_of(scene, fight, side)
    return tuple(u for u in found if units.in_contact(scene, u) and units.leader(scene, u) == u)


def testers(scene: Scene, fight: str) -> tuple[str, ...]:
    """Those that take a Break Test: the Unbreakable and the Unstable do not."""
    return tuple(
        u for u in losers(scene, fight) if not units.is_(scene, u, "Unbreakable", "Unstable")
    )


@RULES.stage("crumble")
def crumble_unstable(step: Step) -> None:
    """9: The Unstable lose as many Health Points as they lost by, without saves.

    The unit's own models go first, then the Characters who stand in it.
    """
    by = rolls.figure(step, step.on, "winner", "by")
    for unit in losers(step, step.on):
        left = by if units.is_(step, unit, "Unstable") else 0
        for one in units.body(step, unit):
            left -= states.take_off(step, one, left, "crumbles")


@RULES.stage("breaks")
def breaks(step: Step) -> str | None:
    """9: Every losing unit tests, in an order of the loser's own."""
    testing = testers(step, step.on)
    if len(testing) > 1:
        return step.ask("break order", params={"side": units.side_of(step, testing[0])})
    return "break tests"


def break_orders(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """In which order they test."""
    testing = testers(scene, asking.on)
    return (Choice("order", "they test in this order", (Blank("units", "ordered", testing),)),)


@RULES.stage("break tests")
def break_tests(step: Step) -> None:
    """9: 2D6 against Discipline less the difference; the Steadfast and Stubborn ignore that."""
    ordered = [u for _, r in step.replies("break order") for u in names(r.params, "units")]
    testing = ordered or testers(step, step.on)
    if testing:
        agenda, by = step.queue("break tests"), rolls.figure(step, step.on, "winner", "by")
        for unit in testing:
            stubborn = units.is_(step, unit, "Stubborn") and not step.has(unit, "shamed")
            penalty = 0 if stubborn or is_steadfast(step, unit) else by
            step.declare("break test", agenda, targets=(unit,), params={"penalty": penalty})


def is_steadfast(scene: Scene, unit: str) -> bool:
    """9: More Full Ranks than each enemy of the Combat, and no deep enemy in flank or rear."""
    fight = next((c.act for c in scene.combat.conditions.on(unit, "melee")), "")
    foes = left_of(scene, fight, units.other_side(scene, units.side_of(scene, unit)))
    turned = any(
        scene.fact("facing", foe, unit) in FLANK and units.full_ranks(scene, foe) >= 2
        for foe in units.engaged_with(scene, unit)
    )
    return not turned and all(
        units.full_ranks(scene, unit) > units.full_ranks(scene, f) for f in foes
    )


@RULES.stage("broke")
def resolve_break(step: Step) -> None:
    """9: A unit that fails is Broken, and will flee.

    Who was taken out of the Combat meanwhile has nothing to break from.
    """
    unit = discipline.tested_unit(step.act)
    if not discipline.has_passed(step) and step.has(unit, "melee"):
        step.begin_condition(unit, "broken", act=step.act.on)


RULES.asks(
    Window("break tests", "the Break Tests", "9"),
    Window(
        "overkill",
        "how much Overkill was there in the Duel?",
        "9",
        both_sides,
        overkill_choices,
        then="overkilled",
    ),
    Window(
        "break order",
        "in which order do they test?",
        "9",
        side_asked,
        break_orders,
        then="break tests",
    ),
)
