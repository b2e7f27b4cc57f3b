"""What viewers see of the combats in memory, now or as of one of their own entries."""

from __future__ import annotations

from api.combats.open_combat import OpenCombat
from api.combats.past_combat import PastCombat
from api.combats.viewers.viewer_log import Sight
from domain.state.viewer import PUBLIC, TABLE, Viewer


class Sights:
    """The sights of the combats in memory; they go with them."""

    def of(self, combat: OpenCombat, viewer: Viewer) -> Sight:
        """What a viewer sees of a combat, up to its last entry; behind the combat's lock."""
        if isinstance(combat, PastCombat):
            whole = self.of(combat.whole, viewer)
            return whole.upto(whole.own(combat.line.entries))
        eyes = _eyes(combat, viewer)
        kept: dict[Viewer, Sight] = combat.sights
        if eyes not in kept:
            kept[eyes] = Sight(combat, eyes)
        kept[eyes].catch_up(combat)
        return kept[eyes]

    def past(self, combat: OpenCombat, viewer: Viewer, at: str) -> tuple[PastCombat, Sight]:
        """A combat right after the entry of a viewer's number, and what they saw; raises Unseen."""
        sight = self.of(combat, viewer)
        place = sight.place(at)
        past = PastCombat(combat, _raw_end(combat, sight, place))
        return past, sight.upto(place)


def _raw_end(combat: OpenCombat, sight: Sight, place: int) -> int:
    """Where the log ends for somebody whose last entry is at a place: with its step, at best."""
    if not place:
        return 0
    raw, own, line = sight.raw(place), sight.line, combat.line
    ends = place == own.last(own.step_of(place))
    return line.last(line.step_of(raw)) if ends else raw


def _eyes(combat: OpenCombat, viewer: Viewer) -> Viewer:
    """Whose eyes a viewer looks through: his own only where they see what others do not.

    His own are his person and those whom he plays, since either may be told something.
    """
    private = combat.numbers.hidden
    if not private or not any(viewer.sees(audience) for _, _, audience in private):
        return PUBLIC
    return TABLE if viewer.is_referee else viewer
