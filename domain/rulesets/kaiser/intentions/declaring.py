"""2.1.2 and 3: whether an intention may be declared beside the others, within the AP."""

from __future__ import annotations

from domain.ruleset.ruleset import Deed, Need, not_yet
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.kaiser.actions.movement import check_distance
from domain.rulesets.kaiser.checks import refuse
from domain.rulesets.kaiser.costs import Cost, everything, printed_cost
from domain.rulesets.kaiser.legality import INTENTIONS, check_active, intentions_of
from domain.rulesets.kaiser.tables import ROUND_AP

APART = (("run", "sprint", "charge intention"), ("absorb hits", "total attack", "total defense"))
"""4: of these only one may be intended."""

ALONE = ("conjure", "complete power")
"""4: beside these nothing else is intended."""


# --- legality ------------------------------------------------------------------------------


def check_in_time(scene: Scene, deed: Deed) -> None:
    """2.1.2: intentions are declared before anybody acts."""
    if scene.question_about() != INTENTIONS:
        why = "intentions are declared in the Intention phase, before initiative"
        raise refuse("2.1.2", why, Need("time", "phase", "", "intention", "action"))


def check_declaration(scene: Scene, deed: Deed) -> None:
    """2.1.2: each at most once, as long as AP last; judged as it is declared."""
    question = scene.question()
    if question is not None and question.open():
        mine = intentions_of(scene, deed.who)
        _check_once(deed, mine)
        _check_beside(deed, [a.manoeuvre for a in mine])
        _check_budget(scene, deed, mine)


def _check_once(deed: Deed, mine: tuple[Doing, ...]) -> None:
    if any(a.manoeuvre == deed.manoeuvre for a in mine):
        why = f"{deed.manoeuvre} is intended already: each at most once a round"
        raise refuse("2.1.2", why, not_yet(deed.manoeuvre, deed.who))


def _check_beside(deed: Deed, mine: list[str]) -> None:
    """What may not be intended beside another."""
    for group in APART:
        if deed.manoeuvre in group and (other := next((m for m in mine if m in group), "")):
            why = f"{deed.manoeuvre} cannot be intended beside {other}"
            raise refuse("4", why, Need("limit", other, deed.who, 0, 1, "<="))
    for alone in ALONE:
        if mine and alone in (deed.manoeuvre, *mine):
            why = f"beside {alone} there is no other intention"
            need = Need("limit", "other intentions", deed.who, 0, len(mine), "<=")
            raise refuse("4", why, need)


def _check_budget(scene: Scene, deed: Deed, mine: tuple[Doing, ...]) -> None:
    """3.1, 3.2: declared AP are spent; a Complete cost takes all AP of the round."""
    has = scene.balance_of(deed.who, "ap")
    spent = sum(_price(scene, a) for a in mine)
    left = has - spent
    if spent and manoeuvre_cost(scene, deed.manoeuvre) is everything:
        why = f"{deed.manoeuvre} is Complete: no AP may have been spent this round"
        raise refuse(
            "3.2", why, Need("limit", "ap spent", deed.who, 0, spent, "<="), numbers={"left": left}
        )
    cost = manoeuvre_cost(scene, deed.manoeuvre)(scene, deed).get("ap", 0)
    if cost > left:
        why = f"{deed.manoeuvre} costs {cost} AP; {left} left"
        raise refuse(
            "3.1",
            why,
            Need("points", "ap", deed.who, cost, left, ">="),
            numbers={"declared": spent},
        )


def manoeuvre_cost(scene: Scene, name: str) -> Cost:
    """The cost of a manoeuvre, as a function of the deed."""
    found = scene.rules.manoeuvre(name)
    return found.cost if found else printed_cost(name)


def _price(scene: Scene, act: Doing) -> int:
    deed = Deed(act.who, act.manoeuvre, "action", "", act.targets, act.using, act.params)
    return manoeuvre_cost(scene, act.manoeuvre)(scene, deed).get("ap", 0)


def check_alert_moment(scene: Scene, deed: Deed) -> None:
    """4: an intention that may also be taken on one's turn."""
    question = scene.question()
    return check_active(scene, deed) if question is None else check_in_time(scene, deed)


def check_alert(scene: Scene, deed: Deed) -> None:
    """4: each once, however it is taken."""
    if scene.question() is not None:
        return check_declaration(scene, deed)
    if scene.has(deed.who, "alert"):
        why = "alert to danger already: each at most once a round"
        raise refuse("2.1.2", why, not_yet(deed.manoeuvre, deed.who))
    return None


def unspent_ap(scene: Scene, who: str) -> int:
    """The AP that somebody has not yet spent on declared intentions."""
    question = scene.question()
    if question is None or not question.open():
        return ROUND_AP
    return scene.balance_of(who, "ap") - sum(_price(scene, a) for a in intentions_of(scene, who))


def declare_run(scene: Scene, deed: Deed) -> None:
    """4: the distance is by Movement Value; one that the table has not must be on the sheet."""
    check_distance(scene, deed)
    check_declaration(scene, deed)
