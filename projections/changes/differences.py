"""What stands differently at one moment than at another, of one combat or of two of one game.

A pure difference, as one viewer sees both. Nothing hidden from the viewer is in either, so that it
cannot be in the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Literal, NamedTuple, get_args

from domain.ruleset.ruleset import Ruleset
from domain.state.exchange import CountedIn
from projections.state.conditions import conditions
from projections.state.pools import pool_row
from projections.state.positions import places, ties
from projections.state.turn_order import in_order, stretches
from projections.visibility.snapshot import Moment
from projections.wording.game_words import name_of, pool_points, pool_word, word
from projections.wording.reports import missing_words


class Change(NamedTuple):
    """One thing that stands differently, in words before and after; balances in displayed points.

    `who` and `toward` are whose it is and whom it is toward (nobody's for what is the table's own),
    `name` what they are called, `what` the name that the rules know it by, and `says` what people
    call it.
    """

    kind: Literal[
        "presence", "pool", "limit", "condition", "fact", "place", "order", "clock", "times", "gap"
    ]
    who: str
    name: str
    what: str
    says: str
    becomes: str
    was: str = ""
    toward: str = ""
    toward_name: str = ""


_Key = tuple[str, ...]
_Things = Mapping[_Key, Change]
"""What stands at a moment, as changes from nothing."""


def changes(was: Moment, becomes: Moment, rules: Ruleset) -> tuple[Change, ...]:
    """Everything that stands differently at one moment than at another.

    What no entry between them has touched is the same object in both, and is not gone through.
    """
    found: list[Change] = []
    for facets, look in _LOOKS:
        if any(part(was) is not part(becomes) for part in map(attrgetter, facets)):
            found += look(was, becomes, rules)
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


def _pools(was: Moment, becomes: Moment, rules: Ruleset) -> Iterator[Change]:
    """Pools of those whose pools were touched: a crowd has many, and an act touches few."""
    before, after = was.combat.pools.of, becomes.combat.pools.of
    everybody = dict.fromkeys((*before, *after))
    if was.doubted is becomes.doubted:
        everybody = {who: None for who in everybody if before.get(who) is not after.get(who)}
    sides = (_pools_of(everybody, moment, rules) for moment in (was, becomes))
    return _differences("0", *sides)


def _pools_of(subjects: Iterable[str], moment: Moment, rules: Ruleset) -> _Things:
    found, name = dict[_Key, Change](), name_of(moment.combat)
    for who in subjects:
        for pool in moment.combat.pools.of.get(who, {}):
            kind, _, key = pool.partition("/")
            row = pool_row(moment, rules, (who, name(who)), kind, key)
            says = pool_word(rules, kind, key)
            found[who, pool] = Change("pool", who, row.name, pool, says, row.left)
    return found


def _limits(moment: Moment, rules: Ruleset) -> _Things:
    """The least and the most of each pool that has any."""
    found, name = dict[_Key, Change](), name_of(moment.combat)
    for who, pools in moment.combat.pools.limits.items():
        for pool, limits in pools.items():
            kind, _, key = pool.partition("/")
            for end, value in limits._asdict().items():
                if value is not None:
                    says = f"{end} {pool_word(rules, kind, key)}"
                    shown = pool_points(rules, kind, value)
                    found[who, pool, end] = Change("limit", who, name(who), pool, says, shown)
    return found


def _conditions(moment: Moment, rules: Ruleset) -> _Things:
    """By what they are and which of those that are alike: ids are each combat's own."""
    found, alike = dict[_Key, Change](), Counter[_Key]()
    for stricken in conditions(moment, rules):
        for one in stricken.conditions:
            key = stricken.who, one.condition, one.key, one.at, one.toward
            alike[key] += 1
            level, names = f"level {one.level}" if one.level else "", stricken[:2]
            detail = ", ".join(f"{name} {value}" for name, value in one.detail.items())
            stands = ", ".join(filter(None, (level, one.remaining, detail))) or "yes"
            row = Change("condition", *names, one.condition, one.says, stands)
            row = row._replace(toward=one.toward, toward_name=one.toward_name)
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
            toward_name=tie.toward_name,
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


def _gaps(moment: Moment, rules: Ruleset) -> _Things:
    """What was not logged, gap by gap."""
    known = moment.combat.reported.gaps
    rows = (Change("gap", "", "", "gap", missing_words(*gap), "yes") for gap in known)
    return {(str(nth),): row for nth, row in enumerate(rows)}


def _times(was: Moment, becomes: Moment, rules: Ruleset) -> Iterator[Change]:
    """How often each manoeuvre was done in a stretch: what may be done once is used up by that.

    Only what was done more or less often is put in words: whoever steps on waits for this.
    """
    exchanges = was.combat.exchange, becomes.combat.exchange
    for span in get_args(CountedIn):
        before, after = (exchange.counts(span) for exchange in exchanges)
        for did in {**before, **after}:
            if (one := before.get(did, 0)) != (other := after.get(did, 0)):
                who, _, manoeuvre = did.partition(" ")
                name = name_of((becomes if did in after else was).combat)
                says = f"{manoeuvre}, times in the {word(rules, span)}"
                yield Change("times", who, name(who), manoeuvre, says, str(other), str(one))


_Look = Callable[[Moment, Moment, Ruleset], Iterator[Change]]


def _each(nothing: str, look: Callable[[Moment, Ruleset], _Things]) -> _Look:
    """Look at two moments one by one; where there is none of it, it reads as `nothing`."""
    return lambda was, becomes, rules: _differences(nothing, look(was, rules), look(becomes, rules))


_LOOKS: tuple[tuple[tuple[str, ...], _Look], ...] = (
    (("combat.roster.members",), _each("not here", _present)),
    (("combat.clock", "combat.roster.members"), _each("between two", _clock)),
    (("combat.pools.of", "doubted"), _pools),
    (("combat.pools.limits",), _each("no limit", _limits)),
    (("combat.conditions",), _each("no", _conditions)),
    (("combat.facts",), _each("as usual", _facts)),
    (("combat.places", "combat.facts"), _each("nowhere", _places)),
    (("combat",), _each("not set", _order)),
    (("combat.exchange.counts",), _times),
    (("combat.reported.gaps",), _each("no", _gaps)),
)
"""Each kind: what of a moment it is made of, and how two moments differ in it."""
