"""Commands of a roster: joins, with sheets in the form of any game, and conditions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain import commands as c
from domain.rosters.combatants import Amount, Combatant, State
from domain.rosters.names import id_after


def joins(combatants: Iterable[Combatant], here: Iterable[str] = ()) -> list[c.Join]:
    """Return a join for each combatant, with an id that nobody `here` has.

    Conditions and dice are in no sheet: they follow in the log.
    """
    taken, found = set(here), []
    for each in combatants:
        taken.add(subject := id_after(each.name, taken))
        note = "; ".join(each.notes) or None
        found.append(
            c.Join(
                subject=subject,
                name=each.name,
                side=each.side,
                hidden=each.hidden,
                traits=within_most(sheet(each), subject)[0],
                note=note,
            )
        )
    return found


def set_above_most(combatant: Combatant, subject: str) -> c.Report | None:
    """Return the report that sets pools of somebody who joined above their most; None for none."""
    _, changes = within_most(sheet(combatant), subject)
    said = {"source": "roster", "id": subject, "changes": changes}
    note = f"As line {combatant.line} of the roster says."
    return c.Report.model_validate({**said, "note": note}) if changes else None


def within_most(
    traits: dict[str, Any], subject: str
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a sheet whose pools hold no more than their most, and the changes up to what they do.

    No sheet may begin above the most of a pool, but a text may say so.
    """
    changes: list[dict[str, Any]] = []

    def trimmed(pool: str, parts: Any) -> Any:
        most = parts.get("most") if isinstance(parts, dict) else None
        if most is None or parts["current"] <= most:
            return parts
        change = {"what": "pool", "subject": subject, "pool": pool}
        changes.append({**change, "to": parts["current"], "most": most})
        return {**parts, "current": most}

    found = {name: trimmed(name, parts) for name, parts in traits.items() if name != "pools"}
    if pools := traits.get("pools"):
        found["pools"] = {name: trimmed(name, parts) for name, parts in pools.items()}
    return found, changes


def begin_conditions(combatant: Combatant, subject: str) -> list[dict[str, Any]]:
    """Return commands that begin the conditions of somebody who joined, as JSON."""
    states = (*combatant.states, *([State("dead")] if combatant.dead else []))
    note = f"As line {combatant.line} of the roster says."
    found = []
    for state in states:
        change: dict[str, Any] = {"what": "condition", "subject": subject, "name": state.name}
        if state.level:
            change["level"] = state.level
        if state.left is not None:
            change["until"] = {"span": state.span, "left": state.left}
        found.append({"type": "adjust", "note": note, "change": change})
    return found


def sheet(combatant: Combatant) -> dict[str, Any]:
    """Return the sheet of a combatant: only what the text says."""
    said: dict[str, Any] = {}
    if combatant.hp is not None:
        # `hp` alone is full as a bare number; a pool of another name has no most then.
        full = combatant.hp == Amount(combatant.hp.current, combatant.hp.current)
        said["hp"] = combatant.hp.current if full else _parts(combatant.hp)
    if combatant.pools:
        said["pools"] = {name: _pool(amount) for name, amount in combatant.pools.items()}
    if combatant.score is not None:
        whole = combatant.score == combatant.score.to_integral_value()
        said["score"] = int(combatant.score) if whole else str(combatant.score)
    named = {"ac": combatant.ac, "initiative": combatant.bonus, "pc": combatant.played}
    said |= {name: value for name, value in named.items() if value is not None}
    return dict(combatant.facts) | said


def _pool(amount: Amount) -> int | dict[str, int]:
    """Return a pool by its parts, or as a number where nothing else is said."""
    parts = _parts(amount)
    return parts if len(parts) > 1 else amount.current


def _parts(amount: Amount) -> dict[str, int]:
    parts = {"current": amount.current, "most": amount.most, "temporary": amount.temporary or None}
    return {name: value for name, value in parts.items() if value is not None}
