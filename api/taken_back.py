"""What a correction takes back: steps that do not stand in it any more, and so who is concerned.

What is kept or comes out differently with its recorded dice stays decided and learned. What is
dropped, is not adopted, or stands there no longer as it was said, is taken back as by an undo.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.correcting import Correction
from api.open_combat import OpenCombat
from api.receipts import company_of
from domain import events as e
from domain.again import Judged
from domain.learned import Crossing
from domain.receipt import Receipt, receipt
from domain.ruleset import Refused
from domain.seats import PUBLIC, Viewer
from domain.undoing import name_of
from domain.wire import Entry


def receipt_of_correction(
    combat: OpenCombat, found: Correction, stands: Iterable[Judged], how: str, viewer: Viewer
) -> Receipt:
    """What is lost by a correction of which some steps stand, and whom that concerns.

    It is made of what everybody sees, like that of any move of the head. A ruling asks nobody.
    """
    before = combat.view(PUBLIC, combat.line.last(found.before))
    gone = tuple(_gone(found, {one.played.origin: one for one in stands}, how))
    left = {x.seq for x in gone}
    still = (x.event for step in found.left for x in step if x.seq not in left)
    declared = frozenset(event.act for event in still if isinstance(event, e.Declared))
    crossing = Crossing(
        gone, (), (), declared | before.exchange.acts.keys(), before.clock.rounds > 0
    )
    company = company_of(combat, before.roster)
    return receipt(crossing, company, name_of(viewer), combat.policy)._replace(must=())


def may_be_taken_back(found: Receipt) -> None:
    """Raise Refused where nothing that was learned is ever taken back."""
    if found.barred:
        raise Refused("", found.barred, {"seen since": found.cost.learned})


def crosses(found: Receipt) -> bool:
    """True where something is lost that others learned or decided."""
    return bool(found.cost.learned or found.cost.people) and found.policy != "free"


def _gone(found: Correction, stands: dict[int, Judged], how: str) -> Iterator[Entry]:
    """The public entries that stand no more; of the amended step, all but the dice it still has."""
    for place, step in enumerate(found.left):
        one = stands.get(step[0].origin)
        if one is None or (how == "amend" and place == 0):
            still = [draft.event for draft in one.drafts] if one else []
            yield from (x for x in step if not (x.meta.audience or _is_still(x.event, still)))


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
            shows = now.faces[: len(was.faces)] == was.faces
        case e.CardDrawn(), e.CardDrawn():
            same = (was.who, was.deck) == (now.who, now.deck)
            shows = was.card == now.card
        case _:
            return False
    return same and (shows or was.provenance != "service")
