"""Acts with random results and rolls, of anybody and anything, wherever a deed is offered."""

from __future__ import annotations

import random
from typing import Any

from domain import commands as c
from domain.legality.option import Option
from domain.state.combat import Combat
from tests.support.fights import random_play
from tests.support.fights.open import Game
from tests.support.story import Story

DICE = ("2d20kh1+5", "1d20+1d4-2", "2d6+1d8-1d4", "4d6kh3", "1d%")


def hunt(order: str, answers: str) -> Game:
    """Kim and Ole against the whale, with the deck, the crew and a barrel, which act as well."""
    game = Game(order=order, answers=answers).at_sea()
    game.say(c.Join(subject="deck", kind="field", name="The deck"))
    morale = {"current": 3, "least": 0, "most": 9}
    game.say(c.Join(subject="crew", kind="side", name="The crew", traits={"morale": morale}))
    return game.say(c.Join(subject="barrel", kind="thing", name="The barrel"))


def play(story: Story, seed: int, steps: int) -> Story:
    """So many steps, of options; every second deed says what comes of it."""
    chance = random.Random(seed)
    story.dice = random_play.keyed(seed)
    for _ in range(steps):
        if not (offered := story.offered()):
            break
        story.say_plainly(_command(story, offered, chance))
    return story


def _command(story: Story, offered: tuple[Option, ...], chance: random.Random) -> dict[str, Any]:
    command = random_play.pick(offered, chance)
    manoeuvre = story.rules.manoeuvre(command.get("manoeuvre", "lose"))
    if manoeuvre is None or not manoeuvre.says_results or chance.random() < 0.5:
        return command
    results = [_result(story.combat, chance) for _ in range(chance.randint(1, 4))]
    rolls = [_roll(chance) for _ in range(chance.randint(0, 2))]
    return {**command, "results": results, "rolls": rolls}


def _result(combat: Combat, chance: random.Random) -> dict[str, Any]:
    """A change of any kind, of anybody or anything that is here."""
    who = chance.choice([member.subject for member in combat.roster.present()])
    standing = [condition.id for condition in combat.conditions.on(who)]
    until = {"span": chance.choice(("round", "turn")), "left": chance.randint(1, 4)}
    kinds: list[dict[str, Any]] = [
        {"what": "pool", "subject": who, "pool": "hp", "delta": chance.randint(-9, 9)},
        {"what": "pool", "subject": who, "pool": "luck", "to": chance.randint(0, 5), "most": 4},
        {"what": "condition", "subject": who, "name": "wet", "level": 2, "until": until},
        {"what": "condition", "subject": who, "name": "steady", "concentration": True},
        {"what": "fact", "of": who, "name": "armour", "value": chance.choice((12, "torn", True))},
        {"what": "place", "subject": who, "place": chance.choice(("the bow", "the mast"))},
    ]
    for name in standing[:1]:
        change = {"what": "condition-change", "subject": who, "name": name}
        kinds += [{**change, "level": chance.randint(1, 3)}, {**change, "endless": True}]
        kinds.append({"what": "condition", "subject": who, "name": name, "begin": False})
    return chance.choice(kinds)


def _roll(chance: random.Random) -> dict[str, Any]:
    """Dice of the service, or a bare total."""
    said: dict[str, Any] = {"purpose": "luck", "dice": chance.choice(DICE), "target": 12}
    return said | ({"total": 14, "outcome": "hit"} if chance.random() < 0.2 else {})
