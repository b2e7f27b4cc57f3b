"""Consent checks: dice and cards fall anew only where everybody concerned agreed."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from domain import events as e
from domain.log.codec import IMPORTED, Entry, Meta
from domain.state.combat import Combat
from domain.state.ids import cause_of
from domain.state.places import drawn_pile
from domain.state.roll_numbers import BY_WORD, is_new, numbers_due, vacant
from domain.state.viewer import REFEREE
from domain.table.table import Table, sit
from domain.table.undo_requests import Requests, granted_entry

NUMBERED = frozenset((e.Joined, e.RoundBegan))


class ConsentChecks:
    """Checks that dice and cards fall anew only where everybody concerned agreed.

    Concerned are the referee and all players, except the one who asks. Where the policy is
    `referee`, that is the referee alone; where it is `strict`, nobody can agree. Where a dispute is
    ruled by vote, the claimant asks, and not the last voter.
    """

    def __init__(self, whole: bool):
        self.table, self._policy = Table(), ""
        self._fresh: Requests[e.RerollRequested] = Requests()
        self._named, self._times = dict[int, Any](), Counter[Any]()
        self._came, self._cards = defaultdict[Any, set[str]](set), dict[Any, Any]()
        self._rolled = defaultdict[Any, int](lambda: -1)
        self._claimed = defaultdict[str, set[str]](set)
        self._whole, self._ruled, self._fell = whole, -1, dict[int, Any]()

    def follow(self, entry: Entry) -> None:
        """Follow the table, and what may be asked for; raises ValueError without due leave."""
        meta, event = entry.meta, entry.event
        if not meta.audience and isinstance(event, _RENEWABLE):
            self._named[meta.number] = _what(event)
        if isinstance(event, _SEATED):
            self.table = sit(self.table, (entry,))
        match event:
            case e.CombatOpened(policy=policy) | e.UndoPolicySet(policy=policy):
                self._policy = policy
            case e.Contested(asker=who):
                self._claimed[cause_of(meta.number)].add(who)
            case e.DisputeAppealed(dispute=number, who=who):
                self._claimed[cause_of(number)].add(who)
            case e.RerollRequested():
                self._asks(meta, event)
            case e.Rewound(why="correction"):
                self._ruled = meta.at
        if number := granted_entry(self._fresh, entry):
            self._times[what := self._named[number]] += 1
            self._came.pop(what, None)
            self._rolled.pop(what, None)
        self._fresh = self._fresh.after(entry, e.RerollRequested)

    def in_turn(self, state: Combat, meta: Any, event: Any) -> None:
        """Check the number of a round or a newcomer; raises ValueError, also without consent."""
        if isinstance(event, e.RoundBegan):
            is_number = event.n
            due = {is_number if meta.basis == IMPORTED else state.clock.number + 1}
        else:
            is_number = event.roller
            due = numbers_due(state.roster, event, self.table.plays, meta.origin, meta.basis)
        if is_number not in due:
            raise ValueError("it has not the number that is its turn")
        if isinstance(event, e.Joined) and not meta.origin and is_new(state.roster, event.roller):
            self._comes_with_leave(state, meta, event)

    def _comes_with_leave(self, state: Combat, meta: Any, event: Any) -> None:
        others, round = self._came[event.roller], state.clock.rounds
        if others and event.subject not in others:
            raise ValueError(f"its dice were shown for {', '.join(sorted(others))}")
        left = vacant(state.roster) if meta.basis in BY_WORD else ()
        if any(self._rolled[member.subject] >= round for member in left):
            raise ValueError("somebody has left who rolled in this round, and nobody agreed to it")

    def _asks(self, meta: Meta, event: e.RerollRequested) -> None:
        """Check a request; everybody concerned has to be asked."""
        players = {person for person, _ in self.table.plays} if self._policy != "referee" else set()
        asker, may_ask = event.asker, {meta.by, REFEREE, *self._claimed[meta.cause]}
        if self._policy == "strict" or asker not in may_ask:
            raise ValueError(f"{asker} cannot ask for fresh dice here")
        if missing := (players | {REFEREE}) - {*event.must, asker}:
            raise ValueError(f"fresh dice were asked for without {', '.join(sorted(missing))}")

    def times_agreed(self, key: str, label: Any, r: int) -> int:
        """Return how often the table agreed to fresh dice for a roll of a key domain."""
        who = label.roller
        return self._times[key, label.round, who, label.sort, 0, r] + self._times[who]

    def hold(self, state: Any, meta: Any, event: Any, fresh: int) -> None:
        """Check that dice or a card fell anew as often as was agreed to; raises ValueError.

        What a correction decides again keeps what it had, with the consents of that time.
        """
        label = getattr(event, "label", None)
        agreed = self._times[_what(event)] + (self._times[label.roller] if label else 0)
        if fresh > agreed or (fresh < agreed and not meta.origin):
            raise ValueError(f"it fell anew {fresh} times, and the table agreed to {agreed}")
        if label is None:
            return self._lies_as_it_lay(state, meta, event)
        if event.all_faces and not meta.audience:
            self._rolled[event.who] = max(self._rolled[event.who], label.round)
        if event.all_faces and self._fell.get(label.roller) is not state.roster:
            self._fell[label.roller] = state.roster
            for each in state.roster.members.values():
                if 0 < each.roller <= label.roller:
                    self._came[each.roller].add(each.subject)

    def _lies_as_it_lay(self, state: Any, meta: Any, drawn: Any) -> None:
        """Check that a typed card is the one shown in its place, or the referee's ruling."""
        pile = state.places.who(drawn_pile(drawn.deck, drawn.shuffle))
        place, card = (*_what(drawn), drawn.fresh, len(pile)), (drawn.card, drawn.copy_no)
        typed = drawn.provenance != "service" and not meta.origin and meta.at != self._ruled
        if self._cards.setdefault(place, card) != card and typed and self._whole:
            raise ValueError(f"{drawn.card!r} was typed in, where another card had been shown")


_SEATED = (
    *(e.SeatOpened, e.SeatChanged, e.SeatClosed),
    *(e.Committed, e.Revealed, e.EraBegan, e.RoundBegan),
)
"""What changes seats and salts."""
_RENEWABLE = (e.DiceRolled, e.CardDrawn, e.Left, e.Joined)


def _what(event: Any) -> Any:
    """Return what a consent counts for: a roll with its re-rolls, a deck, a leaver, a newcomer."""
    if isinstance(event, e.DiceRolled):
        label = event.label
        return event.key, label.round, label.roller, label.sort, label.origin, label.r
    if isinstance(event, e.CardDrawn):
        return event.deck, event.shuffle
    return event.subject if isinstance(event, e.Left) else event.roller
