"""What a correction takes back: steps that do not stand in it any more, and so who is concerned.

What is kept or comes out differently with its recorded dice stays decided and learned. What is
dropped, is not adopted, or stands there no longer as it was said, is taken back as by an undo.
"""

from __future__ import annotations

from collections import Counter
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

Chance = tuple[str, str, str]


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
            still = Counter(_chance(draft.event) for draft in one.drafts) if one else Counter()
            yield from (x for x in step if not (x.meta.audience or _is_still(x, still)))


def _is_still(entry: Entry, still: Counter[Chance | None]) -> bool:
    """True for dice or a card that fall in the amended step as well; each counts once."""
    chance = _chance(entry.event)
    found = chance is not None and still[chance] > 0
    still[chance] -= found
    return found


def _chance(event: e.Event) -> Chance | None:
    """What tells dice or a card from others of a step."""
    match event:
        case e.DiceRolled(who=who, sort=sort):
            return "dice", who, sort
        case e.CardDrawn(who=who, deck=deck):
            return "card", who, deck
    return None
