"""Whatever the log names, its ruleset publishes: no name in it is known to the code alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from domain import events as e
from domain.engine.stages import public_steps
from domain.ruleset.other_revision import RULED
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.sequence import every
from domain.ruleset.windows import COMMON
from domain.rulesets import all_rulesets
from tests.properties.test_samples import WHOLE
from tests.support.fights.random_fights import TALES, Tale
from tests.support.fights.random_play import play
from tests.support.goldens.samples import sample_in
from tests.support.logs.stage_games import act, asks, begun, game

STEPS = 120
ON_THE_TABLE = {"undo", "fresh-dice"}
"""What is asked beside play, in every game."""

OWN = frozenset({"manoeuvre", "pool", "condition"})
"""What people name themselves, where no rules do."""


def published(rules: Ruleset) -> dict[str, set[str]]:
    """The words of a game by their kind, as it is published."""
    return {
        "window": {*COMMON, *rules.windows, *ON_THE_TABLE},
        "step": {step.name for step in public_steps(rules)},
        "manoeuvre": {m.name for m in rules.manoeuvres},
        "pool": {p.name for p in rules.pools},
        "condition": {c.name for c in rules.conditions},
        "fact": {f.name for f in rules.facts} | {p.key for p in rules.points} | {RULED},
        "phase": {stretch.name for stretch in every(rules.sequence)},
        "sort": set(rules.sorts),
        "deck": set(rules.decks),
        "order": set(rules.orders),
    }


def named(event: e.Event) -> Iterator[tuple[str, str]]:
    """The words that an event names, each with its kind."""
    match event:
        case e.Asked(about=about, before=before):
            yield "window", about
            yield from [("step", before)] if before else ()
        case e.Said(manoeuvre=manoeuvre):
            yield "manoeuvre", manoeuvre
        case e.PoolChanged(pool=pool):
            yield "pool", pool
        case e.ConditionBegan(name=name):
            yield "condition", name
        case e.FactSet(name=name):
            yield "fact", name
        case e.PhaseBegan(phase=phase) | e.PhaseEnded(phase=phase):
            yield "phase", phase
        case e.DiceRolled(sort=sort):
            yield "sort", sort
        case e.CardDrawn(deck=deck):
            yield "deck", deck
        case e.OrderSet(scope=scope):
            yield "order", scope


def unpublished(rules: Ruleset, events: Iterable[e.Event]) -> set[tuple[str, str]]:
    """The words of a log that its ruleset does not publish."""
    words, own = published(rules), OWN if rules.key == "open" else frozenset()
    found = {word for each in events for word in named(each) if word[0] not in own}
    return {(kind, word) for kind, word in found if word not in words[kind]}


@pytest.mark.parametrize("fight", WHOLE)
def test_a_sample_names_nothing_that_its_ruleset_does_not_publish(fight: Path, tmp_path: Path):
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    events = [entry.event for entry in combat.entries(1, combat.line.entries)]
    assert unpublished(combat.rules, events) == set()
    service.close()


@pytest.mark.sweep
@pytest.mark.parametrize("tale", TALES, ids=lambda t: f"{t.game}, {t.begins.__name__}")
def test_play_at_random_names_nothing_that_its_ruleset_does_not_publish(tale: Tale):
    story = play(tale.begins(), 7, STEPS)
    events = [draft.event for step in story.steps for draft in step]
    assert unpublished(story.rules, events) == set()


@pytest.mark.parametrize("rules", all_rulesets().values(), ids=lambda rules: rules.key)
def test_every_step_is_published_with_its_meaning(rules: Ruleset):
    assert [step.name for step in public_steps(rules) if not step.says] == []


def test_a_name_that_is_not_published_is_found():
    rules = game(None, act("ask", "two"))
    rules.stages["ask"] = asks("extra")
    story = begun(rules).does("ana", "do")
    events = [draft.event for step in story.steps for draft in step]
    assert unpublished(rules, events) == set()
    [asked] = story.events(e.Asked)
    secret = asked.model_copy(update={"before": "_sweep_on"})
    assert unpublished(rules, [*events, secret]) == {("step", "_sweep_on")}
