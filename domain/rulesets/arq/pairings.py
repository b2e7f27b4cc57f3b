"""Pairings: the engaged as a graph, its chains, and every legal pairing.

Pure and without a combat: a chain is given by its adjacent pairs. A pairing names the foe,
then the character, as `gruk+mina`; several stand in one line with spaces between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.ruleset.ruleset import Need, Refused, by_name

Pair = tuple[str, str]
"""A foe and a character."""

Pairing = tuple[Pair, ...]


class Chain(NamedTuple):
    """A connected group of the engaged, foes and characters each in the order they joined.

    `edges` are the enemies who are adjacent, `shut` those of them who may not be paired, `crossing`
    the sets of two edges whose lines cross; `contempt` owns the gift Beneath Contempt, which with
    `beats_cover` may leave its owner unpaired.
    """

    foes: tuple[str, ...]
    characters: tuple[str, ...]
    edges: tuple[Pair, ...]
    shut: frozenset[Pair] = frozenset()
    crossing: frozenset[frozenset[Pair]] = frozenset()
    contempt: frozenset[str] = frozenset()
    beats_cover: bool = False

    @property
    def everybody(self) -> tuple[str, ...]:
        """Both sides, foes first."""
        return self.foes + self.characters

    @property
    def bigger(self) -> tuple[str, ...]:
        """The more numerous side, which chooses; empty where both are equal."""
        if len(self.foes) == len(self.characters):
            return ()
        return max(self.foes, self.characters, key=len)

    @property
    def exempt(self) -> frozenset[str]:
        """6.2.6: Those who may stay unpaired, if the gift beats cover: neighbours have others."""
        if not self.beats_cover:
            return frozenset()
        owners = self.contempt - set(self.bigger)
        others = {end for pair in self.edges if not owners & set(pair) for end in pair}
        return frozenset(
            own for own in owners if all(set(p) & others for p in self.edges if own in p)
        )

    def without_exempt(self, members: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some members who must be paired."""
        exempt = self.exempt
        return tuple(who for who in members if who not in exempt)


def chains_of(
    foes: tuple[str, ...], characters: tuple[str, ...], edges: tuple[Pair, ...]
) -> tuple[Chain, ...]:
    """6.1: The connected groups, in the order of their first foes."""
    found, left = [], list(edges)
    while left:
        group, inside = set(left[0]), [left[0]]
        while more := [pair for pair in left if set(pair) & group and pair not in inside]:
            inside += more
            group.update(end for pair in more for end in pair)
        left = [pair for pair in left if pair not in inside]
        mine = tuple(pair for pair in edges if pair in inside)
        ours, theirs = (tuple(w for w in side if w in group) for side in (characters, foes))
        found.append(Chain(theirs, ours, mine))
    return tuple(found)


# --- every legal pairing -------------------------------------------------------------------


@lru_cache(maxsize=256)
def solutions(chain: Chain) -> tuple[Pairing, ...]:
    """6.2: Every legal pairing of a chain, none twice, in a fixed order.

    Where nothing satisfies rules 1 to 5, the lines are let go (rule 7).
    """
    allowed = tuple(_covering(chain, lines=True)) or tuple(_covering(chain, lines=False))
    least = min((_on_contempt(chain, p) for p in allowed), default=0)
    return tuple(p for p in allowed if _on_contempt(chain, p) == least)


def lines_let_go(chain: Chain) -> bool:
    """Rule 7: nothing keeps rules 1 to 5 together, so lines may cross by the referee's ruling."""
    return next(_covering(chain, lines=True), None) is None


def _covering(chain: Chain, lines: bool) -> Iterator[Pairing]:
    """Rules 1 to 4, and 5 where lines are kept: everybody is paired, none twice who need not."""
    first = chain.bigger or chain.foes
    rest = tuple(w for w in chain.everybody if w not in first)
    order = _single_side(chain) or chain.without_exempt(first + rest)
    for pairing in dict.fromkeys(map(frozenset, _pairings(chain, order, lines))):
        yield tuple(pair for pair in chain.edges if pair in pairing)


@lru_cache(maxsize=256)
def _single_side(chain: Chain) -> tuple[str, ...]:
    """Rule 4: the side of which each can be paired just once with everybody covered, or nobody."""
    for side in (chain.bigger,) if chain.bigger else (chain.foes, chain.characters):
        members = chain.without_exempt(side)
        if next(_pairings(chain, members, lines=False), None) is not None:
            return members
    return ()


def _pairings(
    chain: Chain, left: tuple[str, ...], lines: bool, done: Pairing = ()
) -> Iterator[Pairing]:
    """Pair the first of those left with each neighbour, if still alone; then the others.

    The rest of the chain must be covered by it: a branch in which it cannot be is given up.
    """
    paired = {end for pair in done for end in pair}
    alone = set(chain.without_exempt(chain.everybody)) - paired
    if _redundant_pair(done) or not _can_cover(chain, alone - set(left), left):
        return
    if not left:
        yield done
    elif left[0] in paired:
        yield from _pairings(chain, left[1:], lines, done)
    else:
        for pair in chain.edges:
            further = (*done, pair)
            if left[0] in pair and not chain.exempt & set(pair) and _fits(chain, further, lines):
                yield from _pairings(chain, left[1:], lines, further)


def _can_cover(chain: Chain, alone: set[str], left: tuple[str, ...]) -> bool:
    """True while each who is alone has a neighbour among those left, who are enough of them."""
    beside = (any(w in p and set(left) & set(p) for p in chain.edges) for w in alone)
    return len(alone) <= len(left) and all(beside)


def _fits(chain: Chain, pairing: Pairing, lines: bool) -> bool:
    """True where the last pair crosses none before it, if lines are kept."""
    last = pairing[-1]
    crossed = (frozenset((one, last)) in chain.crossing for one in pairing[:-1])
    return not lines or (last not in chain.shut and not any(crossed))


def _times(pairing: Pairing) -> Counter[str]:
    """How often each is paired."""
    return Counter(end for pair in pairing for end in pair)


def _redundant_pair(pairing: Pairing) -> Pair | None:
    """Rule 3: a pairing both of whose ends have another as well."""
    times = _times(pairing)
    return next((p for p in pairing if min(times[end] for end in p) > 1), None)


def _crossing_pairs(chain: Chain, pairing: Pairing) -> tuple[Pair, ...]:
    """Rule 5: a pair that may not be, or two whose lines cross."""
    for place, one in enumerate(pairing):
        if one in chain.shut:
            return (one,)
        for other in pairing[:place]:
            if frozenset((one, other)) in chain.crossing:
                return other, one
    return ()


def _on_contempt(chain: Chain, pairing: Pairing) -> int:
    """Rule 6: pairings on those beneath contempt, of which there are as few as can be."""
    return sum(bool(chain.contempt & set(pair)) for pair in pairing)


# --- judging one ---------------------------------------------------------------------------


def broken(chain: Chain, pairing: Pairing) -> Refused | None:
    """The first rule that a pairing of this chain breaks; nothing where it is legal."""
    found = _misfit(chain, pairing) or _uneven(chain, pairing)
    if found or set(pairing) in map(set, solutions(chain)):
        return found
    if crossed := _crossing_pairs(chain, pairing):
        pairs = " ".join("+".join(map(by_name, pair)) for pair in crossed)
        return Refused("6.2.5", f"{pairs} cannot be: no pairing goes across another")
    owners = ", ".join(map(by_name, sorted(chain.contempt)))
    return Refused("6.2.6", f"nobody pairs with {owners} (beneath contempt) who has another choice")


def _misfit(chain: Chain, pairing: Pairing) -> Refused | None:
    """Rules 1 and 2: neighbours alone, and everybody."""
    for pair in pairing:
        if pair not in chain.edges:
            one, other = map(by_name, pair)
            need = Need("distance", "adjacent", pair[0], pair[1], "")
            return Refused("6.2.1", f"{one} and {other} are not adjacent enemies", missing=[need])
    paired = {end for pair in pairing for end in pair}
    if alone := [w for w in chain.everybody if w not in paired | chain.exempt]:
        why = f"{', '.join(map(by_name, alone))} would be unpaired"
        return Refused("6.2.2", why, missing=(Need("item", "pair", who) for who in alone))
    return None


def _uneven(chain: Chain, pairing: Pairing) -> Refused | None:
    """Rules 4 and 3: extras from the bigger side alone, and none that is of no use."""
    times = _times(pairing)
    if twice := [who for who in _single_side(chain) if times[who] > 1]:
        why = f"{by_name(twice[0])} would be paired twice: everybody on that side is paired once"
        need = Need("limit", "pairs", twice[0], 1, times[twice[0]], "<=")
        return Refused("6.2.4", why, missing=[need])
    if padded := _redundant_pair(pairing):
        return Refused("6.2.3", f"{written((padded,))} adds nothing: both are paired already")
    return None


# --- in writing ----------------------------------------------------------------------------


def written(pairing: tuple[Pair, ...]) -> str:
    """A pairing in one line: `gruk+mina snag+tom`."""
    return " ".join("+".join(pair) for pair in pairing)


def read(text: str) -> Pairing:
    """The pairs in a line; words that are no pair are ignored."""
    pairs = (word.split("+") for word in text.split())
    return tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2)
