"""The words of events that no table declares: figures, parameters, purposes, stages and reasons.

A ruleset lists its own; those here mean the same in every game. In angle brackets stands what
varies: `tie <number>` is `tie 1` and `tie 2`.
"""

from __future__ import annotations


def read_glossary(table: str) -> dict[str, str]:
    """Read a table of words: `word | another = what they mean (clause)` in each line."""
    lines = (line.split(" = ", 1) for line in table.strip().splitlines())
    return {word: meaning for words, meaning in lines for word in words.split(" | ")}


COMMON_WORDS = read_glossary("""
who | whom | of | on | unit = whom it concerns
after = after whom or what it is asked
against = what it is measured against
at = at which moment or step it is
attack | defence = an attack or a defence, and the total of its roll
by = by how much, by whom, or with what
damage = how much harm is done
difficulty | needed | needs = what has to be reached
effect = what comes of it
first | now = who may go first
from = from whom or what
late = who came late and is asked now
left = what or who is left, or that somebody left
level = how bad or how strong it is
lost = how much was lost
order = their place in the order; a roll for it
roll | rolled | total = what the dice came to, with all that is added
to = where to
turn | rounds = in which round it began, or how many rounds it lasts
what = what is done, in the words of the table
which = which of them
with = with whom or what
tie <number> = in which order those who tied go
loose = dice that the table wants for no rule
another reaction instead = another reaction took its place
cannot act | cannot act: <clause> = somebody who cannot act loses the turn, by that clause
ended by the referee | the combat ended = the referee ended the combat
forfeited = the turn is lost
left the combat = the doer left the combat
taken back = it was taken back before it was done
until the <edge> of the <span> = it lasted until then, and no longer
<condition> ended = it lasted as long as that condition
initiative; ties by a die | initiative; ties by the referee = by initiative; equals as that says
fill | set = to what the rules or the referee give
pay | lose | gain | move = a cost, a loss, a gain, or what passes from one pool to another
undo | redo | jump | correction | ruled = why the head moved: as asked, corrected, or by a ruling
""")
