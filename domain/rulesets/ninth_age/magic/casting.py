"""The Magic Phase: one Casting Attempt after the other, each of which may be dispelled."""

from __future__ import annotations

from domain.ruleset.params import number
from domain.ruleset.ruleset import END, Asking, Blank, Choice, Modifier, Slot, Throw, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import rolls, settings, sheet, states, units
from domain.rulesets.ninth_age.attacks.legality import can_cast
from domain.rulesets.ninth_age.declared import side_asked, unit_asked
from domain.rulesets.ninth_age.movement.moves import no_more
from domain.rulesets.ninth_age.ruleset import RULES
from domain.rulesets.ninth_age.turn import actor
from domain.step.step import Step


@RULES.stage("casts")
def casts(step: Step) -> str | None:
    """7: Spell by spell, as long as the Active Player has dice and Wizards, and casts."""
    side = step.actors()[0]
    able = any(can_cast(step, u) for u in units.army(step, side))
    return step.ask("casts") if able and step.balance_of(side, units.DICE) else None


@RULES.stage("discard")
def discard(step: Step) -> None:
    """7: Unused Magic Dice are discarded."""
    for side in units.sides(step):
        step.lose(side, units.DICE, step.balance_of(side, units.DICE))


@RULES.stage("spend dice")
def spend_dice(step: Step) -> str | None:
    """7: The dice leave the pool, and are rolled."""
    act, dice = step.act, number(step.act.params, "dice")
    step.pay(units.side_of(step, act.who), units.DICE, dice)
    step.begin_condition(act.who, "attempted", key=act.using, act=act.id)
    return step.ask("casting", params={"unit": act.who, "dice": dice})


def casting_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """7: A Master adds 1; the highest Magic Resistance of the target counts against it."""
    act = scene.doing(asking.on)
    on = str(act.params.get("on", "")) if act else ""
    own = not on or units.side_of(scene, on) == units.side_of(scene, slot.who)
    parts = {
        "Wizard Master": int(scene.word(slot.who, "Wizard") == "Master"),
        "Magic Resistance": 0 if own else -resistance(scene, on),
    }
    modifiers = tuple(Modifier(source=name, value=value) for name, value in parts.items() if value)
    return rolls.plain(slot.who, "casting", "magic", rolls.dice_of(asking), "7", *modifiers)


def resistance(scene: Scene, unit: str) -> int:
    """7: Of all Magic Resistance in a unit only the highest counts."""
    return max(
        scene.trait(one, "Magic Resistance") for one in units.body(scene, units.leader(scene, unit))
    )


@RULES.stage("cast")
def cast(step: Step) -> str | None:
    """7: The Casting Value or more; with a single die a natural 1 or 2 always fails."""
    act, shown = step.act, rolls.faces(step)
    reply = step.reply(act.who)
    total = reply.total if reply else 0
    value = sheet.number(step, act.who, *sheet.as_cast(step, act), "casting")
    row = miscast_row(step, shown)
    single = len(shown) == 1 and shown[0] <= 2
    failed = total < value or single or row == 1
    step.resolve("fails" if failed else "passes", stage="casting", total=total, value=value)
    if row:
        says = ROWS.get(row, "Breach in the Veil" if row > 1 else "no miscast")
        basis = settings.basis(step, *("miscast when failed",) if failed and row > 1 else ())
        step.resolve(says, stage="triple", of=act.who, basis=basis, row=row, dice=len(shown))
    if failed:
        fizzle(step, units.side_of(step, act.who), shown)
        return "miscast" if step.setting("miscast when failed") == "yes" else END
    return "dispel"


def fizzle(step: Step, side: str, shown: tuple[int, ...]) -> None:
    """7: Of a failed attempt with two dice or more each natural 1 returns to its pool."""
    ones = shown.count(1)
    if len(shown) > 1 and ones:
        states.gain(step, side, units.DICE, ones)


ROWS = {
    1: "Broken Concentration",
    2: "Witchfire",
    3: "Magical Inferno",
    4: "Amnesia",
    5: "Backlash",
    6: "Implosion",
}
"""7: The miscast table; 7 and above is the Breach in the Veil, 0 and below nothing."""


def miscast_row(scene: Step, shown: tuple[int, ...]) -> int:
    """7: Three of a kind: the face, moved by modifiers; 0 where there is none, or nothing of it."""
    tripled = next((face for face in set(shown) if shown.count(face) >= 3), 0)
    return max(0, tripled + scene.trait(scene.act.who, "Miscast")) if tripled else 0


# --- dispelling ----------------------------------------------------------------------------


@RULES.stage("dispel")
def dispel(step: Step) -> str | None:
    """7: After a passed casting the other player may dispel, with their own dice."""
    other = units.other_side(step, units.side_of(step, step.act.who))
    if not step.balance_of(other, units.DICE):
        return "comes about"
    with settings.based_on(step, "most dispel dice"):
        return step.ask("dispel", params={"side": other})


def dispelling(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """7: How many dice, up to what the table allows."""
    dice = scene.supply(slot.who, units.DICE)
    most = max(1, min(dice.left, int(scene.setting("most dispel dice"))))
    blank = Blank("dice", "number", least=1, most=most, says="Magic Dice", supply=dice)
    says = f"try to dispel {_as_declared(scene, asking)}"
    return (Choice("dispel", says, (blank,)), Choice("let it be", "let it be"))


def _as_declared(scene: Scene, asking: Asking) -> str:
    """7: The spell with its version and target: `Fireball (big) at Guards`."""
    act = scene.doing(asking.on)
    if act is None:
        return "it"
    version, on = act.params.get("version"), str(act.params.get("on", ""))
    said = f" ({version})" if version else ""
    return act.using + said + (f" at {units.name_of(scene, on)}" if on else "")


@RULES.stage("dispel chosen")
def dispel_chosen(step: Step) -> str | None:
    """7: The dice leave the other player's pool."""
    for slot, reply in step.replies():
        if reply.value == "dispel":
            dice = number(reply.params, "dice")
            step.pay(slot.who, units.DICE, dice)
            return step.ask("dispelling", params={"side": slot.who, "dice": dice})
    return "comes about"


@RULES.stage("dispelled")
def resolve_dispel(step: Step) -> str | None:
    """7: The casting total or more dispels; else the spell comes about."""
    shown, need = rolls.faces(step), rolls.figure(step, step.on, "casting", "total")
    weak = len(shown) == 1 and shown[0] <= 2
    done = sum(shown) >= need and not (weak and step.setting("dispel one die") == "yes")
    points = ("dispel one die",) if weak and sum(shown) >= need else ()
    if done and rolls.figure(step, step.on, "triple", "row") > 1:
        points = (*points, "miscast dispelled")
    outcome, basis = "dispelled" if done else "not dispelled", settings.basis(step, *points)
    step.resolve(outcome, stage="dispelling", basis=basis, total=sum(shown), casting=need)
    if done:
        return "miscast" if step.setting("miscast dispelled") == "yes" else END
    fizzle(step, units.other_side(step, units.side_of(step, step.act.who)), shown)
    return "comes about"


RULES.asks(
    Window("casts", "cast a spell", "7", actor, no_more, takes=("action",), then="casts again"),
    Window("casting", "roll to cast", "7", unit_asked, throw=casting_roll, then="cast"),
    Window("dispel", "dispel it?", "7", side_asked, dispelling, then="dispel chosen"),
    rolls.window("dispelling", "roll to dispel", "7", side_asked, "magic", "dispelled"),
)
