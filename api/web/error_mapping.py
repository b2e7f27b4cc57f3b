"""What the service and the store raise, as problems: a sentence, and what to do about it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from api.combats.registry import Unknown
from api.handlers.transaction import TooLarge
from api.service.service import KeyMisused
from api.store.core.errors import Conflict, Damaged, Unavailable, WrongKeys
from api.transfer.format import Spoilt
from api.transfer.import_combat import Another
from api.web.auth import NO_SUCH_COMBAT
from api.web.problems import Problem
from api.web.refusals import named, refusal
from api.web.route_table import Call
from domain.ruleset.ruleset import Forbidden, Refused
from projections.wording.refusals import sentence

LOG = logging.getLogger("combatlog.errors")
_AGAIN = {"Retry-After": "1"}


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
        " stop it and copy the folder of keys from the host that forgot somebody, or took a combat"
        " in, or from a backup.",
    )


_KNOWN: dict[type[Exception], Callable[[Any], Problem]] = {
    Forbidden: lambda why: Problem(
        "forbidden", f"{sentence(why.said)} Ask the player of this combatant, or the referee."
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


@contextmanager
def as_problems(call: Call) -> Iterator[None]:
    """Raise the problem that an error stands for; any other error as it is."""
    try:
        yield
    except Refused as refused:
        raise refusal(refused, call) from refused
    except Exception as error:
        made = as_problem(error)
        if made is error:
            raise
        raise (named(made, call) if isinstance(made, Problem) else made) from error


def as_problem(error: Exception) -> Exception:
    """The problem that an error stands for; the error itself where it stands for none."""
    made = next((_KNOWN[kind] for kind in type(error).__mro__ if kind in _KNOWN), None)
    return made(error) if made else error
