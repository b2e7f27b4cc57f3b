"""7: mana and ki passed on by contact: pushed to another, or pulled out of a battery."""

from __future__ import annotations

from domain.ruleset.params import number
from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Need, by_name
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.kaiser import checks, legality
from domain.step.step import Step

AT = {"mana": ("magic", "transfer"), "ki": ("spirit", "transfer ki")}
"""The condition, with its key, that lets somebody transfer it; its level is the round's limit."""


def pool_of(deed: Deed | Doing) -> str:
    """The pool of a transfer: the last word of its name."""
    return deed.manoeuvre.rpartition(" ")[2]


def most_per_round(scene: Scene, who: str, pool: str) -> int:
    """7: the limit of a round: MA of mana, less without gesture or voice; of ki the chakras."""
    name, key = AT[pool]
    return sum([c.level for c in scene.combat.conditions.on(who, name) if c.key == key][-1:])


def transferable(scene: Scene, who: str, pool: str) -> int:
    """7: the rest of the round's limit; pushed and pulled points count together."""
    return max(0, most_per_round(scene, who, pool) - scene.balance_of(who, "transferred", pool))


def _may_transfer(scene: Scene, deed: Deed) -> None:
    who, pool = deed.who, pool_of(deed)
    if not transferable(scene, who, pool):
        why = f"{pool} is passed on while one is at its transfer, up to a limit"
        passed, most = scene.balance_of(who, "transferred", pool), most_per_round(scene, who, pool)
        raise checks.refuse("7", why, Need("limit", f"{pool} passed on", who, most, passed, "<"))
    if scene.balance_of(deed.using or who, pool) < 1:
        why = f"{by_name(deed.using or who)} has no {pool} left to pass on"
        raise checks.refuse("7", why, Need("points", pool, deed.using or who, 1, 0, ">="))


# --- sources and receivers -----------------------------------------------------------------


def batteries(scene: Scene, pool: str) -> tuple[str, ...]:
    """The things that have been given a pool of it."""
    things = (m.subject for m in scene.combat.roster.present("thing"))
    return tuple(t for t in things if pool in scene.combat.pools.of.get(t, {}))


def _receivers(scene: Scene, deed: Deed) -> tuple[str, ...]:
    others = (w for w in scene.present() if w != deed.who)
    return (*others, *batteries(scene, pool_of(deed)))


def _sources(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """7: out of a battery; where the table plays it so, out of anybody else as well."""
    anybody, pool = scene.setting("pulled from") == "anybody", pool_of(deed)
    others = _receivers(scene, deed) if anybody else batteries(scene, pool)
    return tuple(w for w in others if scene.balance_of(w, pool) > 0)


def _amount(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """As much as the round still allows, and as there is where it comes from."""
    pool = pool_of(deed)
    source = scene.supply(deed.using or deed.who, pool)
    up_to = max(1, min(transferable(scene, deed.who, pool), source.left))
    return (Blank("amount", "number", (), 1, up_to, says=pool, supply=source),)


# --- stages --------------------------------------------------------------------------------


def push_points(step: Step) -> None:
    """7: Move points from the doer's pool to another's, by contact."""
    _flow(step, step.act.who, step.act.targets[0])


def pull_points(step: Step) -> None:
    """7: Move points from a battery into the doer's pool, by contact."""
    _flow(step, step.act.using, step.act.who)


def _flow(step: Step, of: str, to: str) -> None:
    who, pool, amount = step.act.who, pool_of(step.act), number(step.act.params, "amount")
    step.shift(of, pool, -amount)
    step.set_pool(who, "transferred", step.balance_of(who, "transferred", pool) + amount, pool)
    step.shift(to, pool, amount)


def _both_ways(pool: str) -> tuple[Manoeuvre, ...]:
    push, pull = f"pass {pool} on by contact", f"pull {pool} out of a battery by contact"
    given = {"blanks": _amount, "allows": _may_transfer}
    to = {"target": True, "targets": _receivers, "target_is": "somebody else, or a battery"}
    return (
        legality.swift_action(f"transfer {pool}", push, "7", "push points", **to, **given),
        legality.swift_action(f"pull {pool}", pull, "7", "pull points", usings=_sources, **given),
    )


MANOEUVRES = tuple(manoeuvre for pool in AT for manoeuvre in _both_ways(pool))

STAGES = (push_points, pull_points)
