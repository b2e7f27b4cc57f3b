"""The referee's own page: who comes in and goes, the referee's hand, rulings, loose dice."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import NamedTuple

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from api.pages.forms.changes import changes
from api.pages.forms.fields import Field, Pairs
from api.pages.forms.files import FileReading, importers, read_sent_file
from api.pages.forms.options import Form, Press, press
from api.pages.forms.rosters import (
    Reading,
    bring_in,
    joins_from_combat,
    joins_from_text,
    read_pasted,
    roster_sources,
    takes_pasted,
)
from api.pages.layout.render import Trouble, combat_page
from api.pages.table.combatant_forms import edit_form, join_form
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.validation import idempotency_key
from domain.events.scores import score_text
from domain.ruleset.ruleset import OpenPoint, Refused
from domain.ruleset.scene import Scene
from domain.state.viewer import REFEREE
from projections.wording.game_words import capital, name_of

_WHY = Field("text:note", "text", "Why", hint="The story says so.")
_THROW = (
    Field("one:purpose", "text", "What for", optional=True),
    Field("number:count", "number", "How many dice", least=1, most=100, given="1"),
    Field("number:sides", "number", "Sides", least=2, most=1000, given="6"),
    Field(
        "faces:faces",
        "faces",
        "Faces that fell",
        most=100,
        hint="Such as 14. Leave it empty to roll here.",
    ),
)
_MORE_OF_A_ROLL = (
    Field(
        "one:dice",
        "text",
        "Dice of several sizes",
        optional=True,
        hint="Such as 2d20kh1+1d4+3, in place of how many and sides.",
    ),
    Field("points:bonus", "text", "Bonus", optional=True, hint="Such as +3."),
    Field("points:target", "text", "Number to reach", optional=True),
    Field("points:total", "text", "Total, where nobody knows the faces", optional=True),
    Field("one:outcome", "text", "What came of it", optional=True, hint="Such as hit."),
)
_HIDDEN = Field("flag:hidden", "flag", "Hidden: only the referee sees them")


class Section(NamedTuple):
    """Forms that belong together; `open` where they are shown at once.

    `asks` is what the address says of somebody who is chosen first, with the button for it.
    """

    title: str
    forms: tuple[Form, ...]
    open: bool = False
    asks: tuple[str, str] | None = None


def get_referee(
    call: Call,
    trouble: Trouble | None = None,
    reading: Reading | None = None,
    file: FileReading | None = None,
) -> Response:
    """Everything that is the referee's alone, with what went wrong or was read just now."""
    with call.lock_combat() as (combat, sight):
        drawn = press(call, combat, sight)
        sections = tuple(each for each in _sections(drawn) if each.forms or each.asks)
        roster = combat.head.roster
    return combat_page(
        "referee",
        call,
        sections=sections,
        like=tuple((m.subject, m.name) for m in roster.members.values()),
        here_now=drawn.here,
        trouble=trouble,
        over=roster.ended,
        rosters=roster_sources(call, drawn.combat.rules.key),
        pasted=takes_pasted(drawn.combat.rules.key),
        reading=reading,
        file=file,
        importers=importers(call),
        key=secrets.token_hex(16),
    )


def post_roster(call: Call) -> Answer:
    """Bring in those of another combat, or those that were typed; who is here already stays."""
    form = request.form
    try:
        key = idempotency_key(form.get("key", ""))
        if form.get("from"):
            bring_in(call, call.combat, joins_from_combat(call, form["from"]), key)
        elif reading := _read_typed(call, form.get("who", ""), key):
            return get_referee(call, reading=reading)
    except Problem as problem:
        return get_referee(call, Trouble(problem, "roster", form))
    return redirect(f"/combats/{call.combat}", 303)


def post_file(call: Call) -> Answer:
    """Show what is in a file of another program, or bring in what was shown and confirmed."""
    try:
        file = read_sent_file(call)
    except Problem as problem:
        return get_referee(call, Trouble(problem, "file", request.form))
    return get_referee(call, file=file)


def _read_typed(call: Call, text: str, key: str) -> Reading | None:
    """Bring in those who were typed; return what was read where it has to be confirmed first."""
    with call.lock_combat() as (combat, _):
        pasted = takes_pasted(combat.rules.key)
    if not pasted:
        bring_in(call, call.combat, joins_from_text(call, text), key)
        return None
    reading = read_pasted(call, text, request.form.get("read", ""), key)
    return None if reading.report["joined"] else reading


def _sections(drawn: Press) -> Iterator[Section]:
    if drawn.combat.head.roster.ended:
        reopen = drawn.form({"type": "rewind"}, "Reopen the combat")
        yield Section("The combat is over", (reopen,), True)
        return
    yield Section("Add a combatant", (join_form(drawn),), True)
    if drawn.here:
        who = Field("one:who", "one", "Who", drawn.here)
        leave = drawn.form({"type": "leave"}, "Remove the combatant", fields=(who,), back="referee")
        edits = tuple(edit_form(drawn, request.args.get("edit", "")))
        yield Section("Edit a combatant", edits, bool(edits), ("edit", "Edit this one"))
        yield Section("Remove a combatant", (leave,))
        yield from _by_hand(drawn)
        yield Section("Turn order", tuple(_orders(drawn)))
        yield Section("Dice that no rule asks for", (_roll(drawn),))
    yield Section(
        "How this table plays", tuple(_ruling(drawn, p) for p in drawn.combat.rules.points)
    )
    yield Section("The end", (drawn.form({"type": "end"}, "End the combat"),))


def _by_hand(drawn: Press) -> Iterator[Section]:
    """The changes of the game, a section for each group of them."""
    combat, short = drawn.combat, drawn.sight.eyes.names.of
    found: dict[str, list[Form]] = {}
    for each in changes(combat.head, combat.rules, lambda one: short(one.id)):
        command, fields = {"type": "adjust", "change": each.change}, (*each.fields, _WHY)
        form = drawn.form(command, each.button, fields=fields, back="referee")
        found.setdefault(each.group, []).append(form)
    return (Section(group, tuple(forms)) for group, forms in found.items())


def _orders(drawn: Press) -> Iterator[Form]:
    """The orders that can be set now, each with everybody who may stand in it."""
    scene, name = Scene(drawn.combat.head, drawn.combat.rules), name_of(drawn.combat.head)
    for scope, who_may in drawn.combat.rules.orders.items():
        try:
            may = who_may(scene)
        except Refused:
            continue
        standing = tuple(who for who in scene.combat.clock.order(scope) if who in may)
        new = (who for who in may if who not in standing)
        line = tuple((who, name(who)) for who in (*standing, *new))
        command = {"type": "adjust", "change": {"what": "order", "scope": scope}}
        fields = Field("ordered:change.order", "ordered", "In this order", line), _WHY
        yield drawn.form(command, f"Set the order of {scope}", fields=fields, back="referee")
        if scope in drawn.combat.rules.scored:
            yield _scores(drawn, scope, tuple(dict.fromkeys(line)))


def _scores(drawn: Press, scope: str, line: Pairs) -> Form:
    """Scores that move those who have them in an order; who is left empty stays where they are."""
    standing = drawn.combat.head.clock.orders.get(scope)
    fields = []
    for who, name in line:
        now = ", ".join(map(score_text, standing.scores_of(who))) if standing else ""
        hint = f"Now {now}." if now else ""
        fields.append(Field(f"scores:change.scores.{who}", "text", name, (), 0, 0, True, hint))
    command = {"type": "adjust", "change": {"what": "order", "scope": scope}}
    says = "A score such as 15 or 15.14; for several turns a round, several: 22, 12."
    return drawn.form(
        command, f"Set scores of {scope}", says=says, fields=(*fields, _WHY), back="referee"
    )


def _ruling(drawn: Press, point: OpenPoint) -> Form:
    standing = Scene(drawn.combat.head, drawn.combat.rules).setting(point.key)
    values = tuple((value, value) for value in point.values)
    kind, says = "one" if values else "text", capital(point.says)
    hint = f"{point.hint} It holds from now on.".lstrip()
    field = Field("one:value", kind, says, values, given=standing, hint=hint)
    return drawn.form(
        {"type": "rule", "point": point.key},
        "Set this option",
        clause=point.clause,
        fields=(field,),
        back="referee",
    )


def _roll(drawn: Press) -> Form:
    who = Field("one:who", "one", "Who", ((REFEREE, "the referee"), *drawn.here))
    fields, more = (who, *_THROW), (*_MORE_OF_A_ROLL, _HIDDEN)
    return drawn.form({"type": "roll"}, "Roll", fields=fields, more=more, back="referee")
