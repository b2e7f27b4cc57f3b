"""The rotation: the order by Speed, fixed for the combat, and turns that are delayed."""

from __future__ import annotations

from domain.ruleset.ruleset import END, Asking, Choice, Slot, Throw, TurnEnded, Window
from domain.ruleset.scene import Scene
from domain.step.step import Groups, Step

from .ending import burn
from .preparing import has_begun_turn
from .ruleset import RULES
from .tables import each, totals, whose
from .turn import drop_effects
from .turn_state import ORDER, PHASES, deeds_before, done_before, phase, still_to_come, waits_ahead
from .zones import fighting, is_in, master


def one_die(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """An opposing die."""
    return Throw(slot.who, "who comes first", "order", sides=6, clause="3.1")


# --- the order -----------------------------------------------------------------------------


@RULES.stage("order")
def order(step: Step) -> str | None:
    """3.1: The highest Speed first, fixed for the combat; who joined since is seated by Speed."""
    standing = step.combat.clock.orders.get(ORDER)
    seats = order_members(step)
    line = list(standing.line()) if standing else []
    late = sorted((w for w in seats if w not in line), key=lambda w: -speed_of(step, w))
    if not late:
        return None
    groups = (
        _by_speed(step, tuple(late)) if standing is None else _with_latecomers(step, line, late)
    )
    return _set(step, groups)


def order_members(scene: Scene) -> tuple[str, ...]:
    """3.1: Who has a seat; an order that is set is kept from rotation to rotation as well."""
    return tuple(w for w in fighting(scene) if master(scene, w) == w)


def speed_of(scene: Scene, who: str) -> int:
    """By what turns are ordered."""
    return scene.trait(who, "Speed")


def _by_speed(scene: Scene, seats: tuple[str, ...]) -> Groups:
    speeds = dict.fromkeys(speed_of(scene, w) for w in seats)
    return tuple(tuple(w for w in seats if speed_of(scene, w) == speed) for speed in speeds)


def _with_latecomers(scene: Scene, line: list[str], late: list[str]) -> Groups:
    """3.5: Latecomers come right before the first who is slower; equal ones throw for it."""
    groups: list[tuple[str, ...]] = [(who,) for who in line]
    for group in _by_speed(scene, tuple(late)):
        speed = speed_of(scene, group[0])
        slower = (n for n, seat in enumerate(groups) if speed_of(scene, seat[0]) < speed)
        groups.insert(next(slower, len(groups)), group)
    return tuple(groups)


def _set(step: Step, groups: Groups) -> str | None:
    """Set the order; those who are equal throw for it."""
    scores = {who: speed_of(step, who) for group in groups for who in group}
    step.set_order(ORDER, groups, scores, why="Speed")
    return step.ask("tie") if any(len(group) > 1 for group in groups) else None


def tied_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Everybody who shares a place in the order."""
    groups = scene.combat.clock.orders[ORDER].order
    return each(w for group in groups if len(group) > 1 for w in group)


@RULES.stage("ties")
def ties(step: Step) -> str | None:
    """3.1: Opposing dice, again until they differ."""
    rolled = totals(step)
    groups = step.combat.clock.orders[ORDER].order if rolled else ()
    apart = tuple(part for group in groups for part in _apart(group, rolled))
    return _set(step, apart) if rolled else None


def _apart(group: tuple[str, ...], rolled: dict[str, int]) -> Groups:
    faces = sorted({rolled.get(w, 0) for w in group}, reverse=True)
    return tuple(tuple(w for w in group if rolled.get(w, 0) == face) for face in faces)


@RULES.stage("turns")
def turns(step: Step) -> str | None:
    """3.2: The next in the order; a delayed turn not used until then is lost."""
    who = next((w for w in still_to_come(step) if not waits_ahead(step, w)), "")
    if not who:
        return END
    step.begin_turn(who)
    return None


RULES.orders[ORDER] = order_members


# --- delays --------------------------------------------------------------------------------


@RULES.stage("waiting")
def waiting(step: Step) -> None:
    """3.3: The turn is delayed; of one that has begun, what was done in it is kept."""
    who = step.act.who
    if who not in step.actors():
        step.begin_condition(who, "delaying", detail={"rotation": step.combat.clock.rounds})
        return
    if not has_begun_turn(step, who):
        step.begin_condition(who, "delaying")
        return
    before, now = deeds_before(step, who), step.combat.exchange.turn_counts
    done = {name: before.get(name, 0) + now.get(name, 0) for name in {**before, **now}}
    for resumed in step.combat.conditions.on(who, "resumed"):
        step.end_condition(resumed, "delayed again")
    step.begin_condition(who, "delaying", key=phase(step), detail={"done": {**done}})


def delaying_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for everybody who has delayed, whose seat has come, and who could act."""
    return each(
        who
        for who in fighting(scene)
        if scene.has(who, "delaying") and master(scene, who) == who and _has_come(scene, who)
    )


def _has_come(scene: Scene, who: str) -> bool:
    """3.3: A delay is no way to act sooner: those who sit before go first."""
    if not waits_ahead(scene, who):
        return True
    before = scene.combat.clock.order(ORDER)
    before = before[: before.index(who)]
    return all(waits_ahead(scene, w) for w in still_to_come(scene) if w in before)


@RULES.stage("offer")
def offer(step: Step) -> None:
    """3.3: After each turn, those who delay may act now."""
    event = step.event
    if (
        isinstance(event, TurnEnded)
        and not event.held
        and delaying_slots(step, Asking("", "resume"))
    ):
        step.ask("resume", params={"after": event.who[0]})


def act_now(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Now; a pass waits on."""
    return (Choice("now", "act now, and keep this seat"),)


@RULES.stage("resume turn")
def resume_turn(step: Step) -> str | None:
    """3.3: Of several who act now the fastest comes first; the others wait on."""
    after = str(step.closed.params["after"]) if step.closed else ""
    now = [slot.who for slot, reply in step.replies() if reply.value == "now"]
    return _first_of(step, now, after)


def _first_of(step: Step, now: list[str], after: str) -> str | None:
    fastest = max((speed_of(step, w) for w in now), default=0)
    first = [w for w in now if speed_of(step, w) == fastest]
    if len(first) > 1:
        return step.ask("first", params={"who": list(first), "after": after})
    for who in first:
        _reseat(step, who, after)
    return None


def who_is_first(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Those as fast as each other who would act now."""
    names = asking.params["who"]
    return each(map(str, names)) if isinstance(names, list) else ()


@RULES.stage("came first")
def came_first(step: Step) -> str | None:
    """3.3: Opposing dice say who of them acts now."""
    rolled = totals(step)
    best = [w for w in rolled if rolled[w] == max(rolled.values())]
    return _first_of(step, best, str(step.closed.params["after"]) if step.closed else "")


def _reseat(step: Step, who: str, after: str) -> None:
    """3.3: The seat after the actor of the last turn is kept for good."""
    line = [w for w in step.combat.clock.order(ORDER) if w != who]
    line.insert(line.index(after) + 1 if after in line else len(line), who)
    [delayed] = step.combat.conditions.on(who, "delaying")
    step.end_condition(delayed, "acts now")
    scores = {w: speed_of(step, w) for w in line}
    step.set_order(ORDER, tuple((w,) for w in line), scores, why="a delay was used")
    step.begin_turn(who, why="after a delay", resumes=bool(delayed.key))
    if delayed.key:  # it goes on where it was, and what was done in it counts
        step.begin_condition(who, "resumed", key=delayed.key, detail=delayed.detail)


@RULES.stage("overdue")
def overdue(step: Step) -> str | None:
    """3.3: A delayed turn not used by now is lost; what its phases owed is due at once."""
    who, owed = whose(step), False
    for delayed in step.combat.conditions.on(who, "delaying"):
        step.end_condition(delayed, "the turn is lost")
        owed = bool(delayed.key)
        if delayed.key != PHASES[-1] and f"{who} maintain" not in done_before(delayed.detail):
            drop_effects(step, who, "not maintained: the turn is lost")
    _end_newness(step, who)
    if not owed or not is_in(step, who):
        return None
    burn(step)
    return "forget"  # not asked here: who dies of the burn has nothing left to forget


def _end_newness(step: Step, who: str) -> None:
    """4.3: What was summoned in a turn that is lost is new no longer."""
    for held in tuple(step.combat.conditions.all.values()):
        if held.name == "summoned" and held.until is not None and held.until.whose == who:
            step.end_condition(held, "the turn is lost")


RULES.asks(
    Window("tie", "who comes first?", "3.1", tied_slots, throw=one_die, then="ties"),
    Window("resume", "act now?", "3.3", delaying_slots, act_now, passes=True, then="resume turn"),
    Window("first", "who comes first?", "3.3", who_is_first, throw=one_die, then="came first"),
)
