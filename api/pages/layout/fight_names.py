"""Names of fights: those of one title are told apart by when they were opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from api.pages.layout.render import when
from domain import commands as c
from projections.wording.game_words import capital

UNTITLED = "Untitled"
MOST_TITLE = 80


def title_of_sides(joins: Iterable[c.Join]) -> str:
    """Return a title made of the sides that everybody may see: `Heroes against Enemies`.

    It is empty where there are fewer than two, or too many for a title.
    """
    joins = list(joins)
    names = {join.subject: join.name for join in joins if join.name}
    sides = (names.get(join.side, join.side) for join in joins if join.side and not join.hidden)
    found = list(dict.fromkeys(map(capital, sides)))
    title = " against ".join(found)
    return title if len(found) > 1 and len(title) <= MOST_TITLE else ""


def opened_words(rows: Iterable[Any]) -> dict[str, str]:
    """Return when each fight was opened, by combat; nothing where its title tells it from others.

    Of fights of one title that were opened in one minute, each says the how manieth it is.
    """
    rows = sorted(rows, key=lambda row: (row.opened_at, row.combat))
    titles = Counter(row.title for row in rows)
    minutes = Counter((row.title, when(row.opened_at).shown) for row in rows)
    found, seen = dict[str, str](), Counter[tuple[str, str]]()
    for row in rows:
        key = row.title, when(row.opened_at).shown
        seen[key] += 1
        nth = f", number {seen[key]}" if minutes[key] > 1 else ""
        found[row.combat] = f"{key[1]}{nth}" if titles[row.title] > 1 else ""
    return found


def fight_names(rows: Iterable[Any]) -> dict[str, str]:
    """Return what each fight is called, by combat: `The ford, 22 Nov 2026, 01:17 UTC`."""
    rows = list(rows)
    opened = opened_words(rows)
    return {
        row.combat: ", ".join(filter(None, (row.title or UNTITLED, opened[row.combat])))
        for row in rows
    }
