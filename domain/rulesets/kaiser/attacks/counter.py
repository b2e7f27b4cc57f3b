"""6.3, 8: the attacks that answer: the Counter after a miss, and the attack at an opening.

Both cost 1 AP, are made once by each combatant asked, and only at the one who gave the occasion.
They differ in their moment and their weapons.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from domain.ruleset.params import names, number
from domain.ruleset.ruleset import END, Asking, Deed, Manoeuvre, Need, Slot, Window, by_name
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.kaiser import legality, weapons
from domain.rulesets.kaiser.checks import numbers, refuse
from domain.rulesets.kaiser.costs import against_opening, needs_intention, points
from domain.step.step import Step

from .attack import STRUCK, check_offhand, circumstances, weapons_in_hand
from .defence import defending_act
from .defensive_roll import skill_of
from .offensive_roll import POINT_BLANK, is_hand_to_hand

TIE = "none, a tie has no degree"
"""6.4: why equal rolls allow no Counter."""

MISSED_FROM_AFAR = f"none, neither hand to hand nor within {POINT_BLANK} ft"


def no_counter(scene: Scene, act: Doing, answer: Doing | None) -> str:
    """6.3: Why an attack that missed allows no Counter; or nothing."""
    if answer is None:
        return "none, nobody defended"
    if is_afar(answer):
        return "none, the guard did not step in"
    return "" if is_hand_to_hand(scene, act) else MISSED_FROM_AFAR


def is_afar(answer: Doing) -> bool:
    """8: A guard who put up a barrier did not step in, and is not hand to hand."""
    return answer.params.get("how", "step") != "step"


def ask_counter(step: Step, bonus: Mapping[str, int]) -> str | None:
    """8: Ask each winner of a defence for a Counter, with the bonus; ask nobody if none won."""
    return step.ask("counter", params={"bonus": dict(bonus)}) if bonus else None


# --- legality ------------------------------------------------------------------------------


def _strikers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """8: a slot for each who may strike back once; at an opening surprise bars it."""
    act, acts = scene.doing(asking.on), scene.combat.exchange.acts.values()
    left = names(asking.params, "left")
    back = {a.who for a in acts if a.on == asking.on and a.kind and a.manoeuvre in legality.ATTACKS}
    return tuple(
        Slot(
            id=w,
            who=w,
            barred="8" if w in back else _counter_bar(scene, w, act.who if act and left else ""),
        )
        for w in (*numbers(asking.params, "bonus"), *left)
        if w in scene.present()
    )


def _counter_bar(scene: Scene, who: str, toward: str = "") -> str:
    """8.1, 5, 2.3: reactions that are barred, every attack after a Complete one; surprise."""
    surprises = scene.combat.conditions.on(who, "surprised") if toward else ()
    surprised = any(c.toward == toward for c in surprises)
    no = legality.reaction_bar(scene, who) or legality.attack_bar(scene, who)
    return no or ("2.3" if surprised else "")


def _check_won(scene: Scene, deed: Deed) -> None:
    """8: a Counter comes after a defence that was won, and at no other moment."""
    if scene.question_about() != "counter":
        _after_the_last_attack(scene, deed.who)
        why = "a Counter answers an attack that was defended by 1 or more"
        raise refuse("8", why, Need("time", "question", "", "counter", scene.question_about()))


def _after_the_last_attack(scene: Scene, who: str) -> None:
    """6.2 to 6.4: refuse a Counter by the outcome of the last attack on somebody."""
    outcomes = (r for found in scene.combat.exchange.outcomes.values() for r in found)
    last = [r for r in outcomes if r.stage == "struck" and who in (r.of, r.figures.get("guard"))]
    question = scene.question()
    if not last or (question is not None and any(s.who == who for s in question.open())):
        return
    rolls = {name: int(last[-1].figures.get(name, 0)) for name in ("offence", "defence")}
    if last[-1].outcome == "hit":
        why = "the attack hit: a Counter wants a defence that was won"
        raise refuse("6.3", why, Need("item", "defence won", who), numbers=rolls)
    if said := last[-1].figures.get("counter"):
        need = Need("item", "defence won", who)
        raise refuse("6.4" if said == TIE else "6.3", f"Counter: {said}", need, numbers=rolls)
    if clause := _counter_bar(scene, who):
        why = f"{by_name(who)} may not attack now, not even by Counter"
        raise refuse(clause, why, *legality.states_of(scene, who, clause), numbers=rolls)


def _check_opening(scene: Scene, deed: Deed) -> None:
    """8: refuse where no foe leaves hand to hand or shoots at somebody else."""
    if scene.question_about() != "opening":
        why = "there is no opening: nobody leaves hand to hand or shoots past you"
        raise refuse("8", why, Need("time", "question", "", "opening", scene.question_about()))


def _check_barred(scene: Scene, deed: Deed) -> None:
    """8.1, 3.2: refuse one who may make no attack, or nothing that costs AP."""
    if clause := _counter_bar(scene, deed.who):
        why = f"{by_name(deed.who)} may make no attack now, and none by reaction"
        raise refuse(clause, why, *legality.states_of(scene, deed.who, clause))
    legality.check_after_complete(scene, deed)


def _check_attack(scene: Scene, deed: Deed) -> None:
    """8.1, 8.2: refuse one who is barred, or lacks the attack that the table wants."""
    _check_barred(scene, deed)
    if needs_intention(scene) and not scene.balance_of(deed.who, "attacks"):
        why = f"{by_name(deed.who)} has no attack left to answer with"
        raise refuse("8.2", why, legality.attack_left(scene, deed.who))


def _check_offhand(scene: Scene, deed: Deed) -> None:
    """8, 5: an Offhand Attack by Counter: after an Attack, and none of the round's attacks."""
    _check_barred(scene, deed)
    check_offhand(scene, deed)


# --- targets and weapons -------------------------------------------------------------------


def _provoker(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8: the doer of the attack, or of the move that gave the opening."""
    act = scene.doing(deed.on)
    return (act.who,) if act else ()


def _weapons(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8.2: the weapons in hand; where no intention is needed, any for hand to hand."""
    if needs_intention(scene):
        return weapons.ready(scene, deed.who)
    return weapons.for_hand_to_hand(scene, deed.who)


def _opening_weapons(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8, 8.2: the weapons in hand for hand to hand; where no intention is needed, any such."""
    found = weapons.blades if needs_intention(scene) else weapons.for_hand_to_hand
    return found(scene, deed.who)


# --- stages --------------------------------------------------------------------------------


def reduce_movement(step: Step) -> None:
    """8: Damage by an opening takes as much of the leaver's remaining movement."""
    hit, parent = step.combat.exchange.outcome(step.on, "struck"), step.doing(step.act.on)
    damage = number(hit.figures, "damage") if hit else 0
    if parent is not None and parent.manoeuvre in ("move", "withdraw") and damage:
        [leaver] = step.act.targets
        step.lose(leaver, "movement", min(damage, step.balance_of(leaver, "movement")))


def stopper_of(scene: Scene, act: Doing) -> str:
    """8.4: The defender who has stopped a sweep: the winner of its last blow, but by Dodge."""
    outcomes = scene.combat.exchange.outcomes.get(act.id, ())
    last = [r for r in outcomes if r.stage == "struck"][-1:]
    answers = (defending_act(scene, act, r.of) for r in last if "bonus" in r.figures)
    return next((a.who for a in answers if a and skill_of(a) != "dodge"), "")


def _after_counter(scene: Scene, asking: Asking) -> str:
    """8.4: An attack goes on, a sweep that is stopped with those who dodged; after them it ends."""
    act = scene.doing(asking.on)
    if act is None or act.manoeuvre == "withdraw":
        return END
    winners = numbers(asking.params, "bonus")
    is_last = act.manoeuvre == "sweeping" and stopper_of(scene, act) not in winners
    return END if is_last else "sweep on"


def _after_opening(scene: Scene, asking: Asking) -> str:
    """8: A shooter has rolled already: the target defends. A leaver has left."""
    return "past" if "attack" in asking.params else "record engagements"


_answer = partial(
    Manoeuvre,
    clause="8",
    kinds=("reaction",),
    target=True,
    targets=_provoker,
    target_is="the foe who is answered",
    blanks=circumstances,
    cost=against_opening,
    allows=_check_attack,
)
"""A Counter or an attack at an opening, but for its moment, weapons and stages."""

MANOEUVRES = (
    _answer("counter", "strike back", stages=STRUCK, usings=_weapons, moment=_check_won),
    _answer(
        "offhand counter",
        "strike back with the other hand",
        stages=STRUCK,
        usings=weapons_in_hand,
        moment=_check_won,
        cost=points("ap", 1),
        allows=_check_offhand,
    ),
    _answer(
        "attack an opening",
        "attack an opening",
        stages=(*STRUCK, "reduce movement"),
        usings=_opening_weapons,
        moment=_check_opening,
    ),
)

WINDOWS = (
    Window("counter", "strike back?", "8", _strikers, then=_after_counter, **legality.REACTED_TO),
    Window(
        "opening", "attack the opening?", "8", _strikers, then=_after_opening, **legality.REACTED_TO
    ),
)

STAGES = (reduce_movement,)
