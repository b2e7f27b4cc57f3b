"""Commands of a roster: joins, with sheets in the form of any game, and conditions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain import commands as c
from domain.rosters.combatants import Amount, Combatant, State
from domain.rosters.known import NOTHING_KNOWN, KnownNames
from domain.rosters.names import id_after


def joins(
    combatants: Iterable[Combatant], here: Iterable[str] = (), known: KnownNames = NOTHING_KNOWN
) -> list[c.Join]:
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
                traits=within_limits(sheet(each), subject, known)[0],
                note=note,
            )
        )
    return found


def set_beyond_limits(
    combatant: Combatant, subject: str, known: KnownNames = NOTHING_KNOWN
) -> c.Report | None:
    """Return the report that sets pools of a newcomer beyond their limits; None for none."""
    _, changes = within_limits(sheet(combatant), subject, known)
    said = {"source": "roster", "id": subject, "changes": changes}
    note = f"As line {combatant.line} of the roster says."
    return c.Report.model_validate({**said, "note": note}) if changes else None


def within_limits(
    traits: dict[str, Any], subject: str, known: KnownNames = NOTHING_KNOWN
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a sheet whose pools are within their limits, and the changes to what they hold.

    No sheet may begin beyond the limits of a pool, its own or those that the game declares, but a
    text may say so.
    """
    changes: list[dict[str, Any]] = []

    def trimmed(pool: str, parts: Any) -> Any:
        own = parts if isinstance(parts, dict) else {"current": parts}
        said, holds = {**known.limits(pool), **own}, own.get("current")
        limits = {end: said[end] for end in ("least", "most") if end in said}
        if type(holds) is not int or (nearest := _nearest(holds, **limits)) == holds:
            return parts
        # Of somebody hidden, the limits of the sheet are not known before it is seen.
        about = {"what": "pool", "subject": subject, "pool": pool}
        changes.append({**about, "to": holds, **limits})
        return {**own, "current": nearest}

    found = {name: trimmed(name, parts) for name, parts in traits.items() if name != "pools"}
    if pools := traits.get("pools"):
        found["pools"] = {name: trimmed(name, parts) for name, parts in pools.items()}
    return found, changes


def _nearest(holds: int, least: int | None = None, most: int | None = None) -> int:
    """Return what is nearest to an amount within limits, where there are any."""
    holds = holds if most is None else min(holds, most)
    return holds if least is None else max(holds, least)


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
