"""The words of events that no table declares: figures, parameters, purposes, stages and reasons.

A ruleset lists its own words; those here mean the same in every game. A part in angle brackets
varies: `tie <number>` stands for `tie 1` and `tie 2`.
"""

from __future__ import annotations

from collections import Counter


def read_glossary(table: str) -> dict[str, str]:
    """Read a table of words and their meaning: `word | another = meaning (clause)` in each line.

    Raises ValueError for a word that stands in it twice.
    """
    lines = (line.split(" = ", 1) for line in table.strip().splitlines())
    pairs = [(word, meaning) for words, meaning in lines for word in words.split(" | ")]
    if twice := [word for word, times in Counter(word for word, _ in pairs).items() if times > 1]:
        raise ValueError(f"a word has one meaning: {twice}")
    return dict(pairs)


def read_clauses(table: str) -> dict[str, str]:
    """Read the titles of clauses: `3.5 Basic manoeuvres` in each line.

    Raises ValueError for a clause that stands in it twice.
    """
    pairs = [line.split(" ", 1) for line in table.strip().splitlines()]
    if twice := [name for name, times in Counter(name for name, _ in pairs).items() if times > 1]:
        raise ValueError(f"a clause has one title: {twice}")
    return dict(pairs)


COMMON_WORDS = read_glossary("""
who | whom | of | on | unit = the fighter, unit or side concerned
after = the fighter or step before it
against = the total or trait on the other side
at = the moment or step
attack | defence = an attack or a defence, or the total of its roll
by = the margin, the doer or the means
damage = the harm done
difficulty | needed | needs = the total to be reached
effect = the consequence
first | now = the fighters who may go first
from = the source
late = latecomers, who are asked now
left = the amount or the fighters that are left, or a fighter who left
level = a level of harm or strength
lost = the amount lost
order = a place in the order, or a roll for it
roll | rolled | total = the total of the dice, with all modifiers
to = the destination
turn | rounds = the round of its beginning, or the number of rounds
what = the act, as the players described it
which = the one that is meant
with = the partner or the means
tie <number> = the order of those who tied
loose = dice that no rule asks for
another reaction instead = another reaction took its place
cannot act | cannot act: <clause> = the turn is lost by that clause
ended by the referee | the combat ended = the referee ended the combat
forfeited = the turn is lost
left the combat = the doer left the combat
taken back = it was taken back before it was done, or by the source that reports it
as reported = as another program or the table saw it
until the <edge> of the <span> = it lasted until then
<condition> ended = it lasted as long as that condition
another concentration = its bearer began to concentrate on something else
nothing is left to keep up = all that its bearer concentrated on has ended
no turn to count = the last turn that it was to last did not come in its round
initiative; ties by a die | initiative; ties by the referee = initiative order; how ties were broken
pass = no answer: play goes on without one
hit | missed | stopped | succeeded | failed | passed | nothing = the outcome of an act or a roll
as ruled = as the referee ruled
fill | set = a new balance, by the rules or by the referee
pay | lose | gain | move = a cost, a loss, a gain, or a transfer between pools
undo | redo | jump | correction | ruled = the request, correction or ruling that moved the head
""")
