"""The referee's own page: who comes in and goes, the referee's hand, rulings, loose dice."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Response, request

from api.contract import Call
from api.pages.fields import Field
from api.pages.forms import Form, Press, press
from api.pages.joined import joined
from api.pages.offered import offered
from api.pages.sheets import Trouble, page
from api.pages.table import common
from domain import commands as c
from domain.facets.conditions import Condition
from domain.ruleset import FactKind, OpenPoint, Pool, Refused
from domain.scene import Scene
from domain.seats import REFEREE
from projections.words import capital, name_of, pool_word

_WHY = Field("text:note", "text", "Why", hint="The story says so.")
_KINDS = ("combatant", "creature", "unit", "thing", "side")
_TYPED = (
    "One line for each, such as HP 12, or weapons/axe/damage 8, or weapons/shield/, or zone: the"
    " hall; or JSON."
)
_SIDE = Field("text:side", "text", "Side", optional=True, hint="Those of one side are friends.")
_ID = Field(
    "one:subject",
    "text",
    "Id",
    optional=True,
    hint="Letters and digits; made of the name, if left empty.",
)

Pairs = tuple[tuple[str, str], ...]


class Section(NamedTuple):
    """Forms that belong together; `open` where they are shown at once."""

    title: str
    forms: tuple[Form, ...]
    open: bool = False


def get_referee(call: Call) -> Response:
    """Everything that is the referee's alone."""
    return shown(call)


def shown(call: Call, trouble: Trouble | None = None) -> Response:
    """The referee's page, with what went wrong just now."""
    with call.held() as (combat, sight):
        drawn = press(call, combat, sight)
        here = tuple((m.subject, m.name) for m in combat.head.roster.members.values() if m.here)
        found = [Section(*each) for each in _sections(drawn, here)]
        over = combat.head.roster.ended
        like = tuple((m.subject, m.name) for m in combat.head.roster.members.values())
    sections = tuple(each for each in found if each.forms)
    return page(
        "referee",
        call,
        sections=sections,
        like=like,
        trouble=trouble,
        over=over,
        rosters=offered(call, drawn.combat.rules.key),
        key=secrets.token_hex(16),
        **common(call),
    )


def _sections(drawn: Press, here: Pairs) -> Iterator[tuple[str, tuple[Form, ...], bool]]:
    if drawn.combat.head.roster.ended:
        yield "The combat is over", (_reopen(drawn),), True
        return
    rules = drawn.combat.rules
    yield "Somebody comes in", (_join(drawn),), True
    if here:
        yield "Somebody leaves", (_leave(drawn, here),), False
        yield "Change a pool", tuple(_pool(drawn, p, here) for p in rules.pools), False
        yield "Conditions", tuple(_conditions(drawn, here)), False
        facts = (*(_fact(drawn, kind, here) for kind in rules.facts), _place(drawn, here))
        yield "Ties and places", facts, False
        yield "Who comes when", tuple(_orders(drawn)), False
        yield "Dice that no rule asks for", (_roll(drawn, here),), False
    yield "How this table plays", tuple(_ruling(drawn, p) for p in rules.points), False
    yield "The end", (_end(drawn),), False


# --- who comes and goes --------------------------------------------------------------------


def _join(drawn: Press) -> Form:
    like = _given_to(drawn, request.args.get("like", ""))
    name = f"{like.name or like.subject} (another)" if like else ""
    traits = json.dumps(like.traits, indent=1, ensure_ascii=False) if like else ""
    return drawn.form(
        {"type": "join"},
        "Bring in",
        back="referee",
        fields=(
            Field("text:name", "text", "Name", given=name),
            _SIDE._replace(given=like.side if like else ""),
            Field("traits:traits", "sheet", "Numbers and gear", given=traits, hint=_TYPED),
        ),
        more=(
            Field("one:kind", "one", "Kind", tuple((k, k) for k in _KINDS), given=_KINDS[0]),
            _ID,
            Field("flag:hidden", "flag", "In hiding: only the referee knows"),
        ),
    )


def _given_to(drawn: Press, subject: str) -> c.Join | None:
    """How somebody came in, as it was said then."""
    return joined(drawn.combat).get(subject) if subject else None


def _leave(drawn: Press, here: Pairs) -> Form:
    who = Field("one:who", "one", "Who", here)
    return drawn.form({"type": "leave"}, "Leaves", fields=(who,), back="referee")


# --- the referee's hand --------------------------------------------------------------------


def _adjust(drawn: Press, change: dict[str, Any], button: str, *fields: Field) -> Form:
    command = {"type": "adjust", "change": change}
    return drawn.form(command, button, fields=(*fields, _WHY), back="referee")


def _pool(drawn: Press, pool: Pool, here: Pairs) -> Form:
    word = pool_word(drawn.combat.rules, pool.name)
    keys = tuple((key, key) for key in pool.keys)
    return _adjust(
        drawn,
        {"what": "pool", "pool": pool.name},
        f"Change {word}",
        Field("one:change.subject", "one", "Whose", here),
        *([Field("one:change.key", "one", "Which", keys)] if keys else []),
        *([Field("one:change.key", "text", "Called")] if pool.any_key else []),
        Field(
            "points:change.delta",
            "points",
            f"{capital(word)} more or less",
            hint="Such as 2, -1 or -1 1/2.",
        ),
    )


def _conditions(drawn: Press, here: Pairs) -> Iterator[Form]:
    kinds = tuple((kind.name, kind.says) for kind in drawn.combat.rules.conditions)
    subject = Field("one:change.subject", "one", "Whose", here)
    if kinds:
        yield _adjust(
            drawn,
            {"what": "condition", "begin": True},
            "Begin a condition",
            subject,
            Field("one:change.name", "one", "Which", kinds),
            Field("number:change.level", "number", "Level", least=0, most=1000, optional=True),
            Field("one:change.at", "text", "Where", optional=True),
            Field("one:change.toward", "one", "Toward", here, optional=True),
        )
    standing = drawn.combat.head.conditions.all.values()
    yield from (_ending(drawn, condition) for condition in standing)


def _ending(drawn: Press, condition: Condition) -> Form:
    """The end of one condition; by its short id, since several may be called the same."""
    short = drawn.sight.eyes.names.of(condition.id)
    change = {"what": "condition", "subject": condition.subject, "name": short, "begin": False}
    return _adjust(drawn, change, _end_of(drawn, condition))


def _end_of(drawn: Press, condition: Condition) -> str:
    name, kind = name_of(drawn.combat.head), drawn.combat.rules.condition(condition.name)
    at = f", {condition.at}" if condition.at else ""
    level = f" {condition.level}" if condition.level else ""
    toward = f", toward {name(condition.toward)}" if condition.toward else ""
    says = kind.says if kind else condition.name
    return f"End for {name(condition.subject)}: {says}{level}{at}{toward}"


def _fact(drawn: Press, kind: FactKind, here: Pairs) -> Form:
    values = tuple((value, value) for value in kind.values)
    return _adjust(
        drawn,
        {"what": "fact", "name": kind.name},
        f"Set: {kind.says}",
        Field("one:change.of", "one", "Of", here),
        Field(
            "one:change.toward",
            "word",
            "Toward",
            here,
            optional=True,
            hint="Somebody's id, or a thing.",
        ),
        Field("one:change.value", "one" if values else "text", "Value", values),
    )


def _place(drawn: Press, here: Pairs) -> Form:
    return _adjust(
        drawn,
        {"what": "place"},
        "Put somewhere",
        Field("one:change.subject", "one", "Who", here),
        Field("one:change.place", "text", "Where"),
    )


def _orders(drawn: Press) -> Iterator[Form]:
    """The orders that can be set now, each with everybody who may stand in it."""
    scene, name = Scene(drawn.combat.head, drawn.combat.rules), name_of(drawn.combat.head)
    for scope, who_may in drawn.combat.rules.orders.items():
        try:
            may = who_may(scene)
        except Refused:
            continue
        standing = (who for who in scene.combat.clock.order(scope) if who in may)
        line = tuple((who, name(who)) for who in dict.fromkeys((*standing, *may)))
        yield _adjust(
            drawn,
            {"what": "order", "scope": scope},
            f"Set the order of {scope}",
            Field("ordered:change.order", "ordered", "In this order", line),
        )


# --- rulings, dice, the end ----------------------------------------------------------------


def _ruling(drawn: Press, point: OpenPoint) -> Form:
    standing = Scene(drawn.combat.head, drawn.combat.rules).setting(point.key)
    values = tuple((value, value) for value in point.values)
    field = Field("one:value", "one" if values else "text", "From now on", values, given=standing)
    return drawn.form(
        {"type": "rule", "point": point.key},
        "Settle it",
        says=capital(point.says),
        clause=point.clause,
        fields=(field,),
        back="referee",
    )


def _roll(drawn: Press, here: Pairs) -> Form:
    return drawn.form(
        {"type": "roll"},
        "Roll",
        back="referee",
        fields=(
            Field("one:who", "one", "Who", ((REFEREE, "the referee"), *here)),
            Field("one:purpose", "text", "What for", optional=True),
            Field("number:count", "number", "How many dice", least=1, most=100, given="1"),
            Field("number:sides", "number", "Sides", least=2, most=1000, given="6"),
            Field(
                "faces:faces",
                "faces",
                "Faces that fell",
                most=100,
                hint="Leave empty and the service rolls.",
            ),
        ),
        more=(Field("flag:hidden", "flag", "Hidden: only the referee sees them"),),
    )


def _end(drawn: Press) -> Form:
    return drawn.form({"type": "end"}, "End the combat", back="table")


def _reopen(drawn: Press) -> Form:
    return drawn.form({"type": "rewind"}, "Take the end back", back="table")
