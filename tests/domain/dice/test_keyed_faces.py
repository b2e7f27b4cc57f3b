"""Dice from a keyed hash: the check vector, fairness, and what must not change a face.

The golden values were computed apart from this code, from the scheme's own words.
"""

import struct
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.dice import keyed_faces
from domain.dice.keyed_faces import (
    Card,
    cards_commitment,
    commitment,
    copies,
    draw_least,
    entropy_next,
    entropy_start,
    face,
    faces,
    key,
    key_domains,
    message,
)
from domain.events import DieLabel
from tests.support.shown_faces import deck_order

MASTER = bytes(range(32))
COMBAT = "c-1"
KEY = key(MASTER, COMBAT, 1, "open")
DECK_KEY = key(MASTER, COMBAT, 1, "deck:1")
ENTROPY = sha256(b"E").digest()
LABEL = DieLabel(round=3, roller=2, sort="attempt", r=0)
DECK = copies(["ace", "ace", "king", "queen", "joker", "joker"])

u32s = st.integers(0, 2**32 - 1)
counts = dict.fromkeys(("era", "round", "roller", "r", "fresh", "reroll"), u32s)
labels = st.builds(DieLabel, sort=st.text(), kind=st.just(0), origin=st.just(0), **counts)
decks = st.lists(st.sampled_from(["ace", "king", "queen", "joker"]), min_size=1).map(copies)


def labelled(**changes: int | str) -> DieLabel:
    return LABEL.model_copy(update=changes)


def roll(label: DieLabel, j: int, sides: int) -> int:
    return face(KEY, COMBAT, ENTROPY, label, j, sides)


@pytest.mark.parametrize(
    ("r", "j", "sides", "expected"),
    [(0, 0, 20, 17), (0, 1, 20, 18), (1, 0, 6, 6), (1, 0, 20, 18), (1, 0, 100, 89)],
)
def test_the_check_vector_comes_out(r: int, j: int, sides: int, expected: int) -> None:
    assert roll(labelled(r=r), j, sides) == expected


def test_the_commitment_to_a_key_is_the_golden_one() -> None:
    expected = "b9c179c6de5bbcbcbf7bb5d5b483990f1d1c8dcbe4036aad581ed10c174f243f"
    assert commitment(KEY, COMBAT, 1, "open").hex() == expected


def test_every_combat_era_and_domain_has_its_own_key() -> None:
    places = [(c, e, d) for c in ("c-1", "c-2") for e in (1, 2) for d in ("open", "deck:1")]
    assert len({key(MASTER, *place) for place in places}) == len(places)


def test_the_message_is_the_golden_one() -> None:
    label = labelled(kind=1, origin=41, r=5, fresh=6, reroll=7)
    expected = (
        "0000000f" + b"combatlog-die/1".hex() + "00000003" + b"c-1".hex() + "00000001"
        "a9f51566bd6705f7ea6ad54bb9deb449f795582d6529a0e22207b8981233ec58"
        "0000000300000002" + "00000007" + b"attempt".hex() + "01" + "0000000000000029"
        "00000005" + "00000006" + "00000007" + "00000008" + "00000009"
    )
    assert message(COMBAT, ENTROPY, label, 8, 9).hex() == expected


def test_a_message_is_of_the_first_try_unless_said_otherwise() -> None:
    assert message(COMBAT, ENTROPY, LABEL, 4) == message(COMBAT, ENTROPY, LABEL, 4, 0)


def test_every_part_of_the_label_makes_another_message() -> None:
    others = [
        LABEL,
        labelled(era=2),
        labelled(round=4),
        labelled(roller=3),
        labelled(sort="resist"),
        labelled(kind=1, origin=1),
        labelled(kind=1, origin=2),
        labelled(r=1),
        labelled(fresh=1),
        labelled(reroll=1),
    ]
    assert len({message(COMBAT, ENTROPY, other, 0) for other in others}) == len(others)


@pytest.mark.parametrize(("kind", "origin"), [(0, 7), (1, 0), (2, 7)])
def test_a_kind_that_does_not_follow_from_its_origin_is_no_second_label(
    kind: int, origin: int
) -> None:
    with pytest.raises(ValueError, match=f"kind {kind} does not follow from origin {origin}"):
        roll(labelled(kind=kind, origin=origin), 0, 20)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_entropy_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"entropy has 32 bytes, not {size}"):
        face(KEY, COMBAT, bytes(size), LABEL, 0, 20)
    with pytest.raises(ValueError, match=f"entropy has 32 bytes, not {size}"):
        entropy_next(bytes(size), {1: "owl"})


def test_a_number_that_does_not_fit_the_message_is_refused() -> None:
    with pytest.raises(struct.error):
        roll(labelled(round=2**32), 0, 20)


def test_a_low_d6_is_also_a_low_d20() -> None:
    for r in range(500):
        d6, d20 = (roll(labelled(r=r), 0, sides) for sides in (6, 20))
        assert max((d6 - 1) / 6, (d20 - 1) / 20) < min(d6 / 6, d20 / 20)


@given(labels, st.integers(0, 99), st.integers(1, 1000))
def test_every_size_of_die_scales_the_same_hash(label: DieLabel, j: int, sides: int) -> None:
    word = roll(label, j, 2**64) - 1
    assert roll(label, j, sides) == 1 + word * sides // 2**64


@given(labels, st.lists(st.integers(1, 100), max_size=8), st.integers(0, 8))
def test_rolling_fewer_dice_changes_none_of_them(label: DieLabel, sides: list[int], n: int) -> None:
    whole = faces(KEY, COMBAT, ENTROPY, label, sides)
    assert faces(KEY, COMBAT, ENTROPY, label, sides[:n]) == whole[:n]


@given(labels, st.lists(st.integers(1, 100), max_size=8))
def test_a_roll_is_its_dice_one_by_one(label: DieLabel, sides: list[int]) -> None:
    whole = faces(KEY, COMBAT, ENTROPY, label, sides)
    assert whole == tuple(roll(label, j, each) for j, each in enumerate(sides))


@pytest.mark.parametrize("sides", [0, -6, 2**64 + 1])
def test_there_is_no_die_of_impossible_size(sides: int) -> None:
    with pytest.raises(ValueError, match=f"no die has {sides} sides"):
        roll(LABEL, 0, sides)


def test_a_die_with_one_side_shows_it() -> None:
    assert roll(LABEL, 0, 1) == 1


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 20, 100])
def test_honest_dice_are_uniform(sides: int) -> None:
    """Chi-square of 300 expected per face; six standard deviations are allowed."""
    shown = Counter(
        each
        for r in range(3 * sides)
        for each in faces(KEY, COMBAT, ENTROPY, labelled(r=r), [sides] * 100)
    )
    chi_square = sum((shown[each] - 300) ** 2 / 300 for each in range(1, sides + 1))
    assert set(shown) == set(range(1, sides + 1))
    assert abs(chi_square - (sides - 1)) < 6 * (2 * (sides - 1)) ** 0.5


def test_neighbouring_dice_are_independent() -> None:
    """Chi-square of all pairs of 1d6 and the next, 100 expected per pair."""
    pairs = Counter(faces(KEY, COMBAT, ENTROPY, labelled(r=r), [6, 6]) for r in range(3600))
    chi_square = sum((pairs[a, b] - 100) ** 2 / 100 for a in range(1, 7) for b in range(1, 7))
    assert abs(chi_square - 35) < 6 * 70**0.5


def test_a_hash_that_would_favour_a_face_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def digest(_: bytes, hashed: bytes) -> bytes:
        tries.append(int.from_bytes(hashed[-4:], "big"))
        return struct.pack(">Q24x", [0, 2**63, 2**63 + 1][len(tries) - 1])

    monkeypatch.setattr(keyed_faces, "keyed_hash", digest)
    assert roll(LABEL, 0, 6) == 4
    assert tries == [0, 1, 2]


@pytest.mark.parametrize("word", [0, (2**64 + 2) // 6, 2**63, (2**66 + 2) // 6])
def test_a_d6_rejects_four_hashes_and_no_more(monkeypatch: pytest.MonkeyPatch, word: int) -> None:
    """2^64 leaves 4 when divided by 6, so four words have to go for all faces to be equal."""
    for tried, others in (([word, 5], 0), ([word + 1, 5], 1), ([word - 1, 5], 1)):
        words: Iterator[int] = iter([each % 2**64 for each in tried])
        monkeypatch.setattr(keyed_faces, "_word", lambda *_, words=words: next(words))
        roll(LABEL, 0, 6)
        assert len(list(words)) == others


def test_a_die_that_rejects_every_other_hash_shows_the_golden_faces() -> None:
    label = labelled(kind=1, origin=41, r=5, fresh=6, reroll=7)
    assert faces(KEY, COMBAT, ENTROPY, label, [2**63 + 1] * 4) == (
        2033480704741360849,
        8327814506990345308,
        7339516355390247577,
        491828576092344697,
    )


def test_a_deck_is_bound_card_for_card() -> None:
    bound = cards_commitment("fate", ["ace", "king", "ace"])
    assert bound.hex() == "fcbbb5364f5c0475543bd5f2f44dc66af431cb36bcb78bf30989fc228b0afec6"
    others = [
        ("fate", ["ace", "ace", "king"]),
        ("fate", ["ace", "king"]),
        ("fates", ["ace"]),
        ("fat", ["eace", "king", "ace"]),
        ("fate", ["aceking", "ace"]),
    ]
    assert bound not in [cards_commitment(*other) for other in others]


def test_what_binds_cards_binds_no_key() -> None:
    assert key_domains(["open", "deck:0", "cards:0", "blind"]) == ("open", "deck:0", "blind")


def test_entropy_starts_as_the_golden_value() -> None:
    expected = "385a2634ac1fc6d060d349a0c2d76751bac3ff1a8594ec277a12f866a7e254af"
    assert entropy_start(COMBAT, 1).hex() == expected


def test_salts_are_mixed_in_the_order_of_seats() -> None:
    expected = "e3f46fbda7e9c0824f5e0021de6720d167e3f1e39371efb1008125cb0d92ec29"
    start = entropy_start(COMBAT, 1)
    assert entropy_next(start, {1: "owl", 4: "näh"}).hex() == expected
    assert entropy_next(start, {4: "näh", 1: "owl"}).hex() == expected


def test_every_salt_and_every_seat_changes_the_entropy() -> None:
    start = entropy_start(COMBAT, 1)
    salts = [{}, {1: "owl"}, {2: "owl"}, {1: "elk"}, {1: "owl", 2: ""}, {1: "", 2: "owl"}]
    assert len({entropy_next(start, each) for each in salts}) == len(salts)


def test_entropy_remembers_all_salts_before() -> None:
    first = entropy_next(entropy_start(COMBAT, 1), {1: "owl"})
    other = entropy_next(entropy_start(COMBAT, 1), {1: "elk"})
    assert entropy_next(first, {1: "owl"}) != entropy_next(other, {1: "owl"})


def test_copies_of_one_card_are_numbered() -> None:
    assert copies(["ace", "king", "ace"]) == (Card("ace", 0), Card("king", 0), Card("ace", 1))


def test_a_shuffled_deck_is_the_golden_one() -> None:
    assert deck_order(DECK_KEY, "fate", 2, DECK) == (
        Card("queen", 0),
        Card("joker", 0),
        Card("joker", 1),
        Card("ace", 1),
        Card("king", 0),
        Card("ace", 0),
    )


def test_every_shuffle_and_every_deck_has_an_order_of_its_own() -> None:
    cards = copies(map(str, range(52)))
    orders = {deck_order(DECK_KEY, deck, n, cards) for deck in ("fate", "loot") for n in range(9)}
    assert len(orders) == 18


@given(decks, st.data())
def test_removing_a_card_moves_no_other(deck: tuple[Card, ...], data: st.DataObject) -> None:
    removed = data.draw(st.sampled_from(deck))
    order = deck_order(DECK_KEY, "fate", 1, deck)
    remaining = [card for card in deck if card != removed]
    kept = tuple(card for card in order if card != removed)
    assert deck_order(DECK_KEY, "fate", 1, remaining) == kept


@given(decks, st.data())
def test_the_order_in_which_cards_are_listed_does_not_matter(
    deck: tuple[Card, ...], data: st.DataObject
) -> None:
    listed = data.draw(st.permutations(deck))
    assert deck_order(DECK_KEY, "fate", 1, listed) == deck_order(DECK_KEY, "fate", 1, deck)


def test_nothing_can_be_drawn_from_an_empty_deck() -> None:
    with pytest.raises(ValueError, match="empty"):
        draw_least(DECK_KEY, "fate", 1, [])
