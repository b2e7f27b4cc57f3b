"""Each roll has one name: in the option, in its question, in the log, in the glossary.

A question that asks for one roll alone has that roll's name. `SEVERAL` lists the others.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain import events as e
from domain.legality.option import Option, fill
from domain.ruleset.glossary import COMMON_WORDS
from domain.ruleset.ruleset import Ruleset
from domain.rulesets import all_rulesets
from domain.state.exchange import Question
from tests.properties.test_samples import WHOLE
from tests.support.fights.random_fights import TALES, Tale
from tests.support.fights.random_play import chooser, keyed, weight
from tests.support.goldens.samples import sample_in
from tests.support.story import Story

STEPS = 120
OURS = [tale for tale in TALES if tale.game != "the toy"]
TESTS = {"movement", "missile", "melee", "well met"}
RESISTANCES = {"PhR", "IR", "SR", "MR", "PrR"}
MELEE = {"attack", "defence"}
DISCIPLINE = {
    *("break test", "fear test", "frenzy test", "panic test", "rally test", "restrain test"),
    *("terror test", "march", "redirect"),
}
SEVERAL: dict[str, dict[str, set[str]]] = {
    "age-of-magic": {"strike": MELEE, "shot": MELEE},
    "kaiser": {"resist": RESISTANCES, "recheck": RESISTANCES, "more dice": {"open roll", "fumble"}},
    "ninth-age-2e": {"discipline": DISCIPLINE},
    "arq": {"test": TESTS, "test die": TESTS, "melee die": {"melee"}},
    "planeswalker": {
        "blow": {"Power", "Toughness"},
        **{"race": {"Speed"}, "outrun": {"Speed"}, "withstand": {"Toughness"}},
        **{"tie": {"who comes first"}, "first": {"who comes first"}},
    },
}
"""Questions that ask for several rolls, or for one that other questions ask for as well."""


def misnamed(rules: Ruleset, about: str, purpose: str) -> bool:
    """True where a question asks for a roll under a name that is not its own."""
    return purpose not in SEVERAL.get(rules.key, {}).get(about, {about})


def rolls_in(steps: Iterable[tuple[e.Event, Any]]) -> Iterator[tuple[str, str]]:
    """The question and the purpose of each roll and draw that a rule asked for."""
    asked: dict[str, str] = {}
    for event, answers in steps:
        match event:
            case e.Asked(question=question, about=about):
                asked[question] = about
            case e.DiceRolled(purpose=purpose, sort=sort) if sort != "loose":
                yield asked[answers[0]] if answers else "", purpose
            case e.CardDrawn(purpose=purpose) if answers:
                yield asked[answers[0]], purpose


def wrong(rules: Ruleset, steps: Iterable[tuple[e.Event, Any]]) -> set[tuple[str, str]]:
    """The rolls of a log that their question, or the glossary, calls otherwise."""
    known = {*COMMON_WORDS, *rules.glossary}
    return {
        (about, purpose)
        for about, purpose in rolls_in(steps)
        if purpose not in known or (about and misnamed(rules, about, purpose))
    }


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("fight", WHOLE)
def test_a_roll_of_a_sample_has_one_name(fight: Path, tmp_path: Path):
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    entries = combat.entries(1, combat.line.entries)
    assert wrong(combat.rules, ((entry.event, entry.meta.answers) for entry in entries)) == set()
    service.close()


@pytest.mark.sweep
@pytest.mark.parametrize("tale", OURS, ids=lambda t: f"{t.game}, {t.begins.__name__}")
def test_a_roll_is_offered_asked_for_and_entered_under_one_name(tale: Tale):
    story, chance = tale.begins(), random.Random(11)
    story.dice = keyed(11, story.rules.decks)
    for _ in range(STEPS):
        if not (offered := story.offered()):
            break
        [option] = chance.choices(offered, [weight(each) for each in offered])
        said = _answered(story)
        story.say_plainly(fill(option, chooser(chance)))
        _enters_what_was_offered(story, option, said)
    events = ((draft.event, draft.answers) for step in story.steps for draft in step)
    assert wrong(story.rules, events) == set()


def _answered(story: Story) -> Question | None:
    return story.combat.exchange.question()


def _enters_what_was_offered(story: Story, option: Option, asked: Question | None) -> None:
    """A roll that was offered is the first in the log, under the purpose that was offered."""
    chosen = option.throw or option.draw
    if chosen is None or option.command["type"] != "answer":
        return
    assert asked is not None
    assert not misnamed(story.rules, option.command["about"], chosen.purpose)
    first = next(
        draft.event
        for draft in story.steps[-1]
        if isinstance(draft.event, e.DiceRolled | e.CardDrawn)
    )
    assert (first.who, first.purpose) == (chosen.who, chosen.purpose)


@pytest.mark.parametrize("rules", all_rulesets().values(), ids=lambda rules: rules.key)
def test_a_question_that_asks_for_several_rolls_is_a_question_of_its_game(rules: Ruleset):
    several = SEVERAL.get(rules.key, {})
    asks = {about for about, w in rules.windows.items() if w.throw or w.draw}
    assert several.keys() <= asks
    published = {*COMMON_WORDS, *rules.glossary}
    assert {p for purposes in several.values() for p in purposes} - published == set()
    assert asks - several.keys() - published == set()
