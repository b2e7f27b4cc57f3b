"""Damage: who did how much to whom, of what a viewer sees on the line of play.

No game says which of its pools is life, so the pools that `life_of` takes for it count. A game
without any counts the states that its fighters put each other in, such as wounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from domain import events as e
from domain.events.measures import points
from domain.ruleset.ruleset import Ruleset
from domain.state.pools import TEMPORARY
from domain.state.roster import Member
from projections.story.standing import Life
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import pool_word


class Blow(NamedTuple):
    """One loss of life: its entry and round, who suffered it, how much, and the act behind it."""

    number: str
    round: int
    on: str
    amount: Fraction
    act: e.Said | None

    @property
    def by(self) -> str:
        """The fighter whose act it was; empty where no act was behind it, or their own."""
        return self.act.who if self.act is not None and self.act.who != self.on else ""


class Damage(NamedTuple):
    """What a fighter did to others and suffered, as displayed, and in per cent of the most."""

    who: str
    name: str
    side: str
    done: str
    taken: str
    done_share: float
    taken_share: float


def blows(played: Iterable[SeenEntry], rules: Ruleset, life: Life) -> Iterator[Blow]:
    """Yield every loss of life whose amount the viewer knows, first to last."""
    acts, now = dict[str, e.Said](), 0
    for seen in played:
        match seen.event:
            case e.RoundBegan(n=n):
                now = n
            case e.Said() as said:
                acts[said.act] = said
            case e.PoolChanged(subject=who) as posting if _is_wound(posting, rules, life):
                if (amount := _amount(seen, posting, rules)) > 0:
                    yield Blow(seen.number, now, who, amount, acts.get(seen.entry.meta.cause))
            case e.ConditionBegan(subject=who) as state if not life.pools:
                blow = Blow(seen.number, now, who, Fraction(1), acts.get(state.act))
                if blow.by and _is_told(state, rules):
                    yield blow


def _is_wound(posting: e.PoolChanged, rules: Ruleset, life: Life) -> bool:
    """True for a loss of a pool that is life, temporary points of it included."""
    return posting.pool in life.pools and posting.key in ("", TEMPORARY) and rules.is_harm(posting)


def _amount(seen: SeenEntry, posting: e.PoolChanged, rules: Ruleset) -> Fraction:
    """Return how many displayed points a posting took; 0 where its reader cannot know."""
    delta, kind = seen.says("delta"), rules.pool(posting.pool)
    return Fraction(abs(delta), kind.scale if kind else 1) if isinstance(delta, int) else Fraction()


def _is_told(state: e.ConditionBegan, rules: Ruleset) -> bool:
    return not getattr(rules.condition(state.name), "quiet", False)


def damage_table(struck: Iterable[Blow], members: Sequence[Member]) -> tuple[Damage, ...]:
    """Return what each fighter did and suffered: who did most comes first.

    Fighters who did and suffered nothing are left out.
    """
    done, taken = defaultdict[str, Fraction](Fraction), defaultdict[str, Fraction](Fraction)
    for blow in struck:
        taken[blow.on] += blow.amount
        if blow.by:
            done[blow.by] += blow.amount
    most = max((*done.values(), *taken.values()), default=Fraction(1))
    rows = (
        Damage(
            m.subject,
            m.name,
            m.side,
            shown_points(done[m.subject]),
            shown_points(taken[m.subject]),
            _share(done[m.subject], most),
            _share(taken[m.subject], most),
        )
        for m in sorted(members, key=lambda m: (-done[m.subject], -taken[m.subject]))
    )
    return tuple(row for row in rows if row.done_share or row.taken_share)


def total_without_act(struck: Iterable[Blow]) -> str:
    """Return how much was lost by no act of another fighter; empty where nothing was."""
    lost = sum((blow.amount for blow in struck if not blow.by), Fraction())
    return shown_points(lost) if lost else ""


def biggest(struck: Iterable[Blow]) -> Blow | None:
    """Return the greatest single blow of one fighter at another; the first of equals."""
    return max((blow for blow in struck if blow.by), key=lambda blow: blow.amount, default=None)


def unit_of(rules: Ruleset, life: Life) -> str:
    """Return what damage is counted in: the one pool that is life, points, or states."""
    if not life.pools:
        return "states"
    return pool_word(rules, next(iter(life.pools))) if len(life.pools) == 1 else "points"


def shown_points(amount: Fraction) -> str:
    """Return an amount as people read it: `7`, `2 1/2`."""
    return points(amount.numerator, amount.denominator)


def _share(amount: Fraction, most: Fraction) -> float:
    return round(float(100 * amount / most), 1)
