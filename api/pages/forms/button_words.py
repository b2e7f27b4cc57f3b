"""What the button of an option says: a deed, an answer, what is taken back, whom it passes for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.legality.option import Option
from domain.ruleset.scene import Scene
from domain.state.exchange import Doing
from projections.wording.game_words import capital, deed_noun, join_with_and, name_of, owner

MOST_NAMED = 4
"""How many of those who pass together are named on the button."""

DOWN = "down"
"""What is asked when the turn of somebody who is down comes."""

OF_THE_FALLEN = {"take": "Take the turn", "skip": "Pass over"}
"""The buttons that answer it."""


def button_words(scene: Scene, option: Option) -> str:
    """Return what the button says, with what it is done."""
    said, name = option.command, name_of(scene.combat)
    toward = f" ({name(said['toward'])})" if said.get("toward") else ""
    match said["type"]:
        case "act" | "declare":
            using = f" ({name(said['using'])})" if said.get("using") else ""
            named = said["manoeuvre"]
            return capital(scene.rules.words.get(f"button {named}", named) + using)
        case "withdraw":
            return f"Take back {_taken_back(scene, option)}"
        case "answer" if said["about"] == DOWN and said["choice"] in OF_THE_FALLEN:
            return OF_THE_FALLEN[said["choice"]]
        case "answer" if said["about"] == "round" and not scene.combat.clock.rounds:
            return capital(option.says.replace("the next", "the first", 1))
        case "answer" if option.throw is not None:
            return f"Roll {option.throw.purpose}{toward}"
        case "answer" if said["choice"] == "pass":
            return f"Pass{toward}"
        case "answer" if said["choice"] == "draw" and option.says.startswith("the "):
            return f"Enter {option.says}{toward}"
    return capital(option.says or said["choice"]) + toward


def _taken_back(scene: Scene, option: Option) -> str:
    """Return what is taken back: `Hilde's charge intention`, or `Erik's answer`."""
    who, name = option.command["who"], name_of(scene.combat)
    act = scene.doing(option.about) or _declared(scene, who)
    return deed_noun(scene.rules, name, act) if act else f"{owner(name(who))} answer"


def _declared(scene: Scene, who: str) -> Doing | None:
    """Return what somebody has declared last and not yet done."""
    acts = scene.combat.exchange.acts.values()
    return next((act for act in reversed(acts) if not act.kind and act.who == who), None)


def is_on_behalf(option: Option) -> bool:
    """True for what the referee says in place of a player who is here."""
    return bool(option.command.get("on_behalf"))


def pass_all_words(option: Option, found: Mapping[str, Iterable[Option]], scene: Scene) -> str:
    """Return `Pass for all who are away: Erik and Wat`; where nobody is here, that all pass."""
    question, name = scene.question(), name_of(scene.combat)
    away = [name(who) for who, options in found.items() if any(map(_lets_pass, options))]
    if not away or question is None or len(away) == len(question.open()):
        return capital(option.says)
    return f"Pass for all who are away: {_first_names(away)}"


def who_passes(option: Option, button: str, scene: Scene) -> str:
    """Return for whom a button that names nobody passes: some may have said something before."""
    question, name = scene.question(), name_of(scene.combat)
    if question is None or button != capital(option.says):
        return ""
    names = dict.fromkeys(name(who) for slot in question.open() for who in slot.holders)
    return f"For {_first_names(list(names))}: nothing more."


def _first_names(names: Sequence[str]) -> str:
    """Return the first of some names, and how many more there are."""
    more = len(names) - MOST_NAMED
    return join_with_and((*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])))


def _lets_pass(option: Option) -> bool:
    """True for the pass of one who has no player here to say it."""
    return option.command.get("choice") == "pass" and not is_on_behalf(option)
