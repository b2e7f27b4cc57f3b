"""6.3 and 8: the Counter: who may strike back after a miss, and why not."""

from __future__ import annotations

from domain.ruleset import Asking, Deed, Manoeuvre, Slot, Window, by_name
from domain.scene import Doing, Question, Scene

from . import arms
from .allowed import ATTACKS, barred_from_attack, no_attack
from .attack import STRUCK, circumstances
from .checks import numbers, refuse
from .offence import POINT_BLANK, is_hand_to_hand

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


def counterers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """8: who may strike back, each once; the bonus is theirs."""
    acts = scene.combat.exchange.acts.values()
    back = {a.who for a in acts if a.on == asking.on and a.kind and a.manoeuvre in ATTACKS}
    return tuple(
        Slot(id=w, who=w, barred="8" if w in back else _barred(scene, w))
        for w in numbers(asking.params, "bonus")
        if w in scene.present()
    )


def _barred(scene: Scene, who: str) -> str:
    """8.1, 5: reactions that are barred, and every attack after a Complete one."""
    return barred_from_attack(scene, who) or no_attack(scene, who)


def _countered(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8: a Counter is at whoever made the attack."""
    act = scene.doing(deed.on)
    return (act.who,) if act else ()


def _counter_cost(scene: Scene, deed: Deed) -> dict[str, int]:
    """8.2: 1 AP, and one of the round's attacks where the table wants the intention."""
    needs = scene.setting("counter-needs-intention") == "yes"
    return {"ap": 1, "attacks": 1} if needs else {"ap": 1}


# --- whether -------------------------------------------------------------------------------


def _is_won(scene: Scene, deed: Deed) -> None:
    """8: a Counter comes after a defence that was won, and at no other moment."""
    question = scene.question()
    if question is None or question.about != "counter":
        _after_the_last_attack(scene, deed.who, question)
        raise refuse(
            "8",
            "a Counter answers an attack that was defended by 1 or more",
            open=question.about if question else "nothing",
        )


def _after_the_last_attack(scene: Scene, who: str, question: Question | None) -> None:
    """6.2 to 6.4: refuse a Counter for what came of the attack that was made last on somebody."""
    outcomes = (r for found in scene.combat.exchange.outcomes.values() for r in found)
    last = [r for r in outcomes if r.stage == "struck" and who in (r.of, r.figures.get("guard"))]
    if not last or (question is not None and any(s.who == who for s in question.open())):
        return
    rolls = {k: last[-1].figures[k] for k in ("offence", "defence") if k in last[-1].figures}
    if last[-1].outcome == "hit":
        raise refuse("6.3", "the attack hit: a Counter wants a defence that was won", **rolls)
    if why := last[-1].figures.get("counter"):
        raise refuse("6.4" if why == TIE else "6.3", f"Counter: {why}", **rolls)
    if clause := _barred(scene, who):
        raise refuse(clause, f"{by_name(who)} may not attack now, not even by Counter", **rolls)


def _may_counter(scene: Scene, deed: Deed) -> None:
    if clause := _barred(scene, deed.who):
        raise refuse(clause, f"{by_name(deed.who)} may not attack now, not even by Counter")
    if scene.setting("counter-needs-intention") == "yes" and not scene.left(deed.who, "attacks"):
        raise refuse(
            "8.2",
            f"{by_name(deed.who)} has no attack left to counter with",
            left=0,
            legal="the Attack intention, and one of its attacks",
        )


def _weapons(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8.2: what is in hand; where no intention is wanted, any weapon for hand to hand."""
    if scene.setting("counter-needs-intention") == "yes":
        return arms.ready(scene, deed.who)
    return arms.for_hand_to_hand(scene, deed.who)


MANOEUVRES = (
    Manoeuvre(
        "counter",
        "strike back",
        "8",
        ("reaction",),
        STRUCK,
        target=True,
        targets=_countered,
        usings=_weapons,
        blanks=circumstances,
        cost=_counter_cost,
        moment=_is_won,
        allows=_may_counter,
    ),
)

WINDOWS = (
    Window(
        "counter",
        "strike back?",
        "8",
        counterers,
        takes=("reaction",),
        many=True,
        passes=True,
        stale=True,
    ),
)
