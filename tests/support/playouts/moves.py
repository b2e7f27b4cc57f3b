"""What is done next in a fight of any game: an option, filled in, or something of the referee's."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from domain.events.measures import written
from domain.legality.option import Option, fill
from domain.legality.options import options
from domain.ruleset.ruleset import Blank, Ruleset
from domain.state.combat import Combat
from domain.state.viewer import TABLE
from tests.support.playouts import vocabulary as words
from tests.support.playouts.outcomes import outcome
from tests.support.playouts.reports import report
from tests.support.playouts.rulings import RULINGS
from tests.support.playouts.some_of import some_of

REFEREE, LEFT_OUT, RESULTS = 0.25, 0.5, 0.5
"""How often the referee does something, what may be left out is, and a deed has results."""

WEIGHTS = {
    "end": 60,
    "begin": 60,
    "answer": 60,
    "pass-all": 10,
    "withdraw": 1,
    "deed": 8,
    "delay": 15,
    "come in": 30,
    "readied": 12,
    "change": 4,
    "end a state": 2,
}
"""How often something is chosen among what is offered; 3 for what is not named."""


def next_move(
    seen: Combat, rules: Ruleset, chance: Random, reports: float = 0
) -> tuple[dict[str, Any], bool]:
    """Return a command, and whether the list of options has it; `reports`: how many report."""
    if chance.random() < reports and (said := report(seen, chance)):
        return said, False
    if chance.random() < REFEREE and (said := _ruling(seen, chance)):
        return said, False
    kinds: dict[str, list[Option]] = {}
    for option in options(seen, rules, TABLE):
        kinds.setdefault(_kind(option), []).append(option)
    if not kinds:
        return _ruling(seen, chance) or {"type": "roll", "who": "referee"}, False
    [kind] = chance.choices(list(kinds), [WEIGHTS.get(kind, 3) for kind in kinds])
    said = _filled(chance.choice(kinds[kind]), chance)
    if kind == "deed" and chance.random() < RESULTS:
        return said | outcome(seen, chance), False
    return said, True


def _ruling(seen: Combat, chance: Random) -> dict[str, Any] | None:
    return RULINGS[chance.choice(list(RULINGS))](seen, chance)


def _kind(option: Option) -> str:
    said = option.command
    if said["type"] in ("act", "declare"):
        return "end a state" if said["manoeuvre"] == "end" else str(said["manoeuvre"])
    if said["type"] == "answer":
        return said["choice"] if said["choice"] in ("end", "begin") else "answer"
    return str(said["type"])


def _filled(option: Option, chance: Random) -> dict[str, Any]:
    needed = (
        b.name == "when" or not b.optional or chance.random() > LEFT_OUT for b in option.blanks
    )
    said = [blank for blank, need in zip(option.blanks, needed, strict=True) if need]
    return fill(option._replace(blanks=tuple(said)), _chooser(option, chance))


def _chooser(option: Option, chance: Random) -> Callable[[Blank], Any]:
    def choose(blank: Blank) -> Any:
        match blank.kind:
            case "one":
                return chance.choice(blank.values)
            case "some":
                return some_of(blank, chance, 0.3)
            case "ordered":
                return chance.sample(blank.values, len(blank.values))
            case "number":
                return written(_number(blank, chance), blank.scale)
        return _text(blank, str(option.command.get("manoeuvre", "")), chance)

    return choose


def _number(blank: Blank, chance: Random) -> int:
    """Mostly something small, at times the end of what is allowed."""
    if chance.random() < 0.05:
        return chance.choice((blank.least, blank.most))
    near = max(blank.least, min(blank.most, 0))
    return chance.randint(max(blank.least, near - 3), min(blank.most, near + 6))


_TEXTS = {
    ("fact", "name"): words.FACTS,
    ("fact", "value"): words.VALUES,
    ("begin", "name"): words.STATES,
    ("deed", "what"): words.DEEDS,
    ("go", "to"): words.ZONES,
}


def _text(blank: Blank, manoeuvre: str, chance: Random) -> str:
    """A word that was said before, one of the vocabulary, or none."""
    by_name = {"pool": words.POOLS, "state": words.STATES}
    known = _TEXTS.get((manoeuvre, blank.name)) or by_name.get(blank.name, words.DEEDS)
    if known is words.STATES and chance.random() < 0.1:
        known = words.OF_THE_ORDER
    return chance.choice((*blank.values, *known, ""))
