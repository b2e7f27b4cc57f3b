"""How everybody stands, the worst first: who cannot act, who is hurt, who is well.

What a game, a preset or the table calls hit points or life is life. Of somebody without any such
pool, what was lost and never comes back by itself is taken for it: action points are filled again
each turn, blood is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import ABLE_KINDS, Scene
from domain.state.pools import pool_key
from domain.state.roster import Member
from projections.state.conditions import StandingCondition, conditions
from projections.state.pools import known_left
from projections.visibility.snapshot import Moment
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import pool_points, pool_word, rule

CLOCK: Final = ("round", "turn", "phase")
"""What entries name as their cause that neither an act nor an answer brought about."""

MOST_STATES = 3
"""How many states of one are told."""


class Standing(NamedTuple):
    """How one combatant stands: in words, whether they cannot act, and how bad it is.

    `left` is how many per cent of life are left, rounded up: of hit points, where they have such,
    and else of what was lost and never filled again. Of a pool that counts wounds it is
    100 / (1 + wounds): a number to sort by, whatever number of wounds somebody can take.
    `harms` counts what others have put them in, by its levels.
    """

    who: str
    name: str
    says: str
    is_down: bool = False
    left: int = 100
    harms: int = 0

    @property
    def is_well(self) -> bool:
        """True where nothing is to be told."""
        return not (self.says or self.is_down)


class Life(NamedTuple):
    """What the line of play tells of pools: the most that each ever held, and which are for life.

    `pools` are life of those who have none that is called so.
    """

    pools: frozenset[str] = frozenset()
    most: Mapping[tuple[str, str], int] = {}


def how_they_stand(moment: Moment, rules: Ruleset, life: Life) -> tuple[Standing, ...]:
    """Everybody who is here and can act by kind, the worst first; equals as they joined."""
    under = {each.who: each.conditions for each in conditions(moment, rules)}
    members = moment.combat.roster.members.values()
    here = (m for m in members if m.here and m.kind in ABLE_KINDS)
    found = [_standing(moment, rules, life, m, under.get(m.subject, ())) for m in here]
    return tuple(sorted(found, key=lambda one: (not one.is_down, one.left, -one.harms)))


def is_down(moment: Moment, rules: Ruleset, life: Life, who: str) -> bool:
    """True for a combatant who is here and cannot act."""
    member = moment.combat.roster.get(who)
    if member is None or not member.here or member.kind not in ABLE_KINDS:
        return False
    under = (each.conditions for each in conditions(moment, rules) if each.who == who)
    return _standing(moment, rules, life, member, next(under, ())).is_down


def life_of(played: Iterable[SeenEntry], rules: Ruleset) -> Life:
    """What the line of play tells of pools: what is lost, and never filled but at the beginning."""
    joined, lost, filled = dict[str, int](), set[str](), set(rules.renewed)
    most = dict[tuple[str, str], int]()
    for seen in played:
        event, step = seen.event, seen.entry.step
        if isinstance(event, e.Joined):
            joined[event.subject] = step
        if not isinstance(event, e.PoolChanged) or event.key:
            continue
        # Who is healed, or gets a new sheet, is filled as well: but not by the game itself.
        refilled = event.how == "fill" and seen.entry.meta.cause in CLOCK
        if refilled and joined.get(event.subject) != step:
            filled.add(event.pool)
        if rules.is_harm(event):
            lost.add(event.pool)
        if isinstance(balance := seen.says("balance"), int):
            place = event.subject, event.pool
            most[place] = max(most.get(place, balance), balance)
    return Life(frozenset(lost - filled), most)


def _standing(
    moment: Moment, rules: Ruleset, life: Life, m: Member, under: tuple[StandingCondition, ...]
) -> Standing:
    told = tuple(c for c in under if not getattr(rules.condition(c.condition), "quiet", False))
    pools_of_life = _pools_of_life(moment, rules, life, m.subject)
    shares = {pool: _left(moment, rules, life, m.subject, pool) for pool in pools_of_life}
    hurt = {pool: share for pool, share in shares.items() if share is not None and share < 1}
    is_down, why = _why_down(moment, rules, m.subject, told, hurt)
    pools = (_pool_words(moment, rules, life, m.subject, pool) for pool in hurt)
    says = ", ".join((*pools, *_states(told))) or why
    left = ceil(100 * min(hurt.values(), default=Fraction(1)))
    harms = sum(max(1, c.level) for c in told if _is_by_another(moment, m.subject, c))
    return Standing(m.subject, m.name, says, is_down, left, harms)


def _pools_of_life(moment: Moment, rules: Ruleset, life: Life, who: str) -> list[str]:
    """The pools that are somebody's life: those that are called so, else those taken for it."""
    own = moment.combat.pools.of.get(who, {})
    called = [pool for pool in own if is_life(rules, pool)]
    return sorted(called or life.pools)


def is_life(rules: Ruleset, pool: str) -> bool:
    """True for a pool that is called life in its game, by its name or by the game's word for it."""
    return any(name.casefold() in rules.life for name in (pool, rules.pool_word(pool)))


def _is_by_another(moment: Moment, who: str, condition: StandingCondition) -> bool:
    """True for a state that somebody else has put them in."""
    origin = moment.origins.get(condition.id)
    return origin is not None and origin.by not in ("", who)


def _left(moment: Moment, rules: Ruleset, life: Life, who: str, pool: str) -> Fraction | None:
    """The share of a pool that is left, of wounds the fewer the better; None where unknown."""
    if pool_key(pool, "") not in moment.combat.pools.of.get(who, {}):
        return None
    left, most = known_left(moment, who, pool, ""), _most(moment, life, who, pool)
    if left is None:
        return None
    if getattr(rules.pool(pool), "harms", False):
        return Fraction(1, 1 + max(0, left))
    return Fraction(max(0, left), most) if most > 0 else None


def _why_down(
    moment: Moment,
    rules: Ruleset,
    who: str,
    told: Iterable[StandingCondition],
    hurt: Mapping[str, Fraction],
) -> tuple[bool, str]:
    """Whether somebody cannot act: by the rules, by nothing left, or by a condition."""
    if rules.able is not Ruleset.able:
        clause = rules.able(Scene(moment.combat, rules), who)
        return bool(clause), rule(clause, rules.clause_title(clause))
    called = {c.condition.casefold() for c in told}
    return not all(hurt.values()) or bool(called & set(rules.down)), ""


def _pool_words(moment: Moment, rules: Ruleset, life: Life, who: str, pool: str) -> str:
    """`HP 4 of 12`; of wounds, which have no most, `2 wounds`."""
    left = pool_points(rules, pool, known_left(moment, who, pool, "") or 0)
    if getattr(rules.pool(pool), "harms", False):
        return f"{left} {pool_word(rules, pool, '', left)}"
    most = pool_points(rules, pool, _most(moment, life, who, pool))
    return f"{pool_word(rules, pool)} {left} of {most}"


def _most(moment: Moment, life: Life, who: str, pool: str) -> int:
    """The most that a pool may hold; where it has no limit, the most that it ever held."""
    limit = moment.combat.pools.limits_of(who, pool).most
    return life.most.get((who, pool), 0) if limit is None else limit


def _states(told: tuple[StandingCondition, ...]) -> tuple[str, ...]:
    """The states of one, those alike once, with how many are not told."""
    said = Counter(c.words + (f" at {c.at}" if c.at else "") for c in told)
    words = [f"{says} ({times} times)" if times > 1 else says for says, times in said.items()]
    more = len(words) - MOST_STATES
    return (*words[:MOST_STATES], *([f"{more} more"] if more > 0 else []))
