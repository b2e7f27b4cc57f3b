"""How a fight was played: points that nobody used, reactions let pass, and the longest turns.

Only what stands on the line of play counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.windows import window_of
from domain.state.pools import pool_key
from projections.story.play_time import played_at
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import pool_points, pool_word

_ACT = re.compile(r"a\d+")


class Unused(NamedTuple):
    """What somebody had left of a pool, all in all, whenever it was filled again or ran out.

    `points` as they are displayed; `times` how often any was left.
    """

    who: str
    pool: str
    points: str
    times: int


class Go(NamedTuple):
    """A turn: whose, in which round, how long it took by the clock, and in how many steps.

    Only steps that stand count: neither what was undone nor what a correction replaced. `combat`
    is named where many are told of together.
    """

    number: str
    who: str
    round: int
    seconds: int
    steps: int
    combat: str = ""


def usage(
    played: Iterable[SeenEntry], rules: Ruleset, name: dict[str, str], times: dict[int, int]
) -> Usage:
    """How a line of play was played: who is called what, and when each step was entered."""
    found = Usage(rules, name, times)
    for seen in played:
        found.see(seen)
    return found


class Usage:
    """How a fight was played: unused points, and the turns.

    By name, `asked`, `passed` and `barred` count who was asked for reactions, passed, was barred.
    """

    def __init__(self, rules: Ruleset, name: dict[str, str], times: dict[int, int]):
        self.rules, self.names, self.round, self.times_of = rules, name, 0, times
        self.left, self.times = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
        self.refilled: set[tuple[str, str]] = set()
        self.asked, self.passed, self.barred = Counter[str](), Counter[str](), Counter[str]()
        self.open: dict[str, dict[str, str]] = {}
        self.begun: SeenEntry | None = None
        self._step = self._steps = 0
        self.turns: list[Go] = []

    def see(self, seen: SeenEntry) -> None:
        """One more entry of the line of play."""
        self._steps += seen.entry.step != self._step
        self._step = seen.entry.step
        match seen.event:
            case e.RoundBegan(n=n):
                self.round = n
            case e.TurnBegan():
                self.begun, self._steps = seen, 1
            case e.TurnEnded():
                self._end(seen)
            case e.PoolChanged() as posting:
                self._post(seen, posting)
            case e.Asked() as asked:
                self._ask(asked)
            case e.Answered(choice="pass"):
                question, slot = seen.entry.meta.answers or ("", "")
                if slot in self.open.get(question, {}):
                    self.passed[self.open[question][slot]] += 1

    def _end(self, seen: SeenEntry) -> None:
        begun, self.begun = self.begun, None
        if begun is None or not isinstance(event := begun.event, e.TurnBegan):
            return
        took = (played_at(seen, self.times_of) - played_at(begun, self.times_of)) // 1000
        who = ", ".join(self.names.get(each, each) for each in event.who)
        self.turns.append(Go(begun.number, who, self.round, took, self._steps))

    def _post(self, seen: SeenEntry, posting: e.PoolChanged) -> None:
        """What was left before a pool is filled again, or is lost without anybody's doing."""
        if not self.round or seen.says("balance") is None:
            return
        subject, pool = posting.subject, pool_key(posting.pool, posting.key)
        if posting.how == "fill":
            # Points that a newcomer brings along could not be used before.
            again = (subject, posting.pool) in self.refilled
            self.refilled.add((subject, posting.pool))
            left = posting.balance - posting.delta if again else 0
        elif posting.how == "lose" and not _ACT.fullmatch(seen.entry.meta.cause):
            left = -posting.delta
        else:
            return
        if left > 0:
            self.left[subject, posting.pool, pool] += left
            self.times[subject, posting.pool, pool] += 1

    def _ask(self, asked: e.Asked) -> None:
        window = window_of(self.rules, asked.about)
        if "reaction" not in window.takes or not window.passes:
            return
        known = self.open.setdefault(asked.question, {})
        for slot in asked.slots:
            if slot.id not in known:
                known[slot.id] = who = self.names.get(slot.who, slot.who)
                self.asked[who] += 1
                self.barred[who] += bool(slot.barred)

    def unused_points(self) -> Iterator[Unused]:
        """The pools that are filled again in play, and what was left of them; the most first."""
        for (subject, pool, whole), units in self.left.most_common():
            if (subject, pool) in self.refilled:
                key = whole.partition("/")[2]
                yield Unused(
                    self.names.get(subject, subject),
                    pool_word(self.rules, pool, key),
                    pool_points(self.rules, pool, units),
                    self.times[subject, pool, whole],
                )
