"""What is conserved in a fight played to anywhere: budgets, goes, and what can be used but once.

That the books balance and no pool falls below its least is checked of every game alike
(tests/support/fights/random_play.py); here is what each game's own rules promise besides.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from domain import events as e
from domain.ruleset.scene import Scene
from tests.support.story import Story


def rounds(story: Story) -> list[list[e.Event]]:
    """The events of each round; before the first stands what came before it."""
    found: list[list[e.Event]] = [[]]
    for draft in itertools.chain(*story.steps):
        if isinstance(draft.event, e.RoundBegan):
            found.append([])
        found[-1].append(draft.event)
    return found


def goes(events: list[e.Event]) -> Counter[str]:
    """How many turns each began, those not counted that go on after a pause."""
    begun = (event for event in events if isinstance(event, e.TurnBegan) and not event.resumes)
    return Counter(who for event in begun for who in event.who)


def changes(events: list[e.Event], pool: str, how: str) -> Iterator[e.PoolChanged]:
    """How a pool was changed in one way."""
    for event in events:
        if isinstance(event, e.PoolChanged) and (event.pool, event.how) == (pool, how):
            yield event


def one_phase_and_one_pool_a_turn(story: Story) -> None:
    """Age of Magic 2, 3.3: one phase a turn at most; AP come once a turn and only go after."""
    for events in rounds(story)[1:]:
        assert max(goes(events).values(), default=0) <= 1
        filled = Counter(fill.subject for fill in changes(events, "ap", "fill"))
        assert max(filled.values(), default=0) <= 1
        for paid in (*changes(events, "ap", "pay"), *changes(events, "ap", "lose")):
            assert paid.delta <= 0 <= paid.balance


def one_action_and_one_move_a_round(story: Story) -> None:
    """ARQ 2.1: one action and one move each in a round."""
    for events, pool in itertools.product(rounds(story)[1:], ("action", "move")):
        paid = Counter(p.subject for p in changes(events, pool, "pay"))
        assert max(paid.values(), default=0) <= 1, pool


def used_once_in_a_game(story: Story) -> None:
    """The Ninth Age 1, 3: six game turns, a player turn a side; one use, unless taken back."""
    used: dict[str, tuple[str, str]] = {}
    for event in itertools.chain(*rounds(story)):
        match event:
            case e.ConditionBegan(id=name, subject=unit, name="spent" | "expired", key=item):
                assert (unit, item) not in used.values()
                used[name] = unit, item
            case e.ConditionEnded(id=name):
                used.pop(name, None)
    assert story.combat.clock.rounds <= 6
    assert all(max(goes(events).values(), default=0) <= 1 for events in rounds(story))


def kept_budgets(story: Story) -> None:
    """Any game, where the table keeps budgets: nobody pays what he has not."""
    loose = Scene(story.combat, story.rules).setting("budgets") == "loose"
    for event in itertools.chain(*rounds(story)):
        if isinstance(event, e.PoolChanged) and event.how == "pay":
            assert loose or event.balance >= 0
