"""What-ifs that go on from a combat, and what differs between two moments."""

from __future__ import annotations

from pydantic import Field

from api.combats.viewers.viewer_log import Sight
from api.service.what_if import begin, copy_of
from api.web.auth import admit_caller
from api.web.conditional import REPLAYED, etag_headers
from api.web.moments import node_at
from api.web.problems import Problem
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.response_bodies import CombatRow, Names, Shape
from api.web.validation import At, Number
from domain import commands as c
from domain.ruleset.ruleset import Refused, Ruleset
from projections.changes.differences import Change, changes
from projections.visibility.snapshot import Moment
from projections.wording.game_words import names_in

ROUTES = Routes("what-ifs")


class NewWhatIf(Shape):
    """Where a what-if begins: at the end of an entry's step, else where the combat stands."""

    at: Number | None = Field(
        None, description="An entry: the what-if begins at the end of the step that it is part of."
    )
    title: c.Word = ""


class Comparison(Shape):
    """What stands differently at one moment than at another."""

    names: Names
    changes: list[shape(Change)]  # type: ignore[valid-type]


class Beside(At):
    """Two moments: right after an entry of this combat, and of it or of another."""

    example = "at=9&with_at=12"
    other: str = Field("", max_length=80, alias="with", description="A combat; else this one.")
    with_at: Number | None = Field(None, description="After which entry of the other.")


@ROUTES.post(
    "what-ifs",
    "player",
    body=NewWhatIf,
    answers=CombatRow,
    status=201,
    problems=("refused",),
    once=True,
    example={"at": "9", "title": "If Urlik had run"},
)
def post_what_if(call: Call) -> Answer:
    """Copy what the caller sees of a combat, up to an entry, into a combat of its own.

    When: somebody wants to try another course, and leave the fight as it is.

    It begins at the end of the step of that entry: nobody goes on from the middle of what one
    command caused. `origin_entry` is the last entry of that step.

    The caller is its referee, with the same token. Its keys and dice are its own; dice that fell
    before count as typed in. Nothing that the caller does not see is in it, and no words or names
    of people. A balance that something hidden has touched is the one that the caller can count.
    """
    said: NewWhatIf = call.body
    service, viewer = call.service, call.caller.viewer
    name = service.new_name(b"what-if", call.key, call.combat, call.caller.seat)
    with call.lock_combat() as (combat, sight):
        own = sight.line.step_of(_begin_at(sight, said.at))
        # Not with what is hidden after it: where it begins would tell that there is something.
        step = combat.line.step_of(sight.raw(sight.line.last(own))) if own else 0
        copy = copy_of(service, combat, viewer, step, name, said.title)
    receipt = begin(service, combat, name, copy, call.key, call.combat.encode() + call.raw)
    row = service.log.catalogue_row(name)
    assert row is not None
    headers = {"Location": f"/v1/combats/{name}"}
    again = {REPLAYED: "true"} if receipt.replayed else {}
    return Answer(CombatRow(**plain(row)), headers | again)


@ROUTES.get(
    "compare", "reader", query=Beside, answers=Comparison, problems=("refused",), revalidates=True
)
def get_comparison(call: Call) -> Answer:
    """What stands differently at one moment than at another: pools, order, conditions, who is here.

    When: you show what an undo or a what-if has changed.

    They are of this combat, or one of them of another combat of the same game.
    """
    query: Beside = call.query
    left, tag, rules = _moment(call)
    other = query.other or call.combat
    caller = admit_caller(call.service, "reader", call.sender, other)
    beside = call._replace(combat=other, caller=caller, query=At(at=query.with_at))
    right, other_tag, theirs = _moment(beside)
    if rules.key != theirs.key:
        raise Refused("", "only combats of one game can be compared", None, "/with")
    headers = etag_headers(call, f"{tag}+{other_tag}")
    names = names_in(left.combat) | names_in(right.combat)
    return Answer({"names": names, "changes": plain(changes(left, right, rules))}, headers)


def _begin_at(sight: Sight, at: str | None) -> int:
    """The own entry that a what-if begins after. An entry that is not there is refused."""
    try:
        return node_at(sight, at)
    except Problem as problem:
        raise Refused("", str(problem), None, "/at", entry=sight.last) from problem


def _moment(call: Call) -> tuple[Moment, str, Ruleset]:
    """A moment as the caller sees it, its name, and the game it is of."""
    with call.lock_combat() as (combat, sight):
        node = sight.node
        return sight.moment(node), f"{combat.name}-{sight.number(node)}", combat.rules
