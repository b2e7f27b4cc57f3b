"""What somebody knows at moments of a combat, for what he may do and why he may not.

Options and refusals are reckoned from it. So no balance that something hidden has touched is in
it, only what he can count himself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from api.moments import LATEST, AtMoments
from domain.combat import Combat
from domain.seats import Viewer
from projections.doubt import Known, known_after

if TYPE_CHECKING:
    from api.open_combat import OpenCombat


class KnownMoments(AtMoments[Known]):
    """What one viewer knows at the ends of steps, under the log's own numbers and ids."""

    def __init__(self, combat: OpenCombat, viewer: Viewer):
        super().__init__(combat, Known(), LATEST)
        self._combat, self._viewer = combat, viewer

    def state(self, seq: int) -> Combat:
        """The state right after an entry of play, as far as he can know it."""
        return self.at(seq).combat

    def _fold(self, state: Known, after: int, seq: int) -> Iterator[tuple[int, Known]]:
        for entry in self._combat.path(after, seq):
            state = known_after(state, entry, self._viewer)
            yield entry.seq, state
