"""What the service and the store raise, as problems: a sentence, and what to do about it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from api.combats.open_combat import OpenCombat
from api.combats.registry import NotInstalled, Unknown
from api.combats.viewers.viewer_log import Sight, look_of
from api.handlers.transaction import TooLarge
from api.read.entries import person_name
from api.service.service import KeyMisused
from api.store.core.errors import Conflict, Damaged, StoreError, Unavailable, WrongKeys
from api.transfer.format import Spoilt
from api.transfer.import_combat import Another
from api.web.auth import NO_SUCH_COMBAT
from api.web.problems import Instead, Problem
from api.web.route_table import Call
from api.web.schemas.json_schema import plain
from domain import commands as c
from domain import events as e
from domain.legality.legal_values import legal_values
from domain.legality.option import Option
from domain.log.codec import Entry
from domain.ruleset.ruleset import Forbidden, Refused, by_name, json_pointer, pointer_parts
from domain.state.ids import step_of
from domain.state.viewer import REFEREE
from projections.explain import window_now
from projections.wording.game_words import NameOf, name_of
from projections.wording.refusals import Refusal, sentence, tell_refusal

LOG = logging.getLogger("combatlog.errors")
_AGAIN = {"Retry-After": "1"}

MOST_INSTEAD = 12
"""How many things to do instead are told with a refusal."""

_GUIDES: dict[str, tuple[type[c.Command], ...]] = {
    "/guide/undo": (*c.UNDO, c.Correct, c.CorrectNumber),
    "/guide/disputes": c.DISPUTES,
    "/guide/dice": (*c.DICE, c.Commit, c.Reveal),
}
"""The pages of the guide about what is done beside play, by its commands."""


def _unavailable(error: Exception) -> Problem:
    LOG.error("the store is unavailable: %s", error)
    return Problem(
        "unavailable",
        "The log could not be written or read just now, and nothing was acknowledged. Try again in"
        " a moment, with the same Idempotency-Key.",
        _AGAIN,
    )


def _damage_problem(error: Damaged) -> Problem:
    LOG.error("stored data is damaged: %s", error)
    said = "Nothing more of this combat is shown, played, exported or signed; other combats go on."
    if not error.combat:
        said = "Nothing was acknowledged."
    numbers = {"after": error.after} if error.combat and not error.what else None
    detail = f"{_what(error)} {said} Trying again does not help. {_REPAIR}"
    return Problem("damaged", detail, numbers=numbers)


def _what(error: Damaged) -> str:
    if error.what:
        held = f"what the database holds of {error.what} is broken"
        return f"Combat {error.combat} is damaged: {held}."
    if error.combat:
        return f"Combat {error.combat} is damaged: what follows its entry {error.after} is broken."
    return "The database is damaged, or was removed or replaced under the server."


_REPAIR = (
    "Tell the operator: stop the server, restore the database from a backup (`combatlog admin"
    " restore`), and see with `combatlog admin rebuild --check` what is damaged."
)


def _wrong_keys(error: Exception) -> Problem:
    LOG.error("the keys are not those of the database: %s", error)
    return Problem(
        "wrong-keys",
        "This server has other keys than its database, and nothing was stored. Its operator has to"
        " stop it and copy the folder of keys from the host that took a combat in, or from a"
        " backup.",
    )


def _whom_to_ask(why: Forbidden) -> str:
    """Say who may do it."""
    if by_name(REFEREE) in why.said or "only the referee" in why.said:
        return "Ask the referee."
    return "Ask the player of this combatant, or the referee."


_KNOWN: dict[type[Exception], Callable[[Any], Problem]] = {
    Forbidden: lambda why: Problem("forbidden", f"{sentence(why.said)} {_whom_to_ask(why)}"),
    NotInstalled: lambda why: Problem(
        "not-found",
        f"{sentence(str(why))} The operator of this server can install it; nothing is lost.",
    ),
    Unknown: lambda why: Problem("not-found", NO_SUCH_COMBAT),
    TooLarge: lambda why: Problem("too-large", f"{sentence(str(why))} Say it shorter."),
    KeyMisused: lambda why: Problem(
        "key-reused",
        "This Idempotency-Key was used for another request. Take a new key for each request.",
    ),
    Conflict: lambda why: Problem(
        "unavailable", f"{sentence(str(why))} Nothing has changed.", _AGAIN
    ),
    Unavailable: _unavailable,
    Damaged: _damage_problem,
    WrongKeys: _wrong_keys,
    Spoilt: lambda why: Problem(
        "spoilt",
        f"{sentence(str(why))} Nothing was imported. Export the combat again, or take an unaltered"
        " copy of the file.",
        numbers={"line": why.line},
    ),
    Another: lambda why: Problem("another", f"{sentence(str(why))} Nothing was imported."),
}


_CHOSEN = ("/using", "/targets/")
"""Places of which the options know best what may stand there."""


@contextmanager
def as_problems(call: Call) -> Iterator[None]:
    """Raise the problem that an error stands for; any other error as it is."""
    try:
        yield
    except Exception as error:
        raise_problem(error, call)


def raise_problem(error: Exception, call: Call) -> NoReturn:
    """Raise the problem that an error stands for; any other error as it is."""
    made = _explained(error, call)
    if made is error:
        raise error
    raise made from error


def _explained(error: Exception, call: Call) -> Exception:
    """The problem that an error stands for, as the caller reads it; else the error itself.

    The database may fail while that is looked up, or there may be no such combat. Then that is what
    is answered.
    """
    try:
        if isinstance(error, Refused):
            return refusal(error, call)
        made = as_problem(error)
        return named(made, call) if isinstance(made, Problem) else made
    except (StoreError, Unknown) as failure:
        return as_problem(failure)


def as_problem(error: Exception) -> Exception:
    """The problem that an error stands for; the error itself where it stands for none."""
    made = next((_KNOWN[kind] for kind in type(error).__mro__ if kind in _KNOWN), None)
    return made(error) if made else error


# --- refusals --------------------------------------------------------------------------------


def refusal(refused: Refused, call: Call) -> Problem:
    """Return the problem of a refusal, with what the caller may do instead."""
    if not call.combat:
        return _problem(tell_refusal(refused, None, str), call)
    with call.lock_combat() as (combat, sight):
        look = look_of(combat, sight, sight.node)
        entry = cited_number(refused.cites, combat, call)
        offered = call.service.may(combat, call.caller.viewer)
        refused = as_sent(refused, call, offered)
        told = tell_refusal(refused, combat.rules, called(call, combat, sight), entry)
        first = offered[:MOST_INSTEAD]
        return _problem(
            told,
            call,
            instead=[Instead(command=option.command, says=option.says) for option in first],
            window=plain(window_now(look)) if look.combat.exchange.question() else None,
        )


def as_sent(refused: Refused, call: Call, offered: Iterable[Option]) -> Refused:
    """A refusal of what a call sent: where it is at fault, with what the options have there.

    Of what is done with, and at whom, a rule may list more than all rules together allow.
    """
    refused = _of_whole_lines(refused, call.raw)
    if not isinstance(call.body, c.Command):
        return refused
    said = call.body.model_dump(mode="json")
    in_options = legal_values(offered, said, refused.pointer)
    if refused.legal is None or (in_options and refused.pointer.startswith(_CHOSEN)):
        return refused.but(legal=in_options)
    return refused


def _of_whole_lines(refused: Refused, raw: bytes) -> Refused:
    """A refusal of a part that was sent as a line of text points to the line."""
    try:
        said, parts = json.loads(raw), pointer_parts(refused.pointer)
    except ValueError:
        return refused
    for place, part in enumerate(parts):
        if isinstance(said, str):
            return refused.but(pointer=json_pointer(*parts[:place]), legal=None)
        said = _inside(said, part)
    return refused


def _inside(said: Any, part: str) -> Any:
    """Return what stands under a name or a number; None where there is none."""
    if isinstance(said, list) and part.isdecimal() and int(part) < len(said):
        return said[int(part)]
    return said.get(part) if isinstance(said, dict) else None


def _problem(told: Refusal, call: Call, **more: Any) -> Problem:
    """Return the problem of a refusal; what is not there is left out."""
    beside_play = (page for page, said in _GUIDES.items() if isinstance(call.body, said))
    told = told._replace(guide=next(beside_play, told.guide))
    parts = {name: part for name, part in plain(told).items() if part or name == "legal"}
    return Problem("refused", f"{parts.pop('detail')} Nothing has changed.", **parts, **more)


def named(problem: Problem, call: Call) -> Problem:
    """Return a problem with names for ids, as far as the caller sees whose they are."""
    if not call.combat or not problem.names_somebody:
        return problem
    with call.lock_combat() as (combat, sight):
        return problem.with_names(called(call, combat, sight))


def called(call: Call, combat: OpenCombat, sight: Sight) -> NameOf:
    """Return how people and combatants are called, as far as the caller sees them."""
    fighter = name_of(sight.moment(sight.node).combat)
    people = {seat.person for seat in combat.table.seats.values()}
    return lambda who: (
        person_name(call.service, call.combat, who) or who if who in people else fighter(who)
    )


def cited_number(cites: str, combat: OpenCombat, call: Call) -> str:
    """Return the number of the entry in which an act or condition began, as the caller counts.

    Empty where nothing is cited, or where the caller does not see that entry.
    """
    for entry in _where(combat, cites) if cites else ():
        if _begins(entry.event, cites) and combat.numbers.is_seen(entry.seq, call.caller.viewer):
            return combat.numbers.label(entry.seq, call.caller.viewer)
    return ""


def _where(combat: OpenCombat, cites: str) -> Iterator[Entry]:
    """The entries of the step that the id is made of; after a correction, of any on the line."""
    line, step = combat.line, step_of(cites)
    if line.is_play(step) and line.standing(step):
        yield from combat.entries(line.first(step), line.last(step))
    yield from combat.path(0, combat.node)


def _begins(event: e.Event, cites: str) -> bool:
    match event:
        case e.Said(act=begun) | e.ConditionBegan(id=begun):
            return begun == cites
    return False
