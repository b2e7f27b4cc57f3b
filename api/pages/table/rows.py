"""Rows of the table: one for each fighter, in turn order, with what the game counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from api.pages.table.summary import Bar, Fighter, Look
from domain import events as e
from domain.events.measures import decimal
from domain.ruleset.ruleset import Pool, Ruleset
from domain.ruleset.scene import ABLE_KINDS
from domain.state.pools import TEMPORARY
from projections.state.pools import PoolRow, in_words
from projections.state.turn_order import OrderPlace
from projections.story.standing import Life, how_they_stand, is_life
from projections.visibility.snapshot import Moment
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import Displayed

LIFE = ("life", "life points", "hit points", "health points")
"""What games call the pool that tells how well somebody is."""

Changed = Mapping[tuple[str, str], Displayed]
"""How much a pool of somebody went up or down in the last step, by subject and pool."""


class Count(NamedTuple):
    """A pool in a row: the most it can hold, or ever held, and how it changed just now."""

    bar: Bar
    most: Displayed | None
    changed: Displayed

    @property
    def of(self) -> str:
        """The most that it can hold, in words; empty where there is no limit."""
        row = self.bar.row
        return "" if row.most is None else in_words(row.most, row.unit)

    @property
    def spare(self) -> str:
        """The temporary points, in words; empty where there are none."""
        row = self.bar.row
        return "" if row.temporary == 0 else in_words(row.temporary, row.unit)

    @property
    def shares(self) -> tuple[float, float, float]:
        """How many per cent of the bar are left, were lost just now, and are temporary."""
        row = self.bar.row
        if not self.most or row.current is None:
            return 0, 0, 0
        whole = 100 / self.most
        left = min(100.0, max(0, row.current) * whole)
        lost = min(100 - left, max(0, -self.changed) * whole)
        return round(left, 1), round(lost, 1), round(min(100.0, (row.temporary or 0) * whole), 1)


class Row(NamedTuple):
    """A fighter in the order of turns.

    `place` is where they stand in it, if they do; `side` numbers their side by its first fighter.
    `main` is the pool that is drawn as a bar, and `counts` are the others. `absent` says where
    somebody is who can do nothing, unhurt, since they are not there.
    """

    fighter: Fighter
    side: int
    place: OrderPlace | None
    scores: str
    mark: str
    asked: bool
    down: bool
    main: Count | None
    counts: tuple[Count, ...]
    absent: str = ""


def rows(look: Look, moment: Moment, rules: Ruleset, life: Life, changed: Changed) -> list[Row]:
    """Return a row for everybody who is here: first those who have a place in the order."""
    places = _places(look)
    nth = {who: n for n, who in enumerate(places)}
    line = sorted(look.fighters, key=lambda it: nth.get(it.somebody.subject, len(places)))
    down = {one.who: one.left > 0 for one in how_they_stand(moment, rules, life) if one.is_down}
    sides = _sides(moment)
    found = []
    for one in line:
        who = one.somebody.subject
        side = sides.get(one.somebody.side or who, len(sides))
        counts = [_count(bar, life, changed, rules) for bar in one.bars]
        row = _row(one, side, places.get(who, ()), look, who in down, counts, life, rules)
        is_absent = down.get(who, False) and bool(one.whereabouts)
        absent = one.whereabouts if is_absent else ""
        found.append(row._replace(absent=absent, down=row.down and not is_absent))
    return found


def _row(
    one: Fighter,
    side: int,
    places: Sequence[OrderPlace],
    look: Look,
    down: bool,
    counts: Sequence[Count],
    life: Life,
    rules: Ruleset,
) -> Row:
    asked = {each.who for each in look.waiting.waits_for} if look.waiting else set[str]()
    main = _main(one, counts, life, rules)
    return Row(
        one,
        side,
        places[0] if places else None,
        ", ".join(place.points for place in places if place.points),
        _mark(one, places, look),
        one.somebody.subject in asked,
        down,
        main,
        tuple(each for each in counts if each is not main),
    )


def _sides(moment: Moment) -> Mapping[str, int]:
    """Number the sides by their first fighter; a side that is here itself is of its own."""
    members = [m for m in moment.combat.roster.members.values() if m.here]
    return {side: n for n, side in enumerate(dict.fromkeys(m.side for m in members if m.side))}


def _places(look: Look) -> Mapping[str, tuple[OrderPlace, ...]]:
    """Return the places of everybody in the order that counts now."""
    line = look.order.rows if look.order else ()
    found: dict[str, tuple[OrderPlace, ...]] = {}
    for place in line:
        found[place.who] = (*found.get(place.who, ()), place)
    return found


def _mark(one: Fighter, places: Sequence[OrderPlace], look: Look) -> str:
    """Say where somebody stands in the order: `now`, `next`, `held`, `gone`, or nothing."""
    if one.now:
        return "now"
    states = [place.state for place in places]
    return next((each for each in ("next", "may go", "held", "gone") if each in states), "")


def _main(one: Fighter, counts: Sequence[Count], life: Life, rules: Ruleset) -> Count | None:
    """Return the pool that tells how well somebody is: life or wounds, the same in every row.

    In a game without any such pool it is what was lost for good, else the first that has a most.
    """
    lives = [each for each in counts if _tells_life(rules, each.bar.row.pool)]
    declared = [kind for kind in rules.pools if _tells_life(rules, kind.name)]
    if declared and not lives and not rules.life:
        return _unharmed(one, declared[0])
    lasting = (each for each in counts if each.bar.row.pool in life.pools)
    limited = (each for each in counts if each.bar.row.most is not None)
    return next(chain(lives, lasting, limited, counts), None)


def _tells_life(rules: Ruleset, pool: str) -> bool:
    """True for life or what harms, by the word of a table or the full word of its game."""
    kind = rules.pool(pool)
    full = kind.says.casefold() if kind else ""
    return is_life(rules, pool) or full in LIFE or (kind is not None and kind.harms)


def _unharmed(one: Fighter, kind: Pool) -> Count | None:
    """Return the count of wounds of a fighter who has taken none yet."""
    who = one.somebody
    if not kind.harms or who.kind not in ABLE_KINDS:
        return None
    unit = decimal(1, kind.scale) or 1
    named = who.subject, who.name, kind.name, "", kind.says
    return Count(Bar(kind.name, PoolRow(*named, unit, 0, 0, None, 0, True, "0")), None, 0)


def _count(bar: Bar, life: Life, changed: Changed, rules: Ruleset) -> Count:
    row = bar.row
    held, kind = life.most.get((row.who, row.pool)), rules.pool(row.pool)
    ever = decimal(held, kind.scale) if held is not None and kind is not None else None
    most = row.most if row.most is not None else ever
    harms = kind is not None and kind.harms
    return Count(bar, None if harms else most, changed.get((row.who, row.pool), 0))


def worst_change(changed: Changed, rules: Ruleset) -> float:
    """Return the worst change of a step: below 0 for harm, above for gains; wounds count up."""
    kinds = ((rules.pool(pool), by) for (_, pool), by in changed.items())
    return min((-by if kind and kind.harms else by for kind, by in kinds), default=0)


def changed_pools(step: Iterable[SeenEntry], rules: Ruleset) -> Changed:
    """Return how much each pool went up or down in a step; what was paid or filled is no news."""
    told = (one.event for one in step if isinstance(one.event, e.PoolChanged))
    news = [it for it in told if it.how not in ("pay", "fill") and it.key in ("", TEMPORARY)]
    news.sort(key=lambda it: (it.subject, it.pool))
    found: dict[tuple[str, str], Displayed] = {}
    for (who, pool), changes in groupby(news, key=lambda it: (it.subject, it.pool)):
        kind = rules.pool(pool)
        total = sum(each.delta for each in changes)
        found[who, pool] = decimal(total, kind.scale if kind else 1) or 0
    return found
