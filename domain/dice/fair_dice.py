"""Fair dice: what the table has seen stays, and what is typed in after an undo has to agree to it.

A step is decided with the dice that it is handed; these know what was shown on lines of play that
were left, and what the table consented to since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from domain import events as e
from domain.dice.shown_faces import AFRESH, Die, Shown, Spot, name_of, spot_of, theirs
from domain.ruleset.messages import by_name
from domain.ruleset.refusals import Need, Numbers, Refused
from domain.ruleset.terms import json_pointer
from domain.state.combat import Combat
from domain.state.places import card_name, drawn_pile
from domain.state.roll_numbers import BY_WORD
from domain.step.draft import Draft
from domain.step.rolling import Dice
from domain.step.thrown_dice import Bound

WORD = 2**64
"""A die of so many sides shows the hash itself."""

CONSENT = "it stays so after an undo; to roll others, ask the table for fresh dice"


class FairDice:
    """The dice of one step, decided in the state `before` it."""

    def __init__(self, bound: Dice, shown: Shown, before: Combat):
        self.bound, self.shown, self.before = bound, shown, before
        self._drawn: Counter[tuple[str, int]] = Counter()

    def faces(self, key: str, label: e.DieLabel, sizes: Sequence[int]) -> tuple[int, ...]:
        """The faces that were shown under this label, then those it is bound to."""
        key, label = self._counts_now(key, label)
        first = self.shown.dice.get(name_of(key, label), ())[: len(sizes)]
        faces = self.bound.faces(key, label, sizes)
        if all(die.falls_anew(of, label.era) for die, of in zip(first, sizes, strict=False)):
            return faces
        words = self.bound.faces(key, label, [WORD] * len(first))
        kept = (
            face if die.falls_anew(of, label.era) else scaled_face(die, word - 1, of)
            for die, word, face, of in zip(first, words, faces, sizes, strict=False)
        )
        return (*kept, *faces[len(first) :])

    def pass_over(self, label: e.DieLabel) -> None:
        """Typed faces stand in the command, and are checked when the step has been decided."""

    def bound_as(self, own: str, mine: e.DieLabel, now: Combat) -> Bound:
        """What a roll with a label of its own is bound to, in the open or in secret."""
        return self.shown.bound_as(own, mine, theirs(now, own, mine))

    def _counts_now(self, key: str, label: e.DieLabel) -> Bound:
        """The key and the label that count now: in a correction also where it was shown first."""
        key, label = self.shown.bound_as(key, label, label) if label.kind else (key, label)
        return key, self.shown.fresh_label(key, label)

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        """The card that was shown in this place while it is there, else the next one."""
        fresh, pile = self.shown.fresh_cards(deck, shuffle), drawn_pile(deck, shuffle)
        nth = len(self.before.places.who(pile)) + self._drawn[deck, shuffle]
        self._drawn[deck, shuffle] += 1
        top = self.shown.cards.get(Spot(deck, shuffle, fresh, nth))
        if top is not None and (top.card in cards or not cards):
            return top.card
        return self.bound.card(deck, shuffle + fresh * AFRESH, cards)

    def commitments(self) -> dict[str, str]:
        """What the keys are bound by."""
        return self.bound.commitments()

    # --- what a step came to -----------------------------------------------------------------

    def as_shown(self, drafts: Sequence[Draft]) -> list[Draft]:
        """The drafts of a step with the labels that count now; what was shown says who showed it.

        Raises Refused for faces or a card typed in that are not those that were shown, and for
        somebody who would come in where the dice of another were shown.
        """
        told, drawn = [], Counter[tuple[str, int]]()
        for draft in drafts:
            event = draft.event
            match event:
                case e.DiceRolled():
                    event = self.roll_as_shown(event)
                case e.CardDrawn(deck=deck, shuffle=shuffle):
                    event = self._card(event, drawn[deck, shuffle])
                    drawn[deck, shuffle] += 1
                case e.Joined():
                    self.comes(event, self.before, draft.basis)
            told.append(draft if event is draft.event else draft._replace(event=event))
        return told

    def roll_as_shown(self, event: e.DiceRolled) -> e.DiceRolled:
        """A roll under the label that counts now; raises Refused for other faces than shown."""
        key, label = self._counts_now(event.key, event.label)
        known, fell = self.shown.dice.get(name_of(key, label), ()), event.all_faces
        if event.provenance == "reported":
            return event
        if event.lost and known:
            raise _refusal_of_total(known, event)
        first = known[: len(fell)]
        told = event if label is event.label else event.model_copy(update={"label": label})
        if key != event.key:
            told = told.model_copy(update={"key": key, "own": event.key})
        if not first:
            return told
        shown = self.faces(event.key, event.label, event.sizes[: len(first)])
        if fell[: len(first)] != shown:
            raise _faces_refusal(first, shown, event)
        by_hand = next((die.source for die in first if die.source != "service"), "")
        if event.provenance == "service" and by_hand:
            return told.model_copy(update={"provenance": by_hand})
        return told

    def _card(self, event: e.CardDrawn, before: int) -> e.CardDrawn:
        fresh = self.shown.fresh_cards(event.deck, event.shuffle)
        event = event.model_copy(update={"fresh": fresh}) if fresh else event
        top = self.shown.cards.get(spot_of(self.before, event, before))
        if top is None:
            return event
        same = card_name(event.card, event.copy_no) == top.card
        if event.provenance != "service" and not same:
            why, shown = f"this card was shown before: {CONSENT}", top.card.rpartition("#")[0]
            raise Refused("", why, None, "/card", legal=[shown], entry=top.number)
        if event.provenance == "service" and same:
            return event.model_copy(update={"provenance": top.source})
        return event

    def comes(self, joined: e.Joined, before: Combat, basis: str) -> None:
        """Refuse a newcomer by whom dice that were shown would be another's, or left behind."""
        if others := self.shown.stranger(joined, before):
            shown = (
                Need("fact", "dice shown already", who, wanted=False, has=True) for who in others
            )
            why = (
                f"{by_name(joined.subject)} would come in to dice that were shown for another,"
                " and shift those of who comes after; ask the table for fresh dice"
            )
            raise Refused("", why, {"place": joined.roller}, "/subject", missing=shown)
        if basis in BY_WORD and (left := self.shown.left_behind(joined, before)):
            why = (
                f"{by_name(left[0])} has rolled in this round and left, and"
                f" {by_name(joined.subject)} would roll other dice instead; come in when the next"
                " round has begun, or ask the table for fresh dice about that leaving"
            )
            gone = (
                Need("fact", "rolled in this round", who, wanted=False, has=True) for who in left
            )
            raise Refused("", why, None, "/subject", missing=gone)


class RuledDice(FairDice):
    """Dice that fall in a correction: each under a label of its own, that has its one value too.

    Cards are those that come next: where they lay on the line that is left says nothing here.
    """

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        """The next of the cards that remain."""
        fresh = self.shown.fresh_cards(deck, shuffle)
        return self.bound.card(deck, shuffle + fresh * AFRESH, cards)

    def with_current_labels(self, drafts: Sequence[Draft]) -> tuple[Draft, ...]:
        """The drafts of a step that is decided again, with the labels that count now."""
        return tuple(
            draft._replace(event=self.roll_as_shown(draft.event))
            if isinstance(draft.event, e.DiceRolled) and draft.event.label.kind
            else draft
            for draft in drafts
        )

    def comes_late(self, drafts: Sequence[Draft], left: Iterable[e.Event], before: Combat) -> None:
        """Refuse to put in somebody on whose place, or behind it, dice were shown.

        `left` are the events of the line that is left; `before` is the state that it is put into.
        """
        rolls = (event.label.roller for event in left if isinstance(event, e.DiceRolled))
        most = max([*self.shown.came, *rolls], default=0)
        for draft in drafts:
            if isinstance(joined := draft.event, e.Joined) and 0 < joined.roller <= most:
                why = "a newcomer there would shift dice that were shown: let them come in now"
                numbers: Numbers = {"place": joined.roller, "shown up to": most}
                raise Refused("", why, numbers, "/command")
            if isinstance(draft.event, e.Joined):
                self.comes(draft.event, before, draft.basis)


def scaled_face(die: Die, word: int, sides: int) -> int:
    """What a typed face comes to on a die of another size: as low or high there as it was here.

    `word` is the hash of its label; it decides where within the face the die lay.
    """
    if die.sides == sides:
        return die.face
    low = ((die.face - 1) * WORD + word) // die.sides
    return 1 + (low * sides >> 64)


def _faces_refusal(first: tuple[Die, ...], shown: tuple[int, ...], typed: e.DiceRolled) -> Refused:
    told = f"{', '.join(map(str, shown))}, not {', '.join(map(str, typed.all_faces))}"
    why = f"these dice were shown before ({told}): {CONSENT}"
    at = json_pointer("faces", typed.purpose)
    return Refused("", why, None, at, legal=[shown], entry=first[0].number)


def _refusal_of_total(first: tuple[Die, ...], said: e.DiceRolled) -> Refused:
    shown = ", ".join(str(die.face) for die in first)
    why = f"dice were shown for this before ({shown}): {CONSENT}"
    return Refused("", why, {"total": said.total}, "/total", entry=first[0].number)
