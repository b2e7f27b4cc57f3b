"""Forms of the referee for one combatant: somebody who comes in, and somebody who is here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from flask import request

from api.pages.forms.fields import NOBODY, Field
from api.pages.forms.options import Form, Press
from api.pages.forms.rosters import takes_pasted
from api.pages.forms.sheets import sheet_fields
from api.pages.forms.traits_text import traits_text
from api.pages.layout.render import display_name
from api.read.last_sheets import joins_by_id
from api.web.problems import Problem
from domain.rosters.names import id_after
from domain.ruleset.messages import by_name
from domain.state.roster import Member, Roster

_NUMBERED = re.compile(r"(.+?) (\d{1,4})")
_KINDS = ("combatant", "creature", "unit", "thing", "side", "field")
_TYPED = "One line for each, such as HP 12{gear}, or zone: the hall; or JSON."
_GEAR = ", or weapons/axe/damage 8, or weapons/shield/"
"""Parts of a sheet, which any game has none of."""
_SIDE = Field("text:side", "text", "Side", optional=True, hint="Those of one side are friends.")
_ID = Field(
    "one:subject",
    "text",
    "Id",
    optional=True,
    hint="Letters and digits; made of the name, if left empty.",
)


def join_form(drawn: Press) -> Form:
    """Return the form of somebody who comes in, like another where the address says whom."""
    copied = request.args.get("like", "")
    like = joins_by_id(drawn.combat).get(copied) if copied else None
    taken = [member.name for member in drawn.combat.head.roster.members.values()]
    name = next_name(like.name or like.subject, taken) if like else ""
    traits = dict(like.traits) if like else {}
    asked = tuple(_filled(field, traits) for field in sheet_fields(drawn.combat.rules))
    typed = _typed_sheet(drawn, traits_text(traits) if traits else "")
    return drawn.form(
        {"type": "join"},
        "Add the combatant",
        back="referee",
        fields=(
            Field("text:name", "text", "Name", given=name),
            _SIDE._replace(given=like.side if like else ""),
            *(asked or (typed,)),
        ),
        more=(
            *((typed,) if asked else ()),
            Field("one:kind", "one", "Kind", tuple((k, k) for k in _KINDS), given=_KINDS[0]),
            _ID,
            Field("flag:hidden", "flag", "In hiding: only the referee knows"),
        ),
    )


def next_name(name: str, taken: Iterable[str]) -> str:
    """Return the name of another one: `Goblin 3` after `Goblin 1` and `Goblin 2`."""
    base = _NUMBERED.fullmatch(name)
    stem = base[1] if base else name
    found = (_NUMBERED.fullmatch(each) for each in taken)
    numbers = [int(each[2]) for each in found if each and each[1] == stem]
    return f"{stem} {max(numbers, default=1) + 1}"


def _filled(field: Field, traits: dict[str, Any]) -> Field:
    """Fill a field of a sheet, and take what it says out of the traits that are left."""
    name = field.name.partition(".")[2]
    value = traits.get(name)
    if isinstance(value, dict):
        value = value.get("most")
    if field.kind == "flag" or not isinstance(value, str | int | float):
        return field
    del traits[name]
    return field._replace(given=str(value))


def edit_form(drawn: Press, who: str) -> Iterator[Form]:
    """Yield the form of somebody who is here: name, side, player and sheet as they were given."""
    member = drawn.combat.head.roster.get(who)
    given = joins_by_id(drawn.combat).get(who) if member and member.here else None
    if member is None or given is None:
        return
    sheet = traits_text(given.traits)
    seats = drawn.combat.table.seats.values()
    people = tuple(
        (each.person, display_name(drawn.call, each.person)) for each in seats if each.is_open
    )
    nobody = ((NOBODY, "nobody"),) if member.controller else ()
    played = Field("one:controller", "one", "Played by", (*people, *nobody), optional=True)
    yield drawn.form(
        {"type": "edit", "who": who},
        f"Save {member.name}",
        back="referee",
        fields=(
            Field("text:name", "text", "Name", given=member.name),
            Field("text:side", "text", "Side", optional=True, given=member.side),
            _typed_sheet(drawn, sheet),
        ),
        more=(played,) if played.values else (),
    )


def _typed_sheet(drawn: Press, given: str) -> Field:
    """Return the field of a whole sheet, with an example that the game knows."""
    gear = "" if takes_pasted(drawn.combat.rules.key) else _GEAR
    hint = _TYPED.format(gear=gear)
    return Field("traits:traits", "sheet", "Numbers and gear", given=given, hint=hint)


# --- whether another was meant --------------------------------------------------------------


def newcomer_id(command: Mapping[str, Any], roster: Roster) -> str:
    """Return the id of who comes in: the typed one, else one after the name."""
    return str(command.get("subject") or id_after(command.get("name", ""), roster.members))


def check_newcomer(command: Mapping[str, Any], roster: Roster) -> None:
    """Raise the problem of a second fighter where one who is hidden or away was likely meant.

    By their exact id they come out, or back; an id in other letters is not theirs. Who comes in
    hidden reveals nobody, and may be one of several.
    """
    typed, name = str(command.get("subject") or ""), str(command.get("name", ""))
    for member in roster.members.values():
        if typed == member.subject:
            return
        if typed and typed.casefold() == member.subject.casefold():
            raise Problem("invalid", _meant(member))
        is_away = not command.get("hidden") and (member.hidden or not member.here)
        same = {member.name.casefold(), member.subject.casefold()}
        if not typed and is_away and name.strip().casefold() in same:
            raise Problem("invalid", _meant(member))


def _meant(member: Member) -> str:
    """Say where somebody is, and how they are brought in again."""
    who, other = by_name(member.subject), "For somebody else, write an Id of their own."
    if member.here and not member.hidden:
        return f"{who} is here already, with the Id {member.subject!r}. {other}"
    where, how = ("in hiding", "out") if member.here else ("away", "back")
    again = f"To bring them {how}, write {member.subject!r} under Id and leave the sheet empty."
    return f"{who} is {where}. {again} {other}"
