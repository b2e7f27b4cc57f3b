"""Everything a seat may do next: one list that feeds buttons, requests, refusals and playouts.

An option is a command with blanks. A blank is a finite list or a typed range, so that anything
can fill it in; whatever fits the blanks is accepted by `domain.decide`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from domain.combat import Combat
from domain.facets.exchange import Doing, Question
from domain.legal import is_legal
from domain.ruleset import Asking, Blank, Choice, Deed, Manoeuvre, Ruleset, Slot, Throw
from domain.scene import Scene
from domain.seats import REFEREE, Viewer
from domain.sequence_of_play import located
from domain.windows import window_of

MOST_RISK = 20
"""How many dice an option offers to risk where the rules name no limit."""


class Option(NamedTuple):
    """A command with blanks, what it says, costs and cites."""

    command: dict[str, Any]
    blanks: tuple[Blank, ...] = ()
    says: str = ""
    clause: str = ""
    cost: dict[str, int] = {}


class Opening(NamedTuple):
    """A place where somebody may do a deed of a kind now: on empty ground, or in a window."""

    who: str
    kind: str
    on: str = ""
    question: str = ""
    slot: Slot | None = None
    declares: bool = False


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
    command = {**option.command, "params": dict(option.command.get("params", {}))}
    for blank in option.blanks:
        value = choose(blank)
        if blank.name == "targets":
            command["targets"] = [value]
        elif blank.name == "risk" and command["type"] == "answer":
            command["risk"] = value
        else:
            command["params"][blank.name] = value
    if not command["params"]:
        del command["params"]
    return command


# --- openings ------------------------------------------------------------------------------


def openings(scene: Scene, who: str) -> tuple[Opening, ...]:
    """Where somebody may do a deed now."""
    question = scene.question()
    if question is None:
        return (Opening(who, "action"),) if _has_the_go(scene, who) else ()
    return tuple(
        opening
        for slot in question.open()
        if slot.who == who
        for opening in _in_window(scene, question, slot)
    )


def _has_the_go(scene: Scene, who: str) -> bool:
    """True where the clock waits for this actor, with nothing open on the stack."""
    path = scene.combat.clock.path
    idle = scene.combat.exchange.top() is None and bool(path)
    return idle and located(scene.rules.sequence, path).acts and who in scene.actors()


def _in_window(scene: Scene, question: Question, slot: Slot) -> Iterator[Opening]:
    window = window_of(scene.rules, question.about)
    parent = scene.doing(question.on)
    own = parent is not None and parent.who == slot.who
    misplaced = {"reaction": own, "follow-on": not own} if parent is not None else {}
    for kind in window.takes:
        if misplaced.get(kind):
            continue
        on = question.on if parent is not None else ""
        yield Opening(slot.who, kind, on, question.id, slot, window.declares)


# --- deeds ---------------------------------------------------------------------------------


def _deeds(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    for who in dict.fromkeys(_askable(scene)):
        if viewer.speaks_for(who, scene.combat.roster):
            for opening in openings(scene, who):
                for manoeuvre in scene.rules.manoeuvres:
                    yield from _ways(scene, opening, manoeuvre)


def _askable(scene: Scene) -> tuple[str, ...]:
    question = scene.question()
    return tuple(s.who for s in question.open()) if question else scene.actors()


def _ways(scene: Scene, opening: Opening, manoeuvre: Manoeuvre) -> Iterator[Option]:
    """One option for each thing the manoeuvre can be done with; its target is a blank."""
    if opening.kind not in manoeuvre.kinds:
        return
    bare = Deed(opening.who, manoeuvre.name, opening.kind, opening.on)
    for using in manoeuvre.usings(scene, bare) if manoeuvre.usings else ("",):
        deed = bare._replace(using=using)
        blanks = manoeuvre.blanks(scene, deed)
        deed = deed._replace(params=_sample(blanks))
        targets = _targets(scene, deed, manoeuvre)
        if targets if manoeuvre.target else is_legal(scene, deed):
            aim = (Blank("targets", "one", targets, says="at whom"),) if manoeuvre.target else ()
            first = deed._replace(targets=targets[:1])
            yield Option(
                _deed_command(opening, manoeuvre, using), aim + blanks, manoeuvre.says,
                manoeuvre.clause, manoeuvre.cost(scene, first),
            )  # fmt: skip


def _targets(scene: Scene, deed: Deed, manoeuvre: Manoeuvre) -> tuple[str, ...]:
    candidates = manoeuvre.targets(scene, deed) if manoeuvre.target else ()
    return tuple(t for t in candidates if is_legal(scene, deed._replace(targets=(t,))))


def _deed_command(opening: Opening, manoeuvre: Manoeuvre, using: str) -> dict[str, Any]:
    kind = "declare" if opening.declares else "act"
    command = {"type": kind, "who": opening.who, "manoeuvre": manoeuvre.name}
    return {**command, "using": using} if using else command


def _sample(blanks: tuple[Blank, ...]) -> dict[str, Any]:
    """The plainest way to fill what must be filled."""
    return {b.name: _plainest(b) for b in blanks if not b.optional}


def _plainest(blank: Blank) -> Any:
    match blank.kind:
        case "number":
            return blank.least
        case "one":
            return blank.values[0] if blank.values else ""
        case "ordered":
            return list(blank.values)
        case "some":
            return []
        case "text":
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
    if sum(s.who == slot.who for s in question.slots) > 1:
        base["toward"] = slot.about
    asking = Asking(question.on, question.about, question.params)
    if window.throw is not None:
        throw = window.throw(scene, asking, slot)
        yield Option({**base, "choice": "roll"}, _risk(throw), window.says, window.clause)
    for choice in open_choices(scene, question, slot):
        yield Option({**base, "choice": choice.name}, choice.blanks, choice.says, window.clause)
    if window.passes:
        yield Option({**base, "choice": "pass"}, says="let it be", clause=window.clause)


def _risk(throw: Throw) -> tuple[Blank, ...]:
    if throw.dice is not None:
        return ()
    return (Blank("risk", "number", (), 0, MOST_RISK, says="how many dice to risk"),)


def open_choices(scene: Scene, question: Question, slot: Slot) -> tuple[Choice, ...]:
    """The choices of a slot; a declared act that has become illegal can only be withdrawn."""
    window = window_of(scene.rules, question.about)
    asking = Asking(question.on, question.about, question.params)
    act = scene.doing(slot.about) if question.about == "react" else None
    if act is not None and not is_legal(scene, as_deed(scene, act)):
        return ()
    return window.choices(scene, asking, slot)


def as_deed(scene: Scene, act: Doing) -> Deed:
    """A declared act as the deed that legality is asked of."""
    parent = scene.doing(act.on)
    own = parent is not None and parent.who == act.who
    kind = act.kind or ("action" if parent is None else "follow-on" if own else "reaction")
    return Deed(act.who, act.manoeuvre, kind, act.on, act.targets, act.using, act.params)


def _withdrawals(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    """What may be taken back while its question is open: never dice."""
    question = scene.question()
    for slot in question.slots if question else ():
        if viewer.speaks_for(slot.who, scene.combat.roster) and can_withdraw(question, slot):
            command = {"type": "withdraw", "who": slot.who}
            yield Option(
                {**command, "toward": slot.about} if slot.about else command, says="take it back"
            )


def can_withdraw(question: Question | None, slot: Slot) -> bool:
    """True for an answer or declaration given, or a declared reaction whose turn it is."""
    if question is None:
        return False
    reply = question.replies.get(slot.id)
    if reply is None:
        return question.about == "react" and slot in question.open()
    return reply.how in ("answered", "declared")


# --- the clock -----------------------------------------------------------------------------


def _clock(scene: Scene, viewer: Viewer) -> Iterator[Option]:
    path, sequence = scene.combat.clock.path, scene.rules.sequence
    if scene.combat.exchange.top() is not None:
        return
    if not path and viewer.is_referee and may_begin_round(scene):
        command = {"type": "answer", "who": REFEREE, "about": "round", "choice": "begin"}
        yield Option(command, says=f"begin the next {scene.rules.words.get('round', 'round')}")
    for who in scene.actors():
        if viewer.speaks_for(who, scene.combat.roster) and _has_the_go(scene, who):
            kind = located(sequence, path).kind
            command = {"type": "answer", "who": who, "about": kind, "choice": "end"}
            yield Option(command, says=f"end the {scene.rules.words.get(kind, kind)}")


def may_begin_round(scene: Scene) -> bool:
    """True between rounds, while somebody is there to act and the limit is not reached."""
    sequence, clock = scene.rules.sequence, scene.combat.clock
    more = not sequence.limit or clock.rounds < sequence.limit
    return not clock.path and more and bool(scene.present())
