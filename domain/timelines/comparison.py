"""Compare a `state` line, the source's own full state, with ours; write nothing.

Both are put into one form in our words: who is there by our ids, their pools with limits, their
conditions by the ids of the source, their facts, the order, and the clock.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from domain.events.scores import score_text
from domain.ruleset.scene import TABLE_SUBJECT
from domain.state.combat import Combat
from domain.state.conditions import Condition
from domain.state.pools import Limits
from domain.state.roster import Member
from domain.timelines.clock import CLOCK_FACT
from domain.timelines.line import as_words
from domain.timelines.source_ids import SourceIds
from domain.timelines.source_state import plain
from domain.timelines.translation import ROLE, SOURCE_ID, in_words

Form = dict[str, Any]


class Some(dict[str, Any]):
    """Parts of a state of which only some are compared: those that the source ever says."""

    def __init__(self, said: Mapping[str, Any], only: Collection[str]) -> None:
        super().__init__(said)
        self.only = only


ANY = object()
"""What the source leaves open: whatever stands here is equal to it."""

ENDED = "(no longer there)"
"""The parent of a condition that went on after it."""


def with_people(form: Form, detail: Form, ids: SourceIds) -> Form:
    """Return a condition with those whom it names by our ids, also where a detail names them."""
    for part in ("source", "toward", "whose"):
        if (named := detail.pop(part, None)) is not None:
            form[part] = ids.known(named)
    return {**form, "detail": detail}


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
    return with_people(form, detail, ids)


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
        named = (*expected, *ours)
        if isinstance(expected, Some):
            named = tuple(name for name in named if name in expected.only)
        for name in dict.fromkeys(named):
            inside = f"{at}.{name}" if at else str(name)
            yield from differences(expected.get(name), ours.get(name), inside)
    elif expected is not ANY and not _equal(expected, ours):
        yield f"{at} is {_said(expected)} in the source, and {_said(ours)} here"


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    return bool(plain(one) == plain(other))


def _said(value: Any) -> str:
    """Return a value as people read it; of what has parts, only whether it is there."""
    if value is None:
        return "missing"
    if isinstance(value, Mapping):
        return "present"
    if isinstance(value, list | tuple):
        return ", ".join(map(_place, value)) or "nobody"
    return in_words(value) or "empty"


def _place(value: Any) -> str:
    """Return somebody, or a place in an order with its score."""
    return " ".join(filter(None, map(as_words, value if isinstance(value, list) else [value])))
