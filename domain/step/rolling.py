"""What a step lets chance decide: dice that fall, cards that are drawn, here or at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from domain import events as e
from domain.ruleset.ruleset import UNNAMED, Draw, Refused, Ruleset, Throw, by_name, json_pointer
from domain.ruleset.scene import is_listed
from domain.state.combat import Combat
from domain.state.course.order_line import Groups
from domain.state.fold import Answers
from domain.state.roll_counts import next_of, roll_tally, rolled_as
from domain.state.viewer import Viewer
from domain.step.draft import Drafting
from domain.step.thrown_dice import Bound, check_faces, dice_of, roll_event, sizes_of, total_event

Score = TypeVar("Score", int, tuple[int, int])

LOOSE = "loose"
"""The sort of rolls that no rule asks for; every ruleset's table of sorts has it."""


ONE_EACH = "type one for each who is tied, in order, and one more for each who is still equal"

MOST_ROLL_OFFS = 20
"""Dice that never differ must not go on for ever."""


class Dice(Protocol):
    """Where faces come from. The same label always gives the same faces."""

    def faces(self, key: str, label: e.DieLabel, sizes: Sequence[int]) -> tuple[int, ...]:
        """The faces of dice bound to a label; `sizes` says how many sides each has."""

    def pass_over(self, label: e.DieLabel) -> None:
        """Note that the faces of a roll were typed, so that the next is not taken for it."""

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        """The next card of a deck, of those that remain; of none, one that is known, or nothing."""

    def commitments(self) -> dict[str, str]:
        """What the combat's dice keys are bound by, by key domain."""


class Chance(Drafting):
    """A step that rolls and draws."""

    def __init__(self, combat: Combat, rules: Ruleset, dice: Dice, number: int, viewer: Viewer):
        super().__init__(combat, rules, number, viewer)
        self.dice = dice
        self.typed: dict[str, tuple[int, ...]] = {}
        """Faces typed with a choice, by purpose, for the dice that it lets fall one by one."""

    def roll(
        self,
        throw: Throw,
        risk: int = 0,
        faces: tuple[int, ...] | None = None,
        answers: Answers = None,
        witness: str = "",
        bound: Bound | None = None,
    ) -> e.DiceRolled:
        """Let the dice of a throw fall, or take the faces that fell on the table.

        `bound` are the key domain and the label of its dice, where they are not its own.
        Raises Refused for a risk or faces that the throw has no room for, LookupError for a sort
        that the ruleset's table does not have, and for rolling again what nobody rolled.
        """
        if throw.sort not in (LOOSE, *self.rules.sorts):
            raise LookupError(f"the ruleset knows no rolls of the sort {throw.sort!r}")
        count = dice_of(throw, risk)
        own, source = (throw.key, self.label_of(throw)), _provenance(faces is not None, witness)
        bound = bound or own
        if faces is None:
            faces = self.dice.faces(*bound, sizes_of(throw, count))
        else:
            check_faces(throw, count, faces)
            self.dice.pass_over(bound[1])
        return self._enter_roll(throw, roll_event(throw, own, bound, faces, source), answers)

    def say_total(self, throw: Throw, total: int) -> e.DiceRolled:
        """Enter a roll of which only the total is known; it uses up none of the dice."""
        own = throw.key, self.label_of(throw)
        return self._enter_roll(throw, total_event(throw, own, total), None)

    def _enter_roll(self, throw: Throw, rolled: e.DiceRolled, answers: Answers) -> e.DiceRolled:
        clause = throw.clause or self.clause
        self.emit(rolled, answers, behalf=throw.who, clause=clause, basis=throw.basis)
        return rolled

    def roll_off(
        self, tied: tuple[str, ...], throw: Callable[[str], Throw], tries: int = MOST_ROLL_OFFS
    ) -> tuple[str, ...]:
        """Those tied in the order of a throw each, the highest first; who is still equal again.

        After that many tries, those still equal stay as they were.
        """
        if len(tied) < 2 or not tries:
            return tied
        again = tries < MOST_ROLL_OFFS
        throws = {who: throw(who)._replace(again=again) for who in tied}
        rolled = {who: self.roll(throws[who], faces=self._typed_for(throws[who])) for who in tied}
        groups = highest_first({who: roll.total for who, roll in rolled.items()})
        return tuple(w for group in groups for w in self.roll_off(group, throw, tries - 1))

    def _typed_for(self, throw: Throw) -> tuple[int, ...] | None:
        """Take the next typed face; raises Refused where too few were typed."""
        left = self.typed.get(throw.purpose)
        if left is None:
            return None
        if not left:
            why = f"no face is left for {by_name(throw.who)}: {ONE_EACH}"
            raise Refused(throw.clause, why, None, json_pointer("faces", throw.purpose))
        self.typed[throw.purpose] = left[1:]
        return left[:1]

    def refuse_surplus(self) -> None:
        """Refuse typed faces for which no die fell; raises Refused."""
        for purpose, left in self.typed.items():
            if left:
                fell = (d.clause for d in self.drafts if isinstance(d.event, e.DiceRolled))
                why = f"{len(left)} of the faces are too many: {ONE_EACH}"
                raise Refused(next(fell, ""), why, None, json_pointer("faces", purpose))

    def label_of(self, throw: Throw) -> e.DieLabel:
        """The coarse, counted name that these dice are bound to."""
        rolls = self.combat.exchange.rolls
        if throw.again and (throw.key, throw.sort) not in map(rolled_as, rolls):
            raise LookupError(f"no {throw.sort!r} of {throw.who!r} was rolled, to be rolled again")
        return label_due(self.combat, throw.key, throw.who, throw.sort, again=throw.again)

    def draw(
        self, draw: Draw, typed: str = "", answers: Answers = None, witness: str = ""
    ) -> e.CardDrawn:
        """Draw the next card of a deck, or take the one drawn at the table; raises Refused."""
        name, copy_no = self._card(draw, typed)
        source = _provenance(bool(typed) or not is_listed(self, draw), witness)
        asked = {field: getattr(draw, field) for field in ("who", "purpose", "deck", "shuffle")}
        rank = draw.ranks.get(name, 0)
        drawn = e.CardDrawn(card=name, copy_no=copy_no, rank=rank, provenance=source, **asked)
        self.emit(drawn, answers, behalf=draw.who, clause=draw.clause or self.clause)
        return drawn

    def _card(self, draw: Draw, typed: str) -> tuple[str, int]:
        """The name and copy of the next card, or of the first that is left of the typed name.

        Of a deck that lies on the table, whose cards are not listed, any may be typed, or none.
        """
        if not is_listed(self, draw):
            return self._card_at_table(draw, typed)
        remain = self.remaining(draw.deck, draw.shuffle, draw.cards)
        if not remain:
            raise Refused(draw.clause, f"no card is left in {draw.deck!r}", None, "/deck")
        named = [card for card in remain if card.startswith(f"{typed}#")]
        if typed and not named:
            why = f"{typed!r} is not among the cards left"
            left = dict.fromkeys(card.rpartition("#")[0] for card in remain)
            raise Refused(draw.clause, why, None, "/card", legal=left)
        card = named[0] if typed else self.dice.card(draw.deck, draw.shuffle, remain)
        name, _, copy_no = card.rpartition("#")
        return name, int(copy_no)

    def _card_at_table(self, draw: Draw, typed: str) -> tuple[str, int]:
        """A card of a deck that lies on the table, and which copy of it this is."""
        known = self.dice.card(draw.deck, draw.shuffle, ()) if not typed else ""
        name = typed or known.rpartition("#")[0] or UNNAMED
        gone = self.cards_drawn(draw.deck, draw.shuffle)
        return name, sum(card.rpartition("#")[0] == name for card in gone)


def label_due(combat: Combat, key: str, who: str, sort: str, *, again: bool) -> e.DieLabel:
    """The label of the next roll of somebody in a key domain, or of the last one rolled again."""
    member = combat.roster.get(who)
    roller = member.roller if member else 0
    nth, reroll = next_of(combat.exchange.rolls, roll_tally(key, roller, sort), again)
    return e.DieLabel(round=combat.clock.rounds, roller=roller, sort=sort, r=nth, reroll=reroll)


def highest_first(scores: Mapping[str, Score]) -> Groups:
    """Those scored, the highest first; equals are one group, in the order in which they stand."""
    return tuple(
        tuple(who for who in scores if scores[who] == score)
        for score in sorted(set(scores.values()), reverse=True)
    )


def _provenance(typed: bool, witness: str) -> e.Provenance:
    return ("witnessed" if witness else "typed") if typed else "service"
