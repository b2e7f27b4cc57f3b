"""No word of a roster is lost: each is in the result or in the report."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.rosters.combatants import State
from domain.rosters.joins import joins
from domain.rosters.lines import split
from domain.rosters.parse import parse
from domain.rosters.tables import read_header

MARKS = {"hp", "ac", "init", "ini", "initiative", "temp", "thp", "x"}
"""Words that say what a number is: where the number is kept, they are as well."""
SPANS = {"round", "rounds", "turn", "turns", "for"}
COLUMNS = {"name", "hp", "ac", "init", "side", "count", "note"}

PIECES = """
HP 7|7/7|AC 13|AC13|7hp|13 ac|+2|-1|init +3|init 17|@17|17:|3 x|x3|2x|4|7|13|Goblin
Dire Wolf|lots|ki: 3|slots=4/4|speed: +5|hidden|dead|pc|npc|ally|enemy|[prone]
[poisoned 3 rounds]|[for 2 turns]|[]|()|(regenerates)|(hp 7)|(hp 7, ac 13)|(big hp 8)
-- behind the door|(|[|]|)|HP|AC|temp|+10 temp|40/67 +10 temp|9d8+18|HP 9d8+18|HP 2d6 +2
cr 1/4|,|;|-|—|×|creatures:|Enemies:|# note|name;hp;ac|name,hp,speed|Orc;15;13
Orc,15,30,more|"Dead Man"|"|3xorn|[exhaustion 3]|Élan|ß|x|1.|-|*|•|HP 7.5|30/24|HP -3/9
12:30|a=b|0 x|99 x|{|}|!|x 3
"""
PARTS = st.sampled_from([part for row in PIECES.strip().splitlines() for part in row.split("|")])
TEXTS = st.lists(
    st.lists(PARTS, min_size=1, max_size=7).flatmap(
        lambda parts: st.sampled_from([" ", ", ", "  ", "\t", ";"]).map(lambda gap: gap.join(parts))
    ),
    min_size=1,
    max_size=6,
).map("\n".join)


def words_of(text: str) -> Counter[str]:
    """Words and numbers, without signs, leading zeros and case."""
    found = re.findall(r"[0-9]+|[^\W\d_]+", text.casefold())
    return Counter(word.lstrip("0") or "0" if word.isdigit() else word for word in found)


def result_words(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for key, each in value.items():
                yield from result_words(key)
                yield from result_words(each)
        case list() | tuple():
            for each in value:
                yield from result_words(each)
        case _:
            yield str(value)


def kept_words(text: str) -> set[str]:
    """Every word of the result, and of what the report quotes."""
    found = parse(text)
    said = [*result_words([asdict(who) for who in found.combatants])]
    said += [f"{remark.words} {remark.left_out}" for remark in found.remarks]
    said += [comment.text for comment in found.comments]
    kept = set(words_of(" ".join(said)))
    for who in found.combatants:
        kept |= {"hidden"} if who.hidden else set()
        kept |= {"dead"} if who.dead else set()
        kept |= {"pc", "npc"} if who.played is not None else set()
        kept |= {who.side, "ally", "enemy"} if who.side.lower() in _SAME else set()
        kept |= {str(abs(who.bonus or 0))} | ({"d"} if who.dice else set())
    counts = Counter(who.line for who in found.combatants)
    return kept | {str(count) for count in counts.values()} | _numbers(text, counts)


_SAME = ("ally", "allies", "enemy", "enemies")


def _numbers(text: str, counts: Counter[int]) -> set[str]:
    """Counts of several entries in one line, and list numbers, which stand for nothing."""
    found = set()
    for number, line in enumerate(re.split("\r\n|\r|\n", text), start=1):
        bullet = re.match(r"\s*([0-9]+)[.)]\s", line)
        found |= {bullet[1]} if bullet else set()
        for many in re.findall(r"[0-9]{1,2}", line) if counts[number] else ():
            found |= {many} if int(many) <= counts[number] else set()
    return found


def header_words(text: str) -> set[str]:
    lines, _ = split(text)
    return COLUMNS if any(map(read_header, lines)) else set()


@settings(max_examples=100, deadline=None)
@given(TEXTS)
@example("Goblin\nHP 7")
@example("Orc;15;13;+1;more")
def test_every_word_is_in_the_result_or_in_the_report(text: str):
    lost = set(words_of(text)) - kept_words(text) - MARKS - SPANS - header_words(text)
    assert not lost, (lost, parse(text))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120))
def test_every_text_can_be_read_and_those_who_join_have_names(text: str):
    found = parse(text)
    for join in joins(found.combatants):
        assert join.name.strip() and join.subject
    for remark in found.remarks:
        assert remark.line >= 1 and remark.column >= 1 and str(remark).endswith((".", '."'))


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_all_names_and_ids_differ_and_are_new(text: str):
    here = ("Goblin 1", "Orc")
    found = parse(text, here)
    names = [*here, *(who.name for who in found.combatants)]
    assert len({name.casefold() for name in names}) == len(names)
    subjects = [join.subject for join in joins(found.combatants, ("goblin", "orc"))]
    assert len({*subjects, "goblin", "orc"}) == len(subjects) + 2


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_what_is_quoted_stands_where_the_report_says(text: str):
    lines = re.split("\r\n|\r|\n", text)
    for remark in parse(text).remarks:
        if remark.code not in ("unseen-sign", "some-scores"):
            line = lines[remark.line - 1]
            quoted = line[remark.column - 1 :].replace('"', "")
            assert quoted.startswith(remark.words.split(" ")[0].replace('"', "")), remark


ENTRIES = st.builds(
    lambda count, name, hp, ac, bonus, pool, rounds, note: (
        count,
        name,
        hp,
        ac,
        bonus,
        pool,
        rounds,
        note,
    ),
    st.integers(1, 12),
    st.sampled_from(["Goblin", "Old Ogre", "Élan", "Wolf of the north"]),
    st.tuples(st.integers(0, 99), st.integers(100, 200), st.integers(0, 9)),
    st.integers(0, 30),
    st.integers(-9, 9),
    st.integers(0, 20),
    st.integers(1, 5000),
    st.sampled_from(["", "behind the door"]),
)


@settings(max_examples=40, deadline=None)
@given(ENTRIES, st.booleans())
def test_what_is_written_by_the_grammar_comes_back(entry: Any, comma: bool):
    count, name, (now, most, temporary), ac, bonus, pool, rounds, note = entry
    fields = [
        f"HP {now}/{most} +{temporary} temp",
        f"AC {ac}",
        f"init {bonus:+}",
        f"ki: {pool}",
        f"[poisoned {rounds} rounds]",
    ]
    gap = ", " if comma else " "
    line = f"{count} x {name}{gap}{gap.join(fields)}" + (f" -- {note}" if note else "")
    found = parse(line)
    assert found.remarks == () and len(found.combatants) == count
    for who in found.combatants:
        assert who.hp == (now, most, temporary) and (who.ac, who.bonus) == (ac, bonus)
        assert who.pools == {"ki": (pool, None, 0)}
        assert who.states == (State("poisoned", rounds, "round"),)
        assert who.notes == ((note,) if note else ()) and who.name.startswith(name)
