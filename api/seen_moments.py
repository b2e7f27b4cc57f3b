"""Moments of a viewer's own log, kept so that any of them is a short fold away."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from api.moments import put
from projections.moment import START, Moment, advance

if TYPE_CHECKING:
    from api.sight import Sight

SPACING = 50
"""Entries of a path between two moments that are kept for long."""

_LATEST, _KEPT = 256, 4096


class SeenMoments:
    """The moments at the ends of a viewer's own steps: the latest, and some of each path."""

    def __init__(self, sight: Sight):
        self._sight = sight
        self._latest: OrderedDict[int, Moment] = OrderedDict()
        self._spaced: OrderedDict[int, Moment] = OrderedDict()
        self._since: OrderedDict[int, int] = OrderedDict()

    def begin_as(self, base: SeenMoments, step: int) -> None:
        """Begin with those of another log up to a step."""
        self._spaced = OrderedDict((s, m) for s, m in base._spaced.items() if s <= step)

    def at(self, seq: int) -> Moment:
        """The moment right after an own entry of play, 0 for before everything."""
        line, step = self._sight.line, self._sight.line.step_of(seq)
        whole = seq == line.last(step)
        base = step if whole else line.parent(step)
        while (known := self._known(base)) is None:
            base = line.parent(base)
        moment = self._folded(base, seq, known)
        return self._keep(step, moment) if whole and step else moment

    def _known(self, step: int) -> Moment | None:
        if not step:
            return START
        return self._latest.get(step) or self._spaced.get(step)

    def _folded(self, base: int, seq: int, moment: Moment) -> Moment:
        """Fold the path from the end of a step to an entry, keeping moments on the way."""
        line, folded = self._sight.line, 0
        for first, last in line.entries_between(line.last(base), seq):
            for each in range(first, last + 1):
                moment = advance(moment, self._sight.entry(each))
                folded += 1
                if folded >= SPACING and each == line.last(step := line.step_of(each)):
                    folded = 0
                    put(self._spaced, step, moment, _KEPT)
        return moment

    def _keep(self, step: int, moment: Moment) -> Moment:
        """Keep the moment at the end of a step; now and then for long."""
        line = self._sight.line
        since = self._since.get(line.parent(step), 0) + line.last(step) - line.first(step) + 1
        put(self._latest, step, moment, _LATEST)
        put(self._since, step, since if since < SPACING else 0, _LATEST)
        if since >= SPACING:
            put(self._spaced, step, moment, _KEPT)
        return moment
