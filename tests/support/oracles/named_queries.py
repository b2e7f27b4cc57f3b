"""The named questions answered by hand: naive loops over a log that know nothing of tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.visibility.visible_log import SeenEntry

Rows = list[tuple[Any, ...]]


class ByHand:
    """A log, and what stands of it: walked from the last head up through the parents."""

    def __init__(self, entries: Sequence[SeenEntry], rules: Ruleset):
        self.entries, self.rules = entries, rules
        head = 0
        for one in entries:
            if one.entry.is_play:
                head = one.entry.seq
            elif isinstance(one.event, e.Rewound):
                head = one.event.to
        self.line = self._up(head)[::-1]
        self.said = {x.event.act: x.event for x in self.line if isinstance(x.event, e.Said)}
        self.on = {x.event.question: x.event.on for x in self.line if isinstance(x.event, e.Asked)}

    def _up(self, seq: int) -> list[SeenEntry]:
        path = []
        while seq:
            path.append(self.entries[seq - 1])
            seq = path[-1].entry.meta.parent or 0
        return path

    def points(self, pool: str, units: int) -> float:
        """So many units of a pool as displayed points."""
        kind = self.rules.pool(pool)
        return units / kind.scale if kind else units

    def told(self) -> Iterator[tuple[int, SeenEntry, e.Event]]:
        """What stands, each with the round that was begun last."""
        n = 0
        for one in self.line:
            n = one.event.n if isinstance(one.event, e.RoundBegan) else n
            yield n, one, one.event

    def act_of(self, one: SeenEntry) -> str:
        """The act that an entry belongs to; nothing, or something else, where there is none."""
        cause = one.entry.meta.cause
        return self.on.get(cause.split(" ")[0], "") if " " in cause else cause

    def doer(self, one: SeenEntry) -> tuple[str, str]:
        """Whose act an entry belongs to, and what that act is."""
        said = self.said.get(self.act_of(one))
        return (said.who, said.manoeuvre) if said else ("", "")

    def first_after(self, one: SeenEntry, ends: Callable[[e.Event], bool]) -> SeenEntry | None:
        later = (x for x in self.line if x.entry.seq > one.entry.seq)
        return next((x for x in later if ends(x.event)), None)


def who_hit_whom(hand: ByHand) -> Rows:
    times: Counter[tuple[str, ...]] = Counter()
    told = {one.event.act for one in hand.line if isinstance(one.event, e.Resolved)}
    for one in hand.line:
        if isinstance(event := one.event, e.Resolved) and event.act in hand.said:
            said = hand.said[event.act]
            whom = event.of or " ".join(said.targets)
            if whom and said.who:
                times[said.who, whom, said.manoeuvre, event.outcome] += 1
        if isinstance(event, e.DiceRolled) and event.outcome:
            act = hand.act_of(one)
            said = hand.said.get(act, e.Acted(act="", who="", manoeuvre=""))
            if act not in told and said.targets and said.who == event.who != "":
                times[said.who, " ".join(said.targets), said.manoeuvre, event.outcome] += 1
    return sorted((*key, n) for key, n in times.items())


HARM = {"wounds": "gain"}
"""Of which pools more is worse."""


def damage_by_round(hand: ByHand) -> Rows:
    amounts: dict[tuple[Any, ...], float] = defaultdict(int)
    times: Counter[tuple[Any, ...]] = Counter()
    for n, one, event in hand.told():
        who = hand.doer(one)[0]
        if isinstance(event, e.PoolChanged) and event.how == HARM.get(event.pool, "lose"):
            key = (n, who, event.subject, event.pool)
            amount = hand.points(event.pool, abs(event.delta))
        elif isinstance(event, e.ConditionBegan):
            by = hand.said[event.act].who if event.act in hand.said else who
            who = event.source or by
            key, amount = (n, who, event.subject, event.name), event.level
            who = "" if who == event.subject else who
        else:
            continue
        if who:
            amounts[key] += amount
            times[key] += 1
    return sorted((*key, amounts[key], times[key]) for key in times)


def _left(hand: ByHand, ended: type[e.Event]) -> Iterator[tuple[int, Any, dict[Any, float]]]:
    """The balances of every pool as each stretch of a kind ended."""
    left: dict[tuple[str, str, str], float] = {}
    for n, one, event in hand.told():
        if isinstance(event, e.PoolChanged):
            balance = hand.points(event.pool, event.balance)
            left[event.subject, event.pool, event.key] = balance
        if isinstance(event, ended):
            yield n, one, dict(left)


def left_at_turn_end(hand: ByHand) -> Rows:
    return [
        (n, who, pool, key, left, one.number)
        for n, one, balances in _left(hand, e.TurnEnded)
        for who in sorted(one.event.who)
        for (subject, pool, key), left in sorted(balances.items())
        if subject == who
    ]


def unused_at_round_end(hand: ByHand) -> Rows:
    return [
        (n, *account, left)
        for n, _, balances in _left(hand, e.RoundEnded)
        for account, left in sorted(balances.items())
    ]


def spending(hand: ByHand) -> Rows:
    paid: dict[tuple[str, ...], float] = defaultdict(int)
    times: Counter[tuple[str, ...]] = Counter()
    for one in hand.line:
        if isinstance(event := one.event, e.PoolChanged) and event.how == "pay":
            key = event.subject, hand.doer(one)[1], event.pool, event.key
            paid[key] -= hand.points(event.pool, event.delta)
            times[key] += 1
    return sorted((*key, paid[key], times[key]) for key in times)


def rolls(hand: ByHand) -> Rows:
    found: dict[tuple[Any, ...], list[tuple[int, ...]]] = {}
    for one in hand.line:
        if isinstance(event := one.event, e.DiceRolled):
            found.setdefault((event.who, event.purpose, event.sides), []).append(event.faces)
    return sorted(
        (*key, len(faces), sum(map(len, faces)), sum(map(sum, faces)))
        for key, faces in found.items()
    )


def reactions(hand: ByHand) -> Rows:
    came_of = {x.event.act: x.event.outcome for x in hand.line if isinstance(x.event, e.Resolved)}
    rows: Rows = []
    for one in hand.line:
        if isinstance(event := one.event, e.Reacted):
            on = hand.said.get(event.on)
            whose = (on.who, on.manoeuvre) if on else (None, None)
            rows.append(
                (one.number, event.who, event.manoeuvre, *whose, came_of.get(event.act, ""))
            )
    return rows


def passed_over(hand: ByHand) -> Rows:
    return [
        (one.number, n, slot.who, event.about, slot.barred)
        for n, one, event in hand.told()
        if isinstance(event, e.Asked)
        for slot in sorted(event.slots, key=lambda slot: slot.who)
        if slot.barred not in ("", "used")
    ]


def _ends_condition(condition: str, event: e.Event) -> bool:
    return isinstance(event, e.ConditionEnded) and event.id == condition


def _ends_turn(who: str, event: e.Event) -> bool:
    return isinstance(event, e.TurnEnded) and who in event.who


def conditions(hand: ByHand) -> Rows:
    rows: Rows = []
    for n, one, event in hand.told():
        if not isinstance(event, e.ConditionBegan):
            continue
        by = hand.said[event.act].who if event.act in hand.said else hand.doer(one)[0]
        by = event.source or by
        end = hand.first_after(one, partial(_ends_condition, event.id))
        why = end.event.why if end and isinstance(end.event, e.ConditionEnded) else ""
        number = end.number if end else ""
        rows.append((one.number, n, event.subject, event.name, event.level, by, number, why))
    return rows


def order_by_round(hand: ByHand) -> Rows:
    last = {(n, event.scope): event for n, _, event in hand.told() if isinstance(event, e.OrderSet)}
    rows: Rows = []
    for (n, scope), event in sorted(last.items(), key=lambda item: item[0]):
        line = [who for group in event.order for who in group]
        scale, scores = hand.rules.scale, event.scores
        rows += [
            (n, scope, p, who, scores[who] / scale if who in scores else None)
            for p, who in enumerate(line, 1)
        ]
    return rows


def rulings(hand: ByHand) -> Rows:
    rounds = {one.number: n for n, one, _ in hand.told()}
    rows: Rows = []
    for one in hand.entries:
        meta, event = one.entry.meta, one.event
        said = meta.basis in ("ruled", "against")
        said |= isinstance(event, e.FactSet) and event.of == "table"
        said |= isinstance(event, e.Answered) and event.who == "referee"
        said |= isinstance(event, e.PoolChanged) and (event.how, meta.basis) == ("set", "table")
        if said and (one.number in rounds or not one.entry.is_play):
            rows.append((one.number, rounds.get(one.number, 0), meta.basis, meta.clause, meta.by))
    return rows


def undone(hand: ByHand) -> Rows:
    rows: Rows = []
    for one in hand.entries:
        if isinstance(event := one.event, e.Rewound):
            was, to = ({x.number for x in hand._up(seq)} for seq in (event.was, event.to))
            went = one.says("was"), event.why, one.says("to")
            rows.append((one.number, went[1], went[0], went[2], len(was - to), one.entry.meta.by))
    return rows


def turn_times(hand: ByHand) -> Rows:
    took: dict[str, list[int]] = {}
    for one in hand.line:
        for who in one.event.who if isinstance(one.event, e.TurnBegan) else ():
            end = hand.first_after(one, partial(_ends_turn, who))
            if end:
                took.setdefault(who, []).append(end.entry.meta.at - one.entry.meta.at)
    return sorted((who, len(ms), max(ms) // 1000, sum(ms) // 1000) for who, ms in took.items())


BY_HAND: dict[str, Callable[[ByHand], Rows]] = {
    "who-hit-whom": who_hit_whom,
    "damage-by-round": damage_by_round,
    "left-at-turn-end": left_at_turn_end,
    "unused-at-round-end": unused_at_round_end,
    "spending": spending,
    "rolls": rolls,
    "reactions": reactions,
    "passed-over": passed_over,
    "conditions": conditions,
    "order-by-round": order_by_round,
    "rulings": rulings,
    "undone": undone,
    "turn-times": turn_times,
}
"""Each named question's naive answer."""

NOT_BY_HAND = {"conditions": {"until"}, "rulings": {"text"}}
"""Columns that are sentences, which other tests read."""
