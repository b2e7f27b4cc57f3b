"""Less and more of a pool by one tap in a row: as a deed, where a game has one, else by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.pages.forms.fields import Field
from api.pages.forms.options import Form, Press
from api.pages.table.rows import Row, rows
from api.pages.table.summary import look
from api.web.problems import Flaw
from api.web.route_table import Call
from api.web.validation import invalid
from domain.events.measures import canonical_number
from domain.ruleset.ruleset import Ruleset
from projections.story.standing import life_of
from projections.visibility.snapshot import line_of_play

POOL_BY_HAND = "pool-by-hand"
"""What a row sends: whose pool, which, and by the button whether it goes down or up."""

LESS, MORE = "less", "more"
NOTE = "changed in the row"
"""Why the referee changed a pool by hand, where a row has no place to say it."""

_AMOUNT = Field("points:amount", "points", "How much", optional=True)


def pool_form(press: Press, row: Row) -> Form | None:
    """Return the form of a row's first pool; None where the viewer may not change it."""
    viewer, rules = press.call.caller.viewer, press.combat.rules
    may = viewer.is_referee or (bool(rules.less_and_more) and row.fighter.own)
    if row.main is None or not may or press.combat.read_only or press.combat.head.roster.ended:
        return None
    pool = row.main.bar.row
    command = {"type": POOL_BY_HAND, "who": pool.who, "pool": pool.pool}
    return press.form(command, row.main.bar.called, fields=(_AMOUNT,))


def first_pools(call: Call) -> tuple[Mapping[str, str], Ruleset]:
    """Return the pool that each row shows first, empty for none, and the rules of the game."""
    with call.lock_combat() as (combat, sight):
        moment, rules = sight.moment(sight.node), combat.rules
        seen = look(moment, rules, call.caller.viewer, drawn=False)
        entries = sight.seen_entries(range(1, len(sight) + 1))
        life = life_of((entries[seq - 1] for seq in line_of_play(entries)), rules)
        found = rows(seen, moment, rules, life, {})
    return {row.fighter.somebody.subject: _first_pool(row) for row in found}, rules


def _first_pool(row: Row) -> str:
    return row.main.bar.row.pool if row.main else ""


def change_of_pool(
    rules: Ruleset, said: Mapping[str, Any], form: Mapping[str, str]
) -> dict[str, Any]:
    """Return the command that a row says; an empty amount is one. Raises the problem of a word.

    A typed sign decides, whatever the button: Enter presses the one for less.
    """
    typed = form.get("amount", "").strip() or "1"
    sign = typed[0] if typed[0] in "+-" else ""
    amount = canonical_number(typed.removeprefix(sign).strip())
    if amount is None or str(amount).startswith("-"):
        flaw = Flaw(parameter="amount", code="field", detail="Type a number, such as 7 or +7.")
        raise invalid([flaw])
    is_more = sign == "+" if sign else form.get("way") == MORE
    who, pool = said.get("who"), said.get("pool")
    if rules.less_and_more:
        named = rules.less_and_more[is_more]
        params = {"pool": pool, "by": amount}
        return {"type": "act", "who": who, "manoeuvre": named, "params": params}
    change = {"what": "pool", "subject": who, "pool": pool}
    delta = amount if is_more else -amount if isinstance(amount, int) else f"-{amount}"
    return {"type": "adjust", "change": {**change, "delta": delta}, "note": NOTE}
