"""The rotation: the order by Speed, fixed for the combat, and delays that re-seat for good."""

from __future__ import annotations

from domain.ruleset import END, Asking, Choice, Slot, Throw, TurnEnded, Window
from domain.scene import Scene
from domain.step import Step

from .book import RULES
from .rolls import totals
from .zones import fighting, is_in, master

ORDER = "initiative"
"""The scope of the one order that this game has."""

Groups = tuple[tuple[str, ...], ...]


def one_die(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """An opposing die."""
    return Throw(slot.who, "who comes first", "order", sides=6, clause="3.1")


# --- the order -----------------------------------------------------------------------------


@RULES.stage("order")
def order(step: Step) -> str | None:
    """3.1: The highest Speed first, fixed for the combat; who joined since is seated by Speed."""
    standing = step.combat.clock.orders.get(ORDER)
    seats = [w for w in fighting(step) if master(step, w) == w]
    line = list(standing.line()) if standing else []
    late = sorted((w for w in seats if w not in line), key=lambda w: -_speed(step, w))
    if not late:
        return None
    groups = _by_speed(step, late) if standing is None else _seated(step, line, late)
    return _set(step, groups)


def _speed(scene: Scene, who: str) -> int:
    return scene.trait(who, "Speed")


def _by_speed(scene: Scene, seats: list[str]) -> Groups:
    speeds = dict.fromkeys(_speed(scene, w) for w in seats)
    return tuple(tuple(w for w in seats if _speed(scene, w) == speed) for speed in speeds)


def _seated(scene: Scene, line: list[str], late: list[str]) -> Groups:
    """3.5: Who joins late comes right after the last who is as fast."""
    for who in late:
        before = [n for n, w in enumerate(line) if _speed(scene, w) >= _speed(scene, who)]
        line.insert(max(before, default=-1) + 1, who)
    return tuple((who,) for who in line)


def _set(step: Step, groups: Groups) -> str | None:
    """Set the order; those who are equal throw for it."""
    scores = {who: _speed(step, who) for group in groups for who in group}
    step.set_order(ORDER, groups, scores, why="Speed")
    return step.ask("tie", then="ties") if any(len(group) > 1 for group in groups) else None


def tied(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Everybody who shares a place in the order."""
    groups = scene.combat.clock.orders[ORDER].order
    return tuple(Slot(id=w, who=w) for group in groups if len(group) > 1 for w in group)


@RULES.stage("ties")
def ties(step: Step) -> str | None:
    """3.1: Opposing dice, again until they differ."""
    rolled = totals(step)
    if not rolled:
        return None
    groups = tuple(
        part
        for group in step.combat.clock.orders[ORDER].order
        for part in _apart(group, rolled)
    )  # fmt: skip
    return _set(step, groups)


def _apart(group: tuple[str, ...], rolled: dict[str, int]) -> Groups:
    faces = sorted({rolled.get(w, 0) for w in group}, reverse=True)
    return tuple(tuple(w for w in group if rolled.get(w, 0) == face) for face in faces)


@RULES.stage("turns")
def turns(step: Step) -> str | None:
    """3.2: The next in the order; a delayed turn not used until then is lost."""
    span = step.combat.clock.path[-1]
    gone = (*span.done, *span.held)
    line = step.combat.clock.order(ORDER)
    free = (w for w in line if w not in gone and is_in(step, w) and master(step, w) == w)
    who = next(free, "")
    if not who:
        return END
    _no_longer_delays(step, who, "the turn is lost")
    step.begin_turn(who)
    return None


def _no_longer_delays(step: Step, who: str, why: str) -> None:
    for condition in step.combat.conditions.on(who, "delaying"):
        step.end_condition(condition, why)


# --- delay ---------------------------------------------------------------------------------


@RULES.stage("waiting")
def waiting(step: Step) -> None:
    """3.3: The turn is delayed."""
    step.begin_condition(step.act.who, "delaying")


def delaying(scene: Scene) -> tuple[str, ...]:
    """Everybody who has delayed, and could act."""
    return tuple(who for who in fighting(scene) if scene.has(who, "delaying"))


@RULES.stage("offer")
def offer(step: Step) -> None:
    """3.3: After each turn, whoever delays may act now."""
    event = step.event
    if isinstance(event, TurnEnded) and not event.held and delaying(step):
        step.ask("resume", then="resumed", params={"after": event.who[0]})


def who_delays(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each who delays."""
    return tuple(Slot(id=who, who=who) for who in delaying(scene))


def act_now(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Now; a pass waits on."""
    return (Choice("now", "act now, and keep this seat"),)


@RULES.stage("resumed")
def resumed(step: Step) -> str | None:
    """3.3: Of several who act now the fastest comes first; the others wait on."""
    after = str(step.closed.params["after"]) if step.closed else ""
    now = [slot.who for slot, reply in step.replies() if reply.value == "now"]
    return _first_of(step, now, after)


def _first_of(step: Step, now: list[str], after: str) -> str | None:
    fastest = max((_speed(step, w) for w in now), default=0)
    first = [w for w in now if _speed(step, w) == fastest]
    if len(first) > 1:
        return step.ask("first", then="came-first", params={"who": list(first), "after": after})
    for who in first:
        _reseat(step, who, after)
    return None


def who_is_first(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Those as fast as each other who would act now."""
    names = asking.params["who"]
    return tuple(Slot(id=str(w), who=str(w)) for w in names) if isinstance(names, list) else ()


@RULES.stage("came-first")
def came_first(step: Step) -> str | None:
    """3.3: Opposing dice say who of them acts now."""
    rolled = totals(step)
    best = [w for w in rolled if rolled[w] == max(rolled.values())]
    return _first_of(step, best, str(step.closed.params["after"]) if step.closed else "")


def _reseat(step: Step, who: str, after: str) -> None:
    """3.3: The seat after whoever just had his turn is kept for good."""
    line = [w for w in step.combat.clock.order(ORDER) if w != who]
    line.insert(line.index(after) + 1 if after in line else len(line), who)
    _no_longer_delays(step, who, "acts now")
    scores = {w: _speed(step, w) for w in line}
    step.set_order(ORDER, tuple((w,) for w in line), scores, why="a delay was used")
    step.begin_turn(who, why="after a delay")


RULES.asks(
    Window("tie", "who comes first?", "3.1", tied, throw=one_die),
    Window("resume", "act now?", "3.3", who_delays, act_now, passes=True),
    Window("first", "who comes first?", "3.3", who_is_first, throw=one_die),
)
