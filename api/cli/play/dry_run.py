"""Dry run of a command: what it would change, and who has to agree; then the command itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from api.cli.client.commands import Answer, confirm
from api.cli.client.output import Json, styled_text, table
from api.client import Combat

_COLOURS = {"falls": "red", "dropped": "red", "changed": "yellow", "stopped": "magenta"}


def try_and_do(
    combat: Combat, command: Json, says: Callable[[Json], str], *, dry_run: bool, yes: bool
) -> Answer:
    """Show what a command would do, ask a person at a terminal, and do it from that head alone."""
    found, head = combat.dry_run(command)
    if dry_run:
        return found, [*preview_lines(found), "Nothing was changed."]
    confirm("Do it?", yes, preview_lines(found))
    # From the head that it was tried at: nobody else's step is undone.
    done = combat.send(command, head=head)
    return done, [says(done)]


def preview_lines(found: Json) -> Iterator[Any]:
    """Yield what commands would change, and who has to agree."""
    yield from table(("step", "entry", "verdict", "what"), _steps(found["steps"]))
    yield from change_table(found["changes"])
    if found["needs_dice"]:
        yield "What follows depends on dice that have not fallen."
    if receipt := found["receipt"]:
        yield from (f"Must agree: {one['who']} ({one['why']})" for one in receipt["must"])
        if any(cost := receipt["cost"].values()):
            yield "Cost: {} decisions, {} dice, {} other people, {} things learned".format(*cost)
        yield receipt["barred"] or receipt["advice"]


def _steps(steps: list[Json]) -> Iterator[tuple[Any, ...]]:
    """Yield what becomes of every step, and why."""
    from projections.wording.game_words import with_rule

    for step in steps:
        verdict = f"{step['verdict']}, {step['reason']}" if step["reason"] else step["verdict"]
        said = styled_text(verdict, _COLOURS.get(step["verdict"], ""))
        did = "; ".join(step["was"] or step["becomes"]) or "-"
        yield str(step["step"] or "new"), step["number"] or "", said, did
        if step["verdict"] == "changed":
            yield "", "", "now", "; ".join(step["becomes"]) or "-"
        if step["why"]:
            yield "", "", "", with_rule(step["why"], step["clause"], step["clause_title"])


def change_table(changes: list[Json]) -> Iterator[Any]:
    """Yield the table of what stands differently."""
    yield from table({"who": "name", "what": "says", "was": "was", "becomes": "becomes"}, changes)


_ENDS = {"refuse": "It was refused.", "block": "It was refused.", "withdraw": "It was withdrawn."}


def outcome_of(said: Json, agreed: str, meanwhile: str) -> str:
    """Return what became of a request: whom it waits for meanwhile, or how it ended."""
    event = said["entries"][0]["event"] if said["entries"] else {}
    if must := event.get("must"):
        return f"It is asked for, and waits for {', '.join(must)}; {meanwhile}."
    moved = any(entry["type"] == "combat.rewound/1" for entry in said["entries"])
    if moved or must is not None:
        return f"All have agreed: {agreed}."
    return _ENDS.get(event.get("choice", ""), "It is noted.")
