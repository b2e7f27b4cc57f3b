"""What may be done when: phases, actions and what excludes what, orders, moves and engagements."""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset.ruleset import Deed, Need, Refused, by_name, free_of, not_yet
from domain.ruleset.scene import Scene

from . import turn_state, zones
from .squares import is_in_reach, square
from .tables import ASK_AGAIN, FASTER_BY

FLIGHTS = ("flee", "fast flee")


def able(scene: Scene, who: str) -> str:
    """The clause that keeps somebody from acting at all, or nothing."""
    return "7.3" if scene.has(who, "lost") else ""


def in_phase(scene: Scene, name: str, clause: str) -> None:
    """Only in one's own phase of that name; raises Refused."""
    if turn_state.phase(scene) != name:
        where = name if name.endswith("phase") else f"{name} phase"
        need = Need("time", "phase", "", name, turn_state.phase(scene))
        raise Refused(clause, f"this is done in the {where}", missing=[need])


def off_guard(who: str) -> Need:
    """What is missing to who is off guard."""
    return free_of("off guard", who)


def _close(other: str, zone: str) -> Need:
    return Need("distance", "zone", other, "close", zone)


def only_in(name: str, clause: str) -> Callable[[Scene, Deed], None]:
    """Return the check that a deed is done in the doer's own phase of that name."""
    return lambda scene, deed: in_phase(scene, name, clause)


def is_untouched(scene: Scene, who: str) -> bool:
    """True while somebody has done nothing in this turn that belongs to it."""
    done = scene.combat.exchange.turn_counts
    beside = (f"{who} delay", f"{who} {ASK_AGAIN}")
    return not any(name.startswith(f"{who} ") for name in done if name not in beside)


# --- the main phase ------------------------------------------------------------------------


def one_action(scene: Scene, deed: Deed) -> dict[str, int]:
    """An action of one's own turn; what is done by command or by trampling is paid already."""
    return {"actions": 1} if deed.kind == "action" else {}


def acts_in_main(scene: Scene, who: str) -> None:
    """In one's own Main phase, unless one flees; raises Refused."""
    in_phase(scene, "main", "4.3")
    if turn_state.times(scene, who, *FLIGHTS):
        need = not_yet("flee", who, 1, 0)
        raise Refused("7.1", "who flees does nothing else in this turn", missing=[need])


def comes_first(scene: Scene, deed: Deed, clause: str) -> None:
    """Before any other action of this turn; raises Refused."""
    acts_in_main(scene, deed.who)
    if used := turn_state.actions_used(scene, deed.who):
        why = f"{deed.manoeuvre} comes before every other action"
        raise Refused(clause, why, missing=[not_yet("actions", deed.who, used, 0)])


def command(scene: Scene, deed: Deed) -> None:
    """A first Command comes before other actions, a second one is for Haste; raises Refused."""
    mage = deed.who
    own = zones.own_creatures(scene, mage)
    hasty = any(turn_state.is_hasty(scene, creature) for creature in own)
    if hasty and turn_state.actions_used(scene, mage):
        acts_in_main(scene, mage)
        _is_second(scene, mage)
        return
    comes_first(scene, deed, "4.3")
    if all(turn_state.unready(scene, creature) for creature in own):
        why = f"{by_name(mage)} has no creature that can be commanded"
        raise Refused("4.3", why, missing=[Need("item", "ready creature", mage)])


def _is_second(scene: Scene, mage: str) -> None:
    if (given := turn_state.times(scene, mage, "command")) >= turn_state.MOST:
        why = f"{by_name(mage)} has given a second Command in this turn"
        raise Refused("4.3", why, missing=[not_yet("command", mage, given, turn_state.MOST)])


def does_its_part(scene: Scene, deed: Deed) -> None:
    """By order, by trampling, or as an action of one's own turn; raises Refused."""
    if deed.kind == "reaction":
        _check_command(scene, deed)
    elif deed.kind == "action":
        acts_in_main(scene, deed.who)


def _goes_on_by_trampling(scene: Scene, deed: Deed) -> None:
    """6.8: Only who tramples moves or engages on in the midst of an engagement; raises Refused."""
    if deed.kind == "follow on" and scene.question_about() != "trample":
        why = f"{by_name(deed.who)} goes on to {deed.manoeuvre} only by trampling"
        need = Need("time", "question", "", "trample", scene.question_about())
        raise Refused("6.8", why, missing=[need])


def _check_command(scene: Scene, deed: Deed) -> None:
    order = scene.doing(deed.on)
    if order is None or order.manoeuvre != "command" or zones.master(scene, deed.who) != order.who:
        whose = zones.master(scene, deed.who)
        why = f"{by_name(deed.who)} acts only at its master's command"
        raise Refused("4.3", why, missing=[Need("answer", "command", whose)])
    if turn_state.summoning_sick(scene, deed.who):
        why = f"{by_name(deed.who)} was summoned this turn and has no haste"
        raise Refused("4.3", why, missing=[free_of("summoned", deed.who)])
    if not turn_state.is_reached(scene, order.who, deed.who):
        why = "a second Command is for creatures with haste that were summoned since the first"
        given = turn_state.times(scene, order.who, "command")
        need = not_yet("command", order.who, given, given)
        raise Refused("4.3", why, None, "/who", missing=[need])
    if turn_state.unready(scene, deed.who):
        why = f"{by_name(deed.who)} has acted, and no Focus has refreshed it since"
        raise Refused(
            "4.2", why, None, "/who", missing=[Need("points", "focus", order.who, 1, 0, ">=")]
        )


def moves_toward(scene: Scene, deed: Deed) -> bool | None:
    """One enemy for each move, or as many as one likes where the table plays it so.

    Who moves by squares moves to one of them.
    """
    if square(scene, deed.who):
        return False
    return None if scene.setting("move covers") == "several" else True


def move(scene: Scene, deed: Deed) -> None:
    """Between Close and Ranged, once a turn, and not after an engagement; raises Refused."""
    does_its_part(scene, deed)
    _goes_on_by_trampling(scene, deed)
    if not deed.targets and not square(scene, deed.who):
        need = Need("limit", "targets", "", 1, 0, ">=")
        why, foes = "a move names whom it is toward, or away from", zones.enemies(scene, deed.who)
        raise Refused("4.3", why, None, "/targets/0", missing=[need], legal=foes)
    for target in deed.targets or zones.locked_with(scene, deed.who):
        if zones.zone(scene, deed.who, target) == zones.LOCKED:
            why = f"{by_name(deed.who)} is locked with {by_name(target)}"
            need = Need("distance", "zone", target, zones.LOCKED, zones.LOCKED, "!=")
            raise Refused("2", why, missing=[need])
    if deed.kind != "follow on":
        _check_once(scene, deed.who, "move", "engage")


def engage(scene: Scene, deed: Deed) -> None:
    """Once a turn, with an enemy who is Close, not after a move, not off guard; raises Refused."""
    does_its_part(scene, deed)
    _goes_on_by_trampling(scene, deed)
    [target] = deed.targets
    is_far = zones.zone(scene, deed.who, target) == zones.RANGED
    if is_far and not is_in_reach(scene, deed.who, target):
        why = f"{by_name(target)} is not Close to {by_name(deed.who)}"
        raise Refused("6.1", why, None, "/targets/0", missing=[_close(target, zones.RANGED)])
    if deed.kind == "follow on":
        _tramples_into(scene, target)
    else:
        _engages_once(scene, deed)


def _engages_once(scene: Scene, deed: Deed) -> None:
    if scene.has(deed.who, "off guard"):
        why = f"{by_name(deed.who)} is off guard until refreshed"
        raise Refused("6.7", why, missing=[off_guard(deed.who)])
    _check_once(scene, deed.who, "engage", "move")


def _check_once(scene: Scene, who: str, same: str, other: str) -> None:
    """Refuse a second move or engagement in one turn, and one of each."""
    if turn_state.times(scene, who, same):
        raise Refused(
            "4.3", f"{by_name(who)} has {same}d in this turn", missing=[not_yet(same, who)]
        )
    if turn_state.times(scene, who, other):
        why = "move and engage exclude each other in one turn"
        raise Refused("4.3", why, missing=[not_yet(other, who, 1, 0)])


def _tramples_into(scene: Scene, target: str) -> None:
    if zones.is_mage(scene, target):
        why = f"trample locks with another creature; {by_name(target)} is a character"
        raise Refused("6.8", why, None, "/targets/0", missing=[Need("fact", "a creature", target)])


def intercept(scene: Scene, deed: Deed) -> None:
    """Somebody Close steps in for a character, once for each engagement; raises Refused."""
    attack = scene.doing(deed.on)
    if attack is None or not attack.targets:
        need = Need("time", "what it answers", deed.who, "engage", scene.question_about())
        raise Refused("6.2", "there is no engagement to intercept", missing=[need])
    [target] = attack.targets
    if not zones.is_mage(scene, target):
        why = f"{by_name(target)} is no character: only for those does anybody intercept"
        raise Refused("6.2", why, missing=[Need("fact", "a character", target)])
    if scene.combat.exchange.outcome(attack.id, "intercept"):
        need = not_yet("intercept", attack.who)
        raise Refused("6.2", "this engagement is intercepted already", missing=[need])
    if not _may_step_in(scene, deed.who, target, attack.who):
        why = f"{by_name(deed.who)} cannot step in for {by_name(target)}"
        need = Need("fact", "the creature of the target, or another character", deed.who)
        raise Refused("6.2", why, None, "/who", missing=[need])
    if not zones.is_close(scene, deed.who, attack.who):
        why = f"{by_name(deed.who)} is not Close to {by_name(attack.who)}"
        need = _close(attack.who, zones.zone(scene, deed.who, attack.who))
        raise Refused("6.2", why, None, "/who", missing=[need])
    if scene.has(deed.who, "off guard"):
        why = f"{by_name(deed.who)} is off guard and cannot intercept"
        raise Refused("6.2", why, None, "/who", missing=[off_guard(deed.who)])


def strike_back(scene: Scene, deed: Deed) -> None:
    """The defender strikes back, when the attack has been struck; raises Refused."""
    question = scene.question()
    if question is not None and question.about != "strike back":
        why = "who is attacked strikes back when it is time"
        need = Need("time", "question", "", "strike back", question.about)
        raise Refused("6.4", why, missing=[need])


def _may_step_in(scene: Scene, who: str, target: str, attacker: str) -> bool:
    """The target's own creatures, and other characters who are no friends of the attacker."""
    if who == target or not zones.is_in(scene, who):
        return False
    if zones.is_mage(scene, who):
        return attacker in zones.enemies(scene, who)
    return zones.master(scene, who) == target


# --- flight --------------------------------------------------------------------------------


def flee(scene: Scene, deed: Deed) -> None:
    """Flight is the first action of a Main phase; raises Refused."""
    comes_first(scene, deed, "7.1")
    _flies(scene, deed)


def _flies(scene: Scene, deed: Deed) -> None:
    if not zones.is_mage(scene, deed.who):
        free = "a free creature moves, engages or uses an ability"
        why = f"{by_name(deed.who)} is no character: {free}"
        raise Refused("10", why, None, "/manoeuvre", legal=["move", "engage", "use"])
    near = zones.close_enemies(scene, deed.who)
    if near and scene.setting("flee from") == "ranged":
        why = f"{by_name(deed.who)} flees only where every enemy is Ranged"
        far = (Need("distance", "zone", foe, zones.RANGED, "close") for foe in near)
        raise Refused("2", why, missing=far)


def fast_flee(scene: Scene, deed: Deed) -> None:
    """Flight at once, for mages who are faster than everybody else by 2; raises Refused."""
    comes_first(scene, deed, "7.2")
    _flies(scene, deed)
    speed = scene.trait(deed.who, "Speed")
    others = (who for who in zones.fighting(scene) if who != deed.who)
    fastest = max((scene.trait(who, "Speed") for who in others), default=0)
    if speed < fastest + FASTER_BY:
        why = f"{by_name(deed.who)} is not fast enough to be gone at once"
        need = Need("trait", "Speed", deed.who, fastest + FASTER_BY, speed, ">=")
        raise Refused("7.2", why, {"fastest other": fastest}, missing=[need])
    if not zones.enemies(scene, deed.who):
        need = Need("item", "enemies", deed.who, 1, 0, ">=")
        raise Refused("7.2", "there is no enemy to outrun", missing=[need])
