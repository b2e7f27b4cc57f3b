"""Fights on the toy, played at random by the list of options alone, hundreds of steps long.

What must hold in every fight holds after every step. That options and decisions agree, and what
is refused, is shown for all the toys in `test_options`.
"""

from __future__ import annotations

import random
import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from tests.support.fights.random_play import check_whole, keyed, pick
from tests.support.games.toy import TOY
from tests.support.story import Story
from tests.sweeps import examples

STEPS = 200
AN_ID = re.compile(r'"#\d+\.\d+"')


def fight(seed: int) -> Story:
    story = Story(TOY).joins("ana", "bo", side="a").joins("cy", "di", side="b")
    story.dice = keyed(seed)
    return story


def check_step(story: Story) -> None:
    """What holds after every step."""
    drafts, exchange = story.steps[-1], story.combat.exchange
    assert all(left >= 0 for pools in story.combat.pools.of.values() for left in pools.values())
    assert not AN_ID.search(story.commands[-1].model_dump_json())
    if any(isinstance(draft.event, e.TurnEnded | e.TurnBegan) for draft in drafts):
        assert (exchange.frames, exchange.acts, exchange.questions) == ((), {}, {})


def check_fight(story: Story) -> None:
    """What holds over the whole of a fight: every act and question is opened and closed once."""
    opened = Counter(
        event.question if isinstance(event, e.Asked) else event.act
        for event in story.events(e.Event)
        if isinstance(event, e.Asked | e.Acted | e.Reacted)
    )
    closed = Counter(event.frame for event in story.events(e.Closed))
    open_now = Counter(story.combat.exchange.frames)
    assert set(opened.values()) <= {1}
    assert opened == closed + open_now
    check_whole(story)


@examples(25)
@given(seed=st.integers(0, 2**32))
def test_every_step_of_every_fight_is_sound(seed: int):
    story, chance = fight(seed), random.Random(seed)
    for _ in range(STEPS):
        story.say_plainly(pick(story.offered(), chance))
        check_step(story)
    check_fight(story)


@examples(10)
@given(seed=st.integers(0, 2**32))
def test_the_same_fight_told_again_is_the_same_fight(seed: int):
    story, chance = fight(seed), random.Random(seed)
    for _ in range(STEPS):
        story.say_plainly(pick(story.offered(), chance))
    again = Story(TOY)
    again.dice = keyed(seed)
    for command in story.commands[1:]:
        again.say(command)
    assert (again.steps, again.combat) == (story.steps, story.combat)
