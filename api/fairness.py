"""What the table says about its dice: fresh ones, who saw typed ones fall, the keys at the end.

Who must agree to fresh dice follows from the policy of the table: under `referee` the referee,
under `consent` and `free` every other player and the referee, and under `strict` nobody can.
"""

from __future__ import annotations

from typing import Final

from api.absent import answers_for
from api.open_combat import OpenCombat
from api.presence import Presence
from domain import commands as c
from domain import events as e
from domain.drafting import Draft
from domain.freshness import FRESH, asked, may_ask, slot_of
from domain.ids import make_id
from domain.learned import Company
from domain.ruleset import Forbidden, Refused, by_name
from domain.seats import REFEREE, Viewer
from domain.table import KEYS, WITNESS
from domain.undoing import in_the_way, name_of
from domain.wire import Entry

ABOUT_DICE: Final = (c.AskFreshDice, c.AnswerFreshDice, c.Witness, c.RevealKeys, c.GoOn)
ABOUT: Final[e.Params] = {"about": FRESH}
"""What an answer says of its question, since that may be read far from it."""

Steps = list[list[Draft]]


def about_dice(
    combat: OpenCombat, command: c.Command, viewer: Viewer, at: int, number: int, presence: Presence
) -> Steps:
    """The steps of a command about dice, at a time; raises Refused or Forbidden.

    `number` is that of the first of them; `presence` knows who is away.
    """
    match command:
        case c.AskFreshDice():
            return _ask(combat, command, viewer, at, number)
        case c.AnswerFreshDice():
            return _answer(combat, command, viewer, at, presence)
        case c.Witness():
            return [[_confirmed(combat, command, viewer)]]
        case c.RevealKeys():
            return [_revealed(combat, command, viewer)]
        case c.GoOn():
            return [[_goes_on(combat, viewer)]]
    raise Refused("", f"{type(command).__name__} is not about dice")


def _public(combat: OpenCombat, number: int) -> Entry:
    """A public entry; raises Refused where there is none of that number."""
    seq, last = combat.numbers.seq(number), combat.numbers.number(combat.line.entries)
    if number > last or combat.numbers.is_hidden(seq):
        raise Refused("", f"there is no entry {number}", {"last": last}, "/about")
    [entry] = combat.entries(seq, seq)
    return entry


# --- fresh dice ----------------------------------------------------------------------------


def _ask(
    combat: OpenCombat, command: c.AskFreshDice, viewer: Viewer, at: int, number: int
) -> Steps:
    if viewer.role not in (REFEREE, "player"):
        raise Forbidden("only the referee and the players ask for fresh dice")
    if combat.table.is_laid_open or combat.head.roster.ended:
        raise Refused("", "the combat has ended: no die falls any more")
    _may_be_fresh(combat, _public(combat, command.about))
    may_ask(combat.table.fresh, viewer, at)
    if (waits := combat.table.undoing.waiting(at)) is not None:
        raise in_the_way(waits)
    must, before = _must(combat, viewer), run_out(combat, at)
    question = make_id(number + len(before), 1)
    request = Draft(asked(question, viewer, must, command.about, at), basis="table")
    basis = "ruled" if viewer.is_referee else "table"
    agreed = [] if must else [Draft(e.Closed(frame=question, how="agreed"), basis=basis)]
    return [*before, [request, *agreed]]


def may_be_fresh(combat: OpenCombat, number: int) -> bool:
    """True for a public entry about which fresh dice may be asked for."""
    try:
        _may_be_fresh(combat, _public(combat, number))
    except Refused:
        return False
    return not combat.head.roster.ended


def _may_be_fresh(combat: OpenCombat, entry: Entry) -> None:
    """Raise Refused for what shows no dice, still stands, or was renewed already."""
    if isinstance(entry.event, e.Left):
        return _may_be_replaced(combat, entry.event.subject)
    came = isinstance(entry.event, e.Joined) and entry.event.roller
    if not came and not shows_chance(entry.event):
        raise Refused("", "no dice fell there and no card was drawn", None, "/about")
    if combat.line.standing(entry.step):
        raise Refused("", "this stands: undo it first, then ask for fresh dice", None, "/about")
    if combat.luck.shown.is_renewed(entry.event):
        raise Refused("", "fresh dice were agreed to already: just roll", None, "/about")


def _may_be_replaced(combat: OpenCombat, who: str) -> None:
    """Raise Refused where others may come in for one who left without anybody's leave."""
    if not combat.luck.shown.has_rolled(who, combat.head):
        why = f"{by_name(who)} has not rolled in this round, or others may come in already"
        raise Refused("", why, None, "/about")


def shows_chance(event: e.Event) -> bool:
    """True for dice that fell, and for a card that was drawn."""
    return isinstance(event, e.CardDrawn) or (isinstance(event, e.DiceRolled) and bool(event.faces))


def may_fall_afresh(combat: OpenCombat) -> None:
    """Raise Refused at a table where dice stay as they fell, and where they are all known."""
    if combat.policy == "strict":
        raise Refused("", "this table plays strictly: dice stay as they fell")
    if combat.table.is_laid_open:
        raise Refused("", "the keys of the dice were revealed: no die falls any more")


def ruled_afresh(combat: OpenCombat, about: int, at: int, number: int, by: Viewer) -> list[Draft]:
    """The step that asks, as a ruling wants it, for fresh dice in place of a public entry's.

    Whoever has to agree to that at this table still has to. Raises Refused amid another request.
    """
    if (waits := combat.table.fresh.waiting(at)) is not None:
        raise Refused(
            "",
            "somebody asks for fresh dice already: answer that first",
            {"waiting for": ", ".join(waits.open_slots())},
        )
    must, question = _must(combat, by), make_id(number, 1)
    request = Draft(asked(question, by, must, about, at), basis="ruled")
    return [
        request,
        *([] if must else [Draft(e.Closed(frame=question, how="agreed"), basis="ruled")]),
    ]


def _must(combat: OpenCombat, viewer: Viewer) -> tuple[str, ...]:
    """Everybody who has to agree; raises Refused where nobody can."""
    policy, asker = combat.policy, name_of(viewer)
    if policy == "strict":
        raise Refused("", "this table plays strictly: dice stay as they fell")
    seats = combat.table.seats.values() if policy != "referee" else ()
    # Not those in play: who goes back to before anybody came in would have nobody to ask.
    players = [seat.person for seat in seats if seat.is_open and seat.role == "player"]
    return tuple(who for who in dict.fromkeys([*players, REFEREE]) if who != asker)


def run_out(combat: OpenCombat, at: int) -> Steps:
    """The end of a request for fresh dice whose time is over, if there is one."""
    request = combat.table.fresh.request
    if request is None or request.is_open(at):
        return []
    return [[Draft(e.Closed(frame=request.question, how="expired"), basis="table")]]


def _answer(
    combat: OpenCombat, command: c.AnswerFreshDice, viewer: Viewer, at: int, presence: Presence
) -> Steps:
    fresh = combat.table.fresh
    if command.choice == "withdraw":
        return [_withdrawn(combat, viewer, at)]
    request, who = slot_of(fresh, viewer, command.who, at)
    answers_for(combat, viewer, who, presence)
    behalf = who if who != name_of(viewer) else ""
    answer = e.Answered(who=who, choice=command.choice, params=ABOUT)
    basis = "ruled" if behalf else "table"
    said = Draft(answer, (request.question, who), behalf, basis=basis)
    if command.choice == "refuse":
        return [[said, Draft(e.Closed(frame=request.question, how="refused"), basis="table")]]
    if len(request.open_slots()) > 1:
        return [[said]]
    return [[said, Draft(e.Closed(frame=request.question, how="agreed"), basis="table")]]


def _withdrawn(combat: OpenCombat, viewer: Viewer, at: int) -> list[Draft]:
    request = combat.table.fresh.waiting(at)
    if request is None or request.asker != name_of(viewer):
        raise Refused("", "you have not asked for fresh dice: there is nothing to withdraw")
    said = e.Answered(who=request.asker, choice="withdraw", params=ABOUT)
    closed = e.Closed(frame=request.question, how="withdrawn")
    return [
        Draft(said, (request.question, request.asker), basis="table"),
        Draft(closed, basis="table"),
    ]


# --- witnesses -----------------------------------------------------------------------------


def may_confirm(combat: OpenCombat, number: int, viewer: Viewer) -> bool:
    """True where somebody may say that he saw what another typed in at a public entry."""
    try:
        _confirmed(combat, c.Witness(about=number), viewer)
    except (Refused, Forbidden):
        return False
    return True


def _confirmed(combat: OpenCombat, command: c.Witness, viewer: Viewer) -> Draft:
    """Somebody saw what another typed in; nobody is the witness of his own dice."""
    entry, who = _public(combat, command.about), name_of(viewer)
    event = entry.event
    if not isinstance(event, e.DiceRolled | e.CardDrawn) or event.provenance == "service":
        raise Refused("", "nothing was typed in there that a witness could confirm", None, "/about")
    owners = Company(tuple(combat.table.seats.values()), combat.head.roster).owners(event.who)
    typed_it = entry.meta.by == viewer.person and not viewer.is_referee
    if who in (owners or (REFEREE,)) or viewer.person in owners or typed_it:
        raise Forbidden("nobody is the witness of his own dice")
    if viewer.role == "spectator":
        raise Forbidden("only the referee and the players are witnesses")
    if who in combat.table.witnessed.get(command.about, ()):
        raise Refused("", "you have confirmed this already", None, "/about")
    said = e.Answered(who=who, choice="confirm", params={"entry": command.about})
    return Draft(said, (WITNESS, WITNESS), basis="table")


# --- the keys ------------------------------------------------------------------------------


def _revealed(combat: OpenCombat, command: c.RevealKeys, viewer: Viewer) -> list[Draft]:
    """The keys of the dice, for everybody to recompute them; it is final."""
    if not viewer.is_referee:
        raise Forbidden("only the referee reveals the keys of the dice")
    if not combat.head.roster.ended:
        raise Refused("", "end the combat first: whoever has the keys foresees every die")
    keys, shown = combat.luck.all_keys(), set(combat.table.revealed.values())
    wanted = (name for name in keys if command.hidden or name.partition("@")[0] != "hidden")
    new = [name for name in wanted if KEYS + name not in shown]
    if not new:
        raise Refused("", "the keys of these dice were revealed already")
    said = (e.Revealed(who=REFEREE, what=f"key {d}", value=keys[d].hex()) for d in new)
    return [Draft(event, basis="table") for event in said]


def _goes_on(combat: OpenCombat, viewer: Viewer) -> Draft:
    """Other keys for a combat that was begun elsewhere."""
    if not viewer.is_referee:
        raise Forbidden("only the referee goes on with a combat that was begun elsewhere")
    if not combat.read_only:
        raise Refused("", "this combat goes on here already, with the keys that it is bound to")
    return Draft(combat.luck.next_era(), basis="table")
