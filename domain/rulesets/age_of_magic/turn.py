"""The combat turn: initiative and ties, action points, and the poll at each phase boundary."""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset.params import names
from domain.ruleset.ruleset import (
    END,
    REFEREE,
    Asking,
    Blank,
    Choice,
    Refused,
    Slot,
    Throw,
    Window,
    not_yet,
)
from domain.ruleset.scene import Scene
from domain.ruleset.windows import the_referee
from domain.step.step import Step

from .legality import able
from .riding import at_most_riding
from .rolls import INITIATIVE, of_traits, points, risked_throw, thrown, traits
from .ruleset import RULES
from .tables import SCALE

DIE, TIE = 6, "tie"


def one_of(*choices: Choice) -> Callable[[Scene, Asking, Slot], tuple[Choice, ...]]:
    """The choices of a window that are always the same."""
    return lambda scene, asking, slot: choices


# --- initiative ----------------------------------------------------------------------------


def everybody_able(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each who can take part in this combat turn; in mid-turn, for who came late."""
    here = scene.present()
    asked = names(asking.params, "late") if "late" in asking.params else here
    return tuple(Slot(id=w, who=w) for w in asked if w in here and not able(scene, w))


def points_first(scene: Scene) -> bool:
    """True where the table rolls for AP before it rolls for initiative."""
    return bool(scene.setting("rolled first") == "AP")


@RULES.stage("initiative")
def initiative(step: Step) -> str | None:
    """4.1: Everybody able rolls for initiative, afresh in every combat turn."""
    if points_first(step):
        return step.ask("action points", params={"first": "yes"})
    return step.ask("initiative")


@RULES.stage("points filled")
def then_initiative(step: Step) -> str | None:
    """2: Everybody has AP, and now rolls for initiative."""
    _fill(step)
    return step.ask("initiative")


@RULES.stage("order")
def order(step: Step) -> str | None:
    """4.2: The highest of those still here comes first; those who are equal are asked about."""
    totals, here = _roll_totals(step, "initiative"), step.present()
    scores = {who: total for who, total in totals.items() if who in here}
    step.order_by("initiative", scores, why="initiative")
    return step.ask("ties") if ties(step) else "action points"


def _roll_totals(step: Step, about: str) -> dict[str, int]:
    """Each combatant's roll in the question that just closed, if it was this one."""
    if step.closed is None or step.closed.about != about:
        return {}
    totals = {slot.who: thrown(step, slot.id) for slot in step.closed.slots}
    return {who: total for who, total in totals.items() if total is not None}


def initiative_members(scene: Scene) -> tuple[str, ...]:
    """4.2: Rolled as a combat turn begins, for that turn: set after that, before its last phase."""
    question, path = scene.question(), scene.combat.clock.path
    if not path or (question is not None and question.about in ("initiative", "ties")):
        why = "the order is rolled as a combat turn begins: set it after that"
        raise Refused("4.2", why, None, "/change/scope")
    begun = (*path[0].done, *scene.actors())
    if all(who in begun for who in scene.present()):
        why = "nobody is left to come, and for the next combat turn it is rolled anew"
        had = (not_yet("phases", who) for who in begun)
        raise Refused("4.2", why, None, "/change/scope", missing=had)
    return scene.present()


def ties(scene: Scene) -> dict[str, tuple[str, ...]]:
    """The groups that share a place in the order, each under a name."""
    groups = scene.combat.clock.orders["initiative"].order
    return {f"tie {place}": g for place, g in enumerate(groups, start=1) if len(g) > 1}


def how_to_break_ties(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """The referee gives an order, or lets dice say."""
    blanks = tuple(Blank(name, "ordered", group) for name, group in ties(scene).items())
    by_dice = Choice("roll", "a die for each, until they differ", sides=DIE, purpose=TIE)
    return Choice("order", "they come in this order", blanks), by_dice


@RULES.stage("ties")
def ties_broken(step: Step) -> None:
    """4.3: A coin or die makes one line of everybody, for this combat turn."""
    reply, standing = step.reply(REFEREE), step.combat.clock.orders["initiative"]
    by_hand = reply is not None and reply.value == "order"
    said = reply.params if reply is not None and by_hand else {}
    line: list[str] = []
    for place, group in enumerate(standing.order, start=1):
        given = said.get(f"tie {place}", group)
        listed = given if by_hand and isinstance(given, list) else None
        line += step.roll_off(group, a_die) if listed is None else map(str, listed)
    why = "initiative; ties by the referee" if by_hand else "initiative; ties by a die"
    step.set_order("initiative", tuple((who,) for who in line), standing.scores, why)


def a_die(who: str) -> Throw:
    """A die each, for those who are tied."""
    return Throw(who, TIE, INITIATIVE, sides=DIE, unit=SCALE, clause="4.3")


# --- action points -------------------------------------------------------------------------


def points_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """Combat with Combat speed, and CO; in the saddle Riding, if that is lower."""
    skill = at_most_riding(scene, slot.who, traits(scene, slot.who, "Combat", "Combat speed"))
    parts = (*skill, *traits(scene, slot.who, "CO"))
    return risked_throw(scene, slot.who, "action points", "upkeep", "3.1", *parts)


@RULES.stage("action points")
def action_points(step: Step) -> str | None:
    """3.1: Everybody able rolls for AP."""
    return None if points_first(step) else step.ask("action points")


@RULES.stage("fill")
def fill(step: Step) -> None:
    """3.1: Everybody gets the AP they rolled, and 3 at least; AP left over are lost."""
    if not points_first(step):
        _fill(step)


def _fill(step: Step) -> None:
    """Fill everybody's AP; I-3: those of who is not here are of an earlier turn, and lost."""
    rolled = _roll_totals(step, "action points")
    keeps, here = step.setting("carry over") == "yes", step.present()
    for who in here:
        kept = step.balance_of(who, "ap") if keeps else 0
        fresh = points(step, rolled[who]) if who in rolled else 0
        step.fill(who, "ap", kept + fresh)
    for who in () if keeps else step.combat.roster.members:
        if who not in here and step.balance_of(who, "ap"):
            step.fill(who, "ap", 0)


# --- phases --------------------------------------------------------------------------------


def waiting(scene: Scene) -> tuple[str, ...]:
    """Everybody who has had no phase in this combat turn."""
    gone = scene.combat.clock.path[-1].done
    return tuple(w for w in scene.present() if w not in gone)


def still_to_come(scene: Scene) -> tuple[str, ...]:
    """Combatants in the order who can act and have had no phase; highest first."""
    line, left = scene.combat.clock.order("initiative"), waiting(scene)
    return tuple(w for w in line if w in left and not able(scene, w))


def poll_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """From the highest to the lowest initiative; the lowest has no choice."""
    return tuple(
        Slot(id=who, who=who, rank=place) for place, who in enumerate(still_to_come(scene)[:-1])
    )


@RULES.stage("poll")
def poll(step: Step) -> str | None:
    """4.4: Ask those who have had no phase, from the highest initiative to the lowest."""
    at_once = step.setting("unable phase") == "forfeited"
    late = latecomers(step)
    if unable(step) and (at_once or not (late or still_to_come(step))):
        return "forfeit"
    if late:
        return step.ask("initiative", params={"late": list(late)})
    return step.ask("phase") if still_to_come(step) else END


def unable(scene: Scene) -> tuple[str, ...]:
    """Combatants who have had no phase and cannot act."""
    return tuple(w for w in waiting(scene) if able(scene, w))


def latecomers(scene: Scene) -> tuple[str, ...]:
    """Combatants who came in mid-turn and have no place in the order, if they may join in."""
    line, joins = scene.combat.clock.order("initiative"), scene.setting("late joiner") != "waits"
    return tuple(w for w in waiting(scene) if joins and w not in line and not able(scene, w))


@RULES.stage("late order")
def late_order(step: Step) -> str | None:
    """I-4: Latecomers take the place that their roll gives them, behind their equals."""
    standing, rolled = step.combat.clock.orders["initiative"], _roll_totals(step, "initiative")
    scores, line = {**standing.scores, **rolled}, list(standing.line())
    for who in sorted(rolled, key=lambda who: -rolled[who]):
        before = [n for n, w in enumerate(line) if scores.get(w, 0) >= rolled[who]]
        line.insert(max(before, default=-1) + 1, who)
    step.set_order("initiative", tuple((who,) for who in line), scores, "initiative; a latecomer")
    return step.ask("action points", params={"late": list(rolled)})


@RULES.stage("late fill")
def late_fill(step: Step) -> None:
    """I-4: Latecomers get the AP they rolled, and 3 at least."""
    for who, rolled in _roll_totals(step, "action points").items():
        step.fill(who, "ap", points(step, rolled))


@RULES.stage("forfeit")
def forfeit(step: Step) -> None:
    """I-4: A phase of somebody who cannot act is forfeited."""
    for who in unable(step):
        step.begin_turn(who, why="forfeited")
        step.end_turn(why="cannot act")


@RULES.stage("phase begins")
def phase_begins(step: Step) -> None:
    """4.4: The first to say "now" has the phase; if nobody does, the lowest must take it."""
    left = still_to_come(step)
    chose = [who for who in left if (reply := step.reply(who)) and reply.value == "now"]
    for who in (*chose, *left[-1:])[:1]:
        step.begin_turn(who, why="now" if chose else "last")


@RULES.stage("spent")
def spent(step: Step) -> str | None:
    """2.4: A phase is over when no AP are left, or its owner can no longer act."""
    over = any(step.balance_of(who, "ap") < SCALE or able(step, who) for who in step.actors())
    return END if over else None


FILLED = {"first": "points filled", "late": "late fill"}


def points_known(scene: Scene, asking: Asking) -> str:
    """2, I-4: what AP are rolled for: before initiative, for who comes late, or after it."""
    return FILLED.get(next(iter(asking.params), ""), "fill")


RULES.orders["initiative"] = initiative_members
RULES.asks(
    of_traits(
        "initiative",
        "roll initiative",
        "4.1",
        INITIATIVE,
        ("Tactics", "Initiative", "PE"),
        everybody_able,
        then=lambda scene, asking: "late order" if "late" in asking.params else "order",
    ),
    Window(
        "ties", "who of those tied comes first?", "4.3", the_referee, how_to_break_ties, then="ties"
    ),
    Window(
        "action points", "roll for AP", "3.1", everybody_able, throw=points_roll, then=points_known
    ),
    Window(
        "phase",
        "take your phase now?",
        "4.4",
        poll_slots,
        one_of(Choice("now", "take the phase now")),
        until="first",
        passes=True,
        stale=True,
        then="phase begins",
    ),
)
