"""Edits of dice and cards whose keys are known, by somebody cunning who seals everything anew."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from api.evidence.heads import canonical
from domain.dice import keyed_faces
from domain.events import DieLabel
from tests.support.tampering.edited import HEAD, Bundle, Edit, place, unsigned
from tests.support.tampering.edited_eras import MOVED
from tests.support.tampering.edited_sealed import forged, noted_after

# --- the cards of a deck -----------------------------------------------------------------------


def _drawn(bundle: Bundle) -> list[int]:
    """Where the service drew a card."""
    return [
        n
        for n, e in enumerate(bundle.entries)
        if b"combat.card-drawn/1" in e and b'"provenance":"service"' in e
    ]


def _card(entry: bytes) -> bytes:
    found = re.search(rb'"card":"([^"]*)"', entry)
    assert found
    return found[1]


def forged_card(bundle: Bundle, chance: Random) -> Edit:
    """A card is another one, which nobody drew before."""
    at = chance.choice(_drawn(bundle))
    gone = {_card(bundle.entries[n]).decode() for n in _drawn(bundle)}
    [(_, deck)] = json.loads(bundle.files[HEAD])["decks"]
    other = chance.choice([card for card in deck if card not in gone]).encode()
    entry = bundle.entries[at].replace(_card(bundle.entries[at]), other)
    return forged(bundle, {at: entry}, f"forge the card of {at + 1}")


def forged_copy(bundle: Bundle, chance: Random) -> Edit:
    """A card is a copy of it that is not in the deck."""
    at = chance.choice(_drawn(bundle))
    entry = re.sub(rb'("card":"[^"]*",)', rb'\1"copy_no":1,', bundle.entries[at])
    return forged(bundle, {at: entry}, f"copy the card of {at + 1}")


def forged_shuffle(bundle: Bundle, chance: Random) -> Edit:
    """A card is said to be drawn after another shuffle."""
    at = chance.choice(_drawn(bundle))
    entry = bundle.entries[at].replace(
        b'"provenance"', b'"shuffle":%d,"provenance"' % chance.randrange(1, 9)
    )
    edit = forged(bundle, {at: entry}, f"shuffle before {at + 1}")
    # The same card may come first of another shuffle too; then the next one gives it away.
    return edit._replace(found=edit.found | place(at + 2))


def exchanged_cards(bundle: Bundle, chance: Random) -> Edit:
    """Two cards that followed one another came the other way round."""
    drawn = _drawn(bundle)
    at = chance.choice([n for n in drawn if n + 1 in drawn])
    one, other = _card(bundle.entries[at]), _card(bundle.entries[at + 1])
    pair = {
        at: bundle.entries[at].replace(one, other),
        at + 1: bundle.entries[at + 1].replace(other, one),
    }
    return forged(bundle, pair, f"exchange the cards of {at + 1} and {at + 2}")


def other_deck(bundle: Bundle, chance: Random) -> Edit:
    """A deck is said to be another one: of no card that was drawn, and nobody signed it."""
    head = json.loads(bundle.files[HEAD])
    gone = {_card(bundle.entries[n]).decode() for n in _drawn(bundle)}
    [[name, cards]] = head["decks"]
    one, other = chance.sample([n for n, card in enumerate(cards) if card not in gone], 2)
    swapped = list(cards)
    swapped[one], swapped[other] = cards[other], cards[one]
    decks: list[list[list[Any]]] = [
        [[name, swapped]],
        [[name, cards[:one] + cards[one + 1 :]]],
        [["fate", cards]],
        [],
        [[name, [*cards[:one], "joker", *cards[one + 1 :]]]],
        [[name, [*cards, cards[one]]]],
        [[name, cards], ["fate", []]],
    ]
    head["decks"] = chance.choice(decks)
    return Edit(unsigned(bundle, {HEAD: canonical(head)}), "another deck", place(1))


# --- dice that fell anew by consent ------------------------------------------------------------


def _agreements(bundle: Bundle) -> list[tuple[int, int]]:
    """Each request for fresh dice, and the first that fell by it."""
    asked = [n for n, e in enumerate(bundle.entries) if b"combat.reroll-requested/1" in e]
    return [(n, _next(bundle, n, b'"fresh":1')) for n in asked]


def _next(bundle: Bundle, after: int, said: bytes) -> int:
    return next(n for n in range(after, len(bundle.entries)) if said in bundle.entries[n])


def not_agreed(bundle: Bundle, chance: Random) -> Edit:
    """Somebody has not agreed to fresh dice, or another one did."""
    asked, fell = chance.choice(_agreements(bundle))
    at = chance.choice([n for n in range(asked, fell) if b'"agree"' in bundle.entries[n]])
    old, new = chance.choice([(b'"agree"', b'"refuse"'), (b'"who":"', b'"who":"not-')])
    edit = forged(bundle, {at: bundle.entries[at].replace(old, new)}, f"unsay {at + 1}")
    return edit._replace(found=place(fell + 1))


def not_asked(bundle: Bundle, chance: Random) -> Edit:
    """Somebody was not asked for his leave."""
    asked, _ = chance.choice(_agreements(bundle))
    who = chance.choice([b"p2", b"referee"])
    entry = re.sub(b',"%s"|"%s",' % (who, who), b"", bundle.entries[asked])
    return forged(bundle, {asked: entry}, f"leave {who.decode()} unasked in {asked + 1}")


def without_leave(bundle: Bundle, chance: Random) -> Edit:
    """What fell anew fell without anybody's leave."""
    asked, fell = chance.choice(_agreements(bundle))
    entry = re.sub(rb'"until":\d+', b'"until":1', bundle.entries[asked])
    edit = forged(bundle, {asked: entry}, f"no leave for {fell + 1}")
    return edit._replace(found=place(fell + 1))


CHOSEN: tuple[tuple[str, int | str], ...] = (
    ("era", 2),
    ("sort", "attempt"),
    ("kind", 1),
    ("origin", 3),
    ("r", 5),
    ("fresh", 2),
    ("reroll", 1),
    ("round", 1),
    ("roller", 3),
    ("key", "hidden"),
)
"""What somebody may choose of the label of dice, and as what."""


def relabelled(bundle: Bundle, chance: Random) -> Edit:
    """Dice are those of a label that somebody chose: what he likes best of what he can reach."""
    fell = [n for n, e in enumerate(bundle.entries) if b"combat.dice-rolled/1" in e]
    at = chance.choice([n for n in fell if b'"provenance":"service"' in bundle.entries[n]])
    name, meta, event, *rest = bundle.entries[at].split(b"\n")[1:]
    rolled = json.loads(event)
    field, value = chance.choice(CHOSEN)
    (rolled if field == "key" else rolled["label"])[field] = value
    faces = _faces_of(bundle, rolled)
    rolled |= {"faces": faces, "kept": faces, "total": sum(faces)}
    said = json.dumps(rolled, separators=(",", ":")).encode()
    first = bundle.entries[at].split(b"\n")[0]
    entry = b"\n".join([first, name, meta, said, *rest])
    edit = forged(bundle, {at: entry}, f"{field} {value} for the dice of {at + 1}")
    # Whether the rules let him roll again is for those to say who judge it by the rules.
    more = noted_after(bundle, at + 1) if field == "reroll" else frozenset[str]()
    return edit._replace(found=edit.found | more)


def _faces_of(bundle: Bundle, rolled: dict[str, Any]) -> list[int]:
    """What falls under a roll's label and key; its own faces where no die has such a label."""
    combat = json.loads(bundle.files[HEAD])["combat"]
    key = bytes.fromhex(json.loads(bundle.files["reveal.json"])[rolled.get("key", "open")])
    label = DieLabel(**rolled["label"])
    sides = [rolled["sides"]] * len(rolled["faces"])
    try:
        return list(
            keyed_faces.faces(key, combat, keyed_faces.entropy_start(combat, 1), label, sides)
        )
    except ValueError:
        return list(rolled["faces"])


DEALT = (forged_card, forged_copy, forged_shuffle, exchanged_cards, other_deck)
"""Edits of cards, for an archive of a game that has some."""

AFRESH = (not_agreed, not_asked, without_leave, relabelled)
"""Edits of dice and cards that fell anew, for an archive that has some."""


def one_for(kind: object, bundles: Sequence[Bundle], chance: Random) -> Bundle:
    """One of the archives that can be edited in this way."""
    sorts = {"dealt": DEALT, "afresh": AFRESH, "moved": MOVED}
    [sort] = [each for each, kinds in sorts.items() if kind in kinds] or ["fought"]
    return chance.choice([of for of in bundles if _sort(of) == sort])


def _sort(bundle: Bundle) -> str:
    for mark, sort in ((b"combat.era-began/1", "moved"), (b'"fresh":1', "afresh")):
        if any(mark in entry for entry in bundle.entries):
            return sort
    return "dealt" if _drawn(bundle) else "fought"
