"""Explaining: why a number is what it is, and every posting of the ledger."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from api.combats.viewers.viewer_log import look_of
from api.handlers.play import why_play_waits
from api.read.reports.csv_tables import csv_of
from api.service.dry_run import dry_run, refused_as_committed
from api.web.conditional import FRESH, etag_headers, moment_tag
from api.web.error_mapping import as_sent, called
from api.web.examples import BY_TYPE
from api.web.moments import place_of
from api.web.problems import Problem, legal_values
from api.web.route_table import CSV, JSON, Answer, Call, Routes
from api.web.routes.commands import Eyes, dry_run_lane, eyes
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.request_bodies import AnyCommand, command_of
from api.web.schemas.response_bodies import Listing, Names
from api.web.validation import At, Paged, page_of
from domain import commands as c
from domain.legality.option import Option
from domain.ruleset.refusals import Forbidden, Refused
from projections.explain import Explained, Unclear, explain
from projections.explain.pools import PostingRow, Total, posting_rows, posting_rows_ever, totals
from projections.explain.why_not import Asked, WhyNot, refused_outright, while_play_waits, why_not
from projections.wording.game_words import NameOf, names_in
from projections.wording.refusals import tell_refusal

ROUTES = Routes("explaining")
_UNCLEAR = (
    "There is nothing of that name to explain here. Say what and of whom, such as `AP of` somebody,"
    " or the number of an entry."
)


class Asking(At):
    """What is to be explained, and at which moment: without it, now."""

    example = "what=ap%20of%20cogan"
    what: str = Field(
        min_length=1,
        max_length=200,
        examples=["AP of Kara"],
        description="`AP of Kara`, `red mana of Kara`, `place of Kara`, `wound of Kara`; the id of"
        " an act (a7), condition (k2) or question (q3); or the number of an entry.",
    )


class Explanation(shape(Explained)):  # type: ignore[misc]
    """Why something is as it is: its parts add up to it, each linked to its entry."""

    number: str = Field(description="The entry at the head of that moment.")
    names: Names


class Statement(Listing):
    """Postings in the order of the log, and every account in sums."""

    number: str
    names: Names
    items: list[shape(PostingRow)]  # type: ignore[valid-type]
    accounts: list[shape(Total)]  # type: ignore[valid-type]


@ROUTES.get("explain", "reader", query=Asking, answers=Explanation, problems=("not-found",))
def get_explanation(call: Call) -> Answer:
    """Why a pool, a place in the order, a condition, a roll or an outcome is as it is.

    When: somebody asks why a number is what it is.

    The parts of a pool are its postings from the first: their amounts add up to what is left. Where
    something hidden from the caller touched it there is no value, and `exact` is false.
    """
    with call.lock_combat() as (combat, sight):
        node = sight.node
        look = look_of(combat, sight, node)
        try:
            found = explain(look, call.query.what, lambda number: place_of(sight, number))
        except Unclear as unclear:
            known = ", ".join(unclear.known)
            said = _UNCLEAR + (f" Known: {known}." if known else "")
            legal = legal_values(unclear.known) or None
            raise Problem("not-found", said, legal=legal) from unclear
        names = names_in(look.moment(node).combat)
        shown = {"number": sight.number(node), "names": names, **plain(found)}
    return Answer(shown, {"Cache-Control": FRESH})


class Posted(At, Paged):
    """Which postings: those on the line of play at a moment, or also those that were undone."""

    example = "at=9&undone=true"
    undone: bool = Field(False, description="Also those that were undone, marked so.")


@ROUTES.get(
    "ledger", "reader", query=Posted, answers=Statement, media=(JSON, CSV), revalidates=True
)
def get_ledger(call: Call) -> Answer:
    """Every posting on the line of play, with its cause and clause, and every account in sums.

    When: you want every change of every pool, such as for a spreadsheet.

    With `Accept: text/csv` the postings as a table for a spreadsheet.
    """
    with call.lock_combat() as (combat, sight):
        node = sight.node
        form = f"+{'csv' if call.accepts == CSV else 'ledger'}{'+undone' * call.query.undone}"
        headers = etag_headers(call, moment_tag(call, combat) + form)
        look = look_of(combat, sight, node)
        number = sight.number(node)
        items = posting_rows_ever(look, len(sight)) if call.query.undone else posting_rows(look)
        shown, cursor = page_of(call.query, items)
        accounts, names = totals(look), names_in(look.moment(node).combat)
    if call.accepts == CSV:
        return Answer(raw=csv_of(PostingRow._fields, shown), headers=headers, media=CSV)
    rows = {"items": plain(shown), "next": cursor, "accounts": plain(accounts)}
    return Answer({"number": number, "names": names, **rows}, headers)


class WhyNotAsked(Eyes):
    """What could not be done, of whom, and when; what is left open is tried in every way."""

    example = "who=cogan&what=swing"
    who: c.Name
    what: c.Name = Field(examples=["swing"], description="A manoeuvre, or an answer.")
    answer: bool = Field(False, description="Whether it is an answer to what is asked.")
    using: c.Word | None = None
    target: c.Word | None = None


@ROUTES.get("why-not", "player", query=WhyNotAsked, answers=shape(WhyNot), problems=("not-found",))
def get_why_not(call: Call) -> Answer:
    """Why somebody could not do something, now or right after an entry: the rules' own refusal.

    When: somebody asks why they could not do something.

    It is judged on what the caller sees, for the combatants they play; no die falls. Each way to do
    it has its clause and numbers. The open window shows everybody's place in it: who has answered,
    who waits, who comes later, and who was passed over, with the clause. While an undo request or a
    dispute stops play, that comes first: it stands against everything, with what to do about it.
    """
    return _why_not(call, Asked(*(getattr(call.query, name) for name in _ASKED)))


_ASKED = ("who", "what", "answer", "using", "target")


@ROUTES.post(
    "why-not",
    "player",
    body=AnyCommand,
    query=Eyes,
    answers=shape(WhyNot),
    problems=("too-many",),
    example=BY_TYPE["act"],
)
def post_why_not(call: Call) -> Answer:
    """Why a command would be refused, now or right after an entry; nothing is done.

    When: a program wants to know what stands against a command before it sends it.

    The body is the command, as it would be sent. A deed that says neither with what nor at whom is
    tried in every way besides, as with GET. Undo, seats, notes and disputes are judged as of now.
    As in a dry run, a note may be left out. That a command is not the caller's to say stands
    against it like anything else. `legal` of the first denial is what its refusal would list.
    """
    command = command_of(call.body)
    if isinstance(command, c.PLAY):
        return _why_not(call, Asked.of(command))
    return _why_not_beside_play(call, command)


_AS_OF_NOW = "only play is judged at an earlier moment: ask of this without `at`"


def _why_not_beside_play(call: Call, command: c.Command) -> Answer:
    with call.lock_combat() as (combat, _):
        viewer = eyes(call, combat)
    with dry_run_lane(call, command), call.lock_combat(viewer) as (combat, sight):
        name = called(call, combat, sight)
        found = None if call.query.at is None else Refused("", _AS_OF_NOW)
        try:
            if found is None:
                dry_run(call.service, combat, sight, viewer, refused_as_committed(command))
        except (Refused, Forbidden) as error:
            found = as_sent(_as_refused(error), call, call.service.may(combat, viewer))
        shown = refused_outright(look_of(combat, sight, sight.node), command, found, name)
    return Answer(plain(shown), {"Cache-Control": FRESH})


def _why_not(call: Call, asked: Asked) -> Answer:
    with call.lock_combat() as (combat, _):
        viewer = eyes(call, combat)
    with call.lock_combat(viewer) as (combat, sight):
        look = look_of(combat, sight, sight.node)
        try:
            found = why_not(look, viewer, asked)
        except Forbidden as forbidden:
            if asked.said is None:
                raise
            name, refused = called(call, combat, sight), _as_refused(forbidden)
            found = refused_outright(look, asked.said, refused, name)
        if (stopped := why_play_waits(combat.table, call.service.now(combat))) is not None:
            found = while_play_waits(look, found, stopped, called(call, combat, sight))
        elif asked.said is not None and found.denials:
            offered = call.service.may(combat, viewer)
            found = _as_sent(found, call, offered, called(call, combat, sight))
    return Answer(plain(found), {"Cache-Control": FRESH})


def _as_sent(found: WhyNot, call: Call, offered: Iterable[Option], name: NameOf) -> WhyNot:
    """What stands against the command itself, with what may stand there, as its refusal has it."""
    first, *others = found.denials
    legal = None if first.legal is None else [each.value for each in first.legal]
    refused = as_sent(Refused("", "", pointer=first.pointer, legal=legal), call, offered)
    told = tell_refusal(refused, None, name)
    first = first._replace(pointer=told.pointer, legal=told.legal)
    return found._replace(denials=(first, *others))


def _as_refused(error: Refused | Forbidden) -> Refused:
    """Return what forbids a command as one more thing that stands against it."""
    return error if isinstance(error, Refused) else Refused("", error.said)
