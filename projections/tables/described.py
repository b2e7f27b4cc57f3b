"""The tables that questions are asked of: their columns, and what each of them means.

Every table is filled from what its reader sees, in his own numbers and names. `n` orders rows as
they happened. `undone` is 1 for what is not on the line of play now. A name of nobody is empty, a
number that its reader cannot know is NULL. Amounts are whole numbers in the pool's or roll's unit.
"""

from __future__ import annotations

from typing import NamedTuple


class Table(NamedTuple):
    """A table: its name, what a row of it is, and its columns, each with its meaning."""

    name: str
    says: str
    columns: tuple[tuple[str, str], ...]


_ENTRY = """
    number: the number of the entry
    n: its place in the log
    round: the round it stands in, or that was last; 0 before the first
""".strip("\n")
_UNDONE = "    undone: 1 where it is not on the line of play"

_DESCRIBED = f"""
entries: an entry of the log
{_ENTRY}
    step: its step
    turn: whose turn it was
    phase: the innermost open phase
    type: what happened, such as dice-rolled
    text: the sentence that tells it
    cause: the act or span of the clock in whose course it happened
    act: the act that it belongs to
    clause: the clause of the rules
    basis: stated, default, ruled, table or against
    by_person: the person who said it
    on_behalf: for whom it was said
    at_ms: milliseconds since 1970 UTC
{_UNDONE}

members: somebody or something in the combat
    subject: the id
    name: the name
    kind: combatant, creature, unit, thing, card or side
    side: the side
    came: the entry of its coming
    gone: the entry of its leaving
    undone: 1 where its coming is not on the line of play

turns: a go of one actor, held ones again when they go on
{_ENTRY}
    who: the actor
    ended: the entry of its end
    ended_n: the place of that entry
    held: 1 where it is held, to be resumed
    why: how it came to be his
    began_ms: when it began
    ended_ms: when it ended
{_UNDONE}

rounds: a round
{_ENTRY}
    ended: the entry of its end
    ended_n: the place of that entry
{_UNDONE}

orders: somebody's place in an order that was set
{_ENTRY}
    scope: which order
    place: his place, from 1
    who: who
    score: his score, in displayed points
    why: why in that order
{_UNDONE}

acts: an act as an entry says it: declared, then done
{_ENTRY}
    act: the id of the act
    who: who does it
    manoeuvre: what
    kind: declared, action, reaction or follow-on
    on_act: the act that it answers or goes on with
    using: with what
    targets: at whom, with spaces between
    clause: the clause
    basis: the basis
{_UNDONE}

outcomes: what came of an act at one of its stages
{_ENTRY}
    act: the act
    who: whose act
    manoeuvre: what he did
    whom: whom the outcome is about: its own target, else the targets of the act
    stage: the stage
    outcome: the outcome
    clause: the clause
    basis: the basis
{_UNDONE}

figures: a figure of an outcome
    number: the entry of the outcome
    figure: its name
    value: a number in displayed points, or a word

rolls: dice that fell
{_ENTRY}
    who: who rolled
    purpose: for what
    sort: the sort, by which rolls are counted
    dice: how many dice
    sides: how many sides each has
    total: the total, in displayed points (2.5 is 2 1/2)
    provenance: service, typed or witnessed
    act: the act that it was rolled for
    clause: the clause
{_UNDONE}

dice: one die of a roll
    number: the entry of the roll
    nth: which die, from 1
    face: what it showed
    undone: 1 where the roll is not on the line of play

modifiers: one modifier of a roll
    number: the entry of the roll
    source: what it is for
    value: how much, in displayed points

cards: a card that was drawn
{_ENTRY}
    who: who drew it
    purpose: for what
    deck: the deck
    card: the card
    rank: what it counts, in displayed points
    provenance: service, typed or witnessed
{_UNDONE}

postings: a change of a pool
{_ENTRY}
    turn: whose turn it was
    subject: whose pool
    pool: which
    key: which colour or key of it
    how: fill, pay, lose, gain, move or set
    other_side: the game's account on the other side
    delta: the change, in displayed points (2.5 is 2 1/2)
    balance: what was left, in displayed points
    wanted: what the change should have been, in displayed points
    cause: an act, a span of the clock, an answer, `comes in` or `the table's word`
    act: the act that it came of
    by_who: whose act that was
    manoeuvre: what that act was
    clause: the clause
    basis: the basis
    harm: 1 where it leaves somebody worse off
{_UNDONE}

conditions: a condition that began
{_ENTRY}
    condition: its id
    subject: who stands under it
    name: what it is called
    key: its key
    level: its level as it began
    at: where
    toward: toward whom
    until: until when it lasts
    act: the act that brought it
    by_who: whose act that was
    ended: the entry that ended it
    ended_round: the round of that entry
    why: why it ended
{_UNDONE}

questions: a window, each time that it was opened or asked again
{_ENTRY}
    question: its id
    about: what about
    on_act: the act or span that it interrupts
    until: all, or first
    closed: the entry that closed it
    clause: the clause
{_UNDONE}

slots: a place for an answer in a window
{_ENTRY}
    question: the question
    about: what it is about
    slot: the id of the slot
    who: who may answer
    rank: when, from 0
    barred: the clause that passes him over
    answered: the entry that filled it
{_UNDONE}

answers: what filled a slot
{_ENTRY}
    question: the question
    about: what it is about
    slot: the slot
    who: who answered
    choice: the choice; declared, done, rolled or drawn
    clause: the clause
    basis: the basis
{_UNDONE}

rulings: what was ruled, set, or done against the rules
{_ENTRY}
    basis: ruled, against, or table
    clause: the clause
    text: the sentence that tells it
    by_person: the person who said it
{_UNDONE}

facts: a tie or a property, or a setting of the table, as it was set
{_ENTRY}
    of: of whom; `table` for a setting
    name: what
    toward: toward whom
    was: the value before
    value: the value
    basis: the basis
{_UNDONE}

moves: one leg of a move
{_ENTRY}
    subject: who
    was: from where
    place: to where
{_UNDONE}

undos: a move of the head
    number: the number of the entry
    n: its place in the log
    was: the entry it left
    went_to: the entry it went to
    why: undo, redo, jump, correction
    fell: how many entries fell away
    by_person: the person who said it
    at_ms: milliseconds since 1970 UTC
"""
"""Each table with what a row of it is, and below it a line for each column."""


def _table(described: str) -> Table:
    """Read one table from its lines of `name: meaning`."""
    (name, _, says), *columns = (line.strip().partition(": ") for line in described.splitlines())
    return Table(name, says, tuple((column, meaning) for column, _, meaning in columns))


TABLES = tuple(map(_table, _DESCRIBED.strip().split("\n\n")))
"""Every table, in the order in which they are documented."""
