"""The table: a combat as it stands, what may be done next, and the story; or an earlier moment."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from flask import Response, request

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight, Unseen, label
from api.pages.forms.fields import Field
from api.pages.forms.options import Group, groups, press
from api.pages.layout.render import Trouble, about_combat, page
from api.pages.table.stream import head_now
from api.pages.table.summary import look
from api.pages.table.undo import fresh_dice_request, fresh_form, undo_request
from api.read.entries import person_name, words_apart
from api.web.moments import node_at, place_of
from api.web.route_table import Call
from projections.story.timeline import StoryLine, story

Groups = tuple[Group, ...]

AGAIN = "5"
"""Seconds after which a page that waits for others is asked for again, where one wants that."""

_NOTE = Field("text:note", "words", "Words for everybody", hint="They go into the story.")
MOST_GROUPS = 16
"""How many of those who may do something have their forms on the page; the others have links."""

_NOTHING: dict[str, Any] = dict.fromkeys(("request", "fresh", "ask_fresh", "head", "note"))
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
    watching = "watch" in request.args and not said["groups"]
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
        found, others = _spread(groups(drawn), combat.head.clock.actors, trouble)
        return {
            **_board(call, combat, sight, sight.node, len(sight)),
            "groups": found,
            "other_groups": others,
            "request": undo_request(drawn),
            "fresh": fresh_dice_request(drawn),
            "may_undo": may and bool(line.undo()),
            "may_redo": may and bool(line.redo()),
            "head": head_now(call, combat),
            "contested": sum(one.stage == "open" for one in combat.table.disputes),
            "note": note if call.caller.seat and not combat.read_only else None,
        }


def _spread(
    found: Groups, actors: Collection[str], trouble: Trouble | None
) -> tuple[Groups, Groups]:
    """Return those whose forms are on the page, and where they are many, the others beside them.

    Who is asked for comes first, or whose form went wrong; then those who have the turn.
    """
    asked, form = request.args.get("for", ""), trouble.form if trouble else ""

    def rank(group: Group) -> int:
        wrong = bool(form) and form in (each.id for each in group.forms)
        wanted = (not group.who, wrong or group.who == asked, group.who in actors, True)
        return wanted.index(True)

    if len(found) <= MOST_GROUPS:
        return found, ()
    order = sorted(found, key=rank)
    return tuple(order[:MOST_GROUPS]), tuple(order[MOST_GROUPS:])


def _board(call: Call, combat: OpenCombat, sight: Sight, node: int, last: int) -> dict[str, Any]:
    """What the board says of any moment: how it looks, and the story up to an own entry."""
    whole = "all" in request.args
    return {
        **_NOTHING,
        **about_combat(call, combat, sight),
        "look": look(sight.moment(node), combat.rules, call.caller.viewer),
        "groups": (),
        "other_groups": (),
        "at": "",
        "watching": False,
        "story": story_until(call, combat, sight, last, whole),
        "all": whole,
    }


def _may_move(call: Call, combat: OpenCombat) -> bool:
    viewer = call.caller.viewer
    plays = viewer.role == "player" and not combat.head.roster.ended
    return not combat.read_only and (viewer.is_referee or plays)


# --- the story -------------------------------------------------------------------------------

SHOWN = 40
"""How many lines of a long story are shown, if not all of it is asked for."""

JUST_NOW = 8
"""How many lines of the last step are repeated beside the open question."""


class StoryExcerpt(NamedTuple):
    """A story: its lines, oldest first, how many earlier ones were left out, and the last step."""

    lines: tuple[StoryLine, ...]
    earlier: int
    latest: tuple[StoryLine, ...]


def story_until(
    call: Call, combat: OpenCombat, sight: Sight, last: int, whole: bool = False
) -> StoryExcerpt:
    """Return the story up to an own entry; of a long one the end, if not the whole is wanted."""
    lines = _lines(call, combat, sight, last)
    step = sight.line.first(sight.entry(last).entry.step) if last else 0
    begun = label(sight.number(step)) if last else (0, 0)
    latest = tuple(line for line in lines if label(line.number) >= begun)
    shown = lines if whole else lines[-SHOWN:]
    return StoryExcerpt(shown, len(lines) - len(shown), latest[-JUST_NOW:])


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
    apart = words_apart(call.service, combat, sight, last)
    seats = combat.table.seats.values()
    people = {s.person: person_name(call.service, combat.name, s.person) for s in seats}
    return story(sight.seen_entries(range(1, last + 1)), combat.rules, texts={**people, **apart})
