"""The phases of a turn: mana, Focus, actions, when each is over, and who is asked before."""

from __future__ import annotations

from domain.ruleset.ruleset import END, Asking, Choice, Slot, Window
from domain.ruleset.scene import Scene
from domain.step.step import Step

from . import tables
from .legality import FLIGHTS, is_untouched
from .preparing import most_of, upheld
from .ruleset import RULES
from .spells.legality import could_cast_an_instant
from .spells.spells import in_memory, move_spell, next_spell, total_mana
from .turn_state import actions, has_begun, is_over, phase, times
from .zones import has_own_turn, is_in, is_mage, mages, master


@RULES.stage("begin channeling")
def begin_channeling(step: Step) -> None:
    """4.1: All of Channeling; an enemy who is Close takes some off as mana is restored."""
    who = tables.whose(step)
    if is_in(step, who) and is_mage(step, who) and not has_begun(step, "channeling"):
        step.fill(who, "restore", max(0, step.trait(who, "Channeling")))


def _holds_the_turn(step: Step, who: str) -> bool:
    """3.3: Hold the turn of an actor who delays it."""
    if step.has(who, "delaying"):
        step.end_turn(held=True)
    return step.has(who, "delaying")


@RULES.stage("check channeling")
def check_channeling(step: Step) -> str | None:
    """4.1: The phase is over when nothing is left to be done in it."""
    who = tables.whose(step)
    if _holds_the_turn(step, who):
        return None
    if not is_in(step, who) or not is_mage(step, who) or is_over(step, "channeling"):
        return END
    busy = most_of(step, who, tables.COLORLESS) or _may_memorize(step, who)
    return None if busy or is_untouched(step, who) else END


def _may_memorize(scene: Scene, who: str) -> bool:
    room = len(in_memory(scene, who)) < scene.trait(who, "Memory")
    return bool(next_spell(scene, who)) and room and not times(scene, who, "memorize")


@RULES.stage("restore")
def restore(step: Step) -> None:
    """4.1: The mana comes; more than the pool's size ignites it."""
    act, who = step.act, step.act.who
    added = tables.whole(act.params.get("amount"), 1)
    step.fill(who, "mana", step.balance_of(who, "mana", act.using) + added, act.using)
    size = step.trait(who, "Channeling")
    if total_mana(step, who) > size and not step.has(who, "ignited"):
        step.begin_condition(who, "ignited")


@RULES.stage("memorize spell")
def memorize_spell(step: Step) -> None:
    """4.1: The next spell of the library is ready from now on."""
    if name := next_spell(step, step.act.who):
        move_spell(step, step.act.who, name, tables.MEMORY)


@RULES.stage("begin upkeep")
def begin_upkeep(step: Step) -> None:
    """4.2: Focus to give; who has no master comes back on guard by himself."""
    who = tables.whose(step)
    if not is_in(step, who) or has_begun(step, "upkeep"):
        return
    if is_mage(step, who):
        step.fill(who, "focus", max(0, step.trait(who, "Focus")))
    _refresh(step, who)


def _refresh(step: Step, who: str) -> None:
    for name in ("spent", "off guard"):
        for condition in step.combat.conditions.on(who, name):
            step.end_condition(condition, "refreshed")


@RULES.stage("upheld")
def upheld_enough(step: Step) -> str | None:
    """4.2: The phase is over when Focus was given, or nothing wants any."""
    who = tables.whose(step)
    if _holds_the_turn(step, who):
        return None
    done = times(step, who, "maintain") or is_over(step, "upkeep")
    return None if is_in(step, who) and upheld(step, who) and not done else END


@RULES.stage("apply upkeep")
def apply_upkeep(step: Step) -> None:
    """4.2: Effects without Focus end; creatures with Focus may act again and are on guard."""
    who, on = step.act.who, step.act.params.get("on")
    chosen = on if isinstance(on, list) else []
    drop_effects(step, who, "not maintained", but=tuple(map(str, chosen)))
    _bind_focus(step, who)
    for creature in chosen:
        _refresh(step, str(creature))


def _bind_focus(step: Step, who: str) -> None:
    """4.2: Each effect that is left shows the unit of Focus that it binds."""
    for effect in step.combat.conditions.on(who, "pervasive"):
        if not effect.level:
            step.change_condition(effect, tables.FOCUS_EACH, 0)


def drop_effects(step: Step, who: str, why: str, but: tuple[str, ...] = ()) -> None:
    """End somebody's pervasive effects."""
    for condition in step.combat.conditions.on(who, "pervasive"):
        if condition.key not in but:
            step.end_condition(condition, why)


@RULES.stage("let go")
def let_go(step: Step) -> None:
    """4.2: What nobody maintains ends."""
    if not times(step, tables.whose(step), "maintain") and not is_over(step, "upkeep"):
        drop_effects(step, tables.whose(step), "not maintained")


@RULES.stage("begin main")
def begin_main(step: Step) -> None:
    """4.3: As many actions as Speed; a free creature has one."""
    if is_in(step, tables.whose(step)) and not has_begun(step, "main"):
        step.fill(tables.whose(step), "actions", actions(step, tables.whose(step)))


@RULES.stage("main over")
def main_over(step: Step) -> str | None:
    """4.3: Who flees skips the rest of the turn; who is taken over has none of its own."""
    who = tables.whose(step)
    if _holds_the_turn(step, who):
        return None
    taken = master(step, who) != who
    return END if taken or not is_in(step, who) or times(step, who, *FLIGHTS) else None


@RULES.stage("absent")
def absent(step: Step) -> None:
    """7.3: No further phase is played for actors who have escaped, lost, left or been taken over.

    What their creatures engaged to fight in it comes to nothing.
    """
    who = tables.whose(step)
    if has_own_turn(step, who):
        return
    for condition in tuple(step.combat.conditions.all.values()):
        if condition.name == "engaging" and master(step, condition.subject) == who:
            step.end_condition(condition, "the turn is over")
    step.end_turn("has lost" if step.has(who, "lost") else "gone")


# --- instants before phases pass -----------------------------------------------------------

NOT_YET = "not until something is cast"


def who_is_asked(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Mages with an instant that they could cast now, or every mage where the table says so.

    7.1, 3.3: Nobody in what a flight skips, or in a phase that was over before a delay.
    """
    actor = tables.whose(scene)
    skipped = times(scene, actor, *FLIGHTS) or is_over(scene, phase(scene))
    if skipped or not has_own_turn(scene, actor):
        return ()
    every, out = scene.setting("ask for instants") == "every mage", tables.out(asking)
    asked = (w for w in mages(scene) if w not in out and not scene.has(w, tables.UNASKED))
    return tables.each(who for who in asked if every or could_cast_an_instant(scene, who))


def pass_for_longer(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """A pass that also stands for the next phases and turns."""
    return (Choice(NOT_YET, "pass until something is cast"),)


@RULES.stage("after instants")
def after_instants(step: Step) -> str | None:
    """5.3: After a cast mages who have not passed since are asked again, until all have passed."""
    acted, passed = tables.passed_since(step, "instants")
    for slot, reply in step.replies("instants"):
        if slot.id in passed and reply.value == NOT_YET:
            step.begin_condition(slot.who, tables.UNASKED)
    step.closed = None
    return step.ask("instants", params={"passed": [*passed]}) if acted else None


@RULES.stage("asked again")
def asked_again(step: Step) -> None:
    """5.3: A mage is asked again from now on."""
    for wish in step.combat.conditions.on(step.act.who, tables.UNASKED):
        step.end_condition(wish, tables.ASK_AGAIN)


RULES.asks(
    Window(
        about="instants",
        says="an instant before this phase passes?",
        clause="5.3",
        slots=who_is_asked,
        choices=pass_for_longer,
        takes=("action",),
        only=frozenset({"instant"}),
        passes=True,
        stale=True,
        then="after instants",
    )
)
