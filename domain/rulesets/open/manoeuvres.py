"""What anybody may do, at any time: a deed of any name, and the book-keeping of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.ruleset.params import text
from domain.ruleset.ruleset import END, NAME_LETTERS, Asking, Blank, Deed, Manoeuvre, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import others
from domain.step.step import Step

from . import facts, pools, states
from .kept_up import kept_up_with_others
from .pools import THEIR, here

KINDS = ("action", "reaction", "follow on")
WHAT = Blank("what", "text", says="what is done")


# --- a deed of any name --------------------------------------------------------------------


def costs(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Return what a deed leaves open: its cost, what it does to others, if they may answer."""
    return scene.once(("costs", deed.who), lambda: _costs(scene, deed.who))


def _costs(scene: Scene, who: str) -> tuple[Blank, ...]:
    answers = Blank("answers", "one", ("yes", "no"), optional=True, says="others may answer it")
    state = states.named("state", scene, "puts them in a state", optional=True)
    lasts = (*states.duration(scene), states.LEVEL, states.CONCENTRATION)
    return (*pools.spent(scene, who), *pools.taken(scene), state, *lasts, answers)


def anybody(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Whoever and whatever is openly here."""
    return here(scene)


def do_deed(step: Step) -> str | None:
    """It is done. Others answer where it says so, or where the table always asks."""
    act = step.act
    pools.lose_costs(step)
    asked = act.params.get("answers") == "yes" or step.setting("answers") == "always"
    if asked and act.params.get("answers") != "no":
        return step.ask("answer")
    return _lands(step, Asking(step.on, "answer"))


def _lands(scene: Scene, asking: Asking) -> str:
    """What does something to others does it when they have answered; anything else is over."""
    act = scene.doing(asking.on)
    said = act.params if act else {}
    does = {"state", "results"} & said.keys() or any(name.startswith(THEIR) for name in said)
    return "lands" if does else END


def lands(step: Step) -> None:
    """What it does to those it was aimed at, and what else it was said to do.

    A state without anybody is the doer's own.
    """
    act = step.act
    targets = [who for who in act.targets if who in here(step)]
    for loss in tuple(pools.losses(step, targets)):
        step.carry_out(loss)
    pools.say_what_nobody_has(step, targets)
    if name := text(act.params, "state"):
        states.put_in_state(step, name, targets if act.targets else [act.who])
    results: Any = act.params.get("results", ())
    for result in results:
        step.carry_out(kept_up_with_others(step, result, results))


FREE = Manoeuvre(
    "deed",
    "anything at all, in your own words",
    "",
    KINDS,
    ("do deed",),
    target=None,
    targets=anybody,
    target_is="openly here",
    blanks=lambda scene, deed: (WHAT, *costs(scene, deed)),
    cost=pools.price,
    any_time=True,
    several=True,
    says_results=True,
)


# --- the book-keeping ----------------------------------------------------------------------


def _zone(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    zones = scene.once(("zones",), lambda: _zones(scene))
    return (Blank("to", "text", zones, 0, NAME_LETTERS, says="where to"),)


def _zones(scene: Scene) -> tuple[str, ...]:
    zones = (scene.combat.places.of(who) for who in scene.present())
    return tuple(dict.fromkeys(zone for zone in zones if zone))


def change_zone(step: Step) -> None:
    """Somebody is in another zone."""
    step.move(step.act.who, text(step.act.params, "to", "somewhere"))


def _bookkeeping(
    name: str, title: str, stage: str, blanks: Callable[..., tuple[Blank, ...]]
) -> Manoeuvre:
    """Book-keeping for somebody, at any time."""
    return Manoeuvre(name, title, "", KINDS[:2], (stage,), blanks=blanks, any_time=True)


MANOEUVRES = (
    FREE,
    _bookkeeping("lose", "less of something: hurt, spent, gone", "lost", pools.less),
    _bookkeeping("gain", "more of something, or something new", "gain points", pools.more),
    _bookkeeping("set", "so much of something, and its limits", "set points", pools.anew),
    _bookkeeping(
        "fact", "something is so: a number, a word, yes or no", "set named fact", facts.blanks
    ),
    _bookkeeping("begin", "a state begins: stunned, burning", "begin state", states.beginning),
    _bookkeeping("change", "a state gets worse, better, longer", "change state", states.changing),
    _bookkeeping("end", "a state is over", "end state", states.ending),
    _bookkeeping("go", "to another place", "change zone", _zone),
)

WINDOWS = (
    Window(
        "answer", "an answer?", "answers", others, takes=("reaction",), passes=True, then=_lands
    ),
)

POOLS = (pools.lost, pools.gain_points, pools.set_points)
STATES = (states.begin_state, states.change_state, states.end_state, states.round_closes)
STAGES = (do_deed, lands, *POOLS, facts.set_named_fact, *STATES, change_zone)
