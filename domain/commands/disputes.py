"""Commands about disputes: contest, answer, rule."""

from __future__ import annotations

from typing import Literal

from pydantic import StrictBool

from domain.commands.remedies import AnyRemedy
from domain.commands.values import Command, EntryNumber, Word


class Contest(Command):
    """Contest an entry, or all from it up to another, or one declared fact of it; say why.

    `clause` is the rule in question, by default that of the entry. `claim` is the remedy asked
    for, which a vote needs. `by`: who rules. With `pause`, play waits for the ruling.
    """

    type: Literal["contest"] = "contest"
    entry: EntryNumber
    upto: EntryNumber | None = None
    fact: Word = ""
    clause: Word = ""
    claim: AnyRemedy | None = None
    by: Literal["referee", "vote"] = "referee"
    pause: StrictBool = False


class AnswerDispute(Command):
    """Answer in a dispute, named by the number of the entry that contests.

    Parties `state` their case and `appeal` against a ruling (with the remedy they claim); others
    vote to `uphold` the claim or to `dismiss` it. When the time for votes is over, `count` ends
    them: silence dismisses. Its asker may `withdraw` a dispute, and an appellant an appeal, until a
    vote is cast. The referee may let play go on (`play-on`), states a case for a party with `who`,
    and appeals for one who is away.
    """

    type: Literal["answer-dispute"] = "answer-dispute"
    dispute: EntryNumber
    choice: Literal["state", "uphold", "dismiss", "count", "appeal", "withdraw", "play-on"]
    claim: AnyRemedy | None = None
    who: Word = ""


class RuleDispute(Command):
    """The referee's ruling on a dispute: a remedy, which takes effect, and the reason in a note."""

    type: Literal["rule-dispute"] = "rule-dispute"
    dispute: EntryNumber
    remedy: AnyRemedy
    clause: Word = ""
