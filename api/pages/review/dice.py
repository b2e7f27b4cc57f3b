"""How the dice can be trusted, on a page: what binds them, salts of people, who saw them fall.

A salt is bound before it is shown. Words that are typed here are hashed by the service, which sees
them first. People who do not want that paste a commitment that was made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from flask import Response
from werkzeug.wrappers import Response as Answer

from api.handlers.dice_consent import may_confirm
from api.pages.forms.fields import Field
from api.pages.forms.options import Form, Press, press
from api.pages.layout.api_client import answer
from api.pages.layout.render import Trouble, combat_page
from api.pages.table.submit import say, submit_form
from api.web.route_table import Call
from api.web.routes.dice import get_dice as dice_of
from domain import events as e
from domain.dice.salts import HOST_ONLY, LEAST, SALT, Salts
from domain.ruleset.ruleset import Refused
from domain.state.viewer import REFEREE
from domain.table.table import commitment_of
from projections.wording.game_words import capital, name_of

_WORDS = Field(
    "text:value",
    "text",
    "Your secret words",
    optional=True,
    hint=f"{LEAST} letters or more that nobody guesses. Note them: you show them later.",
)
_BOUND = Field(
    "text:commitment",
    "text",
    "Or a commitment made elsewhere",
    optional=True,
    hint="The SHA-256 of “salt”, a line feed and the words, in hex: then nobody here saw them.",
)
_SHOWN = Field("text:value", "text", "The words that you noted")
_SERVER_ALONE = "only the server's randomness is used: nobody has added a secret yet"
_LATELY, _MOST = 300, 6
"""Among how many of the last entries typed dice are looked for, and how many are shown at most."""


def get_dice(call: Call, trouble: Trouble | None = None) -> Response:
    """What binds the dice, and what may be added to them."""
    with call.lock_combat() as (combat, sight):
        drawn = press(call, combat, sight)
        said = {
            "forms": _forms(drawn),
            "fell": tuple(islice(_fell(drawn), _MOST)),
            "given": tuple(_salt_progress(drawn)),
            "ended": combat.head.roster.ended,
        }
    found = answer(call, dice_of).value
    return combat_page("salts", call, found=found, plainly=_plainly, trouble=trouble, **said)


def _plainly(says: str) -> str:
    """Return how the dice can be trusted, in plain words."""
    return _SERVER_ALONE if says == HOST_ONLY else says


def post_dice(call: Call) -> Answer:
    """Bind a salt, or open one; the page is shown anew, or says why not."""
    return submit_form(
        call,
        get_dice,
        lambda _: f"{call.combat}/dice",
        lambda call, it: say(call, _with_commitment(it)),
    )


def _with_commitment(command: dict[str, Any]) -> dict[str, Any]:
    """Of words to be bound only the commitment goes on."""
    words = command.get("value", "")
    if (command.get("type"), command.get("what")) != ("commit", SALT) or not isinstance(words, str):
        return command
    command = {name: said for name, said in command.items() if name != "value"}
    if words and len(words) < LEAST:
        numbers = {"signs": len(words), "least": LEAST}
        raise Refused("", "a salt has to be too long to be guessed", numbers, "/value")
    return {**command, "commitment": commitment_of(SALT, words)} if words else command


def _salt_progress(drawn: Press) -> Iterator[tuple[str, str]]:
    """Everybody who may add a salt or has bound one, and how far they have come."""
    table = drawn.combat.table
    for seat in table.seats.values():
        if seat.is_open and seat.role != "spectator":
            yield seat.person, _how(table.salts, table.seat_number(seat.person))
    if 0 in table.salts.committed:
        yield REFEREE, _how(table.salts, 0)


def _how(salts: Salts, seat: int) -> str:
    if seat in salts.opened:
        return "shown"
    return "locked in" if seat in salts.committed else "nothing yet"


def _forms(drawn: Press) -> tuple[Form, ...]:
    """Return what the viewer may do with their own salt now; at the end, with the keys."""
    combat, viewer = drawn.combat, drawn.call.caller.viewer
    if combat.read_only:
        return (_goes_on(drawn),) if viewer.is_referee else ()
    if viewer.role == "spectator" or combat.table.is_laid_open:
        return ()
    if combat.head.roster.ended:
        return (_keys(drawn),) if viewer.is_referee else ()
    salts, seat = combat.table.salts, combat.table.seat_number(viewer.person)
    if seat in salts.committed and seat not in salts.opened:
        command = {"type": "reveal", "what": SALT}
        return (drawn.form(command, "Show my words", head="", fields=(_SHOWN,)),)
    if salts.opened or seat in salts.committed:
        return ()
    fields = (_WORDS, _BOUND)
    return (
        drawn.form({"type": "commit", "what": SALT}, "Lock in my words", head="", fields=fields),
    )


def _fell(drawn: Press) -> Iterator[Form]:
    """Yield a form for each die or card that others typed in lately: the viewer saw it."""
    combat, sight, viewer = drawn.combat, drawn.sight, drawn.call.caller.viewer
    lately = range(len(sight), max(0, len(sight) - _LATELY), -1)
    name = name_of(combat.view(viewer))
    for seen in () if combat.read_only else sight.seen_entries(lately):
        if (typed := _typed_result(seen.event)) and seen.number.isdecimal():
            number = int(seen.number)
            if may_confirm(combat, number, viewer):
                command = {"type": "witness", "about": number}
                says = f"{capital(name(typed[0]))}: {typed[1]}"
                yield drawn.form(command, f"I saw entry {number}", head="", says=says)


def _typed_result(event: e.Event) -> tuple[str, str] | None:
    """The dice or card that somebody typed in; None for any other event, and where none fell."""
    if not isinstance(event, e.DiceRolled | e.CardDrawn) or event.provenance == "service":
        return None
    if isinstance(event, e.CardDrawn):
        return event.who, event.card
    dice = " and ".join(f"{', '.join(map(str, x.faces))} on d{x.sides}" for x in event.groups)
    return (event.who, dice) if dice else None


def _keys(drawn: Press) -> Form:
    """The button that reveals the keys of the dice, at the end."""
    return drawn.form(
        {"type": "reveal-keys"},
        "Reveal the keys, for good",
        head="",
        says="Everybody can recompute the open dice then; nothing is played or undone after it.",
        fields=(Field("flag:hidden", "flag", "Those of hidden dice as well"),),
    )


def _goes_on(drawn: Press) -> Form:
    """The button that goes on with a combat that was begun elsewhere."""
    return drawn.form(
        {"type": "go-on"},
        "Go on here",
        head="",
        says="Everybody can see that, and may salt the dice again.",
    )
