"""Active effects of an actor in Foundry: conditions that it begins with."""

from __future__ import annotations

import math

from domain.importers.document import Node
from domain.importers.roster_files.draft import Draft, take_name
from domain.rosters.combatants import Edge, State
from domain.rosters.draft import LONGEST_WORD

_SECONDS_OF_A_ROUND = 6
_EDGES: dict[str, Edge] = {
    "turnStart": "begin",
    "turnEnd": "end",
    "roundStart": "begin",
    "roundEnd": "end",
}
_OF_TURNS = ("turnStart", "turnEnd")
_CHANGES = "What it changes is not applied: numbers of the sheet stand as they are."


def take_effects(draft: Draft, effects: Node) -> None:
    """Take each effect that is on as a condition."""
    for effect in effects.parts():
        if effect.at("disabled").value is True:
            effect.left_out("It is switched off.")
        elif effect.at("duration", "expired").value is True:
            effect.left_out("It has ended.")
        else:
            _take_effect(draft, effect)


def _take_effect(draft: Draft, effect: Node) -> None:
    name_at = effect.first("name", "label")
    name = take_name(name_at, LONGEST_WORD)
    if not name:
        effect.left_out("It has no name, so no condition begins.")
        return
    name_at.imported(f"It begins with the condition {name}.")
    if effect.at("disabled").value is False:
        effect.at("disabled").imported("It is on.")
    draft.states.append(_with_duration(State(name), effect.at("duration")))
    effect.at("changes").excuse(_CHANGES)
    effect.at("origin").excuse("What it comes from is an item or a sheet of Foundry.")


def _with_duration(state: State, duration: Node) -> State:
    """Return a condition with its end, in the form to version 13 or that of version 14."""
    value, units = duration.at("value"), duration.at("units").words
    if value.number is not None:
        return _in_units(state, duration, value, units)
    rounds, turns = duration.at("rounds"), duration.at("turns")
    seconds = duration.at("seconds")
    for node, unit in ((rounds, "rounds"), (turns, "turns"), (seconds, "seconds")):
        if node.number:
            return _in_units(state, duration, node, unit)
    return state


def _in_units(state: State, duration: Node, value: Node, units: str) -> State:
    left = value.number or 0
    if units == "seconds":
        left, units = math.ceil(left / _SECONDS_OF_A_ROUND), "rounds"
    if units not in ("rounds", "turns") or not 0 < left <= 1_000_000:
        value.left_out("Its end is in no unit of a fight: end it by hand.")
        return state
    expiry = duration.at("expiry")
    edge = _EDGES.get(expiry.words, "end")
    if expiry.words in _EDGES:
        expiry.imported(f"It ends when this comes: {expiry.words}.")
    if duration.at("units").words:
        duration.at("units").imported("It says in what the number is counted.")
    turns = units == "turns" or expiry.words in _OF_TURNS
    value.interpreted(
        f"{state.name} lasts {left} {'turns' if turns else 'rounds'} from now on: the file"
        " does not say how many of them have passed."
    )
    return state._replace(left=left, span="turn" if turns else "round", edge=edge)
