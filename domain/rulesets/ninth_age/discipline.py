"""Discipline Tests: 2D6, the unit's Discipline or less; the General's word, the Battle Standard."""

from __future__ import annotations

from collections.abc import Iterable

from domain.ruleset.params import number
from domain.ruleset.ruleset import Asking, Choice, Slot, Throw, Window
from domain.ruleset.scene import Doing, Scene
from domain.step.step import Step

from . import rolls, settings, units
from .declared import confirm, side_asked, unit_asked
from .ruleset import RULES


def tested_unit(act: Doing) -> str:
    """The unit that an act tests."""
    return act.targets[0] if not act.who else act.who


def has_passed(step: Step) -> bool:
    """True where the running act's test was passed."""
    return rolls.word_of(step, step.on, "verdict") == "passed"


def discipline_needed(scene: Scene, act: Doing) -> int:
    """The most that passes: Discipline, or the General's, less what counts against it.

    10: Modifiers go in order: the General's word sets, a Decimated unit halves, the rest is added.
    """
    unit = tested_unit(act)
    best = max(own_discipline(scene, unit), rolls.figure(scene, act.id, "general", "discipline"))
    if rallies_decimated(scene, act) and scene.setting("decimated rally") == "half Discipline":
        best = -(-best // 2)
    return best + _added(scene, unit) - number(act.params, "penalty")


def own_discipline(scene: Scene, unit: str) -> int:
    """10: The Discipline of a unit before anything is added to it or taken from it."""
    return scene.trait(unit, "Discipline") - _added(scene, unit)


def _added(scene: Scene, unit: str, besides: str = "") -> int:
    """What conditions add to Discipline, leaving out those that `besides` is under as well."""
    on = scene.combat.conditions.on
    shared = [(c.name, c.key, c.mods) for c in on(besides)]
    mods = (m for c in on(unit) if (c.name, c.key, c.mods) not in shared for m in c.mods)
    return sum(m.value for m in mods if (m.trait, m.how) == ("Discipline", "add"))


def rallies_decimated(scene: Scene, act: Doing) -> bool:
    """M2: True where a Decimated unit tests to rally, of which no source says how."""
    unit = tested_unit(act)
    return act.manoeuvre == "rally test" and units.is_decimated(scene, unit)


def discipline_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """2D6; a Maximised roll has a die more, of which the lowest is dropped."""
    act = scene.doing(asking.on)
    purpose = act.manoeuvre if act else "discipline test"
    maximised = purpose == "frenzy test"
    throw = rolls.plain(slot.who, purpose, "discipline", 3 if maximised else 2, "10", keep=2)
    return throw._replace(again=rolls.word_of(scene, asking.on, "reroll") != "")


def generals(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Units within 12" of the General may use the General's Discipline."""
    unit, on = slot.who, asking.on
    better = _best_general(scene, unit) > own_discipline(scene, unit)
    used = rolls.word_of(scene, on, "general")
    return (Choice("by the General", 'the General is within 12"'),) if better and not used else ()


def _best_general(scene: Scene, unit: str) -> int:
    """10: The highest Discipline of another unit of the side that has a General."""
    generals = units.on_table_with(scene, units.side_of(scene, unit), "General")
    return max((_lent(scene, g, unit) for g in generals if g != unit), default=0)


def _lent(scene: Scene, general: str, unit: str) -> int:
    """10: A General's Discipline with all that alters it; what alters both counts only once."""
    return own_discipline(scene, general) + _added(scene, general, besides=unit)


def test_all(step: Step, agenda: str, test: str, tested: Iterable[str]) -> None:
    """Declare a test for each unit, on an agenda of their own."""
    if named := tuple(tested):
        question = step.queue(agenda)
        for unit in named:
            step.declare(test, question, targets=(unit,))


@RULES.stage("test")
def test(step: Step) -> str | None:
    """10: A Discipline Test."""
    return step.ask("discipline", params={"unit": tested_unit(step.act)})


@RULES.stage("judged")
def resolve_test(step: Step) -> str | None:
    """10: The Discipline or less passes; near the Battle Standard a failure may be rerolled."""
    unit = tested_unit(step.act)
    reply = step.reply(unit)
    if reply is not None and reply.value == "by the General":
        return _by_the_general(step, unit)
    roll = rolls.total(step, unit) if reply is not None and reply.how == "rolled" else 13
    if roll > discipline_needed(step, step.act) and roll < 13 and _may_reroll(step, unit):
        return step.ask("reroll", params={"side": units.side_of(step, unit), "roll": roll})
    _verdict(step, roll)
    return None


def _by_the_general(step: Step, unit: str) -> str | None:
    best = _best_general(step, unit)
    says = "by the General's Discipline"
    step.resolve(says, stage="general", of=unit, basis="table", discipline=best)
    step.rest = "test"
    return confirm(step, unit, {"General within": 12})


def _may_reroll(step: Step, unit: str) -> bool:
    standards = units.on_table_with(step, units.side_of(step, unit), "BSB")
    return bool(standards) and not rolls.word_of(step, step.on, "reroll")


@RULES.stage("rerolled")
def resolve_reroll(step: Step) -> str | None:
    """10: Within 12" of the Battle Standard a failed test is rerolled once."""
    unit, question = tested_unit(step.act), step.closed
    reply = next((r for _, r in step.replies()), None)
    roll = number(question.params if question else {}, "roll", 13)
    if reply is not None and reply.value == "reroll":
        near = "rerolled near the Battle Standard"
        step.resolve(near, stage="reroll", of=unit, basis="table", roll=roll)
        return "test"
    _verdict(step, roll)
    manoeuvre = step.rules.manoeuvre(step.act.manoeuvre)
    listing = (*manoeuvre.stages, "end") if manoeuvre else ("end",)
    return listing[listing.index("judged") + 1]  # what comes where no reroll was offered


def _verdict(step: Step, roll: int) -> None:
    need = discipline_needed(step, step.act)
    outcome = "passed" if roll <= need else "failed"
    points = ("decimated rally",) if rallies_decimated(step, step.act) else ()
    stands_on = settings.basis(step, *points)
    of = tested_unit(step.act)
    step.resolve(outcome, stage="verdict", of=of, basis=stands_on, roll=roll, needed=need)


RULES.asks(
    Window("discipline", "a Discipline Test", "10", unit_asked, generals, discipline_roll),
    Window(
        "reroll",
        "reroll near the Battle Standard?",
        "10",
        side_asked,
        lambda scene, asking, slot: (
            Choice("reroll", 'the Battle Standard is within 12"'),
            Choice("keep", "let it stand"),
        ),
        then="rerolled",
    ),
)
