"""The combat turn: initiative and ties, action points, and the poll at each phase boundary."""

from __future__ import annotations

from domain.ruleset import END, Asking, Blank, Choice, Slot, Throw, Window
from domain.scene import Scene
from domain.step import Step

from .allowed import able
from .book import RULES
from .riding import at_most_riding
from .rolls import risked, thrown, traits
from .tables import LEAST_AP, SCALE

REFEREE = "referee"
MOST_TIE_BREAKS = 20
"""Dice that never differ must not go on for ever; then those tied stay as they joined."""


# --- initiative ----------------------------------------------------------------------------


def everybody_able(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each who can take part in this combat turn; in mid-turn, for who came late."""
    late = asking.params.get("late")
    asked = [str(who) for who in late] if isinstance(late, list | tuple) else scene.present()
    here = scene.present()
    return tuple(Slot(id=w, who=w) for w in asked if w in here and not able(scene, w))


def initiative_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """Tactics with Initiative, and PE."""
    parts = traits(scene, slot.who, "Tactics", "Initiative", "PE")
    return risked(scene, slot.who, "initiative", "order", "4.1", *parts)


@RULES.stage("initiative")
def initiative(step: Step) -> str | None:
    """4.1: Everybody able rolls for initiative, afresh in every combat turn."""
    return step.ask("initiative", then="order")


@RULES.stage("order")
def order(step: Step) -> str | None:
    """4.2: The highest comes first; those who are equal are asked about."""
    scores = _rolled(step, "initiative")
    groups = tuple(
        tuple(who for who in scores if scores[who] == score)
        for score in sorted(set(scores.values()), reverse=True)
    )
    step.set_order("initiative", groups, scores, why="initiative")
    return step.ask("ties", then="ties") if ties(step) else "action-points"


def _rolled(step: Step, about: str) -> dict[str, int]:
    """Who rolled what in the question that just closed, where it is the one meant."""
    if step.closed is None or step.closed.about != about:
        return {}
    totals = {slot.who: thrown(step, slot.id) for slot in step.closed.slots}
    return {who: total for who, total in totals.items() if total is not None}


def ties(scene: Scene) -> dict[str, tuple[str, ...]]:
    """The groups that share a place in the order, each under a name."""
    groups = scene.combat.clock.orders["initiative"].order
    return {f"tie {place}": g for place, g in enumerate(groups, start=1) if len(g) > 1}


def how_to_break_ties(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """The referee gives an order, or lets dice say."""
    blanks = tuple(Blank(name, "ordered", group) for name, group in ties(scene).items())
    return (
        Choice("order", "they come in this order", blanks),
        Choice("roll", "a die for each, until they differ"),
    )


@RULES.stage("ties")
def ties_broken(step: Step) -> None:
    """4.3: A coin or die makes one line of everybody, for this combat turn."""
    reply, standing = step.reply(REFEREE), step.combat.clock.orders["initiative"]
    by_hand = reply is not None and reply.value == "order"
    said = reply.params if reply is not None and by_hand else {}
    line: list[str] = []
    for place, group in enumerate(standing.order, start=1):
        given = said.get(f"tie {place}", group)
        line += map(str, given) if by_hand and isinstance(given, list) else apart(step, group)
    why = "initiative; ties by the referee" if by_hand else "initiative; ties by a die"
    step.set_order("initiative", tuple((who,) for who in line), standing.scores, why)


def apart(step: Step, tied: tuple[str, ...], tries: int = MOST_TIE_BREAKS) -> tuple[str, ...]:
    """Those tied in the order of a die each; who are still equal throw again."""
    if len(tied) < 2 or not tries:
        return tied
    again = tries < MOST_TIE_BREAKS
    rolls = {who: Throw(who, "tie", "order", 6, unit=SCALE, again=again) for who in tied}
    faces = {who: step.roll(rolls[who]).total for who in tied}
    groups = (
        tuple(who for who in tied if faces[who] == face)
        for face in sorted(set(faces.values()), reverse=True)
    )
    return tuple(who for group in groups for who in apart(step, group, tries - 1))


# --- action points -------------------------------------------------------------------------


def action_points_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """Combat with Combat speed, and CO; in the saddle Riding, if that is lower."""
    skill = at_most_riding(scene, slot.who, traits(scene, slot.who, "Combat", "Combat speed"))
    parts = (*skill, *traits(scene, slot.who, "CO"))
    return risked(scene, slot.who, "action points", "upkeep", "3.1", *parts)


@RULES.stage("action-points")
def action_points(step: Step) -> str | None:
    """3.1: Everybody able rolls for AP."""
    return step.ask("action-points", then="fill")


@RULES.stage("fill")
def fill(step: Step) -> None:
    """3.1: Everybody has what he rolled, and 3 AP at least; what he had left is lost."""
    rolled = _rolled(step, "action-points")
    keeps = step.setting("carry-over") == "yes"
    for who in step.present():
        kept = step.left(who, "ap") if keeps else 0
        fresh = max(LEAST_AP, rolled[who]) if who in rolled else 0
        step.fill(who, "ap", kept + fresh)


# --- phases --------------------------------------------------------------------------------


def still_to_come(scene: Scene) -> tuple[str, ...]:
    """Who has a place in this combat turn's order and has had no phase, the highest first."""
    gone, here = scene.combat.clock.path[-1].done, scene.present()
    line = scene.combat.clock.order("initiative")
    return tuple(who for who in line if who in here and who not in gone)


def polled(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """From the highest to the lowest initiative; the lowest has no choice."""
    return tuple(
        Slot(id=who, who=who, rank=place)
        for place, who in enumerate(still_to_come(scene)[:-1])
    )  # fmt: skip


def take_it(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Now; a pass is "not now"."""
    return (Choice("now", "take the phase now"),)


@RULES.stage("poll")
def poll(step: Step) -> str | None:
    """4.4: Who has had no phase is asked from the highest initiative to the lowest."""
    if unable(step):
        return "forfeit"
    if late := latecomers(step):
        return step.ask("initiative", then="late-order", params={"late": list(late)})
    return step.ask("phase", then="phase-begins") if still_to_come(step) else END


def unable(scene: Scene) -> tuple[str, ...]:
    """Who has had no phase and cannot act."""
    gone = scene.combat.clock.path[-1].done
    return tuple(w for w in scene.present() if w not in gone and able(scene, w))


def latecomers(scene: Scene) -> tuple[str, ...]:
    """Who came in mid-turn and has no place in its order yet, where the table lets him join in."""
    gone, line = scene.combat.clock.path[-1].done, scene.combat.clock.order("initiative")
    if scene.setting("late-joiner") == "waits":
        return ()
    return tuple(w for w in scene.present() if w not in line and w not in gone)


@RULES.stage("late-order")
def late_order(step: Step) -> str | None:
    """I-4: Who came late takes the place that his roll gives him, behind his equals."""
    standing, rolled = step.combat.clock.orders["initiative"], _rolled(step, "initiative")
    scores = {**standing.scores, **rolled}
    line = sorted((*standing.line(), *rolled), key=lambda who: -scores.get(who, 0))
    step.set_order("initiative", tuple((who,) for who in line), scores, "initiative; a latecomer")
    return step.ask("action-points", then="late-fill", params={"late": list(rolled)})


@RULES.stage("late-fill")
def late_fill(step: Step) -> None:
    """I-4: Who came late has what he rolled, and 3 AP at least."""
    for who, rolled in _rolled(step, "action-points").items():
        step.fill(who, "ap", max(LEAST_AP, rolled))


@RULES.stage("forfeit")
def forfeit(step: Step) -> None:
    """I-4: A phase of somebody who cannot act is forfeited."""
    for who in unable(step):
        step.begin_turn(who, why="forfeited")
        step.end_turn(why="cannot act")


@RULES.stage("phase-begins")
def phase_begins(step: Step) -> None:
    """4.4: The first to say "now" has the phase; if nobody does, the lowest must take it."""
    left = still_to_come(step)
    chose = [who for who in left if (reply := step.reply(who)) and reply.value == "now"]
    for who in (*chose, *left[-1:])[:1]:
        step.begin_turn(who, why="now" if chose else "last")


@RULES.stage("spent")
def spent(step: Step) -> str | None:
    """2.4: A phase is over when no AP are left, or its owner can no longer act."""
    over = any(step.left(who, "ap") < SCALE or able(step, who) for who in step.actors())
    return END if over else None


RULES.asks(
    Window("initiative", "roll initiative", "4.1", everybody_able, throw=initiative_roll),
    Window(
        "ties", "who of those tied comes first?", "4.3",
        lambda scene, asking: (Slot(id=REFEREE, who=REFEREE),), how_to_break_ties,
    ),
    Window("action-points", "roll for AP", "3.1", everybody_able, throw=action_points_roll),
    Window(
        "phase", "take your phase now?", "4.4", polled, take_it, until="first", passes=True
    ),
)  # fmt: skip
