"""Import into a combat: a pasted roster, or a file of another program, told by the content."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, JsonValue, ValidationError

from api.combats.open_combat import OpenCombat
from api.service.batch import join_all
from api.service.service import Request
from api.transfer.file_report import FileReport
from api.transfer.import_file import MOST_FILE, is_typed_roster
from api.web.problems import Problem
from api.web.route_table import Answer, Call, Routes
from api.web.routes.import_file import FORMS, Brought, file_answer, known_names, read_whole
from api.web.schemas.json_schema import plain, shape
from api.web.validation import YesNo
from domain import commands as c
from domain.rosters.combatants import Combatant, Comment, Roster, State
from domain.rosters.joins import begin_conditions, joins, set_beyond_limits, sheet
from domain.rosters.known import KnownNames
from domain.rosters.lines import decode
from domain.rosters.parse import parse
from domain.rosters.remarks import Remark
from domain.ruleset.ruleset import Refused
from domain.state.combat import Combat

ROUTES = Routes("carrying")
ROSTER = "roster"
"""What `as` calls a text that says who comes in, a line for each."""
MOST_ROSTER = 20_000
"""Bytes of a roster."""
ANY_GAME = "open"
"""The game whose sheets a roster can say: other games want more than it knows."""


class Confirmed(Brought):
    """How a file is read, and whether those who are understood join although there are remarks."""

    kind: str = Field(
        "",
        alias="as",
        max_length=80,
        description=f"The importer, or `{ROSTER}`; empty: what its content says.",
    )
    despite: YesNo = Field(
        "0",
        alias="despite-remarks",
        description="1: of a roster, those who are understood join also where there are remarks.",
    )


class RosterMember(NamedTuple):
    """One combatant as the text says: the join, and what follows it in the log."""

    line: int
    subject: str
    name: str
    side: str
    hidden: bool
    traits: dict[str, JsonValue]
    conditions: tuple[State, ...]
    dice: str
    note: str


class RosterReport(NamedTuple):
    """A text as it was read: nothing of it is lost, and what is left out is in `remarks`."""

    combatants: tuple[RosterMember, ...]
    remarks: tuple[Remark, ...]
    comments: tuple[Comment, ...]
    joined: bool
    kind: Literal["roster"] = "roster"


@ROUTES.post(
    "import",
    "referee",
    query=Confirmed,
    answers=Annotated[shape(RosterReport) | shape(FileReport), Field(discriminator="kind")],
    takes=FORMS,
    most=MOST_FILE,
    once=True,
    problems=("refused",),
)
def post_combat_import(call: Call) -> Answer:
    """Bring combatants or a recorded fight into a combat of any game, and report every place.

    When: combatants come from a text or from another program.

    The text is a roster, a combatant on each line (`3 x Goblin HP 7 AC 13`), or a file of another
    program; its content says which. Of a roster nobody joins while the report has remarks, unless
    `despite-remarks=1`: then those join who are understood. The remark `no-numbers` is a hint, and
    stops nobody. The report about a file says of each place what was imported, interpreted, or left
    out. Who came in before, by the id in the other program, stays as it is. With `dry-run=1`
    nothing is brought in.
    """
    raw = read_whole(call.lines)
    return _roster_answer(call, raw) if _is_roster(call, raw) else file_answer(call, raw)


def _is_roster(call: Call, raw: bytes) -> bool:
    """Whether a text is a roster: it is called so, or has lines as people write them."""
    if call.query.kind:
        return bool(call.query.kind == ROSTER)
    return len(raw) <= MOST_ROSTER and is_typed_roster(raw, call.query.name, known_names(call))


def _roster_answer(call: Call, raw: bytes) -> Answer:
    if len(raw) > MOST_ROSTER:
        raise Problem("too-large", f"The roster is too large. Send at most {MOST_ROSTER} bytes.")
    with call.lock_combat() as (combat, _):
        known = KnownNames(combat.opening_event.preset)
        roster, said = read_roster(combat, raw, _before(call, combat), known)
        wanted = call.query.dry == "0" and (call.query.despite == "1" or not roster.is_doubtful)
        joined = wanted and bool(roster.combatants)
    if joined:
        after = [
            *_beyond_limits(roster.combatants, said, known),
            *_conditions(roster.combatants, said),
        ]
        _bring_in(call, raw, said, after)
    return Answer(plain(_report(roster, said, joined)))


def _before(call: Call, combat: OpenCombat) -> Combat:
    """The state that a roster is read in: for a retry the one before they joined."""
    key = call.service.log.find_key(combat.name, call.caller.seat, call.key) if call.key else None
    if key is None or key.step > combat.line.steps:
        return combat.head
    line = combat.line
    return combat.moments.at(line.node_after(line.last(key.step - 1)))


def read_roster(
    combat: OpenCombat, raw: bytes, state: Combat, known: KnownNames
) -> tuple[Roster, list[c.Join]]:
    """Return what a text says in a combat; raise Refused where its game takes no such text."""
    if combat.rules.key != ANY_GAME:
        raise Refused("", "a pasted roster is for any game: the sheets of this one need more")
    members = state.roster.members
    text, remarks = decode(raw)
    found = parse(text, (member.name for member in members.values()), known)
    return found._replace(remarks=remarks + found.remarks), joins(found.combatants, members, known)


def preview_roster(raw: bytes) -> RosterReport:
    """Return what a text says, read for a combat of any game with nobody in it."""
    text, remarks = decode(raw)
    found = parse(text)
    said = joins(found.combatants, {})
    return _report(found._replace(remarks=remarks + found.remarks), said, joined=False)


def _bring_in(call: Call, raw: bytes, said: Sequence[c.Join], after: Sequence[c.Command]) -> None:
    """Carry out all joins, then what follows them; all of it or nothing."""
    request = Request(said[0], call.caller.viewer, call.caller.seat, call.key, raw)
    join_all(call.service, call.combat, [*said, *after], [join.name for join in said], request)


def _beyond_limits(
    combatants: Sequence[Combatant], said: Sequence[c.Join], known: KnownNames
) -> list[c.Report]:
    pairs = zip(combatants, said, strict=True)
    return [made for who, join in pairs if (made := set_beyond_limits(who, join.subject, known))]


def _conditions(combatants: Sequence[Combatant], said: Sequence[c.Join]) -> Iterator[c.Adjust]:
    for who, join in zip(combatants, said, strict=True):
        for command in begin_conditions(who, join.subject):
            try:
                yield c.Adjust.model_validate(command)
            except ValidationError as error:
                why = f"{join.name} cannot begin with {command['change']['name']}."
                raise Problem("invalid", f"{why} Begin the condition on its own.") from error


def _report(roster: Roster, said: Sequence[c.Join], joined: bool) -> RosterReport:
    members = tuple(map(_member, roster.combatants, said))
    return RosterReport(members, roster.remarks, roster.comments, joined)


def _member(who: Combatant, join: c.Join) -> RosterMember:
    states = (*who.states, *([State("dead")] if who.dead else []))
    parts = join.subject, join.name, join.side, join.hidden, sheet(who), states
    return RosterMember(who.line, *parts, who.dice, "; ".join(who.notes))
