"""The attack sequence: hits, wounds, Armour Saves, Special Saves, Health Points, casualties.

The tables that compare Strength and Resilience are in no source that we have: the numbers needed
are said by the table with the attack, and the other player confirms or contests them.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.ruleset.params import number
from domain.ruleset.ruleset import END, PoolChanged
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.ninth_age import flight, rolls, states, units
from domain.rulesets.ninth_age.declared import unit_asked
from domain.rulesets.ninth_age.ruleset import RULES
from domain.rulesets.ninth_age.tables import NEVER
from domain.step.step import Step

from .legality import SPECIAL

# --- the sequence --------------------------------------------------------------------------


def victim(act: Doing) -> str:
    """The unit that suffers an attack or a spell."""
    return act.targets[0] if act.targets else str(act.params.get("on", act.who))


def number_needed(step: Step, name: str) -> int:
    """A number needed on a die, as said with the attack or after it; without it, never."""
    return number(step.act.params, name) or rolls.figure(step, step.on, "numbers", name) or NEVER


def count_successes(shown: Iterable[int], need: int) -> int:
    """How many dice show what is needed; a natural 1 never does."""
    return sum(1 for face in shown if face >= need and face != 1)


@RULES.stage("to hit")
def to_hit(step: Step) -> str | None:
    """8: A die for each attack."""
    attacks, need = (
        rolls.figure(step, step.on, "aim", "attacks"),
        rolls.figure(step, step.on, "aim", "needs"),
    )
    if not attacks or need >= NEVER:
        step.resolve("cannot hit", stage="hits", of=victim(step.act), hits=0)
        return END
    unit = step.act.who or victim(step.act)
    return step.ask("to hit", params={"unit": unit, "dice": attacks})


@RULES.stage("hits")
def hits(step: Step) -> str | None:
    """8: Each die that shows the number needed hits; a natural 1 misses."""
    found = count_successes(rolls.faces(step), rolls.figure(step, step.on, "aim", "needs"))
    step.resolve("hits" if found else "misses", stage="hits", of=victim(step.act), hits=found)
    return None if found else END


@RULES.stage("to wound")
def to_wound(step: Step) -> str | None:
    """8: A die for each hit."""
    unit = step.act.who or victim(step.act)
    dice = rolls.figure(step, step.on, "hits", "hits")
    return step.ask("to wound", params={"unit": unit, "dice": dice})


@RULES.stage("wounds")
def wounds(step: Step) -> str | None:
    """8: Each die that shows the number needed wounds; without a wound there is nothing to save."""
    found = count_successes(rolls.faces(step), number_needed(step, "wounds on"))
    if not found:
        step.resolve("does not wound", stage="unsaved", of=victim(step.act))
        return "suffer"
    return _ask_next_save(step, found, "armour")


@RULES.stage("armour")
def armour(step: Step) -> str | None:
    """8: Armour Saves."""
    return _ask_next_save(step, _unsaved_wounds(step, "armour on"), "special")


@RULES.stage("special")
def special(step: Step) -> str | None:
    """8: Special Saves, after the armour."""
    return _ask_next_save(step, _unsaved_wounds(step, "special on"), "")


def _unsaved_wounds(step: Step, name: str) -> int:
    return len(rolls.faces(step)) - count_successes(rolls.faces(step), number_needed(step, name))


def _ask_next_save(step: Step, left: int, save: str) -> str | None:
    """Ask for the next save against the wounds left; after the last they are lost."""
    names = {"armour": "armour on", "special": "special on"}
    while save and (not left or number_needed(step, names[save]) >= NEVER):
        save = "special" if save == "armour" else ""
    if save:
        return step.ask(f"{save} save", params={"unit": victim(step.act), "dice": left})
    step.resolve("wounds" if left else "saved", stage="unsaved", of=victim(step.act), wounds=left)
    return "suffer"


# --- Health Points -------------------------------------------------------------------------


@RULES.stage("suffer")
def suffer(step: Step) -> None:
    """8: Health Points go at once; blows of one initiative step are taken off after it."""
    if step.act.manoeuvre in AFTER_THE_STEP:
        return
    if loss := rolls.figure(step, step.on, "unsaved", "wounds"):
        suffer_loss(step, victim(step.act), loss, "")


AFTER_THE_STEP = ("strike", *SPECIAL)


def suffer_loss(step: Step, unit: str, loss: int, agenda: str) -> None:
    """10: Health Points are lost; panic may follow, on an agenda that stands or a new one.

    9: In a Round of Combat they count for its score, and who is near tests in its eighth step.
    Who stands in a unit is no unit that is destroyed.
    """
    lost, fight = states.take_off(step, unit, loss), units.round_of(step, unit)
    gone, shaken = units.hp(step, unit) == 0, too_many(step, unit)
    if lost and not fight and (shaken or gone) and not (gone and units.host(step, unit)):
        agenda = agenda or step.queue("panic")
        if gone:
            flight.alarm(step, agenda, unit, "destroyed")
        else:
            flight.panic(step, agenda, unit, "losses")


def too_many(scene: Scene, unit: str) -> bool:
    """10: A quarter of the Health Points it had at the start of the phase, or more, are lost.

    Not for units that began as one model.
    """
    for losses in scene.combat.conditions.on(unit, "losses"):
        of = losses.detail.get("of", 0)
        return isinstance(of, int) and 4 * losses.level >= of and scene.trait(unit, "Models") > 1
    return False


@RULES.stage("models counted")
def models_counted(step: Step) -> None:
    """10: Models left, what is lost of the next, and if it is Decimated, once that changes.

    Who has no Health Points left by the referee's word is destroyed as well.
    """
    event = step.event
    if not isinstance(event, PoolChanged) or event.pool != units.HP:
        return
    unit = event.subject
    _keep(step, "models", unit, units.models(step, unit), step.trait(unit, "Models", 1))
    _keep(step, "carried", unit, units.carried_damage(step, unit), 0)
    states.count_decimated(step, unit)
    if not units.hp(step, unit) and not step.has(unit, "destroyed"):
        states.destroy(step, unit, "no Health Points left")


def _keep(step: Step, name: str, unit: str, now: int, first: int) -> None:
    known = step.fact(name, unit)
    if now != (known if isinstance(known, int) else first):
        step.set_fact(name, unit, now)


RULES.asks(
    rolls.window("to hit", "roll to hit", "8", unit_asked, "attack", "hits"),
    rolls.window("to wound", "roll to wound", "8", unit_asked, "attack", "wounds"),
    rolls.window("armour save", "roll the armour saves", "8", unit_asked, "save", "armour"),
    rolls.window("special save", "roll the special saves", "8", unit_asked, "save", "special"),
)
