"""Fresh dice: what was shown falls anew only by the recorded leave of everybody concerned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from domain.events import (
    Answered,
    Asked,
    CardDrawn,
    Closed,
    CombatOpened,
    DiceRolled,
    SeatChanged,
    SeatClosed,
    SeatOpened,
)

REFEREE, POLICY = "referee", "undo-policy"


class Consents:
    """What a table has agreed to; `shown` gives the event of a public entry.

    Concerned are, but for whoever asks, the referee and all players; of a table that goes by the
    referee's word, he alone; of one that plays strictly, nobody could agree.
    """

    def __init__(self, shown: Callable[[int], Any]):
        self._shown, self._times, self._policy = shown, Counter[Any](), ""
        self._people, self._players = dict[str, str](), set[str]()
        self._question, self._about, self._missing = "", 0, set[str]()

    def follow(self, meta: Any, event: Any) -> None:
        """An entry beside play; raises ValueError for a leave that was not everybody's."""
        frame = (meta.answers or [""])[0]
        match event:
            case CombatOpened(policy=policy):
                self._policy = policy
            case Answered(choice=policy) if frame == POLICY:
                self._policy = policy
            case SeatOpened(seat=seat, person=person):
                self._people[seat] = person
                self._sits(seat, event.role == "player")
            case SeatChanged(seat=seat, role=role):
                self._sits(seat, role == "player")
            case SeatClosed(seat=seat):
                self._sits(seat, False)
            case Asked(about="fresh-dice", params=said):
                self._asks(meta, event, said)
            case Answered(who=who, choice="agree") if frame == self._question:
                self._missing.discard(who)
            case Closed(frame=closed, how="agreed") if closed == self._question:
                self._agreed()

    def _sits(self, seat: str, plays: bool) -> None:
        (self._players.add if plays else self._players.discard)(self._people[seat])

    def _asks(self, meta: Any, event: Any, said: Any) -> None:
        """Take up a request; everybody concerned has to be asked."""
        players = self._players if self._policy != "referee" else set()
        asked, asker = {slot.who for slot in event.slots}, said["asker"]
        if self._policy == "strict" or asker not in (meta.by, REFEREE):
            raise ValueError(f"{asker} cannot ask for fresh dice here")
        if missing := {*players, REFEREE} - {*asked, asker}:
            raise ValueError(f"fresh dice were asked for without {', '.join(sorted(missing))}")
        self._question, self._about, self._missing = event.question, said["entry"], asked

    def _agreed(self) -> None:
        if self._missing:
            raise ValueError(f"{', '.join(sorted(self._missing))} never agreed to fresh dice")
        self._times[_what(self._shown(self._about))] += 1
        self._question = ""

    def hold(self, meta: Any, event: Any, fresh: int) -> None:
        """Check that dice or a card fell anew as often as was agreed to; raises ValueError.

        What is decided again in a correction keeps what it had, with the leave of then.
        """
        label = getattr(event, "label", None)
        agreed = self._times[_what(event)] + (self._times[label.roller] if label else 0)
        if fresh > agreed or (fresh < agreed and not meta.origin):
            raise ValueError(f"it fell anew {fresh} times, and the table agreed to {agreed}")


def _what(event: Any) -> Any:
    """For what a leave counts: a roll with its re-rolls, a deck, or all dice of a newcomer."""
    if isinstance(event, DiceRolled):
        label = event.label
        return event.key, label.round, label.roller, label.sort, label.origin, label.r
    return (event.deck, event.shuffle) if isinstance(event, CardDrawn) else event.roller
