"""What ended something, or answered it, further down its own branch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain import events as e
from projections.visibility.visible_log import SeenEntry

End = tuple[str, int | None, SeenEntry | None]
NEVER: End = ("", None, None)


class Ends:
    """Where things ended, by what they are; of what stands, only ends that stand count."""

    def __init__(self, entries: Sequence[SeenEntry], line: frozenset[int]):
        self.line = line
        self._found: dict[tuple[str, str], list[SeenEntry]] = {}
        for seen in entries:
            for key in _ended_by(seen):
                self._found.setdefault(key, []).append(seen)

    def of(self, what: str, which: str, since: SeenEntry) -> End:
        """The number, the place and the entry; empty where it has not happened."""
        stands = since.entry.seq in self.line
        for seen in self._found.get((what, which), ()):
            later = seen.entry.seq > since.entry.seq
            if later and (seen.entry.seq in self.line or not stands):
                return seen.number, seen.entry.seq, seen
        return NEVER


def _ended_by(seen: SeenEntry) -> Iterator[tuple[str, str]]:
    answers = seen.entry.meta.answers
    if answers is not None:
        yield "answer", f"{answers[0]} {answers[1]}"
    match seen.event:
        case e.Left(subject=who):
            yield "gone", who
        case e.RoundEnded(n=n):
            yield "round", str(n)
        case e.TurnEnded(who=several):
            yield from (("turn", who) for who in several)
        case e.Closed(frame=frame):
            yield "question", frame
        case e.ConditionEnded(id=condition):
            yield "condition", condition
