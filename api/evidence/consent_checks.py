"""Fresh dice: what was shown falls anew only by the recorded leave of everybody concerned."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from domain import events as e
from domain.combat import Combat
from domain.facets.places import drawn_pile
from domain.facets.rollers import is_new, numbers_due, vacant
from domain.seats import REFEREE

NUMBERED = frozenset((e.Joined, e.RoundBegan))
POLICY = "undo-policy"


class ConsentChecks:
    """Checks that dice and cards fall anew only where everybody concerned agreed.

    Concerned are, but for whoever asks, the referee and all players; of a table that goes by the
    referee's word, he alone; of one that plays strictly, nobody could agree.
    """

    def __init__(self, whole: bool):
        self._named, self._times, self._policy = dict[int, Any](), Counter[Any](), ""
        self._people, self._players = dict[str, str](), dict[str, tuple[str, ...]]()
        self._question, self._about, self._missing = "", 0, set[str]()
        self._came, self._cards = defaultdict[Any, set[str]](set), dict[Any, Any]()
        self._rolled = defaultdict[Any, int](lambda: -1)
        self._whole, self._ruled, self._fell = whole, -1, dict[int, Any]()

    def see(self, meta: Any, event: Any) -> None:
        """Note what a public entry shows, as far as somebody may ask for it to fall anew."""
        if not meta.audience and isinstance(event, _RENEWABLE):
            self._named[meta.number] = _what(event)

    def follow(self, meta: Any, event: Any) -> None:
        """An entry beside play, or the first; raises ValueError without due leave."""
        frame = (meta.answers or [""])[0]
        match event:
            case e.CombatOpened(policy=policy):
                self._policy = policy
            case e.Answered(choice=policy) if frame == POLICY:
                self._policy = policy
            case e.SeatOpened(seat=seat, person=person):
                self._people[seat] = person
                self._sits(seat, event.role == "player", event.combatants)
            case e.SeatChanged(seat=seat, role=role, combatants=whom):
                self._sits(seat, role == "player", whom)
            case e.SeatClosed(seat=seat):
                self._sits(seat, False, ())
            case e.Asked(about="fresh-dice", params=said):
                self._asks(meta, event, said)
            case e.Answered(who=who, choice="agree") if frame == self._question:
                self._missing.discard(who)
            case e.Rewound(why="correction"):
                self._ruled = meta.at
            case e.Closed(frame=closed, how="agreed") if closed == self._question:
                self._agreed()

    def _sits(self, seat: str, plays: bool, whom: tuple[str, ...]) -> None:
        self._players.pop(self._people[seat], None)
        self._players |= {self._people[seat]: whom} if plays else {}

    def in_turn(self, state: Combat, meta: Any, event: Any) -> None:
        """Check the number of a round or a newcomer; raises ValueError, also without due leave."""
        if isinstance(event, e.RoundBegan):
            due, is_number = {state.clock.rounds + 1}, event.n
        else:
            seats, is_number = self._players.items(), event.roller
            due = numbers_due(state.roster, event, seats, meta.origin, meta.basis)
        if is_number not in due:
            raise ValueError("it has not the number that is its turn")
        if isinstance(event, e.Joined) and not meta.origin and is_new(state.roster, event.roller):
            self._comes_with_leave(state, meta, event)

    def _comes_with_leave(self, state: Combat, meta: Any, event: Any) -> None:
        others, round = self._came[event.roller], state.clock.rounds
        if others and event.subject not in others:
            raise ValueError(f"its dice were shown for {', '.join(sorted(others))}")
        left = vacant(state.roster) if meta.basis == "table" else ()
        if any(self._rolled[member.subject] >= round for member in left):
            raise ValueError("somebody has left who rolled in this round, and nobody agreed to it")

    def _asks(self, meta: Any, event: Any, said: Any) -> None:
        """Take up a request; everybody concerned has to be asked."""
        players = self._players if self._policy != "referee" else {}
        asked, asker = {slot.who for slot in event.slots}, said["asker"]
        if self._policy == "strict" or asker not in (meta.by, REFEREE):
            raise ValueError(f"{asker} cannot ask for fresh dice here")
        if missing := {*players, REFEREE} - {*asked, asker}:
            raise ValueError(f"fresh dice were asked for without {', '.join(sorted(missing))}")
        self._question, self._about, self._missing = event.question, said["entry"], asked

    def _agreed(self) -> None:
        if self._missing:
            raise ValueError(f"{', '.join(sorted(self._missing))} never agreed to fresh dice")
        self._times[what := self._named[self._about]] += 1
        self._came.pop(what, None)
        self._rolled.pop(what, None)
        self._question = ""

    def agreed(self, key: str, label: Any, r: int) -> int:
        """How often the table agreed to fresh dice for a roll of a key domain."""
        who = label.roller
        return self._times[key, label.round, who, label.sort, 0, r] + self._times[who]

    def hold(self, state: Any, meta: Any, event: Any, fresh: int) -> None:
        """Check that dice or a card fell anew as often as was agreed to; raises ValueError.

        What is decided again in a correction keeps what it had, with the leave of then.
        """
        label = getattr(event, "label", None)
        agreed = self._times[_what(event)] + (self._times[label.roller] if label else 0)
        if fresh > agreed or (fresh < agreed and not meta.origin):
            raise ValueError(f"it fell anew {fresh} times, and the table agreed to {agreed}")
        if label is None:
            return self._lies_as_it_lay(state, meta, event)
        if event.faces and not meta.audience:
            self._rolled[event.who] = max(self._rolled[event.who], label.round)
        if event.faces and self._fell.get(label.roller) is not state.roster:
            self._fell[label.roller] = state.roster
            for each in state.roster.members.values():
                if 0 < each.roller <= label.roller:
                    self._came[each.roller].add(each.subject)

    def _lies_as_it_lay(self, state: Any, meta: Any, drawn: Any) -> None:
        """What is typed in is the card that was shown in its place, or the referee's ruling."""
        pile = state.places.who(drawn_pile(drawn.deck, drawn.shuffle))
        place, card = (*_what(drawn), drawn.fresh, len(pile)), (drawn.card, drawn.copy_no)
        typed = drawn.provenance != "service" and not meta.origin and meta.at != self._ruled
        if self._cards.setdefault(place, card) != card and typed and self._whole:
            raise ValueError(f"{drawn.card!r} was typed in, where another card had been shown")


_RENEWABLE = (e.DiceRolled, e.CardDrawn, e.Left, e.Joined)


def _what(event: Any) -> Any:
    """For what a leave counts: a roll with its re-rolls, a deck, one who left, or a newcomer."""
    if isinstance(event, e.DiceRolled):
        label = event.label
        return event.key, label.round, label.roller, label.sort, label.origin, label.r
    if isinstance(event, e.CardDrawn):
        return event.deck, event.shuffle
    return event.subject if isinstance(event, e.Left) else event.roller
