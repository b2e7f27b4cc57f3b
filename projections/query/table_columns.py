"""The tables that questions are asked of: their columns, and what each of them means.

Every table is filled from its reader's own log, under that log's numbers. `n` orders rows as
they happened. `undone` is 1 for what is not on the line of play now. A name of nobody is empty, a
number that its reader cannot know is NULL. Amounts are whole numbers in the pool's or roll's unit.
"""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A column of a table, and what it means."""

    name: str
    says: str


class Table(NamedTuple):
    """A table: its name, what a row of it is, and its columns, each with its meaning."""

    name: str
    says: str
    columns: tuple[Column, ...]


_COMMON = dict(
    line.split(": ", 1)
    for line in """
number: the number of the entry
n: its place in the log
round: the round it stands in, or that was last; 0 before the first
turn: whose turn it was
undone: 1 where it is not on the line of play
text: the sentence that tells it
by_person: the person who said it
at_ms: milliseconds since 1970 UTC
act: the act that it belongs to
on_act: the act or span that it answers, interrupts or goes on with
by_who: whose act that was
manoeuvre: what that act was
clause: the clause of the rules
basis: stated, default, ruled, table, against or imported
purpose: for what
about: what it is about
provenance: service, typed, witnessed or reported
toward: toward whom
ended: the entry that ended it
ended_n: the place of that entry
""".strip().splitlines()
)
"""What columns mean wherever they occur; one that is not here is what its name says."""

_OF_ENTRIES = """
entries: an entry of the log
    step: its step
    turn
    phase: the innermost open phase
    type: what happened, such as dice-rolled
    text
    cause: the act or span of the clock in whose course it happened
    act, clause, basis, by_person
    on_behalf: for whom it was said
    at_ms

turns: a go of one actor, held ones again when they go on
    who: the actor
    ended, ended_n
    held: 1 where it is held, to be resumed
    why: how the turn came to this actor
    began_ms: when it began
    ended_ms: when it ended

rounds: a round
    ended, ended_n

orders: somebody's place in an order that was set
    scope: which order
    place: the place in it, from 1
    who: who
    score: the score, in displayed points
    why: why in that order

acts: an act as an entry says it: declared, then done
    act: its own id
    who: who does it
    manoeuvre: what
    kind: declared, action, reaction or follow on
    on_act
    using: with what
    targets: at whom, with spaces between
    clause, basis

outcomes: what came of an act at one of its stages
    act
    who: whose act
    manoeuvre
    whom: whom the outcome is about: its own target, else the targets of the act
    stage, outcome, clause, basis

rolls: dice that fell
    who: who rolled
    purpose
    sort: the sort, by which rolls are counted
    dice: how many dice
    sides: how many sides each has, those of the first size
    total: the total, in displayed points (2.5 is 2 1/2)
    target: the number to reach, in displayed points
    outcome: what came of it in a word
    provenance, act, clause

cards: a card that was drawn
    who: who drew it
    purpose, deck, card
    rank: what it counts, in displayed points
    provenance

postings: a change of a pool
    turn
    subject: whose pool
    pool: which
    key: which colour or key of it
    how: fill, pay, lose, gain, move or set
    other_side: the game's account on the other side
    delta: the change, in displayed points (2.5 is 2 1/2)
    balance: what was left, in displayed points
    wanted: what the change should have been, in displayed points
    cause: an act, a span of the clock, an answer, `comes in` or `the table's word`
    act, by_who, manoeuvre, clause, basis
    harm: 1 where it leaves somebody worse off

conditions: a condition that began
    condition: its id
    subject: who stands under it
    name: what it is called
    key: its key
    level: its level as it began
    at: where
    toward
    until: until when it lasts
    parent: the id of the condition that it ends with
    act
    by_who: who caused it
    ended
    ended_round: the round of that entry
    why: why it ended

questions: a window, each time that it was opened or asked again
    question: its id
    about, on_act
    until: all, or first
    closed: the entry that closed it
    clause

slots: a place for an answer in a window
    question, about
    slot: the id of the slot
    who: who may answer
    rank: when, from 0
    barred: the clause that passes this actor over
    answered: the entry that filled it

answers: what filled a slot
    question, about, slot
    who: who answered
    choice: the choice; declared, done, rolled or drawn
    clause, basis

rulings: what was ruled, set, or done against the rules
    basis: ruled, against, or table
    clause, text, by_person

facts: a tie or a property, or a setting of the table, as it was set
    of: of whom; `table` for a setting
    name: what
    toward
    was: the value before
    value, basis

moves: one leg of a move
    subject: who
    was: from where
    place: to where
"""
"""Tables whose rows begin with their entry, and end with whether that is undone."""

_OTHERS = """
members: somebody or something in the combat
    subject: the id
    name
    kind: combatant, creature, unit, thing, card or side
    side
    came: the entry of its coming
    gone: the entry of its leaving
    undone

figures: a figure of an outcome
    number: the entry of the outcome
    figure: its name
    value: a number in displayed points, or a word

dice: one die of a roll
    number: the entry of the roll
    nth: which die, from 1
    face: what it showed
    sides: how many sides it has
    undone

modifiers: one modifier of a roll
    number: the entry of the roll
    source: what it is for
    value: how much, in displayed points

undos: a move of the head
    number, n
    was: the entry it left
    went_to: the entry it went to
    why: undo, redo, jump, correction
    fell: how many entries fell away
    by_person, at_ms
"""
"""Tables of parts of entries, of members, and of moves of the head.

A table is described by what a row of it is; below that come its columns, each with its meaning, or
several whose meaning is known.
"""


def _table(described: str, of_entries: bool = False) -> Table:
    """Read one table: lines of `name: meaning`, or of names whose meaning is known."""
    (name, _, says), *lines = (line.strip().partition(": ") for line in described.splitlines())
    if of_entries:
        lines = [("number, n, round", "", ""), *lines, ("undone", "", "")]
    columns = tuple(
        Column(column, meaning or _COMMON.get(column, f"the {column}"))
        for columns, _, meaning in lines
        for column in columns.split(", ")
    )
    return Table(name, says, columns)


TABLES = (
    *(_table(described, of_entries=True) for described in _OF_ENTRIES.strip().split("\n\n")),
    *map(_table, _OTHERS.strip().split("\n\n")),
)
"""Every table, in the order in which they are documented."""
