"""Legality: each refusal names its clause and a legal alternative."""

from __future__ import annotations

from domain.ruleset.ruleset import REFEREE, Deed, Need, Queue, Refused, by_name, not_yet
from domain.ruleset.scene import Scene

from .figures import budget, fit, is_foe, phase, to_go
from .positions import can_go, goal_of, meeting, speed_left, square, threats


def foes_to_go(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The foes who have not yet gone in this phase."""
    return tuple(who for who in to_go(scene) if is_foe(scene, who))


def characters_to_go(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The characters who have not yet gone: a call of the referee names one with `using`."""
    return tuple(who for who in to_go(scene) if not is_foe(scene, who))


# --- whose turn ----------------------------------------------------------------------------


def _check_phase(scene: Scene, wanted: str, what: str) -> None:
    if phase(scene) != wanted:
        why = f"{what} belongs to the {wanted} phase"
        need = Need("time", "phase", "", wanted, phase(scene))
        raise Refused("2.1", why, None, "/manoeuvre", missing=[need])


def waits_for(scene: Scene, who: str) -> tuple[str, ...]:
    """The winners of dash tests against somebody who have not gone yet.

    Of figures that wait for each other in a ring, none waits for another.
    """
    return tuple(first for first in _winners(scene, who) if who not in goes_before(scene, first))


def _winners(scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody still to go for whom somebody waits by the facts."""
    facts = scene.combat.facts.toward(who, "waits for")
    first = {other for other, value in facts.items() if value == "yes"}
    return tuple(other for other in to_go(scene) if other in first) if first else ()


def queue(scene: Scene) -> Queue | None:
    """2.1: In the action and movement phases everybody goes once, in no fixed order."""
    if not budget(scene):
        return None
    waiting, question = to_go(scene), scene.question()
    asked = {slot.who for slot in question.open()} if question else set()
    return Queue(
        tuple((who,) for who in waiting),
        tuple(who for who in fit(scene) if who not in waiting),
        tuple(who for who in waiting if who in asked and not waits_for(scene, who)),
    )


def _check_turn(scene: Scene, who: str) -> None:
    if first := waits_for(scene, who):
        why = f"{by_name(who)} lost a dash test and waits until {by_name(first[0])} has gone"
        go = (Need("turn", phase(scene), other) for other in first)
        raise Refused("4.2", why, None, "/who", missing=go)


def check_own(scene: Scene, deed: Deed) -> None:
    """2.1: actions and moves are those of the figures; the referee has none of his own."""
    if deed.who == REFEREE:
        why = "the referee has no action or move: act for a foe, or call a test"
        foes = (who for who in to_go(scene) if is_foe(scene, who))
        raise Refused("2.1", why, None, "/who", legal=foes)


def _check_go(scene: Scene, deed: Deed, wanted: str, what: str) -> None:
    check_own(scene, deed)
    _check_phase(scene, wanted, what)
    _check_turn(scene, deed.who)


def check_action_moment(scene: Scene, deed: Deed) -> None:
    """In the action phase, after the winners of dash tests; raises Refused."""
    _check_go(scene, deed, "action", "an action")


def check_action(scene: Scene, deed: Deed) -> None:
    """A test against one enemy at most; raises Refused."""
    if len(deed.targets) > 1:
        need = Need("limit", "targets", "", 1, len(deed.targets), "<=")
        why = "a test is against one enemy"
        raise Refused("1.5", why, None, "/targets/1", missing=[need], legal=())


def _check_move_moment(scene: Scene, deed: Deed) -> None:
    _check_go(scene, deed, "movement", "a move")
    if speed_left(scene, deed.who) <= 0:
        why = f"{by_name(deed.who)} has no speed to move with"
        need = Need("trait", "speed", deed.who, 1, 0, ">=")
        raise Refused("5.1", why, None, "/who", missing=[need])
    if not can_go(scene, deed.who):
        why = f"no square that {by_name(deed.who)} could step to is free"
        need = Need("item", "free square", deed.who)
        raise Refused("5.1", why, None, "/who", missing=[need])


def _check_leaving(scene: Scene, who: str) -> None:
    if scene.setting("disengaging blunders") == "yes" and (near := threats(scene, who)):
        why = f"{by_name(who)} begins under threat: leaving is a blunder"
        free = (Need("distance", "adjacent", foe, wanted=False, has=True) for foe in near)
        raise Refused("5.6", why, None, "/manoeuvre", missing=free, legal=["blunder"])


def check_move(scene: Scene, deed: Deed) -> None:
    """A move within reach by a figure not under threat from the start; raises Refused."""
    _check_move_moment(scene, deed)
    _check_leaving(scene, deed.who)
    goal_of(scene, deed.who, deed.params, speed_left(scene, deed.who))


def check_blunder(scene: Scene, deed: Deed) -> None:
    """A blunder past the enemies that threaten; raises Refused."""
    if deed.kind == "follow on":
        return
    _check_move_moment(scene, deed)
    if not threats(scene, deed.who):
        why = f"nobody threatens {by_name(deed.who)}"
        need = Need("distance", "adjacent", "", "an enemy", "")
        raise Refused("5.4", why, None, "/manoeuvre", missing=[need], legal=["move"])


# --- the referee's calls -------------------------------------------------------------------


def _check_call(scene: Scene, deed: Deed, what: str, clause: str) -> None:
    """By the referee, for a character and a foe who are still to go."""
    if deed.who != REFEREE:
        raise Refused(clause, f"{what} is called by the referee", None, "/who", legal=[REFEREE])
    if is_foe(scene, deed.using):
        why = f"{by_name(deed.using)} is a foe: name a character"
        legal = characters_to_go(scene, deed)
        raise Refused(clause, why, None, "/using", legal=legal)
    named = ((deed.using, "/using"), *((who, "/targets/0") for who in deed.targets))
    for who, at in named:
        if who in fit(scene) and who not in to_go(scene):
            why = f"{by_name(who)} has gone already, or has nothing to go with"
            may_be = characters_to_go if at == "/using" else foes_to_go
            left, legal = not_yet("goes", who), may_be(scene, deed)
            raise Refused(clause, why, None, at, missing=[left], legal=legal)


def goes_before(scene: Scene, who: str) -> frozenset[str]:
    """Everybody who goes before somebody, by the dash tests of this phase."""
    found: set[str] = set()
    ahead = list(_winners(scene, who))
    while ahead:
        other = ahead.pop()
        if other not in found:
            found.add(other)
            ahead += _winners(scene, other)
    return frozenset(found)


def check_dash_call(scene: Scene, deed: Deed) -> None:
    """By the referee, for two who are still to go; raises Refused."""
    _check_call(scene, deed, "a dash test", "4.1")


def check_meeting_call(scene: Scene, deed: Deed) -> None:
    """By the referee, in the movement phase, for two who are still to go; raises Refused."""
    _check_phase(scene, "movement", "a meeting half way")
    _check_call(scene, deed, "a meeting half way", "4.5")


def check_dash(scene: Scene, deed: Deed) -> None:
    """A dash test between two whose order is not settled yet; raises Refused."""
    two = deed.using, deed.targets[0]
    for late, early in (two, two[::-1]):
        if early in goes_before(scene, late) and late not in goes_before(scene, early):
            why = f"{by_name(early)} goes before {by_name(late)}: that is settled"
            raise Refused("4.2", why, missing=[not_yet("dash test", late)])


def check_meeting(scene: Scene, deed: Deed) -> None:
    """Two who advance on each other, neither of them held back; raises Refused."""
    for who in (deed.using, deed.targets[0]):
        _check_turn(scene, who)
        _check_leaving(scene, who)
    _check_closer(scene, deed.using, deed.targets[0])


def _check_closer(scene: Scene, one: str, other: str) -> None:
    """4.5: On the grid at least one of two who meet can step; raises Refused."""
    here = square(scene, one), square(scene, other)
    if None not in here and meeting(scene, one, other) == here:
        why = f"neither {by_name(one)} nor {by_name(other)} can step toward the other"
        raise Refused("4.5", why, None, "/targets", missing=[Need("item", "free square", one)])
