"""Compare a `state` line, the source's own full state, with ours; write nothing.

Both are put into one form in our words: who is there by our ids, their pools with limits, their
conditions by the ids of the source, their facts, the order, and the clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.events.scores import score_text
from domain.ruleset.scene import TABLE_SUBJECT
from domain.state.combat import Combat
from domain.state.conditions import Condition
from domain.state.pools import Limits
from domain.state.roster import Member
from domain.timelines.changes import places
from domain.timelines.clock import CLOCK_FACT, Clock
from domain.timelines.conditions import Translator
from domain.timelines.line import Said, as_words
from domain.timelines.source_ids import SourceIds
from domain.timelines.source_state import plain
from domain.timelines.translation import (
    ROLE,
    SOURCE_ID,
    amounts,
    fact_name,
    fact_value,
    fit,
    kind_of,
    pool_name,
    told_role,
)

Form = dict[str, Any]
ANY = object()
"""What the source leaves open: whatever stands here is equal to it."""

ENDED = "(no longer there)"
"""The parent of a condition that went on after it."""


class Expected:
    """The state of a source in our words."""

    def __init__(self, ids: SourceIds, clock: Clock, conditions: Translator) -> None:
        self._ids, self._clock, self._conditions = ids, clock, conditions

    def form(self, state: Said) -> Form:
        """Return a `state` line in the form in which it is compared."""
        people = state.get("combatants") or {}
        order = state.get("order") or []
        return {
            "clock": self._clock_form(state.get("clock") or {}, order),
            "order": places(order, self._ids),
            "combatants": {
                self._ids.subject(who): self._one(who, said) for who, said in people.items()
            },
        }

    def _clock_form(self, clock: Said, order: list[Any]) -> Form:
        standing = self._clock.standing(clock, order)
        turn = standing.turn if standing.counted else ANY
        round_ = ANY if standing.round is None and standing.turn else standing.round
        return {"round": round_, "turn": turn, **standing.rest}

    def _one(self, who: str, said: Said) -> Form:
        subject = self._ids.subject(who)
        return {
            "name": fit(said.get("name")) or subject,
            "kind": kind_of(said.get("role")),
            "role": told_role(said.get("role")),
            "side": fit(said.get("side")),
            "pools": _pools(said.get("pools") or {}),
            "conditions": {
                fit(id): self._condition(who, cond)
                for id, cond in (said.get("conds") or {}).items()
            },
            "facts": _facts(said.get("attrs") or {}),
        }

    def _condition(self, who: str, said: Said) -> Form:
        told = self._conditions.told(who, said)
        form, detail = told._asdict(), dict(told.detail)
        hangs = detail.pop("parent", None) is not None
        form["parent"] = told.parent or (ENDED if hangs else "")
        return _with_people(form, detail, self._ids)


def _pools(said: Mapping[str, Any]) -> Form:
    return {
        "/".join(filter(None, pool_name(name))): amounts(amount)
        for name, amount in said.items()
        if amount is not None
    }


def _facts(said: Mapping[str, Any]) -> Form:
    known = ((fact_name(name), fact_value(value)) for name, value in said.items())
    return {name: value for name, value in known if value is not None}


def _with_people(form: Form, detail: Form, ids: SourceIds) -> Form:
    """Return a condition with those whom it names by our ids, also where a detail names them."""
    for part in ("source", "toward", "whose"):
        if (named := detail.pop(part, None)) is not None:
            form[part] = ids.known(named)
    return {**form, "detail": plain(detail)}


# --- ours --------------------------------------------------------------------------------------


def our_form(combat: Combat, ids: SourceIds) -> Form:
    """Return the state of a combat in the form in which it is compared."""
    order = combat.clock.orders.get("order")
    line = [place for group in order.places() for place in group] if order else []
    return {
        "clock": _our_clock(combat),
        "order": [[who, None if score is None else score_text(score)] for who, score in line],
        "combatants": {
            m.subject: _member(combat, m, ids) for m in combat.roster.members.values() if m.here
        },
    }


def _our_clock(combat: Combat) -> Form:
    span = combat.clock.span("round")
    facts = combat.facts.of.get(TABLE_SUBJECT, {})
    rest = {
        name.removeprefix(CLOCK_FACT).removesuffix(">"): value
        for name, value in facts.items()
        if name.startswith(CLOCK_FACT) and value is not None
    }
    return {"round": int(span.name) if span else None, "turn": combat.clock.actors, **rest}


def _member(combat: Combat, member: Member, ids: SourceIds) -> Form:
    facts = our_facts(combat, member)
    role = facts.pop(ROLE, "")
    facts.pop(SOURCE_ID, None)
    conditions = combat.conditions.on(member.subject)
    return {
        "name": member.name,
        "kind": member.kind,
        "role": role,
        "side": member.side,
        "pools": _our_pools(combat, member.subject),
        "conditions": {(c.external or c.id): _our_condition(combat, c, ids) for c in conditions},
        "facts": facts,
    }


def our_facts(combat: Combat, member: Member) -> dict[str, Any]:
    """Return the facts of a member: as the sheet has them, until they are set."""
    facts: dict[str, Any] = {
        name: v for name, v in member.traits.items() if not name.startswith("pool/")
    }
    for key, value in combat.facts.of.get(member.subject, {}).items():
        facts[key.removesuffix(">")] = value
    return {name: value for name, value in facts.items() if value is not None}


def _our_pools(combat: Combat, who: str) -> Form:
    held, limits = combat.pools.of.get(who, {}), combat.pools.limits.get(who, {})
    return {
        name: {"to": held.get(name), **_ends(limits.get(name, Limits()))}
        for name in dict.fromkeys((*held, *limits))
    }


def _ends(limits: Limits) -> dict[str, int | None]:
    return {"most": limits.most, "least": limits.least}


def _our_condition(combat: Combat, condition: Condition, ids: SourceIds) -> Form:
    until = condition.until
    timed = until is not None and until.span in ("round", "turn")
    detail = dict(condition.detail)
    form = {
        "name": condition.name,
        "span": until.span if until and timed else "",
        "left": condition.left if timed else 0,
        "whose": until.whose if until and timed else "",
        "edge": until.edge if until and timed else "end",
        "level": condition.level,
        "toward": condition.toward,
        "source": condition.source,
        "parent": _our_parent(combat, condition, detail.pop("parent", None)),
        "concentration": condition.concentration,
    }
    return _with_people(form, detail, ids)


def _our_parent(combat: Combat, condition: Condition, said: Any) -> str:
    """Return by its id in the source with what a condition ends, if that stands."""
    for other in combat.conditions.all.values():
        member = combat.roster.get(other.subject)
        named = other.id == condition.parent or (said is not None and other.external == str(said))
        if named and member is not None and member.here:
            return other.external or other.id
    return ENDED if condition.parent or said is not None else ""


# --- differences ---------------------------------------------------------------------------------


def differences(expected: Any, ours: Any, at: str = "") -> Iterator[str]:
    """Yield every difference by its name, such as `combatants.kara.pools.hp.to`."""
    if isinstance(expected, Mapping) and isinstance(ours, Mapping):
        for name in dict.fromkeys((*expected, *ours)):
            inside = f"{at}.{name}" if at else str(name)
            yield from differences(expected.get(name), ours.get(name), inside)
    elif expected is not ANY and not _equal(expected, ours):
        yield f"{at} is {_said(expected)} in the source, and {_said(ours)} here"


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    return bool(plain(one) == plain(other))


def _said(value: Any) -> str:
    return "missing" if value is None else as_words(value)
