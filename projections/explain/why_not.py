"""Why not: what the rules say against a deed or an answer, and how the open window stands.

It is tried on what its asker sees, and nothing else: what only the hidden part forbids is not told.
No die falls. What is left open in a deed is tried in every way that the rules list, so that each
weapon and each target has its own reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain import commands as c
from domain.dice.recorded_dice import NeedsDice, RecordedDice
from domain.engine.decide import decide
from domain.legality.checks import legal
from domain.legality.openings import openings
from domain.legality.option import plainest
from domain.legality.options import deeds_of
from domain.ruleset.messages import with_names
from domain.ruleset.ruleset import Deed, Manoeuvre, Refused
from domain.ruleset.scene import Scene
from domain.ruleset.windows import window_of
from domain.state.viewer import Viewer
from projections.explain import Look, Window, window_now
from projections.wording.displayed_points import shared_fields
from projections.wording.game_words import NameOf, capital, name_of, with_rule
from projections.wording.refusals import LegalValue, MissingThing, tell_refusal

NOTHING_AGAINST = "nothing in what you see forbids it"


class Denial(NamedTuple):
    """One way to do it, and what the rules say against it: the clause, and what is missing.

    `pointer` leads to the part of the command that is at fault, and `legal` lists what may be said
    there instead; it is null where that is no list.
    """

    using: str
    targets: tuple[str, ...]
    why: str
    clause: str
    numbers: dict[str, int | float]
    missing: tuple[MissingThing, ...]
    legal: tuple[LegalValue, ...] | None
    pointer: str


class WhyNot(NamedTuple):
    """Whether something could be done at a moment, and if not, why.

    `window` is the question that is open, with everybody's place in it; where none is open,
    `turn_of` says whose go it is. `deeds` are those by which they may answer what is asked instead.
    """

    who: str
    what: str
    allowed: bool
    says: str
    denials: tuple[Denial, ...]
    window: Window | None
    turn_of: tuple[str, ...]
    deeds: tuple[str, ...] = ()


class Asked(NamedTuple):
    """What is asked about: a manoeuvre of somebody, or an answer; None leaves it open.

    `said` is a whole command; where it is a deed that names nothing else, the rest is left open.
    """

    who: str
    what: str
    answer: bool = False
    using: str | None = None
    target: str | None = None
    said: c.Command | None = None

    @classmethod
    def of(cls, said: c.Command) -> Asked:
        """Ask about a command, just as it would be sent."""
        words = (getattr(said, part, "") for part in ("manoeuvre", "choice", "type"))
        what = next(filter(None, words))
        return cls(getattr(said, "who", ""), what, isinstance(said, c.Answer), said=said)

    @property
    def is_open(self) -> bool:
        """True where the ways to do it are still to be tried, each by itself."""
        if self.said is None:
            return True
        parts = ("using", "targets", "params")
        is_deed = isinstance(self.said, c.Act | c.Declare)
        return is_deed and not any(getattr(self.said, part) for part in parts)


def why_not(look: Look, viewer: Viewer, asked: Asked) -> WhyNot:
    """What stands against it at a moment, as this viewer may know it.

    `look` is that viewer's. Raises Forbidden where they do not speak for `asked.who`.
    """
    scene = Scene(look.combat, look.rules)
    tried = list(_all_denials(scene, viewer, asked))
    shown = [] if None in tried else [d for n, d in enumerate(tried) if d and d not in tried[:n]]
    what = asked.what
    reason = _with_title(scene, shown[0]) if shown else NOTHING_AGAINST
    whose = f"{name_of(scene.combat)(asked.who)}: " if asked.who else ""
    says = f"{whose}{what}: {reason}"
    deeds = deeds_of(scene, asked.who) if shown and asked.answer else ()
    found = WhyNot(asked.who, what, not shown, capital(says), tuple(shown), None, scene.actors())
    return found._replace(window=window_now(look), deeds=deeds)


def refused_outright(look: Look, said: c.Command, refused: Refused | None, name: NameOf) -> WhyNot:
    """What stands against a command that is tried in no other way: its one refusal, or nothing.

    It is about the table (undo, seats, notes, disputes), or not the viewer's to say. `name` says
    what people are called as well.
    """
    scene, asked = Scene(look.combat, look.rules), Asked.of(said)
    denials = (_denial(scene, refused, said, name),) if refused else ()
    reason = _with_title(scene, denials[0]) if denials else NOTHING_AGAINST
    says = capital(f"{asked.what}: {reason}")
    found = WhyNot(asked.who, asked.what, not refused, says, denials, None, scene.actors())
    return found._replace(window=window_now(look))


def while_play_waits(look: Look, found: WhyNot, refused: Refused, name: NameOf) -> WhyNot:
    """The same while the table stops play: what stops it stands against anything, and comes first.

    `refused` is what a command of play is refused with, and `name` says what people are called.
    """
    scene = Scene(look.combat, look.rules)
    denial = _denial(scene, refused, Deed(found.who, found.what, ""), name)
    whose = f"{name(found.who)}: " if found.who else ""
    says = capital(f"{whose}{found.what}: {denial.why}")
    return found._replace(allowed=False, says=says, denials=(denial, *found.denials))


def _with_title(scene: Scene, denial: Denial) -> str:
    """A denial with the clause and its title."""
    return with_rule(denial.why, denial.clause, scene.rules.clause_title(denial.clause))


def _all_denials(scene: Scene, viewer: Viewer, asked: Asked) -> Iterator[Denial | None]:
    """Every way to do it, with what stands against it; None where nothing does."""
    if asked.said is not None:
        yield _dry_run(scene, viewer, asked.said)
        if not asked.is_open:
            return
    if asked.answer:
        yield _dry_run(scene, viewer, _answer(scene, asked))
        return
    for deed in _ways(scene, asked):
        denial = _dry_run(scene, viewer, _command(scene, deed))
        yield denial
        here = asked.who in scene.present()
        if denial is not None and here and not openings(scene, asked.who):
            yield from _against_the_rules(scene, deed)


def _dry_run(scene: Scene, viewer: Viewer, command: c.Command) -> Denial | None:
    """What is said against a command, tried without dice."""
    try:
        no_dice = RecordedDice(1, (), scene.combat)
        decide(scene.combat, command, scene.rules, no_dice, 1, viewer)
    except Refused as refused:
        return _denial(scene, refused, command)
    except NeedsDice:
        return None
    return None


def _denial(
    scene: Scene, refused: Refused, deed: c.Command | Deed, name: NameOf | None = None
) -> Denial:
    """A refusal as it is told: everybody in it by name."""
    name = name or name_of(scene.combat)
    using, targets = getattr(deed, "using", ""), getattr(deed, "targets", ())
    why, told = with_names(refused.said, name), tell_refusal(refused, scene.rules, name)
    shared: dict[str, Any] = shared_fields(Denial, told)
    return Denial(using=using, targets=tuple(targets), why=why, **shared)


def _against_the_rules(scene: Scene, deed: Deed) -> Iterator[Denial]:
    """Of somebody who is not asked: what the deed itself would break as an answer now."""
    question, manoeuvre = scene.question(), scene.rules.manoeuvre(deed.manoeuvre)
    takes = window_of(scene.rules, question.about).takes if question else ()
    for kind in takes if manoeuvre else ("action",):
        try:
            legal(scene, deed._replace(kind=kind, on=question.on if question else ""))
        except Refused as refused:
            yield _denial(scene, refused, deed)


# --- every way to do it ------------------------------------------------------------------------


def _answer(scene: Scene, asked: Asked) -> c.Answer:
    """An answer to what is open: the question, else the stretch that waits for its end."""
    question, path = scene.question(), scene.combat.clock.path
    about = question.about if question else path[-1].kind if path else "round"
    return c.Answer(who=asked.who, about=about, choice=asked.what)


def _ways(scene: Scene, asked: Asked) -> Iterator[Deed]:
    """The deed with everything that it can be done with, at everybody it could be aimed at."""
    manoeuvre = scene.rules.manoeuvre(asked.what)
    bare = _bare(scene, asked, manoeuvre)
    if asked.who not in scene.present():
        yield bare
        return
    usings: tuple[str, ...] = () if asked.using is None else (asked.using,)
    if asked.using is None and manoeuvre and manoeuvre.usings:
        usings = manoeuvre.usings(scene, bare)
    for using in usings or ("",):
        deed = bare._replace(using=using)
        if not _is_usable(scene, deed, manoeuvre):
            yield deed
            continue
        blanks = manoeuvre.blanks(scene, deed) if manoeuvre else ()
        filled = {blank.name: plainest(blank) for blank in blanks if not blank.optional}
        deed = deed._replace(params=filled)
        for targets in _targets(scene, deed, manoeuvre, asked):
            yield deed._replace(targets=targets)


def _bare(scene: Scene, asked: Asked, manoeuvre: Manoeuvre | None) -> Deed:
    """Return the deed where it could be done: in an opening of its doer, or the open question."""
    places = openings(scene, asked.who)
    fitting = [place for place in places if manoeuvre and place.fits(manoeuvre)]
    for place in fitting or places:
        return Deed(asked.who, asked.what, place.kind, place.on)
    question = scene.question()
    kind = manoeuvre.kinds[0] if manoeuvre and manoeuvre.kinds else "action"
    return Deed(asked.who, asked.what, kind, question.on if question else "")


def _is_usable(scene: Scene, deed: Deed, manoeuvre: Manoeuvre | None) -> bool:
    """True for what the rules know as something to do it with; they are asked of nothing else."""
    wanted = manoeuvre is not None and manoeuvre.usings is not None
    return not wanted or deed.using in manoeuvre.usings(scene, deed)  # type: ignore[union-attr,misc]


def _targets(
    scene: Scene, deed: Deed, manoeuvre: Manoeuvre | None, asked: Asked
) -> tuple[tuple[str, ...], ...]:
    """At whom: as asked, else everybody else who is here, where it is aimed at all."""
    if asked.target is not None:
        return ((asked.target,),) if asked.target else ((),)
    aims = manoeuvre.wants_target(scene, deed) if manoeuvre else False
    if aims is False or manoeuvre is None:
        return ((),)
    others = (who for who in scene.present() if who != deed.who)
    listed = dict.fromkeys(filter(None, (*manoeuvre.targets(scene, deed), *others)))
    every = tuple((who,) for who in listed)
    return every if aims and every else ((), *every)


def _command(scene: Scene, deed: Deed) -> c.Act | c.Declare:
    """The deed as it is said now: declared where the window takes declarations."""
    kind = c.Declare if _is_declared(scene, deed) else c.Act
    return kind(
        who=deed.who,
        manoeuvre=deed.manoeuvre,
        using=deed.using,
        targets=deed.targets,
        params=deed.params,
    )


def _is_declared(scene: Scene, deed: Deed) -> bool:
    """True where a deed's place takes declarations; a swift deed on top is done at once."""
    question, manoeuvre = scene.question(), scene.rules.manoeuvre(deed.manoeuvre)
    if manoeuvre is not None:
        fitting = (place for place in openings(scene, deed.who) if place.fits(manoeuvre))
        for place in fitting:
            return place.declares
    return question is not None and window_of(scene.rules, question.about).declares
