"""States of any name: they begin, change and end, on anybody, a side, a thing or the field."""

from __future__ import annotations

from typing import Any

from domain.ruleset.params import number, text
from domain.ruleset.ruleset import NAME_LETTERS, Blank, Deed, Params, Until
from domain.ruleset.scene import Scene
from domain.step.step import Step

from .pools import here
from .presets.preset import preset_of

LONGEST, STRONGEST = 1_000_000, 1000
"""For how many rounds or turns a state may last, and the level that it may have."""

LASTS = ("rounds", "turns", "whose", "edge")
"""What says of a deed how long the state lasts that it puts others in."""

LEVEL = Blank("level", "number", (), -STRONGEST, STRONGEST, optional=True, says="how strong")
CONCENTRATION = Blank(
    "concentration", "one", ("yes", "no"), optional=True, says="its bearer concentrates on it"
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
    whose = _one_of("whose", scene.present(), "whose turns are counted")
    edge = Blank(
        "edge", "one", ("begin", "end"), optional=True, says="counted as they begin or end"
    )
    return (*counts, *whose, edge)


def _one_of(name: str, values: tuple[str, ...], says: str) -> tuple[Blank, ...]:
    """What may be chosen, or left out; nothing where there is nothing to choose from."""
    return (Blank(name, "one", values, optional=True, says=says),) if values else ()


def beginning(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """All that may be said of a state that begins."""
    return scene.once(("beginning",), lambda: _beginning(scene))


def _beginning(scene: Scene) -> tuple[Blank, ...]:
    anybody, names = here(scene), states(scene)
    return (
        named("name", scene, "which state"),
        Blank("bearer", "one", anybody, optional=True, says="who or what is in it"),
        *duration(scene),
        *_one_of("toward", scene.present(), "toward whom"),
        LEVEL,
        Blank("source", "one", anybody, optional=True, says="who caused it"),
        CONCENTRATION,
        *_one_of("while", names, "while this lasts"),
    )


def changing(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """What may be said of a state that changes."""
    return scene.once(("changing", deed.who), lambda: _changing(scene, deed))


def _changing(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    most = STRONGEST
    return (
        *ending(scene, deed),
        LEVEL,
        Blank("by", "number", (), -most, most, optional=True, says="so many levels more or less"),
        *duration(scene),
        *_one_of("toward", scene.present(), "toward whom now"),
    )


def ending(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Which state is meant: one of the doer's own by its name, or `fog of field`."""
    return scene.once(("ending", deed.who), lambda: _ending(scene, deed.who))


def _ending(scene: Scene, who: str) -> tuple[Blank, ...]:
    return (Blank("name", "one", tuple(standing(scene, who)), says="which state"),)


def states(scene: Scene) -> tuple[str, ...]:
    """The names of the states that somebody or something here is in."""
    return tuple(dict.fromkeys(c.name for c in _open_ones(scene)))


def named(name: str, scene: Scene, says: str, *, optional: bool = False) -> Blank:
    """A blank for a state of any name, with the usual ones and those that somebody is in."""
    usual = preset_of(scene).brings
    names = scene.once(("state names",), lambda: (*usual, *states(scene)))
    values = tuple(dict.fromkeys(names)) if usual else names
    most = NAME_LETTERS
    return Blank(name, "text", values, 0, most, optional=optional, says=says, brings=usual)


def _open_ones(scene: Scene) -> tuple[Any, ...]:
    """What stands here and all see, oldest first."""
    return scene.once(("open states",), lambda: _find_open_ones(scene))


def _find_open_ones(scene: Scene) -> tuple[Any, ...]:
    openly = {m.subject for m in scene.combat.roster.present()}
    own = (c for c in scene.combat.conditions.all.values() if c.subject in openly)
    return tuple(filter(scene.is_seen_by_all, own))


def standing(scene: Scene, doer: str) -> dict[str, list[Any]]:
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


def _ends(step: Step, params: Params, bearer: str) -> dict[str, Any]:
    """Until when a state lasts, as it was said; as usual where nothing was. 0 rounds: no end."""
    timed = {"rounds", "turns"} & set(params)
    return {"until": until_said(step, params, bearer)} if timed else {}


def _level(params: Params) -> dict[str, Any]:
    return {"level": number(params, "level")} if "level" in params else {}


def _takes_concentration(step: Step, name: str) -> bool:
    """True for a state that takes concentration, as it was said or as usual."""
    usual = preset_of(step).brings.get(name, {})
    return step.act.params.get("concentration", usual.get("concentration")) == "yes"


def begin_state(step: Step) -> None:
    """A state begins, for so many rounds or turns, while another lasts, or until it is ended."""
    params, doer = step.act.params, step.act.who
    name = step.rules.condition_meant(text(params, "name", "marked"))
    bearer = text(params, "bearer", doer)
    concentration = _takes_concentration(step, name)
    source = text(params, "source", "" if bearer == doer else doer)
    caused = source not in ("", bearer)
    if concentration and caused and not {"concentration", "while"} & set(params):
        put_in_state(step, name, [bearer])
        return
    if concentration:
        step.end_concentration(bearer)
    step.begin_condition(
        bearer,
        name,
        toward=text(params, "toward"),
        source=source,
        parent=_latest(step, text(params, "while"), (doer, bearer)),
        concentration=concentration,
        **_ends(step, params, bearer),
        **_level(params),
    )


def _latest(step: Step, name: str, first: tuple[str, str]) -> str:
    """The id of the youngest state of a name: one of these two's if possible; empty for none."""
    named = [c for c in _open_ones(step) if c.name == name]
    best = [c for who in first for c in reversed(named) if c.subject == who] or named[::-1]
    return best[0].id if best else ""


def put_in_state(step: Step, name: str, whom: list[str]) -> None:
    """Put those whom a deed strikes in a state; what takes concentration lasts as long as that."""
    params, doer, name = step.act.params, step.act.who, step.rules.condition_meant(name)
    source, toward = text(params, "source", doer), text(params, "toward")
    said: dict[str, Any] = {"act": step.on, "source": source, "toward": toward}
    said |= _level(params)
    parent, concentration = "", _takes_concentration(step, name)
    if concentration and whom != [source]:
        parent = step.concentrate(source, name, step.on, **_ends(step, params, source))
    for who in whom:
        ends = {"until": None} if parent else _ends(step, params, who)
        own = concentration and not parent
        step.begin_condition(who, name, parent=parent, concentration=own, **ends, **said)


def change_state(step: Step) -> None:
    """Change level, target or end of the youngest state called so; 0 rounds mean no end."""
    params = step.act.params
    found = standing(step, step.act.who).get(str(params.get("name")), [])
    for condition in found[-1:]:
        level = number(params, "level", condition.level) + number(params, "by")
        toward = text(params, "toward", condition.toward)
        timed = {"rounds", "turns"} & set(params)
        ends = {"until": until_said(step, params, condition.subject)} if timed else {}
        step.alter_condition(condition, level, toward, **ends)


def end_state(step: Step) -> None:
    """Every state that is called so is over."""
    for condition in standing(step, step.act.who).get(str(step.act.params.get("name")), []):
        if condition.id in step.combat.conditions.all:
            step.end_condition(condition, "ended")


def round_closes(step: Step) -> None:
    """States that go by the turns of somebody who had none this round are counted now."""
    step.count_missed_turns()
