"""Everything a seat may do next: one list that feeds buttons, requests, refusals and playouts.

An option is a command with blanks. A blank is a finite list or a typed range, so that anything
can fill it in; whatever fits the blanks is accepted by `domain.decide`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from domain.combat import Combat
from domain.facets.exchange import Question
from domain.legal import is_legal
from domain.openings import (
    Opening,
    asking,
    has_the_go,
    may_act,
    may_begin_round,
    names_of,
    open_choices,
    openings,
    taken_back,
    toward,
)
from domain.ruleset import Blank, Deed, Manoeuvre, Ruleset, Slot, Throw
from domain.scene import Scene
from domain.seats import REFEREE, Viewer
from domain.sequence_of_play import located
from domain.windows import window_of


class Option(NamedTuple):
    """A command with blanks, what it says, costs and cites."""

    command: dict[str, Any]
    blanks: tuple[Blank, ...] = ()
    says: str = ""
    clause: str = ""
    cost: dict[str, int] = {}


def options(combat: Combat, rules: Ruleset, viewer: Viewer) -> tuple[Option, ...]:
    """What this viewer may do next in the line of play, in the order to offer it."""
    if combat.roster.ended:
        return ()
    scene = Scene(combat, rules)
    return (
        *_answers(scene, viewer),
        *_deeds(scene, viewer),
        *_withdrawals(scene, viewer),
        *_clock(scene, viewer),
    )


def fill(option: Option, choose: Callable[[Blank], Any]) -> dict[str, Any]:
    """The command of an option with its blanks filled in by `choose`."""
    command, params = dict(option.command), {}
    for blank in option.blanks:
        value = choose(blank)
        if blank.name == "targets":
            command["targets"] = value if isinstance(value, list) else [value]
        elif blank.name == "risk" and command["type"] == "answer":
            command["risk"] = value
        else:
            params[blank.name] = value
    return {**command, "params": params} if params else command


# --- deeds ---------------------------------------------------------------------------------


def _deeds(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    question = scene.question()
    asked = [who for s in question.open() for who in scene.doers(s.who)] if question else ()
    for who in dict.fromkeys(asked if question else may_act(scene)):
        if viewer.speaks_for(who, scene.combat.roster):
            for opening in openings(scene, who):
                for manoeuvre in scene.rules.manoeuvres:
                    yield from _ways(scene, opening, manoeuvre)


def deeds_of(scene: Scene, who: str) -> tuple[str, ...]:
    """The names of what somebody may do or declare now."""
    found = (
        option.command["manoeuvre"]
        for opening in openings(scene, who)
        for manoeuvre in scene.rules.manoeuvres
        for option in _ways(scene, opening, manoeuvre)
    )
    return tuple(dict.fromkeys(found))


def _ways(scene: Scene, opening: Opening, manoeuvre: Manoeuvre) -> Iterator[Option]:
    """One option for each thing the manoeuvre can be done with; its target is a blank."""
    if not opening.fits(manoeuvre):
        return
    bare = Deed(opening.who, manoeuvre.name, opening.kind, opening.on)
    for using in manoeuvre.usings(scene, bare) if manoeuvre.usings else ("",):
        deed = bare._replace(using=using)
        blanks = manoeuvre.blanks(scene, deed)
        deed = deed._replace(params={b.name: plainest(b) for b in blanks if not b.optional})
        aims = manoeuvre.wants_target(scene, deed)
        targets = () if aims is False else _targets(scene, deed, manoeuvre)
        if targets if aims else is_legal(scene, deed):
            aim = _aim(targets, optional=aims is None, several=manoeuvre.several)
            first = deed._replace(targets=targets[:1] if aims else ())
            yield Option(
                _deed_command(opening, manoeuvre, using), aim + blanks, manoeuvre.says,
                manoeuvre.clause, manoeuvre.cost(scene, first),
            )  # fmt: skip


def _targets(scene: Scene, deed: Deed, manoeuvre: Manoeuvre) -> tuple[str, ...]:
    candidates = manoeuvre.targets(scene, deed)
    return tuple(t for t in candidates if is_legal(scene, deed._replace(targets=(t,))))


def _aim(targets: tuple[str, ...], *, optional: bool, several: bool) -> tuple[Blank, ...]:
    if not targets:
        return ()
    kind: Literal["some", "one"] = "some" if optional and several else "one"
    return (Blank("targets", kind, targets, optional=optional, says="at whom"),)


def _deed_command(opening: Opening, manoeuvre: Manoeuvre, using: str) -> dict[str, Any]:
    kind = "declare" if opening.declares else "act"
    command = {"type": kind, "who": opening.who, "manoeuvre": manoeuvre.name}
    return {**command, "using": using} if using else command


def plainest(blank: Blank) -> Any:
    """The plainest way to fill a blank."""
    match blank.kind:
        case "number":
            return blank.least
        case "one":
            return blank.values[0] if blank.values else ""
        case "ordered":
            return list(blank.values)
        case "some":
            return []
        case _:
            return ""


# --- answers -------------------------------------------------------------------------------


def _answers(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    question = scene.question()
    if question is None:
        return
    mine = [s for s in question.open() if viewer.speaks_for(s.who, scene.combat.roster)]
    for slot in mine:
        yield from _slot_answers(scene, question, slot)
    if len(mine) > 1 and window_of(scene.rules, question.about).passes:
        yield Option({"type": "pass-all"}, says="everybody passes")


def _slot_answers(scene: Scene, question: Question, slot: Slot) -> Iterator[Option]:
    window = window_of(scene.rules, question.about)
    base = {"type": "answer", "who": slot.who, "about": question.about}
    if word := toward(scene, question, slot):
        base["toward"] = word
    if window.throw is not None:
        throw = window.throw(scene, asking(question), slot)
        yield Option({**base, "choice": "roll"}, _risk(throw), window.says, window.clause)
    if window.draw is not None:
        yield Option({**base, "choice": "draw"}, (), window.says, window.clause)
    for choice in open_choices(scene, question, slot):
        yield Option({**base, "choice": choice.name}, choice.blanks, choice.says, window.clause)
    if window.passes:
        yield Option({**base, "choice": "pass"}, says="let it be", clause=window.clause)


def _risk(throw: Throw) -> tuple[Blank, ...]:
    if throw.dice is not None:
        return ()
    return (Blank("risk", "number", (), 0, throw.most, says="how many dice to risk"),)


def _withdrawals(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    """What may be taken back while its question is open: never dice."""
    question = scene.question()
    for slot in question.slots if question else ():
        own = viewer.speaks_for(slot.who, scene.combat.roster)
        if question and own and taken_back(scene, question, slot):
            command = {"type": "withdraw", "who": slot.who}
            words = names_of(scene, slot)
            yield Option({**command, "toward": words[0]} if words else command, says="take it back")


# --- the clock -----------------------------------------------------------------------------


def _clock(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    path, sequence = scene.combat.clock.path, scene.rules.sequence
    if scene.question() is not None:
        return
    if not path and viewer.is_referee and may_begin_round(scene):
        command = {"type": "answer", "who": REFEREE, "about": "round", "choice": "begin"}
        yield Option(command, says=f"begin the next {scene.rules.words.get('round', 'round')}")
    for who in scene.actors():
        if viewer.speaks_for(who, scene.combat.roster) and has_the_go(scene, who):
            kind = located(sequence, path).kind
            command = {"type": "answer", "who": who, "about": kind, "choice": "end"}
            yield Option(command, says=f"end the {scene.rules.words.get(kind, kind)}")
