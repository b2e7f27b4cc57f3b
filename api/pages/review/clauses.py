"""Rules that a dispute is about: the clause, what of it was done, and all that stands under it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Manoeuvre, Ruleset, Window
from projections.disputes.dispute_evidence import under_clause
from projections.visibility.visible_log import SeenEntry

_KINDS = {
    "manoeuvre": "Actions",
    "question": "Questions",
    "pool": "Points",
    "condition": "States",
    "fact": "What the table says",
    "left open": "Left to the table",
}
"""The kinds of things under a clause, as people read them."""


class RuleText(NamedTuple):
    """A clause with its title, what of it was `used`, and all that stands `under` it by kind."""

    clause: str
    title: str
    used: tuple[str, ...]
    under: dict[str, tuple[str, ...]]

    @property
    def size(self) -> int:
        """How many things stand under the clause."""
        return sum(map(len, self.under.values()))


def rule_text(clause: str, rules: Ruleset, seen: Iterable[SeenEntry]) -> RuleText:
    """Return a clause, with the actions and questions of some entries that stand under it."""
    found: dict[str, list[str]] = {}
    for each in dict.fromkeys(under_clause(clause, rules)):
        kind, _, says = each.partition(": ")
        found.setdefault(_KINDS[kind], []).append(says)
    used = dict.fromkeys(_used(clause, rules, seen))
    under = {kind: tuple(says) for kind, says in found.items()}
    return RuleText(clause, rules.clause_title(clause), tuple(used), under)


def _used(clause: str, rules: Ruleset, seen: Iterable[SeenEntry]) -> Iterator[str]:
    for one in seen:
        row: Manoeuvre | Window | None = None
        match one.event:
            case e.Said(manoeuvre=name):
                row = rules.manoeuvre(name)
            case e.Asked(about=about):
                row = rules.windows.get(about)
        if row is not None and row.clause == clause:
            yield row.says
