"""The windows that every game has: declare first, then react in turn; then follow on.

A ruleset's own window of the same name takes the place of one here.
"""

from __future__ import annotations

from domain.events import Slot
from domain.ruleset.other_revision import UNKNOWN
from domain.ruleset.ruleset import Asking, Blank, Choice, Ruleset, Window
from domain.ruleset.scene import Scene
from domain.ruleset.sequence import is_gone
from domain.ruleset.stage_list import CHANGED, NAMES, NAMES_RULED, SPANS
from domain.state.exchange import Question
from domain.state.viewer import REFEREE

REACT = "react"
"""The window in which declared reactions are carried out, rank by rank."""


def others(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for everybody but the doer of the act; who cannot act is barred with the clause."""
    doing = scene.doing(asking.on)
    return tuple(
        Slot(id=who, who=who, barred=scene.rules.able(scene, who))
        for who in scene.present()
        if doing is None or who != doing.who
    )


def doer(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """One slot, for the doer of the act."""
    act = scene.doing(asking.on)
    return (Slot(id=act.who, who=act.who, about=act.id),) if act else ()


def fighters(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for the doer of the act, and one for each who stands against it."""
    act = scene.doing(asking.on)
    acts = (act, *scene.combat.exchange.standing(asking.on)) if act else ()
    return tuple(Slot(id=a.who, who=a.who, about=a.id) for a in acts)


def _go(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    return (Choice("go", "do as declared"),)


def the_referee(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """One slot, for the referee."""
    return (Slot(id=REFEREE, who=REFEREE),)


def _goes_on(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    return (
        Choice("on", "play goes on with what these rules have next"),
        Choice("over", "what it was asked in is over: the act, or the open stretch of play"),
    )


def _without_names(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    names = asking.params.get("names")
    told = "; ".join(map(str, names if isinstance(names, list) else ()))
    return (Choice("on", f"play goes on without what is not known: {told or 'some names'}"),)


COMMON = {
    "declare": Window(
        "declare", "a reaction?", "", others, takes=("reaction",), declares=True, passes=True
    ),
    REACT: Window(REACT, "do what was declared, in turn", "", choices=_go, takes=("reaction",)),
    "follow": Window("follow", "go on with it?", "", doer, takes=("follow on",), passes=True),
    CHANGED: Window(
        CHANGED,
        "the rules have changed while this was open, and what was to follow is not in them:"
        " set right what it should have done, or undo it; then how is it?",
        "",
        the_referee,
        _goes_on,
        then="as ruled",
    ),
    NAMES: Window(
        NAMES,
        "these rules do not know some names in this fight: set right what they stood for; play on?",
        "",
        the_referee,
        _without_names,
        then=NAMES_RULED,
    ),
}


def is_known(rules: Ruleset, about: str) -> bool:
    """True for a window of the ruleset or of every game."""
    return about in rules.windows or about in COMMON


def is_outdated(scene: Scene, question: Question) -> bool:
    """True for a question in a window, or of a stretch of play, that these rules do not have."""
    if question.about == NAMES:
        return False
    gone = question.on in SPANS and is_gone(scene.rules.sequence, scene.combat.clock.path)
    return gone or not is_known(scene.rules, question.about) or not _is_answerable(scene, question)


def _is_answerable(scene: Scene, question: Question) -> bool:
    """False for a window whose rules do not know what the question holds."""
    if not scene.rules.takes_over:
        return True
    window = window_of(scene.rules, question.about)
    asking = Asking(question.on, question.about, question.params)
    return scene.once(("answerable", question.id), lambda: _works(scene, window, asking, question))


def is_empty(blank: Blank) -> bool:
    """True for a blank that must be filled with one of nothing."""
    return blank.kind == "one" and not blank.values and not blank.optional


def _works(scene: Scene, window: Window, asking: Asking, question: Question) -> bool:
    try:
        if window.stale:
            window.slots(scene, asking)
        for slot in question.open():
            choices = window.choices(scene, asking, slot)
            if any(is_empty(blank) for choice in choices for blank in choice.blanks):
                return False
            for chance in (window.throw, window.draw):
                if chance is not None:
                    chance(scene, asking, slot)
    except UNKNOWN:
        return False
    return True


def window_in(scene: Scene, question: Question) -> Window:
    """The window of a question; one that is outdated can only be passed."""
    outdated = is_outdated(scene, question)
    return passed_only(question.about) if outdated else window_of(scene.rules, question.about)


def window_of(rules: Ruleset, about: str) -> Window:
    """The window of that name: the ruleset's, or the one that every game has.

    One that these rules do not have any more is passed; then the referee is asked.
    """
    return rules.windows.get(about) or COMMON.get(about) or passed_only(about)


def passed_only(about: str) -> Window:
    """A window in which nothing can be done but pass."""
    return Window(about, about, "", passes=True)
