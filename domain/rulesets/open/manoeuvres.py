"""What anybody may do, at any time: a deed of any name, and the book-keeping of the table."""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset.ruleset import END, Asking, Blank, Deed, Manoeuvre, Until, Window
from domain.ruleset.scene import Scene
from domain.ruleset.sheet_readers import number, text
from domain.ruleset.windows import others
from domain.step.step import Step

from .sheet import MOST

KINDS = ("action", "reaction", "follow-on")
THEIR = "their "
"""What is taken from those a deed is aimed at: so much of `their hp`."""

SAID = ("what", "answers", "state", "rounds")
"""What a deed says of itself: no pool of such a name is spent by it."""

ROUNDS = Blank("rounds", "number", (), 0, 1000, optional=True, says="for so many rounds")
WHAT = Blank("what", "text", says="what is done")
HOW_MUCH = Blank("by", "number", (), 1, MOST, says="how much")


def own_pools(scene: Scene, who: str) -> tuple[str, ...]:
    """The pools that somebody has."""
    return tuple(scene.combat.pools.of.get(who, {}))


def keeps_budgets(scene: Scene) -> bool:
    """True where nobody may spend more than he has."""
    return scene.setting("budgets") == "kept"


# --- a deed of any name --------------------------------------------------------------------


def costs(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """One blank for each pool of the doer, and whether others may answer."""
    kept = keeps_budgets(scene)

    def spent(pool: str) -> Blank:
        most = max(0, scene.balance_of(deed.who, pool)) if kept else MOST
        return Blank(pool, "number", (), 0, most, optional=True, says=f"{pool} spent")

    spends = (spent(pool) for pool in own_pools(scene, deed.who) if pool not in SAID)
    answers = Blank("answers", "one", ("yes", "no"), optional=True, says="others may answer it")
    return (*spends, *_struck(scene), answers)


def _struck(scene: Scene) -> tuple[Blank, ...]:
    """What a deed does to those it is aimed at, once others have answered it."""
    harm = (
        Blank(THEIR + pool, "number", (), 0, MOST, optional=True, says=f"{pool} taken from them")
        for pool in all_pools(scene)
    )
    state = Blank("state", "text", states(scene), optional=True, says="puts them in a state")
    return (*harm, state, ROUNDS)


def all_pools(scene: Scene) -> tuple[str, ...]:
    """The pools that anybody here has."""
    pools = (pool for who in scene.present() for pool in own_pools(scene, who))
    return scene.once(("all pools",), lambda: tuple(dict.fromkeys(pools)))


def states(scene: Scene) -> tuple[str, ...]:
    """The names of the states that somebody is in."""
    standing = (c.name for who in scene.present() for c in scene.combat.conditions.on(who))
    return scene.once(("states",), lambda: tuple(dict.fromkeys(standing)))


def price(scene: Scene, deed: Deed) -> dict[str, int]:
    """What was said to be spent; where budgets are loose, it is lost instead."""
    if not keeps_budgets(scene):
        return {}
    pools = own_pools(scene, deed.who)
    return {p: n for p in pools if p not in SAID and (n := number(deed.params, p))}


def anybody(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Whoever and whatever is openly here."""
    return tuple(m.subject for m in scene.combat.roster.present())


def do_deed(step: Step) -> str | None:
    """It is done. Others answer where it says so, or where the table always asks."""
    act = step.act
    own = (p for p in own_pools(step, act.who) if p not in SAID)
    for pool in () if keeps_budgets(step) else own:
        step.lose(act.who, pool, number(act.params, pool))
    asked = act.params.get("answers") == "yes" or step.setting("answers") == "always"
    if asked and act.params.get("answers") != "no":
        return step.ask("answer")
    return _lands(step, Asking(step.on, "answer"))


def _lands(scene: Scene, asking: Asking) -> str:
    """What does something to others does it when they have answered; anything else is over."""
    act = scene.doing(asking.on)
    said = act.params if act else {}
    strikes = "state" in said or any(name.startswith(THEIR) for name in said)
    return "lands" if strikes else END


def lands(step: Step) -> None:
    """What it does to those it was aimed at; a state without anybody is the doer's own."""
    act = step.act
    here = [who for who in act.targets if who in step.present()]
    for who in here:
        for pool in own_pools(step, who):
            if taken := number(act.params, THEIR + pool):
                step.lose(who, pool, taken)
    _tell_what_none_has(step, here)
    if name := text(act.params, "state"):
        rounds = number(act.params, "rounds")
        until = Until(span="round", left=rounds) if rounds else None
        for who in here if act.targets else [act.who]:
            step.begin_condition(who, name, until=until)


def _tell_what_none_has(step: Step, here: list[str]) -> None:
    """Say of what was to be taken that nobody whom it was aimed at has any."""
    had = {THEIR + pool for who in here for pool in own_pools(step, who)}
    for name in step.act.params:
        if name.startswith(THEIR) and number(step.act.params, name) and name not in had:
            step.resolve(f"nobody has any {name.removeprefix(THEIR)}", stage="lands")


FREE = Manoeuvre(
    "deed",
    "anything at all, in your own words",
    "",
    KINDS,
    ("do-deed",),
    target=None,
    targets=anybody,
    blanks=lambda scene, deed: (WHAT, *costs(scene, deed)),
    cost=price,
    any_time=True,
    several=True,
)


# --- the book-keeping ----------------------------------------------------------------------


def _less(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    pools = own_pools(scene, deed.who)
    return Blank("pool", "one", pools, says="of what"), HOW_MUCH


def _more(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return Blank("pool", "text", all_pools(scene), says="of what, old or new"), HOW_MUCH


def _state(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return (
        Blank("name", "text", states(scene), says="which state"),
        ROUNDS,
        Blank("turns", "number", (), 0, 1000, optional=True, says="or turns of its own"),
        Blank("toward", "one", scene.present(), optional=True, says="toward whom"),
        Blank("level", "number", (), 0, 1000, optional=True),
    )


def _standing(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    names = dict.fromkeys(c.name for c in scene.combat.conditions.on(deed.who))
    return (Blank("name", "one", tuple(names)),)


def _zone(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    zones = (scene.combat.places.of(who) for who in scene.present())
    return (Blank("to", "text", tuple(dict.fromkeys(z for z in zones if z)), says="where to"),)


def lost(step: Step) -> None:
    """So much of a pool is gone; below nothing as well, since no rule forbids it."""
    step.lose(step.act.who, str(step.act.params.get("pool")), number(step.act.params, "by"))


def gain_points(step: Step) -> None:
    """So much more; a pool that was not there before begins at nothing."""
    pool = text(step.act.params, "pool", "points")
    step.gain(step.act.who, pool, number(step.act.params, "by"))


def begin_state(step: Step) -> None:
    """A state of any name, for so many rounds, or turns of its own, or until it is ended."""
    params, who = step.act.params, step.act.who
    rounds, turns = number(params, "rounds"), number(params, "turns")
    until = Until(span="round", left=rounds) if rounds else None
    until = Until(span="turn", whose=who, left=turns) if turns else until
    name, toward = text(params, "name", "marked"), str(params.get("toward", ""))
    step.begin_condition(who, name, until=until, level=number(params, "level"), toward=toward)


def end_state(step: Step) -> None:
    """Every state of that name is over."""
    for condition in step.combat.conditions.on(step.act.who, str(step.act.params.get("name"))):
        step.end_condition(condition, "ended")


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
    _bookkeeping("lose", "less of something: hurt, spent, gone", "lost", _less),
    _bookkeeping("gain", "more of something, or something new", "gain-points", _more),
    _bookkeeping("begin", "a state begins: stunned, burning", "begin-state", _state),
    _bookkeeping("end", "a state is over", "end-state", _standing),
    _bookkeeping("go", "to another place", "change-zone", _zone),
)

WINDOWS = (
    Window(
        "answer", "an answer?", "answers", others, takes=("reaction",), passes=True, then=_lands
    ),
)

STAGES = (do_deed, lands, lost, gain_points, begin_state, end_state, change_zone)
