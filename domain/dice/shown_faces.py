"""What dice and cards have shown on any line of play: it stays with them after an undo.

The first faces that a label ever shows, whoever supplied them, stay with it for good, and so does
the first card in its place. Only what stands on lines that were left has to be noted here: on the
line of play itself every label comes once. Rolls that the table agreed to make afresh have another
label, counted here as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from domain import events as e
from domain.log.codec import Entry
from domain.state.combat import Combat, evolve
from domain.state.places import card_name, drawn_pile
from domain.state.roll_counts import next_taken
from domain.state.roll_numbers import is_new, vacant

AFRESH = 1 << 16
"""Each consent to a fresh card counts as so many shuffles: what remains is shuffled anew."""


OTHER = {"open": "hidden", "hidden": "open"}
"""The key domain in which a roll is made again that is in secret now, or openly."""


Name = tuple[str | int, ...]
"""The domain of a key, then the fields of a label; `fresh` as it was when its dice fell.

Without the era: what was shown stays where a combat goes on elsewhere, with other keys.
"""


class Die(NamedTuple):
    """A die that was shown: its face and size, who supplied it, where, and in which era."""

    face: int
    sides: int
    source: e.Provenance
    number: int
    era: int = 1

    def falls_anew(self, sides: int, era: int) -> bool:
        """Whether its label, and not its face, says how it falls as a die of this size."""
        return self.source == "service" and self.sides != sides and self.era == era


class Spot(NamedTuple):
    """A place in a deck: the `nth` card drawn since a shuffle."""

    deck: str
    shuffle: int
    fresh: int
    nth: int


class Top(NamedTuple):
    """A card that was shown there."""

    card: str
    source: e.Provenance
    number: int


def name_of(key: str, label: e.DieLabel) -> Name:
    """The name of a label in a key domain."""
    place = label.round, label.roller, label.sort, label.kind, label.origin
    return key, *place, label.r, label.fresh, label.reroll


def own_name(rolled: e.DiceRolled) -> Name:
    """The name of a roll where it was made, which took the dice of the other domain."""
    return name_of(rolled.own, rolled.label.model_copy(update={"r": rolled.own_r, "fresh": 0}))


def theirs(before: Combat, own: str, mine: e.DieLabel) -> e.DieLabel:
    """The label that comes next in the other domain, for a roll that is made in its own."""
    key = OTHER.get(own, own)
    nth = next_taken(before.exchange.rolls, key, mine.roller, mine.sort)
    return mine.model_copy(update={"r": nth})


def spot_of(combat: Combat, drawn: e.CardDrawn, before: int = 0) -> Spot:
    """Where a card lay that was drawn in a state, after `before` others of its deck in its step."""
    pile = combat.places.who(drawn_pile(drawn.deck, drawn.shuffle))
    return Spot(drawn.deck, drawn.shuffle, drawn.fresh, len(pile) + before)


class Shown:
    """Dice and cards on lines that were left, by label; who came in there; and the consents.

    `taken` says which roll of the other key domain a roll took its dice from, by its own label.
    `came` says who was the n-th to come in that can roll where his dice, or those of one who came
    after him, were shown. `joins` are all who ever came in, each with the step. `rolled` says in
    which round somebody openly rolled last, on any line of play. `era` is that of the keys now.
    """

    def __init__(self) -> None:
        self.dice: dict[Name, tuple[Die, ...]] = {}
        self.taken: dict[Name, int] = {}
        self.cards: dict[Spot, Top] = {}
        self.came: dict[int, tuple[str, ...]] = {}
        self.joins: list[tuple[int, int, str]] = []
        self.rolled: dict[str, int] = {}
        self._consents: Counter[tuple[str | int, ...]] = Counter()
        self.era = 1

    # --- what is noted -----------------------------------------------------------------------

    def leave(
        self,
        entries: Iterable[Entry],
        fork: Callable[[], Combat],
        rollers: Iterable[tuple[int, str]],
    ) -> None:
        """Note what was shown in the entries of play that the head leaves, in their order.

        `fork` gives the state before the first of them; it is asked only where cards were drawn.
        `rollers` are all who had come in by then, each after the own place.
        """
        left, most = list(entries), 0
        for entry in left:
            if isinstance(rolled := entry.event, e.DiceRolled):
                self._note_dice(rolled, entry.meta.number)
                most = max(
                    most, rolled.label.roller if rolled.all_faces and rolled.is_counted else 0
                )
        for place, who in rollers:
            if place <= most:
                self.came[place] = tuple(dict.fromkeys([*self.came.get(place, ()), who]))
        if any(isinstance(entry.event, e.CardDrawn) for entry in left):
            self._note_cards(left, fork())

    def _note_dice(self, rolled: e.DiceRolled, number: int) -> None:
        if not rolled.is_counted:
            return
        name = name_of(rolled.key, rolled.label)
        if rolled.own and rolled.all_faces and not rolled.label.kind:
            self.taken.setdefault(own_name(rolled), rolled.label.r)
        known = self.dice.get(name, ())
        fell = tuple(zip(rolled.all_faces, rolled.sizes, strict=True))
        era, by = rolled.label.era, rolled.provenance
        dice = (Die(face, sides, by, number, era) for face, sides in fell[len(known) :])
        self.dice[name] = (*known, *dice)

    def _note_cards(self, left: list[Entry], combat: Combat) -> None:
        for entry in left:
            if isinstance(drawn := entry.event, e.CardDrawn):
                top = Top(card_name(drawn.card, drawn.copy_no), drawn.provenance, entry.meta.number)
                self.cards.setdefault(spot_of(combat, drawn), top)
            combat = evolve(combat, entry.event, entry.meta.answers)

    def hear(self, entry: Entry) -> None:
        """Note who rolls openly, and in which round; and more dice of a roll that was shown.

        Those may fall twice on one line: in secret, and openly.
        """
        rolled = entry.event
        if not isinstance(rolled, e.DiceRolled) or not (rolled.is_counted and rolled.all_faces):
            return
        if not entry.meta.audience:
            last = self.rolled.get(rolled.who, 0)
            self.rolled[rolled.who] = max(last, rolled.label.round)
        if not rolled.label.kind and name_of(rolled.key, rolled.label) in self.dice:
            self._note_dice(rolled, entry.meta.number)

    # --- what the table agreed to ------------------------------------------------------------

    def consent(self, event: e.Event) -> None:
        """The table agrees to let these dice or cards fall afresh, or to another in this place."""
        if isinstance(event, e.Left):
            self.rolled.pop(event.subject, None)
            return
        self._consents[_agreed_to(event)] += 1
        if isinstance(event, e.Joined):
            self.came.pop(event.roller, None)

    def fresh_label(self, key: str, label: e.DieLabel) -> e.DieLabel:
        """A label as the table has agreed that it counts now, in the era of the keys now."""
        fresh = self._consents[_die(key, label)] + self._consents["roller", label.roller]
        if (fresh, self.era) == (label.fresh, label.era):
            return label
        return label.model_copy(update={"fresh": fresh, "era": self.era})

    def bound_as(self, own: str, mine: e.DieLabel, theirs: e.DieLabel) -> tuple[str, e.DieLabel]:
        """The key domain and the label whose dice the next roll of an `own` domain shows.

        They are its own where those were shown; else those that it took once; else what comes next
        in the other domain (`theirs`), if that was shown and undone.
        """
        other = OTHER.get(own, own)
        if self._is_shown(own, mine):
            return own, mine
        if (taken := self.taken.get(name_of(own, mine))) is not None:
            return other, mine.model_copy(update={"r": taken})
        return (other, theirs) if self._is_shown(other, theirs) else (own, mine)

    def _is_shown(self, key: str, label: e.DieLabel) -> bool:
        return name_of(key, self.fresh_label(key, label)) in self.dice

    def fresh_cards(self, deck: str, shuffle: int) -> int:
        """How often the table has agreed to shuffle what remains of a deck."""
        return self._consents["deck", deck, shuffle]

    def is_renewed(self, event: e.Event) -> bool:
        """True where fresh dice or cards were agreed to since these fell."""
        match event:
            case e.DiceRolled(key=key, label=label):
                return self.fresh_label(key, label).fresh > label.fresh
            case e.CardDrawn(deck=deck, shuffle=shuffle, fresh=fresh):
                return self.fresh_cards(deck, shuffle) > fresh
        return False

    def stranger(self, joined: e.Joined, before: Combat) -> tuple[str, ...]:
        """Who had this newcomer's place when dice were shown, if it was never the newcomer's.

        One who takes the place of a leaver rolls that one's dice, as the rules have it.
        """
        known = self.came.get(joined.roller, ())
        new = is_new(before.roster, joined.roller)
        return known if new and joined.subject not in known else ()

    def has_rolled(self, who: str, now: Combat) -> bool:
        """True for one whose dice of this round, or of a later one, all have seen."""
        return self.rolled.get(who, -1) >= now.clock.rounds

    def left_behind(self, joined: e.Joined, before: Combat) -> tuple[str, ...]:
        """Those who left and have rolled in this round, where a newcomer gets other dice."""
        if not is_new(before.roster, joined.roller):
            return ()
        left = vacant(before.roster)
        return tuple(m.subject for m in left if self.has_rolled(m.subject, before))

    # --- as it is stored ---------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        """Everything as JSON has it."""
        return {
            "dice": [[name, dice] for name, dice in self.dice.items()],
            "taken": [[name, nth] for name, nth in self.taken.items()],
            "cards": [[spot, top] for spot, top in self.cards.items()],
            "came": [[place, who] for place, who in self.came.items()],
            "joins": self.joins,
            "rolled": self.rolled,
            "consents": [[what, times] for what, times in self._consents.items() if times],
            "era": self.era,
        }

    @classmethod
    def load(cls, dumped: dict[str, Any]) -> Shown:
        """What was dumped."""
        shown = cls()
        shown.dice = {tuple(n): tuple(Die(*die) for die in dice) for n, dice in dumped["dice"]}
        shown.taken = {tuple(name): nth for name, nth in dumped["taken"]}
        shown.cards = {Spot(*spot): Top(*top) for spot, top in dumped["cards"]}
        shown.came = {place: tuple(who) for place, who in dumped["came"]}
        shown.joins = [(step, place, who) for step, place, who in dumped["joins"]]
        shown.rolled = dumped["rolled"]
        shown._consents.update({tuple(what): times for what, times in dumped["consents"]})
        shown.era = dumped["era"]
        return shown


def _die(key: str, label: e.DieLabel) -> tuple[str | int, ...]:
    """What a consent to fresh dice counts for: a roll with all its re-rolls."""
    return key, label.round, label.roller, label.sort, label.origin, label.r


def _agreed_to(event: e.Event) -> tuple[str | int, ...]:
    match event:
        case e.DiceRolled(key=key, label=label):
            return _die(key, label)
        case e.CardDrawn(deck=deck, shuffle=shuffle):
            return "deck", deck, shuffle
        case e.Joined(roller=roller):
            return "roller", roller
    raise ValueError(f"{type(event).__name__} shows neither dice nor cards")
