"""Legality: turns, Flat-Footed, stances, and the bars to reactions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.ruleset.ruleset import Asking, Deed, Manoeuvre, Need, Slot, by_name, free_of, not_yet
from domain.ruleset.scene import Doing, Scene

from .checks import refuse
from .costs import SPECIAL_ATTACKS, printed_cost, thrust_counts
from .tables import MINDLESS

INTENTIONS = "intentions"
"""The window in which intentions are declared."""

ON_TURN = ("attack", "complete attack", "charge", "offhand attack", "release", "thrust")
IN_ANSWER = ("counter", "offhand counter", "attack an opening")
ATTACKS = (*ON_TURN, *IN_ANSWER, "cast")
OFFHAND = ("offhand attack", "offhand counter")
"""5, 8: the attacks with the other hand: one a round, and none of the round's attacks."""

IDLED = {
    "total defense": "4",
    "whole round": "4",
    "fascinated": "9.6",
    "stunned": "9.6",
    "fully restrained": "9.6",
}
"""States that leave no Active action, each with its clause."""

COMPLETE = ("complete attack", "charge", "sweeping")
"""5: these exclude every other attack of the round."""

COMPLETE_COST = ("sprint", "conjure", "complete power", "crush")
"""3.2, 4: the intentions that take all AP; after them nothing that costs any."""

ONLY_DEFENCE = ("stunned", "fully restrained")
"""9.6: in these states nothing is left but to defend oneself."""

REACTED_TO: dict[str, Any] = {"takes": ("reaction",), "many": True, "passes": True, "stale": True}
"""6.1, 8: a window for reactions to an attack: several each, and its slots are computed again."""

DEFENCES = ("block", "dodge", "acrobatics", "barrier", "defend another")


def able(scene: Scene, who: str) -> str:
    """The clause that keeps somebody from acting at all, or nothing."""
    held = scene.combat.conditions.all.values()
    return "9.6" if any(c.name in MINDLESS and c.subject == who for c in held) else ""


def able_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for everybody who can act."""
    return tuple(Slot(id=who, who=who) for who in scene.present() if not able(scene, who))


def able_doer(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9.6: A slot for the doer of an act, who rolls it only while able to act."""
    act = scene.doing(asking.on)
    return (
        (Slot(id=act.who, who=act.who, about=act.id, barred=able(scene, act.who)),) if act else ()
    )


def reaction_bar(scene: Scene, who: str) -> str:
    """8.1: the clause that keeps somebody from any reaction, or nothing."""
    if scene.has(who, "flat footed"):
        return "3.4"
    if clause := able(scene, who):
        return clause
    helpless = scene.has(who, "stunned") or scene.has(who, "fascinated")
    return "8.1" if helpless else "9.6" if scene.has(who, "fully restrained") else ""


def attack_bar(scene: Scene, who: str) -> str:
    """4, 5: the clause that leaves somebody no attack of any kind this round, or nothing.

    A Complete Attack excludes every other, and to take aim all of that round.
    """
    if scene.has(who, "total defense") or scene.has(who, "whole round"):
        return "4"
    return "5" if times(scene, who, *COMPLETE, "aim") else ""


def check_attack_left(scene: Scene, who: str) -> None:
    """4, 5: refuse a further attack where none of any kind is left this round."""
    if clause := attack_bar(scene, who):
        why = f"{by_name(who)} makes no other attack this round"
        raise refuse(clause, why, *states_of(scene, who, clause))


def attack_left(scene: Scene, who: str) -> Need:
    """What is missing to who has no attack left: an attack of the Attack intention."""
    return scene.supply(who, "attacks").need(1)


def states_of(scene: Scene, who: str, clause: str) -> Iterator[Need]:
    """The states of somebody that a clause is about, as what keeps them from a deed."""
    for name in dict.fromkeys(c.name for c in scene.combat.conditions.on(who)):
        kind = scene.rules.condition(name)
        if kind is not None and kind.clause == clause:
            yield free_of(name, who)


def defence_bar(scene: Scene, who: str) -> str:
    """9.6: the clause that keeps somebody from Block and Dodge, which are Swift; or nothing."""
    return able(scene, who) or ("4" if is_ritual(scene, who, "complete power") else "")


def is_ritual(scene: Scene, who: str, name: str) -> bool:
    """True for one who spends the whole round on something of that name."""
    return any(c.key == name for c in scene.combat.conditions.on(who, "whole round"))


def times(scene: Scene, who: str, *names: str) -> int:
    """How often somebody did any of these this round."""
    return sum(scene.combat.exchange.times("round", who, name) for name in names)


def check_active(scene: Scene, deed: Deed) -> None:
    """2.4.1, 3.4: Active actions only on the doer's own turn, and not while Flat-Footed."""
    if deed.kind != "action":
        return
    _check_turns(scene, deed)
    _check_not_idle(scene, deed.who)
    check_after_complete(scene, deed)
    if scene.setting("active needs ap") == "yes" and not scene.balance_of(deed.who, "ap"):
        why = f"{by_name(deed.who)} has no AP left for an Active action"
        need = scene.supply(deed.who, "ap").need(1)
        raise refuse("12", why, need)


def check_after_complete(scene: Scene, deed: Deed) -> None:
    """3.2: after a Complete cost nothing that costs AP, also not with AP that came since."""
    done = next((name for name in COMPLETE_COST if times(scene, deed.who, name)), "")
    found = scene.rules.manoeuvre(deed.manoeuvre)
    if done and found and found.cost(scene, deed).get("ap"):
        why = f"{done} is Complete: after it nothing that costs AP this round"
        raise refuse("3.2", why, Need("limit", done, deed.who, 0, 1, "<="))


def _check_turns(scene: Scene, deed: Deed) -> None:
    """2.1.2, 2.4.4: neither while intentions are declared, nor once all turns are over."""
    about = scene.question_about()
    if about == INTENTIONS:
        why = f"{deed.manoeuvre} is done in the Action phase, on your own turn"
        raise refuse("2.1.2", why, Need("time", "phase", "", "action", "intention"))
    if about:
        why = f"{deed.manoeuvre} is done on your own turn, and all turns are over"
        need = Need("turn", "turn", "", deed.who, "")
        raise refuse("2.4.4", why, need)


def _check_not_idle(scene: Scene, who: str) -> None:
    """3.4: neither while Flat-Footed, nor in a state that leaves no Active action."""
    for held in scene.combat.conditions.on(who):
        if held.name == "flat footed":
            why = f"{by_name(who)} is Flat-Footed: no Active actions this round"
            raise refuse("3.4", why, free_of("flat footed", who))
        if clause := IDLED.get(held.name):
            why = f"{by_name(who)}: {held.name} leaves no Active action"
            raise refuse(clause, why, free_of(held.name, who))


def check_swift(scene: Scene, deed: Deed) -> None:
    """2.4.1: Swift actions are for any time; not amid a Complete Round power."""
    early = "intention" in phases(scene)
    if early and scene.setting("swift in intention") == "none":
        why = "at this table Swift actions wait for the Action phase"
        need = Need("setting", "swift in intention", "", "none", "none", "!=")
        raise refuse("2.4.1", why, need, Need("time", "phase", "", "action", "intention"))
    intended = any(a.manoeuvre == "complete power" for a in intentions_of(scene, deed.who))
    if intended or is_ritual(scene, deed.who, "complete power"):
        why = f"{by_name(deed.who)} is at a Complete Round power: no other action at all"
        raise refuse("4", why, Need("time", "phase", "", "end", ", ".join(phases(scene))))
    if state := next((s for s in ONLY_DEFENCE if scene.has(deed.who, s)), ""):
        why = f"{by_name(deed.who)} is {state}: nothing but defence"
        raise refuse("9.6", why, free_of(state, deed.who))


def check_swift_attack(scene: Scene, deed: Deed) -> None:
    """2.4.1, 2: an attack that is Swift is made at any time of the Action phase's six seconds."""
    check_swift(scene, deed)
    if "action" not in phases(scene):
        why, now = "nobody attacks outside of the Action phase", ", ".join(phases(scene))
        raise refuse("2.4.1", why, Need("time", "phase", "", "action", now))


def phases(scene: Scene) -> tuple[str, ...]:
    """The names of the phases that are open."""
    return tuple(span.name for span in scene.combat.clock.path if span.kind == "phase")


def wariness(scene: Scene, who: str, foe: str) -> int:
    """2.3, 4: how many stances somebody has against surprise by a foe: by the named, by all."""
    named = any(c.toward == foe for c in scene.combat.conditions.on(who, "anticipating"))
    return named + scene.has(who, "alert")


def check_once(scene: Scene, deed: Deed, *alike: str) -> None:
    """5: refuse a second time in the round, also after what counts as the same."""
    if done := next((d for d in (deed.manoeuvre, *alike) if times(scene, deed.who, d)), ""):
        raise refuse("5", f"{done} may be done once a round", not_yet(done, deed.who))


def intentions_of(scene: Scene, who: str) -> tuple[Doing, ...]:
    """The intentions that somebody has declared and that are not yet begun."""
    return tuple(
        a for a in scene.combat.exchange.acts.values() if a.who == who and not a.kind and not a.on
    )


def attacks_made(scene: Scene, who: str) -> int:
    """5: The attacks of a round that count for the repeat penalty; an offhand one does not."""
    return times(scene, who, *_counted_attacks(scene))


def attacks_of_any_kind(scene: Scene, who: str) -> int:
    """5: All attacks of a round, those too that do not count for the repeat penalty; no spells."""
    return times(scene, who, *(a for a in ATTACKS if a != "cast"), *SPECIAL_ATTACKS)


def attacks_before(scene: Scene, act: Doing) -> int:
    """5: The attacks of its doer that count and were begun before an act."""
    names = _counted_attacks(scene)
    later = begun_after(scene, act, names)
    return times(scene, act.who, *names) - len(later) - (act.manoeuvre in names)


def _counted_attacks(scene: Scene) -> tuple[str, ...]:
    free = {*OFFHAND, "cast"} | (set() if thrust_counts(scene) else {"thrust"})
    return (*(a for a in ATTACKS if a not in free), *SPECIAL_ATTACKS)


def begun_after(scene: Scene, act: Doing, names: tuple[str, ...]) -> tuple[Doing, ...]:
    """Those of the named deeds that the doer of an act began while it was open."""
    acts = tuple(scene.combat.exchange.acts.values())
    later = acts[acts.index(act) + 1 :]
    return tuple(a for a in later if a.who == act.who and a.manoeuvre in names and a.kind)


# --- kinds of actions ------------------------------------------------------------------------


def active_action(name: str, says: str, clause: str, *stages: str, **more: Any) -> Manoeuvre:
    """Make an Active action: done on the doer's own turn, at the printed cost."""
    given: dict[str, Any] = {"cost": printed_cost(name), "moment": check_active, **more}
    return Manoeuvre(name, says, clause, ("action",), stages, **given)


def swift_action(name: str, says: str, clause: str, *stages: str, **more: Any) -> Manoeuvre:
    """Make a Swift action: done at any time, also while a question is open."""
    given: dict[str, Any] = {"moment": check_swift, "any_time": True, "swift": True, **more}
    return active_action(name, says, clause, *stages, **given)
