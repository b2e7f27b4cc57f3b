"""What stands differently at one moment than at another, of one combat or of two of one game.

A pure difference, as one viewer sees both. Nothing hidden from the viewer is in either, so that it
cannot be in the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple

from domain.ruleset.ruleset import Ruleset
from domain.state.combat import Combat
from projections.state.action_points import balance
from projections.state.conditions import conditions
from projections.state.positions import places, ties
from projections.state.turn_order import in_order, stretches
from projections.visibility.snapshot import Moment
from projections.wording.game_words import label, name_of, pool_word, word


class Change(NamedTuple):
    """One thing that stands differently, in words before and after; balances in displayed points.

    `who` and `toward` are whose it is and whom it is toward (nobody's for what is the table's own),
    `name` what they are called, `what` the name that the rules know it by, and `says` what people
    call it.
    """

    kind: Literal["presence", "pool", "condition", "fact", "place", "order", "clock", "times"]
    who: str
    name: str
    what: str
    says: str
    becomes: str
    was: str = ""
    toward: str = ""


_Key = tuple[str, ...]
_Things = Mapping[_Key, Change]
"""What stands at a moment, as changes from nothing."""


def changes(was: Moment, becomes: Moment, rules: Ruleset) -> tuple[Change, ...]:
    """Everything that stands differently at one moment than at another.

    What no entry between them has touched is the same object in both, and is not gone through.
    """
    found: list[Change] = []
    for nothing, facet, look in _LOOKS:
        if any(a is not b for a, b in zip(facet(was), facet(becomes), strict=True)):
            found += _differences(nothing, look(was, rules), look(becomes, rules))
    return tuple(found)


def _differences(nothing: str, before: _Things, after: _Things) -> Iterator[Change]:
    """Each thing in which two moments differ; a moment that has none of it has `nothing`."""
    for key, it in {**before, **after}.items():
        one, other = (side[key].becomes if key in side else nothing for side in (before, after))
        if one != other:
            yield it._replace(was=one, becomes=other)


# --- what there is to look at --------------------------------------------------------------


def _present(moment: Moment, rules: Ruleset) -> _Things:
    return {
        (m.subject,): Change(
            "presence", m.subject, m.name, "here", "is", "here" if m.here else "not here"
        )
        for m in moment.combat.roster.members.values()
    }


def _pools(moment: Moment, rules: Ruleset) -> _Things:
    found, name = dict[_Key, Change](), name_of(moment.combat)
    for who, pools in moment.combat.pools.of.items():
        for pool in pools:
            kind, _, key = pool.partition("/")
            left, says = balance(moment, rules, who, kind, key), pool_word(rules, kind, key)
            found[who, pool] = Change("pool", who, name(who), pool, says, left.points)
    return found


def _conditions(moment: Moment, rules: Ruleset) -> _Things:
    """By what they are and which of those that are alike: ids are each combat's own."""
    found, alike = dict[_Key, Change](), Counter[_Key]()
    for stricken in conditions(moment, rules):
        for one in stricken.conditions:
            key = stricken.who, one.condition, one.key, one.at, one.toward
            alike[key] += 1
            stands, names = f"level {one.level}" if one.level else "yes", stricken[:2]
            row = Change("condition", *names, one.condition, one.says, stands, toward=one.toward)
            found[*key, str(alike[key])] = row
    return found


def _facts(moment: Moment, rules: Ruleset) -> _Things:
    return {
        (tie.of, tie.fact, tie.toward): Change(
            "fact",
            tie.of,
            f"{tie.name} – {tie.toward_name}" if tie.toward else tie.name,
            tie.fact,
            tie.says,
            str(tie.value),
            toward=tie.toward,
        )
        for tie in ties(moment, rules)
    }


def _places(moment: Moment, rules: Ruleset) -> _Things:
    return {
        (p.who,): Change("place", p.who, p.name, "place", "at", p.place)
        for p in places(moment, rules)
    }


def _order(moment: Moment, rules: Ruleset) -> _Things:
    order = ", ".join(in_order(moment.combat, rules))
    return {(): Change("order", "", "", "order", "the order", order)} if order else {}


def _clock(moment: Moment, rules: Ruleset) -> _Things:
    path = " > ".join(stretches(moment.combat, rules))
    return {(): Change("clock", "", "", "clock", "the clock", path)} if path else {}


def _times(moment: Moment, rules: Ruleset) -> _Things:
    """How often each manoeuvre was done in a stretch: what may be done once is used up by that."""
    found, name = dict[_Key, Change](), name_of(moment.combat)
    for span, counts in moment.combat.exchange.counts.items():
        for did, times in counts.items():
            who, _, manoeuvre = did.partition(" ")
            says = f"{label(manoeuvre)}, times in the {word(rules, span)}"
            found[span, did] = Change("times", who, name(who), manoeuvre, says, str(times))
    return found


_Facet = Callable[[Moment], tuple[object, ...]]
_Look = Callable[[Moment, Ruleset], _Things]


def _of(*parts: Callable[[Combat], object]) -> _Facet:
    return lambda moment: tuple(part(moment.combat) for part in parts)


_LOOKS: tuple[tuple[str, _Facet, _Look], ...] = (
    ("not here", _of(lambda c: c.roster.members), _present),
    ("between two", _of(lambda c: c), _clock),
    ("0", lambda moment: (moment.combat.pools.of, moment.doubted), _pools),
    ("no", _of(lambda c: c.conditions), _conditions),
    ("as usual", _of(lambda c: c.facts), _facts),
    ("nowhere", _of(lambda c: c.places, lambda c: c.facts), _places),
    ("not set", _of(lambda c: c), _order),
    ("0", _of(lambda c: c.exchange.counts), _times),
)
"""Each kind: how none of it reads, what of a moment it is made of, and how it is read off that."""
