"""Single changes of a timeline: pools, facts, conditions and the order, as a report says them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.rosters.known import NOTHING_KNOWN, KnownNames
from domain.timelines.conditions import Told, Translator
from domain.timelines.line import Line, Said, as_words
from domain.timelines.source_ids import SourceIds
from domain.timelines.source_state import SourceState, amount_after
from domain.timelines.translation import amounts, fact_name, fact_value, fit, pool_name, score

Change = dict[str, Any]


class Changes:
    """Translate changes of a source; the state is the one before the line.

    `known` are the names that the game declares, with the limits of its pools.
    """

    def __init__(
        self, state: SourceState, ids: SourceIds, known: KnownNames = NOTHING_KNOWN
    ) -> None:
        self.state, self.ids, self.known = state, ids, known
        self.conditions = Translator(state, ids)

    def of(self, line: Line) -> list[Change]:
        """Return what a line changes; nothing for a line that changes nothing here."""
        change = _CHANGES.get(line.k)
        return change(self, line) if change else []

    # --- pools and facts -------------------------------------------------------------------

    def pool(self, line: Line) -> list[Change]:
        """Return a change of a pool: by how much where the source says so, else to how much."""
        bearer = self.state.bearer(line.who)
        was = bearer["pools"].get(line.words("pool")) if bearer else None
        return [self.pool_change(line.who, line.words("pool"), was, amount_after(line, was), line)]

    def pool_change(
        self, who: str, name: str, was: Said | None, to: Said | None, line: Line | None = None
    ) -> Change:
        """Return the change of a pool from one amount to another; null: it is not there."""
        pool, key = pool_name(name)
        change: Change = {"what": "pool", "subject": self.ids.subject(who), "pool": pool}
        change |= {"key": key} if key else {}
        if to is None:
            return change | {"to": "none"}
        before, after = amounts(was or {}), amounts(to)
        delta = _delta(line, before["to"], after["to"]) if line else None
        if delta is not None:
            change["delta"] = delta
        elif after["to"] is not None:
            change["to"] = after["to"]
        for end in ("most", "least"):
            if before[end] != after[end]:
                change[end] = "none" if after[end] is None else after[end]
        return change

    def attr(self, line: Line) -> list[Change]:
        """Return a change of a fact."""
        return [self.fact_change(line.who, line.words("name"), line.get("to"))]

    def fact_change(self, who: str, name: str, value: Any) -> Change:
        """Return the change of a fact to a value; null is one that is gone."""
        of = self.ids.subject(who)
        return {"what": "fact", "of": of, "name": fact_name(name), "value": fact_value(value)}

    # --- conditions ------------------------------------------------------------------------

    def began(self, line: Line) -> list[Change]:
        """Return a condition that begins; one that stands under that id is as it is said now."""
        who, id, said = line.who, line.words("id"), line.get("cond")
        if (was := self.state.condition(line)) is not None:
            return self.condition_alters(who, id, was, said)
        return [self.condition_begins(who, id, said)]

    def condition_begins(self, who: str, id: str, said: Said) -> Change:
        """Return a condition of somebody that begins."""
        told = self.conditions.told(who, said)
        change: Change = {"what": "condition", "subject": self.ids.subject(who), "id": fit(id)}
        return change | {
            name: value for name, value in _as_said(told).items() if value not in ("", None, {})
        }

    def ended(self, line: Line) -> list[Change]:
        """Return a condition that ends."""
        said = self.state.condition(line) or {}
        return [self.condition_ends(line.who, line.words("id"), said)]

    def condition_ends(self, who: str, id: str, said: Said) -> Change:
        """Return the end of a condition of somebody who is there, or was until now."""
        about = {"what": "condition", "subject": self.ids.subject(who), "id": fit(id)}
        return about | {"name": fit(said.get("name")) or "condition", "begin": False}

    def ticked(self, line: Line) -> list[Change]:
        """Return a condition of which less, or more, is left."""
        return self._altered(line, {"remaining": line.get("to")})

    def changed(self, line: Line) -> list[Change]:
        """Return a condition of which anything else changed."""
        return self._altered(line, line.get("set"))

    def _altered(self, line: Line, said: Said) -> list[Change]:
        was = self.state.condition(line) or {}
        return self.condition_alters(line.who, line.words("id"), was, {**was, **said})

    def condition_alters(self, who: str, id: str, was: Said, now: Said) -> list[Change]:
        """Return the change of a condition from what was said of it to what is said now."""
        one, other = (self.conditions.told(who, said) for said in (was, now))
        said = _differences(one, other)
        about = {"what": "condition-change", "subject": self.ids.subject(who), "id": fit(id)}
        return [about | said] if said else []

    # --- the order -------------------------------------------------------------------------

    def order(self, line: Line) -> list[Change]:
        """Return who comes when; who never came stands in no order."""
        said = [each for each in line.get("order") if self.state.knows(who_of(each))]
        return [{"what": "order", "order": places(said, self.ids)}]


def who_of(place: Any) -> Any:
    """Return who stands in a place of an order."""
    return place[0] if isinstance(place, list) else place


def places(said: list[Any], ids: SourceIds) -> list[list[str | None]]:
    """Return the places of an order: who stands there, with the score or null."""
    pairs = (each if isinstance(each, list) else [each] for each in said)
    return [[ids.subject(as_words(who)), score(rest[0] if rest else None)] for who, *rest in pairs]


def _delta(line: Line, was: int | None, now: int | None) -> int | None:
    """Return by how much a pool changes, where the line says so or an act did it; else None."""
    if was is None or now is None:
        return None
    said = line.get("delta")
    if said is None:
        return now - was if line.get("by") else None
    return said if isinstance(said, int) and was + said == now else None


def _as_said(told: Told) -> Change:
    """Return what a command says of a condition that begins."""
    return {
        "name": told.name,
        "until": told.until,
        "level": told.level or None,
        "toward": told.toward,
        "source": told.source,
        "parent": told.parent,
        "concentration": told.concentration or None,
        "detail": dict(told.detail),
    }


def _differences(was: Told, now: Told) -> Change:
    """Return what a command says of a condition that changed."""
    said: Change = {
        part: getattr(now, part)
        for part in ("level", "toward", "source", "parent", "concentration")
        if getattr(was, part) != getattr(now, part)
    }
    said |= _duration(was, now)
    said |= {"called": now.name} if was.name != now.name else {}
    changed = {
        name: now.detail.get(name)
        for name in (*was.detail, *now.detail)
        if was.detail.get(name) != now.detail.get(name)
    }
    return said | ({"detail": changed} if changed else {})


def _duration(was: Told, now: Told) -> Change:
    if was.until == now.until:
        return {}
    if not now.span:
        return {"endless": True}
    same = was.span and was._replace(left=now.left).until == now.until
    return {"left": now.left} if same else {"until": now.until}


_CHANGES: Mapping[str, Callable[[Changes, Line], list[Change]]] = {
    "pool": Changes.pool,
    "attr": Changes.attr,
    "cond_began": Changes.began,
    "cond_ended": Changes.ended,
    "cond_ticked": Changes.ticked,
    "cond_changed": Changes.changed,
    "order": Changes.order,
}
