"""Fights on the home page: those in play with whose go it is, those that are over, and samples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from api.pages.layout.api_client import answer
from api.pages.layout.fight_names import opened_words
from api.pages.layout.render import When, when
from api.pages.table.summary import Look, look
from api.presets.shipped import ANY_GAME
from api.store.core.errors import StoreError
from api.web.auth import NOBODY
from api.web.error_mapping import as_problems
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.routes.catalogue import get_combats
from domain.events import CombatOpened
from domain.log.codec import parse_body
from projections.wording.game_words import capital, join_with_and

PAGE = 30
MOST_LOOKED_AT = 12
"""How many fights in play are opened to say whose go it is: each may have a long log."""
MOST_SAMPLES = 50


class Fight(NamedTuple):
    """A fight in a list: its row, its game, and when it last changed.

    `opened` says when it was opened, where another fight has the same title; `of` is the fight of
    which it is a what-if.
    """

    row: Any
    game: str
    opened: str
    changed: When
    of: str


class Card(NamedTuple):
    """A fight in play: where its clock stands, what is awaited, and whether it is the viewer's go.

    `side` numbers the side of whose go it is, for its shape; None where several sides are meant.
    """

    fight: Fight
    clock: str = ""
    says: str = ""
    side: int | None = None
    is_go: bool = False


class Fights(NamedTuple):
    """What the viewer may read: in play, over, samples, and where the next page goes on."""

    playing: tuple[Card, ...]
    over: tuple[Fight, ...]
    samples: tuple[Fight, ...]
    following: str

    @property
    def own(self) -> tuple[Fight, ...]:
        """Every fight of the viewer's own."""
        return (*(card.fight for card in self.playing), *self.over)


def fights(call: Call, q: str, after: str) -> Fights:
    """Return the viewer's fights that fit the words, the newest change first, and the samples."""
    own, following = _own(call, q, after)
    playing = [it for it in own if it.row.status == "open"]
    looked_at = [_card(call, it) for it in playing[:MOST_LOOKED_AT]]
    return Fights(
        tuple(sorted([*looked_at, *map(Card, playing[MOST_LOOKED_AT:])], key=_rank)),
        tuple(it for it in own if it.row.status != "open"),
        tuple(_listed(call, _samples(call, q))),
        following,
    )


def _own(call: Call, q: str, after: str) -> tuple[list[Fight], str]:
    """Return a page of the viewer's own fights, and the cursor of the next one."""
    if call.caller is NOBODY:
        return [], ""
    rows: list[Any] = []
    while True:
        asked = {"q": q, "after": after, "limit": str(PAGE)}
        found = answer(call, get_combats, asked).value
        rows += [row for row in found.items if not row.sample]
        after = found.next or ""
        if len(rows) >= PAGE or not after:
            return _listed(call, rows), after


def _samples(call: Call, q: str) -> Sequence[Any]:
    """Return the samples: what somebody without a seat may read."""
    asked = {"q": q, "limit": str(MOST_SAMPLES)}
    rows = answer(call._replace(caller=NOBODY), get_combats, asked).value.items
    return sorted(rows, key=lambda row: (row.ruleset, row.title))


def _listed(call: Call, rows: Iterable[Any]) -> list[Fight]:
    """Return rows with their games; those of one title are told apart by when they began."""
    rows, games = list(rows), call.service.rulesets()
    opened, found = opened_words(rows), []
    for row in rows:
        game = _preset_title(call, row) if row.ruleset == ANY_GAME else ""
        game = game or (games[row.ruleset].title if row.ruleset in games else row.ruleset)
        at = opened[row.combat]
        said, of = f"opened {at}" if at else "", _title_of_origin(call, row)
        found.append(Fight(row, game, said, when(row.changed_at), of))
    return found


def _title_of_origin(call: Call, row: Any) -> str:
    origin = call.service.log.catalogue_row(row.origin) if row.origin else None
    return origin.title if origin else ""


def _preset_title(call: Call, row: Any) -> str:
    """Return what a fight in any game is set up for, if its first entry can be read."""
    try:
        [first] = call.service.log.read(row.combat, 1, 1)
        opened = parse_body(first.body)[1]
    except (StoreError, ValueError):
        return ""
    return str(opened.preset.get("title", "")) if isinstance(opened, CombatOpened) else ""


# --- in play -------------------------------------------------------------------------------


def _rank(card: Card) -> bool:
    """The viewer's go comes first."""
    return not card.is_go


def _card(call: Call, fight: Fight) -> Card:
    """Look at a fight as the viewer sees it; one that cannot be opened is listed all the same."""
    call = call._replace(combat=fight.row.combat)
    try:
        with as_problems(call), call.lock_combat() as (combat, sight):
            moment = sight.moment(sight.node)
            seen = look(moment, combat.rules, call.caller.viewer, drawn=False)
    except Problem:
        return Card(fight)
    says = _whose_go(seen)
    return Card(
        fight, seen.clock[0], says if says != seen.clock[0] else "", _side(seen), _is_go(seen)
    )


def _whose_go(seen: Look) -> str:
    """Say who is asked what, or who has the turn."""
    if seen.waiting:
        names = join_with_and(dict.fromkeys(one.name for one in seen.waiting.waits_for))
        says = capital(seen.waiting.says)
        return f"{says} {names}" if says.endswith("?") or not names else f"{says}: {names}"
    return f"{seen.now} has the go" if seen.now else seen.clock[-1]


def _awaited(seen: Look) -> set[str]:
    """Return the fighters who are asked, or who have the turn."""
    asked = {one.who for one in seen.waiting.waits_for} if seen.waiting else set[str]()
    return asked or {one.somebody.subject for one in seen.fighters if one.now}


def _is_go(seen: Look) -> bool:
    awaited = _awaited(seen)
    return any(one.own and one.somebody.subject in awaited for one in seen.fighters)


def _side(seen: Look) -> int | None:
    """Return the number of the one side whose go it is."""
    sides = list(dict.fromkeys(one.somebody.side for one in seen.fighters))
    awaited = _awaited(seen)
    theirs = {one.somebody.side for one in seen.fighters if one.somebody.subject in awaited}
    return sides.index(theirs.pop()) if len(theirs) == 1 else None
