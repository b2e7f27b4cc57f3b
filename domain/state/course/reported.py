"""What was reported from outside: the acts that sources know by ids of their own, and gaps."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from domain import events as e
from domain.state.fold import Answers, Folds, with_entry

_SIGNS = 2
"""Known acts are kept in 16 ** 2 small dictionaries: one more copies only one of them."""


class KnownAct(NamedTuple):
    """An act that a source knows: its id in the log, and who did it."""

    id: str
    who: str = ""


class Missing(NamedTuple):
    """So many of what were not logged; None where nobody knows how many."""

    says: int | None
    what: str


class Reported(NamedTuple):
    """The acts that sources know, what was not logged, and who reported last, at what time."""

    acts: dict[str, dict[str, KnownAct]] = {}
    gaps: tuple[Missing, ...] = ()
    source: str = ""
    time: str = ""

    def act(self, source: str, external: str) -> KnownAct | None:
        """The act that a source knows by an external id."""
        key = _key(source, external)
        return self.acts.get(_part(key), {}).get(key)


def _key(source: str, external: str) -> str:
    return f"{source} {external}"


def _part(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:_SIGNS]


def _fold_reported(reported: Reported, event: e.Reported, _: Answers) -> Reported:
    # A source that tells no time is as late as it was; what another one told says nothing of it.
    time = event.time or (reported.time if event.source == reported.source else "")
    acts = reported.acts
    if event.known_as:
        key = _key(event.source, event.known_as)
        mine = acts.get(part := _part(key), {})
        known = with_entry(mine, key, KnownAct(event.act, event.who))
        acts = with_entry(acts, part, known)
    return Reported(acts, reported.gaps, event.source, time)


def _fold_gap(reported: Reported, event: e.Gap, _: Answers) -> Reported:
    return reported._replace(gaps=(*reported.gaps, Missing(event.says, event.what)))


FOLDS: Folds = {e.Reported: _fold_reported, e.Gap: _fold_gap}
