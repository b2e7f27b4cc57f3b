"""The table: a combat as it stands, what may be done next, and the story; or an earlier moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from flask import Response, request

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight, Unseen, label
from api.pages.forms.fields import Field
from api.pages.forms.options import press
from api.pages.layout.render import Trouble, about_combat, page
from api.pages.table.deeds import NO_DEEDS, deeds
from api.pages.table.pool_by_hand import pool_form
from api.pages.table.resume import left_fight
from api.pages.table.rows import Changed, changed_pools, rows, worst_change
from api.pages.table.story_cards import ICONS, cards, latest_news, marked_as_gain, outcome, plain
from api.pages.table.stream import head_now
from api.pages.table.summary import look
from api.pages.table.undo import fresh_dice_request, fresh_form, undo_request
from api.pages.table.undo_words import move_line
from api.read.entries import person_name, words_apart
from api.web.moments import node_at, place_of
from api.web.route_table import Call
from domain import events as e
from domain.state.viewer import Viewer
from domain.table.undo_requests import name_of
from projections.story.standing import Life, life_of
from projections.story.timeline import StoryLine, story
from projections.visibility.snapshot import line_of_play
from projections.visibility.visible_log import SeenEntry

AGAIN = "5"
"""Seconds after which a page that waits for others is asked for again, where one wants that."""

_NOTE = Field("text:note", "words", "Words for everybody", hint="They go into the story.")
_NOTHING: dict[str, Any] = dict.fromkeys(
    ["request", "fresh", "ask_fresh", "head", "note", "where_we_were", "plays_nobody", "unseated"]
)
"""What may stand on the board, and does not where a moment has none of it."""


def get_table(call: Call) -> Response:
    """The table now, or right after an entry."""
    at = request.args.get("at", "")
    if not at:
        return render_page(call)
    with call.lock_combat() as (combat, sight):
        place = place_of(sight, at)
        said = {
            **_board(call, combat, sight, node_at(sight, at), place),
            "at": at,
            "may_jump": _may_move(call, combat),
            "ask_fresh": fresh_form(press(call, combat, sight), at),
            "before": sight.number(place - 1) if place > 1 else "",
            "after": sight.number(place + 1) if place < len(sight) else "",
        }
    return page("table", call, **said)


def render_page(call: Call, trouble: Trouble | None = None) -> Response:
    """The table as it stands, with what went wrong just now."""
    said = _now(call, trouble)
    watching = "watch" in request.args and not said["deeds"].open
    again = {"Refresh": f"{AGAIN}; url=/combats/{call.combat}?watch=1"} if watching else {}
    said |= {"watching": watching, "live": not said["sample"]}
    return page("table", call, headers=again, trouble=trouble, **said)


def get_board(call: Call) -> Response:
    """The part of the page that changes, for a page that is there already."""
    return page("board", call, **_now(call))


def _now(call: Call, trouble: Trouble | None = None) -> dict[str, Any]:
    with call.lock_combat() as (combat, sight):
        drawn, line, may = press(call, combat, sight), sight.line, _may_move(call, combat)
        note = drawn.form({"type": "note"}, "Write it down", fields=(_NOTE,), head="")
        board = _board(call, combat, sight, sight.node, len(sight))
        forms = {row.fighter.somebody.subject: pool_form(drawn, row) for row in board["rows"]}
        left = left_fight(call, combat, sight)
        said = {
            **board,
            "deeds": deeds(drawn, trouble),
            "by_hand": forms,
            "request": undo_request(drawn),
            "fresh": fresh_dice_request(drawn),
            "may_undo": may and bool(line.undo()),
            "may_redo": may and bool(line.redo()),
            "head": head_now(call, combat),
            **_disputes(call, combat),
            "plays_nobody": _plays_nobody(call.caller.viewer, combat),
            "unseated": tuple(_unseated(call, combat)),
            "note": note if call.caller.seat and not combat.read_only else None,
        }
    return said | {"where_we_were": left()}


def _board(call: Call, combat: OpenCombat, sight: Sight, node: int, last: int) -> dict[str, Any]:
    """What the board says of any moment: how it looks, and the story up to an own entry."""
    whole, moment = "all" in request.args, sight.moment(node)
    seen = look(moment, combat.rules, call.caller.viewer)
    told = story_until(call, combat, sight, last, whole)
    return {
        **_NOTHING,
        **about_combat(call, combat, sight),
        "look": seen,
        "rows": rows(seen, moment, combat.rules, told.life, told.changed),
        "deeds": NO_DEEDS,
        "by_hand": {},
        "at": "",
        "watching": False,
        "story": told,
        "cards": cards(told.lines),
        "outcome": outcome(told.latest, worst_change(told.changed, combat.rules)),
        "icons_of": ICONS,
        "all": whole,
    }


def _may_move(call: Call, combat: OpenCombat) -> bool:
    viewer = call.caller.viewer
    plays = viewer.role == "player" and not combat.head.roster.ended
    return not combat.read_only and (viewer.is_referee or plays)


def _disputes(call: Call, combat: OpenCombat) -> dict[str, int]:
    """Return how many disputes are open, and how many of them wait for the viewer's vote."""
    is_open = [one for one in combat.table.disputes if one.stage == "open"]
    mine = [
        one for one in is_open if one.by == "vote" and name_of(call.caller.viewer) in one.silent
    ]
    return {"contested": len(is_open), "to_vote": len(mine)}


def _plays_nobody(viewer: Viewer, combat: OpenCombat) -> bool:
    """Return whether a player has no fighter who is here."""
    roster = combat.head.roster
    plays = any(viewer.speaks_for(one.subject, roster) for one in roster.present())
    return viewer.role == "player" and not plays


def _unseated(call: Call, combat: OpenCombat) -> Iterator[str]:
    """Yield, for the referee, the players who have no fighter here."""
    for seat in combat.table.seats.values() if call.caller.viewer.is_referee else ():
        if seat.is_open and _plays_nobody(seat.viewer, combat):
            yield person_name(call.service, combat.name, seat.person) or seat.seat


# --- the story -------------------------------------------------------------------------------

SHOWN = 30
"""How many lines of a long story are shown, if not all of it is asked for."""

ROUND_OR_ORDER = e.RoundBegan, e.OrderSet

JUST_NOW = 8
"""How many lines of the last step are repeated beside the open question."""


class StoryExcerpt(NamedTuple):
    """A story: its lines, oldest first, how many earlier ones were left out, and the last step.

    `life` is what it tells of pools, and `changed` how the last step changed them. `is_order_old`
    is true where the order of turns is of the last round.
    """

    lines: tuple[StoryLine, ...]
    earlier: int
    latest: tuple[StoryLine, ...]
    life: Life
    changed: Changed
    is_order_old: bool


def story_until(
    call: Call, combat: OpenCombat, sight: Sight, last: int, whole: bool = False
) -> StoryExcerpt:
    """Return the story up to an own entry; of a long one the end, if not the whole is wanted."""
    entries = sight.seen_entries(range(1, last + 1))
    lines, of = _told(call, combat, sight, entries), {it.number: it for it in entries}
    shown = lines if whole else lines[-SHOWN:]
    shown = tuple(_in_pictures(combat, sight, line, of[line.number].event) for line in shown)
    # A pass and the start of a turn tell nothing: then what was told before is what happened.
    step = _step_of(latest_news(lines, of), entries)
    numbers = {it.number for it in step}
    latest = tuple(line for line in shown if line.number in numbers)
    played = [entries[seq - 1] for seq in line_of_play(entries)]
    life, changed = life_of(played, combat.rules), changed_pools(step, combat.rules)
    earlier, is_old = len(lines) - len(shown), _is_order_old(played)
    return StoryExcerpt(shown, earlier, latest[-JUST_NOW:], life, changed, is_old)


def _in_pictures(combat: OpenCombat, sight: Sight, line: StoryLine, event: e.Event) -> StoryLine:
    """Return a line as its card shows it: a move by its deed, and who got points as such."""
    return marked_as_gain(move_line(combat, sight, line, event), event)


def _step_of(news: SeenEntry | None, entries: Sequence[SeenEntry]) -> list[SeenEntry]:
    """Return the entries of the step that an entry belongs to; none of nothing."""
    return [it for it in entries if news and it.entry.step == news.entry.step]


def _is_order_old(played: Sequence[SeenEntry]) -> bool:
    """Return whether a round began since the order of turns was set."""
    last = next((it for it in reversed(played) if isinstance(it.event, ROUND_OR_ORDER)), None)
    return last is not None and isinstance(last.event, e.RoundBegan)


def lines_since(call: Call, head: str) -> tuple[StoryLine, ...]:
    """Return the lines told since the moment that a head names."""
    try:
        seen = label(head.partition("-")[0])
    except Unseen:
        return ()
    with call.lock_combat() as (combat, sight):
        lines = _lines(call, combat, sight, len(sight))
    return tuple(line for line in lines if label(line.number) > seen)[-SHOWN:]


def _lines(call: Call, combat: OpenCombat, sight: Sight, last: int) -> tuple[StoryLine, ...]:
    return _told(call, combat, sight, sight.seen_entries(range(1, last + 1)))


def _told(
    call: Call, combat: OpenCombat, sight: Sight, entries: Sequence[SeenEntry]
) -> tuple[StoryLine, ...]:
    apart = words_apart(call.service, combat, sight, len(entries))
    seats = combat.table.seats.values()
    people = {s.person: person_name(call.service, combat.name, s.person) for s in seats}
    return tuple(map(plain, story(entries, combat.rules, texts={**people, **apart})))
