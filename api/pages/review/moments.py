"""Moments of a fight in words: its turns, what happened at an entry, and moments to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from api.combats.viewers.viewer_log import Sight, Unseen
from api.pages.forms.fields import Pairs
from domain import events as e
from domain.log.undo_tree import Line
from domain.ruleset.ruleset import Ruleset
from projections.changes.preview import QUIET
from projections.changes.replay_frames import Reader, Shot
from projections.story.landmarks import Kind, Landmark, landmarks
from projections.wording.context import NO_TEXTS, Texts
from projections.wording.game_words import capital, name_of, word

COUNTED: Mapping[Kind, str] = {"roll": "roll", "wound": "wound", "undo": "undo", "ruling": "ruling"}
"""The marks that the list of turns counts, each with its word."""


class TurnSpan(NamedTuple):
    """A turn or round in the list of turns: its entries, whose it is, and what it had in it."""

    place: int
    number: str
    last: str
    says: str
    inside: str
    is_round: bool


def turns_of(sight: Sight, marks: tuple[Landmark, ...], rules: Ruleset) -> Iterator[TurnSpan]:
    """Yield the turns and rounds that stand, in order, each with what fell in it."""
    says = {mark.place: mark.says for mark in marks if mark.kind == "turn"}
    begun = {place: sight.entry(place).event for place in sight.began("round")}
    rounds = {place: one.n for place, one in begun.items() if isinstance(one, e.RoundBegan)}
    says |= {place: f"{capital(word(rules, 'round'))} {n}" for place, n in rounds.items()}
    stands = [p for p in sorted(says) if sight.line.standing(sight.line.step_of(p))]
    for place, after in zip(stands, [*stands, len(sight) + 1][1:], strict=True):
        inside = [m for m in marks if place <= m.place < after and is_passed(m, sight.line)]
        numbers = sight.number(place), sight.number(after - 1)
        yield TurnSpan(place, *numbers, says[place], _inside(inside), place in rounds)


def is_passed(mark: Landmark, line: Line) -> bool:
    """Return whether the line of play passes a mark; undo and rulings count in any case."""
    step = line.step_of(mark.place)
    return mark.kind in ("undo", "ruling") or (line.is_play(step) and line.standing(step))


def _inside(marks: list[Landmark]) -> str:
    """Return what marks come to: `3 rolls, 1 wound`."""
    counts = Counter(mark.kind for mark in marks if mark.kind in COUNTED)
    kinds = ((kind, counts[kind]) for kind in COUNTED if counts[kind])
    return ", ".join(f"{n} {COUNTED[kind]}{'s' if n > 1 else ''}" for kind, n in kinds)


# --- what happened at an entry -----------------------------------------------------------------


def told_at(sight: Sight, rules: Ruleset, entry: str, names: Texts = NO_TEXTS) -> str:
    """Return what an entry did in words; of a question, what its step did.

    `names` are what people are called, by their ids.
    """
    reader = Reader(sight, "step", through=True, texts=names)
    try:
        stop = reader.stop(sight.place(entry))
    except Unseen:
        return ""
    return told_of(reader.frame(stop, rules).shots, entry)


def told_of(shots: tuple[Shot, ...], entry: str) -> str:
    """Return the line of an entry among those of its step; else the first that tells a deed."""
    own = next((shot for shot in shots if shot.number == entry), None)
    if own is not None and own.kind not in ("question", "closing"):
        return own.text
    deeds = (shot.text for shot in shots if shot.kind not in QUIET)
    return next(deeds, own.text if own is not None else "")


# --- moments to choose from --------------------------------------------------------------------


def moment_choices(sight: Sight, rules: Ruleset, chosen: tuple[str, ...] = ()) -> Pairs:
    """Return the moments to choose from: the end of every turn, and those that are `chosen`."""
    entries = sight.seen_entries(range(1, len(sight) + 1))
    marks = landmarks(entries, rules, name_of(sight.moment(sight.node).combat))
    ends = dict(_turn_ends(turns_of(sight, marks, rules)))
    for entry in chosen:
        if entry and entry not in ends and (told := told_at(sight, rules, entry)):
            ends[entry] = f"entry {entry}: {told}"
    return tuple(ends.items())


def _turn_ends(turns: Iterator[TurnSpan]) -> Iterator[tuple[str, str]]:
    """Yield the entry at which each turn ended, with its words."""
    around = ""
    for turn in turns:
        if turn.is_round:
            around = turn.says
            yield turn.last, f"{around}, as it began (entry {turn.last})"
        else:
            yield (
                turn.last,
                ", ".join(filter(None, (around, f"after {turn.says} (entry {turn.last})"))),
            )
