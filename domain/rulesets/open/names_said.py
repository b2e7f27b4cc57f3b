"""Names that a preset gives, where a deed says them: `cost hit points` is `cost hp`.

Only what is then among the choices is put in place of what was said; any other name stays, so that
it is refused as it was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.ruleset.ruleset import Params
from domain.ruleset.scene import Scene

from .pools import COST, THEIR, all_pools, own_pools, pool_meant
from .presets.preset import NO_PRESET, preset_of
from .states import standing, states


def params_meant(scene: Scene, who: str, manoeuvre: str, params: Params) -> Params:
    """Return what a deed says with the game's own names of pools and states."""
    if preset_of(scene) == NO_PRESET:
        return params
    meant = dict(params)
    for name in params:
        own = _blank_meant(scene, who, name)
        if own not in meant:
            meant[own] = meant.pop(name)
    chosen = dict(_chosen(scene, who, manoeuvre))
    for name in chosen.keys() & meant.keys():
        meant[name] = _value_meant(scene, who, meant[name], chosen[name])
    return meant


def _blank_meant(scene: Scene, who: str, name: str) -> str:
    """Return the blank of a cost, or of what is taken, that a name means."""
    for first, pools in ((COST, own_pools(scene, who)), (THEIR, all_pools(scene))):
        if name.startswith(first):
            return first + str(_value_meant(scene, who, name.removeprefix(first), pools))
    return name


def _chosen(scene: Scene, who: str, manoeuvre: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the blanks of a manoeuvre that choose among pools or states, and what they list."""
    if manoeuvre == "lose":
        yield "pool", own_pools(scene, who)
    elif manoeuvre in ("change", "end"):
        yield "name", tuple(standing(scene, who))
    elif manoeuvre == "begin":
        yield "while", states(scene)


def _value_meant(scene: Scene, who: str, said: Any, values: tuple[str, ...]) -> Any:
    """Return the one of some pools or states that was meant; else what was said."""
    if said in values or not isinstance(said, str):
        return said
    return next((each for each in _own_names(scene, who, said) if each in values), said)


def _own_names(scene: Scene, who: str, said: str) -> Iterator[str]:
    """Yield the names of a pool or state that something said may mean: also `Fog of ana`."""
    pool, key = pool_meant(scene, who, said)
    yield f"{pool}/{key}" if key else pool
    yield scene.rules.condition_meant(said)
    state, of, bearer = said.rpartition(" of ")
    yield f"{scene.rules.condition_meant(state)}{of}{bearer}"
