"""Remedies tried out: what a ruling would do, judged without doing it.

What somebody claims is judged by what he sees, so that a refusal tells him nothing else. What the
referee rules is judged on everything there is. No die falls for either.
"""

from __future__ import annotations

from typing import Any

from api.correcting import Correction, correction, ruled
from api.fairness import may_fall_afresh, shows_chance
from api.open_combat import OpenCombat
from api.receipts import receipt_of
from api.rewinding import destination
from api.taken_back import may_be_taken_back, receipt_of_correction
from domain import commands as c
from domain import events as e
from domain.combat import Combat
from domain.decide import decide
from domain.ruleset import Refused
from domain.seats import PUBLIC, REFEREE, Viewer

NOBODY = ""
"""Who moves the head by a ruling, so that nobody leaves behind what he did in secret."""

SOMEBODYS_WORDS = e.TextRef(id="t0", digest="")
"""Stands for the reason of a remedy that is tried out."""


def kept(remedy: c.Remedy | None) -> dict[str, Any] | None:
    """A remedy as the log keeps it."""
    return None if remedy is None else remedy.model_dump(mode="json", exclude_none=True)


def authority(viewer: Viewer) -> Viewer:
    """Somebody who carries a ruling out: his word counts as the referee's."""
    return Viewer(viewer.person, REFEREE, viewer.combatants)


def claimed(combat: OpenCombat, remedy: c.Remedy, viewer: Viewer) -> None:
    """Check a remedy as far as whoever claims it sees; raises Refused."""
    match remedy:
        case c.Amend():
            correct_of(combat, remedy)
        case c.GoBack():
            target_of(combat, remedy)
        case c.Compensate():
            _decided(combat, combat.view(viewer), remedy, viewer)
        case c.ReRoll():
            target_of(combat, before_roll(combat, remedy))


def tried(combat: OpenCombat, remedy: c.Remedy, viewer: Viewer) -> None:
    """Check that a remedy can be carried out now; raises Refused with the reason."""
    match remedy:
        case c.Amend():
            found = judged(combat, remedy, viewer)
            if remedy.dice == "recorded":
                stands = ruled(found, correct_of(combat, remedy))
                may_be_taken_back(receipt_of_correction(combat, found, stands, remedy.how, PUBLIC))
        case c.Compensate():
            _decided(combat, combat.head, remedy, viewer)
        case _:
            claimed(combat, remedy, viewer)


def judged(combat: OpenCombat, remedy: c.Amend, viewer: Viewer) -> Correction:
    """What follows from an amendment, every later step judged again."""
    command = correct_of(combat, remedy)
    return correction(combat, command, authority(viewer), combat.line.steps + 3)


def correct_of(combat: OpenCombat, remedy: c.Amend, words: e.TextRef | None = None) -> c.Correct:
    """The correction that an amendment is, in steps of the log; `words` are its reason."""
    upto = _step(combat, remedy.upto, "/upto") if remedy.upto else None
    inside = remedy.command
    if inside is not None and inside.note is not None:
        raise Refused("", "the words go with the ruling", None, "/remedy/command/note")
    if inside is not None:
        inside = inside.model_copy(update={"note": words or SOMEBODYS_WORDS})
    if (inside is None) != (remedy.how == "annul"):
        why = "say what stands there instead; to annul, nothing"
        raise Refused("", why, None, "/remedy/command")
    return c.Correct(
        how=remedy.how,
        step=_step(combat, remedy.entry, "/entry"),
        where=remedy.where,
        command=inside,
        upto=upto,
        dice=remedy.dice,
        note=words,
    )


def _step(combat: OpenCombat, number: int, pointer: str) -> int:
    """The step of a public entry of play; raises Refused where it is none."""
    numbers, line = combat.numbers, combat.line
    newest = numbers.number(line.entries)
    step = line.step_of(numbers.seq(number)) if number <= newest else 0
    if not line.is_play(step):
        raise Refused(
            "", f"entry {number} is no entry of play", {"last": newest}, f"/remedy{pointer}"
        )
    return step


def target_of(combat: OpenCombat, remedy: c.GoBack) -> int:
    """The step to go back to, as everybody sees it; raises Refused where there is none."""
    to = destination(combat, c.Rewind(how="jump", to=remedy.to), PUBLIC)
    if barred := receipt_of(combat, PUBLIC, to).barred:
        raise Refused("", barred, None, "/remedy/to")
    return to


def before_roll(combat: OpenCombat, remedy: c.ReRoll) -> c.GoBack:
    """The way back to before an entry whose dice are to fall again; raises Refused."""
    step, line = _step(combat, remedy.entry, "/entry"), combat.line
    seq = combat.numbers.seq(remedy.entry)
    [entry] = combat.entries(seq, seq)
    if not shows_chance(entry.event) or not line.standing(step):
        raise Refused("", "no dice that stand fell there, no card was drawn", None, "/remedy/entry")
    may_fall_afresh(combat)
    return c.GoBack(to=combat.numbers.number(line.last(line.parent(step))))


def adjust_of(remedy: c.Compensate, words: e.TextRef, cites: str) -> c.Adjust:
    """The referee's own hand that a compensation is."""
    return c.Adjust(change=remedy.change, note=words, cites=cites)


def _decided(combat: OpenCombat, state: Combat, remedy: c.Compensate, viewer: Viewer) -> None:
    """Check a compensation on a state."""
    command = adjust_of(remedy, SOMEBODYS_WORDS, "")
    number = combat.line.steps + 1
    decide(state, command, combat.rules, combat.dice, number, authority(viewer))
