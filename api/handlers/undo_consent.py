"""What a move of the head costs and who must agree to it, as everybody sees it.

Whoever looks at a move mostly makes it next, so that the latest receipts of a combat are kept: they
follow from the log as it stands. Of a correction, what is kept or comes out differently with its
recorded dice stays decided and learned; what does not stand any more as it was said is taken back
as by an undo.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.combats.checkpoints import cache_value
from api.combats.open_combat import OpenCombat
from api.handlers.correction_preview import Correction
from api.handlers.undo_targets import rulings_over
from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.rerun.rerun import Judged
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.ids import cause_of
from domain.state.roster import Roster
from domain.state.viewer import PUBLIC, REFEREE, Viewer
from domain.table.undo_consent import Receipt, receipt
from domain.table.undo_impact import Company, Crossing
from domain.table.undo_requests import name_of

RECEIPTS = 16
"""How many receipts of a combat are kept."""


def receipt_of(combat: OpenCombat, viewer: Viewer, to: int) -> Receipt:
    """Who must agree to a move to the step `to`, and what it costs, as everybody sees it."""
    asker = name_of(viewer)
    allowance = combat.table.undoing.moves_left(asker)
    # Whoever looks at a move mostly makes it next. The log as it stands decides all the rest.
    follows = combat.line.entries, to, asker, allowance
    if (known := combat.receipts.get(follows)) is not None:
        return known
    company = company_of(combat, combat.view(PUBLIC, combat.line.last(to)).roster)
    found = receipt(_crossing(combat, to, asker), company, asker, combat.policy, allowance)
    cache_value(combat.receipts, follows, found, RECEIPTS)
    return found


def company_of(combat: OpenCombat, there: Roster) -> Company:
    """Who sits there, and who is in play now or at another moment."""
    roster = combat.view(PUBLIC).roster
    roster = roster._replace(members={**there.members, **roster.members})
    return Company(tuple(combat.table.seats.values()), roster)


def check_plays(combat: OpenCombat, viewer: Viewer, then: int) -> None:
    """Raise Forbidden where play would wait for a player without a combatant in it.

    `then` is the node that is contested, or that the head would go to: one who was in play there
    counts as well.
    """
    seats = tuple(combat.table.seats.values())
    rosters = (combat.view(PUBLIC, node).roster for node in (combat.node, then))
    in_play = (name_of(viewer) in Company(seats, roster).in_play() for roster in rosters)
    if not viewer.is_referee and not any(in_play):
        raise Forbidden("play does not wait for you: you play no combatant that is openly here")


def _crossing(combat: OpenCombat, to: int, asker: str) -> Crossing:
    """The public part of what a move from the head crosses."""
    line = combat.line
    left, entered = line.left_and_entered(line.head, to)
    fork = combat.view(PUBLIC, line.last(line.fork(line.head, to)))
    since = [seq for seq in combat.table.revealed if left and seq >= line.first(left[0])]
    revealed = (entry for seq in since for entry in combat.entries(seq, seq))
    return Crossing(
        tuple(_public(combat, left)),
        tuple(_public(combat, entered)),
        tuple(entry for entry in revealed if not entry.meta.audience),
        frozenset(fork.exchange.acts),
        fork.clock.rounds > 0,
        rulings_over(combat, _asked_about(combat, left, entered)),
        _voted(combat, (*left, *entered), asker),
    )


def _asked_about(
    combat: OpenCombat, left: tuple[int, ...], entered: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the steps entered that count: of a move that others see, none done in secret."""
    shown = tuple(step for step in entered if not combat.numbers.is_private_step(step))
    is_secret = all(map(combat.numbers.is_private_step, (*left, *entered)))
    return entered if is_secret else shown


def _voted(combat: OpenCombat, steps: Iterable[int], asker: str) -> dict[int, tuple[str, ...]]:
    """Return the steps that carry out what the table voted for, with whose decision each is.

    It is that of everybody who had a vote; the referee's too where the asker alone had one.
    """
    disputes = {cause_of(one.number): one for one in combat.table.disputes}
    if not any(ruling.by == "vote" for one in disputes.values() for ruling in one.rulings):
        return {}
    found = dict[int, tuple[str, ...]]()
    for step in steps:
        cause, number = _ruled_by(combat, step)
        if cause in disputes and (voters := disputes[cause].voters_before(number)):
            found[step] = voters if {*voters} - {asker} else (*voters, REFEREE)
    return found


def _ruled_by(combat: OpenCombat, step: int) -> tuple[str, int]:
    """Return the cause of a step, and its public number when it was first played.

    What a ruling amends or puts in comes right after its move of the head, and has its cause.
    """
    line = combat.line
    [first] = combat.entries(line.first(step), line.first(step))
    for origin in (first.step, first.origin):
        last = line.first(origin) - 1
        for moved in combat.entries(last, last, kept=True) if last else ():
            said = moved.kept.command if moved.kept else None
            if isinstance(said, c.Correct) and said.how != "annul":
                return moved.meta.cause, combat.numbers.number(last + 1)
    return first.meta.cause, combat.numbers.number(line.first(first.origin))


def _public(combat: OpenCombat, steps: Iterable[int]) -> Iterator[Entry]:
    for step in steps:
        for entry in combat.entries(combat.line.first(step), combat.line.last(step)):
            if not entry.meta.audience:
                yield entry


# --- of a correction -----------------------------------------------------------------------


def receipt_of_correction(
    combat: OpenCombat, found: Correction, stands: Iterable[Judged], how: str, viewer: Viewer
) -> Receipt:
    """What is lost by a correction of which some steps stand, and whom that concerns.

    It is made of what everybody sees, like that of any move of the head. A ruling asks nobody.
    """
    before = combat.view(PUBLIC, combat.line.last(found.before))
    gone = tuple(_lost_entries(found, {one.played.origin: one for one in stands}, how))
    left = {x.seq for x in gone}
    still = (x.event for step in found.left for x in step if x.seq not in left)
    declared = frozenset(event.act for event in still if isinstance(event, e.Declared))
    crossing = Crossing(
        gone, (), (), declared | before.exchange.acts.keys(), before.clock.rounds > 0
    )
    company = company_of(combat, before.roster)
    lost = receipt(crossing, company, name_of(viewer), combat.policy)._replace(must=())
    return _by_first_entries(lost, found)


def may_be_taken_back(found: Receipt, pointer: str = "") -> None:
    """Raise Refused where nothing that was learned is ever taken back."""
    if found.barred:
        raise Refused("", found.barred, {"seen since": found.cost.learned}, pointer)


def crosses(found: Receipt) -> bool:
    """True where something is lost that others learned or decided."""
    return bool(found.cost.learned or found.cost.people) and found.policy != "free"


def _lost_entries(found: Correction, stands: dict[int, Judged], how: str) -> Iterator[Entry]:
    """The public entries that stand no more; of the amended step, all but the dice it still has."""
    for place, step in enumerate(found.left):
        one = stands.get(step[0].origin)
        if one is None or (how == "amend" and place == 0):
            still = [draft.event for draft in one.drafts] if one else []
            yield from (x for x in step if not (x.meta.audience or _is_still(x.event, still)))


def _by_first_entries(lost: Receipt, found: Correction) -> Receipt:
    """A receipt in which a decision goes by the first public entry of its step, also if that stays.

    Dice that the amended step still has are not lost, but its preview goes by their number.
    """
    public = ([x.meta.number for x in step if not x.meta.audience] for step in found.left)
    first = {number: step[0] for step in public for number in step}
    people = tuple(
        one._replace(falls=tuple(first.get(number, number) for number in one.falls))
        for one in lost.people
    )
    return lost._replace(people=people)


def _is_still(was: e.Event, still: list[e.Event]) -> bool:
    """True for dice or a card that are among those of the amended step; each counts once.

    What the service showed is there as it fell, or not at all; what was typed may be mended.
    """
    found = next((now for now in still if _is_same(was, now)), None)
    if found is not None:
        still.remove(found)
    return found is not None


def _is_same(was: e.Event, now: e.Event) -> bool:
    match was, now:
        case e.DiceRolled(), e.DiceRolled():
            same = (was.who, was.sort) == (now.who, now.sort)
            shows = now.all_faces[: len(was.all_faces)] == was.all_faces
        case e.CardDrawn(), e.CardDrawn():
            same = (was.who, was.deck) == (now.who, now.deck)
            shows = was.card == now.card
        case _:
            return False
    return same and (shows or was.provenance != "service")
