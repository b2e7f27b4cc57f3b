"""Acts, questions and answers: the one grammar of who does what and who may answer it."""

from __future__ import annotations

from typing import Literal

from domain.events.values import Event, Params, Slot


class Asked(Event):
    """A window opened, or was redrawn under the same id after its eligibility changed.

    `on` is an act or the span of the clock ("round", "turn", "phase") that it interrupts; `until`
    says whether all answer or the first does. What follows when it closes, its window declares;
    `before` is the step with which the act or span goes on after that, a word that the ruleset
    publishes, where the window and the list of steps do not say so. Redrawn, it says all anew:
    what is not barred is to be answered, or answered again; a slot whose answer stands is barred
    as `used`.
    """

    question: str
    on: str
    about: str
    slots: tuple[Slot, ...]
    until: Literal["all", "first"] = "all"
    before: str = ""
    params: Params = {}


class Answered(Event):
    """A slot was filled by a choice: a pass, a stop, a pairing, the referee's ruling."""

    who: str
    choice: str
    params: Params = {}


class Said(Event):
    """What is said of an act, declared or done: who does what, to whom, with what."""

    act: str
    who: str = ""
    manoeuvre: str
    on: str = ""
    targets: tuple[str, ...] = ()
    using: str = ""
    params: Params = {}


class Declared(Said):
    """Said and not yet done. Without `who` it was born of the rules.

    One `against` the rules that the table keeps is carried out all the same when its turn comes.
    """

    against: bool = False


class Acted(Said):
    """Done: an action, or with `on` a follow-on of an act of one's own."""


class Reacted(Said):
    """Done in answer to somebody else's act. One that `stands` is resolved together with it."""

    stands: bool = False


class Withdrawn(Event):
    """A declared act (`act`), or an answer (its slot in the envelope), was taken back.

    Where the slot waited for that act to begin, this fills it; `instead` names the manoeuvre that
    takes its place.
    """

    act: str = ""
    why: str = ""
    instead: str = ""


class Resolved(Event):
    """An outcome of an act at one of its stages, with printable figures; `of` names the target."""

    act: str
    stage: str
    outcome: str
    figures: dict[str, int | str] = {}
    of: str = ""


class Closed(Event):
    """An executed act or a question ended, exactly once."""

    frame: str
    how: str = ""
