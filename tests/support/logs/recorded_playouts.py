"""Random play, driven by the options that are offered; recorded so that it can be told again.

A script is what was done in public. Told again with secrets in between, everything public is the
same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from hypothesis import strategies as st

from domain import commands as c
from domain import events as e
from domain.events.measures import written
from domain.legality.option import Option, fill
from domain.legality.options import options
from domain.ruleset.ruleset import Blank
from domain.state.viewer import PUBLIC, TABLE
from projections.visibility.visible_log import VisibleLog
from tests.support.games.toy import TOY
from tests.support.logs.recorded_logs import REFEREES, Recorded
from tests.support.logs.whole_logs import rebuild

RULES = replace(TOY, words={"round": "combat turn", "turn": "phase"})
PEOPLE = (("man", "b"), ("cogan", "a"), ("erik", "a"))

Draw = Callable[[Any], Any]


class Said(NamedTuple):
    """A command of a script."""

    command: c.Command


class Jumped(NamedTuple):
    """The head goes to the end of the n-th public step of play; 0 is before everything."""

    to: int


class Talked(NamedTuple):
    """Something said at the table, about a public number."""

    about: int


Script = list[Said | Jumped | Talked]


class Teller:
    """Tells a script; `ends` are the ends of the public steps of play, by their order."""

    def __init__(self, *hidden: int):
        self.told = Recorded(RULES, *(15, 4, 12) * 30, hidden=hidden)
        self.ends = [0, self.told.head]
        self.texts = 0

    def tell(self, said: Said | Jumped | Talked) -> None:
        match said:
            case Said(command):
                self.told.say(self.meant(command))
                self.ends.append(self.told.head)
            case Jumped(to):
                self.told.rewinds(self.ends[to])
            case Talked(about):
                self.told.talks(e.Noted(about=about, text=self.text()), by="p1")

    def meant(self, command: c.Command) -> c.Command:
        """A command in the public's names with the ids that they stand for."""
        if not (toward := getattr(command, "toward", "")):
            return command
        eyes = VisibleLog(PUBLIC)
        for entry in self.told.log:
            eyes.see(entry)
        return command.model_copy(update={"toward": eyes.names.raw(toward)})

    def offered(self) -> tuple[Option, ...]:
        """What the referee may do next, going by what everybody sees."""
        return options(rebuild(self.told.log, PUBLIC).combat, RULES, TABLE)

    def text(self) -> e.TextRef:
        self.texts += 1
        return e.TextRef(id=f"t{self.texts}", digest="same")


def opening() -> Script:
    """Three come in."""
    return [Said(c.Join(subject=who, name=who.title(), side=side)) for who, side in PEOPLE]


def first_move() -> Script:
    """The first round begins, and the first to act goes to stand beside both foes."""
    begin = c.Answer(who="referee", about="round", choice="begin")
    move = c.Act(who="man", manoeuvre="move", params={"beside": ["cogan", "erik"]})
    return [Said(begin), Said(move)]


def played(draw: Draw, most: int = 25) -> tuple[Script, Recorded]:
    """A random script with jumps and talk, and the story that it tells."""
    teller, script = Teller(), opening() + draw(st.sampled_from([[], first_move()]))
    for said in script:
        teller.tell(said)
    for _ in range(draw(st.integers(0, most))):
        script.append(_next(draw, teller))
        teller.tell(script[-1])
    return script, teller.told


def _next(draw: Draw, teller: Teller) -> Said | Jumped | Talked:
    offered = teller.offered()
    what = draw(st.sampled_from(["play"] * 10 + ["talk", "jump"]))
    if what == "jump" or not offered:
        return Jumped(draw(st.integers(1, len(teller.ends) - 1)))
    if what == "talk":
        return Talked(draw(st.integers(1, teller.told.number())))
    option = offered[draw(st.integers(0, len(offered) - 1))]
    command = fill(option, lambda blank: _filled(draw, blank))
    return Said(c.COMMAND.validate_python(command))


def _filled(draw: Draw, blank: Blank) -> Any:
    match blank.kind:
        case "number":
            return written(draw(st.integers(blank.least, blank.most)), blank.scale)
        case "one":
            return draw(st.sampled_from(blank.values))
        case "ordered":
            return draw(st.permutations(blank.values))
        case "some":
            most = blank.most or len(blank.values)
            return draw(st.permutations(blank.values))[: draw(st.integers(blank.least, most))]
    return "words"


def with_secrets(draw: Draw, script: Script) -> Recorded:
    """The same script with secrets in between, of every kind and in any number."""
    teller = Teller(*draw(st.lists(st.integers(1, 20), max_size=9)))
    secrets = _secrets(teller)
    for said in script:
        for _ in range(draw(st.integers(0, 2))):
            draw(st.sampled_from(secrets))()
        teller.tell(said)
    return teller.told


def _secrets(teller: Teller) -> list[Callable[[], Any]]:
    """What nobody but the referee gets to know."""
    told, count = teller.told, _counted()
    return [
        lambda: told.say(c.Roll(who="man", sides=20, hidden=True)),
        lambda: told.say(c.Join(subject=f"lurker{next(count)}", hidden=True)),
        lambda: told.talks(e.Noted(text=teller.text()), audience=REFEREES),
        lambda: told.talks(
            e.SeatOpened(seat=f"s{next(count)}", person=f"p{next(count)}", role="player"),
            audience=REFEREES,
        ),
        lambda: told.secretly(
            e.ConditionBegan(id=f"{len(told.steps) + 1}.1", subject="man", name="hexed"),
            e.FactSet(of="door", name="trapped", value=next(count)),
        ),
    ]


def _counted() -> Iterator[int]:
    return iter(range(10, 1000))
