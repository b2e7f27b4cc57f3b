"""Decks for tests: each player's cards or, where the table says so, a die."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count, takewhile

from domain.ruleset.params import names, number
from domain.ruleset.ruleset import Draw, Params, Throw
from domain.ruleset.scene import Scene

TESTS = "tests"
"""The decks of the players; each is a part of it, by the number of its owner."""

EXTRA = "extra card"
"""A card added to a deck in play, under the name that the condition has `at`, as often as `level`
says."""

SHUFFLES = 256
"""The shuffles that are counted for each owner."""


def draw_for(scene: Scene, who: str, trait: str, asked: Params) -> Draw:
    """1.3: The next card of somebody's deck, as it was listed when the card was asked for."""
    decks = asked.get("cards")
    cards = names(decks, who) if isinstance(decks, dict) else ()
    shuffle = _shuffle(scene, who, cards)
    return Draw(who, trait, TESTS, clause="1.3", cards=cards, shuffle=shuffle)


def throw_for(scene: Scene, who: str, trait: str, asked: Params) -> Throw:
    """1.1: A die in place of a card: no rule has it, so it is the table's word."""
    sides = number(asked, "sides") or die_sides(scene)  # older questions do not say it
    return Throw(who, trait, TESTS, sides, clause="1.1", basis="table")


def die_sides(scene: Scene) -> int:
    """The sides of the die that the table rolls for a test; 0 where it draws cards."""
    rolled = scene.setting("tests")
    return 0 if rolled == "cards" else int(rolled.removeprefix("d"))


def decks(scene: Scene, whose: Iterable[str]) -> Params:
    """List the cards of some decks; none where they lie on the table and cards are typed in."""
    listed: Params = {who: list(cards) for who in whose if (cards := _cards(scene, who))}
    return {"cards": listed} if listed else {}


def _cards(scene: Scene, who: str) -> tuple[str, ...]:
    """1.1, 1.2: The cards that every player has, and those that were added to this deck.

    They are added by injuries, magic or speeches, until the referee takes them out.
    """
    listed = scene.setting("cards")
    if listed == "at the table":
        return ()
    core = tuple(card for each in listed.split(",") if (card := each.strip()))
    whose, standing = owner(scene, who), scene.combat.conditions.all.values()
    extra = (k for k in standing if k.name == EXTRA and owner(scene, k.subject) == whose)
    return (*core, *(k.at or EXTRA for k in extra for _ in range(max(1, k.level))))


def owner(scene: Scene, who: str) -> str:
    """1.1: A deck is a player's: figures in the same hands draw from the deck of the first."""
    member, passed = scene.member(who), {who}
    while member is not None and member.controller not in {"", *passed}:
        passed.add(member.controller)
        who, member = member.controller, scene.member(member.controller)
    if member is not None:
        return who
    everybody = scene.combat.roster.members.values()
    return next((m.subject for m in everybody if m.controller == who), who)


def _shuffle(scene: Scene, who: str, cards: tuple[str, ...]) -> int:
    """The number of the shuffle to draw from: the owner's, reshuffled as the table has it."""
    member, every = scene.member(owner(scene, who)), scene.setting("reshuffled") != "when empty"
    first = SHUFFLES * (member.roller if member is not None else 0)
    begun = len(list(takewhile(lambda nth: scene.cards_drawn(TESTS, nth), count(first))))
    if not begun:
        return first
    over = cards and (every or not scene.remaining(TESTS, first + begun - 1, cards))
    return first + begun - (0 if over else 1)
