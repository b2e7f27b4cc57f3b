"""Set facts: settings of the rules, and ties between two (adjacent, stands, paired)."""

from __future__ import annotations

from typing import NamedTuple

from domain.events import FactSet
from domain.state.fold import Answers, Folds, make

Value = int | str | bool | None


class Facts(NamedTuple):
    """What was set, by whom it is of; inside by name and the one it is toward."""

    of: dict[str, dict[str, Value]] = {}

    def get(self, of: str, name: str, toward: str = "") -> Value:
        """The value, or None where it was never set."""
        return self.of.get(of, {}).get(f"{name}>{toward}")

    def was_set(self, of: str, name: str, toward: str = "") -> bool:
        """True for what was ever set, also where it was taken away again."""
        return f"{name}>{toward}" in self.of.get(of, {})

    def everybodys(self, name: str) -> dict[str, Value]:
        """Every value of one property, by whom it is of."""
        key = f"{name}>"
        return {of: mine[key] for of, mine in self.of.items() if key in mine}

    def toward(self, of: str, name: str) -> dict[str, Value]:
        """Every value of one name, by the one it is toward."""
        start = f"{name}>"
        mine = self.of.get(of, {})
        return {k[len(start) :]: v for k, v in mine.items() if k.startswith(start)}


def _set(facts: Facts, event: FactSet, _: Answers) -> Facts:
    mine = facts.of.get(event.of, {})
    mine = {**mine, f"{event.name}>{event.toward}": event.value}
    return make(Facts, ({**facts.of, event.of: mine},))


FOLDS: Folds = {FactSet: _set}
