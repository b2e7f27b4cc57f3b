"""The sequence of play drawn as a tree, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterator

from domain.ruleset.ruleset import Ruleset, Stretch
from projections.wording.game_words import duration, word


def outline(rules: Ruleset) -> str:
    """Every round, turn and phase; under each its stages, whose it is, and what ends it.

    The stages stand in the order in which they run: those that open a stretch, how it is found
    whose it is (`whose`), and, behind what is inside it, those that close it.
    """
    return "\n".join(_tree_lines(rules, rules.sequence))


def _tree_lines(rules: Ruleset, stretch: Stretch) -> Iterator[str]:
    """The lines of a stretch and of all inside it, as a tree."""
    yield _head(rules, stretch)
    bar = "│" if stretch.inside else " "
    yield from (f"{bar}    {line}" for line in _before(stretch))
    for nth, inner in enumerate(stretch.inside, 1):
        last = nth == len(stretch.inside)
        first, *rest = _tree_lines(rules, inner)
        yield f"{'└─' if last else '├─'} {first}"
        yield from (f"{' ' if last else '│'}  {line}".rstrip() for line in rest)
    if closing := (*stretch.closes, *stretch.after):
        yield f"     closes: {', '.join(closing)}"


def _head(rules: Ruleset, stretch: Stretch) -> str:
    """What a stretch is called, what it is, and how often it comes."""
    called = word(rules, stretch.name)
    asides: list[str] = [] if called.endswith(stretch.kind) else [stretch.kind]
    asides += [f"{stretch.limit} at most"] if stretch.limit else []
    asides += [duration(stretch.seconds)] if stretch.seconds else []
    asides += ["in the first round alone"] if stretch.once else []
    if stretch.kind == "round":
        asides.append("begun by the referee" if stretch.waits else "begins by itself")
    return called + (f" ({', '.join(asides)})" if asides else "")


def _before(stretch: Stretch) -> Iterator[str]:
    """The stages that come before anything inside a stretch, and who acts in it how long."""
    if stretch.next:
        yield f"whose: {stretch.next}"
    if stretch.opens:
        yield f"opens: {', '.join(stretch.opens)}"
    if stretch.acts:
        yield f"acts until: {stretch.idle or 'ended'}{', or ended' if stretch.idle else ''}"
