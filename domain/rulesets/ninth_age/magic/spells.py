"""Effects of spells that are not dispelled, and effects of miscasts on the caster."""

from __future__ import annotations

from typing import Any

from domain.ruleset.ruleset import END, Asking, Choice, Slot, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import rolls, sheet, units
from domain.rulesets.ninth_age.attacks.casualties import suffer_loss, victim
from domain.rulesets.ninth_age.attacks.effects import UNTIL, first_hit
from domain.rulesets.ninth_age.declared import confirm, side_asked, unit_asked
from domain.rulesets.ninth_age.ruleset import RULES
from domain.rulesets.ninth_age.tables import NEVER, numbers
from domain.step.step import Step

DICE_OF_HITS = {"D6": 1, "2D6": 2}
BACKLASH = {5: 2, 6: 4}
"""7: How many hits the caster himself suffers in these rows of the miscast table."""


@RULES.stage("comes about")
def comes_about(step: Step) -> str | None:
    """7: Not dispelled, the spell has its effect."""
    act, on = step.act, victim(step.act)
    kind, name = sheet.as_cast(step, act)
    says = sheet.word(step, act.who, kind, name, "says", "comes about")
    step.resolve(says, stage="effect", of=on)
    if mods := sheet.gives(step, act.who, kind, name):
        lasts = UNTIL[sheet.word(step, act.who, kind, name, "lasts", "turn")]
        step.begin_condition(on, "under", key=act.using, mods=mods, until=lasts, act=act.id)
    hits = sheet.word(step, act.who, kind, name, "hits", "none")
    return "attribute" if hits == "none" else _hit_by(step, hits)


def _hit_by(step: Step, hits: str) -> str | None:
    """Resolve a fixed number of hits, or ask the unit that causes them to roll it."""
    unit = step.act.who or victim(step.act)
    if hits in DICE_OF_HITS:
        return step.ask("hit count", params={"unit": unit, "dice": DICE_OF_HITS[hits]})
    return _struck(step, int(hits))


@RULES.stage("spell hits")
def spell_hits(step: Step) -> str | None:
    """7: So many hits as the dice say."""
    return _struck(step, rolls.total(step, step.act.who or victim(step.act)))


def _struck(step: Step, count: int) -> str | None:
    on = victim(step.act)
    step.resolve("hits", stage="hits", of=on, hits=count, **_force(step))
    first_hit(step)
    side = units.side_of(step, step.act.who or on)
    return step.ask("numbers", params={"side": side})


def _force(step: Step) -> dict[str, Any]:
    """7: How hard a miscast hits: as strong as the dice were many, with AP 2; or with AP 10."""
    row, dice = step.act.params.get("row"), step.act.params.get("dice")
    if step.act.manoeuvre != "miscast" or not isinstance(dice, int):
        return {}
    return {"AP": 10} if row in BACKLASH else {"Strength": dice, "AP": 2}


def number_choices(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """8: Blanks for the numbers that the table reads from its own book."""
    act = scene.doing(asking.on)
    fixed = act.params if act else {}
    blanks = tuple(blank for blank in numbers() if blank.name not in fixed)
    return (Choice("numbers", "what is needed", blanks),)


@RULES.stage("numbered")
def record_numbers(step: Step) -> str | None:
    """8: The numbers are the table's; the other player confirms or contests them."""
    for slot, reply in step.replies():
        said: dict[str, Any] = {k: v for k, v in reply.params.items() if isinstance(v, int)}
        step.resolve("needs", stage="numbers", of=victim(step.act), basis="table", **said)
        return confirm(step, slot.who, said)
    return END


@RULES.stage("attribute")
def attribute(step: Step) -> None:
    """7: Then comes the Attribute Spell of the Path, which cannot be dispelled."""
    if name := step.word(step.act.who, "Attribute"):
        step.resolve(name, stage="attribute", of=step.act.who)


# --- miscasts ------------------------------------------------------------------------------


@RULES.stage("miscast")
def miscast(step: Step) -> None:
    """7: Rows from 2 on come after the spell and its attribute."""
    act, row = step.act, rolls.figure(step, step.on, "triple", "row")
    if row == 4:
        step.begin_condition(act.who, "forgotten", key=act.using, act=act.id)
    elif row > 6:
        everything = units.hp(step, act.who) if units.is_(step, act.who, "Character") else 0
        suffer_loss(step, act.who, everything or step.trait(act.who, "HP", 1), "")
    elif row > 1:
        params = {"dice": rolls.figure(step, step.on, "triple", "dice"), "row": row}
        fixed = {"wounds on": 4, "armour on": NEVER} if row in BACKLASH else {}
        struck = act.who if row in BACKLASH else units.leader(step, act.who)
        agenda = step.queue("miscast")
        step.declare("miscast", agenda, targets=(struck,), params={**params, **fixed})


@RULES.stage("miscast hits")
def miscast_hits(step: Step) -> str | None:
    """7: Witchfire and Inferno hit the unit, Backlash and Implosion the caster: AP 2 or 10.

    No Armour Save is left against Armour Penetration 10.
    """
    row = step.act.params.get("row")
    if isinstance(row, int) and row in BACKLASH:
        return _struck(step, BACKLASH[row])
    return _hit_by(step, "D6" if row == 2 else "2D6")


RULES.asks(
    Window("miscast", "the miscast", "7"),
    rolls.window("hit count", "roll the number of hits", "7", unit_asked, "chance", "spell hits"),
    Window(
        "numbers",
        "what is needed to wound and to save?",
        "8",
        side_asked,
        number_choices,
        then="numbered",
    ),
)
