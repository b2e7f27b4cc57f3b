"""Mistakes in a preset: each is refused with its place and what to write."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ruleset.ruleset import Refused
from tests.support.fights.arq import RULES as ARQ
from tests.support.fights.open import MINE, Game


def changed(part: str, value: Any) -> dict[str, Any]:
    return {**MINE, part: value}


@pytest.mark.parametrize(
    ("preset", "pointer", "why", "write"),
    [
        ({"sheet": {}}, "", "a preset has a title", '"title": "the name of your game"'),
        (changed("spells", {}), "/spells", "'spells' means nothing here", "one of: title, words"),
        (changed("title", ""), "/title", "'' is no name", "a name in quotes"),
        (changed("title", 5), "/title", "5 is no name", "a name in quotes"),
        (changed("words", {"turn": "{x}"}), "/words/turn", "'{x}' is no name", "a name in quotes"),
        (changed("words", {"hit": "x"}), "/words/hit", "'hit' means nothing", "one of: round"),
        (changed("sheet", []), "/sheet", "[] is no object", "names and what they are"),
        (changed("sheet", {"a": {}}), "/sheet/a", "nothing says what a holds", '"is": "number"'),
        (changed("sheet", {"a": {"is": "pond"}}), "/sheet/a/is", '"is" cannot be', "one of: pool"),
        (
            changed("sheet", {"a": {"is": "word", "most": 3}}),
            "/sheet/a/most",
            "a is no pool",
            '"is": "pool", or no most',
        ),
        (
            changed("sheet", {"a": {"is": "pool", "least": 4, "most": 3}}),
            "/sheet/a/most",
            "3 is less than the least",
            "4 or more",
        ),
        (
            changed("sheet", {"a": {"is": "word"}, "b": {"is": "word", "also": ["A"]}}),
            "/sheet/b",
            "'a' means 'a' already",
            "another name",
        ),
        (
            changed("sheet", {"a/b": {"is": "word"}}),
            "/sheet/a~1b",
            "'a/b' is no name",
            "a name in quotes",
        ),
        (
            changed("sheet", {"zone": {"is": "pool"}}),
            "/sheet/zone/is",
            "zone is no pool",
            '"number" or "word"',
        ),
        (
            changed("conditions", {"hot": {"rounds": "ten"}}),
            "/conditions/hot/rounds",
            '"rounds" cannot be',
            "a whole number from 1 to 1000000, such as 10",
        ),
        (
            changed("conditions", {"hot": {"rounds": 1, "turns": 1}}),
            "/conditions/hot/turns",
            "hot lasts for rounds or for turns, not for both",
            '"rounds" or "turns"',
        ),
        (
            changed("conditions", {"hot": {"edge": "end"}}),
            "/conditions/hot/edge",
            "hot lasts until it is ended",
            '"turns": 1, or no "edge"',
        ),
        (
            changed("conditions", {"hot": {"concentration": "yes"}}),
            "/conditions/hot/concentration",
            '"concentration" cannot be',
            "true or false",
        ),
        (
            changed("initiative", {"dice": "d20"}),
            "/initiative/dice",
            "'d20' does not fit dice",
            'dice, such as "1d20" or "2d6"',
        ),
        (
            changed("initiative", {"ties": "fight"}),
            "/initiative/ties",
            "'fight' does not fit ties",
            'one of: "as added"',
        ),
    ],
)
def test_what_is_wrong_is_refused_with_its_place_and_what_to_write(
    preset: dict[str, Any], pointer: str, why: str, write: str
):
    with pytest.raises(Refused) as refused:
        Game(preset=preset)
    assert refused.value.pointer == f"/preset{pointer}"
    assert refused.value.why.startswith(why)
    assert str(refused.value.missing[0].wanted).startswith(write)


def test_a_game_with_rules_takes_none():
    with pytest.raises(Refused, match="takes no preset: its own rules say all of that"):
        ARQ.with_preset(MINE)
    assert ARQ.with_preset({}) is ARQ
