"""What was shown stays: cards in their places, dice of other sizes, and who came in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.dice.fair_dice import WORD, FairDice, RuledDice, scaled_face
from domain.dice.shown_faces import AFRESH, Die, Shown, name_of
from domain.log.codec import Entry, Meta
from domain.ruleset.ruleset import Refused
from domain.state.combat import EMPTY, Combat
from domain.step.draft import Draft
from tests.support.games.toy_parts import toy
from tests.support.refusals import lacks, legal
from tests.support.story import Story

CARDS = ("Queen", "Knave", "Jester", "Fool")
RULES = toy("cards", decks={"fate": CARDS})


class Bound:
    """Dice that show what their label says, and cards in the order of the alphabet.

    Shuffled anew, the last card of the alphabet is the first.
    """

    def faces(self, key: str, label: e.DieLabel, sizes: Sequence[int]) -> tuple[int, ...]:
        return tuple(
            WORD // 2 + 1 if sides == WORD else (label.r + label.fresh + j) % sides + 1
            for j, sides in enumerate(sizes)
        )

    def pass_over(self, label: e.DieLabel) -> None:
        pass

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        return (max if shuffle >= AFRESH else min)(cards, default="")

    def commitments(self) -> dict[str, str]:
        return {}


class Table(Story):
    """A story whose dice remember; `back` leaves the last steps."""

    def __init__(self) -> None:
        self.shown, self.states = Shown(), [EMPTY]
        super().__init__(RULES)

    def say(self, command: c.Command, *more: Any) -> Table:
        fair = FairDice(Bound(), self.shown, self.combat)
        self.dice = fair  # type: ignore[assignment]
        super().say(command, *more)
        self.steps[-1] = fair.as_shown(self.steps[-1])
        self.states.append(self.combat)
        return self

    def back(self, steps: int = 1) -> Table:
        left = [draft for step in self.steps[-steps:] for draft in step]
        members = self.combat.roster.members.values()
        rollers = [(member.roller, member.subject) for member in members]
        self.steps, self.states = self.steps[:-steps], self.states[:-steps]
        self.combat = self.states[-1]
        fork: Combat = self.combat
        self.shown.leave(map(_entry, range(1, 99), left), lambda: fork, rollers)
        return self

    def draws(self, card: str = "") -> e.CardDrawn:
        drawn = self.say(c.Draw(who="ana", deck="fate", card=card)).steps[-1][0].event
        assert isinstance(drawn, e.CardDrawn)
        return drawn


def _entry(number: int, draft: Draft) -> Entry:
    meta = Meta(seq=number, step=1, number=number, at=0, parent=0, answers=draft.answers)
    return Entry(meta, draft.event)


@pytest.fixture
def table() -> Table:
    told = Table()
    told.joins("ana", "bert")
    return told


def test_a_typed_card_stays_in_its_place_and_moves_no_other(table: Table):
    assert (table.draws("Queen").card, table.draws().card) == ("Queen", "Fool")
    table.back(2)
    drawn = [table.draws() for _ in range(3)]
    assert [card.card for card in drawn] == ["Queen", "Fool", "Jester"]
    assert [card.provenance for card in drawn] == ["typed", "service", "service"]


def test_another_card_typed_in_after_an_undo_is_refused(table: Table):
    table.draws()
    table.back()
    with pytest.raises(Refused) as refused:
        table.draws("Queen")
    said = refused.value
    assert legal(said) == "Fool"
    assert refused.value.pointer == "/card"


def test_the_card_that_was_shown_may_be_typed(table: Table):
    table.draws()
    table.back()
    assert table.draws("Fool").provenance == "typed"


def test_by_leave_of_the_table_what_remains_is_shuffled_anew(table: Table):
    first = table.draws()
    table.back()
    table.shown.consent(first)
    assert not table.shown.is_renewed(e.Left(subject="ana")) and table.shown.is_renewed(first)
    again = table.draws()
    assert (again.card, again.fresh) == ("Queen", 1)
    table.back()
    assert table.draws() == again


def test_a_card_that_is_not_there_any_more_is_not_drawn(table: Table):
    table.draws("Queen")
    table.back()
    fair = FairDice(Bound(), table.shown, table.combat)
    assert fair.card("fate", 0, ("Fool#0", "Knave#0")) == "Fool#0"


def test_a_correction_draws_the_next_card_wherever_the_line_that_is_left_stood(table: Table):
    table.draws("Queen")
    table.back()
    ruled = RuledDice(Bound(), table.shown, table.combat)
    assert ruled.card("fate", 0, ("Knave#0", "Queen#0")) == "Knave#0"


@pytest.mark.parametrize(("face", "of", "to"), [(1, 6, 20), (6, 6, 20), (20, 20, 6), (3, 6, 6)])
@pytest.mark.parametrize("word", [0, 1, WORD // 2, WORD - 1])
def test_a_typed_face_is_as_low_or_high_on_a_die_of_another_size(face, of, to, word):
    found = scaled_face(Die(face, of, "typed", 1), word, to)
    assert 1 <= found <= to
    assert max((face - 1) / of, (found - 1) / to) < min(face / of, found / to)


def test_what_was_shown_under_other_keys_is_as_low_or_high_as_it_was(table: Table):
    table.say(c.Roll(who="ana", sides=20, count=2))
    shown = next(d.event for d in table.steps[-1] if isinstance(d.event, e.DiceRolled))
    table.back()
    table.shown.era = 2
    fair, label = FairDice(Bound(), table.shown, table.combat), shown.label
    assert fair.faces("open", label, [20] * 3) == (
        *shown.faces,
        Bound().faces("open", label, [20] * 3)[2],
    )
    word = WORD // 2
    dice = [Die(face, 20, "service", 1) for face in shown.faces]
    percent = tuple(scaled_face(die, word, 100) for die in dice)
    assert (
        fair.faces("open", label, [100] * 2) == percent != Bound().faces("open", label, [100] * 2)
    )
    assert [die.falls_anew(100, 1) for die in dice] == [True, True]
    assert [die.falls_anew(100, 2) for die in dice] == [False, False]
    told = fair.roll_as_shown(shown)
    assert (told.label.era, told.faces) == (2, shown.faces)


def test_what_is_stored_of_it_is_all_there_is(table: Table):
    table.draws("Queen"), table.say(c.Roll(who="bert", faces={"loose": (5,)}))
    table.back(4)
    table.shown.consent(e.Joined(subject="ana", name="Ana", roller=1))
    again = Shown.load(table.shown.dump())
    assert (again.dice, again.cards) == (table.shown.dice, table.shown.cards)
    assert (again.came, again.joins) == ({2: ("bert",)}, table.shown.joins)
    label = e.DieLabel(round=1, roller=1, sort="die", r=0)
    assert again.fresh_label("open", label).fresh == 1


def test_whose_dice_nobody_saw_may_come_in_anywhere(table: Table):
    table.say(c.Roll(who="ana"))
    table.back(3)
    table.joins("ana", "dummy")
    table.back(2)
    with pytest.raises(Refused) as refused:
        table.joins("dummy")
    said = refused.value
    assert (said.numbers, lacks(said)) == ({"place": 1}, "fact dice shown already of ana: yes = no")
    table.joins("ana", "zed")


def test_who_was_there_before_any_dice_fell_has_no_claim_to_a_place(table: Table):
    """A dummy comes in first, nothing is rolled, and he is taken back: he was there, so what."""
    table.back(2)
    table.joins("dummy", "ana")
    table.back(2)
    table.joins("ana").say(c.Roll(who="ana"))
    table.back(2)
    with pytest.raises(Refused):
        table.joins("dummy")


@pytest.mark.parametrize("key", ["open", "hidden"])
def test_dice_of_a_correction_are_the_same_in_the_open_and_in_secret(table: Table, key: str):
    other = {"open": "hidden", "hidden": "open"}[key]
    label = e.DieLabel(round=0, roller=1, sort="loose", kind=1, origin=3, r=0)
    table.shown.dice[name_of(other, label)] = (Die(13, 20, "service", 9),)
    ruled = RuledDice(Bound(), table.shown, table.combat)
    assert ruled.faces(key, label, [20]) == (13,) != Bound().faces(key, label, [20])
    fell = {"who": "ana", "purpose": "loose", "sort": "loose", "sides": 20, "faces": (13,)}
    rolled = e.DiceRolled(**fell, kept=(13,), total=13, provenance="service", key=key, label=label)
    told = ruled.roll_as_shown(rolled)
    assert (told.key, told.own, told.label) == (other, key, label)
