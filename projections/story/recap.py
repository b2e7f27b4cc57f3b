"""The recap: a combat in a page of Markdown, to be pasted where the table talks.

Who fought, the story of every round in short, how things stand, and how many dice fell. It is
folded from what its reader may see, like everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.state.conditions import conditions
from projections.state.pools import PoolRow, is_keyed, pools, total
from projections.story.act_changes import changes_by_act
from projections.story.timeline import StoryLine, story
from projections.visibility.snapshot import START, Moment, advance, line_of_play
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import NO_TEXTS, Texts
from projections.wording.game_words import capital, markdown, markdown_table, name_of, word
from projections.wording.reports import rolled_by

TOLD = ("act", "outcome", "condition", "gap")
"""Kinds of lines that a recap tells, beside points that the referee gave or took by hand."""

CLOCK = 2
"""How deep an act of somebody's own turn stands: in a round and a turn. Only deeper is set in."""


def recap(entries: Sequence[SeenEntry], rules: Ruleset, texts: Texts = NO_TEXTS) -> str:
    """The recap of what somebody sees, as Markdown; what was undone is left out.

    `entries` is that viewer's own log, from its first entry up to the moment. `texts`
    gives names and texts that are stored outside the log, by their ids.
    """
    standing = line_of_play(entries)
    played = [entries[seq - 1] for seq in standing]
    moment = reduce(advance, played, START)
    parts = [
        *_title(played, rules, moment),
        *_fighters(moment),
        *_story(entries, set(standing), rules, texts),
        *_stand(moment, rules),
        _rolls(played, moment),
    ]
    return "\n".join(parts) + "\n"


# --- who ---------------------------------------------------------------------------------------


def _title(played: Iterable[SeenEntry], rules: Ruleset, moment: Moment) -> Iterator[str]:
    opened = [one.event for one in played if isinstance(one.event, e.CombatOpened)]
    title = opened[0].title if opened else ""
    yield f"# {markdown(title or 'A combat')}"
    yield ""
    rounds = moment.combat.clock.number
    many = f"{word(rules, 'round')} {rounds}" if rounds else "nothing has begun"
    state = "over" if moment.combat.roster.ended else "going on"
    yield f"*{markdown(rules.title)}, {many}, {state}*"
    yield ""


def _fighters(moment: Moment) -> Iterator[str]:
    """Who fought, by sides in the order they came."""
    members = [m for m in moment.combat.roster.members.values() if m.kind != "side"]
    if not members:
        return
    name = name_of(moment.combat)
    sides = dict.fromkeys(m.side for m in members)
    for side in sides:
        mine = (m for m in members if m.side == side)
        called = [markdown(m.name) + ("" if m.here else " (left)") for m in mine]
        title = markdown(capital(name(side))) if side else "On no side"
        yield f"- **{title}**: {', '.join(called)}"
    yield ""


# --- what happened -----------------------------------------------------------------------------


def _story(
    entries: Sequence[SeenEntry], standing: set[int], rules: Ruleset, texts: Texts
) -> Iterator[str]:
    """The story by rounds; the same outcome told twice in a row is told once, with how often."""
    rounds, of = _rounds(entries, standing), {one.number: one for one in entries}
    changes = changes_by_act((one for one in entries if one.entry.seq in standing), rules)
    told = [
        (rounds[line.number], line)
        for line in story(entries, rules, texts=texts)
        if line.number in rounds and (line.kind in TOLD or _is_by_hand(line, of[line.number]))
    ]
    for n, group in groupby(told, key=lambda each: each[0]):
        yield f"## {capital(word(rules, 'round'))} {n}" if n else "## Before"
        yield ""
        lines = (_line(line, changes.get(line.number, "")) for _, line in group)
        for line, same in groupby(lines):
            times = sum(1 for _ in same)
            yield line if times == 1 else f"{line} ({times} times)"
        yield ""


def _is_by_hand(line: StoryLine, seen: SeenEntry) -> bool:
    """Whether points were changed by no act: without them the others would not add up."""
    return line.kind == "posting" and seen.entry.meta.basis == "table"


def _line(line: StoryLine, changes: str) -> str:
    """A line as an item of a list, with what its act did to pools."""
    text = line.text.replace(" [table]", " (by hand)", 1) if line.kind == "posting" else line.text
    told = f"{text} ({changes})" if changes else text
    return f"{'  ' * max(0, line.depth - CLOCK)}- {markdown(told)}"


def _rounds(entries: Sequence[SeenEntry], standing: set[int]) -> dict[str, int]:
    """The round of every entry that stands, by its number."""
    found, n = {}, 0
    for one in entries:
        if one.entry.seq not in standing:
            continue
        n = one.event.n if isinstance(one.event, e.RoundBegan) else n
        found[one.number] = n
    return found


# --- how it stands -----------------------------------------------------------------------------


def _stand(moment: Moment, rules: Ruleset) -> Iterator[str]:
    """A table of who has what left and stands under what."""
    rows = list(_rows(moment, rules))
    if not rows:
        return
    yield "## In the end" if moment.combat.roster.ended else "## As it stands"
    yield ""
    yield from markdown_table(("who", "has left", "stands under"), rows)


def _rows(moment: Moment, rules: Ruleset) -> Iterator[tuple[str, ...]]:
    left = dict[str, list[str]]()
    for (who, *_), rows in groupby(pools(moment, rules), key=lambda it: _column(rules, it)):
        left.setdefault(who, []).append(_has_left(rules, list(rows)))
    under = {
        each.who: [c.words + (f" ({c.at})" if c.at else "") for c in each.conditions]
        for each in conditions(moment, rules)
    }
    name = name_of(moment.combat)
    for who in dict.fromkeys([*left, *under]):
        yield name(who), ", ".join(left.get(who, "-")), ", ".join(under.get(who, "-"))


def _column(rules: Ruleset, row: PoolRow) -> tuple[str, ...]:
    """Return what stands together: the keys of one pool."""
    return row.who, row.pool


def _has_left(rules: Ruleset, rows: Sequence[PoolRow]) -> str:
    """Say what is left of a pool: `3 AP`, `mana: red 2, white 1`."""
    says = rows[0].says
    if not is_keyed(rules, rows[0].pool, rows[0].key):
        return f"{rows[0].amount} {says}"
    keys = ", ".join(f"{row.key} {row.left}" for row in rows if row.key)
    return f"{says}: {keys}" if keys else f"{total(rows)} {says}"


def _rolls(played: Iterable[SeenEntry], moment: Moment) -> str:
    """How many rolls there were, and whose; last those that name nobody."""
    fell = [(one, one.event) for one in played if isinstance(one.event, e.DiceRolled)]
    if not fell:
        return "No dice fell."
    name, dice = name_of(moment.combat), sum(len(roll.all_faces) for _, roll in fell)
    by = Counter(name(rolled_by(one)) for one, _ in fell).most_common()
    by.sort(key=lambda each: not each[0])
    whose = ", ".join(f"{markdown(who) or 'unnamed'} {count}" for who, count in by)
    many = "1 roll" if len(fell) == 1 else f"{len(fell)} rolls"
    return f"{many}: {whose}. {'1 die' if dice == 1 else f'{dice} dice'} fell."
