"""No word of a game is known outside its folder: not its pools, states, facts or manoeuvres.

A word is known where it stands by itself as a text in the code, or between quotes in a page.
Short names (`ap`) and words that are the kernel's own, or the web's, say nothing of a game.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from domain.ruleset.ruleset import Ruleset
from domain.rulesets import all_rulesets
from tests.support.architecture import FILES, Source

SHORT = 3
ORDINARY = {
    "action",
    "alert",
    "answer",
    "attack",
    "begin",
    "block",
    "change",
    "close",
    "command",
    "contested",
    "dead",
    "deed",
    "dice",
    "distance",
    "drawn",
    "expired",
    "fact",
    "fight",
    "files",
    "follow",
    "forgotten",
    "gain",
    "grown",
    "held",
    "initiative",
    "interrupted",
    "joined",
    "kept",
    "life",
    "lose",
    "lost",
    "manifest",
    "move",
    "moved",
    "owner",
    "pass",
    "place",
    "power",
    "ready",
    "rolled",
    "score",
    "spent",
    "talk",
    "turn",
    "under",
    "withdraw",
    "wound",
    "zone",
}
"""Words of the kernel, the ledger, the command line and HTML that some game has as well."""


def words_of(rules: Ruleset) -> set[str]:
    """The names that a game gives to its pools, states, facts and manoeuvres."""
    named = {pool.name for pool in rules.pools} | {kind.name for kind in rules.conditions}
    named |= {kind.name for kind in rules.facts} | {deed.name for deed in rules.manoeuvres}
    return {name for name in named if len(name) > SHORT}


WORDS = {word: key for key, rules in all_rulesets().items() for word in words_of(rules)}


def texts(source: Source) -> Iterator[tuple[int, str]]:
    """The texts in a source, each with its line."""
    if source.path.endswith(".py"):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.lineno, node.value
        return
    for number, line in enumerate(source.text.splitlines(), 1):
        yield from ((number, text) for _, text in re.findall(r"""(["'])(.*?)\1""", line))


def known(source: Source) -> list[str]:
    """Where a source knows a word of a game."""
    return [
        f"{source.path}:{line}: {text!r} is a word of {WORDS[text]}"
        for line, text in texts(source)
        if text in WORDS and text not in ORDINARY
    ]


TEMPLATE = "api/cli/set_up/ruleset_template/"
"""What a new game is made of."""

OUTSIDE = [
    source
    for source in FILES
    if not source.path.startswith(("domain/rulesets/", "api/samples", TEMPLATE))
    and not (source.path.startswith("api/pages/guide/") and source.path.endswith(".md"))
]
"""Everything but the games, their samples, and the texts of the guide, which name games."""


def test_no_word_of_a_game_is_known_outside_its_folder():
    assert [said for source in OUTSIDE for said in known(source)] == []


def test_every_ordinary_word_is_one():
    met = {text for source in OUTSIDE for _, text in texts(source)} & set(WORDS)
    assert met == ORDINARY


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("domain/a.py", "def f(step):\n    return step.balance_of('ana', 'wounds')"),
        ("projections/a.py", "QUIET = {'off guard', 'x'}"),
        ("api/a.py", "match name:\n    case 'parry': ..."),
        ("api/a.html", "{% if name == 'fleeing' %}"),
    ],
)
def test_a_planted_word_is_found(path: str, text: str):
    assert len(known(Source(path, text))) == 1


def test_every_game_has_words_to_look_for():
    assert {key for key in all_rulesets() if not words_of(all_rulesets()[key])} == set()
    assert len(WORDS) > 200
