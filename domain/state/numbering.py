"""How a log is numbered for each pair of eyes: public numbers, private lines, visible steps.

Public numbers count public entries; a private line is `412.1`, the first that this viewer sees
after public entry 412. Steps are counted as the viewer sees them, and ids of acts, questions and
conditions are made of those, so that what is hidden leaves no gap anywhere.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache

from domain.state.viewer import Viewer

Hidden = tuple[int, int, tuple[str, ...]]
"""A private entry: its seq, its step if the whole step is private (else 0), its audience."""


class Numbers:
    """The private entries of one log, in order; everything else is counted from them."""

    def __init__(self, hidden: tuple[Hidden, ...] = ()):
        self.hidden: list[Hidden] = []
        self._seqs: list[int] = []
        self._ranks: list[int] = []
        for row in hidden:
            self.hide(*row)

    def hide(self, seq: int, step: int, audience: tuple[str, ...]) -> None:
        """Note a private entry; in the order of the log."""
        self._ranks.append(seq - len(self._seqs))
        self._seqs.append(seq)
        self.hidden.append((seq, step, audience))

    def upto(self, seq: int) -> Numbers:
        """Return the numbering of the log up to an entry."""
        return Numbers(tuple(self.hidden[: bisect_right(self._seqs, seq)]))

    def number(self, seq: int) -> int:
        """The public number of an entry; of a private one, that of the last public one before."""
        return seq - bisect_right(self._seqs, seq)

    def seq(self, number: int) -> int:
        """The entry with a public number."""
        return number + bisect_right(self._ranks, number)

    def is_hidden(self, seq: int) -> bool:
        """True for a private entry."""
        place = bisect_left(self._seqs, seq)
        return place < len(self._seqs) and self._seqs[place] == seq

    def is_seen(self, seq: int, viewer: Viewer) -> bool:
        """True for an entry that this viewer sees."""
        place = bisect_left(self._seqs, seq)
        return not self.is_hidden(seq) or viewer.sees(self.hidden[place][2])

    def is_private_step(self, step: int) -> bool:
        """True for a step of which the public sees nothing."""
        return any(whole == step for _, whole, _ in self.hidden)

    def hides_from(self, viewer: Viewer) -> bool:
        """True where this log holds anything that the viewer does not see."""
        return any(not viewer.sees(audience) for _, _, audience in self.hidden)

    def label(self, seq: int, viewer: Viewer) -> str:
        """How an entry is called by this viewer: `412`, or `412.1` for a private line."""
        number = self.number(seq)
        if not self.is_hidden(seq):
            return str(number)
        mine = [s for s, _, audience in self.hidden if viewer.sees(audience) and s <= seq]
        return f"{number}.{sum(self.number(s) == number for s in mine)}"

    def step(self, step: int, viewer: Viewer) -> int:
        """Which step this is of those that the viewer sees something of."""
        return step - bisect_left(self._steps_hidden_from(viewer, len(self.hidden)), step)

    @lru_cache(maxsize=16)  # noqa: B019 -- one Numbers lives as long as its open combat
    def _steps_hidden_from(self, viewer: Viewer, count: int) -> tuple[int, ...]:
        rows = self.hidden[:count]
        return tuple(sorted({s for _, s, audience in rows if s and not viewer.sees(audience)}))
