"""Whatever the log names, its ruleset publishes: no name in it is known to the code alone."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from pydantic_core import to_jsonable_python

import domain.rulesets
from api.web.routes.rulesets import Game, describe_ruleset
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
GAMES = sorted(path.parent for path in Path(domain.rulesets.__path__[0]).glob("*/ruleset.py"))
OWN = frozenset({"manoeuvre", "pool", "condition", "fact"})
"""What people name themselves, where no rules do."""


TABLES = ("conditions", "facts", "manoeuvres", "points", "pools", "steps", "windows")
"""What a game publishes besides, of which every row has a name and a meaning."""


def published(rules: Ruleset) -> dict[str, set[str]]:
    """The words of a game by their kind, as it is published."""
    return {
        "window": {*COMMON, *rules.windows},
        "step": {step.name for step in public_steps(rules)},
        "manoeuvre": {m.name for m in rules.manoeuvres},
        "pool": {p.name for p in rules.pools},
        "condition": {c.name for c in rules.conditions},
        "fact": {f.name for f in rules.facts} | {p.key for p in rules.points} | {RULED},
        "phase": {stretch.name for stretch in every(rules.sequence)},
        "deck": set(rules.decks),
        "order": set(rules.orders),
    }


def named(event: e.Event) -> Iterator[tuple[str, str]]:
    """The words that an event names, each with its kind."""
    match event:
        case e.Asked(about=about, before=before):
            yield "window", about
            yield from [("step", before)] if before else ()
        case e.Said(manoeuvre=manoeuvre) | e.Withdrawn(instead=manoeuvre) if manoeuvre:
            yield "manoeuvre", manoeuvre
        case e.PoolChanged(pool=pool, how=how):
            yield from (("pool", pool), ("reason", how))
        case e.ConditionBegan(name=name):
            yield "condition", name
        case e.FactSet(name=name):
            yield "fact", name
        case e.PhaseBegan(phase=phase) | e.PhaseEnded(phase=phase):
            yield "phase", phase
        case e.DiceRolled(sort=sort, purpose=purpose):
            yield "sort", sort
            yield from [("purpose", purpose)] if sort != "loose" else ()
        case e.CardDrawn(deck=deck, purpose=purpose):
            yield from (("deck", deck), ("purpose", purpose))
        case e.Answered(choice=choice):
            yield "choice", choice
        case e.Resolved(stage=stage, outcome=outcome, figures=figures):
            yield "outcome", outcome
            yield from [("stage", stage)] if stage else ()
            yield from (("figure", figure) for figure in figures)
        case e.OrderSet(scope=scope):
            yield "order", scope


def explained(event: e.Event) -> Iterator[tuple[str, str]]:
    """The parameters and reasons in an event of any kind."""
    parameters = getattr(event, "params", None) or getattr(event, "detail", None) or {}
    yield from (("parameter", name) for name in parameters)
    reason = getattr(event, "why", "") or getattr(event, "how", "")
    yield from [("reason", reason)] if reason else ()


def meanings(rules: Ruleset) -> dict[str, str]:
    """Every word that a game publishes with a meaning."""
    game = Game.model_validate(to_jsonable_python(describe_ruleset(rules))).model_dump()
    found = dict(game["glossary"])
    for row in (row for table in TABLES for row in game[table]):
        found.setdefault(row.get("name") or row.get("about") or row["key"], row["says"])
    choices = [choice for row in game["windows"] for choice in row["choices"] or ()]
    found = {**{choice["name"]: choice["says"] for choice in choices}, **found}
    for row in (*game["manoeuvres"], *choices):
        for name, schema in (row["parameters"] or {"properties": {}})["properties"].items():
            found.setdefault(name, schema.get("description", ""))
    told = {word.removeprefix("comes to "): says for word, says in game["words"].items()}
    return {word: says for word, says in {**told, **found}.items() if says}


def own_words(events: Iterable[e.Event]) -> dict[str, str]:
    """Patterns of what people named themselves in a log, and other words in angle brackets."""
    own: defaultdict[str, set[str]] = defaultdict(set)
    for event in events:
        match event:
            case e.Joined(subject=subject, name=name, traits=traits):
                own["name"] |= {subject, name}
                own["trait"] |= {*traits, *map(str, traits.values())}
            case e.Said(params=params):
                own["trait"] |= {said for said in params.values() if isinstance(said, str)}
            case e.PoolChanged(pool=pool):
                own["pool"] |= {pool}
            case e.ConditionBegan(name=name):
                own["condition"] |= {name}
    named_so = {kind: "|".join(re.escape(w) for w in words) for kind, words in own.items()}
    return {
        **named_so,
        "edge": "beginning|end",
        "span": "act|turn|phase|round|combat",
        "level": "light|medium|serious|critical|fatal",
        "number": r"\d+",
        "clause": ".+",
        "reason": ".+",
    }


def with_meaning(rules: Ruleset, events: Iterable[e.Event]) -> re.Pattern[str]:
    """What a word in a log may be: one with a meaning, or one that people named, as a trait."""
    own = own_words(events)

    def stands_for(bracket: re.Match[str]) -> str:
        return f"(?:{own.get(bracket[1]) or '(?!)'})"

    known = (re.sub("<(.+?)>", stands_for, re.escape(word)) for word in meanings(rules))
    return re.compile("|".join((*known, own.get("trait") or "(?!)")))


def unpublished(rules: Ruleset, events: Iterable[e.Event]) -> set[tuple[str, str]]:
    """The words of a log that its ruleset does not publish."""
    events = tuple(events)
    words, free = published(rules), OWN if rules.key == "open" else frozenset()
    known = with_meaning(rules, events)
    found = {word for event in events for word in (*named(event), *explained(event))}
    return {
        (kind, word)
        for kind, word in found
        if kind not in free
        and not (word in words[kind] if kind in words else known.fullmatch(word))
    }


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
    assert unpublished(rules, events) == {("parameter", "then")}
    rules = replace(rules, glossary={"then": "which step follows"})
    assert unpublished(rules, events) == set()
    [asked] = story.events(e.Asked)
    secret = asked.model_copy(update={"before": "_sweep_on"})
    assert unpublished(rules, [*events, secret]) == {("step", "_sweep_on")}


def texts_in(call: ast.Call) -> Iterator[str]:
    """The words that a call in the source of a game puts into an event literally."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    parts: list[ast.expr | None] = list(call.args[1:2]) if name in SECOND else []
    parts += call.args[-1:] if name in LAST else []
    parts += call.args[:1] if name in FIRST else []
    for keyword in call.keywords:
        if name == "resolve" and keyword.arg and keyword.arg not in NO_FIGURES:
            yield keyword.arg
        if keyword.arg in ("params", "detail") and isinstance(keyword.value, ast.Dict):
            parts += keyword.value.keys
        if keyword.arg == "why" or (name, keyword.arg) == ("resolve", "stage"):
            parts.append(keyword.value)
    either = (p for part in parts if isinstance(part, ast.IfExp) for p in (part.body, part.orelse))
    found = (part.value for part in (*parts, *either) if isinstance(part, ast.Constant))
    yield from (word for word in found if isinstance(word, str) and word)


FIRST = frozenset({"Blank", "Choice", "resolve"})
"""Calls of which the first part is a parameter, a choice or an outcome."""

SECOND = frozenset({"Throw", "Draw"})
"""Calls of which the second part is a purpose."""

ENDS = {"end_condition", "end_state", "end_with_power", "stop_charging", "unsettle"}
LAST = ENDS | {"drop_effects", "regains", "take_out"}
"""Calls of which the last part is a reason."""

NO_FIGURES = frozenset({"act", "stage", "of", "basis"})
"""What an outcome is given besides its figures."""


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_game_writes_no_word_into_an_event_that_it_does_not_explain(folder: Path):
    rules = import_module(f"domain.rulesets.{folder.name}").RULES
    trees = (ast.parse(source.read_text("utf-8")) for source in folder.rglob("*.py"))
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    known = with_meaning(rules, ())
    words = {word for call in calls for word in texts_in(call)}
    assert {word for word in words if not known.fullmatch(word)} == set()
