"""The state of a fight in records of Avrae: their data, and the list of initiative beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.events.measures import MOST_POINTS
from domain.importers.fight_files.init_list_text import pools_of, rows
from domain.importers.fight_files.snapshots import State, clock_of, combatant
from domain.importers.json_text import as_list

_SHOWN = ("ac", "private", "notes", "type")
_SIDES = {"player": "players", "monster": "monsters"}
_EFFECT = ("desc", "effects", "end_round", "children")


def state_of(data: Mapping[str, Any], listed: str) -> State:
    """Return the state that an event shows: what its data says, and hit points of the list."""
    people = list(_people(as_list(data.get("combatants"))))
    shown = {row.name: row for row in rows(listed.splitlines())}
    combatants = {
        str(one["id"]): _one(one, shown.get(str(one.get("name"))), group) for one, group in people
    }
    return {
        "clock": _clock(data, people),
        "order": [[str(one["id"]), one.get("init")] for one, _ in people],
        "combatants": combatants,
    }


def _people(said: list[Any], group: str = "") -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield everybody who has an id, those of groups as well, with the name of their group."""
    for one in said:
        if not isinstance(one, Mapping) or "id" not in one:
            continue
        if isinstance(one.get("combatants"), list):
            score = {"init": one.get("init")}
            inside = [{**each, **score} for each in one["combatants"] if isinstance(each, Mapping)]
            yield from _people(inside, str(one.get("name") or "group"))
        else:
            yield one, group


def _clock(data: Mapping[str, Any], people: list[tuple[Mapping[str, Any], str]]) -> State:
    clock = {"round": data.get("round"), "turn": data.get("turn")}
    current = data.get("current")
    said = as_list(data.get("combatants"))
    if isinstance(current, int) and 0 <= current < len(said):
        inside = [str(one["id"]) for one, _ in _people([said[current]])]
        clock["current"] = inside[0] if len(inside) == 1 else inside or None
    return clock_of({name: value for name, value in clock.items() if value is not None})


def _one(said: Mapping[str, Any], shown: Any, group: str) -> State:
    one = combatant(str(said.get("name") or said["id"]), "unit", _SIDES.get(str(said.get("type"))))
    one["pools"] = _pools(said) or (pools_of(shown.health) if shown else {})
    if shown and shown.health and not one["pools"] and shown.health != "None":
        one["attrs"]["health"] = shown.health
    one["attrs"] |= {name: said[name] for name in _SHOWN if said.get(name) not in (None, "")}
    one["attrs"] |= {"group": group} if group else {}
    for effect in as_list(said.get("effects")):
        if isinstance(effect, Mapping):
            one["conds"][str(effect.get("id") or effect.get("name"))] = _effect(effect)
    return one


def _pools(said: Mapping[str, Any]) -> State:
    pools: State = {}
    if isinstance(said.get("hp"), int):
        pools["hp"] = {"cur": said["hp"], "max": said.get("max_hp")}
    if said.get("temp_hp"):
        pools["temp hp"] = {"cur": said["temp_hp"], "max": None}
    return pools


def _effect(said: Mapping[str, Any]) -> State:
    """Return an effect: it lasts until the end of a round, or of somebody's turn."""
    effect: State = {"name": said.get("name") or "effect"}
    lasts = said.get("duration")
    if isinstance(lasts, int | float) and 0 <= lasts <= MOST_POINTS:
        turn = said.get("tick_on_combatant_id")
        effect |= {"remaining": int(lasts), "unit": "turns" if turn else "rounds"}
        effect |= {"whose": str(turn)} if turn else {}
        effect |= {"edge": "end" if said.get("end_on_turn_end") else "begin"} if turn else {}
    if said.get("concentration"):
        effect["concentration"] = True
    parent = said.get("parent")
    if isinstance(parent, Mapping):
        effect["parent"] = str(parent.get("effect_id"))
    return effect | {name: said[name] for name in _EFFECT if said.get(name)}
