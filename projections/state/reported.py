"""What a fight knows from reports: who reported last, as of when, and what was not logged."""

from __future__ import annotations

from typing import NamedTuple

from domain.state.course.reported import Missing
from projections.visibility.snapshot import Moment
from projections.wording.reports import missing_words, time_words


class UnloggedGap(NamedTuple):
    """Something that was not logged: so `many` of `what`, None where nobody knows how many."""

    many: int | None
    what: str
    says: str


class Reports(NamedTuple):
    """Who reported last, at what time of theirs, and every gap; `says` tells it in sentences."""

    source: str
    time: str
    gaps: tuple[UnloggedGap, ...]
    says: str


def reports(moment: Moment) -> Reports | None:
    """What is known from reports; None where nothing was reported."""
    known = moment.combat.reported
    if not (known.source or known.gaps):
        return None
    when = f" at {time_words(known.time)}" if known.time else ""
    gaps = tuple(_gap(each) for each in known.gaps)
    said = (f"As {known.source} reported it{when}", *(gap.says for gap in gaps))
    return Reports(known.source, known.time, gaps, ". ".join(said) + ".")


def _gap(missing: Missing) -> UnloggedGap:
    return UnloggedGap(missing.says, missing.what, missing_words(missing.says, missing.what))
