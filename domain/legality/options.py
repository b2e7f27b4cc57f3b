"""Everything a seat may do next: one list that feeds buttons, requests, refusals and playouts.

An option is a command with blanks. A blank is a finite list or a typed range, so that anything
can fill it in; whatever fits the blanks is accepted by `domain.engine.decide`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from domain.legality import openings
from domain.legality.checks import check_occasion, check_terms, check_with, passes
from domain.legality.option import Option, plainest
from domain.ruleset.other_revision import UNKNOWN, as_asked
from domain.ruleset.ruleset import (
    NAME_LETTERS,
    Blank,
    Deed,
    Draw,
    Manoeuvre,
    Ruleset,
    Slot,
    Throw,
    json_pointer,
)
from domain.ruleset.scene import Scene, is_listed
from domain.ruleset.sequence import innermost_stretch
from domain.ruleset.windows import REACT, is_empty, window_in
from domain.state.combat import Combat
from domain.state.exchange import Question
from domain.state.viewer import REFEREE, Viewer


def options(combat: Combat, rules: Ruleset, viewer: Viewer) -> tuple[Option, ...]:
    """What this viewer may do next in the line of play, in the order to offer it."""
    if combat.roster.ended:
        return ()
    scene = Scene(as_asked(combat, rules), rules)
    return (
        *_answers(scene, viewer),
        *_deeds(scene, viewer),
        *_withdrawals(scene, viewer),
        *_clock(scene, viewer),
    )


# --- deeds ---------------------------------------------------------------------------------


def _deeds(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    for who in _may_do_something(scene):
        if viewer.speaks_for(who, scene.combat.roster):
            for opening in openings.openings(scene, who):
                for manoeuvre in filter(opening.fits, scene.rules.manoeuvres):
                    yield from _known_ways(scene, opening, manoeuvre)


def _may_do_something(scene: Scene) -> tuple[str, ...]:
    """Who may do or declare something now: who is asked first, then who may do what is swift."""
    question = scene.question()
    if question is None:
        return openings.may_act(scene)
    asked = [who for slot in question.open() for who in scene.doers(slot.who)]
    if openings.is_idle_question(scene):
        return tuple(dict.fromkeys((*asked, *scene.acting())))
    return tuple(dict.fromkeys((*asked, *(scene.present() if scene.rules.swift else ()))))


def deeds_of(scene: Scene, who: str) -> tuple[str, ...]:
    """The names of the deeds by which somebody may answer what is asked."""
    return deeds_in(scene, (o for o in openings.openings(scene, who) if o.slot is not None))


def deeds_in(scene: Scene, places: Iterable[openings.Opening]) -> tuple[str, ...]:
    """The names of the deeds that may be done in some openings."""
    found = (
        option.command["manoeuvre"]
        for opening in places
        for manoeuvre in filter(opening.fits, scene.rules.manoeuvres)
        for option in _known_ways(scene, opening, manoeuvre)
    )
    return tuple(dict.fromkeys(found))


def is_stuck(scene: Scene, question: Question) -> bool:
    """True where rules that took the fight over leave nobody who is asked anything to do."""
    return scene.rules.takes_over and not any(
        openings.answers_to(scene, question, slot)
        or any(deeds_of(scene, who) for who in scene.doers(slot.who))
        for slot in question.open()
    )


def _known_ways(
    scene: Scene, opening: openings.Opening, manoeuvre: Manoeuvre
) -> tuple[Option, ...]:
    """The ways to do it; none where rules that took the fight over cannot say."""
    try:
        ways = tuple(_ways(scene, opening, manoeuvre))
        if not scene.rules.takes_over:
            return ways
        return tuple(way for way in ways if not any(map(is_empty, way.blanks)))
    except UNKNOWN:
        if not scene.rules.takes_over:
            raise
        return ()


def _ways(scene: Scene, opening: openings.Opening, manoeuvre: Manoeuvre) -> Iterator[Option]:
    """One option for each thing the manoeuvre can be done with; its target is a blank.

    What is offered comes from the manoeuvre's own lists, so of `legal` only the rest is asked:
    the occasion once, the moment once for each thing, the terms once for each target.
    """
    bare = Deed(opening.who, manoeuvre.name, opening.kind, opening.on)
    if not passes(check_occasion, scene, bare, manoeuvre):
        return
    for using in manoeuvre.usings(scene, bare) if manoeuvre.usings else ("",):
        deed = bare._replace(using=using) if using else bare
        blanks = manoeuvre.blanks(scene, deed)
        if params := {b.name: plainest(b) for b in blanks if not b.optional}:
            deed = deed._replace(params=params)
        if passes(check_with, manoeuvre.moment, scene, deed):
            yield from _aimed(scene, opening, manoeuvre, deed, blanks)


def _aimed(
    scene: Scene,
    opening: openings.Opening,
    manoeuvre: Manoeuvre,
    deed: Deed,
    blanks: tuple[Blank, ...],
) -> Iterator[Option]:
    """The option of a deed with its target left open, where any target or none is legal."""
    aims = manoeuvre.wants_target(scene, deed)
    targets = () if aims is False else _targets(scene, deed, manoeuvre)
    alone = not aims and passes(check_terms, scene, deed, manoeuvre)
    if alone or (targets and not manoeuvre.several):
        aim = _aim(targets, optional=alone, several=manoeuvre.several)
        first = deed if alone else deed._replace(targets=targets[:1])
        yield Option(
            _deed_command(opening, manoeuvre, deed.using),
            aim + blanks,
            manoeuvre.says,
            manoeuvre.clause,
            manoeuvre.price(scene, first),
        )


def _targets(scene: Scene, deed: Deed, manoeuvre: Manoeuvre) -> tuple[str, ...]:
    if manoeuvre.several:
        return manoeuvre.targets(scene, deed)
    at = ((who, deed._replace(targets=(who,))) for who in manoeuvre.targets(scene, deed))
    return tuple(who for who, aimed in at if passes(check_terms, scene, aimed, manoeuvre))


def _aim(targets: tuple[str, ...], *, optional: bool, several: bool) -> tuple[Blank, ...]:
    if not targets:
        return ()
    least, most = int(not optional), 0 if optional and several else 1
    says, at = "at whom", "/targets"
    return (Blank("targets", "some", targets, least, most, optional, says, at=at),)


def _deed_command(opening: openings.Opening, manoeuvre: Manoeuvre, using: str) -> dict[str, Any]:
    kind = "declare" if opening.declares else "act"
    command = {"type": kind, "who": opening.who, "manoeuvre": manoeuvre.name}
    return {**command, "using": using} if using else command


# --- answers -------------------------------------------------------------------------------


def _answers(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    question = scene.question()
    if question is None:
        return
    held = ((slot, _speaker(scene, viewer, slot)) for slot in question.open())
    mine = [(slot, who) for slot, who in held if who]
    for slot, who in mine:
        yield from _slot_answers(scene, question, slot, who)
    if len(mine) > 1 and window_in(scene, question).passes:
        says = "everybody passes" if viewer.is_referee else "all of yours pass"
        yield Option({"type": "pass-all"}, says=says)


def _speaker(scene: Scene, viewer: Viewer, slot: Slot) -> str:
    """As whom a viewer may fill a slot: the first of its holders whom they play; else nobody."""
    return next((who for who in slot.holders if viewer.speaks_for(who, scene.combat.roster)), "")


def _slot_answers(scene: Scene, question: Question, slot: Slot, who: str) -> Iterator[Option]:
    window = window_in(scene, question)
    base = {"type": "answer", "who": who, "about": question.about}
    if word := openings.toward(scene, question, slot):
        base["toward"] = word
    plain = Option(base, (), window.says, window.clause, about=slot.about)
    if window.throw is not None:
        throw = window.throw(scene, openings.asking(question), slot)
        yield plain._replace(command={**base, "choice": "roll"}, blanks=_risk(throw), throw=throw)
    if window.draw is not None:
        draw = window.draw(scene, openings.asking(question), slot)
        drawn = plain._replace(command={**base, "choice": "draw"}, draw=draw)
        yield drawn._replace(blanks=_card(scene, draw))
    for choice in openings.open_choices(scene, question, slot):
        command, says = {**base, "choice": choice.name}, choice.says
        falls = choice if choice.sides else None
        offered = plain._replace(command=command, blanks=choice.blanks, says=says, falls=falls)
        yield offered._replace(cost=_declared_cost(scene, question, slot))
    if window.passes:
        yield plain._replace(command={**base, "choice": "pass"}, says="let it be")


def _declared_cost(scene: Scene, question: Question, slot: Slot) -> dict[str, int]:
    """What is paid as a declared act is done; nothing where it is paid already, or none is."""
    act = scene.doing(slot.about) if question.about == REACT else None
    manoeuvre = scene.rules.manoeuvre(act.manoeuvre) if act is not None else None
    if act is None or manoeuvre is None or manoeuvre.prepaid(scene):
        return {}
    return manoeuvre.cost(scene, openings.as_deed(scene, act))


def _risk(throw: Throw) -> tuple[Blank, ...]:
    at, says = json_pointer("risk", throw.purpose), "how many dice to risk"
    risk = Blank("risk", "number", (), 0, throw.most, says=says, at=at)
    return () if throw.dice is not None else (risk,)


def _card(scene: Scene, draw: Draw) -> tuple[Blank, ...]:
    """The card that was drawn from a deck on the table; a listed one the service can draw from."""
    card = Blank("card", "text", (), 0, NAME_LETTERS, True, "the card drawn", at="/card")
    return () if is_listed(scene, draw) else (card,)


def _withdrawals(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    """What may be taken back while its question is open: never dice."""
    question = scene.question()
    for slot in question.slots if question else ():
        who = _speaker(scene, viewer, slot)
        if question and who and openings.taken_back(scene, question, slot):
            command = {"type": "withdraw", "who": who}
            words = openings.names_of(scene, slot)
            command |= {"toward": words[0]} if words else {}
            yield Option(command, says="take it back", about=slot.about)


# --- the clock -----------------------------------------------------------------------------


def _clock(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    path, sequence = scene.combat.clock.path, scene.rules.sequence
    if scene.question() is not None or scene.rules.reported(scene):
        return
    if not path and viewer.is_referee and openings.may_begin_round(scene):
        command = {"type": "answer", "who": REFEREE, "about": "round", "choice": "begin"}
        yield Option(command, says=f"begin the next {scene.rules.words.get('round', 'round')}")
    for who in scene.actors():
        if viewer.speaks_for(who, scene.combat.roster) and openings.has_the_go(scene, who):
            kind = innermost_stretch(sequence, path).kind
            command = {"type": "answer", "who": who, "about": kind, "choice": "end"}
            yield Option(command, says=f"end the {scene.rules.words.get(kind, kind)}")
