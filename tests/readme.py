"""`python -m tests.readme`: what the README shows of the games, made from their data.

Each piece stands between two marks, `<!-- name -->` and `<!-- /name -->`; tests/test_readme.py
holds the README to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from domain.ruleset import Ruleset
from domain.rulesets import all_rulesets
from projections.outline import outline
from tests.architecture import ROOT
from tests.rulesets.covered import TESTS, named, sections

README = ROOT / "README.md"


def sequences() -> str:
    """The sequence of play of every game as a drawing."""
    drawings = (f"{rules.title}\n\n{outline(rules)}" for rules in all_rulesets().values())
    return "```\n" + "\n\n\n".join(drawings) + "\n```"


def coverage() -> str:
    """A row for each section of each game's rules: the files whose tests cover it, and how many."""
    rows = (row for rules in all_rulesets().values() for row in _rows(rules))
    return "\n".join(("| game | section of its rules | tests |", "|---|---|---|", *rows))


def _rows(rules: Ruleset) -> Iterator[str]:
    for title, names in sections(rules.key).items():
        files = Counter(_short(rules.key, named(name)[0]) for name in names)
        told = ", ".join(f"{file} {count}" for file, count in files.items())
        yield f"| {rules.title} | {title} | {told} |"


def _short(key: str, file: str) -> str:
    """A file without what all of the game's files are called: `turn`, `rules lawyer`."""
    words = Path(file).stem.removeprefix("test_").split("_")
    for own in key.split("-"):
        words = words[1:] if len(words) > 1 and words[0] == own else words
    return " ".join(words)


PIECES = {"sequences": sequences, "coverage": coverage}


def filled(text: str) -> str:
    """A README with every piece as it is to be; one that lacks a mark is given it at its end."""
    for name, piece in PIECES.items():
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n{piece()}\n{end}{rest.partition(end)[2]}"
    return text


def main() -> None:
    """Write the pieces into the README."""
    README.write_text(filled(README.read_text("utf-8")), "utf-8")
    print(f"README.md: {', '.join(PIECES)}, from {TESTS.relative_to(ROOT)} and the games' data")


if __name__ == "__main__":
    main()
