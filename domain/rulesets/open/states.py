"""States of any name: they begin, change and end, on anybody, a side, a thing or the field."""

from __future__ import annotations

from typing import Any

from domain.ruleset.ruleset import Blank, Deed, Params, Until
from domain.ruleset.scene import Scene
from domain.ruleset.sheet_readers import number, text
from domain.step.step import Step

from .pools import here

LONGEST, STRONGEST = 1_000_000, 1000
"""For how many rounds or turns a state may last, and the level that it may have."""

LASTS = ("rounds", "turns", "whose", "edge")
"""What says of a deed how long the state lasts that it puts others in."""

CONCENTRATING = "concentrating"
"""The state of those who keep up what they have done to others; its key names that."""

LEVEL = Blank("level", "number", (), -STRONGEST, STRONGEST, optional=True, says="how strong")
CONCENTRATION = Blank(
    "concentration", "one", ("yes", "no"), optional=True, says="takes concentration"
)


# --- what may be said ----------------------------------------------------------------------


def duration(scene: Scene) -> tuple[Blank, ...]:
    """How long a state lasts, and at which edge of which turn it is counted."""
    return scene.once(("duration",), lambda: _duration(scene))


def _duration(scene: Scene) -> tuple[Blank, ...]:
    counts = (
        Blank(name, "number", (), 0, LONGEST, optional=True, says=says)
        for name, says in (("rounds", "for so many rounds"), ("turns", "or for so many turns"))
    )
    whose = Blank("whose", "one", scene.present(), optional=True, says="whose turns are counted")
    edge = Blank(
        "edge", "one", ("begin", "end"), optional=True, says="counted as they begin or end"
    )
    return (*counts, whose, edge)


def beginning(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """All that may be said of a state that begins."""
    return scene.once(("beginning",), lambda: _beginning(scene))


def _beginning(scene: Scene) -> tuple[Blank, ...]:
    anybody, names = here(scene), states(scene)
    return (
        Blank("name", "text", names, says="which state"),
        Blank("bearer", "one", anybody, optional=True, says="who or what is in it"),
        *duration(scene),
        Blank("toward", "one", scene.present(), optional=True, says="toward whom"),
        LEVEL,
        Blank("source", "one", anybody, optional=True, says="who caused it"),
        CONCENTRATION,
        *([Blank("while", "one", names, optional=True, says="while this lasts")] if names else []),
    )


def changing(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """What may be said of a state that changes."""
    most = STRONGEST
    return (
        *ending(scene, deed),
        LEVEL,
        Blank("by", "number", (), -most, most, optional=True, says="so many levels more or less"),
        *duration(scene),
        Blank("toward", "one", scene.present(), optional=True, says="toward whom now"),
    )


def ending(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Which state is meant: one of the doer's own by its name, or `fog of field`."""
    return (Blank("name", "one", tuple(_standing(scene, deed.who)), says="which state"),)


def states(scene: Scene) -> tuple[str, ...]:
    """The names of the states that somebody or something here is in."""
    return tuple(dict.fromkeys(c.name for c in _open_ones(scene)))


def _open_ones(scene: Scene) -> tuple[Any, ...]:
    """What stands here and names nobody who is in hiding, oldest first."""
    return scene.once(("open states",), lambda: _find_open_ones(scene))


def _find_open_ones(scene: Scene) -> tuple[Any, ...]:
    members = scene.combat.roster.members
    openly = {m.subject for m in scene.combat.roster.present()}
    secret = {who for who, member in members.items() if member.hidden}
    return tuple(
        c
        for c in scene.combat.conditions.all.values()
        if c.subject in openly and not secret & set(c.names)
    )


def _standing(scene: Scene, doer: str) -> dict[str, list[Any]]:
    """The states that are in force, by how the doer calls them, own ones first."""
    return scene.once(("standing", doer), lambda: _called(scene, doer))


def _called(scene: Scene, doer: str) -> dict[str, list[Any]]:
    called: dict[str, list[Any]] = {}
    for condition in sorted(_open_ones(scene), key=lambda c: c.subject != doer):
        own = condition.subject == doer
        label = condition.name if own else f"{condition.name} of {condition.subject}"
        called.setdefault(label, []).append(condition)
    return called


# --- what becomes of it --------------------------------------------------------------------


def until_said(step: Step, params: Params, bearer: str) -> Until | None:
    """Until when a state lasts; turns are the bearer's, or the doer's where it has none."""
    edge = "begin" if params.get("edge") == "begin" else "end"
    if turns := number(params, "turns"):
        able = bearer if bearer in step.present() else step.act.who
        return Until(span="turn", whose=text(params, "whose", able), edge=edge, left=turns)
    rounds = number(params, "rounds")
    return Until(span="round", edge=edge, left=rounds) if rounds else None


def begin_state(step: Step) -> None:
    """A state begins, for so many rounds or turns, while another lasts, or until it is ended."""
    params, doer = step.act.params, step.act.who
    bearer = text(params, "bearer", doer)
    concentration = params.get("concentration") == "yes"
    if concentration:
        step.end_concentration(bearer)
    step.begin_condition(
        bearer,
        text(params, "name", "marked"),
        until=until_said(step, params, bearer),
        level=number(params, "level"),
        toward=text(params, "toward"),
        source=text(params, "source", "" if bearer == doer else doer),
        parent=_latest(step, text(params, "while"), (doer, bearer)),
        concentration=concentration,
    )


def _latest(step: Step, name: str, first: tuple[str, str]) -> str:
    """The id of the youngest state of a name: one of these two's if possible; empty for none."""
    named = [c for c in _open_ones(step) if c.name == name]
    best = [c for who in first for c in reversed(named) if c.subject == who] or named[::-1]
    return best[0].id if best else ""


def put_in_state(step: Step, name: str, whom: list[str]) -> None:
    """Put those whom a deed strikes in a state; what takes concentration lasts as long as that."""
    params, doer = step.act.params, step.act.who
    said: dict[str, Any] = {"what": "condition", "name": name, "level": number(params, "level")}
    parent, concentration = "", params.get("concentration") == "yes"
    if concentration and whom != [doer]:
        until = until_said(step, params, doer)
        about: dict[str, Any] = {"act": step.on, "until": until, "concentration": True}
        parent = step.begin_condition(doer, CONCENTRATING, key=name, **about)
    for who in whom:
        until = None if parent else until_said(step, params, who)
        lasts = {"until": until.model_dump(exclude={"name"})} if until else {}
        own = {"subject": who, "parent": parent, "concentration": concentration and not parent}
        step.carry_out({**said, **own, **lasts})


def change_state(step: Step) -> None:
    """The youngest state that is called so gets another level, target or end; 0 rounds: none."""
    params = step.act.params
    found = _standing(step, step.act.who).get(str(params.get("name")), [])
    for condition in found[-1:]:
        level = number(params, "level", condition.level) + number(params, "by")
        toward = text(params, "toward", condition.toward)
        timed = {"rounds", "turns"} & set(params)
        ends = {"until": until_said(step, params, condition.subject)} if timed else {}
        step.alter_condition(condition, level, toward, **ends)


def end_state(step: Step) -> None:
    """Every state that is called so is over."""
    for condition in _standing(step, step.act.who).get(str(step.act.params.get("name")), []):
        if condition.id in step.combat.conditions.all:
            step.end_condition(condition, "ended")


def round_closes(step: Step) -> None:
    """States that go by the turns of somebody who had none this round are counted now."""
    step.count_missed_turns()
