"""5: moving: Dash and Move; leaving hand to hand gives the foes an opening."""

from __future__ import annotations

from domain.ruleset.params import names
from domain.ruleset.ruleset import Blank, Deed, Need, by_name, free_of
from domain.ruleset.scene import Scene
from domain.rulesets.kaiser import checks, costs, legality, weapons
from domain.step.step import Step

LONGER = ("run", "sprint", "charge intention")
"""5: the intentions that bring movement of their own, and keep out a Dash."""


# --- how far -------------------------------------------------------------------------------


def _check_dash(scene: Scene, deed: Deed) -> None:
    """5: once, and not beside a Run or Sprint."""
    legality.check_once(scene, deed)
    for other in LONGER:
        if legality.times(scene, deed.who, other):
            need = Need("limit", other, deed.who, 0, 1, "<=")
            raise checks.refuse("5", f"no Dash beside {other}", need, legal=["move"])
    check_distance(scene, deed)


def check_distance(scene: Scene, deed: Deed) -> None:
    """4, 5: refuse a Dash, Run or Sprint without a distance on the sheet or in the table."""
    if not weapons.distance(scene, deed.who, deed.manoeuvre):
        why = f"the table has no {deed.manoeuvre} for this Movement Value"
        agility = scene.trait(deed.who, "agility")
        need = Need("trait", "agility", deed.who, "a value of the table", agility)
        raise checks.refuse("5", why, need)


def add_distance(step: Step, kind: str = "dash") -> None:
    """5: The distance of a Dash, Run or Sprint, to be spent on moves."""
    who, feet = step.act.who, weapons.distance(step, step.act.who, kind)
    step.fill(who, "movement", step.balance_of(who, "movement") + feet)


def _check_unbound(scene: Scene, deed: Deed) -> None:
    """9.6: a captive in a trap cannot move."""
    legality.check_active(scene, deed)
    if scene.has(deed.who, "trapped"):
        why = f"{by_name(deed.who)} is trapped and cannot move"
        raise checks.refuse("9.6", why, free_of("trapped", deed.who))


def check_move(scene: Scene, deed: Deed) -> None:
    """5: a move spends feet, and wants some to spend; a withdrawal is part of moving."""
    _check_unbound(scene, deed)
    if not scene.balance_of(deed.who, "movement"):
        why = f"{by_name(deed.who)} has no feet left to move"
        feet = scene.supply(deed.who, "movement")
        walked = legality.times(scene, deed.who, "dash", *LONGER)
        raise checks.refuse("5", why, feet.need(1), legal=None if walked else ["dash"])


def _move_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    left = max(0, scene.balance_of(deed.who, "movement"))
    others = tuple(w for w in scene.present() if w != deed.who)
    return (
        Blank("feet", "number", (), 1, left, says="feet"),
        Blank("beside", "some", others, optional=True, says="hand to hand with"),
    )


def leaving(step: Step) -> str | None:
    """8: Offer an opening to the foes whom the mover leaves."""
    stays = names(step.act.params, "beside") if "beside" in step.act.params else None
    foes = weapons.opposite(step, step.act.who)
    left = [w for w in foes if stays is not None and w not in stays]
    return step.ask("opening", params={"left": list(left)}) if left else None


def record_engagements(step: Step) -> None:
    """5: The mover is where the table says."""
    beside = step.act.params.get("beside")
    if not isinstance(beside, list):
        return
    for who in step.present():
        if who != step.act.who:
            tie = "yes" if who in beside else "no"
            step.set_fact(weapons.ENGAGED, step.act.who, tie, who, basis="table")


MANOEUVRES = (
    legality.active_action("dash", "dash", "5", "add distance", allows=_check_dash),
    legality.active_action(
        "move",
        "move",
        "5",
        "leaving",
        "record engagements",
        moment=check_move,
        blanks=_move_blanks,
        cost=costs.as_said("movement", "feet"),
    ),
)

STAGES = (add_distance, leaving, record_engagements)
