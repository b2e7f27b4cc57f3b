"""What the table says about its dice: fresh ones, who saw typed ones fall, the keys at the end.

Who must agree to fresh dice follows from the policy of the table: under `referee` the referee,
under `consent` and `free` every other player and the referee, and under `strict` nobody can.
"""

from __future__ import annotations

from contextlib import suppress

from api.combats.open_combat import OpenCombat
from api.handlers.transaction import Work
from api.handlers.undo_requests import answer, answerer
from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.ruleset.ruleset import Forbidden, Refused, answers_of, by_name
from domain.state.viewer import REFEREE, Viewer
from domain.step.draft import Draft
from domain.table.table import KEYS
from domain.table.undo_impact import Company
from domain.table.undo_requests import PATIENCE, in_the_way, name_of


def _public(combat: OpenCombat, number: int) -> Entry:
    """A public entry; raises Refused where there is none of that number."""
    last = combat.numbers.number(combat.line.entries)
    seq = combat.numbers.seq(number) if 1 <= number <= last else 0
    if not seq or combat.numbers.is_hidden(seq):
        raise Refused("", f"there is no entry {number}", {"last": last}, "/about")
    [entry] = combat.entries(seq, seq)
    return entry


# --- fresh dice ----------------------------------------------------------------------------


def ask_reroll(work: Work, command: c.AskFreshDice) -> None:
    """Ask for fresh dice or a fresh card; granted at once where nobody must agree."""
    combat, viewer, fresh = work.combat, work.viewer, work.combat.table.fresh
    if viewer.role not in (REFEREE, "player"):
        raise Forbidden("only the referee and the players ask for fresh dice")
    if combat.table.is_laid_open or combat.head.roster.ended:
        raise Refused("", "the combat has ended: no die falls any more")
    _may_be_fresh(combat, _public(combat, command.about))
    _nobody_asks(combat, work.at)
    fresh.check_wait(name_of(viewer), work.at)
    if (waits := combat.table.undoing.waiting(work.at)) is not None:
        raise in_the_way(waits)
    request = _request(combat, name_of(viewer), command.about, work.at)
    basis = "ruled" if viewer.is_referee and not request.must else "table"
    work.enter([Draft(request, basis=basis)], work.normal(command))


def _nobody_asks(combat: OpenCombat, at: int) -> None:
    if (waits := combat.table.fresh.waiting(at)) is not None:
        asker = by_name(waits.event.asker)
        why = f"{asker} asks for fresh dice already: answer that first"
        raise Refused("", why, missing=answers_of(waits.open_slots(), "fresh dice"))


def _request(combat: OpenCombat, asker: str, entry: int, at: int) -> e.RerollRequested:
    must = _must(combat, asker)
    return e.RerollRequested(asker=asker, must=must, until=at + PATIENCE, entry=entry)


def may_be_fresh(combat: OpenCombat, number: int) -> bool:
    """True for a public entry about which fresh dice may be asked for."""
    with suppress(Refused):
        _may_be_fresh(combat, _public(combat, number))
        return not combat.head.roster.ended
    return False


def _may_be_fresh(combat: OpenCombat, entry: Entry) -> None:
    """Raise Refused for what shows no dice, still stands, or was renewed already."""
    if isinstance(entry.event, e.Left):
        # Others may come in for one who left without anybody's leave.
        if combat.luck.shown.has_rolled(entry.event.subject, combat.head):
            return
        who = by_name(entry.event.subject)
        why = f"{who} has not rolled in this round, or others may come in already"
        raise Refused("", why, None, "/about")
    came = isinstance(entry.event, e.Joined) and entry.event.roller
    if not came and not shows_chance(entry.event):
        raise Refused("", "no dice fell there and no card was drawn", None, "/about")
    if combat.line.standing(entry.step):
        raise Refused("", "this stands: undo it first, then ask for fresh dice", None, "/about")
    if combat.luck.shown.is_renewed(entry.event):
        raise Refused("", "fresh dice were agreed to already: just roll", None, "/about")


def shows_chance(event: e.Event) -> bool:
    """True for dice that fell, and for a card that was drawn."""
    fell = isinstance(event, e.DiceRolled) and event.is_counted and event.all_faces
    return isinstance(event, e.CardDrawn) or bool(fell)


def may_fall_afresh(combat: OpenCombat) -> None:
    """Raise Refused at a table where dice stay as they fell, and where they are all known."""
    if combat.policy == "strict":
        raise Refused("", "this table plays strictly: dice stay as they fell")
    if combat.table.is_laid_open:
        raise Refused("", "the keys of the dice were revealed: no die falls any more")


def ruled_afresh(combat: OpenCombat, about: int, at: int, asker: str) -> Draft:
    """Return the request, as a ruling wants it, for fresh dice in place of a public entry's.

    Whoever has to agree to that at this table still has to. Raises Refused amid another request.
    """
    _nobody_asks(combat, at)
    return Draft(_request(combat, asker, about, at), basis="ruled")


def _must(combat: OpenCombat, asker: str) -> tuple[str, ...]:
    """Return everybody who has to agree; raises Refused where nobody can."""
    policy = combat.policy
    if policy == "strict":
        raise Refused("", "this table plays strictly: dice stay as they fell")
    seats = combat.table.seats.values() if policy != "referee" else ()
    # Not those in play: who goes back to before anybody came in would have nobody to ask.
    players = [seat.person for seat in seats if seat.is_open and seat.role == "player"]
    return tuple(who for who in dict.fromkeys([*players, REFEREE]) if who != asker)


def answer_reroll(work: Work, command: c.AnswerFreshDice) -> None:
    """Answer the open request for fresh dice; with the last agreement it holds."""
    who = answerer(work, work.combat.table.fresh, "for fresh dice", command)
    said = answer(work.viewer, e.RerollAnswered(who=who, choice=command.choice))
    work.enter([said], work.normal(command))


# --- witnesses -----------------------------------------------------------------------------


def may_confirm(combat: OpenCombat, number: int, viewer: Viewer) -> bool:
    """True where somebody may say that he saw what another typed in at a public entry."""
    with suppress(Refused, Forbidden):
        return bool(_witness_event(combat, c.Witness(about=number), viewer))
    return False


def witness(work: Work, command: c.Witness) -> None:
    """Confirm what another typed in."""
    said = _witness_event(work.combat, command, work.viewer)
    work.enter([Draft(said, basis="table")], work.normal(command))


def _witness_event(combat: OpenCombat, command: c.Witness, viewer: Viewer) -> e.Witnessed:
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
    return e.Witnessed(who=who, entry=command.about)


# --- the keys ------------------------------------------------------------------------------


def reveal_keys(work: Work, command: c.RevealKeys) -> None:
    """Show the keys of the dice, for everybody to recompute them; it is final."""
    combat = work.combat
    if not work.viewer.is_referee:
        raise Forbidden("only the referee reveals the keys of the dice")
    if not combat.head.roster.ended:
        raise Refused("", "end the combat first: whoever has the keys foresees every die")
    keys, shown = combat.luck.all_keys(), set(combat.table.revealed.values())
    wanted = (name for name in keys if command.hidden or name.partition("@")[0] != "hidden")
    new = [name for name in wanted if KEYS + name not in shown]
    if not new:
        raise Refused("", "the keys of these dice were revealed already")
    said = (e.Revealed(who=REFEREE, what=f"key {d}", value=keys[d].hex()) for d in new)
    work.enter([Draft(event, basis="table") for event in said], work.normal(command))


def go_on(work: Work, command: c.GoOn) -> None:
    """Give other keys to a combat that was begun elsewhere."""
    if not work.viewer.is_referee:
        raise Forbidden("only the referee goes on with a combat that was begun elsewhere")
    if not work.combat.read_only:
        raise Refused("", "this combat goes on here already, with the keys that it is bound to")
    began = Draft(work.combat.luck.next_era(), basis="table")
    work.enter([began], work.normal(command))
