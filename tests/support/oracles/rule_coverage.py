"""Which tests hold a game to which section of its rules: one table for each game.

`tests/domain/rulesets/coverage/<key>.toml` maps the number and title of a section to tests, as
`file::test`, the file from tests/ on.
`python -m tests.support.oracles.rule_coverage` prints all of it, with the number of tests in each
file.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from domain.rulesets import all_rulesets

TESTS = Path(__file__).parents[2]
TABLES = TESTS / "domain/rulesets/coverage"


def sections(key: str) -> dict[str, list[str]]:
    """The sections of a game's rules, in their order, each with its tests."""
    return tomllib.loads((TABLES / f"{key}.toml").read_text("utf-8"))


def named(name: str) -> tuple[str, str]:
    """The file and the function of a test."""
    file, _, test = name.partition("::")
    return file, test


def table() -> Iterator[str]:
    """A line for each game, and below it one for each section of its rules."""
    for rules in all_rulesets().values():
        yield f"{rules.title}, edition {rules.edition}"
        for title, names in sections(rules.key).items():
            files = Counter(named(name)[0] for name in names)
            yield f"  {title}: {', '.join(f'{file} {count}' for file, count in files.items())}"


if __name__ == "__main__":
    print(*table(), sep="\n")
